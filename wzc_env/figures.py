"""Dice, Hit Dice and armour class as people write them: `2d6+1`, `4+1`, `1/2`, descending or ascending."""

import re
from typing import Any, NamedTuple

from .checked import wrong

DICE_ALLOWED = 'text such as "1d8", "2d6+1" or "d4-1"'
HIT_DICE_ALLOWED = 'a whole number, or text such as "4", "4+1", "1-1" or "1/2"'


class DiceText(NamedTuple):
    """`dice` rolls of `sides`, plus `plus`."""

    dice: int
    sides: int
    plus: int


def dice(text: Any) -> DiceText:
    """Parse dice: 1 to 20 dice of 2 to 100 sides, plus or minus up to 100. Raises `checked.wrong`."""
    match = (
        re.fullmatch(r"\s*(\d{0,2})\s*[dD]\s*(\d{1,3})\s*(?:([+-])\s*(\d{1,3}))?\s*", text)
        if isinstance(text, str)
        else None
    )
    if match is None:
        raise wrong("not dice", DICE_ALLOWED)
    plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    found = DiceText(int(match[1] or 1), int(match[2]), plus)
    if not (1 <= found.dice <= 20 and 2 <= found.sides <= 100 and -100 <= plus <= 100):
        raise wrong("dice out of range", "1 to 20 dice of 2 to 100 sides, plus at most 100")
    return found


def hit_dice(text: Any) -> int:
    """Parse Hit Dice into halves: 1/2 is 1, 4 and 4+1 are 8. Raises `checked.wrong`.

    Hit points on top do not count (RULING B12), below one die the half does.
    """
    if type(text) is int:
        text = str(text)
    if not isinstance(text, str):
        raise wrong("not Hit Dice", HIT_DICE_ALLOWED)
    if text.strip() in ("1/2", "½"):
        return 1
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?:[+-]\s*\d{1,2})?\s*", text)
    if match is None or not 1 <= int(match[1]) <= 60:
        raise wrong("not Hit Dice", f"{HIT_DICE_ALLOWED}; 60 at most")
    return 2 * int(match[1])


TURN = 19


def turned(value: int) -> int:
    """Descending AC as ascending, THAC0 as an attack bonus, and either one back: the pair makes 19."""
    return TURN - value
