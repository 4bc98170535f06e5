"""Chapter 5, editing the battlefield in play: when a prepared change comes, whether it can, and what it does."""

from wzc_env.kernel import kernel

from .control import controls
from .events import say
from .hazards import now_in, settle_traits
from .objectives import is_open
from .state import Battle, Change, Rules, Setup
from .terrain import (
    add_zone,
    block_edge,
    give_traits,
    merge_zone,
    open_edge,
    present,
    redraw,
    refuge,
    remove_zone,
    set_capacity,
    set_gate,
    tell_ground,
    unveil,
)
from .words import NONE, Do, Edge, Life, Note, Phase, Side, Trait, When
from .zones import has, passable


@kernel
def due(b: Battle, s: Setup, change: Change) -> bool:
    """Whether what a change waits for is there.

    RULING EDT6 (chosen): it is asked whenever no procedure waits for an answer, so a creature's fall in the middle of
    an Attack changes the ground after that Attack; "the Lull" is its end, after the maintenance choices.
    """
    what = int(change.what)
    if change.when == When.LULL:
        return b.turn > what or (b.turn == what and b.phase == Phase.LULL_END)
    if change.when == When.OPENED:
        return is_open(b, s, what, int(change.whose))
    if change.when == When.FALLS:
        return b.units[what].life == Life.DEAD or b.units[what].life == Life.DYING
    if change.when == When.HALF:
        return b.units[what].life != Life.GONE and 2 * b.units[what].hp <= s.sheets[what].hp_max
    return stands_there(b, s, change)


@kernel
def stands_there(b: Battle, s: Setup, change: Change) -> bool:
    """Whether the side that a change waits for has entered its Zone, or Controls it (RULING EDT9)."""
    what = now_in(b, s, int(change.what))
    if what == NONE:
        return False
    if change.when == When.ENTERED:
        inside = b.zones[what].occupants
        if change.whose == Side.BOTH:
            return inside[0] + inside[1] > 0
        return inside[change.whose] > 0
    if change.when == When.CONTROLLED:
        return controls(b, int(change.whose), what)
    return False


@kernel
def grown(b: Battle, s: Setup, found: int, without: int) -> int:
    """Zones (bits) with all that an edge joins to them, blocked ones too, Off-Map gates and one Zone apart."""
    more = found
    for y in range(s.zones_n):
        if (found >> y) & 1 != 0:
            for z in range(s.zones_n):
                edge = b.edge[y][z]
                if z != without and edge != Edge.ABSENT and edge != Edge.OFF_MAP:
                    more |= 1 << z
    return more


@kernel
def whole_without(b: Battle, s: Setup, zone: int) -> bool:
    """Whether the map without a Zone is one that can be played on: its Zones joined, a way to each Off-Map."""
    inside = 0
    found = 0
    for z in range(s.zones_n):
        if z != zone and b.zones[z].absent == 0 and not has(b, z, Trait.OFF_MAP):
            inside |= 1 << z
            if found == 0:
                found = 1 << z
    for _ in range(s.zones_n):
        found = grown(b, s, found, zone)
    if inside == 0 or found & inside != inside:
        return False
    for z in range(s.zones_n):
        if z != zone and b.zones[z].absent == 0 and has(b, z, Trait.OFF_MAP):
            ways = 0
            for y in range(s.zones_n):
                if y != zone and b.edge[z][y] == Edge.OFF_MAP:
                    ways += 1
            if ways == 0:
                return False
    return True


@kernel
def may_go(b: Battle, s: Setup, zone: int, to: int) -> bool:
    """Whether a Zone can be removed: whoever is in it has somewhere to be, and the rest is a battlefield."""
    if not present(b, s, zone) or not whole_without(b, s, zone):
        return False
    for i in range(s.units_n):
        if b.units[i].zone == zone and refuge(b, s, zone, to) == NONE:
            return False
    return True


@kernel
def has_way_in(b: Battle, s: Setup, zone: int) -> bool:
    """Whether a Zone that is held ready would be joined to the map."""
    for z in range(s.zones_n):
        if b.zones[z].absent == 0 and s.edge[zone][z] != Edge.ABSENT:
            return True
    return False


