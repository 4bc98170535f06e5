"""Move and Attack from concealment (L326-330), and the host's backstab instead of it."""

import pytest

from tests.harness import assert_all_dice_used, dice_rolled, modifiers, noted, play, unit, until_breath_of
from tests.rules.fields import armour_classes, checks, paid
from tests.rules.night import hidden, lurker, night, seen, strike
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Side, Why

FOE = ("ogre@shrine", {"hp": 60, "morale": 0})
STABBER = {"tags": ["person", "backstab"]}
FAST = {"effects": {"haste": 9}}  # a Breath holds more: Hide and Move at 1, a Breakthrough at 2


def edges(events: list[Event], purpose: Purpose = Purpose.ATTACK) -> list[dict[Mod, int]]:
    """The modifiers of each roll, without the attack bonus, Flurry and what a place gives."""
    told = (Mod.AMBUSH, Mod.BACKSTAB, Mod.PERFECT_AMBUSH, Mod.CHARGE, Mod.RUSH)
    return [{mod: value for mod, value in each.items() if mod in told} for each in modifiers(events, purpose)]


def ambush(dice, foes=(FOE,), **changes) -> Match:
    """The lurker in the wood is hidden and moves into the alley, next to the shrine; 3 of its 5 are spent."""
    match = night([lurker(**changes)], list(foes), [1, *dice])
    events = play(match, "sword: Hide", "sword: Move alley")
    assert paid(events) == [1, 2], "hidden, it does not Control the Flank that would make the step cheaper"
    assert hidden(match, "sword")
    return match


@pytest.mark.rule("ambush")
@pytest.mark.rule("trait.flank")
def test_hide_move_and_attack_fit_one_breath_and_the_attack_gains_two():
    """RULING X3: 1 + 2 + 2."""
    match = ambush([2])
    events = strike(match, "sword", "ogre", "bow")
    assert edges(events) == [{Mod.AMBUSH: 2}]
    assert (seen(events), hidden(match, "sword")) == (1, False)
    assert unit(match, "sword").paid == 5
    assert_all_dice_used(match)


@pytest.mark.rule("ambush")
def test_the_bonus_is_a_cell_of_the_table():
    for value in (0, 5):
        match = night([lurker()], [FOE], [1, 2], rules={"ambush.attack": value})
        play(match, "sword: Hide", "sword: Move alley")
        assert edges(strike(match, "sword", "ogre", "bow")) == [{Mod.AMBUSH: value} if value else {}]


@pytest.mark.rule("ambush")
@pytest.mark.rule("attack.routine")
def test_it_serves_every_roll_of_the_first_attack_and_no_second_one():
    """RULING A10; the contract: the whole next Attack maneuver."""
    match = night([lurker(**FAST)], [FOE], [1, 15, 2, 2, 2])
    play(match, "sword: Hide", "sword: Move shrine (Breakthrough, Standard)")
    first = strike(match, "sword", "ogre", "flurry", rolls=2)
    assert edges(first) == [{Mod.AMBUSH: 2}, {Mod.AMBUSH: 2}]
    assert edges(strike(match, "sword", "ogre")) == [{}]


@pytest.mark.rule("ambush")
def test_without_the_move_there_is_no_ambush():
    """RULING A10."""
    match = night([lurker()], [FOE], [1, 2])
    play(match, "sword: Hide")
    events = strike(match, "sword", "ogre")  # across the line, from where it hid
    assert edges(events) == [{}]
    assert not hidden(match, "sword")


@pytest.mark.rule("ambush")
def test_a_move_before_the_hiding_does_not_count():
    match = night([lurker("camp")], [FOE], [1, 2])
    play(match, "sword: Move wood", "sword: Hide")
    assert edges(strike(match, "sword", "ogre")) == [{}]


@pytest.mark.rule("ambush")
def test_a_failed_attempt_gives_nothing():
    match = night([lurker()], [FOE], [51, 2])
    play(match, "sword: Hide")
    assert paid(play(match, "sword: Move alley")) == [1]  # seen, it still Controls the wood
    assert edges(strike(match, "sword", "ogre", "bow")) == [{}]


@pytest.mark.rule("ambush")
def test_hidden_in_one_breath_it_strikes_in_the_next():
    match = night([lurker()], [FOE], [1, 2])
    play(match, "sword: Hide", "sword: End Breath")
    until_breath_of(match, "sword")
    play(match, "sword: Rush alley")
    assert edges(strike(match, "sword", "ogre", "bow")) == [
        {Mod.RUSH: 1, Mod.AMBUSH: 2}
    ]  # all of these count as moving


