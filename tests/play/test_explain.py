"""Every refusal has a plain sentence with the numbers at hand."""

import re

import pytest

from tests.harness import play, shipped, stage, unit
from tests.play.walks import walk
from wzc_env.game import Match, Refused
from wzc_env.warzone.explain import _SENTENCES, explain
from wzc_env.warzone.words import Kind, Verb, Why


def test_every_reason_has_a_sentence() -> None:
    assert set(_SENTENCES) == set(Why)


@pytest.mark.parametrize("why", list(Why))
def test_every_sentence_can_be_filled_for_every_kind_of_action(why: Why) -> None:
    match = shipped("skirmish")
    for action in range(match.setup.actions_n):
        text = explain(why, match, action)
        assert text
        assert not re.search(r"[{}\n]|  |None", text), text
        assert not text.endswith(".")


def test_refusals_met_in_play_are_explained() -> None:
    met: set[Why] = set()
    for name, seed in (("skirmish", 1), ("skirmish", 2), ("broken_line", 3)):
        match = shipped(name, seed=seed)
        for state in walk(match, seed):
            for action in range(state.setup.actions_n):
                why = state.why(action)
                if why != Why.OK and why not in met:
                    met.add(why)
                    assert explain(why, state, action)
        met.add(match.why(0))
    assert len(met) > 25, sorted(met)


def refusal(match: Match, said: str) -> str:
    with pytest.raises(Refused) as caught:
        match.step(said)
    return str(caught.value)


def test_numbers_at_hand() -> None:
    match = stage(["sword_fighter@front"], ["raider_captain@far"])
    play(match, "sword: Attack captain with sword", "captain: Pass", "sword: Ready Parry & Riposte")
    assert refusal(match, "Attack captain with sword") == ("Attack costs 2 and 1 of the Breath Limit of 5 are left")
    unit(match, "sword").vigor = 1
    assert refusal(match, "Attack captain with sword") == "Attack costs 2 and sword has 1 Vigor left"
    assert refusal(match, "Ready Guard").startswith("one Readied reaction is held at a time")
    assert refusal(match, "Pass") == "Pass does not answer what is asked now: the next maneuver of a Breath"
    match = stage(["sword_fighter@front"], ["raider_captain@far"])
    assert refusal(match, "Move rear") == "no edge leads from front to rear"
    assert refusal(match, "Move front") == "sword is in front already"
    assert refusal(match, "Attack sword with sword") in (
        "sword is no enemy of sword", "Attack costs 2 and sword has 1 Vigor left"
    )  # fmt: skip


def test_an_improvised_reaction_has_its_price() -> None:
    match = stage(["sword_fighter@front"], ["raider_captain@far"])
    unit(match, "captain").vigor = 2
    play(match, "sword: Attack captain with sword")
    assert match.decision is not None
    assert match.decision.kind == Kind.DEFEND
    assert refusal(match, "Parry & Riposte") == (
        "Parry & Riposte must be improvised for 3 and captain has 2 Vigor left"
    )


def test_an_action_that_does_not_exist_and_a_battle_that_is_over() -> None:
    match = shipped("duel", seed=1)
    assert explain(Why.OUT_OF_RANGE, match, 999) == (
        f"there is no action 999: this battle has actions 0 to {match.setup.actions_n - 1}"
    )
    for _ in walk(match, 1):
        pass
    assert explain(match.why(0), match, 0) == "the battle is over"


def test_a_wrong_choice_is_called_what_it_is() -> None:
    """A spell, a Zone or a set of gear, as the maneuver asks; a number where there is none of that number."""
    mage = ("magic_user@front", {"spells": {"magic missile": 1, "sleep": 1, "fireball": 1}, "level": 5})
    match = stage([mage, "cleric@back"], [("goblin@far", {"morale": 0})], dice=[20])
    mage_ = unit(match, "mage")
    mage_.slots[match.names.unit_spells[0].index("fireball")] = 0
    play(match, "mage: Focus")
    assert refusal(match, "Choose fireball") == "fireball is no choice here"
    assert explain(Why.NO_SUCH_OPTION, match, match.setup.offset[Verb.CHOOSE] + 7) == "spell#7 is no choice here"
    match = stage(["sword_fighter@front"], [("goblin@far", {"morale": 0})], dice=[20])
    play(match, "sword: Shove goblin")
    assert match.decision is not None
    assert match.decision.kind == Kind.CHOOSE
    assert refusal(match, "Choose back") == "back is no choice here"
    sets = [{"name": name} for name in ("sword", "bow", "club")]
    match = stage([("sword_fighter@front", {"gear": sets})], ["goblin@far"])
    play(match, "sword: Draw")
    assert refusal(match, "Choose sword") == "sword is no choice here"
