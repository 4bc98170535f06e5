"""What a user might find positions worth: one as a kernel, the same as ordinary Python."""

from typing import Any

import numpy as np

from wzc_env.kernel import Doubles2, kernel
from wzc_env.warzone.state import Battle, Rules, Setup


@kernel
def wounds(battles: list[Battle], setups: list[Setup], rules: list[Rules], out: Doubles2) -> None:
    """A hundredth for each point of damage that the other side has taken: the two sides' worths are not opposite."""
    for i in range(len(battles)):
        for side in range(2):
            out[i][side] = 0.0
        for unit in range(setups[battles[i].setup].units_n):
            sheet = setups[battles[i].setup].sheets[unit]
            out[i][1 - sheet.side] += 0.01 * (sheet.hp_max - battles[i].units[unit].hp)


def wounds_in_python(battles: Any, setups: Any) -> Any:
    """The same from record arrays."""
    sheets = setups["sheets"][battles["setup"]]
    there = np.arange(sheets.shape[1]) < setups["units_n"][battles["setup"], None]
    hurt = 0.01 * (sheets["hp_max"] - battles["units"]["hp"]) * there
    return np.stack([(hurt * (sheets["side"] == 1 - side)).sum(1) for side in (0, 1)], 1)
