"""Area attacks: a special ability in place of the attack routine, on a whole Zone; and the fear of mighty creatures."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    modifiers,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
    zone,
)  # fmt: skip
from tests.rules.fields import NO_MORALE, field, paid
from wzc_env.game import Refused
from wzc_env.warzone.words import FOREVER, Effect, Kind, Mod, Note, Purpose, Side

TOUGH = {"hp": 60, "morale": 0, "attacks": [], "gear": []}
CLAWED = {"hp": 20, "morale": 0, "gear": [], "attacks": [{"name": "claws", "bonus": 1, "rolls": ["1d4"]}]}
GAS = {"name": "gas", "damage": "2d6", "range": 60, "uses": 2, "save": "breath", "halves": True}


def drake(place="far", area=GAS, **changes):
    """A creature with an area attack and a bite, who goes first."""
    bite = [{"name": "bite", "bonus": 5, "rolls": ["1d8"]}]
    return f"ogre@{place}", {"hd": 9, "hp": 40, "morale": 0, "area": area, "attacks": bite, "gear": [], **changes}


def table(party, foes, dice, **options):
    return stage(party, foes, dice=dice, rules=NO_MORALE, **options)


def unanswered(match, said):
    """An Attack that nobody reacts to."""
    events = play(match, said)
    while match.decision is not None and match.decision.kind == Kind.DEFEND:
        match.step("Pass")
        events += match.take_events()
    return events


@pytest.mark.rule("overlay.dragon")
@pytest.mark.rule("attack.routine")
def test_everyone_in_the_zone_saves_for_half_and_nobody_reacts():
    """RULING X14: one roll of the dice, a save each, friends too, no window, not the source."""
    match = table(
        [("sword_fighter@front", {"hp": 30}), ("spear_fighter@front", {"hp": 30}), ("cleric@back", {"hp": 30})],
        [drake(), ("orc@front", {"hp": 30})],
        [4, 5, 20, 1, 1],
    )
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Blast front")
    assert [(e.other, e.total) for e in noted(events, Note.DAMAGE)] == [(0, 4), (1, 9), (4, 9)]
    assert noted(events, Note.REACT) == []
    assert match.decision is not None
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.BREATH, "ogre")
    assert unit(match, "cleric").hp == 30
    assert_all_dice_used(match)


@pytest.mark.rule("overlay.dragon")
def test_it_does_not_hurt_its_source_in_its_own_zone():
    match = table([("sword_fighter@far", TOUGH)], [drake()], [3, 4, 1])
    until_breath_of(match, "ogre")
    play(match, "ogre: Blast far")
    assert (unit(match, "ogre").hp, unit(match, "sword").hp) == (40, 53)


@pytest.mark.rule("attack.routine")
@pytest.mark.parametrize(("heavy", "price"), [(False, 2), (True, 3)])
def test_it_pays_its_attack_cost_and_counts_for_flurry(heavy, price):
    match = table([("sword_fighter@front", TOUGH)], [drake(area={**GAS, "heavy": heavy})], [3, 4, 1, 15, 4])
    until_breath_of(match, "ogre")
    before = vigor(match)["ogre"]
    events = play(match, "ogre: Blast front") + unanswered(match, "ogre: Attack sword with bite")
    assert paid(events) == [price, 2]
    assert vigor(match)["ogre"] == before - price - 2
    assert modifiers(events, Purpose.ATTACK)[0][Mod.FLURRY] == -2


@pytest.mark.rule("attack.routine")
@pytest.mark.rule("breath.one_heavy")
def test_a_heavy_one_shares_no_breath_with_another_heavy_attack():
    bite = [{"name": "bite", "bonus": 5, "heavy": True, "rolls": ["1d8"]}]
    match = table([("sword_fighter@front", TOUGH)], [drake(area={**GAS, "heavy": True}, attacks=bite)], [3, 4, 1])
    until_breath_of(match, "ogre")
    play(match, "ogre: Overload", "ogre: Blast front")
    for said in ("Attack sword with bite", "Blast front"):
        with pytest.raises(Refused, match="one heavy Attack"):
            match.step(said)


@pytest.mark.rule("overlay.dragon")
def test_it_is_used_so_often_in_a_battle_and_no_more():
    match = table([("sword_fighter@front", TOUGH)], [drake(area={**GAS, "uses": 1})], [3, 4, 1])
    until_breath_of(match, "ogre")
    play(match, "ogre: Blast front")
    with pytest.raises(Refused, match="as often as it can in one battle"):
        match.step("Blast front")


@pytest.mark.rule("overlay.dragon")
def test_its_damage_may_be_the_hit_points_that_are_left():
    match = table(
        [("sword_fighter@front", TOUGH), ("cleric@front", TOUGH)],
        [drake(area={**GAS, "damage": "hit points"}, hp=41)],
        [20, 1],
    )
    until_breath_of(match, "ogre")
    unit(match, "ogre").hp = 31
    events = play(match, "ogre: Blast front")
    assert [e.total for e in noted(events, Note.DAMAGE)] == [15, 31]
    assert dice_rolled(events, Purpose.BLAST) == []


@pytest.mark.rule("overlay.dragon")
def test_without_a_save_all_is_taken_and_a_tag_spares():
    area = {"name": "fire", "damage": "2d6+1", "range": 60, "spares": ["fireproof"]}
    match = table(
        [("sword_fighter@front", TOUGH), ("cleric@front", {**TOUGH, "tags": ["fireproof"]})], [drake(area=area)], [3, 4]
    )
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Blast front")
    assert [(e.other, e.total) for e in noted(events, Note.DAMAGE)] == [(0, 8)]
    assert_all_dice_used(match)


def test_a_save_that_does_not_halve_spares():
    match = table([("sword_fighter@front", TOUGH)], [drake(area={**GAS, "halves": False})], [3, 4, 20])
    until_breath_of(match, "ogre")
    play(match, "ogre: Blast front")
    assert unit(match, "sword").hp == 60


@pytest.mark.rule("overlay.dragon")
def test_it_reaches_its_range_and_only_where_an_enemy_is_known():
    """RULING BLA1."""
    match = table([("sword_fighter@front", TOUGH), ("cleric@flank", TOUGH)], [drake(area={**GAS, "range": 30})], [])
    until_breath_of(match, "ogre")
    for said, why in (
        ("Blast back", "back is out of reach"),
        ("Blast flank", "flank is out of reach"),
        ("Blast melee", "no enemy that ogre knows of stands in melee"),
        ("Blast far", "no enemy that ogre knows of stands in far"),
    ):
        with pytest.raises(Refused, match=why):
            match.step(said)
    assert [a for a in match.legal_actions() if match.words(a).startswith("Blast")] == [match.parse("Blast front")]
    unit(match, "sword").hidden_from = 1 << Side.FOES
    with pytest.raises(Refused, match="no enemy that ogre knows of"):
        match.step("Blast front")


@pytest.mark.rule("overlay.dragon")
def test_without_a_range_it_reaches_its_own_zone():
    near = {key: value for key, value in GAS.items() if key != "range"}
    match = table([("sword_fighter@front", TOUGH), ("cleric@far", TOUGH)], [drake(area=near)], [])
    until_breath_of(match, "ogre")
    assert [match.words(a) for a in match.legal_actions() if "Blast" in match.words(a)] == ["Blast far"]


@pytest.mark.rule("attack.routine")
def test_it_counts_under_a_cap_on_attacks():
    match = stage(
        [("sword_fighter@front", TOUGH)], [drake()], dice=[3, 4, 1], rules={**NO_MORALE, "lever.attack_cap": 1}
    )
    until_breath_of(match, "ogre")
    play(match, "ogre: Blast front")
    for said in ("Blast front", "Attack sword with bite"):
        with pytest.raises(Refused, match="Attack"):
            match.step(said)


@pytest.mark.rule("overlay.dragon")
def test_every_member_of_a_squad_saves_for_itself():
    squad = ("orc@front", {"squad": True, "count": 3, "hp": 5, "led_by": "nobody", "name": "gang"})
    match = table(
        [("sword_fighter@front", TOUGH), squad], [drake()], [4, 5, 20, 20, 1, 20], modules=("zones", "squads")
    )
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Blast front")
    assert [(e.other, e.amount, e.total) for e in noted(events, Note.DAMAGE)] == [
        (0, 0, 4), (1, 1, 4), (1, 2, 9), (1, 3, 4),
    ]  # fmt: skip
    assert_all_dice_used(match)


def test_nobody_else_has_it_and_no_scenario_pays_for_it_without():
    match = table(["sword_fighter@front"], [("orc@far", TOUGH)], [])
    assert not [a for a in range(match.setup.actions_n) if match.words(a).startswith("Blast")]
    match = table(["sword_fighter@front"], [drake(), ("orc@far", TOUGH)], [])
    until_breath_of(match, "sword")
    with pytest.raises(Refused, match="sword has no area attack"):
        match.step("Blast far")


@pytest.mark.rule("overlay.dragon")
@pytest.mark.rule("pincer.forms")
def test_it_counts_for_a_pincer():
    """RULING X14: one arm breathes, the other bites."""
    ground = field(
        {"west": "front_line foes", "middle": "party", "east": "front_line foes"}, "west == middle", "east == middle"
    )
    match = table(
        [("sword_fighter@middle", TOUGH)], [drake("west"), ("orc@east", CLAWED)],
        [3, 4, 1, 2], battlefield=ground,
    )  # fmt: skip
    until_breath_of(match, "ogre")
    play(match, "ogre: Blast middle", "ogre: End")
    assert zone(match, "middle").arms[Side.FOES] == 0
    until_breath_of(match, "orc")
    events = unanswered(match, "orc: Attack sword with claws")
    assert [e.what for e in noted(events, Note.PINCER)] == [Side.FOES]


def test_a_held_creature_breathes_on_its_grapplers_zone_alone():
    match = table([("sword_fighter@far", TOUGH), ("cleric@front", TOUGH)], [drake()], [])
    until_breath_of(match, "ogre")
    unit(match, "ogre").holder = 0
    with pytest.raises(Refused, match="held by sword"):
        match.step("Blast front")
    assert match.why(match.parse("Blast far")) == 0


@pytest.mark.rule("overlay.dragon")
def test_an_area_attack_spends_a_rush_without_effect():
    """RULING X8: a Rush helps the next Attack maneuver, and a breath is one."""
    match = table([("sword_fighter@front", TOUGH)], [drake("rear")], [3, 4, 1])
    until_breath_of(match, "ogre")
    unit(match, "ogre").rushed = 1
    play(match, "ogre: Blast front")
    assert unit(match, "ogre").rushed == 0


# --- fear -----------------------------------------------------------------------------------------------------

FEAR = {"save": "spells", "save_modifier": 2, "unmoved_from": 6, "flees_below": 3}


@pytest.mark.rule("overlay.dragon")
def test_fear_is_saved_against_once_at_the_first_attack():
    """RULING AWE1: many Hit Dice are unmoved, few flee, the others are frightened; whoever saved has faced it."""
    match = table(
        [
            ("sword_fighter@front", {**TOUGH, "level": 6}), ("spear_fighter@front", TOUGH), ("cleric@front", TOUGH),
            ("orc@back", {"morale": 0}),
        ],
        [drake(fear=FEAR)],
        [11, 13, 1, 3, 4, 1, 1, 1],
    )  # fmt: skip
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Blast front")
    assert [(e.unit, e.mod, bool(e.won)) for e in dice_rolled(events, Purpose.SAVE)[:3]] == [
        (1, 2, False), (2, 2, True), (3, 2, False),
    ]  # fmt: skip
    assert [u.timers[Effect.FRIGHTENED] for u in match.battle.units[:4]] == [0, FOREVER, 0, 0]
    assert [u.fleeing for u in match.battle.units[:4]] == [0, 0, 0, 1]
    assert len(noted(events, Note.AWE)) == 1
    assert_all_dice_used(match)
    match.add_dice([2])
    again = play(match, "ogre: Attack sword with bite")
    assert noted(again, Note.AWE) == []
    assert dice_rolled(again, Purpose.SAVE) == []


@pytest.mark.rule("overlay.dragon")
def test_an_ordinary_attack_strikes_fear_too_and_the_frightened_fight_worse():
    match = table([("spear_fighter@front", TOUGH | {"gear": SPEAR})], [drake(fear=FEAR)], [1, 2, 10])
    until_breath_of(match, "ogre")
    play(match, "ogre: Attack spear with bite")
    assert unit(match, "spear").timers[Effect.FRIGHTENED] == FOREVER
    match.step("Pass")
    until_breath_of(match, "spear")
    events = unanswered(match, "spear: Attack ogre with spear")
    assert modifiers(events, Purpose.ATTACK)[0][Mod.FRIGHT] == -2


SPEAR = [{"name": "spear", "attacks": [{"name": "spear", "bonus": 3, "rolls": ["1d6+1"]}]}]


def test_the_undead_know_no_fear():
    match = table([("skeleton@front", {"hp": 30})], [drake(fear=FEAR)], [3, 4, 1])
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Blast front")
    assert noted(events, Note.AWE) == []
    assert_all_dice_used(match)


def test_fear_weighs_on_morale():
    """The frightened test with a score that is 2 lower."""
    match = stage(
        [("sword_fighter@front", {"hp": 30})], [("orc@far", {"count": 2, "hp_now": 1, "effects": {"frightened": 3}})],
        dice=[20, 8, 4, 3],
    )  # fmt: skip
    until_breath_of(match, "sword")
    events = unanswered(match, "sword: Attack orc_0 with sword")
    test = [e for e in noted(events, Note.CHECK) if e.what == Purpose.MORALE]
    assert [(e.total, e.need, bool(e.won)) for e in test] == [(7, 6, False)]
