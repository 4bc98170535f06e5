"""What the doctrines share: the best blow at one Zone, the way to a Zone, a creature's strength imagined elsewhere,
the Stance that holds a place."""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import attack_id, stance_id, zone_id
from wzc_env.warzone.attacks import why_not_attack, why_not_routine
from wzc_env.warzone.control import capable
from wzc_env.warzone.costs import attack_cost
from wzc_env.warzone.modules import detailed
from wzc_env.warzone.movement import move_cost
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Verb, Why

from ..ground import way_chance
from ..odds import attack_value, known_foe

FARTHEST = 1000
"""More than any price or distance of a way."""


@kernel
def best_blow_at(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, zone: int, fear: float) -> int:
    """The legal Attack of most value on somebody in a Zone, or NONE."""
    best = NONE
    most = 0.0
    for routine in range(s.sheets[unit].routines_n):
        for target in range(s.units_n):
            action = attack_id(s, routine, target)
            if mask[action] != 0 and b.units[target].zone == zone:
                value = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
                if best == NONE or value > most:
                    most = value
                    best = action
    return best


@kernel
def best_blow_on(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, target: int, fear: float) -> int:
    """The legal Attack of most value on one creature, or NONE."""
    best = NONE
    most = 0.0
    for routine in range(s.sheets[unit].routines_n):
        action = attack_id(s, routine, target)
        if mask[action] != 0:
            value = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
            if best == NONE or value > most:
                most = value
                best = action
    return best


@kernel
def step_to(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, zone: int) -> int:
    """The legal Move that leads nearest to a Zone; of equal ways the surest for its price; NONE where none leads on."""
    best = NONE
    nearest = int(b.distance[b.units[unit].zone][zone])
    most = 0.0
    for z in range(s.zones_n):
        action = zone_id(s, Verb.MOVE, z)
        if mask[action] != 0 and b.distance[z][zone] <= nearest:
            value = way_chance(b, s, r, unit, z, Verb.MOVE) / move_cost(b, s, r, unit, z, Verb.MOVE)
            if b.distance[z][zone] < nearest or (best != NONE and value > most):
                nearest = int(b.distance[z][zone])
                most = value
                best = action
    return best


@kernel
def cheapest_blow(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """The price of the cheapest routine at hand; FARTHEST without one."""
    least = FARTHEST
    for routine in range(s.sheets[unit].routines_n):
        if why_not_routine(b, s, unit, routine) == Why.OK:
            least = min(least, attack_cost(b, s, r, unit, routine))
    return least


@kernel
def reaches_from(b: Battle, s: Setup, unit: int, zone: int, routine: int, target: int) -> bool:
    """Whether a routine would reach a target, were the creature in another Zone."""
    home = int(b.units[unit].zone)
    b.units[unit].zone = zone
    why = why_not_attack(b, s, unit, routine, target)
    b.units[unit].zone = home
    return why == Why.OK


@kernel
def comrades_in(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """How many combat-capable creatures of the unit's side, itself not counted, stand in a Zone."""
    n = 0
    for i in range(s.units_n):
        if i != unit and s.sheets[i].side == s.sheets[unit].side and b.units[i].zone == zone and capable(b, i):
            n += 1
    return n


@kernel
def rank_of(r: Rules, lead: int) -> int:
    """What a lead in Control is: 0 none, 1 Control, 2 Total Control (which is one of Detailed Control alone)."""
    if lead >= r.detailed_total_lead:
        return 2
    if lead > 0:
        return 1
    return 0


@kernel
def foe_beside(b: Battle, s: Setup, unit: int) -> bool:
    """Whether an enemy that the unit's side knows of is in its Zone or could enter it in one step."""
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and b.distance[b.units[foe].zone][b.units[unit].zone] <= 1:
            return True
    return False


@kernel
def stand_firm(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """A Stance that wins Control of the unit's Zone, or makes it Total, where an enemy is near; or NONE."""
    zone = b.zones[b.units[unit].zone]
    side = int(s.sheets[unit].side)
    lead = int(zone.strength[side]) - int(zone.strength[1 - side])
    if not detailed(s) or not foe_beside(b, s, unit):
        return NONE
    for row in range(s.stances_n):
        gain = int(s.stances[row].detailed)
        if mask[stance_id(s, row)] != 0 and rank_of(r, lead + gain) > rank_of(r, lead):
            return stance_id(s, row)
    return NONE
