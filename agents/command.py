"""Which order to give to which Squad: the brute's plain habits, and the tactician's by what the order may bring."""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import choose_id, unit_id
from wzc_env.warzone.levers import capped
from wzc_env.warzone.orders import command_cost, may_march, may_order, may_strike, missiles_that_hit, striking_routine
from wzc_env.warzone.squads import heads
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import FAR, NONE, Order, Step, Verb

from .ground import goal, likely_blow
from .odds import attack_value, known_foe

ORDERS_A_ROUND = 2
"""Strikes of one Squad in a Round after which the Flurry makes another a waste for the brute."""

WALL = 0.15
"""What a Shield Wall saves, in parts of what the enemy's blow on the Squad is worth."""

ADVANCE = 0.5
"""A strike that an Advance makes possible, against one that can be made now."""


@kernel
def strikes_made(b: Battle, s: Setup, unit: int, ranged: int) -> int:
    """How many Attack orders or Volleys of this Round count for the next one's Flurry."""
    if ranged != 0:
        return int(b.squads[s.sheets[unit].squad].volleys)
    return int(b.units[unit].attacks)


@kernel
def gap(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """Open edges from a Zone to the nearest enemy whose place is known; FAR when there is none."""
    least = FAR
    for other in range(s.units_n):
        if known_foe(b, s, unit, other):
            least = min(least, int(b.distance[zone][b.units[other].zone]))
    return least


@kernel
def way_forward(b: Battle, s: Setup, unit: int, melee: bool) -> int:
    """The Zone that brings a Squad nearer to the nearest enemy, by an Advance or Into the Melee; or NONE."""
    best = NONE
    nearest = gap(b, s, unit, int(b.units[unit].zone))
    for zone in range(s.zones_n):
        if may_march(b, s, unit, zone, melee):
            after = gap(b, s, unit, zone)
            if after < nearest:
                nearest = after
                best = zone
    return best


@kernel
def brute_order(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """Strike what is in reach, else shoot, else go nearer; NONE where none of it is of use."""
    if may_order(b, s, r, unit, Order.ATTACK):
        if b.units[unit].attacks < ORDERS_A_ROUND:
            return Order.ATTACK
        return NONE
    if may_order(b, s, r, unit, Order.VOLLEY):
        if strikes_made(b, s, unit, 1) < ORDERS_A_ROUND:
            return Order.VOLLEY
        return NONE
    if way_forward(b, s, unit, False) != NONE:
        return Order.ADVANCE
    if way_forward(b, s, unit, True) != NONE:
        return Order.INTO_THE_MELEE
    return NONE


@kernel
def brute_command(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """A Command to the first Squad that has something to do, or NONE."""
    if s.squads_n == 0:
        return NONE
    for k in range(s.squads_n):
        unit = int(b.squads[k].unit)
        action = unit_id(s, Verb.COMMAND, unit)
        if mask[action] != 0 and brute_order(b, s, r, unit) != NONE:
            return action
    return NONE


@kernel
def weakest_mark(b: Battle, s: Setup, mask: Mask) -> int:
    """Of the enemies that the order may be given against, the one with the fewest hit points."""
    best = NONE
    for target in range(s.units_n):
        if mask[choose_id(s, target)] != 0:
            if best == NONE or b.units[target].hp < b.units[best].hp:
                best = target
    return best


@kernel
def brute_choice(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The option of a Command that the brute has in mind, or NONE."""
    frame = b.frames[b.depth - 1]
    if frame.step == Step.CHOOSE_ORDER:
        return brute_order(b, s, r, int(frame.target))
    if frame.step == Step.CHOOSE_MARCH:
        return way_forward(b, s, int(frame.target), frame.routine == Order.INTO_THE_MELEE)
    if frame.step == Step.CHOOSE_MARK:
        return weakest_mark(b, s, mask)
    return NONE


@kernel
def strike_value(b: Battle, s: Setup, r: Rules, unit: int, target: int, ranged: int, fear: float) -> float:
    """What an Attack order or a Volley against this enemy may bring; 0 where it is not possible."""
    if not may_strike(b, s, unit, target, ranged):
        return 0.0
    strong = heads(b, s, unit)
    if ranged != 0 and r.squad_volley_individual == 0:
        strong = missiles_that_hit(r, strong)
    routine = striking_routine(b, s, unit, target, ranged)
    return strong * attack_value(b, s, r, unit, routine, target, strikes_made(b, s, unit, ranged), fear)


@kernel
def best_mark(b: Battle, s: Setup, r: Rules, unit: int, ranged: int, fear: float) -> int:
    """The enemy against whom such an order is worth most, or NONE."""
    best = NONE
    most = 0.0
    for target in range(s.units_n):
        if s.sheets[target].side != s.sheets[unit].side:
            value = strike_value(b, s, r, unit, target, ranged, fear)
            if value > most:
                most = value
                best = target
    return best


@kernel
def wall_value(b: Battle, s: Setup, r: Rules, unit: int, dread: float) -> float:
    """What a Shield Wall saves from the enemies who can strike the Squad."""
    if b.squads[s.sheets[unit].squad].wall != 0:
        return 0.0
    total = 0.0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and b.units[foe].vigor > 0:
            routine = likely_blow(b, s, r, foe, unit, dread)
            if routine != NONE:
                total += attack_value(b, s, r, foe, routine, unit, int(b.units[foe].attacks), dread)
    return WALL * total


@kernel
def march_step(b: Battle, s: Setup, r: Rules, unit: int, melee: bool, fear: float, dread: float) -> int:
    """The Zone on the way to where the Squad could do most, by an Advance or Into the Melee; or NONE."""
    target = goal(b, s, r, unit, fear, dread)
    if target == NONE:
        return NONE
    here = int(b.units[unit].zone)
    for zone in range(s.zones_n):
        if may_march(b, s, unit, zone, melee) and b.distance[zone][target] < b.distance[here][target]:
            return zone
    return NONE


@kernel
def best_order(b: Battle, s: Setup, r: Rules, unit: int, fear: float, dread: float) -> int:
    """The order of most value now: a strike, else the way to one, else a Shield Wall; or NONE."""
    blow = best_mark(b, s, r, unit, 0, fear)
    shot = best_mark(b, s, r, unit, 1, fear)
    if capped(b, s, r, unit):
        blow = NONE
        shot = NONE
    if blow != NONE or shot != NONE:
        if shot == NONE:
            return Order.ATTACK
        if blow == NONE:
            return Order.VOLLEY
        if strike_value(b, s, r, unit, blow, 0, fear) >= strike_value(b, s, r, unit, shot, 1, fear):
            return Order.ATTACK
        return Order.VOLLEY
    if march_step(b, s, r, unit, False, fear, dread) != NONE:
        return Order.ADVANCE
    if wall_value(b, s, r, unit, dread) > 0.0:
        return Order.SHIELD_WALL
    if march_step(b, s, r, unit, True, fear, dread) != NONE:
        return Order.INTO_THE_MELEE
    return NONE


@kernel
def order_value(b: Battle, s: Setup, r: Rules, unit: int, order: int, fear: float, dread: float) -> float:
    """What an order may bring."""
    if order == Order.ATTACK or order == Order.VOLLEY:
        ranged = 0
        if order == Order.VOLLEY:
            ranged = 1
        return strike_value(b, s, r, unit, best_mark(b, s, r, unit, ranged, fear), ranged, fear)
    if order == Order.SHIELD_WALL:
        return wall_value(b, s, r, unit, dread)
    return ADVANCE * heads(b, s, unit)


@kernel
def best_command(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, blow: float, fear: float, dread: float) -> int:
    """The Command that is worth more than the leader's own blow for the same Vigor (`blow`, a point); or NONE."""
    if s.squads_n == 0:
        return NONE
    best = NONE
    most = blow * command_cost(b, s, r, unit)
    for k in range(s.squads_n):
        squad_unit = int(b.squads[k].unit)
        action = unit_id(s, Verb.COMMAND, squad_unit)
        if mask[action] != 0:
            order = best_order(b, s, r, squad_unit, fear, dread)
            if order != NONE:
                value = order_value(b, s, r, squad_unit, order, fear, dread)
                if value > most:
                    most = value
                    best = action
    return best


@kernel
def best_choice(b: Battle, s: Setup, r: Rules, fear: float, dread: float) -> int:
    """The option of a Command that the tactician has in mind, or NONE."""
    frame = b.frames[b.depth - 1]
    unit = int(frame.target)
    if frame.step == Step.CHOOSE_ORDER:
        return best_order(b, s, r, unit, fear, dread)
    if frame.step == Step.CHOOSE_MARCH:
        return march_step(b, s, r, unit, frame.routine == Order.INTO_THE_MELEE, fear, dread)
    if frame.step == Step.CHOOSE_MARK:
        ranged = 0
        if frame.routine == Order.VOLLEY:
            ranged = 1
        return best_mark(b, s, r, unit, ranged, fear)
    return NONE
