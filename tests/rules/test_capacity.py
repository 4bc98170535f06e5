"""Narrow places: who fills them, who may still come in (L386-390)."""

import pytest

from tests.harness import assert_all_dice_used, play, stage, unit, until_breath_of, vigor, where, zone
from tests.rules.fields import NO_MORALE, checks, field, paid
from wzc_env.game import Refused
from wzc_env.warzone.words import Kind, Purpose, Side, Why

GAP = field(
    {"near": "front_line party", "gap": "3", "far": "front_line foes", "rear": "back_line foes"},
    "near -- gap",
    "gap -- far",
    "far -- rear",
)


def narrow(*, party, foes, dice=(), battlefield=GAP, **options):
    return stage(party=party, foes=foes, battlefield=battlefield, dice=dice, rules=NO_MORALE, **options)


@pytest.mark.rule("capacity")
@pytest.mark.rule("breakthrough")
@pytest.mark.number("t29")
@pytest.mark.parametrize(("die", "won"), [(16, True), (15, False)])
def test_filled_by_the_enemy_it_takes_a_dire_breakthrough(die, won):
    match = narrow(party=["sword_fighter@near"], foes=["goblin@gap"] * 3, dice=[die])
    events = play(match, "sword: Move gap")
    if won:
        while match.decision.kind == Kind.INTERDICT:
            play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    assert paid(events) == [3]
    assert checks(events) == [(Purpose.BREAKTHROUGH, 18, won)]  # STR +2
    assert where(match, "sword") == ("gap" if won else "near")
    assert unit(match, "sword").exposed == (not won)
    assert_all_dice_used(match)


@pytest.mark.rule("capacity")
@pytest.mark.number("t29")
def test_below_capacity_the_entry_is_the_usual_one():
    match = narrow(party=["sword_fighter@near"], foes=["goblin@gap"] * 2, dice=[8])
    assert checks(play(match, "sword: Move gap")) == [(Purpose.BREAKTHROUGH, 10, True)]


@pytest.mark.rule("capacity")
@pytest.mark.number("t29")
def test_over_capacity_everybody_is_barred_until_below_it():
    party = ["sword_fighter@near", ("spear_fighter@near", {"abilities": {"dex": 18}}), "cleric@near"]
    match = narrow(party=party, foes=["goblin@gap", "goblin@gap", "goblin@gap", "orc@far"], dice=[20])
    play(match, "spear: Move gap")
    while match.decision.kind == Kind.INTERDICT:
        play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    assert zone(match, "gap").occupants == [1, 3]
    play(match, "spear: End Breath")
    assert match.why(match.parse("Move gap")) == Why.OVER_CAPACITY
    with pytest.raises(Refused, match="over its Capacity"):
        match.step("Move gap")
    until_breath_of(match, "orc")
    assert match.why(match.parse("Move gap")) == Why.OVER_CAPACITY  # their friends too (RULING X5)


@pytest.mark.rule("capacity")
@pytest.mark.number("t29")
def test_back_at_capacity_is_not_yet_below_it():
    """L390: once over Capacity, nobody enters until the occupancy is below it."""
    match = narrow(party=["sword_fighter@near", "spear_fighter@near"], foes=["goblin@gap"] * 3, dice=[20])
    play(match, "sword: Move gap")
    while match.decision.kind == Kind.INTERDICT:
        play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    play(match, "sword: Move near")  # out again: three goblins, exactly the Capacity
    assert zone(match, "gap").occupants == [0, 3]
    play(match, "sword: End Breath", "spear: Forfeit", "goblin_0: Forfeit", "goblin_1: Forfeit", "goblin_2: Forfeit")
    assert match.why(match.parse("Move gap")) == Why.OVER_CAPACITY  # not a second Dire Breakthrough
    assert match.why(match.parse("Rush gap")) == Why.OVER_CAPACITY


