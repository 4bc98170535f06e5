"""Chapter 5, the battlefield while it is fought over: Zones and ways that go, come and change.

Each operation tells what happened and leaves distances, Control and Pincers as the new map has them. All of them expect
that no procedure waits for an answer (`Battle.depth` is 0), so that nobody is on the way into a Zone that goes.
"""

from wzc_env.hosts.osr import saves
from wzc_env.kernel import kernel

from .attacks import why_out_of_melee
from .control import adjacent, recount
from .events import modify, say, throw_sum, write
from .harm import hurt, wound
from .hazards import catch_up, now_in, settle_traits
from .movement import put
from .opening import draw_way
from .squads import is_squad, next_member
from .state import Battle, Rules, Setup
from .stealth import reveal, watched
from .words import NONE, Edge, Life, Mod, Note, Purpose, Save, Side, Trait, Why
from .zones import has, measure


@kernel
def present(b: Battle, s: Setup, zone: int) -> bool:
    """Whether a Zone is on the map now."""
    return 0 <= zone < s.zones_n and b.zones[zone].absent == 0


@kernel
def neighbours(b: Battle, s: Setup, zone: int) -> int:
    """Zones (bits) that an open edge joins to this one."""
    found = 0
    for z in range(s.zones_n):
        if adjacent(b, z, zone):
            found |= 1 << z
    return found


@kernel
def lapse_pincers(b: Battle, s: Setup) -> None:
    """What is no neighbour any more is no arm of a Pincer, and one arm is no Pincer.

    RULING EDT3 (chosen): a Pincer lasts for the Round, but not when the ground under it goes.
    """
    for z in range(s.zones_n):
        zone = b.zones[z]
        near = neighbours(b, s, z)
        for side in range(2):
            zone.struck_from[side] = int(zone.struck_from[side]) & near
            arms = int(zone.arms[side]) & near
            if arms & (arms - 1) == 0:
                arms = 0
            zone.arms[side] = arms


@kernel
def part_holds(b: Battle, s: Setup) -> None:
    """A door between them frees the held.

    RULING EDT8 (chosen): a hold ends when a change of the map takes its victim out of the holder's melee reach.
    """
    for i in range(s.units_n):
        holder = int(b.units[i].holder)
        if holder != NONE and b.units[i].life == Life.UP and why_out_of_melee(b, s, holder, i) != Why.OK:
            b.units[i].holder = NONE
            say(b, Note.FREED, i, NONE, NONE, 0, 0)


@kernel
def redraw(b: Battle, s: Setup, r: Rules) -> None:
    """After any change of the map: distances, holds, Pincers, Control."""
    measure(b, s)
    part_holds(b, s)
    lapse_pincers(b, s)
    recount(b, s, r)


@kernel
def clear_way(b: Battle, one: int, two: int) -> None:
    """No edge joins two Zones any more."""
    b.edge[one][two] = Edge.ABSENT
    b.needs[one][two] = 0
    b.surcharge[one][two] = 0
    b.gate[one][two] = 0
    b.opens[one][two] = 0


@kernel
def set_edge(b: Battle, one: int, two: int, kind: int, needs: int) -> None:
    """Another kind of edge between two Zones; gates and the way to open it stay."""
    b.edge[one][two] = kind
    b.edge[two][one] = kind
    b.needs[one][two] = needs
    b.needs[two][one] = needs


@kernel
def wipe(b: Battle, s: Setup, z: int) -> None:
    """Take an empty Zone off the map with its edges and what burnt in it, and leave its bytes clean."""
    for h in range(s.hazards_n):
        b.hazards[h].age[z] = NONE
    for other in range(s.zones_n):
        clear_way(b, z, other)
        clear_way(b, other, z)
    zone = b.zones[z]
    zone.absent = 1
    zone.traits = 0
    zone.own = 0
    zone.parts = 0
    zone.owner = Side.NOBODY
    zone.capacity = 0
    zone.control = Side.NOBODY
    zone.total = 0
    zone.crowded = 0
    for side in range(2):
        zone.struck_from[side] = 0
        zone.arms[side] = 0


@kernel
def block_edge(b: Battle, s: Setup, r: Rules, one: int, two: int) -> None:
    """Close an edge; its gates stay for when it opens again."""
    set_edge(b, one, two, Edge.BLOCKED, 0)
    say(b, Note.WAY, NONE, NONE, one, two, Edge.BLOCKED)
    redraw(b, s, r)


@kernel
def open_edge(b: Battle, s: Setup, r: Rules, unit: int, one: int, two: int, kind: int, needs: int) -> None:
    """Open an edge, or make one where there was none; `unit` is who did it, or NONE."""
    set_edge(b, one, two, kind, needs)
    say(b, Note.WAY, unit, NONE, one, two, kind)
    redraw(b, s, r)


