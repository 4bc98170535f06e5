"""Chapter 5, objectives: what a side may do to win at once. Which ones there are is data of the scenario."""

from wzc_env.kernel import kernel

from .control import capable, controls
from .events import write
from .hazards import now_in
from .squads import heads
from .state import Battle, Objective, Setup
from .words import NONE, Edge, Goal, Life, Note, Side


@kernel
def concerns(b: Battle, s: Setup, goal: Objective, unit: int) -> bool:
    """Whether a creature counts for an objective of its side.

    RULING OBJ1 (chosen): the combat-capable count, hidden or not; who is in flight does not, nor the fallen.
    """
    return s.sheets[unit].side == goal.side and (goal.unit == NONE or goal.unit == unit) and capable(b, unit)


@kernel
def is_goal_zone(b: Battle, goal: Objective, z: int) -> bool:
    """Whether an objective is about this Zone, or about what has become a part of it (RULING EDT9)."""
    return z != NONE and int(goal.zones) & int(b.zones[z].parts) != 0


@kernel
def ends_at(b: Battle, s: Setup, goal: Objective, z: int) -> bool:
    """Whether the edge that is to be opened ends at this Zone."""
    return z != NONE and (z == now_in(b, s, int(goal.one)) or z == now_in(b, s, int(goal.two)))


@kernel
def is_open(b: Battle, s: Setup, one: int, two: int) -> bool:
    """Whether a way is open between two Zones, or they have become one."""
    start = now_in(b, s, one)
    end = now_in(b, s, two)
    if start == NONE or end == NONE:
        return False
    return start == end or (b.edge[start][end] != Edge.BLOCKED and b.edge[start][end] != Edge.ABSENT)


@kernel
def arrived(b: Battle, s: Setup, goal: Objective) -> int:
    """How many of those who count stand in one of its Zones."""
    n = 0
    for i in range(s.units_n):
        if concerns(b, s, goal, i) and is_goal_zone(b, goal, int(b.units[i].zone)):
            n += heads(b, s, i)
    return n


@kernel
def has_fallen(b: Battle, s: Setup, row: int) -> bool:
    """Whether an objective is reached as the battle stands.

    [battlefield.objectives] L412: reach a Zone, hold it over Lulls, open an edge, escape; besides, bring somebody to a
    Zone or bring somebody down.
    """
    goal = s.objectives[row]
    if goal.kind == Goal.REACH or goal.kind == Goal.ESCORT:
        return arrived(b, s, goal) >= goal.n
    if goal.kind == Goal.OPEN:
        return is_open(b, s, int(goal.one), int(goal.two))
    if goal.kind == Goal.KILL:
        life = b.units[goal.unit].life
        return life == Life.DEAD or life == Life.DYING
    return b.progress[row] >= goal.n


@kernel
def fallen_objective(b: Battle, s: Setup, side: Side) -> int:
    """The first objective of a side that is reached, or NONE."""
    for row in range(s.objectives_n):
        if s.objectives[row].side == side and has_fallen(b, s, row):
            return row
    return NONE


@kernel
def tell_progress(b: Battle, s: Setup, row: int, won: int) -> None:
    """How far an objective is, as an event."""
    write(b, Note.OBJECTIVE, NONE, NONE, NONE, row, 0, 0, 0, int(b.progress[row]), int(s.objectives[row].n), won)


@kernel
def judge(b: Battle, s: Setup) -> None:
    """Note the first objective that has fallen, and tell of each that has."""
    if b.objective != NONE:
        return
    for row in range(s.objectives_n):
        if has_fallen(b, s, row):
            tell_progress(b, s, row, 1)
            if b.objective == NONE:
                b.objective = row


@kernel
def count_holds(b: Battle, s: Setup) -> None:
    """In the Lull's end check: one more Lull for each Zone that its side Controls; a lost one begins anew."""
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        if goal.kind == Goal.HOLD:
            before = int(b.progress[row])
            held = False
            for z in range(s.zones_n):
                if is_goal_zone(b, goal, z) and controls(b, int(goal.side), z):
                    held = True
            if held:
                b.progress[row] = before + 1
            elif goal.total == 0:
                b.progress[row] = 0
            if (held or b.progress[row] != before) and b.progress[row] < goal.n:
                tell_progress(b, s, row, 0)


@kernel
def count_escape(b: Battle, s: Setup, unit: int) -> None:
    """A creature or a Squad is about to leave the battlefield: an escape, where its side wants one through this exit.

    RULING OBJ4 (chosen): who leaves in flight from failed morale has not escaped, it is lost.
    """
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        if goal.kind == Goal.ESCAPE and concerns(b, s, goal, unit):
            if goal.zones == 0 or is_goal_zone(b, goal, int(b.units[unit].zone)):
                b.progress[row] = b.progress[row] + heads(b, s, unit)
                if b.progress[row] < goal.n:
                    tell_progress(b, s, row, 0)
