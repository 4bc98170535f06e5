"""What a side knows at the table: a copy of the battle from which the rest is taken out before it is observed.

`veil` works on a copy (`sees="table"`); the rules and the mask never look through it. By what a table sees:

- A creature that is hidden from a side: that it is there somewhere and hidden, its stat block, its place in the order
  of ties. Nothing else, wherever it would show: in its own row, in the room that it takes up, in a Breath of its own.
- Any other enemy's hit points: in which of four bands they lie (`band`), as every referee tells; of a Squad those of
  each of its members.
- An enemy's spells: not which are prepared, how many are left or which of them is focused; that it has a Focus shows.
- How many Lulls an effect, or the life of who is dying, still lasts; and the dice to come.

All else is open: Vigor is the Count track that everybody reads; a Readied technique is declared and paid for at the
table, so that the other side may weigh it; wounds that fell a creature, gear in hand, a bow to be loaded are seen. Who
is Off-Map is known to be off the map.
"""

from wzc_env.kernel import kernel

from .opening import clear_squad, clear_unit, muster
from .squads import heads, is_squad, member_hp
from .state import Battle, Rules, Setup
from .words import NONE, Life


@kernel
def band(hp: int, most: int) -> int:
    """The hit points that stand for all of a band, the middle of it: unhurt, hurt, bloodied, nearly down.

    Unhurt: all of them; hurt: more than half; bloodied: half or less; nearly down: a quarter or less. Who has none is
    down for everybody to see.
    """
    if hp >= most or hp <= 0:
        return hp
    low = 1
    high = most // 4
    if 4 * hp > most:
        low = most // 4 + 1
        high = most // 2
    if 2 * hp > most:
        low = most // 2 + 1
        high = most - 1
    return (low + high + 1) // 2


@kernel
def unseen(b: Battle, side: int, unit: int) -> bool:
    """Whether a side does not know where a unit is; False for NONE."""
    if unit == NONE:
        return False
    return (int(b.units[unit].hidden_from) >> side) & 1 != 0


@kernel
def veil_magic(b: Battle, s: Setup, unit: int) -> None:
    """Spells and durations of an enemy: that there are some, not which and how many."""
    one = b.units[unit]
    for slot in range(len(one.slots)):
        one.slots[slot] = 0
    if one.focus != NONE:
        one.focus = 0
    for effect in range(len(one.timers)):
        one.timers[effect] = min(1, int(one.timers[effect]))
    one.dying = min(1, int(one.dying))


@kernel
def veil_wounds(b: Battle, s: Setup, unit: int) -> None:
    """Hit points of an enemy: their band; of a Squad that of each member, and the sum of what stands for these."""
    sheet = s.sheets[unit]
    if not is_squad(s, unit):
        b.units[unit].hp = band(int(b.units[unit].hp), int(sheet.hp_max))
        return
    squad = b.squads[sheet.squad]
    total = 0
    for member in range(sheet.members):
        squad.hp[member] = band(int(squad.hp[member]), member_hp(s, unit))
        total += squad.hp[member]
    b.units[unit].hp = total


@kernel
def veil_unit(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """Leave of a hidden creature what is known of it."""
    one = b.units[unit]
    if one.zone != NONE and one.life == Life.UP:
        b.zones[one.zone].occupants[s.sheets[unit].side] -= heads(b, s, unit)
    life = int(one.life)
    rank = int(one.rank)
    hidden = int(one.hidden_from)
    clear_unit(one)
    if is_squad(s, unit):
        clear_squad(b.squads[s.sheets[unit].squad])
    muster(b, s, r, unit)
    veil_magic(b, s, unit)
    for effect in range(len(one.timers)):
        one.timers[effect] = 0
    one.hp = 0
    one.limit = 0
    one.zone = NONE
    one.life = life
    one.rank = rank
    one.hidden_from = hidden


@kernel
def veil_procedure(b: Battle, side: int) -> None:
    """Take hidden creatures out of the Breath, the decision and the procedure under way; before their rows."""
    if unseen(b, side, int(b.actor)):
        b.actor = NONE
    if unseen(b, side, int(b.who)):
        b.who = NONE
    if b.depth > 0:
        frame = b.frames[b.depth - 1]
        if unseen(b, side, int(frame.actor)):
            b.depth = 0
        elif unseen(b, side, int(frame.target)):
            frame.target = NONE


@kernel
def veil(b: Battle, s: Setup, r: Rules, side: int) -> None:
    """Take out of a copy of a battle what a side does not know; the copy cannot be played on."""
    for stream in range(len(b.dice.streams)):
        for k in range(len(b.dice.streams[stream])):
            b.dice.streams[stream][k] = 0
    veil_procedure(b, side)
    for i in range(s.units_n):
        if unseen(b, side, i):
            b.members = int(b.members) & ~(1 << i)
            veil_unit(b, s, r, i)
        elif s.sheets[i].side != side:
            veil_wounds(b, s, i)
            veil_magic(b, s, i)