@kernel
def tell_ground(b: Battle, z: int) -> None:
    """What a Zone is now."""
    say(b, Note.GROUND, NONE, NONE, z, int(b.zones[z].traits), int(b.zones[z].capacity))


@kernel
def set_capacity(b: Battle, s: Setup, r: Rules, z: int, capacity: int) -> None:
    """Another Capacity; 0 takes the limit away. Who is inside stays, over the new one or not."""
    b.zones[z].capacity = capacity
    b.zones[z].crowded = 0
    tell_ground(b, z)
    redraw(b, s, r)


@kernel
def unveil(b: Battle, s: Setup, r: Rules, z: int) -> None:
    """Who hides in a Zone that is no Flank any more, or in an enemy's sight, is known again."""
    for i in range(s.units_n):
        if b.units[i].life == Life.UP and b.units[i].zone == z and b.units[i].hidden_from != 0:
            if not has(b, z, Trait.FLANK) or watched(b, s, i):
                reveal(b, s, r, i)


@kernel
def give_traits(b: Battle, s: Setup, r: Rules, z: int, traits: int) -> None:
    """Further traits for a Zone (bits)."""
    b.zones[z].own = int(b.zones[z].own) | traits
    settle_traits(b, s, z)
    tell_ground(b, z)
    redraw(b, s, r)


@kernel
def set_gate(b: Battle, one: int, two: int, surcharge: int, difficulty: int) -> None:
    """A gate on the way from one Zone into another; 0 leaves that part of it as it is."""
    if surcharge != 0:
        b.surcharge[one][two] = surcharge
    if difficulty != 0:
        b.gate[one][two] = difficulty
    write(b, Note.WAY, NONE, NONE, one, two, int(b.edge[one][two]), 0, int(b.surcharge[one][two]), 0,
          int(b.gate[one][two]), 0)  # fmt: skip


@kernel
def add_zone(b: Battle, s: Setup, r: Rules, z: int) -> None:
    """Put a Zone that the scenario holds ready on the map, with its ways to the Zones that are there."""
    zone = b.zones[z]
    zone.absent = 0
    zone.traits = s.places[z].traits
    zone.own = s.places[z].traits
    zone.parts = 1 << z
    zone.owner = s.places[z].owner
    zone.capacity = s.places[z].capacity
    for other in range(s.zones_n):
        if b.zones[other].absent == 0 and other != z:
            draw_way(b, s, z, other)
            draw_way(b, s, other, z)
    say(b, Note.ZONE_NEW, NONE, NONE, z, 0, 0)
    catch_up(b, s, z)
    redraw(b, s, r)


@kernel
def openness(edge: int) -> int:
    """The rank of a kind of edge, the one that lets most through first."""
    if edge == Edge.ENGAGEMENT:
        return 0
    if edge == Edge.ORDINARY:
        return 1
    if edge == Edge.VERTICAL:
        return 2
    if edge == Edge.OFF_MAP:
        return 3
    if edge == Edge.BLOCKED:
        return 4
    return 5


@kernel
def take_way(b: Battle, kept: int, gone: int, other: int) -> None:
    """Of the ways of two Zones to a third the more open one stays, the kept Zone's where they are alike."""
    mine = openness(int(b.edge[kept][other]))
    theirs = openness(int(b.edge[gone][other]))
    if mine == theirs and b.edge[kept][other] == Edge.OFF_MAP:
        needs = int(b.needs[kept][other]) | int(b.needs[gone][other])
        set_edge(b, kept, other, Edge.OFF_MAP, needs)
    if theirs >= mine:
        return
    set_edge(b, kept, other, int(b.edge[gone][other]), int(b.needs[gone][other]))
    b.surcharge[kept][other] = b.surcharge[gone][other]
    b.surcharge[other][kept] = b.surcharge[other][gone]
    b.gate[kept][other] = b.gate[gone][other]
    b.gate[other][kept] = b.gate[other][gone]
    b.opens[kept][other] = b.opens[gone][other]
    b.opens[other][kept] = b.opens[other][gone]


@kernel
def moved_bit(bits: int, gone: int, kept: int) -> int:
    """A set of Zones (bits) in which one stands for another."""
    if (bits >> gone) & 1 != 0:
        return (bits & ~(1 << gone)) | (1 << kept)
    return bits


