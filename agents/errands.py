"""Errands: what a creature does for an objective of its side, whatever else it is good at.

Its task is the first objective of its side that it can serve. It walks to the place, stays there, leaves by the exit,
or turns on the enemy that is named; what it does besides is the agent's own taste.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import single_id, zone_id
from wzc_env.warzone.bands import own_end
from wzc_env.warzone.control import capable, controls
from wzc_env.warzone.hazards import now_in
from wzc_env.warzone.modules import zoned
from wzc_env.warzone.movement import move_cost
from wzc_env.warzone.objectives import ends_at, is_goal_zone
from wzc_env.warzone.squads import heads
from wzc_env.warzone.state import Battle, Objective, Rules, Setup
from wzc_env.warzone.words import FAR, NONE, Goal, Life, Verb
from wzc_env.warzone.zones import is_exit

from .base import is_legal
from .ways import work_on

URGENT = 2  # Lulls before an enemy's hold is complete, when somebody must go and break it


@kernel
def strength_left(b: Battle, s: Setup, side: int) -> int:
    """Creatures of a side that can still do something."""
    n = 0
    for i in range(s.units_n):
        if s.sheets[i].side == side and capable(b, i):
            n += heads(b, s, i)
    return n


@kernel
def serves(b: Battle, s: Setup, row: int, unit: int) -> bool:
    """Whether a creature can do something for an objective of its side that can still fall."""
    goal = s.objectives[row]
    side = int(s.sheets[unit].side)
    if goal.side != side:
        return False
    if goal.kind == Goal.KILL:
        return b.units[goal.unit].life == Life.UP
    if goal.unit != NONE:
        return goal.unit == unit
    if goal.kind == Goal.REACH:
        return strength_left(b, s, side) >= goal.n
    if goal.kind == Goal.ESCAPE:
        return strength_left(b, s, side) + b.progress[row] >= goal.n
    return True


@kernel
def task(b: Battle, s: Setup, unit: int) -> int:
    """The row of the objective that a creature works for, or NONE."""
    for row in range(s.objectives_n):
        if serves(b, s, row, unit):
            return row
    return NONE


@kernel
def lets_out(b: Battle, s: Setup, side: int, zone: int) -> bool:
    """Whether a side may leave the battlefield from a Zone, or from a band where there are none."""
    if zoned(s):
        return is_exit(b, zone, side)
    return own_end(b, side, zone)


@kernel
def is_place(b: Battle, s: Setup, goal: Objective, unit: int, zone: int) -> bool:
    """Whether an objective is served from this Zone."""
    if goal.kind == Goal.OPEN:
        return ends_at(b, s, goal, zone)
    if goal.kind == Goal.KILL:
        return zone == b.units[goal.unit].zone
    if goal.kind == Goal.ESCAPE and not lets_out(b, s, int(s.sheets[unit].side), zone):
        return False
    return goal.zones == 0 or is_goal_zone(b, goal, zone)


@kernel
def place_for(b: Battle, s: Setup, row: int, unit: int) -> int:
    """The nearest Zone from which a creature serves an objective; NONE where no open path leads to one."""
    best = NONE
    nearest = FAR
    here = int(b.units[unit].zone)
    for zone in range(s.zones_n):
        if b.distance[here][zone] < nearest and is_place(b, s, s.objectives[row], unit, zone):
            nearest = int(b.distance[here][zone])
            best = zone
    return best


@kernel
def step_to(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, goal: int) -> int:
    """A Move that leads nearer to a Zone; of equal ways the cheapest; NONE where none does."""
    best = NONE
    price = 0
    nearest = int(b.distance[b.units[unit].zone][goal])
    for zone in range(s.zones_n):
        action = zone_id(s, Verb.MOVE, zone)
        if mask[action] != 0 and b.distance[zone][goal] <= nearest:
            cost = move_cost(b, s, r, unit, zone, Verb.MOVE)
            closer = b.distance[zone][goal] < nearest
            if closer or (best != NONE and cost < price):
                nearest = int(b.distance[zone][goal])
                best = action
                price = cost
    return best


@kernel
def to_break(b: Battle, s: Setup, unit: int) -> int:
    """A Zone that the enemy has nearly held long enough, where somebody must go; or NONE."""
    side = int(s.sheets[unit].side)
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        if goal.side != side and goal.kind == Goal.HOLD and goal.n - b.progress[row] <= URGENT:
            for zone in range(s.zones_n):
                if is_goal_zone(b, goal, zone) and controls(b, 1 - side, zone):
                    return zone
    return NONE


@kernel
def posted(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a creature stands where it is to stay: it fights from there, and walks to no enemy."""
    if s.objectives_n == 0:
        return False
    row = task(b, s, unit)
    if row == NONE or s.objectives[row].kind == Goal.KILL:
        return False
    return is_place(b, s, s.objectives[row], unit, int(b.units[unit].zone))


@kernel
def deed(b: Battle, s: Setup, mask: Mask, goal: Objective, here: int) -> int:
    """What there is to do for an objective at its place: leave, or work on the edge; NONE where standing is all."""
    if goal.kind == Goal.ESCAPE and is_legal(s, mask, Verb.WITHDRAW):
        return single_id(s, Verb.WITHDRAW)
    if goal.kind == Goal.OPEN:
        end = now_in(b, s, int(goal.one))
        if end == here:
            end = now_in(b, s, int(goal.two))
        if end != NONE:
            return work_on(s, mask, end)
    return NONE


@kernel
def errand(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, engaged: bool) -> int:
    """The next maneuver for an objective, or NONE: there is none, it is being served, or nothing can be done now.

    `engaged`: the creature could attack somebody; who hunts a named enemy or breaks a hold then fights first.
    """
    here = int(b.units[unit].zone)
    row = task(b, s, unit)
    if row != NONE and (s.objectives[row].kind != Goal.KILL or not engaged):
        goal = s.objectives[row]
        if is_place(b, s, goal, unit, here):
            return deed(b, s, mask, goal, here)
        place = place_for(b, s, row, unit)
        if place != NONE:
            return step_to(b, s, r, unit, mask, place)
    held = to_break(b, s, unit)
    if held != NONE and held != here and not engaged:
        return step_to(b, s, r, unit, mask, held)
    return NONE


@kernel
def quarry(b: Battle, s: Setup, unit: int) -> int:
    """The enemy that a creature's side wants down, or NONE."""
    if s.objectives_n == 0:
        return NONE
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        if goal.kind == Goal.KILL and goal.side == s.sheets[unit].side and b.units[goal.unit].life == Life.UP:
            return int(goal.unit)
    return NONE
