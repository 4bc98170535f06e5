"""The host's surprise, at the start of a battle (RULING B11)."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, stage, until, vigor
from tests.rules.fields import NO_MORALE, armour_classes
from wzc_env.warzone.words import Kind, Note, SelectedBy

PARTY = ["sword_fighter@front", "cleric@front"]
FOES = ["raider_captain@far", "orc@far"]


def surprised(side, dice=(), **options):
    return stage(PARTY, FOES, dice=dice, surprised=side, rules=NO_MORALE, **options)


@pytest.mark.rule("vigor.round_reset")
@pytest.mark.parametrize(("side", "left"), [
    (None, {"sword": 11, "captain": 10, "orc": 9}),
    ("party", {"sword": 0, "cleric": 0, "captain": 10, "orc": 9}),
    ("foes", {"sword": 11, "captain": 0, "orc": 0}),
])  # fmt: skip
def test_the_surprised_begin_at_nothing(side, left):
    """RULING B11."""
    match = surprised(side)
    assert {who: vigor(match)[who] for who in left} == left
    events = match.take_events()
    lazy = [match.names.labels[e.unit] for e in noted(events, Note.SURPRISED)]
    assert lazy == [who for who, points in vigor(match).items() if points == 0]
    assert {match.names.labels[e.unit]: e.total for e in noted(events, Note.VIGOR)} == vigor(match)


@pytest.mark.rule("vigor.round_reset")
@pytest.mark.rule("reaction.improvised")
@pytest.mark.rule("count.order")
def test_they_neither_act_nor_react_in_that_round():
    match = surprised("foes", [20, 1])
    asked = {"sword"}

    def is_next_round() -> bool:
        if match.battle.turn == 1 and match.decision.kind != Kind.LULL:
            asked.add(match.names.labels[match.decision.unit])
        return match.battle.turn == 2

    play(match, "sword: Attack orc")
    until(match, is_next_round)
    assert asked == {"sword", "cleric"}
    assert_all_dice_used(match)


@pytest.mark.rule("vigor.round_reset")
def test_it_is_the_first_round_alone():
    match = surprised("foes")
    until(match, lambda: match.battle.turn == 2)
    assert (vigor(match)["captain"], vigor(match)["orc"]) == (10, 9)
    assert not noted(match.take_events(), Note.SURPRISED)


@pytest.mark.rule("vigor.round_reset")
@pytest.mark.rule("count.order")
def test_the_others_are_selected_as_ever():
    match = surprised("party")
    (first,) = noted(match.take_events(), Note.SELECT)
    assert (match.names.labels[first.unit], first.what, first.amount) == ("captain", SelectedBy.MOST_VIGOR, 1)


@pytest.mark.rule("vigor.round_reset")
@pytest.mark.rule("host.contract")
def test_the_surprised_defend_with_their_armour_all_the_same():
    match = surprised("foes", [2])
    events = play(match, "sword: Attack captain")
    assert armour_classes(events) == [14]
    assert match.decision.kind == Kind.BREATH
    assert_all_dice_used(match)
