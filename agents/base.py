"""What every agent of this folder is made of: the policy object and the helpers that read a mask."""

from collections.abc import Callable
from dataclasses import dataclass

from wzc_env.kernel import Ints, Mask, Masks, kernel, with_callees
from wzc_env.policies import Act, ArrayPolicy, MatchPolicy, Policy
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Verb

Answer = Callable[[Battle, Setup, Rules, Mask], int]
"""A @kernel that answers the decision one battle waits for, with a legal action of the kernel's ids."""


@dataclass(frozen=True)
class KernelPolicy:
    """A policy whose `act` is a @kernel: plain for one battle, compiled for many."""

    name: str
    act: Act


@kernel
def nobody(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """Stands for the agent in the pattern below, which is never run itself."""
    return NONE


answer = nobody


@kernel
def answer_each(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks, waiting: Ints, out: Ints
) -> None:
    """The agent's answer for every battle that waits; what it imagines meanwhile is not told."""
    for i in waiting:
        b = battles[i]
        told = int(b.log.on)
        b.log.on = 0
        out[i] = answer(b, setups[b.setup], rules[b.setup], masks[i])
        b.log.on = told


def acting(answer: Answer, name: str = "act") -> Act:
    """`act` of an agent from the kernel that answers for one battle: `answer_each` with it.

    `name` is what the module of the kernel calls the result, by which policies are pickled.
    """
    made = with_callees(answer_each, answer=answer)
    made.__module__, made.__qualname__ = answer.__module__, name
    return made


@kernel
def is_legal(s: Setup, mask: Mask, verb: Verb) -> bool:
    """Whether a Verb without argument is legal now."""
    return mask[s.offset[verb]] != 0


@kernel
def first_legal(s: Setup, mask: Mask) -> int:
    """The legal action with the lowest id; NONE where nothing is legal, which no battle ever asks."""
    for action in range(s.actions_n):
        if mask[action] != 0:
            return action
    return NONE


__all__ = ["Act", "ArrayPolicy", "KernelPolicy", "MatchPolicy", "Policy", "acting", "first_legal", "is_legal"]
