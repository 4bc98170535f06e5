"""What a seat sees of the map: the Zone rows of the observation, with the ways and edges among them."""

from wzc_env.kernel import Floats, kernel

from .compass import nibble
from .control import adjacent
from .objectives import ends_at, is_goal_zone
from .senses import N_GROUND, Ground, zone_width
from .state import Battle, Setup
from .words import FAR, NONE, Edge, Goal, Step

PER_3 = 1 / 3

MOST_BODIES, MOST_STRENGTH = Ground.OWN_BODIES.high, Ground.OWN_STRENGTH.high


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
    if zone.absent != 0:
        out[at + Ground.ABSENT] = 1.0
    if zone.total != 0:
        out[at + Ground.TOTAL] = toward(side, int(zone.control))
    out[at + Ground.OWN_STRENGTH] = min(MOST_STRENGTH, zone.strength[side] * 0.125)
    out[at + Ground.ENEMY_STRENGTH] = min(MOST_STRENGTH, zone.strength[foe] * 0.125)
    out[at + Ground.OWNER] = toward(side, int(zone.owner))
    out[at + Ground.CONTROL] = toward(side, int(zone.control))
    out[at + Ground.OWN_BODIES] = min(MOST_BODIES, zone.bodies[side] * 0.125)
    out[at + Ground.ENEMY_BODIES] = min(MOST_BODIES, zone.bodies[foe] * 0.125)
    out[at + Ground.OWN_OCCUPANTS] = zone.occupants[side] * 0.25
    out[at + Ground.ENEMY_OCCUPANTS] = zone.occupants[foe] * 0.25
    out[at + Ground.CAPACITY] = zone.capacity * 0.25
    if (zone.struck_from[0] | zone.struck_from[1]) != 0:
        out[at + Ground.OWN_STRUCK] = flag(zone.struck_from[side] != 0)
        out[at + Ground.ENEMY_STRUCK] = flag(zone.struck_from[foe] != 0)
        out[at + Ground.OWN_PINCER] = flag(zone.arms[side] != 0)
        out[at + Ground.ENEMY_PINCER] = flag(zone.arms[foe] != 0)


@kernel
def write_dangers(b: Battle, s: Setup, order: int, width: int, out: Floats, at: int) -> None:
    """Add up, by Zone row, the hazards that strike in the next Lull."""
    for row in range(s.hazards_n):
        danger = b.hazards[row]
        for z in range(s.zones_n):
            if danger.age[z] > 0:
                out[at + width * nibble(order, z) + Ground.HAZARDS] += 0.5


@kernel
def write_goals(b: Battle, s: Setup, side: int, order: int, width: int, out: Floats, at: int) -> None:
    """Mark the Zone rows that the objectives of either side are about."""
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        mark = Ground.OWN_GOAL
        if goal.side != side:
            mark = Ground.ENEMY_GOAL
        for z in range(s.zones_n):
            ends = goal.kind == Goal.OPEN and ends_at(b, s, goal, z)
            if ends or is_goal_zone(b, goal, z):
                out[at + width * nibble(order, z) + mark] = 1.0


@kernel
def write_bodies(b: Battle, s: Setup, side: int, order: int, width: int, out: Floats, at: int) -> None:
    """Mark the Zone rows that are parts of a creature."""
    for i in range(s.units_n):
        if b.units[i].body != 0:
            mark = Ground.OWN_BODY
            if s.sheets[i].side != side:
                mark = Ground.ENEMY_BODY
            for z in range(s.zones_n):
                if (int(b.units[i].body) >> z) & 1 != 0:
                    out[at + width * nibble(order, z) + mark] = 1.0


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
    write_dangers(b, s, order, width, out, at)
    write_goals(b, s, side, order, width, out, at)
    write_bodies(b, s, side, order, width, out, at)
