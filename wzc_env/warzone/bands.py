"""Modules 1 to 4 alone: no Zones, but bands in a line, as deep as the scenario says, and the host's movement.

A band has the number of a Zone and neither role nor trait, Control nor Capacity; whoever shares one is in melee reach.
What a stat block or a spell covers is in bands when the scenario is compiled (`Sheet.stride`, `Routine.reach`).
"""

from wzc_env.kernel import kernel

from .control import capable
from .state import Battle, Setup
from .words import NONE, Why


@kernel
def holds_band(b: Battle, s: Setup, side: int, band: int) -> bool:
    """Whether a combat-capable creature of a side stands in a band."""
    for i in range(s.units_n):
        if s.sheets[i].side == side and b.units[i].zone == band and capable(b, i):
            return True
    return False


@kernel
def towards(origin: int, band: int) -> int:
    """One band on, in the direction of another."""
    if band > origin:
        return 1
    return -1


@kernel
def why_not_march(b: Battle, s: Setup, unit: int, band: int) -> int:
    """Whether one Move leads to a band (a Why): as far as the host's movement allowance, past no enemy.

    [host.modules] L36-52: core modules and options are switched on and off with their dependencies (the scenario's
    `modules`, checked when it is read); with modules 1 to 4 alone host distances and movement stand as they are.
    RULING BND1 (chosen): a Move reaches any band within the allowance. There is no Rush, whose text is the Zones'.
    RULING BND2 (chosen): nobody passes a band where a combat-capable enemy stands; leaving one is free.
    """
    here = int(b.units[unit].zone)
    if b.distance[here][band] > s.sheets[unit].stride:
        return Why.TOO_FAR
    step = towards(here, band)
    between = here + step
    while between != band:
        if holds_band(b, s, 1 - int(s.sheets[unit].side), between):
            return Why.CUT_OFF
        between += step
    return Why.OK


@kernel
def band_before(origin: int, band: int) -> int:
    """Where an Interdict's hit halts who comes from `origin`.

    RULING R15: Interdict answers an enemy that closes to melee reach, which is the entry into the reactor's band.
    RULING BND3 (chosen): a hit halts the mover in the last band outside that reach.
    """
    return band - towards(origin, band)


@kernel
def own_end(b: Battle, unit_side: int, band: int) -> bool:
    """Whether a band is the end of the line where a side came from."""
    return b.zones[band].owner == unit_side


@kernel
def fastest_foe_at_hand(b: Battle, s: Setup, unit: int) -> int:
    """The fastest combat-capable enemy in the same band, or NONE."""
    fastest = NONE
    for i in range(s.units_n):
        if s.sheets[i].side != s.sheets[unit].side and b.units[i].zone == b.units[unit].zone and capable(b, i):
            if fastest == NONE or s.sheets[i].speed > s.sheets[fastest].speed:
                fastest = i
    return fastest


@kernel
def why_not_quit(b: Battle, s: Setup, unit: int) -> int:
    """Whether a creature may leave the battlefield by the host's means: it outruns whoever is upon it (a Why).

    RULING BND4 (chosen): from its own end of the line, at the listed price and without a check; an enemy at least as
    fast in the same band does not let it go.
    """
    if not own_end(b, int(s.sheets[unit].side), int(b.units[unit].zone)):
        return Why.NOT_OWN_END
    foe = fastest_foe_at_hand(b, s, unit)
    if foe != NONE and s.sheets[foe].speed >= s.sheets[unit].speed:
        return Why.CAUGHT
    return Why.OK


@kernel
def band_of_flight(b: Battle, s: Setup, unit: int) -> int:
    """The band nearest to its own end that one Move reaches, or NONE when none is nearer than where it stands."""
    here = int(b.units[unit].zone)
    end = NONE
    for z in range(s.zones_n):
        if own_end(b, int(s.sheets[unit].side), z):
            end = z
    best = NONE
    nearest = int(b.distance[here][end])
    for z in range(s.zones_n):
        if b.distance[z][end] < nearest and why_not_march(b, s, unit, z) == Why.OK:
            nearest = int(b.distance[z][end])
            best = z
    return best
