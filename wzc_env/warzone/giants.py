"""Chapter 5, the giant creature that is a battlefield: its body is Zones, to stand on and to strike."""

from wzc_env.kernel import kernel

from .control import adjacent
from .state import Battle, Setup
from .words import Edge


@kernel
def in_zone(b: Battle, unit: int, zone: int) -> bool:
    """Whether a creature is in a Zone: it stands there, or the Zone is a part of its body."""
    one = b.units[unit]
    return one.zone == zone or (int(one.body) >> zone) & 1 != 0


@kernel
def spot(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """The Zone of a creature that is nearest to another Zone: where it stands, or a part of its body.

    [battlefield.giant] L414: body Zones of one creature, joined by ways to climb, with its one pool of hit points; the
    graph says who gets where, attacks are made on the creature.
    RULING GIA1 (chosen): a giant counts once, in the Zone that it stands in: there for Control; nowhere does it take up
    room. Its body Zones are ground for others, and nobody's by its being there.
    RULING GIA2 (chosen): whoever is in a Zone of its body, or beside one (an open edge between), is in melee reach of
    it, and it of them; missiles and spells go to the nearest part; a spell on a Zone of its body touches it, once. It
    may Interdict who enters any part of it, and nobody hides from it there.
    RULING GIA3 (chosen): it takes no steps, is not shoved, and does not withdraw while it is the ground; what becomes
    of its body (`[[changes]]`) is how it moves. Without any Zone left of it, it is a creature like others.
    RULING GIA4 (chosen): hazards and collapses reach it only where it stands, not through its body.
    """
    best = int(b.units[unit].zone)
    body = int(b.units[unit].body)
    if body == 0:
        return best
    for z in range(s.zones_n):
        if (body >> z) & 1 != 0 and b.distance[zone][z] <= b.distance[zone][best]:
            if b.distance[zone][z] < b.distance[zone][best] or (body >> best) & 1 == 0:
                best = z
    return best


@kernel
def gap(b: Battle, s: Setup, unit: int, other: int) -> int:
    """Open edges between two creatures, from the nearest parts of them."""
    there = spot(b, s, other, int(b.units[unit].zone))
    return int(b.distance[spot(b, s, unit, there)][there])


@kernel
def in_grasp(b: Battle, s: Setup, unit: int, target: int) -> bool:
    """Whether two creatures, one of them a giant, are in melee reach of each other."""
    there = spot(b, s, target, int(b.units[unit].zone))
    here = spot(b, s, unit, there)
    if here == there or b.edge[here][there] == Edge.ENGAGEMENT:
        return True
    of_body = (int(b.units[unit].body) >> here) & 1 != 0 or (int(b.units[target].body) >> there) & 1 != 0
    return of_body and adjacent(b, here, there)
