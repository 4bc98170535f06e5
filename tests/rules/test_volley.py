"""Optional Module 2: the Volley of a Squad's missiles (L470-477)."""

import pytest

from tests.harness import assert_all_dice_used, dice_rolled, legal_words, modifiers, noted, play, unit
from tests.rules.companies import BOW, CROSSBOW, SPEAR, company, down, members, order, squad
from tests.rules.fields import NO_MORALE, armour_classes
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Why

TROLL = ("ogre@far", {"morale": 0, "hp": 90, "ac": 12})
HIT, MISS = 15, 2


def bows(count: int = 4, place: str = "front", **changes):
    return squad("bows", place, count, gear=BOW, **changes)


def damage(events):
    return [int(e.total) for e in noted(events, Note.DAMAGE)]


@pytest.mark.rule("squad.volley")
@pytest.mark.number("t34")
@pytest.mark.parametrize(("count", "missiles"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_of_the_missiles_hit_rounded_up(count, missiles):
    """One roll, with the ordinary bonus; damage for each missile."""
    match = company([TROLL], bows(count), dice=[HIT, 1, 4, 6][: missiles + 1], rules=NO_MORALE)
    events = order(match, "bows", "Volley", "ogre")
    assert [(e.roll, e.mod) for e in dice_rolled(events, Purpose.ATTACK)] == [(HIT, 1)]
    assert damage(events) == [1, 4, 6][:missiles]
    assert unit(match, "ogre").hp == 90 - sum([1, 4, 6][:missiles])
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_none_hit_on_a_miss():
    match = company([TROLL], bows(6), dice=[MISS], rules=NO_MORALE)
    assert damage(order(match, "bows", "Volley", "ogre")) == []
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_the_missiles_are_those_of_the_members_on_their_feet():
    match = company([TROLL], bows(6), dice=[HIT, 1, 1], rules=NO_MORALE)
    for member in (1, 4):
        match.battle.squads[0].hp[member] = 0
    unit(match, "bows").hp = 16
    assert damage(order(match, "bows", "Volley", "ogre")) == [1, 1]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
@pytest.mark.rule("flurry")
def test_each_further_volley_of_the_round_is_less_sure():
    """RULING Q11; RULING X12: Attack orders are counted apart."""
    match = company([TROLL], bows(3), dice=[MISS] * 4, rules=NO_MORALE)
    unit(match, "bows").attacks = 2
    for earlier in range(3):
        events = order(match, "bows", "Volley", "ogre")
        assert [found.get(Mod.FLURRY, 0) for found in modifiers(events)] == [-2 * earlier]
    assert (match.battle.squads[0].volleys, unit(match, "bows").attacks) == (3, 2)
    while match.battle.turn == 1:
        match.step("Forfeit" if match.decision.kind == Kind.BREATH and not unit(
            match, match.names.labels[match.decision.unit]).begun else
            "End Breath" if match.decision.kind == Kind.BREATH else "Pass")  # fmt: skip
    assert (match.battle.squads[0].volleys, unit(match, "bows").attacks) == (0, 0)


@pytest.mark.rule("squad.volley")
@pytest.mark.rule("lever.attack_cap")
def test_a_cap_counts_volleys_and_attack_orders_together():
    """RULING X12."""
    kit = [{"name": "kit", "attacks": [BOW[0]["attacks"][0], SPEAR[0]["attacks"][0]]}]
    rules = {**NO_MORALE, "lever.attack_cap": 2}
    match = company([TROLL], squad("bows", "front", 3, gear=kit), dice=[MISS] * 4, rules=rules)
    order(match, "bows", "Volley", "ogre")
    order(match, "bows", "Attack", "ogre")
    play(match, "captain: Command bows")
    assert "Choose Attack" not in legal_words(match)
    assert "Choose Volley" not in legal_words(match)
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
@pytest.mark.rule("guard")
def test_its_one_roll_may_be_guarded_but_not_parried():
    match = company([TROLL], bows(3), dice=[14], rules=NO_MORALE)
    play(match, "captain: Command bows")
    match.step("Choose Volley")
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.DEFEND, "ogre")
    assert match.why(match.parse("Parry & Riposte")) == Why.RIPOSTE_REACH
    events = play(match, "ogre: Guard")
    assert armour_classes(events) == [16]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_one_creature_takes_all_the_missiles_and_no_more_than_it_needs():
    """RULING X12; when it has fallen no further damage is rolled."""
    match = company([("goblin@far", {"hp": 3, "morale": 0}), TROLL], bows(6), dice=[HIT, 4], rules=NO_MORALE)
    events = order(match, "bows", "Volley", "goblin")
    assert damage(events) == [4]
    assert unit(match, "ogre").hp == 90
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_a_squad_takes_a_volley_one_member_after_another():
    """RULING X12: each missile meets the next one on its feet, and the front one again after the last."""
    other = ("goblin@rear", {"leader": True, "morale": 0})
    match = company([other, squad("axes", "far", 3, hp=5)], bows(6), dice=[HIT, 2, 6, 3], rules=NO_MORALE)
    events = order(match, "bows", "Volley", "axes")
    assert members(match, "axes") == [3, 2]
    assert down(events) == [2]
    match.add_dice([HIT, 1, 1, 1])
    order(match, "bows", "Volley", "axes")
    assert members(match, "axes") == [1, 1]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
@pytest.mark.rule("melee.friendly_fire")
def test_a_missed_volley_into_the_melee_strays_once():
    """L475: one d6, one missile's damage."""
    friend = ("goblin@melee", {"hp": 9})
    match = company([("ogre@melee", {"morale": 0, "ac": 20})], bows(6), friend, dice=[MISS, 2, 5], rules=NO_MORALE)
    events = order(match, "bows", "Volley", "ogre")
    assert [e.roll for e in dice_rolled(events, Purpose.STRAY)] == [2]
    assert unit(match, "goblin").hp == 4
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_a_table_may_roll_for_each_member():
    """L477; RULING VOL1: each miss into the Melee is one of its own."""
    one_by_one = {**NO_MORALE, "squad.volley_individual": 1}
    match = company([TROLL], bows(3), dice=[HIT, 3, MISS, HIT, 5], rules=one_by_one)
    events = order(match, "bows", "Volley", "ogre")
    assert [e.roll for e in dice_rolled(events, Purpose.ATTACK)] == [HIT, MISS, HIT]
    assert damage(events) == [3, 5]
    events = noted(events, Note.VOLLEY)
    assert [(e.amount, e.total) for e in events] == [(1, 3)]
    match.add_dice([MISS] * 3)
    events = order(match, "bows", "Volley", "ogre")
    assert [found.get(Mod.FLURRY) for found in modifiers(events)] == [-2] * 3
    match = company([("ogre@melee", {"morale": 0})], bows(3), dice=[MISS, 6, MISS, 5, MISS, 4], rules=one_by_one)
    assert len(dice_rolled(order(match, "bows", "Volley", "ogre"), Purpose.STRAY)) == 3
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_it_is_shot_with_the_first_missile_that_reaches():
    dart = {"name": "dart", "bonus": 1, "range": 10, "rolls": ["1d4"]}
    both = [{"name": "kit", "attacks": [dart, *BOW[0]["attacks"]]}]
    match = company(
        [("ogre@front", TROLL[1]), ("goblin@rear", {"hp": 90, "morale": 0})], squad("bows", "front", 3, gear=both),
        dice=[MISS] * 2, rules=NO_MORALE,
    )  # fmt: skip
    shots = [noted(order(match, "bows", "Volley", target), Note.VOLLEY) for target in ("goblin", "ogre")]
    assert [[e.what for e in shot] for shot in shots] == [[1], [0]]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
def test_nobody_turns_in_a_volley_of_single_rolls():
    match = company(
        [("goblin@far", {"hp": 3, "morale": 0}), TROLL], bows(3), dice=[HIT, 4],
        rules={**NO_MORALE, "squad.volley_individual": 1},
    )  # fmt: skip
    events = order(match, "bows", "Volley", "goblin")
    assert noted(events, Note.TURN) == []
    assert unit(match, "ogre").hp == 90
    assert_all_dice_used(match)
    armed = [{"name": "kit", "attacks": [*BOW[0]["attacks"], *SPEAR[0]["attacks"]]}]  # nor with a spear in hand too
    match = company(
        [("goblin@far", {"hp": 3, "morale": 0}), TROLL], squad("bows", "front", 3, gear=armed), dice=[HIT, 4],
        rules={**NO_MORALE, "squad.volley_individual": 1},
    )  # fmt: skip
    assert noted(order(match, "bows", "Volley", "goblin"), Note.TURN) == []
    assert_all_dice_used(match)


@pytest.mark.rule("squad.volley")
@pytest.mark.rule("range")
def test_a_volley_needs_a_loaded_missile_in_hand_and_the_range():
    match = company([TROLL], squad("bolts", "front", 3, gear=CROSSBOW), dice=[MISS], rules=NO_MORALE)
    order(match, "bolts", "Volley", "ogre")
    play(match, "captain: Command bolts")
    assert match.why(match.parse("Choose Volley")) == Why.NO_SUCH_OPTION  # unloaded
    match.step("Choose Shield Wall")
    short = [{**BOW[0], "attacks": [{**BOW[0]["attacks"][0], "range": 30}]}]
    match = company([("ogre@rear", {"morale": 0})], squad("bows", "front", 3, gear=short), dice=[], rules=NO_MORALE)
    play(match, "captain: Command bows")
    assert match.why(match.parse("Choose Volley")) == Why.NO_SUCH_OPTION


@pytest.mark.rule("squad.volley")
@pytest.mark.rule("trait.back_line")
def test_the_place_of_the_squad_counts():
    match = company([("ogre@front", {"morale": 0, "ac": 12})], bows(3, "back"), dice=[MISS], rules=NO_MORALE)
    events = order(match, "bows", "Volley", "ogre")
    assert [found.get(Mod.BACK_LINE) for found in modifiers(events)] == [1]
