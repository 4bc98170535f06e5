"""Optional Module 3, Stances: what a creature may take up and keep, bound to its place.

A Stance is a row of data (`Setup.stances`, from `configs/stances`): no rule here knows one of them by name.
"""

from wzc_env.kernel import kernel

from .costs import at_speed
from .events import say
from .modules import detailed
from .state import Battle, Rules, Setup
from .words import NONE, Life, Note, Why, Wield


@kernel
def stance_cost(b: Battle, s: Setup, r: Rules, unit: int, row: int) -> int:
    """What it costs a creature to declare a Stance now."""
    return at_speed(b, r, unit, int(s.stances[row].cost))


@kernel
def wields_for(b: Battle, s: Setup, unit: int, row: int) -> bool:
    """Whether a creature has in hand what a Stance needs."""
    need = s.stances[row].wields
    sheet = s.sheets[unit]
    gear = b.units[unit].gear
    if need == Wield.POLEARM:
        return sheet.polearm[gear] != 0
    if need == Wield.SHIELD:
        return sheet.shield[gear] != 0
    if need == Wield.MISSILE:
        for i in range(sheet.routines_n):
            routine = sheet.routines[i]
            if routine.ranged != 0 and (routine.gear == NONE or routine.gear == gear):
                return True
        return False
    return True


@kernel
def stands_for(b: Battle, s: Setup, unit: int, row: int) -> bool:
    """Whether a creature stands where a Stance may be kept: any of the traits that it names, or anywhere."""
    where = int(s.stances[row].where)
    return where == 0 or int(b.zones[b.units[unit].zone].traits) & where != 0


@kernel
def why_not_stance(b: Battle, s: Setup, unit: int, row: int) -> int:
    """Whether a creature may declare a Stance, its price apart (a Why).

    [stances] L504-517: one at a time, for 1 or 2 Vigor; ending it is free; it lasts over Breaths, Lulls and Rounds
    until it is ended, or its keeper moves (by its own will or not) or becomes Exposed; there is none while Exposed.
    RULING Q13: the Holding Stance is one of them.
    RULING STA1 (chosen): weapon and place alone say who may use which; one is ended before another is declared.
    """
    one = b.units[unit]
    if row >= s.stances_n:
        return Why.NO_SUCH_OPTION
    if one.exposed != 0:
        return Why.STANCE_EXPOSED
    if one.stance != NONE:
        return Why.STANCE_HELD
    if not wields_for(b, s, unit, row):
        return Why.STANCE_GEAR
    if not stands_for(b, s, unit, row):
        return Why.STANCE_PLACE
    return Why.OK


@kernel
def why_not_end_stance(b: Battle, s: Setup, unit: int) -> int:
    """Whether there is a Stance to end (a Why)."""
    if s.stances_n == 0 or b.units[unit].stance == NONE:
        return Why.NO_STANCE
    return Why.OK


@kernel
def end_stance(b: Battle, s: Setup, unit: int) -> bool:
    """End a creature's Stance, if it has one; returns whether it had. The caller recounts Control."""
    if s.stances_n == 0 or b.units[unit].stance == NONE:
        return False
    row = int(b.units[unit].stance)
    b.units[unit].stance = NONE
    if b.units[unit].life != Life.GONE:
        say(b, Note.STANCE_END, unit, NONE, NONE, row, 0)
    return True


@kernel
def drop_unfit(b: Battle, s: Setup) -> None:
    """End every Stance whose weapon is no longer in hand or whose place is no longer of its kind.

    RULING STA2 (chosen): asked whenever Control is counted, after a change of gear or of the battlefield too.
    """
    for i in range(s.units_n):
        row = int(b.units[i].stance)
        if row != NONE and b.units[i].life == Life.UP:
            if not (wields_for(b, s, i, row) and stands_for(b, s, i, row)):
                end_stance(b, s, i)


@kernel
def expire_stances(b: Battle, s: Setup) -> None:
    """The Lull ends the Stances that last a Round, and lets everybody move again.

    RULING STA3 (chosen): with the durations, so that it is there while the maintenance choices are made.
    """
    for i in range(s.units_n):
        b.units[i].rooted = 0
        row = int(b.units[i].stance)
        if row != NONE and s.stances[row].for_round != 0:
            end_stance(b, s, i)


@kernel
def stance_control(b: Battle, s: Setup, unit: int) -> int:
    """What a creature's Stance adds to Control: its figure for the system in force, never both."""
    if s.stances_n == 0 or b.units[unit].stance == NONE:
        return 0
    stance = s.stances[b.units[unit].stance]
    if detailed(s):
        return stance.detailed
    return stance.simple


@kernel
def stance_attack(b: Battle, s: Setup, unit: int, ranged: int) -> int:
    """What a creature's Stance adds to its melee or ranged attack rolls."""
    if s.stances_n == 0 or b.units[unit].stance == NONE:
        return 0
    stance = s.stances[b.units[unit].stance]
    if ranged != 0:
        return stance.ranged
    return stance.melee


@kernel
def stance_ac(b: Battle, s: Setup, unit: int) -> int:
    """What a creature's Stance adds to its AC."""
    if s.stances_n == 0 or b.units[unit].stance == NONE:
        return 0
    return s.stances[b.units[unit].stance].ac


@kernel
def why_rooted(b: Battle, unit: int) -> int:
    """Whether a Stance of this Round keeps a creature from moving of its own will (a Why).

    [holding_stance] L427: 2 Vigor for 2 more in Control until the Lull ends it, and no voluntary movement this Round.
    RULING X10: not even after the Stance has ended; a movement before it does not bar it.
    """
    if b.units[unit].rooted != 0:
        return Why.ROOTED
    return Why.OK
