"""The Count by a naive reading of the book, from stat blocks and remaining Vigor; nothing is kept, no rule is asked."""

from collections.abc import Sequence
from typing import Any

PLATE, UP, DEX = 3, 0, 1


def maximum(sheet: Any) -> int:
    """A PC has 10 and its DEX modifier, 1 less in plate; anybody else 8 and half its Hit Dice, rounded up, up to 13.

    A Squad acts by its leader's, and has none.
    """
    if sheet.members:
        return 0
    if sheet.pc:
        return 10 + int(sheet.modifier[DEX]) - (1 if sheet.armour == PLATE else 0)
    whole_or_half = sheet.hd_half / 2
    half = whole_or_half / 2
    rounded_up = int(half) if half == int(half) else int(half) + 1
    return min(13, 8 + rounded_up)


def at_round_start(sheet: Any, carried_penalty: int) -> int:
    """The maximum less what a failed withdrawal costs, never below 0."""
    return max(0, maximum(sheet) - carried_penalty)


def standing(sheet: Any, vigor: int, lot: int) -> tuple[int, ...]:
    """Sorts the Count: Vigor; a PC before a monster; PCs by DEX score, monsters by Hit Dice; then the GM's order."""
    return (vigor, 1 if sheet.pc else 0, sheet.score[DEX] if sheet.pc else sheet.hd_half, -lot)


def next_actor(sheets: Sequence[Any], units: Sequence[Any], lots: Sequence[int]) -> int:
    """Who is selected: of all on their feet with any Vigor the first on the Count; -1 when the Round is spent."""
    able = [i for i, unit in enumerate(units) if unit.life == UP and unit.vigor > 0]
    if not able:
        return -1
    return max(able, key=lambda i: standing(sheets[i], units[i].vigor, lots[i]))


def drawn_lots(names: int, draws: Sequence[int]) -> list[int]:
    """The order that a drawn last tie gives: from the last name down, each swaps with the one that its die shows."""
    lots = list(range(names))
    for last, shown in zip(range(names - 1, 0, -1), draws, strict=True):
        lots[last], lots[shown - 1] = lots[shown - 1], lots[last]
    return lots


def hard_reset(sheets: Sequence[Any], penalties: Sequence[int]) -> list[int]:
    """Everybody's Vigor as a Round begins."""
    return [at_round_start(sheet, penalty) for sheet, penalty in zip(sheets, penalties, strict=True)]
