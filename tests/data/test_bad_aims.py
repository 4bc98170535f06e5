"""Hazards and objectives that cannot be: the one line that says so, and those that can."""

import pytest

from wzc_env import scenario
from wzc_env.errors import ConfigError
from wzc_env.warzone.words import NONE, Difficulty, Goal, Save, Side, Trait

from .conftest import Line, Write

HOLD = '[[objectives]]\nside = "foes"\nkind = "hold"\nzones = ["far_side"]\nlulls = 3\n'
FIRE = '[[hazards]]\nkind = "fire"\nzones = ["near_end"]\ndamage = "1d6"\n'
FALL = '[[hazards]]\nkind = "collapse"\nzones = ["far_end"]\nafter = 2\n'
TITLE = 'title = "A test"'
ZONES = "near_end, near_side, far_side, far_end"


def aim(**keys: object) -> str:
    """An objective of the party as TOML."""
    shown = {True: "true", False: "false"}
    lines = [f"{key} = {shown.get(value, value) if isinstance(value, bool) else value}" for key, value in keys.items()]
    return "\n".join(['[[objectives]]\nside = "party"', *lines, ""])


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (HOLD.replace("far_side", "far_sid"),
         f'objectives[0].zones = ["far_sid"]: no such Zone, did you mean "far_side"?; allowed: {ZONES}'),
        (HOLD.replace("lulls = 3", "lulls = 0"), "objectives[0].lulls = 0: out of range; allowed: 1 to 100"),
        (HOLD.replace("lulls = 3", ""), 'objectives[0].lulls: is missing: kind "hold" needs it'),
        (HOLD.replace("foes", "both"),
         'objectives[0].side = "both": no such side; allowed: party, foes'),
        (HOLD.replace("hold", "held"),
         'objectives[0].kind = "held": no such kind of objective, did you mean "hold"?; '
         "allowed: reach, hold, open, escort, escape, kill"),
        (HOLD + "count = 2", 'objectives[0].count = 2: kind "hold" does not use it; allowed: zones, lulls, total'),
        (aim(kind='"reach"'), 'objectives[0].zones: is missing: kind "reach" needs it'),
        (aim(kind='"reach"', zones='["near_side"]'),
         'objectives[0].zones = ["near_side"]: reached before the battle begins; '
         "allowed: Zones where they do not start"),
        (aim(kind='"reach"', zones='["far_end"]', count=2),
         "objectives[0].count = 2: the party have 1 creature; allowed: 1 to 1"),
        (aim(kind='"reach"', zones='["far_end"]', count=1, creature='"sword"'),
         "objectives[0].count = 1: a count and a creature at once; allowed: one of count and creature"),
        (aim(kind='"escort"', zones='["far_end"]'), 'objectives[0].creature: is missing: kind "escort" needs it'),
        (aim(kind='"escort"', zones='["far_end"]', creature='"goblin"'),
         'objectives[0].creature = "goblin": it is an enemy; allowed: sword'),
        (aim(kind='"escort"', zones='["far_end"]', creature='"swort"'),
         'objectives[0].creature = "swort": no such creature, did you mean "sword"?; allowed: sword'),
        (aim(kind='"kill"', creature='"sword_0"'),
         'objectives[0].creature = "sword_0": it is on the same side; allowed: goblin'),
        (aim(kind='"kill"', creature='"goblin"', zones='["far_end"]'),
         'objectives[0].zones = ["far_end"]: kind "kill" does not use it; allowed: creature'),
        (aim(kind='"escape"', count=1, zones='["far_end"]'),
         'objectives[0].zones = ["far_end"]: "far_end" is no exit of the party; allowed: near_end'),
        (aim(kind='"escape"', count=9), "objectives[0].count = 9: the party have 1 creature; allowed: 1 to 1"),
        (aim(kind='"open"', edge='["near_end", "near_side"]'),
         'objectives[0].edge = ["near_end", "near_side"]: no blocked edge joins them; '
         "allowed: none: this map has no blocked edge"),
        (aim(kind='"reach"', zones='["far_end"]') * 9,
         'objectives = [{"side": "party", "kind": "reach", "zones": ["far_end"]}...: 9 objectives; '
         "allowed: 8 at most"),
        (FIRE.replace("near_end", "end"),
         f'hazards[0].zones = ["end"]: no such Zone, did you mean "far_end"?; allowed: {ZONES}'),
        (FIRE.replace('"near_end"', ""), "hazards[0].zones = []: 0 Zones; allowed: 1 to 12"),
        (FIRE.replace('"near_end"', '"near_end", "near_end"'),
         'hazards[0].zones = ["near_end", "near_end"]: a Zone stands twice; allowed: each Zone once'),
        (FIRE.replace('damage = "1d6"', ""),
         'hazards[0].damage: is missing: it would do nothing; allowed: text such as "1d8", "2d6+1" or "d4-1"'),
        (FIRE.replace("1d6", "9d6"), 'hazards[0].damage = "9d6": too many dice; allowed: 8 at most'),
        (FIRE.replace("1d6", "fire"),
         'hazards[0].damage = "fire": not dice; allowed: text such as "1d8", "2d6+1" or "d4-1"'),
        (FIRE.replace('"fire"', '"other"'),
         'hazards[0].title: is missing: a hazard of kind "other" has a name of its own'),
        (FIRE.replace('"fire"', '"fier"'),
         'hazards[0].kind = "fier": no such kind of hazard, did you mean "fire"?; '
         'allowed: fire, fog, flood, collapse, other'),
        (FALL.replace("after = 2", ""),
         "hazards[0].after: is missing: when does it come down; allowed: Lulls, 1 to 90"),
        (FALL + 'into = "far_end"', 'hazards[0].into = "far_end": it is the Zone that goes; allowed: another Zone'),
        (FALL + 'into = "loft"', f'hazards[0].into = "loft": no such Zone; allowed: {ZONES}'),
        (FALL + "spreads = 1", 'hazards[0].spreads = 1: kind "collapse" does not use it'),
        (FIRE + "after = 1", 'hazards[0].after = 1: kind "fire" does not use it'),
        (FALL.replace("far_end", "far_side"),
         'hazards[0].zones = ["far_side"]: makes zones.far_end: no path joins it to "near_end"'),
        (FIRE + "halves = true", "hazards[0].halves = true: without save or check it does nothing"),
        (FIRE + "chance = 2", "hazards[0].chance = 2: without spreads it does nothing"),
        (FIRE + "save_modifier = 2", "hazards[0].save_modifier = 2: without save it does nothing"),
        (FIRE + 'save = "breath"\ncheck = "hard"',
         'hazards[0].check = "hard": a save and a check at once; allowed: one of save and check'),
        (FIRE + 'spreads = 1\nroute = ["near_side"]\nchance = 2',
         "hazards[0].chance = 2: a route needs no chance; allowed: chance or route"),
        (FIRE + "starts = -1", "hazards[0].starts = -1: out of range; allowed: 0 to 200"),
        (FIRE + "spreads = 0", "hazards[0].spreads = 0: out of range; allowed: 1 to 90"),
    ],
)  # fmt: skip
def test_one_line_says_what_cannot_be(line: Line, entry: str, expected: str) -> None:
    assert line((TITLE, f"{TITLE}\n#"), ('#\nbattlefield = "lane"', f'battlefield = "lane"\n{entry}')) == (
        f"test.toml: {expected}"
    )


