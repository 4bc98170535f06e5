"""Ways that are not open yet: where no open path leads to an enemy, a creature makes one."""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import block_size, zone_id
from wzc_env.warzone.giants import spot
from wzc_env.warzone.state import Battle, Setup
from wzc_env.warzone.words import FAR, NONE, Edge, Life, Verb
from wzc_env.warzone.zones import passable


@kernel
def enemies_at(b: Battle, s: Setup, unit: int) -> int:
    """Zones (bits) with an enemy on its feet; none where an open path leads to one of them."""
    here = int(b.units[unit].zone)
    found = 0
    for other in range(s.units_n):
        if s.sheets[other].side != s.sheets[unit].side and b.units[other].life == Life.UP:
            zone = spot(b, s, other, here)
            if b.distance[here][zone] < FAR:
                return 0
            found |= 1 << zone
    return found


@kernel
def leads(b: Battle, one: int, two: int) -> bool:
    """Whether an edge is open, or a maneuver may open it."""
    edge = b.edge[one][two]
    return edge != Edge.OFF_MAP and (passable(b, one, two) or (edge == Edge.BLOCKED and b.opens[one][two] != 0))


@kernel
def work_on(s: Setup, mask: Mask, zone: int) -> int:
    """Work on the blocked edge to a Zone, if that is legal; else NONE."""
    if block_size(s, Verb.WORK) == 0 or mask[zone_id(s, Verb.WORK, zone)] == 0:
        return NONE
    return zone_id(s, Verb.WORK, zone)


@kernel
def first_step(b: Battle, s: Setup, here: int, reached: int, mask: Mask) -> int:
    """A legal Move or Work towards one of these Zones (bits), if one is next to here; NONE otherwise."""
    for zone in range(s.zones_n):
        if (reached >> zone) & 1 != 0 and leads(b, here, zone):
            if mask[zone_id(s, Verb.MOVE, zone)] != 0:
                return zone_id(s, Verb.MOVE, zone)
            if work_on(s, mask, zone) != NONE:
                return work_on(s, mask, zone)
    return NONE


@kernel
def beside_any(b: Battle, s: Setup, here: int, reached: int) -> bool:
    """Whether an edge that is open, or may be opened, joins this Zone to one of these (bits)."""
    for zone in range(s.zones_n):
        if (reached >> zone) & 1 != 0 and leads(b, here, zone):
            return True
    return False


@kernel
def way_through(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """The next Move or Work on the shortest way to an enemy whom no open path leads to; NONE where there is no need."""
    if block_size(s, Verb.WORK) == 0:
        return NONE
    reached = enemies_at(b, s, unit)
    if reached == 0:
        return NONE
    here = int(b.units[unit].zone)
    for _ in range(s.zones_n):
        if beside_any(b, s, here, reached):
            return first_step(b, s, here, reached, mask)
        more = reached
        for zone in range(s.zones_n):
            if zone != here and beside_any(b, s, zone, reached):
                more |= 1 << zone
        reached = more
    return NONE