@kernel
def possible(b: Battle, s: Setup, change: Change) -> bool:
    """Whether a change can be made on the map as it is now.

    RULING EDT7 (chosen): one that cannot (its Zone is gone, its edge open already, it would cut the map in two) is left
    out, and that is told; nothing of it is applied.
    """
    zone = int(change.zone)
    other = int(change.other)
    if change.do == Do.ADD:
        return b.zones[zone].absent != 0 and has_way_in(b, s, zone)
    if change.do == Do.REMOVE:
        return may_go(b, s, zone, int(change.to))
    if not present(b, s, zone) or (other != NONE and not present(b, s, other)):
        return False
    if change.do == Do.BLOCK:
        return passable(b, zone, other)
    if change.do == Do.OPEN:
        return not passable(b, zone, other)
    if change.do == Do.MERGE:
        for z in range(s.zones_n):
            if (int(change.zones) >> z) & 1 != 0 and present(b, s, z):
                return True
        return False
    return other == NONE or b.edge[other][zone] != Edge.ABSENT


@kernel
def merge(b: Battle, s: Setup, r: Rules, change: Change) -> None:
    """Make one Zone of several; roles, owner and Capacity as stated, else as `merge_zone` leaves them."""
    kept = int(change.zone)
    for z in range(s.zones_n):
        if (int(change.zones) >> z) & 1 != 0 and present(b, s, z):
            merge_zone(b, s, r, kept, z)
    if change.traits != NONE:
        b.zones[kept].own = change.traits
        settle_traits(b, s, kept)
    if change.owner != NONE:
        b.zones[kept].owner = change.owner
    b.zones[kept].capacity = change.capacity
    tell_ground(b, kept)
    redraw(b, s, r)
    unveil(b, s, r, kept)


@kernel
def affect(b: Battle, s: Setup, r: Rules, change: Change) -> None:
    """Traits for a Zone and a gate on every way into it, or a gate on one way (from `other`)."""
    zone = int(change.zone)
    for z in range(s.zones_n):
        if (change.other == NONE or z == change.other) and b.edge[z][zone] != Edge.ABSENT:
            if change.surcharge != 0 or change.gate != 0:
                set_gate(b, z, zone, int(change.surcharge), int(change.gate))
    if change.traits > 0:
        give_traits(b, s, r, zone, int(change.traits))


@kernel
def make(b: Battle, s: Setup, r: Rules, change: Change) -> None:
    """Make a change that is possible."""
    zone = int(change.zone)
    other = int(change.other)
    if change.do == Do.REMOVE:
        remove_zone(b, s, r, zone, int(change.to), int(change.dice), int(change.sides), int(change.plus),
                    int(change.save))  # fmt: skip
    elif change.do == Do.BLOCK:
        if change.opens != 0:
            b.opens[zone][other] = change.opens
            b.opens[other][zone] = change.opens
        block_edge(b, s, r, zone, other)
    elif change.do == Do.OPEN:
        open_edge(b, s, r, NONE, zone, other, int(change.kind), int(change.needs))
    elif change.do == Do.CAPACITY:
        set_capacity(b, s, r, zone, int(change.capacity))
    elif change.do == Do.ADD:
        add_zone(b, s, r, zone)
    elif change.do == Do.MERGE:
        merge(b, s, r, change)
    else:
        affect(b, s, r, change)


@kernel
def carry_out(b: Battle, s: Setup, r: Rules, index: int) -> None:
    """A prepared change happens, once, or is left out where it cannot."""
    b.changed = int(b.changed) | (1 << index)
    able = possible(b, s, s.changes[index])
    say(b, Note.CHANGE, NONE, NONE, NONE, index, int(not able))
    if able:
        make(b, s, r, s.changes[index])


@kernel
def shift_ground(b: Battle, s: Setup, r: Rules) -> bool:
    """Make the first prepared change that is due; returns whether there was one; never among the hazards of a Lull."""
    if s.changes_n == 0 or b.depth > 0 or (b.phase == Phase.LULL_END and b.cursor > 0):
        return False
    for index in range(s.changes_n):
        if (int(b.changed) >> index) & 1 == 0 and due(b, s, s.changes[index]):
            carry_out(b, s, r, index)
            return True
    return False
