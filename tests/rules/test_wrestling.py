"""Grapple and Shove: the STR check, what is hardest, the hold, the push (L168-175)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    legal_words,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
    where,
    zone,
)
from tests.rules.fields import checks, field, paid
from wzc_env.game import Refused
from wzc_env.warzone.words import NONE, Note, Purpose, Side, Why

# The sword fighter: level 4, STR 16 (+2). Monsters without scores have STR 10 (+0).


def difficulty(who: str, changes: dict, *, die: int = 19) -> int:
    """What the sword fighter must reach to grapple a creature."""
    match = stage(party=["sword_fighter@melee"], foes=[(f"{who}@melee", changes)], dice=[die])
    label = match.names.labels[1]
    ((purpose, need, _),) = checks(play(match, f"sword: Grapple {label}"))
    assert purpose == Purpose.GRAPPLE
    assert_all_dice_used(match)
    return need


@pytest.mark.rule("grapple")
def test_grapple_is_a_strength_check_of_the_right_difficulty():
    assert difficulty("raider_captain", {}) == 10  # as many Hit Dice as the actor has levels
    assert difficulty("raider_captain", {"hd": 5}) == 14  # more: Hard
    assert difficulty("goblin", {"tags": ["large"]}) == 18  # Large: Dire
    assert difficulty("ogre", {"hd": 6}) == 18  # both: only the harder


@pytest.mark.rule("grapple")
def test_grapple_adds_the_strength_modifier_alone():
    for die, held in ((8, True), (7, False)):
        match = stage(party=["sword_fighter@melee"], foes=["raider_captain@melee"], dice=[die])
        events = play(match, "sword: Grapple captain")
        assert checks(events) == [(Purpose.GRAPPLE, 10, held)]
        assert paid(events) == [2]
        assert (unit(match, "captain").holder == 0) == held
        assert len(noted(events, Note.HELD)) == held
        assert_all_dice_used(match)


@pytest.mark.rule("grapple")
@pytest.mark.rule("shove")
def test_wrestling_is_strength_even_for_the_nimble():
    scores = {"abilities": {"str": 8, "dex": 18, "con": 10}}  # -1 and +3
    for verb in ("Grapple", "Shove"):
        match = stage(party=[("sword_fighter@melee", scores)], foes=["raider_captain@melee"], dice=[10])
        ((_, need, won),) = checks(play(match, f"sword: {verb} captain"))
        assert (need, won) == (10, False)


@pytest.mark.rule("grapple")
def test_levels_of_a_character_count_against_a_monster():
    match = stage(party=["sword_fighter@melee"], foes=["orc@melee"], dice=[15])
    until_breath_of(match, "orc")
    ((_, need, won),) = checks(play(match, "orc: Grapple sword"))
    assert need == 14
    assert won  # 15 + 0
    assert_all_dice_used(match)


def held_captain(dice: list[int]):
    """The sword fighter holds the captain; the archer fighter stands beside them; the captain's Breath is next."""
    match = stage(party=["sword_fighter@melee", "spear_fighter@melee"], foes=["raider_captain@melee"], dice=[20, *dice])
    play(match, "sword: Grapple captain", "sword: End Breath")
    assert match.decision.unit == 2
    return match


@pytest.mark.rule("grapple")
def test_a_held_creature_does_not_move_and_turns_on_its_grappler_alone():
    match = held_captain([])
    words = " / ".join(legal_words(match))
    assert "Attack sword with two-handed sword" in words
    assert "Attack spear" not in words
    assert "Move" not in words
    assert "Rush" not in words
    assert "Forced Exit" not in words
    assert "Grapple" not in words
    assert "Shove" not in words
    assert "Break hold" in words
    assert match.why(match.parse("Move front")) == Why.GRAPPLED
    assert match.why(match.parse("Forced Exit front")) == Why.GRAPPLED
    assert match.why(match.parse("Attack spear with two-handed sword")) == Why.GRAPPLED
    assert match.why(match.parse("Shove sword")) == Why.GRAPPLED


