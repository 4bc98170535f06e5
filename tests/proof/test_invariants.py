"""Invariants over seeded random play: generated scenarios (Hypothesis), shipped ones and those made for proofs."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from wzc_env.game import DiceError, Match
from wzc_env.warzone import control
from wzc_env.warzone.words import MAX_COMBATANTS, MAX_NOTES, MAX_SPELLS, MAX_ZONES, Note

from . import audit, generated
from .ledger import Ledger
from .players import Player
from .worlds import NAMES, compiled_world, rout

PROOF = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    phases=[Phase.generate],  # to shrink a whole battle takes minutes: add Phase.shrink where a failure is worth it
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
MOST_DECISIONS = 4000
FULL_TAPE = 96


def audited(match: Match, seed: int) -> list[int]:
    """Play a battle to its end under every invariant; returns how many events each decision brought."""
    ledger, player, told = Ledger(match), Player(seed), []
    while True:
        events = match.take_events()
        told.append(len(events))
        ledger.read(events)
        for holds in audit.ALWAYS:
            holds(match)
        if match.over:
            break
        for holds in audit.AT_DECISIONS:
            holds(match)
        assert len(told) < MOST_DECISIONS, "a Count that does not end"
        match.step(player.choose(match.setup.verb_of, match.legal_actions()))
    assert events[-1].note == Note.END
    assert ledger.rounds == match.battle.turn
    audit.end_is_whole(match)
    return told


@pytest.mark.number("t42")
@pytest.mark.number("t43")
@pytest.mark.rule("vigor.round_reset")
@pytest.mark.rule("breath.limit")
@pytest.mark.rule("reaction.limits")
@given(data=st.data(), seed=st.integers(0, 2**31))
@PROOF
def test_a_generated_battle_keeps_every_invariant(data: st.DataObject, seed: int) -> None:
    made = generated.scenario(lambda low, high: data.draw(st.integers(low, high)))
    audited(Match(made.compile(), seed=seed), seed)


@pytest.mark.number("t42")
@pytest.mark.number("t43")
@pytest.mark.rule("vigor.round_reset")
@pytest.mark.rule("breath.limit")
@pytest.mark.rule("breath.one_heavy")
@pytest.mark.rule("reaction.limits")
@pytest.mark.rule("control.simple")
@pytest.mark.rule("combat.end")
@pytest.mark.parametrize("name", NAMES)
def test_a_battle_keeps_every_invariant(name: str) -> None:
    for seed in range(2, 4 if name == "crowd" else 6):
        audited(Match(compiled_world(name), seed=seed), seed)


def test_the_crowd_is_as_large_as_a_battle_may_be() -> None:
    setup = compiled_world("crowd").setup[0]
    assert (setup["units_n"], setup["zones_n"]) == (MAX_COMBATANTS, MAX_ZONES)
    assert sum(sheet["spells_n"] == MAX_SPELLS for sheet in setup["sheets"]) >= 8


def flying(dice: list[int] | None = None) -> Match:
    """All but two of the rout are in flight; the two forfeit, so that the others run without a question."""
    match = Match(rout().compile(), seed=1, dice=dice)
    for unit, sheet in zip(match.battle.units, match.setup.sheets[: match.setup.units_n], strict=False):
        unit.fleeing = int(sheet.morale > 0)
    control.recount(match.battle, match.setup, match.rules)
    return match


def test_a_rout_tells_more_than_the_log_holds_and_rolls_more_than_the_tape_does() -> None:
    """What runs on without a question is told whole; the same dice, listed, give the same battle."""
    match, states = flying(), []
    dice: list[int] = []
    match.take_events()
    for _ in range(4):
        match.step("Forfeit")
        events = match.take_events()
        states.append([(unit.zone, unit.vigor) for unit in match.battle.units])
        rolled = [event.roll for event in events if event.note == Note.DIE]
        dice += rolled
        if len(events) > MAX_NOTES and len(rolled) > FULL_TAPE:
            break
    else:
        raise AssertionError("a rout that is too short for this test")
    again = flying(dice)
    for state in states:
        again.step("Forfeit")
        assert [(unit.zone, unit.vigor) for unit in again.battle.units] == state
    assert again.dice_left == 0
    short = flying(dice[:-1])
    for _ in states[:-1]:
        short.step("Forfeit")
    before, told = short.digest(), len(short.clone().take_events())
    with pytest.raises(DiceError, match="are used"):
        short.step("Forfeit")
    assert (short.digest(), short.dice_left) == (before, len(rolled) - 1)
    assert len(short.take_events()) == told
