"""Squads of a scenario: what an entry may say, who leads, and the one line about what is wrong."""

import pytest

from wzc_env import scenario
from wzc_env.errors import ConfigError
from wzc_env.kernel import load as twin
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import NONE

HEAD = 'title = "Mine"\nbattlefield = "default"\nmodules = ["zones", "squads"]\n'
CAPTAIN = '[[party]]\ncreature = "raider_captain"\nzone = "friendly_front"\nleader = true\n'
SPEARS = '[[party]]\ncreature = "orc"\nname = "spears"\nsquad = true\ncount = 4\nzone = "friendly_front"\n'
FOE = '[[foes]]\ncreature = "goblin"\nzone = "enemy_front"\n'
GOOD = HEAD + CAPTAIN + SPEARS + FOE


def setup(write, text: str) -> Setup:
    return twin(Setup, scenario.load(write("mine.toml", text)).compile().setup, 0)


def line(write, *changes: tuple[str, str]) -> str:
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(ConfigError) as caught:
        scenario.load(write("mine.toml", text))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.rule("squad.block")
def test_an_entry_is_one_unit_of_so_many_members(write):
    made = setup(write, GOOD)
    squad = made.sheets[1]
    assert (made.units_n, made.squads_n) == (3, 1)
    assert (squad.members, squad.squad, squad.led_by, squad.hp, squad.hp_max) == (4, 0, 0, 20, 20)
    assert [made.sheets[i].squad for i in (0, 2)] == [NONE, NONE]
    assert made.offset[-1] == made.actions_n


def test_hit_points_are_each_members(write):
    squad = setup(write, GOOD.replace("count = 4", "count = 4\nhp = 2")).sheets[1]
    assert (squad.hp, squad.hp_max) == (8, 20)


@pytest.mark.parametrize("named", ['led_by = "captain"', 'led_by = "Raider_Captain"', 'led_by = "CAPTAIN"'])
def test_a_leader_is_named_by_stem_or_creature_and_is_one_thereby(write, named):
    text = GOOD.replace("leader = true\n", "").replace("squad = true", f"squad = true\n{named}")
    made = setup(write, text)
    assert (made.sheets[1].led_by, made.sheets[0].leader) == (0, 1)


def test_a_squad_may_begin_without_a_leader(write):
    made = setup(write, GOOD.replace("squad = true", 'squad = true\nled_by = "nobody"'))
    assert made.sheets[1].led_by == NONE


def test_who_has_no_squads_has_no_actions_for_them(write):
    plain = setup(write, GOOD.replace(SPEARS, "").replace('"zones", "squads"', '"zones"'))
    assert plain.offset[27] == plain.offset[28] == plain.offset[29] == plain.actions_n


TWO = CAPTAIN + CAPTAIN


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("count = 4", "count = 2", "party[1].count = 2: a Squad of 2; allowed: 3 to 6"),
        ("count = 4", "count = 7", "party[1].count = 7: a Squad of 7; allowed: 3 to 6"),
        ("count = 4\n", "", "party[1].count = 1: a Squad of 1; allowed: 3 to 6"),
        (
            '"zones", "squads"', '"zones"',
            'party[1].squad = true: needs the module "squads", which is off; allowed: modules = ["zones", "squads"]',
        ),
        (
            '"zones", "squads"', '"squads"',
            'modules[0] = "squads": needs the module "zones", which is off; allowed: zones beside it',
        ),
        (
            '"orc"', '"sword_fighter"',
            "party[1].squad = true: player characters form no Squad; allowed: monsters",
        ),
        (
            "squad = true", 'squad = true\nmob = "pack"',
            'party[1].mob = "pack": a Squad is no part of a mob; allowed: one of the two',
        ),
        (
            "squad = true", "squad = true\nleader = true",
            "party[1].leader = true: a Squad leads nobody; allowed: a single creature",
        ),
        (
            "squad = true", "squad = true\neffects = { asleep = 2 }",
            "party[1].effects.asleep: a Squad is not helpless as a whole",
        ),
        (
            "leader = true\n", "",
            "party[1].led_by: is missing: no leader on its side; allowed: captain, nobody",
        ),
        (
            CAPTAIN, TWO,
            "party[2].led_by: is missing: 2 leaders on its side; allowed: captain, nobody",
        ),
        (
            "squad = true", 'squad = true\nled_by = "capitain"',
            'party[1].led_by = "capitain": no such creature on its side, did you mean "captain"?; '
            "allowed: captain, nobody",
        ),
        (
            "leader = true\n", "leader = true\ncount = 2\n",
            "party[1].led_by: is missing: 2 leaders on its side; allowed: captain, nobody",
        ),
        (
            "squad = true", "squad = 1",
            "party[1].squad = 1: ",
        ),
        (
            '"goblin"\n', '"goblin"\nled_by = "captain"\n',
            'foes[0].led_by = "captain": only a Squad is led; allowed: squad = true beside it',
        ),
    ],
)  # fmt: skip
def test_the_line_about_a_squad(write, old, new, expected):
    told = line(write, (old, new))
    assert told == f"mine.toml: {expected}" or (expected.endswith(" ") and told.startswith(f"mine.toml: {expected}"))


def test_two_who_answer_to_one_name(write):
    told = line(write, (CAPTAIN, TWO), ("squad = true", 'squad = true\nled_by = "captain"'))
    assert told == ('mine.toml: party[2].led_by = "captain": may be several creatures; allowed: the name of one alone')


def test_a_leader_in_a_mob(write):
    told = line(write, ("leader = true\n", 'leader = true\nmob = "pack"\n'), (FOE, FOE))
    assert "mob" in told


def test_seven_squads_are_too_many(write):
    more = "".join(SPEARS.replace('"spears"', f'"s{letter}"').replace("count = 4", "count = 3") for letter in "abcdefg")
    told = line(write, (SPEARS, more))
    assert told == "mine.toml: party[7].squad = true: 7 Squads in the battle; allowed: 6 at most"


def test_squads_stand_beside_twenty_four_combatants(write):
    text = GOOD.replace('creature = "goblin"', 'creature = "goblin"\ncount = 23')
    assert setup(write, text).units_n == 25
    told = line(write, ('creature = "goblin"', 'creature = "goblin"\ncount = 24'))
    assert told.endswith("25 combatants in the battle; allowed: 24 combatants at most")


def test_a_record_of_a_scenario_keeps_its_squads(write):
    one = scenario.load(write("mine.toml", GOOD))
    again = scenario.from_record(one.to_record())
    assert twin(Setup, again.compile().setup, 0).sheets[1].members == 4