@kernel
def join_records(b: Battle, s: Setup, kept: int, gone: int) -> None:
    """Roles, owner and the Pincers' memory of two Zones become those of the kept one."""
    one = b.zones[kept]
    two = b.zones[gone]
    one.own = int(one.own) | int(two.own)
    one.parts = int(one.parts) | int(two.parts)
    if one.owner == Side.NOBODY:
        one.owner = two.owner
    elif two.owner != Side.NOBODY and two.owner != one.owner:
        one.owner = Side.BOTH
    one.capacity = 0
    one.crowded = 0
    for h in range(s.hazards_n):
        ages = b.hazards[h].age
        if ages[gone] > 0 and ages[kept] <= 0:
            ages[kept] = ages[gone]
    settle_traits(b, s, kept)
    for side in range(2):
        one.struck_from[side] = int(one.struck_from[side]) | int(two.struck_from[side])
        one.arms[side] = int(one.arms[side]) | int(two.arms[side])
        for z in range(s.zones_n):
            b.zones[z].struck_from[side] = moved_bit(int(b.zones[z].struck_from[side]), gone, kept)
            b.zones[z].arms[side] = moved_bit(int(b.zones[z].arms[side]), gone, kept)


@kernel
def shed_body(b: Battle, s: Setup, gone: int) -> None:
    """A Zone that goes is no part of a giant's body any more; what it became one with is what it was."""
    for i in range(s.units_n):
        b.units[i].body = int(b.units[i].body) & ~(1 << gone)


@kernel
def merge_zone(b: Battle, s: Setup, r: Rules, kept: int, gone: int) -> None:
    """Two Zones become one; it has the roles, the owner and the people of both, and no Capacity.

    RULING EDT4 (chosen): nobody moves when Zones become one: holds, a Focus and what was Readied stay; who hid stays
    hidden only in a Flank without an enemy in sight.
    """
    for i in range(s.units_n):
        if b.units[i].zone == gone:
            b.units[i].zone = kept
    shed_body(b, s, gone)
    for other in range(s.zones_n):
        if other != kept and other != gone:
            take_way(b, kept, gone, other)
    join_records(b, s, kept, gone)
    wipe(b, s, gone)
    say(b, Note.ZONE_GONE, NONE, NONE, gone, kept, 0)
    redraw(b, s, r)
    unveil(b, s, r, kept)


@kernel
def refuge(b: Battle, s: Setup, zone: int, to: int) -> int:
    """Where the occupants of a Zone that goes are put: the stated Zone, else a neighbour by an open edge; or NONE.

    RULING EDT1 (chosen): of several neighbours the first of the map. Its Capacity does not count: it is over it then,
    and nobody enters until fewer are inside.
    """
    stated = now_in(b, s, to)
    if stated != zone and present(b, s, stated):
        return stated
    for z in range(s.zones_n):
        if adjacent(b, zone, z):
            return z
    return NONE


@kernel
def evacuate(b: Battle, s: Setup, r: Rules, zone: int, haven: int) -> int:
    """Put everybody in a Zone into another, the fallen too; returns who was on their feet (bits)."""
    moved = 0
    for i in range(s.units_n):
        if b.units[i].zone == zone:
            if b.units[i].life == Life.UP:
                moved |= 1 << i
                put(b, s, r, i, haven, 1)
            else:
                b.units[i].zone = haven
    return moved


@kernel
def share(b: Battle, s: Setup, unit: int, points: int, save: int) -> int:
    """What one creature takes of a fall: half where it makes its save."""
    if save != Save.NO_SAVE and saves(b, s, unit, save, 0):
        return points // 2
    return points


@kernel
def bury(b: Battle, s: Setup, r: Rules, moved: int, dice: int, sides: int, plus: int, save: int) -> None:
    """The damage of a collapse, rolled once; each creature (bits), and each member of a Squad, saves for half.

    RULING EDT2 (chosen): one roll for the whole Zone, as a host rolls a spell on a Zone.
    """
    if moved == 0 or (dice == 0 and plus == 0):
        return
    points = modify(b, NONE, Mod.DAMAGE_BONUS, plus)
    points = max(0, points + throw_sum(b, NONE, NONE, Purpose.COLLAPSE, dice, sides))
    for i in range(s.units_n):
        if (moved >> i) & 1 == 0 or b.units[i].life != Life.UP:
            continue
        if not is_squad(s, i):
            hurt(b, s, r, NONE, i, share(b, s, i, points, save))
            continue
        member = next_member(b, s, i, NONE)
        while member != NONE:
            wound(b, s, r, NONE, i, member, share(b, s, i, points, save))
            member = next_member(b, s, i, member)


@kernel
def remove_zone(
    b: Battle, s: Setup, r: Rules, zone: int, to: int, dice: int, sides: int, plus: int, save: int
) -> None:  # fmt: skip
    """Take a Zone off the map; its occupants are put elsewhere (`refuge`), with the damage of a fall or a collapse.

    RULING EDT5 (chosen): they are placed there by force: no check, no Interdict, no cost; a hold or a Stance ends.
    """
    say(b, Note.ZONE_GONE, NONE, NONE, zone, NONE, 0)
    moved = evacuate(b, s, r, zone, refuge(b, s, zone, to))
    shed_body(b, s, zone)
    wipe(b, s, zone)
    redraw(b, s, r)
    bury(b, s, r, moved, dice, sides, plus, save)
