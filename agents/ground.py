"""Where to stand: what each place offers and threatens, and what the way there takes."""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import zone_id
from wzc_env.warzone.attacks import why_not_attack, why_not_routine
from wzc_env.warzone.control import capable
from wzc_env.warzone.hazards import burns
from wzc_env.warzone.movement import entry_check, exit_check, move_cost
from wzc_env.warzone.spells import held_spell
from wzc_env.warzone.state import Battle, Hazard, Rules, Setup
from wzc_env.warzone.words import FAR, NONE, Ability, Save, Trait, Verb, Why
from wzc_env.warzone.zones import has

from .odds import (
    at_least,
    attack_value,
    best_attack,
    capped_mean,
    check_chance,
    harm_value,
    known_foe,
    prospect,
    worth,
)
from .spellcraft import cast_value

RANGED_SHARE = 0.33  # the chance that an archer shoots at this one
BLOWS = 1.5  # what an enemy that can strike does until one can act again
DISTANT = 0.7  # an opportunity a step away, against one here
EXPOSED = 0.1  # being Exposed, in parts of one's worth
MARGIN = 0.3  # what a move must gain at least


@kernel
def likely_blow(b: Battle, s: Setup, r: Rules, foe: int, unit: int, dread: float) -> int:
    """The routine that an enemy would turn on this creature from where it stands; NONE when it cannot."""
    best = NONE
    most = 0.0
    for routine in range(s.sheets[foe].routines_n):
        if why_not_routine(b, s, foe, routine) == Why.OK and why_not_attack(b, s, foe, routine, unit) == Why.OK:
            value = attack_value(b, s, r, foe, routine, unit, int(b.units[foe].attacks), dread)
            if best == NONE or value > most:
                most = value
                best = routine
    return best


@kernel
def share_of(b: Battle, s: Setup, unit: int, ranged: int) -> float:
    """How likely an enemy that can strike this creature strikes it and not another."""
    if ranged != 0:
        return RANGED_SHARE
    return 1 / max(1, int(b.zones[b.units[unit].zone].occupants[s.sheets[unit].side]))


@kernel
def caught_chance(s: Setup, r: Rules, hazard: Hazard, unit: int) -> float:
    """The chance that a hazard catches a creature in full."""
    if hazard.save != Save.NO_SAVE:
        faces = s.sheets[unit].saves[hazard.save] - hazard.save_mod - 1
        return min(max(faces, 0), 20) / 20
    return 1 - check_chance(s, r, unit, Ability.NIMBLE, int(hazard.check)) * min(1, int(hazard.check))


@kernel
def blaze(b: Battle, s: Setup, r: Rules, unit: int, dread: float) -> float:
    """What the hazards of its Zone may take from a creature in the coming Lull."""
    total = 0.0
    for h in range(s.hazards_n):
        hazard = s.hazards[h]
        here = int(b.units[unit].zone)
        if hazard.dice > 0 and burns(b, h, here) and (hazard.falls == 0 or b.hazards[h].age[here] >= hazard.lasts):
            caught = caught_chance(s, r, hazard, unit)
            low = max(0, hazard.dice + hazard.plus)
            high = max(low, hazard.dice * hazard.sides + hazard.plus)
            hp = max(1, int(b.units[unit].hp))
            mean = capped_mean(low, high, hp) * (caught + (1 - caught) * hazard.halves / 2)
            total += harm_value(b, s, r, unit, mean / hp, caught, caught * at_least(low, high, hp), dread)
    return total


@kernel
def peril(b: Battle, s: Setup, r: Rules, unit: int, dread: float) -> float:
    """What the enemies in reach, and hazards, may take from this creature where it stands."""
    total = 0.0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and capable(b, foe):
            routine = likely_blow(b, s, r, foe, unit, dread)
            if routine != NONE:
                share = share_of(b, s, unit, int(s.sheets[foe].routines[routine].ranged))
                total += share * attack_value(b, s, r, foe, routine, unit, 0, dread)
    total *= BLOWS
    if s.hazards_n != 0:
        total += blaze(b, s, r, unit, dread)
    return total


