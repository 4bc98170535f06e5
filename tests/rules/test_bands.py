"""Modules 1 to 4 alone: bands in a line, the host's ranges and movement, and nothing that belongs to Zones."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    index,
    modifiers,
    noted,
    play,
    scenario,
    stage,
    unit,
    until,
    until_breath_of,
    where,
)
from wzc_env.battlefield import load as load_field
from wzc_env.compiling import Compiled
from wzc_env.errors import ConfigError
from wzc_env.scenario import from_record
from wzc_env.warzone import tables
from wzc_env.warzone.words import Life, Mod, Note, Side, Verb, Why

ROAD = load_field("open_road", tables.load()).model_dump(mode="json")
PLAIN = {"dice": [], "modules": [], "battlefield": ROAD}
STEADY = {"hp": 60, "morale": 0}


def road(party, foes, **options):
    """A battle on the open road: twelve bands of ten feet."""
    return stage(party, foes, **{**PLAIN, **options})


def alone(match, who):
    """Let `who` act with 11 Vigor, and nobody else react."""
    for label in match.names.labels:
        unit(match, label).vigor = 11 if label == who else 0
    if match.battle.actor != index(match, who):
        until_breath_of(match, who)
    return match


def moves(match):
    """The bands that the deciding creature may Move to."""
    return [
        match.names.zones[z] for z in range(match.setup.zones_n) if not match.why(match.setup.offset[Verb.MOVE] + z)
    ]


@pytest.mark.rule("host.modules")
def test_a_move_covers_what_the_host_allows_and_costs_what_a_move_costs():
    match = alone(road(["sword_fighter@ft20"], [("wolf@ft110", STEADY)]), "sword")
    assert match.setup.sheets[0].speed == 60  # a turn: 20 feet a round
    assert moves(match) == ["ft0", "ft10", "ft30", "ft40"]
    assert match.why(match.parse("Move ft50")) == Why.TOO_FAR
    play(match, "sword: Move ft40", "sword: Move ft60 (20 feet)")
    assert (where(match, "sword"), unit(match, "sword").vigor) == ("ft60", 7)
    wolf = alone(road(["sword_fighter@ft0"], [("wolf@ft110", STEADY)]), "wolf")
    assert moves(wolf) == [f"ft{feet}" for feet in range(50, 110, 10)]  # 180 a turn: 60 feet


@pytest.mark.rule("host.modules")
def test_everybody_who_moves_at_all_covers_one_band():
    match = alone(road([("sword_fighter@ft20", {"speed": 15})], ["wolf@ft110"]), "sword")
    assert moves(match) == ["ft10", "ft30"]
    match = alone(road([("sword_fighter@ft20", {"speed": 0})], ["wolf@ft110"]), "sword")
    assert moves(match) == []


@pytest.mark.rule("host.modules")
def test_the_hosts_profile_says_what_a_move_is():
    match = alone(road(["sword_fighter@ft20"], ["wolf@ft110"], rules={"host.move_divisor": 2}), "sword")
    assert moves(match) == ["ft0", "ft10", "ft30", "ft40", "ft50"]


@pytest.mark.rule("host.modules")
def test_nobody_passes_an_enemy_but_a_friend_or_one_who_is_down():
    match = alone(road(["sword_fighter@ft20"], [("orc@ft30", STEADY), "wolf@ft110"]), "sword")
    assert moves(match) == ["ft0", "ft10", "ft30"]
    assert match.why(match.parse("Move ft40")) == Why.CUT_OFF
    unit(match, "orc").life = Life.DEAD
    assert "ft40" in moves(match)
    match = alone(road(["sword_fighter@ft20", "cleric@ft30"], ["wolf@ft110"]), "sword")
    assert "ft40" in moves(match)


@pytest.mark.rule("host.modules")
def test_melee_is_in_the_same_band_and_missiles_fly_as_far_as_the_host_says():
    match = alone(road(["sword_fighter@ft20"], [("orc@ft30", STEADY)]), "sword")
    assert match.why(match.parse("Attack orc with sword")) == Why.OUT_OF_REACH
    play(match, "sword: Move ft30 (10 feet, into melee)")
    assert match.why(match.parse("Attack orc with sword")) == Why.OK
    bow = {"gear": [{"name": "bow", "attacks": [{"name": "bow", "bonus": 0, "range": 79, "rolls": ["1d6"]}]}]}
    for band, why in (("ft80", Why.OUT_OF_REACH), ("ft70", Why.OK)):
        match = alone(road([("raider_archer@ft0", bow)], [(f"orc@{band}", STEADY)]), "archer")
        assert match.why(match.parse("Attack orc with bow")) == why


@pytest.mark.rule("host.modules")
def test_spells_reach_as_far_as_the_host_says():
    match = road(["magic_user@ft0"], ["orc@ft110"])
    reach = {name: match.setup.spells[row].reach for row, name in enumerate(match.names.spells)}
    assert reach["magic missile"] == 15  # 150 feet
    zoned = stage(["magic_user@back"], ["orc@far"])
    assert zoned.setup.spells[zoned.names.spells.index("magic missile")].reach == 3


@pytest.mark.rule("host.modules")
@pytest.mark.rule("interdict")
def test_an_interdict_answers_who_closes_and_its_hit_halts_one_band_short():
    match = road([("wolf@ft60", STEADY)], [("ogre@ft20", STEADY)])
    alone(match, "wolf")
    unit(match, "ogre").vigor = 9
    play(match, "wolf: Move ft30")
    assert (where(match, "wolf"), match.decision.unit) == ("ft30", 0)  # no enemy there: no window
    match = road([("wolf@ft60", STEADY)], [("ogre@ft20", STEADY)])
    alone(match, "wolf")
    unit(match, "ogre").vigor = 9
    match.add_dice([20, 3])
    events = play(match, "wolf: Move ft20", "ogre: Interdict")
    assert_all_dice_used(match)
    assert [(e.unit, e.other) for e in noted(events, Note.STOPPED)] == [(0, 1)]
    assert (where(match, "wolf"), unit(match, "wolf").vigor, unit(match, "wolf").exposed) == ("ft30", 9, 0)


@pytest.mark.rule("host.modules")
def test_a_missed_interdict_lets_it_close_and_one_from_next_door_stays():
    match = alone(road([("wolf@ft60", STEADY)], [("ogre@ft20", STEADY)]), "wolf")
    unit(match, "ogre").vigor = 9
    match.add_dice([2])
    play(match, "wolf: Move ft20", "ogre: Interdict")
    assert where(match, "wolf") == "ft20"
    match = alone(road([("wolf@ft30", STEADY)], [("ogre@ft20", STEADY)]), "wolf")
    unit(match, "ogre").vigor = 9
    match.add_dice([20, 3])
    events = play(match, "wolf: Move ft20", "ogre: Interdict")
    assert where(match, "wolf") == "ft30"
    assert noted(events, Note.MOVE) == []


@pytest.mark.rule("host.modules")
def test_who_falls_to_an_interdict_lies_where_it_set_out():
    match = alone(road([("wolf@ft60", {"hp": 1, "morale": 0}), "cleric@ft0"], [("ogre@ft20", STEADY)]), "wolf")
    unit(match, "ogre").vigor = 9
    match.add_dice([20, 3])
    play(match, "wolf: Move ft20", "ogre: Interdict")
    assert (unit(match, "wolf").life, where(match, "wolf")) == (Life.DEAD, "ft60")


@pytest.mark.rule("host.modules")
@pytest.mark.parametrize("action", ["Rush ft30", "Rushed Forced Exit ft30", "Forced Exit ft30", "Hide"])
def test_what_belongs_to_zones_is_refused(action):
    match = alone(road([("thief@ft20", {})], ["wolf@ft110"]), "thief")
    assert match.why(match.parse(action)) == Why.NO_ZONES


@pytest.mark.rule("host.modules")
def test_nobody_controls_a_band_or_closes_a_pincer():
    bow = {"name": "bow", "attacks": [{"name": "bow", "bonus": 9, "range": 240, "rolls": ["1d2"]}]}
    match = road([("orc@ft20", {"gear": [bow]}), ("goblin@ft40", {"gear": [bow]})], [("ogre@ft30", STEADY)])
    alone(match, "orc").add_dice([15, 1])
    events = play(match, "orc: Attack ogre with bow", "orc: End")
    alone(match, "goblin").add_dice([15, 1, 15, 1])
    events += play(match, "goblin: Attack ogre with bow", "goblin: Attack ogre with bow")
    assert_all_dice_used(match)
    assert noted(events, Note.PINCER) == noted(events, Note.CONTROL) == []
    assert [zone.control for zone in match.battle.zones[:12]] == [Side.NOBODY] * 12
    assert modifiers(events)[-1] == {Mod.ATTACK_BONUS: 9, Mod.FLURRY: -2}


@pytest.mark.rule("host.modules")
def test_a_charge_starts_anywhere():
    match = alone(road([("centaur@ft60", STEADY)], [("orc@ft30", STEADY)]), "centaur")
    match.add_dice([15, 2, 2, 2])
    events = play(match, "centaur: Move ft30", "centaur: Attack orc")
    assert [e.total for e in noted(events, Note.FACTOR)] == [2]


@pytest.mark.rule("host.modules")
def test_one_leaves_by_the_own_end_unless_somebody_as_fast_is_there():
    match = alone(road([("sword_fighter@ft10", {"speed": 90}), "cleric@ft60"], [("wolf@ft110", STEADY)]), "sword")
    withdraw = match.parse("Withdraw")
    assert match.why(withdraw) == Why.NOT_OWN_END
    play(match, "sword: Move ft0")
    wolf = unit(match, "wolf")
    wolf.zone = 0
    assert match.why(withdraw) == Why.CAUGHT
    match.setup.sheets[2].speed = 90
    assert match.why(withdraw) == Why.CAUGHT
    match.setup.sheets[2].speed = 80
    assert match.why(withdraw) == Why.OK
    play(match, "sword: Withdraw")  # no die, though an enemy is at hand
    assert (unit(match, "sword").life, unit(match, "sword").vigor) == (Life.GONE, 0)
    assert alone(match, "wolf").why(withdraw) == Why.NOT_OWN_END


def flight(match):
    """The bands that the wolf comes to in the first Breath of its flight."""
    unit(match, "wolf").fleeing = 1
    return [match.names.zones[e.zone] for e in noted(until_breath_of(match, "orc"), Note.MOVE)]


@pytest.mark.rule("host.modules")
def test_who_flees_runs_as_far_as_it_can_towards_its_own_end():
    match = road(["sword_fighter@ft0", "cleric@ft0"], [("wolf@ft30", {}), ("orc@ft100", STEADY)])
    assert flight(match) == ["ft90", "ft110"]
    until(match, lambda: unit(match, "wolf").life == Life.GONE)


@pytest.mark.rule("host.modules")
def test_who_flees_and_is_cut_off_stops_before_the_enemy():
    match = road(["sword_fighter@ft0", ("cleric@ft60", STEADY)], [("wolf@ft30", {}), ("orc@ft100", STEADY)])
    assert flight(match) == ["ft60", "ft110"]


@pytest.mark.rule("host.modules")
def test_shove_pushes_one_band():
    match = alone(road(["sword_fighter@ft30"], [("goblin@ft30", STEADY)]), "sword")
    match.add_dice([15])
    play(match, "sword: Shove goblin")
    assert {match.words(a) for a in match.legal_actions()} == {"Choose ft20", "Choose ft40"}


def refused(**changes):
    """The line about a scenario of the open road with changes of its record."""
    record = scenario(["sword_fighter@ft0"], ["wolf@ft110"], modules=[], battlefield=ROAD).to_record()
    with pytest.raises(ConfigError) as caught:
        from_record({**record, **changes}, "test")
    return str(caught.value)


@pytest.mark.rule("host.modules")
@pytest.mark.parametrize(
    ("modules", "problem"),
    [
        (["detailed_control"], 'modules[0] = "detailed_control": needs the module "zones", which is off'),
        (["squads"], 'modules[0] = "squads": needs the module "zones", which is off'),
        (["zones", "zones"], 'modules[1] = "zones": stands twice'),
        (["zone"], 'modules[0] = "zone": no such module, did you mean "zones"?'),
        (["zones"], 'modules = ["zones"]: the battlefield has bands, and they are for battles without Zones'),
    ],
)
def test_modules_stand_on_what_they_need(modules, problem):
    assert refused(modules=modules).startswith(f"test: {problem}")


@pytest.mark.rule("host.modules")
def test_stances_stand_alone():
    made = scenario(["sword_fighter@ft0"], ["wolf@ft110"], modules=["stances"], battlefield=ROAD)
    assert isinstance(made.compile(), Compiled)


def test_zones_and_bands_do_not_mix():
    line = refused(battlefield=scenario(["sword_fighter@front"], ["wolf@far"]).to_record()["battlefield"])
    assert line.startswith('test: modules = []: without "zones" the battlefield has bands, and this one has Zones')
    crooked = {**ROAD, "edges": ROAD["edges"][:-1]}
    assert refused(battlefield=crooked).startswith("test: battlefield.bands")


def test_equal_depth_is_by_the_file():
    assert ROAD["bands"] == {"number": 12, "feet": 10}
    assert list(ROAD["zones"])[:2] == ["ft0", "ft10"]
    match = road(["sword_fighter@ft0"], ["wolf@ft110"])
    assert [int(d) for d in match.battle.distance[0][:12]] == list(range(12))
    assert match.setup.band_feet == 10