def test_a_hazard_and_an_objective_reach_the_records(write: Write) -> None:
    entry = (
        FIRE.replace("near_end", "far_end")
        + 'title = "blaze"\nsave = "wands"\nsave_modifier = -1\nhalves = true\nspreads = 2\nchance = 3\nburns_out = 4\n'
        + '[[hazards]]\nkind = "flood"\nzones = ["near_end"]\nspreads = 1\nstarts = 3\n'
        + 'route = ["near_side", "far_side"]\n'
        + '[[hazards]]\nkind = "fog"\nzones = ["near_end", "far_end"]\ndamage = "2d4-1"\ncheck = "dire"\n'
        + HOLD + "total = true\n" + aim(kind='"kill"', creature='"goblin_0"', title='"The chief"')
    )  # fmt: skip
    text = (
        f'title = "A test"\nbattlefield = "lane"\n{entry}[[party]]\ncreature = "sword_fighter"\nzone = "near_side"\n'
        '[[foes]]\ncreature = "goblin"\nzone = "far_side"\n'
    )
    made = scenario.load(write("test.toml", text))
    again = scenario.from_record(made.to_record())
    for compiled in (made.compile(), again.compile()):
        fire, flood, fog = compiled.setup[0]["hazards"][: compiled.setup[0]["hazards_n"]]
        assert (fire["zones"], fire["every"], fire["chance"], fire["lasts"], fire["trait"]) == (8, 2, 3, 4, 0)
        assert (fire["save"], fire["save_mod"], fire["halves"], fire["dice"], fire["sides"]) == (
            Save.WANDS,
            -1,
            1,
            1,
            6,
        )
        assert (flood["starts"], flood["route"][: flood["route_n"]].tolist()) == (3, [1, 2])
        assert (flood["trait"], flood["chance"], flood["dice"]) == (Trait.UNDERWATER, 6, 0)
        assert (fog["trait"], fog["check"], fog["plus"], fog["zones"]) == (Trait.FOG, Difficulty.DIRE, -1, 9)
        hold, kill = compiled.setup[0]["objectives"][: compiled.setup[0]["objectives_n"]]
        assert (hold["side"], hold["kind"], hold["zones"], hold["n"], hold["total"]) == (Side.FOES, Goal.HOLD, 4, 3, 1)
        assert (hold["unit"], kill["unit"], kill["kind"]) == (NONE, 1, Goal.KILL)
        assert compiled.names.hazards == ["blaze", "flood", "fog"]
        assert compiled.names.objectives == ["", "The chief"]


def test_a_record_is_checked_like_a_file() -> None:
    record = scenario.load("duel").to_record()
    record["objectives"] = [{"side": "party", "kind": "reach", "zones": ["nowhere"]}]
    with pytest.raises(ConfigError, match=r"objectives\[0\].zones"):
        scenario.from_record(record)


def test_an_edit_that_takes_away_an_objective_is_refused(line: Line) -> None:
    edit = '[[edits]]\ndo = "remove"\nzone = "far_end"\n' + aim(kind='"reach"', zones='["far_end"]')
    told = line((TITLE, f"{TITLE}\n#"), ('#\nbattlefield = "lane"', f'battlefield = "lane"\n{edit}'))
    assert told.startswith('test.toml: objectives[0].zones = ["far_end"]: no such Zone')
