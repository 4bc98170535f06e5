"""Chapter 4, hazards of Zones: fire, fog, flood, collapse. What they do is data of the scenario (`state.Hazard`)."""

from wzc_env.hosts.osr import saves_from
from wzc_env.kernel import kernel, roll_die

from .checks import check
from .control import adjacent
from .events import modify, say, throw_sum, write
from .harm import hurt, wound
from .squads import next_member
from .state import Battle, Hazard, Rules, Setup
from .words import NONE, Ability, Course, Difficulty, Life, Mod, Note, Purpose, Save, Trait
from .zones import has

OLDEST = 100
"""Lulls that are counted; what has lasted so long does not end any more."""

SPREAD_DIE = 6


@kernel
def burns(b: Battle, h: int, z: int) -> bool:
    """Whether a hazard is in a Zone now."""
    return b.hazards[h].age[z] > 0


@kernel
def arrive(b: Battle, s: Setup, h: int, z: int, course: Course) -> None:
    """A hazard comes into a Zone; what it makes of the place counts at once."""
    b.hazards[h].age[z] = 1
    b.zones[z].traits = int(b.zones[z].traits) | int(s.hazards[h].trait)
    say(b, Note.HAZARD, NONE, NONE, z, h, course)


@kernel
def burn_out(b: Battle, s: Setup, h: int, z: int) -> None:
    """A hazard is over in a Zone, and does not come back; its trait goes, unless the place or another keeps it."""
    b.hazards[h].age[z] = NONE
    say(b, Note.HAZARD, NONE, NONE, z, h, Course.ENDS)
    kept = int(s.places[z].traits)
    for other in range(s.hazards_n):
        if burns(b, other, z):
            kept |= int(s.hazards[other].trait)
    b.zones[z].traits = int(b.zones[z].traits) & ~(int(s.hazards[h].trait) & ~kept)


@kernel
def lay_out_hazards(b: Battle, s: Setup) -> None:
    """The hazards that are there from the beginning."""
    for h in range(s.hazards_n):
        for z in range(s.zones_n):
            if s.hazards[h].starts == 0 and (int(s.hazards[h].zones) >> z) & 1 != 0:
                arrive(b, s, h, z, Course.BEGINS)


@kernel
def gets_clear(b: Battle, s: Setup, r: Rules, hazard: Hazard, unit: int) -> bool:
    """Whether a creature saves against a hazard: by the host's save, by a check, or not at all."""
    if hazard.save != Save.NO_SAVE:
        return saves_from(b, s, unit, int(hazard.save), int(hazard.save_mod), Mod.HAZARD)
    if hazard.check != Difficulty.AUTOMATIC:
        return check(b, s, r, unit, Ability.NIMBLE, int(hazard.check), Purpose.DODGE)
    return False


@kernel
def scorch_squad(b: Battle, s: Setup, r: Rules, hazard: Hazard, unit: int, points: int) -> None:
    """Hurt every member of a Squad, each with a save of its own."""
    member = next_member(b, s, unit, NONE)
    while member != NONE:
        if not gets_clear(b, s, r, hazard, unit):
            wound(b, s, r, NONE, unit, member, points)
        elif hazard.halves != 0:
            wound(b, s, r, NONE, unit, member, points // 2)
        member = next_member(b, s, unit, member)


@kernel
def scorch(b: Battle, s: Setup, r: Rules, hazard: Hazard, z: int) -> None:
    """Hurt everybody in a Zone: one roll of the dice, a save for each.

    RULING HAZ2 (chosen): friend and foe alike, hidden or not; who has fallen there already is spared.
    """
    points = modify(b, NONE, Mod.DAMAGE_BONUS, int(hazard.plus))
    points = max(0, points + throw_sum(b, NONE, NONE, Purpose.HAZARD, int(hazard.dice), int(hazard.sides)))
    for i in range(s.units_n):
        if b.units[i].zone == z and b.units[i].life == Life.UP:
            if s.sheets[i].members != 0:
                scorch_squad(b, s, r, hazard, i, points)
            elif not gets_clear(b, s, r, hazard, i):
                hurt(b, s, r, NONE, i, points)
            elif hazard.halves != 0:
                hurt(b, s, r, NONE, i, points // 2)


@kernel
def anyone_in(b: Battle, s: Setup, z: int) -> bool:
    """Whether somebody on its feet is in a Zone."""
    for i in range(s.units_n):
        if b.units[i].zone == z and b.units[i].life == Life.UP:
            return True
    return False


@kernel
def hazard_strikes(b: Battle, s: Setup, r: Rules, h: int, z: int) -> None:
    """What a hazard does in a Lull to those in one Zone.

    [lull.hazards] L285: after maintenance every hazard strikes, then spreads.
    RULING HAZ1 (chosen): it strikes in the Lull alone, whoever stands there then; going through costs nothing. Where it
    has just come it strikes from the next Lull on.
    """
    hazard = s.hazards[h]
    if not burns(b, h, z) or hazard.dice == 0 or not anyone_in(b, s, z):
        return
    say(b, Note.HAZARD, NONE, NONE, z, h, Course.STRIKES)
    scorch(b, s, r, hazard, z)


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
        if b.hazards[h].age[z] == 0 and not has(b, z, Trait.OFF_MAP) and reaches(b, s, h, z):
            if catches(b, h, z, int(s.hazards[h].chance)):
                arrive(b, s, h, z, Course.SPREADS)


@kernel
def flow_on(b: Battle, s: Setup, h: int) -> None:
    """One step of the route that the scenario states."""
    taken = int(b.hazards[h].taken)
    if taken < s.hazards[h].route_n:
        b.hazards[h].taken = taken + 1
        z = int(s.hazards[h].route[taken])
        if b.hazards[h].age[z] == 0:
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
        if burns(b, h, z) and 0 < hazard.lasts < b.hazards[h].age[z]:
            burn_out(b, s, h, z)
    if hazard.starts > 0 and b.turn == hazard.starts:
        for z in range(s.zones_n):
            if (int(hazard.zones) >> z) & 1 != 0:
                arrive(b, s, h, z, Course.BEGINS)


@kernel
def spread(b: Battle, s: Setup) -> None:
    """After all have struck: every hazard advances by one Lull, in the order of the scenario."""
    for h in range(s.hazards_n):
        advance_hazard(b, s, h)
