"""Chapter 5, Zones: distance, reach, and what a place does to an attack."""

from wzc_env.kernel import kernel

from .control import adjacent, capable, controls
from .events import modify
from .giants import gap
from .levers import dramatic
from .state import Battle, Rules, Setup
from .words import FAR, NONE, Edge, Life, Mod, Side, Trait


@kernel
def has(b: Battle, zone: int, trait: Trait) -> bool:
    """Whether a Zone has a role or trait.

    RULING M12: roles are places, not sides: whoever Controls a Zone gets its bonus.
    """
    return b.zones[zone].traits & trait != 0


@kernel
def passable(b: Battle, one: int, two: int) -> bool:
    """Whether a way leads from one Zone to another at all, access and price apart."""
    return b.edge[one][two] != Edge.ABSENT and b.edge[one][two] != Edge.BLOCKED


@kernel
def measure(b: Battle, s: Setup) -> None:
    """Fill the table of distances: shortest open path in edges, FAR where there is none.

    [zones.graph] L289-302: a battlefield is a graph of Zones with ordinary, engagement, vertical and blocked edges.
    RULING M3: gated, engagement and vertical edges count, blocked ones never do.
    """
    for i in range(s.zones_n):
        for j in range(s.zones_n):
            b.distance[i][j] = FAR
            if i == j:
                b.distance[i][j] = 0
            elif adjacent(b, i, j):
                b.distance[i][j] = 1
    for k in range(s.zones_n):
        for i in range(s.zones_n):
            for j in range(s.zones_n):
                b.distance[i][j] = min(int(b.distance[i][j]), b.distance[i][k] + b.distance[k][j])


@kernel
def in_range(b: Battle, one: int, two: int, reach: int) -> bool:
    """Whether a missile or spell of this reach (Zone edges) covers the way.

    [range] L306-314: same Zone very short, one edge short, two medium, three longer; no range-band penalties. The
    host's feet become edges when the scenario is compiled.
    """
    return b.distance[one][two] <= reach


@kernel
def melee_covers(b: Battle, one: int, two: int) -> bool:
    """Melee reaches the same Zone, and both ways across an engagement line.

    RULING M2: an engagement line is an ordinary edge for movement and adjacency besides.
    """
    return one == two or b.edge[one][two] == Edge.ENGAGEMENT


@kernel
def safe_in_back_line(b: Battle, origin: int, target_zone: int) -> bool:
    """Nobody in a Back Line is attacked in melee from outside the Zone, whoever Controls it.

    [trait.back_line] L322, L394, L491 (its bonus: `place_modifier`; its exit: `is_exit`).
    """
    return origin != target_zone and has(b, target_zone, Trait.BACK_LINE)


@kernel
def off_map(b: Battle, zone: int) -> bool:
    """Whether a Zone is off the map.

    [trait.off_map] L300, L332: it is entered and left only through a gate, by who has access to it
    (`movement.why_not_move`), and nobody aims an attack or a spell at an enemy there.
    """
    return has(b, zone, Trait.OFF_MAP)


@kernel
def is_exit(b: Battle, zone: int, side: int) -> bool:
    """A side leaves the battlefield from its own Back Line or Flank."""
    owner = b.zones[zone].owner
    own = owner == side or owner == Side.BOTH
    return own and (has(b, zone, Trait.BACK_LINE) or has(b, zone, Trait.FLANK))


@kernel
def place_modifier(b: Battle, s: Setup, r: Rules, unit: int, ranged: int) -> int:
    """What the attacker's Zone does to an attack roll, each part noted.

    [traits.gating] L320-322: Control gates the attack bonuses and Vigor discounts of Front Line, Back Line, Flank and
    High Ground; every modifier of the Melee and Underwater, each penalty and each protection always applies, and a
    Contested Zone gives neither side the gated ones.
    [trait.front_line] L320-324: melee attacks from a Front Line.
    [trait.high_ground] L654, L665, L670: ranged attacks from High Ground; its entry gates are the map's.
    [trait.underwater] L322: every attack from under water is worse; besides, going in costs more (`movement.move_cost`)
    and no missile flies in, out or within (`attacks.why_out_of_shot`).
    RULING M13: the attacker's Zone counts, and several traits on one Zone add.
    """
    zone = int(b.units[unit].zone)
    gated = controls(b, int(s.sheets[unit].side), zone)
    total = 0
    if ranged == 0:
        if gated and has(b, zone, Trait.FRONT_LINE):
            total += modify(b, unit, Mod.FRONT_LINE, dramatic(r, int(r.front_line_melee)))
        if has(b, zone, Trait.MELEE):
            total += modify(b, unit, Mod.IN_THE_MELEE, dramatic(r, int(r.melee_attack)))
    elif gated:
        if has(b, zone, Trait.BACK_LINE):
            total += modify(b, unit, Mod.BACK_LINE, dramatic(r, int(r.back_line_ranged)))
        if has(b, zone, Trait.HIGH_GROUND):
            total += modify(b, unit, Mod.HIGH_GROUND, dramatic(r, int(r.high_ground_ranged)))
    if has(b, zone, Trait.UNDERWATER):
        total += modify(b, unit, Mod.UNDERWATER, dramatic(r, int(r.underwater_attack)))
    return total


@kernel
def enemy_near(b: Battle, s: Setup, unit: int) -> int:
    """The fastest combat-capable enemy in the same or an adjacent Zone, or NONE.

    RULING M10: "adjacent" for a withdrawal includes the same Zone and excludes blocked edges.
    RULING X17: the one who withdraws must be faster than every one of them, so the fastest is asked about.
    """
    side = s.sheets[unit].side
    fastest = NONE
    for i in range(s.units_n):
        if s.sheets[i].side != side and b.units[i].life == Life.UP and capable(b, i):
            if gap(b, s, unit, i) <= 1:
                if fastest == NONE or s.sheets[i].speed > s.sheets[fastest].speed:
                    fastest = i
    return fastest
