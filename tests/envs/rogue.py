"""A kernel that answers with what is never legal."""

from wzc_env.kernel import Ints, Masks, kernel
from wzc_env.warzone.state import Battle, Rules, Setup


@kernel
def act(battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks, waiting: Ints, out: Ints) -> None:
    """9999, whatever is asked."""
    for i in waiting:
        out[i] = 9999
