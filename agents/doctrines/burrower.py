"""`burrower`: the ambusher from below. It comes out beside the best quarry, strikes, strikes again and is gone.

For every creature with access to Off-Map; the others of its side fight as the tactician does.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import attack_id, choose_id, single_id, zone_id
from wzc_env.warzone.attacks import why_not_routine
from wzc_env.warzone.breath import left
from wzc_env.warzone.costs import attack_cost
from wzc_env.warzone.movement import move_cost
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Kind, Step, Tag, Verb, Why
from wzc_env.warzone.zones import off_map

from ..base import KernelPolicy, acting, is_legal
from ..ground import peril, peril_at, way_chance
from ..odds import attack_value, best_attack, shock
from ..tactician import tactician
from .common import best_blow_on, reaches_from

CAUTION = 0.5
"""How much of the danger where it comes out it minds: half of its Vigor goes to being gone again."""


@kernel
def fall_value(b: Battle, s: Setup, r: Rules, unit: int, zone: int, routine: int, target: int, fear: float) -> float:
    """What a Perfect Ambush on this quarry out of that Zone is worth; 0 where the routine does not reach it."""
    if not reaches_from(b, s, unit, zone, routine, target):
        return 0.0
    one = b.units[unit]
    home, emerged, quarry = int(one.zone), int(one.emerged), int(one.quarry)
    one.zone = zone
    one.emerged = 1
    one.quarry = target
    value = attack_value(b, s, r, unit, routine, target, int(one.attacks), fear)
    one.zone = home
    one.emerged = emerged
    one.quarry = quarry
    return value


@kernel
def fall_from(b: Battle, s: Setup, r: Rules, unit: int, zone: int, purse: int, fear: float) -> int:
    """The Attack that a Perfect Ambush out of this Zone would make with so much to spend; NONE: nobody is in reach."""
    best = NONE
    most = 0.0
    for routine in range(s.sheets[unit].routines_n):
        if why_not_routine(b, s, unit, routine) == Why.OK and attack_cost(b, s, r, unit, routine) <= purse:
            for target in range(s.units_n):
                value = fall_value(b, s, r, unit, zone, routine, target, fear)
                if value > most:
                    most = value
                    best = attack_id(s, routine, target)
    return best


@kernel
def emerge(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """The way out of Off-Map to the best quarry; NONE where Move and Attack together cannot be paid now."""
    best = NONE
    most = 0.0
    for zone in range(s.zones_n):
        action = zone_id(s, Verb.MOVE, zone)
        if mask[action] != 0:
            purse = left(b, unit) - move_cost(b, s, r, unit, zone, Verb.MOVE)
            blow = fall_from(b, s, r, unit, zone, purse, fear)
            if blow != NONE:
                routine = (blow - attack_id(s, 0, 0)) // s.unit_slots
                value = fall_value(b, s, r, unit, zone, routine, blow - attack_id(s, routine, 0), fear)
                value *= way_chance(b, s, r, unit, zone, Verb.MOVE)
                value -= CAUTION * peril_at(b, s, r, unit, zone, dread)
                if best == NONE or value > most:
                    most = value
                    best = action
    return best


@kernel
def wait_below(b: Battle, s: Setup, mask: Mask) -> int:
    """Stay Off-Map for the rest of the Round."""
    if is_legal(s, mask, Verb.FORFEIT):
        return single_id(s, Verb.FORFEIT)
    if is_legal(s, mask, Verb.END):
        return single_id(s, Verb.END)
    return NONE


@kernel
def gate(b: Battle, s: Setup, mask: Mask) -> int:
    """The Zone off the map that it may go to now, or NONE."""
    for zone in range(s.zones_n):
        if off_map(b, zone) and mask[zone_id(s, Verb.MOVE, zone)] != 0:
            return zone
    return NONE


@kernel
def strike_and_go(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """Above ground: a blow that leaves enough to go below in the same Breath, then the way down; NONE: as it likes."""
    below = gate(b, s, mask)
    if below == NONE:
        return NONE
    blow = best_attack(b, s, r, unit, fear)
    if blow != NONE and mask[blow] != 0:
        routine = (blow - attack_id(s, 0, 0)) // s.unit_slots
        target = blow - attack_id(s, routine, 0)
        rest = left(b, unit) - attack_cost(b, s, r, unit, routine)
        if rest >= move_cost(b, s, r, unit, below, Verb.MOVE):
            return blow
        if attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear) > peril(b, s, r, unit, dread):
            return blow
    return zone_id(s, Verb.MOVE, below)


@kernel
def breathe(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The next maneuver of one who may go below, or NONE."""
    side = int(s.sheets[unit].side)
    fear = shock(b, s, r, 1 - side)
    dread = shock(b, s, r, side)
    if off_map(b, int(b.units[unit].zone)):
        way = emerge(b, s, r, unit, mask, fear, dread)
        if way == NONE:
            return wait_below(b, s, mask)
        return way
    if b.units[unit].emerged != 0 and b.units[unit].quarry != NONE:
        return best_blow_on(b, s, r, unit, mask, int(b.units[unit].quarry), fear)
    return strike_and_go(b, s, r, unit, mask, fear, dread)


@kernel
def name_quarry(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """Whom it falls upon out of the Zone that it is about to enter."""
    frame = b.frames[b.depth - 1]
    if frame.step != Step.CHOOSE_QUARRY:
        return NONE
    zone = int(b.frames[b.depth - 2].zone)  # of the entry below
    blow = fall_from(b, s, r, unit, zone, left(b, unit), shock(b, s, r, 1 - s.sheets[unit].side))
    if blow == NONE:
        return NONE
    option = choose_id(s, (blow - attack_id(s, 0, 0)) % s.unit_slots)
    if mask[option] == 0:
        return NONE
    return option


@kernel
def burrower(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The ambusher's answer to the decision that waits."""
    unit = int(b.who)
    action = NONE
    if s.sheets[unit].tags & Tag.OFF_MAP_ACCESS != 0:
        if b.ask == Kind.BREATH:
            action = breathe(b, s, r, unit, mask)
        elif b.ask == Kind.CHOOSE:
            action = name_quarry(b, s, r, unit, mask)
    if action == NONE:
        action = tactician(b, s, r, mask)
    return action


act = acting(burrower)
policy = KernelPolicy("burrower", act)
