"""What one seat sees: a flat float32 vector of named slices, every number scaled to about -1..1.

    whole | castings | focus | unit_0 (the observer), unit_1 ... | zone_0 (own end of the map), zone_1 ...

All is told from the observing unit's side. Unit rows: itself, its allies, its enemies, each in roster order.
Zone rows: `zone_order`. A row without a unit or a Zone is 0 throughout. The first number is always 1: no
vector is all zero. `senses.py` holds the vocabulary, `describe(setup)` lists every number of a scenario.
"""

from wzc_env.kernel import Floats, Floats2, kernel

from .attacks import loaded, wields
from .breath import left
from .control import adjacent
from .senses import (
    N_ARM,
    N_BODY,
    N_GROUND,
    N_WHOLE,
    Arm,
    Body,
    Entry,
    Ground,
    Whole,
    describe,
    size,
    slices,
    unit_width,
    zone_width,
)
from .state import Battle, Rules, Setup
from .words import FAR, MAX_SPELLS, NONE, Edge, Effect, Kind, Reaction, Step, Tag, Trait

__all__ = ["Entry", "describe", "observe", "observe_many", "size", "slices", "zone_order"]

# what 1.0 stands for, as factors: compiled code multiplies four times as fast as it divides
PER_3, PER_5, PER_10, PER_13, PER_18, PER_32 = 1 / 3, 1 / 5, 1 / 10, 1 / 13, 1 / 18, 1 / 32

UNREACHED = 15
"""A distance on the drawn map that no edge leads to, in the 4 bits that `map_distances` gives a Zone."""


@kernel
def own_end(s: Setup, side: int) -> int:
    """Zones (bits) that are a side's own end of the map: its Back Lines, else all its own Zones."""
    own = 0
    back = 0
    for z in range(s.zones_n):
        if s.places[z].owner == side:
            own |= 1 << z
            if s.places[z].traits & Trait.BACK_LINE != 0:
                back |= 1 << z
    if back != 0:
        return back
    return own


@kernel
def map_distances(s: Setup, sources: int) -> int:
    """Edges from some Zones (bits) to every other, as drawn: blocked ones too, Off-Map gates not; 4 bits a Zone."""
    reached = sources
    packed = 0
    for step in range(1, UNREACHED):
        ring = 0
        for z in range(s.zones_n):
            if (reached >> z) & 1 == 0:
                for y in range(s.zones_n):
                    edge = s.edge[y][z]
                    if (reached >> y) & 1 != 0 and edge != Edge.ABSENT and edge != Edge.OFF_MAP:
                        ring |= 1 << z
        if ring == 0:
            break
        reached |= ring
        for z in range(s.zones_n):
            if (ring >> z) & 1 != 0:
                packed |= step << (4 * z)
    for z in range(s.zones_n):
        if (reached >> z) & 1 == 0:
            packed |= UNREACHED << (4 * z)
    return packed


@kernel
def nibble(packed: int, at: int) -> int:
    """Number `at` of a word that holds 4 bits each."""
    return (packed >> (4 * at)) & 15


@kernel
def zone_order(s: Setup, side: int) -> int:
    """The place of every Zone among a side's Zone rows, 4 bits a Zone (`nibble(order, zone)`).

    Nearest to the own end first; of these the farthest from the enemy's end; then by index. It rests on the
    map as drawn, so an edge that opens in play moves no row.
    """
    near = map_distances(s, own_end(s, side))
    far = map_distances(s, own_end(s, 1 - side))
    order = 0
    for z in range(s.zones_n):
        key = 16 * nibble(near, z) + UNREACHED - nibble(far, z)
        before = 0
        for y in range(s.zones_n):
            other = 16 * nibble(near, y) + UNREACHED - nibble(far, y)
            if other < key or (other == key and y < z):
                before += 1
        order |= before << (4 * z)
    return order


@kernel
def flag(holds: bool) -> float:
    """1 for yes, 0 for no (compiled code has no `float` of a truth value)."""
    if holds:
        return 1.0
    return 0.0


@kernel
def edges_away(b: Battle, here: int, there: int) -> float:
    """Distance between two Zones as the vector gives it; -1 where no open path leads or one is nowhere."""
    if here == NONE or there == NONE or b.distance[here][there] >= FAR:
        return -1.0
    return b.distance[here][there] / 4.0


