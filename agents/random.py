"""The agent that chooses any legal action, each equally likely, by its side's own random stream."""

from wzc_env.kernel import Ints, Masks, kernel
from wzc_env.policies import any_legal
from wzc_env.warzone.state import Battle, Rules, Setup

from .base import KernelPolicy


@kernel
def act(battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks, waiting: Ints, out: Ints) -> None:
    """`any_legal` for every battle that waits."""
    for i in waiting:
        b = battles[i]
        out[i] = any_legal(b, setups[b.setup], masks[i])


policy = KernelPolicy("random", act)