@kernel
def offer(b: Battle, s: Setup, r: Rules, unit: int, vigor: int, fear: float, dread: float) -> float:
    """What a creature may do with so much Vigor where it stands."""
    value = prospect(b, s, r, unit, best_attack(b, s, r, unit, fear), vigor, int(b.units[unit].attacks), fear)
    row = held_spell(b, s, unit)
    if row != NONE:
        value += cast_value(b, s, r, unit, row, fear, dread)
    return value


@kernel
def offer_at(b: Battle, s: Setup, r: Rules, unit: int, zone: int, vigor: int, fear: float, dread: float) -> float:
    """The same, were it in another Zone."""
    home = int(b.units[unit].zone)
    b.units[unit].zone = zone
    value = offer(b, s, r, unit, vigor, fear, dread)
    b.units[unit].zone = home
    return value


@kernel
def peril_at(b: Battle, s: Setup, r: Rules, unit: int, zone: int, dread: float) -> float:
    """What the enemies in reach might take, were it in another Zone."""
    home = int(b.units[unit].zone)
    b.units[unit].zone = zone
    value = peril(b, s, r, unit, dread)
    b.units[unit].zone = home
    return value


@kernel
def way_chance(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int) -> float:
    """The chance of passing every check of a step, Pincers apart."""
    here = int(b.units[unit].zone)
    chance = check_chance(s, r, unit, Ability.NIMBLE, exit_check(b, s, unit, verb))
    chance *= check_chance(s, r, unit, Ability.NIMBLE, int(b.gate[here][zone]))
    ability = Ability.STR
    if has(b, zone, Trait.MELEE):
        ability = Ability.NIMBLE
    return chance * check_chance(s, r, unit, ability, entry_check(b, s, r, unit, zone))


@kernel
def better_place(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """A Move to where a creature does more, or risks less, by more than its price and its checks."""
    best = NONE
    here = int(b.units[unit].zone)
    vigor = int(b.units[unit].vigor)
    danger = peril(b, s, r, unit, dread)
    most = offer(b, s, r, unit, vigor, fear, dread) - danger + MARGIN
    for zone in range(s.zones_n):
        action = zone_id(s, Verb.MOVE, zone)
        if mask[action] != 0:
            rest = vigor - move_cost(b, s, r, unit, zone, Verb.MOVE)
            gain = offer_at(b, s, r, unit, zone, rest, fear, dread)
            if gain > 0.0:
                chance = way_chance(b, s, r, unit, zone, Verb.MOVE)
                value = chance * (gain - peril_at(b, s, r, unit, zone, dread))
                if chance < 1.0:
                    value += (1 - chance) * (
                        offer_at(b, s, r, unit, here, rest, fear, dread) - danger - EXPOSED * worth(b, s, r, unit)
                    )
                if value > most:
                    most = value
                    best = action
    return best


@kernel
def goal(b: Battle, s: Setup, r: Rules, unit: int, fear: float, dread: float) -> int:
    """The Zone, not too far, from which a creature could do most; NONE where it could do nothing anywhere."""
    best = NONE
    most = 0.0
    here = int(b.units[unit].zone)
    for zone in range(s.zones_n):
        steps = int(b.distance[here][zone])
        if zone != here and not has(b, zone, Trait.OFF_MAP):
            value = offer_at(b, s, r, unit, zone, int(r.breath_limit), fear, dread) * DISTANT**steps
            if value > most:
                most = value
                best = zone
    return best


@kernel
def approach(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """A Move that leads nearer to where a creature can do something; of equal ways the surest, then the cheapest."""
    target = goal(b, s, r, unit, fear, dread)
    if target == NONE:
        return NONE
    best = NONE
    most = 0.0
    here = int(b.units[unit].zone)
    nearest = int(b.distance[here][target])
    for zone in range(s.zones_n):
        action = zone_id(s, Verb.MOVE, zone)
        if mask[action] != 0 and (b.distance[zone][target] < nearest or nearest == FAR):
            cost = move_cost(b, s, r, unit, zone, Verb.MOVE)
            value = way_chance(b, s, r, unit, zone, Verb.MOVE) / (cost * (1 + b.distance[zone][target]))
            if value > most:
                most = value
                best = action
    return best