@kernel
def toward(side: int, owner: int) -> float:
    """1 for the own side, -1 for the enemy, 0 for both or nobody."""
    if owner == side:
        return 1.0
    if owner == 1 - side:
        return -1.0
    return 0.0


@kernel
def write_whole(b: Battle, s: Setup, unit: int, out: Floats) -> None:
    """Fill `whole`."""
    side = int(s.sheets[unit].side)
    out[Whole.ONE] = 1.0
    out[Whole.ROUND] = b.turn / max(1, int(s.max_turns))
    if b.ask != Kind.OVER:
        out[Whole.BREATH + b.ask - Kind.BREATH] = 1.0
        out[Whole.MINE] = flag(b.who == unit)
    if b.actor != NONE:
        acting = b.units[b.actor]
        out[Whole.BEGUN] = acting.begun
        out[Whole.LEFT] = left(b, b.actor) * PER_13
        out[Whole.PAID] = acting.paid * PER_13
        out[Whole.HEAVY] = flag(acting.heavies != 0)
        out[Whole.READIED] = acting.readied
        out[Whole.OVERLOADED] = acting.overloaded
    own_n = 0
    for i in range(s.units_n):
        if s.sheets[i].side == side:
            own_n += 1
    out[Whole.OWN_CAPABLE] = b.capable[side] / max(1, own_n)
    out[Whole.ENEMY_CAPABLE] = b.capable[1 - side] / max(1, s.units_n - own_n)
    out[Whole.OWN_FIRST_LOSS] = b.morale_made[side] & 1
    out[Whole.OWN_HALF] = (b.morale_made[side] >> 1) & 1
    out[Whole.ENEMY_FIRST_LOSS] = b.morale_made[1 - side] & 1
    out[Whole.ENEMY_HALF] = (b.morale_made[1 - side] >> 1) & 1


@kernel
def write_open(b: Battle, s: Setup, out: Floats) -> None:
    """Fill what `whole` says of the procedure that waits for an answer."""
    if b.depth == 0:
        return
    frame = b.frames[b.depth - 1]
    out[Whole.ATTACK_OPEN + frame.step] = 1.0
    if frame.step == Step.ATTACK:
        routine = s.sheets[frame.actor].routines[frame.routine]
        roll = routine.rolls[frame.roll]
        out[Whole.ROLL_BONUS] = roll.bonus * PER_10
        out[Whole.ROLL_MEAN] = (roll.dice * (roll.sides + 1) / 2 + roll.plus) / 16.0
        out[Whole.ROLL_RANGED] = routine.ranged
        out[Whole.ROLLS_LEFT] = (routine.rolls_n - frame.roll) / 4.0


@kernel
def write_spells(b: Battle, unit: int, out: Floats) -> None:
    """Fill `castings` (left, by slot, 1.0 = 4 castings) and `focus` (one-hot slot of the focused spell)."""
    one = b.units[unit]
    for slot in range(MAX_SPELLS):
        out[N_WHOLE + slot] = one.slots[slot] / 4.0
    if one.focus != NONE:
        out[N_WHOLE + MAX_SPELLS + one.focus] = 1.0