@pytest.mark.rule("grapple")
def test_a_held_creature_still_counts_for_control():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20])
    play(match, "sword: Grapple captain")
    assert zone(match, "far").control == Side.FOES  # RULING M7
    assert zone(match, "far").bodies == [0, 2]


@pytest.mark.rule("grapple")
def test_breaking_a_hold_costs_two_and_goes_by_the_same_ladder():
    match = stage(party=["sword_fighter@melee"], foes=[("raider_captain@melee", {"hd": 3})], dice=[20, 13, 14])
    play(match, "sword: Grapple captain", "sword: End Breath")
    failed = play(match, "captain: Break hold")
    assert paid(failed) == [2]
    assert checks(failed) == [(Purpose.BREAK_HOLD, 14, False)]  # four levels against three Hit Dice: Hard
    assert unit(match, "captain").holder == 0
    freed = play(match, "captain: Break hold")
    assert checks(freed) == [(Purpose.BREAK_HOLD, 14, True)]
    assert unit(match, "captain").holder == NONE
    assert noted(freed, Note.FREED)[0].unit == 1
    assert "Break hold" not in legal_words(match)
    assert_all_dice_used(match)


@pytest.mark.rule("grapple")
def test_the_held_are_not_grappled_again():
    match = held_captain([])
    play(match, "captain: Forfeit")
    assert match.why(match.parse("Grapple captain")) == Why.ALREADY_HELD
    assert match.why(match.parse("Shove captain")) == Why.OK


@pytest.mark.rule("grapple")
def test_a_hold_ends_with_the_grappler():
    match = stage(
        party=[("sword_fighter@melee", {"hp_now": 1}), "spear_fighter@melee"],
        foes=["raider_captain@melee"],
        dice=[20, 20, 10],
    )
    play(match, "sword: Grapple captain", "sword: End Breath")
    events = play(match, "captain: Attack sword", "sword: Pass")
    assert [e.unit for e in noted(events, Note.DOWN)] == [0]
    assert unit(match, "captain").holder == NONE
    assert_all_dice_used(match)


@pytest.mark.rule("grapple")
def test_moving_away_lets_go():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20])
    play(match, "sword: Grapple captain", "sword: Move back")
    assert where(match, "sword") == "back"
    assert unit(match, "captain").holder == NONE


@pytest.mark.rule("grapple")
@pytest.mark.rule("shove")
def test_wrestling_reaches_the_same_zone_and_across_an_engagement_line():
    match = stage(party=["sword_fighter@front"], foes=["goblin@far", "orc@rear", "ogre@melee"])
    for verb in ("Grapple", "Shove"):
        assert match.why(match.parse(f"{verb} goblin")) == Why.OK  # RULING X16
        assert match.why(match.parse(f"{verb} orc")) == Why.OUT_OF_REACH
        assert match.why(match.parse(f"{verb} ogre")) == Why.OUT_OF_REACH  # an ordinary edge


@pytest.mark.rule("grapple")
@pytest.mark.rule("trait.back_line")
def test_a_back_line_is_safe_from_wrestling_from_outside():
    ground = field({"near": "front_line party", "camp": "back_line foes"}, "near == camp")
    match = stage(party=["sword_fighter@near"], foes=["goblin@camp"], battlefield=ground)
    assert match.why(match.parse("Grapple goblin")) == Why.BACK_LINE_SAFE
    assert match.why(match.parse("Shove goblin")) == Why.BACK_LINE_SAFE


@pytest.mark.rule("shove")
def test_shove_makes_the_same_check_and_moves_the_target_one_zone():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[8])
    events = play(match, "sword: Shove captain")
    assert checks(events) == [(Purpose.SHOVE, 10, True)]
    assert paid(events) == [2]
    assert legal_words(match) == ["Choose front", "Choose rear", "Choose melee"]
    moved = play(match, "sword: Choose rear")
    assert where(match, "captain") == "rear"
    assert noted(moved, Note.MOVE)[0].amount == 1  # forced
    assert vigor(match) == {"sword": 9, "captain": 10}
    assert_all_dice_used(match)


