"""Events: what a person is told. They lie outside the compared bytes and cost nothing when the log is off."""

from wzc_env.kernel import kernel, roll_die

from .state import Battle
from .words import MAX_NOTES, NONE, Note, Purpose


@kernel
def write(
    b: Battle, note: Note, unit: int, other: int, zone: int, what: int, amount: int, roll: int, mod: int, total: int,
    need: int, won: int,
) -> None:  # fmt: skip
    """Append one event; an overflow is marked and stops the battle, it never truncates silently."""
    if b.log.on == 0:
        return
    if b.log.n >= MAX_NOTES:
        b.log.overflow = 1
        return
    e = b.log.events[b.log.n]
    e.note = note
    e.unit = unit
    e.other = other
    e.zone = zone
    e.what = what
    e.amount = amount
    e.roll = roll
    e.mod = mod
    e.total = total
    e.need = need
    e.won = won
    b.log.n += 1


@kernel
def say(b: Battle, note: Note, unit: int, other: int, zone: int, what: int, amount: int) -> None:
    """An event without numbers."""
    write(b, note, unit, other, zone, what, amount, 0, 0, 0, 0, 0)


@kernel
def tell(b: Battle, note: Note, unit: int, other: int, what: int, mod: int, total: int, need: int) -> None:
    """An event with a change, what is left and what is needed."""
    write(b, note, unit, other, NONE, what, 0, 0, mod, total, need, 0)


@kernel
def modify(b: Battle, unit: int, source: int, value: int) -> int:
    """Note one modifier (its source a Mod) of the next die, unless it is zero; return it, so that sums read as sums."""
    if value != 0:
        write(b, Note.MOD, unit, NONE, NONE, source, 0, 0, value, 0, 0, 0)
    return value


@kernel
def throw(b: Battle, unit: int, other: int, purpose: Purpose, sides: int) -> int:
    """Roll one die without a target number, as an event."""
    natural = roll_die(b.dice, sides, purpose)
    write(b, Note.DIE, unit, other, NONE, purpose, sides, natural, 0, natural, 0, 0)
    return natural


@kernel
def throw_sum(b: Battle, unit: int, other: int, purpose: Purpose, dice: int, sides: int) -> int:
    """Roll `dice` dice and return their sum; each is an event."""
    total = 0
    for _ in range(dice):
        total += throw(b, unit, other, purpose, sides)
    return total