@kernel
def write_body(b: Battle, s: Setup, observer: int, unit: int, out: Floats, at: int) -> None:
    """Fill the changing part of one unit row, which begins at `at`."""
    one = b.units[unit]
    sheet = s.sheets[unit]
    out[at + Body.PRESENT] = 1.0
    out[at + Body.SIDE] = toward(int(s.sheets[observer].side), int(sheet.side))
    out[at + Body.UP + one.life] = 1.0
    out[at + Body.HP] = one.hp / max(1, int(sheet.hp_max))
    out[at + Body.VIGOR] = one.vigor * PER_13
    out[at + Body.CARRY] = one.carry * PER_13
    out[at + Body.LIMIT] = one.limit * PER_5
    out[at + Body.ATTACKS] = one.attacks * PER_5
    out[at + Body.EXPOSED] = one.exposed
    if one.ready != Reaction.NONE:
        out[at + Body.GUARD + one.ready - Reaction.GUARD] = 1.0
    out[at + Body.FOCUSED] = flag(one.focus != NONE)
    out[at + Body.RUSHED] = flag(one.rushed != 0)
    out[at + Body.FLEEING] = one.fleeing
    out[at + Body.GRAPPLED] = flag(one.holder != NONE)
    out[at + Body.HIDDEN] = flag(one.hidden_from != 0)
    out[at + Body.STALKED] = flag(one.stalked == 1)
    out[at + Body.EMERGED] = flag(one.emerged != 0)
    out[at + Body.CHARGED] = flag(one.charged != 0)
    for effect in range(Effect.SHIELDED + 1):
        out[at + Body.HASTE + effect] = flag(one.timers[effect] > 0)
    castings = 0
    for slot in range(sheet.spells_n):
        castings += one.slots[slot]
    out[at + Body.CASTINGS] = castings / 8.0
    out[at + Body.DISTANCE] = edges_away(b, int(b.units[observer].zone), int(one.zone))
    out[at + Body.ACTING] = flag(b.actor == unit)
    out[at + Body.MEMBER] = flag((int(b.members) >> unit) & 1 != 0)
    out[at + Body.ASKED] = flag(b.ask != Kind.OVER and b.who == unit)
    if b.depth != 0:
        out[at + Body.STRIKING] = flag(b.frames[b.depth - 1].actor == unit)
        out[at + Body.STRUCK] = flag(b.frames[b.depth - 1].target == unit)


@kernel
def write_sheet(b: Battle, s: Setup, unit: int, per_rank: float, out: Floats, at: int) -> None:
    """Fill what a unit row takes from the stat block, its routines too."""
    one = b.units[unit]
    sheet = s.sheets[unit]
    out[at + Body.HP_MAX] = sheet.hp_max / 32.0
    out[at + Body.RANK] = one.rank * per_rank
    out[at + Body.AC] = (sheet.ac[one.gear] - 10) * PER_10
    out[at + Body.GEAR] = one.gear / 2.0
    out[at + Body.PC] = sheet.pc
    out[at + Body.HIT_DICE] = sheet.hd_half * PER_18
    out[at + Body.LARGE] = flag(sheet.tags & Tag.LARGE != 0)
    for k in range(sheet.routines_n):
        routine = sheet.routines[k]
        arm = at + N_BODY + N_ARM * k
        out[arm + Arm.USABLE] = flag(wields(b, s, unit, k) and loaded(b, unit, k))
        out[arm + Arm.HEAVY] = routine.heavy
        out[arm + Arm.RANGED] = routine.ranged
        out[arm + Arm.REACH] = routine.reach * PER_3
        out[arm + Arm.BONUS] = routine.rolls[0].bonus * PER_10
        out[arm + Arm.MEAN] = routine.twice_mean * PER_32


@kernel
def write_unit(
    b: Battle, s: Setup, observer: int, unit: int, order: int, per_rank: float, out: Floats, at: int
) -> None:
    """Fill one unit row, its Zone last."""
    write_body(b, s, observer, unit, out, at)
    write_sheet(b, s, unit, per_rank, out, at)
    if b.units[unit].zone != NONE:
        out[at + N_BODY + N_ARM * s.routine_slots + nibble(order, b.units[unit].zone)] = 1.0


@kernel
def write_units(b: Battle, s: Setup, observer: int, order: int, out: Floats, at: int) -> None:
    """Fill the unit rows: the observer, its allies, its enemies, in roster order."""
    width = unit_width(s)
    side = s.sheets[observer].side
    per_rank = 1 / max(1, s.units_n - 1)
    write_unit(b, s, observer, observer, order, per_rank, out, at)
    row = at + width
    for i in range(s.units_n):
        if i != observer and s.sheets[i].side == side:
            write_unit(b, s, observer, i, order, per_rank, out, row)
            row += width
    for i in range(s.units_n):
        if s.sheets[i].side != side:
            write_unit(b, s, observer, i, order, per_rank, out, row)
            row += width


