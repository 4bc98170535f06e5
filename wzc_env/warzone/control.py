"""Chapter 5, Control of a Zone and the Pincer: who holds a place, and who is caught between two."""

from wzc_env.kernel import kernel

from .contributions import base_contribution, contribution, counts_bonuses, simple_row
from .events import say, write
from .modules import detailed, zoned
from .squads import heads
from .stances import drop_unfit
from .state import Battle, Rules, Setup
from .words import NONE, Edge, Effect, Life, Note, Side, Trait


@kernel
def helpless(b: Battle, unit: int) -> bool:
    """Asleep or held by a spell: it forfeits and does not count for Control."""
    timers = b.units[unit].timers
    return timers[Effect.HELD] > 0 or timers[Effect.ASLEEP] > 0


@kernel
def capable(b: Battle, unit: int) -> bool:
    """Combat-capable.

    RULING M7: not at 0 HP, not helpless, not fleeing; Exposed and grappled creatures count.
    """
    one = b.units[unit]
    return one.life == Life.UP and one.fleeing == 0 and not helpless(b, unit)


@kernel
def note_crowd(b: Battle, s: Setup, z: int) -> None:
    """A Zone over its Capacity stays closed until fewer are inside than it holds (RULING X5)."""
    capacity = b.zones[z].capacity
    inside = b.zones[z].occupants[0] + b.zones[z].occupants[1]
    if capacity > 0 and inside > capacity:
        b.zones[z].crowded = 1
    elif inside < capacity:
        b.zones[z].crowded = 0


@kernel
def outshone(b: Battle, s: Setup, unit: int) -> bool:
    """Whether another leader of the same side in the same Zone has the higher CHA (or the same, and comes first)."""
    own = s.sheets[unit]
    for i in range(s.units_n):
        other = s.sheets[i]
        if i != unit and other.leader != 0 and other.side == own.side and b.units[i].zone == b.units[unit].zone:
            if b.units[i].hidden_from == 0 and b.units[i].life == Life.UP and capable(b, i):
                if other.charisma > own.charisma or (other.charisma == own.charisma and i < unit):
                    return True
    return False


@kernel
def leadership(b: Battle, s: Setup, unit: int) -> int:
    """What a leader's positive CHA modifier adds to its side in the Zone: only the highest on each side counts.

    Under Detailed Control only.
    """
    sheet = s.sheets[unit]
    if not detailed(s) or sheet.leader == 0 or sheet.charisma <= 0:
        return 0
    if not counts_bonuses(b, s, int(b.units[unit].zone)) or outshone(b, s, unit):
        return 0
    return sheet.charisma


@kernel
def tally(b: Battle, s: Setup, r: Rules) -> None:
    """Count bodies, strength, occupants and combat-capable creatures anew, and note where a Capacity is passed."""
    b.capable[0] = 0
    b.capable[1] = 0
    bonuses = detailed(s) or s.squads_n != 0 or s.stances_n != 0
    for z in range(s.zones_n):
        zone = b.zones[z]
        zone.bodies[0] = 0
        zone.bodies[1] = 0
        zone.strength[0] = 0
        zone.strength[1] = 0
        zone.occupants[0] = 0
        zone.occupants[1] = 0
    for i in range(s.units_n):
        unit = b.units[i]
        if unit.life == Life.UP:
            side = int(s.sheets[i].side)
            zone = b.zones[unit.zone]
            if unit.body == 0:
                zone.occupants[side] += heads(b, s, i)
            if capable(b, i):
                b.capable[side] += 1
                if unit.hidden_from != 0:
                    continue
                if bonuses:
                    zone.bodies[side] += base_contribution(b, s, r, i)
                    zone.strength[side] += contribution(b, s, r, i) + leadership(b, s, i)
                else:
                    bodies = simple_row(s, r, i)
                    zone.bodies[side] += bodies
                    zone.strength[side] += bodies
    for z in range(s.zones_n):
        note_crowd(b, s, z)


@kernel
def adjacent(b: Battle, one: int, two: int) -> bool:
    """Whether an open edge joins two Zones; blocked edges make no neighbours."""
    edge = b.edge[one][two]
    return edge == Edge.ORDINARY or edge == Edge.ENGAGEMENT or edge == Edge.VERTICAL


@kernel
def occupies(b: Battle, s: Setup, side: int, zone: int) -> bool:
    """Whether a side has a combat-capable creature in a Zone, known to the enemy or not."""
    if b.zones[zone].bodies[side] > 0:
        return True
    for i in range(s.units_n):
        if s.sheets[i].side == side and b.units[i].zone == zone and capable(b, i):
            return True
    return False


