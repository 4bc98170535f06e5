"""A side's order of the Zones: from its own end of the map outward, so that one policy plays either side."""

from wzc_env.kernel import kernel

from .state import Setup
from .words import Edge, Trait

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
