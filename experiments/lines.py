"""Every way a battle can go: the ways that the dice of one answer may fall, and the number of lines to a depth.

The dice are listed by asking: an answer is tried, the battle says which die it needs next, and each of its faces is
tried in turn. Nothing of the rules is repeated here.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from wzc_env.game import DiceError, Match


def scripted(match: Match) -> Match:
    """A copy at the same place whose dice are prescribed from here on."""
    return match.rehearsal()


def ways(match: Match, action: int) -> Iterator[tuple[Fraction, Match]]:
    """Each way the dice of an answer may fall: its chance, and the battle after it. The Match has scripted dice."""
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        dice, chance = todo.pop()
        after = match.clone()
        after.add_dice(dice)
        try:
            after.step(action)
        except DiceError as missing:
            todo += [((*dice, face), chance / missing.sides) for face in range(missing.sides, 0, -1)]
        else:
            yield chance, after


def settled(match: Match, action: int, face: Callable[[DiceError], int]) -> Match:
    """The battle after an answer whose dice `face` chooses, one by one as they are needed."""
    dice: list[int] = []
    while True:
        after = match.clone()
        after.add_dice(dice)
        try:
            after.step(action)
        except DiceError as missing:
            dice.append(face(missing))
        else:
            return after


def count_lines(match: Match, depth: int) -> int:
    """How many lines lead from here: decisions and dice together, `depth` decisions deep or to the battle's end.

    The dice before the first decision are taken as they were. The Match has scripted dice.
    """
    if depth == 0 or match.over:
        return 1
    return sum(count_lines(after, depth - 1) for action in match.legal_actions() for _, after in ways(match, action))


__all__ = ["count_lines", "scripted", "settled", "ways"]
