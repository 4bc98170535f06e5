"""Chapter 4, hazards of Zones: where they are and how they go on. What each does is data (`state.Hazard`); whom it
strikes is in `havoc`.
"""

from wzc_env.kernel import kernel, roll_die

from .control import adjacent
from .events import say, write
from .state import Battle, Setup
from .words import NONE, Course, Note, Purpose

OLDEST = 100
"""Lulls that are counted; what has lasted so long does not end any more."""

SPREAD_DIE = 6


@kernel
def burns(b: Battle, h: int, z: int) -> bool:
    """Whether a hazard is in a Zone now."""
    return b.hazards[h].age[z] > 0 and b.zones[z].absent == 0


@kernel
def settle_traits(b: Battle, s: Setup, z: int) -> None:
    """A Zone has the traits that are its own and those of the hazards that are in it."""
    traits = int(b.zones[z].own)
    for h in range(s.hazards_n):
        if burns(b, h, z):
            traits |= int(s.hazards[h].trait)
    b.zones[z].traits = traits


@kernel
def now_in(b: Battle, s: Setup, z: int) -> int:
    """The Zone that a Zone is, or has become a part of, or NONE while it is not on the map.

    RULING EDT9 (chosen): whatever the scenario says of a Zone holds for the one that it has become a part of.
    """
    if z == NONE or b.zones[z].absent == 0:
        return z
    for other in range(s.zones_n):
        if (int(b.zones[other].parts) >> z) & 1 != 0:
            return other
    return NONE


@kernel
def arrive(b: Battle, s: Setup, h: int, z: int, course: Course) -> None:
    """A hazard comes into a Zone that is there; what it makes of the place counts at once."""
    if b.zones[z].absent != 0:
        return
    b.hazards[h].age[z] = 1
    settle_traits(b, s, z)
    say(b, Note.HAZARD, NONE, NONE, z, h, course)


@kernel
def burn_out(b: Battle, s: Setup, h: int, z: int) -> None:
    """A hazard is over in a Zone, and does not come back; its trait goes, unless the place or another keeps it."""
    b.hazards[h].age[z] = NONE
    say(b, Note.HAZARD, NONE, NONE, z, h, Course.ENDS)
    settle_traits(b, s, z)


@kernel
def lay_out_hazards(b: Battle, s: Setup) -> None:
    """The hazards that are there from the beginning."""
    for h in range(s.hazards_n):
        for z in range(s.zones_n):
            if s.hazards[h].starts == 0 and (int(s.hazards[h].zones) >> z) & 1 != 0:
                arrive(b, s, h, z, Course.BEGINS)


@kernel
def catch_up(b: Battle, s: Setup, z: int) -> None:
    """A Zone comes on the map.

    RULING HAZ5 (chosen): a hazard that the scenario puts there, and that has begun elsewhere or would have, begins.
    """
    for h in range(s.hazards_n):
        starts = int(s.hazards[h].starts)
        if (int(s.hazards[h].zones) >> z) & 1 != 0 and (starts == 0 or b.turn > starts):
            arrive(b, s, h, z, Course.BEGINS)


@kernel
def reaches(b: Battle, s: Setup, h: int, z: int) -> bool:
    """Whether a hazard was in a Zone beside this one when the Lull began, an open edge between them."""
    for other in range(s.zones_n):
        if b.hazards[h].age[other] > 1 and adjacent(b, other, z):
            return True
    return False


@kernel
def catches(b: Battle, h: int, z: int, chance: int) -> bool:
    """Roll for the spread to one Zone, `chance` in 6; a certain one needs no die."""
    if chance >= SPREAD_DIE:
        return True
    natural = roll_die(b.dice, SPREAD_DIE, Purpose.SPREAD)
    won = natural <= chance
    write(b, Note.DIE, NONE, h, z, Purpose.SPREAD, SPREAD_DIE, natural, 0, natural, 0, int(won))
    return won


@kernel
def creep(b: Battle, s: Setup, h: int) -> None:
    """One step along the open edges: each Zone beside it takes fire by its chance in 6."""
    for z in range(s.zones_n):
        if b.hazards[h].age[z] == 0 and reaches(b, s, h, z):
            if catches(b, h, z, int(s.hazards[h].chance)):
                arrive(b, s, h, z, Course.SPREADS)


@kernel
def flow_on(b: Battle, s: Setup, h: int) -> None:
    """One step of the route that the scenario states."""
    taken = int(b.hazards[h].taken)
    if taken < s.hazards[h].route_n:
        b.hazards[h].taken = taken + 1
        z = now_in(b, s, int(s.hazards[h].route[taken]))
        if z != NONE and b.hazards[h].age[z] == 0:
            arrive(b, s, h, z, Course.SPREADS)


@kernel
def advance_hazard(b: Battle, s: Setup, h: int) -> None:
    """A Lull passes for one hazard: it spreads, burns out, begins."""
    hazard = s.hazards[h]
    for z in range(s.zones_n):
        if burns(b, h, z):
            b.hazards[h].age[z] = min(OLDEST, b.hazards[h].age[z] + 1)
    if hazard.every > 0 and b.turn > hazard.starts and (b.turn - hazard.starts) % hazard.every == 0:
        if hazard.route_n > 0:
            flow_on(b, s, h)
        else:
            creep(b, s, h)
    for z in range(s.zones_n):
        if burns(b, h, z) and hazard.falls == 0 and 0 < hazard.lasts < b.hazards[h].age[z]:
            burn_out(b, s, h, z)
    if hazard.starts > 0 and b.turn == hazard.starts:
        for z in range(s.zones_n):
            if int(hazard.zones) & int(b.zones[z].parts) != 0:
                arrive(b, s, h, z, Course.BEGINS)


@kernel
def spread(b: Battle, s: Setup) -> None:
    """After all have struck: every hazard advances by one Lull, in the order of the scenario."""
    for h in range(s.hazards_n):
        advance_hazard(b, s, h)
