"""Chapter 4, what hazards do in the Lull: damage with a save for everybody in the Zone, and Zones that come down."""

from wzc_env.hosts.osr import saves_from
from wzc_env.kernel import kernel

from .changes import may_go
from .checks import check
from .events import modify, say, throw_sum
from .harm import hurt, wound
from .hazards import burns
from .squads import is_squad, next_member
from .state import Battle, Hazard, Rules, Setup
from .terrain import remove_zone
from .words import NONE, Ability, Course, Difficulty, Life, Mod, Note, Purpose, Save


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
            if is_squad(s, i):
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
def collapse(b: Battle, s: Setup, r: Rules, h: int, z: int) -> None:
    """A Zone comes down: its people are hurt and thrown to the stated Zone, then it is gone, with all that burnt in it.

    RULING HAZ4 (chosen): where that would cut the map in two, or leave its people nowhere, it stands after all.
    """
    hazard = s.hazards[h]
    b.hazards[h].age[z] = NONE
    if not may_go(b, s, z, int(hazard.into)):
        say(b, Note.HAZARD, NONE, NONE, z, h, Course.STANDS)
        return
    say(b, Note.HAZARD, NONE, NONE, z, h, Course.FALLS)
    if hazard.dice > 0 and anyone_in(b, s, z):
        scorch(b, s, r, hazard, z)
    remove_zone(b, s, r, z, int(hazard.into), 0, 0, 0, Save.NO_SAVE)


@kernel
def hazard_strikes(b: Battle, s: Setup, r: Rules, h: int, z: int) -> None:
    """What a hazard does in a Lull to those in one Zone.

    [lull.hazards] L285: after maintenance every hazard strikes, then spreads.
    RULING HAZ1 (chosen): it strikes in the Lull alone, whoever stands there then; going through costs nothing. Where it
    has just come it strikes from the next Lull on.
    """
    hazard = s.hazards[h]
    if not burns(b, h, z):
        return
    if hazard.falls != 0:
        if b.hazards[h].age[z] >= hazard.lasts:
            collapse(b, s, r, h, z)
        return
    if hazard.dice == 0 or not anyone_in(b, s, z):
        return
    say(b, Note.HAZARD, NONE, NONE, z, h, Course.STRIKES)
    scorch(b, s, r, hazard, z)