@pytest.mark.rule("ambush")
def test_a_move_without_the_attack_ends_the_hiding_with_the_breath():
    """The contract: leaving a Flank ends it but for the Move of an Ambush in that Breath."""
    match = ambush([2])
    events = play(match, "sword: End Breath")
    assert (seen(events), hidden(match, "sword")) == (1, False)
    until_breath_of(match, "sword")
    assert edges(strike(match, "sword", "ogre", "bow")) == [{}]


@pytest.mark.rule("ambush")
def test_it_moves_unseen_once():
    match = night([lurker("alley", **FAST)], [FOE], [1, 2])
    play(match, "sword: Hide", "sword: Move wood")
    assert hidden(match, "sword")
    events = play(match, "sword: Move camp")
    assert (seen(events), hidden(match, "sword")) == (1, False)
    assert edges(strike(match, "sword", "ogre", "bow")) == [{}]


@pytest.mark.rule("ambush")
def test_after_an_attack_there_is_no_ambush_in_the_same_breath():
    """RULING A10: the first Attack of the Breath, and no other."""
    match = night([lurker("wood", **FAST)], [FOE], [2, 1, 2])
    strike(match, "sword", "ogre")
    events = play(match, "sword: Hide", "sword: Move alley")
    assert (seen(events), hidden(match, "sword")) == (1, False)
    assert edges(strike(match, "sword", "ogre", "bow")) == [{}]


@pytest.mark.rule("ambush")
def test_the_next_breath_may_hold_an_ambush_again():
    match = night([lurker()], [FOE], [2, 1, 2])
    strike(match, "sword", "ogre")
    play(match, "sword: End Breath")  # 11 left, ahead of the ogre's 10
    play(match, "sword: Hide", "sword: Move alley")
    assert edges(strike(match, "sword", "ogre", "bow")) == [{Mod.AMBUSH: 2}]


@pytest.mark.rule("ambush")
def test_who_hides_anew_after_its_ambush_stays_hidden():
    match = night([lurker(**FAST)], [FOE], [1, 2, 1])
    play(match, "sword: Hide", "sword: Move alley")
    strike(match, "sword", "ogre", "bow")
    play(match, "sword: Hide", "sword: End Breath")
    assert hidden(match, "sword")


@pytest.mark.rule("ambush")
def test_who_is_barred_stays_hidden_where_it_is():
    match = night([lurker("alley", **FAST)], [FOE], [1, 2, 2])
    events = play(match, "sword: Hide", "sword: Move shrine")
    assert [won for _, _, won in checks(events)][-1] is False
    assert hidden(match, "sword")
    assert edges(strike(match, "sword", "ogre", "bow")) == [{}]  # RULING X8: it has not been placed


@pytest.mark.rule("ambush")
@pytest.mark.rule("guard")
def test_the_target_of_an_ambush_may_react():
    """Only a Perfect Ambush forbids it (L330, L332)."""
    match = night([lurker("alley", **FAST)], [FOE], [1, 20, 2, 2])
    play(match, "sword: Hide", "sword: Move shrine")
    events = play(match, "sword: Attack ogre with blade", "ogre: Parry & Riposte")
    assert edges(events) == [{Mod.AMBUSH: 2}]
    assert armour_classes(events) == [16]
    assert edges(events, Purpose.RIPOSTE) == [{}]


@pytest.mark.rule("ambush")
@pytest.mark.rule("parry_riposte")
def test_a_riposte_has_no_ambush():
    """The contract: never a riposte; the ambusher's own comes when its Breath is over."""
    match = ambush([2, 15, 2, 2])
    strike(match, "sword", "ogre", "bow")
    play(match, "sword: End Breath")
    until_breath_of(match, "ogre")
    play(match, "ogre: Move alley (Breakthrough, Standard)", "sword: Pass", "ogre: Overload")
    events = play(match, "ogre: Attack sword", "sword: Parry & Riposte")
    assert edges(events, Purpose.RIPOSTE) == [{}]


