"""`centaurs`: riders who charge out of a Front Line, strike in passing, and come back to it for the next charge.

One of them always holds the Front Line: from there and from where the charges end, they close a Pincer. For creatures
that charge by their stat block; the others of their side fight as the tactician does.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import attack_id, zone_id
from wzc_env.warzone.attacks import why_not_routine
from wzc_env.warzone.breath import left
from wzc_env.warzone.costs import attack_cost
from wzc_env.warzone.movement import move_cost
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Edge, Kind, Tag, Trait, Verb, Why
from wzc_env.warzone.zones import has

from ..base import KernelPolicy, acting
from ..ground import peril, peril_at, way_chance
from ..odds import attack_value, best_attack, known_foe, shock
from ..tactician import best_open_attack, fight, tactician
from .common import FARTHEST, cheapest_blow, comrades_in, reaches_from

SURE = 0.5
"""The least chance of passing the checks of a charge's way, and of the way back."""

CAUTION = 0.2
"""How much of the added danger where a charge ends a rider minds: the others come after it, and share it."""


@kernel
def charge_value(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int, purse: int, fear: float) -> float:
    """What the best blow after a charge into a Zone is worth; 0 where it reaches nobody or costs too much."""
    one = b.units[unit]
    home, charged, rushed = int(one.zone), int(one.charged), int(one.rushed)
    most = 0.0
    for routine in range(s.sheets[unit].routines_n):
        if why_not_routine(b, s, unit, routine) == Why.OK and attack_cost(b, s, r, unit, routine) <= purse:
            for target in range(s.units_n):
                if reaches_from(b, s, unit, zone, routine, target):
                    one.zone = zone
                    one.charged = 1
                    if verb == Verb.RUSH:
                        one.rushed = 1
                    most = max(most, attack_value(b, s, r, unit, routine, target, int(one.attacks), fear))
                    one.zone = home
                    one.charged = charged
                    one.rushed = rushed
    return most


@kernel
def charge(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """The Rush or Move out of a Front Line that ends in the best blow, if that beats a blow from here; else NONE."""
    best = NONE
    most = 0.0
    blow = best_attack(b, s, r, unit, fear)
    if blow != NONE:
        routine = (blow - attack_id(s, 0, 0)) // s.unit_slots
        target = blow - attack_id(s, routine, 0)
        most = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
    danger = peril(b, s, r, unit, dread)
    for verb in (Verb.RUSH, Verb.MOVE):
        for zone in range(s.zones_n):
            action = zone_id(s, verb, zone)
            if mask[action] != 0:
                chance = way_chance(b, s, r, unit, zone, verb)
                purse = left(b, unit) - move_cost(b, s, r, unit, zone, verb)
                value = chance * charge_value(b, s, r, unit, zone, verb, purse, fear)
                if value > 0.0:
                    value -= CAUTION * chance * max(0.0, peril_at(b, s, r, unit, zone, dread) - danger)
                if chance >= SURE and value > most:
                    most = value
                    best = action
    return best


@kernel
def way_home(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The cheapest Move into a Front Line, Breakthroughs that are likely enough included: it is held or retaken."""
    best = NONE
    least = FARTHEST
    for zone in range(s.zones_n):
        action = zone_id(s, Verb.MOVE, zone)
        if mask[action] != 0 and has(b, zone, Trait.FRONT_LINE):
            price = move_cost(b, s, r, unit, zone, Verb.MOVE)
            if price < least and way_chance(b, s, r, unit, zone, Verb.MOVE) >= SURE:
                least = price
                best = action
    return best


@kernel
def in_charge(b: Battle, s: Setup, unit: int, line: int) -> bool:
    """Whether some enemy is where a charge out of this Front Line could strike: beside it, or one line farther."""
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe):
            there = int(b.units[foe].zone)
            if b.distance[line][there] <= 1:
                return True
            for zone in range(s.zones_n):
                if b.distance[line][zone] == 1 and b.edge[zone][there] == Edge.ENGAGEMENT:
                    return True
    return False


@kernel
def return_to_line(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float) -> int:
    """Away from the line: blows while the way back can still be paid afterwards, then the way back.

    NONE: no way leads back, or no charge from there would reach anybody.
    """
    home = way_home(b, s, r, unit, mask)
    if home == NONE or not in_charge(b, s, unit, home - zone_id(s, Verb.MOVE, 0)):
        return NONE
    price = move_cost(b, s, r, unit, home - zone_id(s, Verb.MOVE, 0), Verb.MOVE)
    if b.units[unit].vigor >= cheapest_blow(b, s, r, unit) + price:
        blow = best_open_attack(b, s, r, unit, mask, fear)
        if blow != NONE:
            return blow
    return home


@kernel
def ride(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The next maneuver of a rider, or NONE."""
    side = int(s.sheets[unit].side)
    fear = shock(b, s, r, 1 - side)
    dread = shock(b, s, r, side)
    here = int(b.units[unit].zone)
    if b.units[unit].charged != 0:
        blow = best_open_attack(b, s, r, unit, mask, fear)
        if blow != NONE:
            return blow
    if not has(b, here, Trait.FRONT_LINE):
        return return_to_line(b, s, r, unit, mask, fear)
    if comrades_in(b, s, unit, here) == 0 and best_attack(b, s, r, unit, fear) != NONE:
        return fight(b, s, r, unit, mask, fear, dread)  # the last one holds the line
    return charge(b, s, r, unit, mask, fear, dread)


@kernel
def centaurs(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The riders' answer to the decision that waits."""
    unit = int(b.who)
    action = NONE
    if b.ask == Kind.BREATH and s.sheets[unit].tags & Tag.CHARGER != 0 and b.units[unit].holder == NONE:
        action = ride(b, s, r, unit, mask)
    if action == NONE:
        action = tactician(b, s, r, mask)
    return action


act = acting(centaurs)
policy = KernelPolicy("centaurs", act)
