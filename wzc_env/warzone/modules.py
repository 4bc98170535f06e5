"""What a table has switched on beside the Count, the menu, reactions and the Lull."""

from wzc_env.kernel import kernel

from .state import Setup
from .words import Module


@kernel
def detailed(s: Setup) -> bool:
    """Whether Detailed Control replaces Simple Control in this battle."""
    return s.modules & Module.DETAILED_CONTROL != 0


@kernel
def zoned(s: Setup) -> bool:
    """Whether the battle is fought in Zones (module 5); without them its places are bands, see `bands.py`."""
    return s.modules & Module.ZONES != 0
