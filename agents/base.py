"""What every agent of this folder is made of: the policy object and the helpers that read a mask."""

from dataclasses import dataclass

from wzc_env.kernel import Mask, kernel
from wzc_env.policies import Act, ArrayPolicy, MatchPolicy, Policy
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import NONE, Verb


@dataclass(frozen=True)
class KernelPolicy:
    """A policy whose `act` is a @kernel: plain for one battle, compiled for many."""

    name: str
    act: Act


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


__all__ = ["Act", "ArrayPolicy", "KernelPolicy", "MatchPolicy", "Policy", "first_legal", "is_legal"]