@pytest.mark.rule("capacity")
def test_below_capacity_once_the_place_is_open_again():
    match = narrow(party=["sword_fighter@near", "spear_fighter@near"], foes=["goblin@gap"] * 3, dice=[20])
    play(match, "sword: Move gap")
    while match.decision.kind == Kind.INTERDICT:
        play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    play(match, "sword: Move near", "sword: End Breath", "spear: Forfeit")
    play(match, "goblin_0: Move far", "goblin_0: Move gap", "goblin_0: End Breath")
    assert where(match, "goblin_0") == "gap"
    play(match, "goblin_1: Forfeit", "goblin_2: Forfeit")
    assert zone(match, "gap").occupants == [0, 3]
    assert match.why(match.parse("Move gap")) == Why.OK  # filled by one side, and passable by a Dire Breakthrough


@pytest.mark.rule("capacity")
def test_a_stopped_breakthrough_leaves_the_place_at_capacity():
    match = narrow(party=["sword_fighter@near"], foes=["goblin@gap"] * 3, dice=[20, 20, 1])
    play(match, "sword: Move gap", "goblin_0: Interdict")
    assert zone(match, "gap").occupants == [0, 3]
    assert where(match, "sword") == "near"
    assert match.why(match.parse("Move gap")) == Why.BREATH_LIMIT  # open still; only this Breath is too short


@pytest.mark.rule("capacity")
def test_no_friend_enters_a_full_place():
    match = narrow(party=["sword_fighter@near", *["spear_fighter@gap"] * 3], foes=["goblin@far"])
    assert match.why(match.parse("Move gap")) == Why.NO_ROOM  # RULING M9


@pytest.mark.rule("capacity")
def test_filled_by_both_sides_it_is_not_blocked_but_has_no_room():
    match = narrow(party=["sword_fighter@near", "spear_fighter@gap"], foes=["goblin@gap", "orc@gap"])
    assert match.why(match.parse("Move gap")) == Why.NO_ROOM  # RULING X5
    match = narrow(party=["sword_fighter@near", "spear_fighter@gap"], foes=["goblin@gap"])
    assert paid(play(match, "sword: Move gap")) == [2]  # room is left: an ordinary entry


@pytest.mark.rule("capacity")
@pytest.mark.rule("breakthrough")
def test_helpless_enemies_fill_it_as_well():
    """L388 counts creatures: even where nobody Controls the place, it takes a Dire Breakthrough."""
    foes = [("goblin@gap", {"count": 3, "effects": {"held": 9}}), "orc@far"]
    match = narrow(party=["sword_fighter@near"], foes=foes, dice=[15])
    assert zone(match, "gap").control == Side.NOBODY
    events = play(match, "sword: Move gap")
    assert checks(events) == [(Purpose.BREAKTHROUGH, 18, False)]
    assert paid(events) == [3]
    assert unit(match, "sword").exposed == 1


@pytest.mark.rule("capacity")
def test_the_fallen_take_no_room():
    match = narrow(
        party=["sword_fighter@gap", "spear_fighter@near"],
        foes=[("goblin@gap", {"hp": 1}), "goblin@gap", "orc@far"],
        dice=[20, 1],
    )
    play(match, "sword: Attack goblin_0", "goblin_0: Pass")
    assert zone(match, "gap").occupants == [1, 1]
    play(match, "sword: End Breath")
    until_breath_of(match, "spear")
    assert match.why(match.parse("Move gap")) == Why.OK


@pytest.mark.rule("capacity")
@pytest.mark.rule("melee.enter")
@pytest.mark.parametrize("kind", ["sword_fighter", "goblin"])
def test_a_narrow_melee_filled_by_the_enemy_has_a_dire_entry(kind):
    pit = field({"near": "", "pit": "melee 2", "far": ""}, "near -- pit", "pit -- far")
    match = narrow(party=[f"{kind}@near"], foes=["orc@pit", "orc@pit"], battlefield=pit, dice=[15])
    who = match.names.labels[0]
    until_breath_of(match, who)
    events = play(match, f"{who}: Move pit")  # RULING X6: also for who enters freely; and it stays the Melee's entry
    assert checks(events) == [(Purpose.ENTER_MELEE, 18, False)]
    assert paid(events) == [2]
    assert vigor(match)[who] > 0
