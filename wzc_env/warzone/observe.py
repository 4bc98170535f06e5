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
    N_BODY,
    N_GROUND,
    N_WHOLE,
    SCALE,
    Body,
    Entry,
    Ground,
    Whole,
    body_at,
    describe,
    size,
    slices,
    unit_width,
    zone_width,
)
from .state import Battle, Rules, Setup
from .words import FAR, MAX_SPELLS, NONE, Edge, Effect, Kind, Reaction, Step, Trait

__all__ = ["Entry", "describe", "observe", "observe_many", "size", "slices", "zone_order"]

# what 1.0 stands for, as factors: compiled code multiplies four times as fast as it divides
PER_3, PER_5, PER_10, PER_13, PER_SCALE = 1 / 3, 1 / 5, 1 / 10, 1 / 13, 1 / SCALE

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
    return b.distance[here][there] * 0.25


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
    if frame.step <= Step.CHOOSE_QUARRY:
        out[Whole.ATTACK_OPEN + frame.step] = 1.0
    if frame.step == Step.ATTACK:
        routine = s.sheets[frame.actor].routines[frame.routine]
        roll = routine.rolls[frame.roll]
        out[Whole.ROLL_BONUS] = roll.bonus * PER_10
        out[Whole.ROLL_MEAN] = (roll.dice * (roll.sides + 1) / 2 + roll.plus) * 0.0625
        out[Whole.ROLL_RANGED] = routine.ranged
        out[Whole.ROLLS_LEFT] = (routine.rolls_n - frame.roll) * 0.25


@kernel
def write_spells(b: Battle, unit: int, out: Floats) -> None:
    """Fill `castings` (left, by slot, 1.0 = 4 castings) and `focus` (one-hot slot of the focused spell)."""
    one = b.units[unit]
    for slot in range(MAX_SPELLS):
        out[N_WHOLE + slot] = one.slots[slot] * 0.25
    if one.focus != NONE:
        out[N_WHOLE + MAX_SPELLS + one.focus] = 1.0


@kernel
def unit_row(s: Setup, observer: int, unit: int) -> int:
    """The row of a unit: the observer, its allies, its enemies, in roster order (the party stands first in it)."""
    party = int(s.party_n)
    if observer < party:
        first = 0
        if unit >= party:
            return unit
    else:
        first = party
        if unit < party:
            return s.units_n - party + unit
    if unit == observer:
        return 0
    if unit < observer:
        return unit - first + 1
    return unit - first


@kernel
def write_rare(b: Battle, unit: int, out: Floats, at: int) -> None:
    """Fill what is seldom anything but 0 in a unit row."""
    one = b.units[unit]
    out[at + Body.CARRY] = one.carry * PER_13
    out[at + Body.EXPOSED] = one.exposed
    out[at + Body.FOCUSED] = flag(one.focus != NONE)
    out[at + Body.RUSHED] = flag(one.rushed != 0)
    out[at + Body.FLEEING] = one.fleeing
    out[at + Body.GRAPPLED] = flag(one.holder != NONE)
    out[at + Body.HIDDEN] = flag(one.hidden_from != 0)
    out[at + Body.STALKED] = flag(one.stalked == 1)
    out[at + Body.EMERGED] = flag(one.emerged != 0)
    out[at + Body.CHARGED] = flag(one.charged != 0)


@kernel
def write_body(b: Battle, s: Setup, unit: int, out: Floats, at: int) -> None:
    """Fill what changes about a unit, from `at`; what concerns the observer or the decision comes elsewhere."""
    one = b.units[unit]
    sheet = s.sheets[unit]
    out[at + Body.PRESENT] = 1.0
    out[at + Body.UP + one.life] = 1.0
    out[at + Body.HP] = one.hp / max(1, int(sheet.hp_max))
    out[at + Body.VIGOR] = one.vigor * PER_13
    out[at + Body.LIMIT] = one.limit * PER_5
    out[at + Body.ATTACKS] = one.attacks * PER_5
    out[at + Body.AC] = (sheet.ac[one.gear] - 10) * PER_10
    out[at + Body.GEAR] = one.gear * 0.5
    if one.ready != Reaction.NONE:
        out[at + Body.GUARD + one.ready - Reaction.GUARD] = 1.0
    if sheet.spells_n != 0:
        castings = 0
        for slot in range(sheet.spells_n):
            castings += one.slots[slot]
        out[at + Body.CASTINGS] = castings * 0.125
    marks = one.carry | one.exposed | one.rushed | one.fleeing | one.hidden_from | one.stalked | one.emerged
    if (marks | one.charged | (one.focus + 1) | (one.holder + 1)) != 0:
        write_rare(b, unit, out, at)
    timed = 0
    for effect in range(len(one.timers)):
        timed |= one.timers[effect]
    if timed != 0:
        for effect in range(Effect.SHIELDED + 1):
            out[at + Body.HASTE + effect] = flag(one.timers[effect] > 0)


@kernel
def write_figures(s: Setup, unit: int, out: Floats, at: int) -> None:
    """Copy what a stat block shows, routines included, to `at`."""
    sheet = s.sheets[unit]
    for k in range(body_at(s)):
        out[at + k] = sheet.figures[k] * PER_SCALE