@pytest.mark.rule("ambush")
@pytest.mark.parametrize("moves", [True, False])
def test_the_hosts_backstab_replaces_the_ambush(moves):
    """L330: +4 and double damage here, not +2 besides; it needs concealment, not the Move."""
    foe = ("ogre@shrine", {"hp": 60, "ac": 14})
    match = night([lurker(**STABBER, **FAST)], [foe], [1, *([15] if moves else []), 15, 3])
    play(match, "sword: Hide", *(["sword: Move shrine"] if moves else []))
    events = strike(match, "sword", "ogre")
    assert edges(events) == [{Mod.BACKSTAB: 4}]
    assert [(e.unit, e.other, e.total) for e in noted(events, Note.FACTOR)] == [(0, 1, 2)]
    assert [(e.total, e.need) for e in noted(events, Note.DAMAGE)] == [(6, 54)]
    assert_all_dice_used(match)


@pytest.mark.rule("ambush")
def test_a_missile_is_no_backstab_but_may_be_an_ambush():
    match = ambush([15, 3], **STABBER)
    events = strike(match, "sword", "ogre", "bow")
    assert edges(events) == [{Mod.AMBUSH: 2}]
    assert not noted(events, Note.FACTOR)
    match = night([lurker(**STABBER)], [FOE], [1, 15, 3])
    play(match, "sword: Hide")
    assert edges(strike(match, "sword", "ogre", "bow")) == [{}]


@pytest.mark.rule("ambush")
def test_who_can_backstab_does_not_when_it_is_known():
    match = night([lurker(**STABBER)], [FOE], [15, 3])
    events = strike(match, "sword", "ogre")
    assert edges(events) == [{}]
    assert not noted(events, Note.FACTOR)


@pytest.mark.rule("ambush")
@pytest.mark.rule("host.contract")
def test_the_hosts_numbers_of_a_backstab_are_cells():
    rules = {"host.backstab_attack": 2, "host.backstab_factor": 3}
    match = night([lurker(**STABBER)], [("ogre@shrine", {"hp": 60})], [1, 20, 5], rules=rules)
    play(match, "sword: Hide")
    events = strike(match, "sword", "ogre")
    assert edges(events) == [{Mod.BACKSTAB: 2}]
    assert [e.total for e in noted(events, Note.DAMAGE)] == [15]


@pytest.mark.rule("ambush")
def test_with_a_breakthrough_it_takes_two_breaths():
    """RULING X3: 1 + 3 + 2 is more than a Breath holds."""
    match = night([lurker("alley")], [FOE], [1, 20, 2])
    play(match, "sword: Hide", "sword: Move shrine (Breakthrough, Standard)")
    assert match.why(match.parse("Attack ogre with blade")) == Why.BREATH_LIMIT
    match = night([lurker("alley")], [FOE], [1, 20, 2])
    play(match, "sword: Hide", "sword: End Breath")
    until_breath_of(match, "sword")
    play(match, "sword: Move shrine")
    assert edges(strike(match, "sword", "ogre")) == [{Mod.AMBUSH: 2}]


@pytest.mark.rule("ambush")
@pytest.mark.rule("exposed.effects")
def test_the_ambushers_own_melee_is_entered_like_any_other():
    match = night([lurker("alley", armour="chain")], ["ogre@store", "goblin@pit"], [1, 9, 2])
    events = play(match, "sword: Hide", "sword: Move pit (Enter the Melee, Standard)")
    assert checks(events)[-1] == (Purpose.ENTER_MELEE, 10, True)  # DEX +3
    assert match.decision.kind == Kind.BREATH  # the goblin sees nobody to Interdict
    assert edges(strike(match, "sword", "goblin")) == [{Mod.AMBUSH: 2}]


@pytest.mark.rule("ambush")
@pytest.mark.rule("control.simple")
def test_it_counts_for_control_as_soon_as_it_has_struck():
    match = night([lurker("alley", **FAST)], [FOE, "goblin@store"], [1, 20, 2])
    play(match, "sword: Hide", "sword: Move shrine")
    shrine = match.battle.zones[match.names.zones.index("shrine")]
    assert (shrine.bodies, shrine.control) == ([0, 2], Side.FOES)
    strike(match, "sword", "ogre")
    assert (shrine.bodies, shrine.control) == ([2, 2], Side.NOBODY)


@pytest.mark.rule("ambush")
def test_a_thief_of_the_roster_backstabs():
    match = night(["thief@wood"], [FOE], [30, 20, 4])
    events = play(match, "thief: Hide")
    assert [(e.need, e.won) for e in dice_rolled(events, Purpose.HIDE)] == [(30, 1)]
    events = strike(match, "thief", "ogre", "sword")
    assert edges(events) == [{Mod.BACKSTAB: 4}]
    assert [e.total for e in noted(events, Note.DAMAGE)] == [8]