@kernel
def close_pincer(b: Battle, s: Setup, side: int, target_zone: int) -> None:
    """Two adjacent Zones that a side holds and has completed an Attack from make a Pincer on the target Zone.

    [pincer.forms] L338-343.
    RULING P1: origins are kept per side and target Zone for the Round, and it matters not which condition is met last.
    By the book's words the Pincer, once formed, lasts for the rest of the Round (the ruling's lapse is dropped).
    """
    zone = b.zones[target_zone]
    held = 0
    n = 0
    for z in range(s.zones_n):
        if (int(zone.struck_from[side]) >> z) & 1 != 0 and adjacent(b, z, target_zone) and occupies(b, s, side, z):
            held |= 1 << z
            n += 1
    if n >= 2 and (int(zone.arms[side]) | held) != int(zone.arms[side]):
        zone.arms[side] = int(zone.arms[side]) | held
        say(b, Note.PINCER, NONE, NONE, target_zone, side, 0)


@kernel
def lead(b: Battle, z: int) -> int:
    """By how much the stronger side in a Zone leads."""
    return abs(b.zones[z].strength[0] - b.zones[z].strength[1])


@kernel
def judge(b: Battle, s: Setup, r: Rules, z: int) -> None:
    """Name who Controls a Zone, and whether totally; say so when it has changed.

    [detailed.total] L433-437: a lead of 5 or more is Total Control, which replaces the 2:1 rule of a Hard Breakthrough
    (`movement.entry_check`).
    """
    zone = b.zones[z]
    holder = Side.NOBODY
    if zone.strength[0] > zone.strength[1]:
        holder = Side.PARTY
    elif zone.strength[1] > zone.strength[0]:
        holder = Side.FOES
    total = 0
    if detailed(s) and lead(b, z) >= r.detailed_total_lead:
        total = 1
    if holder != zone.control or total != zone.total:
        zone.control = holder
        zone.total = total
        ours, theirs = int(zone.strength[0]), int(zone.strength[1])
        write(b, Note.CONTROL, NONE, NONE, z, holder, total, 0, ours, theirs, 0, 0)


@kernel
def recount(b: Battle, s: Setup, r: Rules) -> None:
    """Decide anew who Controls each Zone: the stronger side does, equal totals leave it Contested.

    RULING M8: called at once at the listed events (Round start, entry, exit, defeat, a change of what counts), never
    after a mere Breath.
    RULING HID1 (chosen): a hidden creature adds nothing to Control until it is known; it takes up room all the same.
    RULING OFF1: nobody Controls Off-Map.
    RULING M4: an empty Zone is Contested, so entering it is a plain Move.
    """
    if s.stances_n != 0:
        drop_unfit(b, s)
    tally(b, s, r)
    if not zoned(s):
        return  # bands are nobody's
    for z in range(s.zones_n):
        zone = b.zones[z]
        if zone.traits & Trait.OFF_MAP != 0:
            continue
        judge(b, s, r, z)
        for side in range(2):
            if zone.struck_from[side] != 0:
                close_pincer(b, s, side, z)


@kernel
def controls(b: Battle, side: int, zone: int) -> bool:
    """Whether a side has the Zone Controlled."""
    return b.zones[zone].control == side


@kernel
def attack_completed(b: Battle, s: Setup, unit: int, target_zone: int) -> None:
    """Remember from where a side completed an Attack on a Zone.

    RULING P2: it counts hit or miss; ripostes, Interdicts and spells do not come here.
    RULING P3: the Attack that completes the Pincer has no benefit from it.
    """
    origin = int(b.units[unit].zone)
    if origin == target_zone or not zoned(s) or not adjacent(b, origin, target_zone):
        return
    side = int(s.sheets[unit].side)
    zone = b.zones[target_zone]
    zone.struck_from[side] = int(zone.struck_from[side]) | (1 << origin)
    close_pincer(b, s, side, target_zone)


@kernel
def in_arm(b: Battle, side: int, origin: int, target_zone: int) -> bool:
    """Whether an attack from `origin` gets the Pincer's bonus.

    [pincer.effects] L345-347: +2 for whoever stands in an arm, -1 on the defenders' morale, a Hard check (or one step
    harder) to leave.
    RULING P4: nobody else. RULING X11: ripostes have it, Interdict does not; with more than two arms all have it.
    """
    return (int(b.zones[target_zone].arms[side]) >> origin) & 1 != 0


@kernel
def pincered(b: Battle, side: int, zone: int) -> bool:
    """Whether `side` is caught in this Zone (RULING P5: the exit tax is on the pincered side only)."""
    return b.zones[zone].arms[1 - side] != 0