@kernel
def write_ground(b: Battle, s: Setup, side: int, z: int, out: Floats, at: int) -> None:
    """Fill what a Zone row says of the Zone itself."""
    zone = b.zones[z]
    foe = 1 - side
    out[at + Ground.PRESENT] = 1.0
    for k in range(Ground.OFF_MAP):
        out[at + Ground.FRONT_LINE + k] = (zone.traits >> k) & 1
    out[at + Ground.OWNER] = toward(side, int(zone.owner))
    out[at + Ground.CONTROL] = toward(side, int(zone.control))
    out[at + Ground.OWN_BODIES] = zone.bodies[side] / 8.0
    out[at + Ground.ENEMY_BODIES] = zone.bodies[foe] / 8.0
    out[at + Ground.OWN_OCCUPANTS] = zone.occupants[side] / 4.0
    out[at + Ground.ENEMY_OCCUPANTS] = zone.occupants[foe] / 4.0
    out[at + Ground.CAPACITY] = zone.capacity / 4.0
    out[at + Ground.OWN_STRUCK] = flag(zone.struck_from[side] != 0)
    out[at + Ground.ENEMY_STRUCK] = flag(zone.struck_from[foe] != 0)
    out[at + Ground.OWN_PINCER] = flag(zone.arms[side] != 0)
    out[at + Ground.ENEMY_PINCER] = flag(zone.arms[foe] != 0)
    if b.depth != 0:
        frame = b.frames[b.depth - 1]
        out[at + Ground.ENTRY] = flag(frame.step == Step.ENTRY and frame.zone == z)


@kernel
def write_way(b: Battle, s: Setup, here: int, z: int, out: Floats, at: int) -> None:
    """Fill what a Zone row says of the way from the observer's Zone."""
    out[at + Ground.DISTANCE] = edges_away(b, here, z)
    if here == NONE:
        return
    edge = b.edge[here][z]
    out[at + Ground.HERE] = flag(here == z)
    out[at + Ground.STEP] = flag(adjacent(b, here, z))
    out[at + Ground.ENGAGEMENT] = flag(edge == Edge.ENGAGEMENT)
    out[at + Ground.BLOCKED] = flag(edge == Edge.BLOCKED)
    out[at + Ground.SURCHARGE] = b.surcharge[here][z] * PER_3
    out[at + Ground.GATE] = b.gate[here][z] * PER_3


@kernel
def write_zones(b: Battle, s: Setup, observer: int, order: int, out: Floats, at: int) -> None:
    """Fill the Zone rows, with the edges among the Zones."""
    width = zone_width(s)
    side = int(s.sheets[observer].side)
    here = int(b.units[observer].zone)
    for z in range(s.zones_n):
        row = at + width * nibble(order, z)
        write_ground(b, s, side, z, out, row)
        write_way(b, s, here, z, out, row)
        for y in range(z):
            if adjacent(b, z, y):
                out[row + N_GROUND + nibble(order, y)] = 1.0
                out[at + width * nibble(order, y) + N_GROUND + nibble(order, z)] = 1.0
            elif b.edge[z][y] == Edge.BLOCKED:
                out[row + N_GROUND + nibble(order, y)] = -1.0
                out[at + width * nibble(order, y) + N_GROUND + nibble(order, z)] = -1.0


@kernel
def observe(b: Battle, s: Setup, r: Rules, unit: int, out: Floats) -> None:
    """Write what `unit` sees into `out` (float32, at least `size(s)` long; what lies beyond is set to 0)."""
    for k in range(len(out)):
        out[k] = 0.0
    order = int(s.ego_zones[s.sheets[unit].side])
    units_at = N_WHOLE + 2 * MAX_SPELLS
    write_whole(b, s, unit, out)
    write_open(b, s, out)
    write_spells(b, unit, out)
    write_units(b, s, unit, order, out, units_at)
    write_zones(b, s, unit, order, out, units_at + s.unit_slots * unit_width(s))


@kernel
def observe_many(battles: list[Battle], setups: list[Setup], rules: list[Rules], out: Floats2) -> None:
    """`observe` by the unit that decides in each battle, unit 0 where it is over; `out` is (n, size)."""
    for i in range(len(battles)):
        b = battles[i]
        unit = 0
        if b.ask != Kind.OVER:
            unit = int(b.who)
        observe(b, setups[b.setup], rules[b.setup], unit, out[i])