@kernel
def write_decision(b: Battle, s: Setup, observer: int, width: int, out: Floats, at: int) -> None:
    """Mark the rows of those who take part in the Breath under way, the decision and the procedure that waits.

    `at` is where the changing part of row 0 begins.
    """
    if b.actor != NONE:
        out[at + width * unit_row(s, observer, int(b.actor)) + Body.ACTING] = 1.0
    for i in range(s.units_n):
        if (int(b.members) >> i) & 1 != 0:
            out[at + width * unit_row(s, observer, i) + Body.MEMBER] = 1.0
    if b.who != NONE:  # at the end, and where a side does not know who is asked (see `veil`)
        out[at + width * unit_row(s, observer, int(b.who)) + Body.ASKED] = 1.0
    if b.depth != 0:
        frame = b.frames[b.depth - 1]
        out[at + width * unit_row(s, observer, int(frame.actor)) + Body.STRIKING] = 1.0
        if frame.target != NONE:
            out[at + width * unit_row(s, observer, int(frame.target)) + Body.STRUCK] = 1.0


@kernel
def write_units(b: Battle, s: Setup, observer: int, order: int, out: Floats, at: int) -> None:
    """Fill the unit rows: the observer, its allies, its enemies, in roster order."""
    width = unit_width(s)
    changing = body_at(s)
    per_rank = 1 / max(1, s.units_n - 1)
    here = int(b.units[observer].zone)
    for i in range(s.units_n):
        row = at + width * unit_row(s, observer, i)
        body = row + changing
        one = b.units[i]
        write_figures(s, i, out, row)
        write_body(b, s, i, out, body)
        out[body + Body.SIDE] = toward(int(s.sheets[observer].side), int(s.sheets[i].side))
        out[body + Body.RANK] = one.rank * per_rank
        out[body + Body.DISTANCE] = edges_away(b, here, int(one.zone))
        for k in range(s.sheets[i].routines_n):
            out[body + N_BODY + k] = flag(wields(b, s, i, k) and loaded(b, i, k))
        if one.zone != NONE:
            out[body + N_BODY + s.routine_slots + nibble(order, one.zone)] = 1.0
    write_decision(b, s, observer, width, out, at + changing)


@kernel
def write_ground(b: Battle, s: Setup, side: int, z: int, out: Floats, at: int) -> None:
    """Fill what a Zone row says of the Zone itself."""
    zone = b.zones[z]
    foe = 1 - side
    out[at + Ground.PRESENT] = 1.0
    traits = int(zone.traits)
    k = 0
    while traits != 0:
        if traits & 1 != 0:
            out[at + Ground.FRONT_LINE + k] = 1.0
        traits >>= 1
        k += 1
    out[at + Ground.OWNER] = toward(side, int(zone.owner))
    out[at + Ground.CONTROL] = toward(side, int(zone.control))
    out[at + Ground.OWN_BODIES] = zone.bodies[side] * 0.125
    out[at + Ground.ENEMY_BODIES] = zone.bodies[foe] * 0.125
    out[at + Ground.OWN_OCCUPANTS] = zone.occupants[side] * 0.25
    out[at + Ground.ENEMY_OCCUPANTS] = zone.occupants[foe] * 0.25
    out[at + Ground.CAPACITY] = zone.capacity * 0.25
    if (zone.struck_from[0] | zone.struck_from[1]) != 0:
        out[at + Ground.OWN_STRUCK] = flag(zone.struck_from[side] != 0)
        out[at + Ground.ENEMY_STRUCK] = flag(zone.struck_from[foe] != 0)
        out[at + Ground.OWN_PINCER] = flag(zone.arms[side] != 0)
        out[at + Ground.ENEMY_PINCER] = flag(zone.arms[foe] != 0)


@kernel
def write_way(b: Battle, here: int, z: int, out: Floats, at: int) -> None:
    """Fill what a Zone row says of the way from the observer's Zone."""
    out[at + Ground.DISTANCE] = edges_away(b, here, z)
    if here == NONE:
        return
    edge = b.edge[here][z]
    if edge != Edge.ABSENT:
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
    if here != NONE:
        out[at + width * nibble(order, here) + Ground.HERE] = 1.0
    if b.depth != 0 and b.frames[b.depth - 1].step == Step.ENTRY:
        out[at + width * nibble(order, b.frames[b.depth - 1].zone) + Ground.ENTRY] = 1.0
    for z in range(s.zones_n):
        row = at + width * nibble(order, z)
        write_ground(b, s, side, z, out, row)
        write_way(b, here, z, out, row)
        for y in range(z):
            edge = b.edge[z][y]
            if edge != Edge.ABSENT and edge != Edge.OFF_MAP:
                shown = 1.0
                if edge == Edge.BLOCKED:
                    shown = -1.0
                out[row + N_GROUND + nibble(order, y)] = shown
                out[at + width * nibble(order, y) + N_GROUND + nibble(order, z)] = shown


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
