"""The agent that chooses any legal action, each equally likely, by its side's own random stream."""

from wzc_env.kernel import Mask, kernel
from wzc_env.policies import any_legal
from wzc_env.warzone.state import Battle, Rules, Setup

from .base import KernelPolicy, acting


@kernel
def any_action(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """Any legal action."""
    return any_legal(b, s, mask)


act = acting(any_action)
policy = KernelPolicy("random", act)
