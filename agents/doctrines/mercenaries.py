"""`mercenaries`: a captain who stands with an Interdict ready, or in a Stance that holds his line, and lets the company
fight by his orders.

The crossbows shoot when they are loaded, the spears close a Shield Wall where the enemy is near and strike what comes
within reach; with nobody near and no bolt to wait for, or against a mere remnant, they advance. For whoever leads a
Squad; the captain's own blows, his reactions and the others of the side are the tactician's.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import choose_id, single_id, unit_id
from wzc_env.warzone.control import capable
from wzc_env.warzone.count import maximum_vigor
from wzc_env.warzone.levers import capped
from wzc_env.warzone.orders import may_order, squad_routine
from wzc_env.warzone.squads import heads
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Kind, Order, Step, Verb

from ..base import KernelPolicy, acting, is_legal
from ..command import best_mark, gap, strikes_made, way_forward
from ..odds import best_attack, known_foe, shock
from ..tactician import fight, rest, tactician
from .common import stand_firm

NEAR = 1
"""Edges to the nearest enemy within which the spears stand in a wall and do not advance."""

STRIKES = 3
"""Attack orders of one Squad in a Round; after that the Flurry makes a wall the better order."""


@kernel
def shoots(s: Setup, unit: int) -> bool:
    """Whether a Squad has a missile weapon at all."""
    for routine in range(s.sheets[unit].routines_n):
        if s.sheets[unit].routines[routine].ranged != 0:
            return True
    return False


@kernel
def outnumbers(b: Battle, s: Setup, unit: int) -> bool:
    """Whether the enemies that a Squad's side knows of are a remnant: one, or fewer than half as many as the Squad."""
    foes = 0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe):
            foes += heads(b, s, foe)
    return foes == 1 or heads(b, s, unit) > 2 * foes


@kernel
def wanted_order(b: Battle, s: Setup, r: Rules, unit: int, fear: float) -> int:
    """The order that the pattern has for a Squad now: a Volley, a strike, a wall, an Advance; or NONE."""
    if not capped(b, s, r, unit):
        if may_order(b, s, r, unit, Order.VOLLEY) and best_mark(b, s, r, unit, 1, fear) != NONE:
            return Order.VOLLEY
        if may_order(b, s, r, unit, Order.ATTACK) and best_mark(b, s, r, unit, 0, fear) != NONE:
            if strikes_made(b, s, unit, 0) < STRIKES:
                return Order.ATTACK
    near = gap(b, s, unit, int(b.units[unit].zone))
    if shoots(s, unit):
        if near == 0 and squad_routine(b, s, unit, 0) == NONE and may_order(b, s, r, unit, Order.FALL_BACK):
            return Order.FALL_BACK
        return NONE
    if (near <= NEAR or loaded_company(b, s, r, unit)) and not outnumbers(b, s, unit):
        if may_order(b, s, r, unit, Order.SHIELD_WALL):
            return Order.SHIELD_WALL
        return NONE
    if may_order(b, s, r, unit, Order.ADVANCE) and way_forward(b, s, unit, False) != NONE:
        return Order.ADVANCE
    return NONE


@kernel
def loaded_company(b: Battle, s: Setup, r: Rules, unit: int) -> bool:
    """Whether another Squad of the side has a Volley to shoot, so that there is no hurry to close."""
    for k in range(s.squads_n):
        other = int(b.squads[k].unit)
        if other != unit and s.sheets[other].side == s.sheets[unit].side and capable(b, other):
            if may_order(b, s, r, other, Order.VOLLEY):
                return True
    return False


@kernel
def give_orders(b: Battle, s: Setup, r: Rules, mask: Mask, fear: float) -> int:
    """A Command for the first Squad that the pattern has an order for; the crossbows come first. NONE: nobody."""
    found = NONE
    for k in range(s.squads_n):
        unit = int(b.squads[k].unit)
        action = unit_id(s, Verb.COMMAND, unit)
        if mask[action] != 0 and wanted_order(b, s, r, unit, fear) != NONE:
            if found == NONE or shoots(s, unit):
                found = action
    return found


@kernel
def lead(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The captain's next maneuver: an Interdict in his first Breath, a Stance that holds his line, orders, his blows.

    He keeps his place.
    """
    side = int(s.sheets[unit].side)
    fear = shock(b, s, r, 1 - side)
    fresh = b.units[unit].vigor == maximum_vigor(s, r, unit)  # his first Breath of the Round
    if fresh and is_legal(s, mask, Verb.READY_INTERDICT):
        return single_id(s, Verb.READY_INTERDICT)
    action = stand_firm(b, s, r, unit, mask)
    if action == NONE:
        action = give_orders(b, s, r, mask, fear)
    if action == NONE and best_attack(b, s, r, unit, fear) != NONE:
        action = fight(b, s, r, unit, mask, fear, shock(b, s, r, side))
    if action == NONE and b.units[unit].holder == NONE:
        action = rest(b, s, unit, mask)
    return action


@kernel
def choose(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """What a Command asks for: the order, its Zone or its enemy; NONE where something else is asked."""
    frame = b.frames[b.depth - 1]
    squad_unit = int(frame.target)
    fear = shock(b, s, r, 1 - s.sheets[unit].side)
    option = NONE
    if frame.step == Step.CHOOSE_ORDER:
        option = wanted_order(b, s, r, squad_unit, fear)
    elif frame.step == Step.CHOOSE_MARCH:
        option = way_forward(b, s, squad_unit, frame.routine == Order.INTO_THE_MELEE)
    elif frame.step == Step.CHOOSE_MARK:
        ranged = 0
        if frame.routine == Order.VOLLEY:
            ranged = 1
        option = best_mark(b, s, r, squad_unit, ranged, fear)
    if option == NONE or mask[choose_id(s, option)] == 0:
        return NONE
    return choose_id(s, option)


@kernel
def leads_any(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a Squad on its feet has this creature as its leader."""
    for k in range(s.squads_n):
        if b.squads[k].leader == unit and capable(b, int(b.squads[k].unit)):
            return True
    return False


@kernel
def mercenaries(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The captain's answer to the decision that waits."""
    unit = int(b.who)
    action = NONE
    if s.squads_n != 0 and leads_any(b, s, unit):
        if b.ask == Kind.BREATH:
            action = lead(b, s, r, unit, mask)
        elif b.ask == Kind.CHOOSE:
            action = choose(b, s, r, unit, mask)
    if action == NONE:
        action = tactician(b, s, r, mask)
    return action


act = acting(mercenaries)
policy = KernelPolicy("mercenaries", act)