@pytest.mark.rule("shove")
@pytest.mark.parametrize(
    ("changes", "need"), [({"hd": 5}, 14), ({"tags": ["large"]}, 18), ({"hd": 9, "tags": ["large"]}, 18)]
)
def test_shove_difficulty_and_failure(changes, need):
    match = stage(party=["sword_fighter@front"], foes=[("raider_captain@far", changes)], dice=[need - 3])
    if changes.get("hd") == 9:
        until_breath_of(match, "sword")
    events = play(match, "sword: Shove captain")
    assert checks(events) == [(Purpose.SHOVE, need, False)]
    assert where(match, "captain") == "far"
    assert unit(match, "sword").exposed == 0  # a failure only costs the Vigor
    assert vigor(match)["sword"] == 9
    assert_all_dice_used(match)


SHAFT = field(
    {"ledge": "front_line party", "deck": "front_line foes", "hold": "2", "sealed": "", "camp": "back_line foes"},
    "ledge == deck",
    "deck ^^ hold",
    "deck xx sealed",
    "deck -- camp",
    "camp -- sealed",
    gates={"deck camp": "dire", "deck hold": 2},
)


@pytest.mark.rule("shove")
def test_shove_ignores_gates_checks_and_interdict_but_not_blocked_edges():
    match = stage(
        party=["sword_fighter@ledge", "spear_fighter@camp"],
        foes=["raider_captain@deck"],
        battlefield=SHAFT,
        dice=[20],
    )
    play(match, "sword: Ready Interdict", "sword: Shove captain")
    assert legal_words(match) == ["Choose ledge", "Choose hold", "Choose camp"]  # RULING M11, sealed is shut
    play(match, "sword: Choose camp")  # a Dire gate and a fighter who could Interdict: neither is asked
    assert where(match, "captain") == "camp"
    assert match.decision.unit == 0
    assert vigor(match) == {"sword": 7, "spear": 9, "captain": 10}
    assert_all_dice_used(match)


@pytest.mark.rule("shove")
@pytest.mark.rule("capacity")
def test_nobody_is_shoved_into_a_full_zone():
    match = stage(
        party=["sword_fighter@ledge"],
        foes=["raider_captain@deck", "goblin@hold", "goblin@hold"],
        battlefield=SHAFT,
        dice=[20],
    )
    play(match, "sword: Shove captain")
    assert legal_words(match) == ["Choose ledge", "Choose camp"]


@pytest.mark.rule("shove")
def test_where_nothing_is_open_a_shove_is_refused():
    pit = field({"rim": "2", "pit": "2"}, "rim == pit")
    match = stage(party=["sword_fighter@rim", "spear_fighter@rim"], foes=["goblin@pit"], battlefield=pit)
    assert match.why(match.parse("Shove goblin")) == Why.NO_SHOVE_ROOM
    with pytest.raises(Refused, match="no open edge with room"):
        match.step("Shove goblin")


@pytest.mark.rule("shove")
@pytest.mark.rule("control.simple")
def test_a_shove_recounts_control_at_once():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20])
    assert zone(match, "far").control == Side.FOES
    match.take_events()
    events = play(match, "sword: Shove captain", "sword: Choose rear")
    assert zone(match, "far").control == Side.NOBODY
    assert [(e.zone, e.what) for e in noted(events, Note.CONTROL)] == [(2, Side.NOBODY), (3, Side.FOES)]
    assert paid(play(match, "sword: Move far")) == [2]  # RULING M8: no Breakthrough any more


@pytest.mark.rule("shove")
def test_a_shove_frees_who_was_held():
    match = stage(party=["sword_fighter@melee", "spear_fighter@melee"], foes=["raider_captain@melee"], dice=[20, 20])
    play(match, "sword: Grapple captain", "sword: End Breath", "captain: Forfeit")
    play(match, "sword: Shove captain", "sword: Choose far")
    assert unit(match, "captain").holder == NONE
    assert where(match, "captain") == "far"
    assert_all_dice_used(match)


@pytest.mark.rule("flurry")
def test_wrestling_neither_counts_for_flurry_nor_pays_it():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1, 1])
    play(match, "sword: Grapple captain", "sword: Shove captain")  # RULING A2
    assert unit(match, "sword").attacks == 0
    assert_all_dice_used(match)
