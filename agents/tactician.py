"""The tactician: weighs what each choice may be expected to bring, by `odds`, and takes the best.

A Breath asks in turn: a spell, a better place, then blows against what they cost: Vigor is priced by what it would
otherwise do this Round, so that a weak blow gives way to a Readied reaction. It leaves no battle by itself, unless to
escape is an objective of its side: an objective comes first of all (`errands`).
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import argument, attack_id, choose_id, release_id, single_id
from wzc_env.warzone.breath import left
from wzc_env.warzone.control import capable
from wzc_env.warzone.costs import attack_cost, maneuver_cost
from wzc_env.warzone.count import maximum_vigor
from wzc_env.warzone.legality import why_not_use
from wzc_env.warzone.spells import held_spell
from wzc_env.warzone.squads import is_squad
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Ability, Difficulty, Kind, Reaction, Step, Verb, Why

from .base import KernelPolicy, acting, first_legal, is_legal
from .blasting import let_loose
from .command import best_choice, best_command
from .errands import errand, posted
from .ground import DISTANT, approach, better_place, offer, offer_at, peril
from .odds import (
    PATIENCE,
    attack_value,
    best_attack,
    check_chance,
    intent,
    known_foe,
    prospect,
    shock,
    steps_to,
    worth,
)
from .reactions import calm, defend, intercept, moves_first, ready_value
from .spellcraft import best_slot, cast_value, slot_value, spell_to_begin
from .ways import way_through

TEMPO = 0.25  # what is lost by letting every enemy act first
DEADLY = 0.3  # a blow that takes this part of a creature, on average, is worth an Overload
LATER = 0.6  # a spell in the next Round, against one in this


# --- spells ---------------------------------------------------------------------------------------------------


@kernel
def collapse(s: Setup, r: Rules, unit: int) -> float:
    """The chance that an Overload ends in failure."""
    return 1 - check_chance(s, r, unit, Ability.CON, Difficulty.STANDARD)


@kernel
def exposure(b: Battle, s: Setup, r: Rules, unit: int, dread: float) -> float:
    """What being Exposed would cost a creature where it stands."""
    was = int(b.units[unit].exposed)
    safe = peril(b, s, r, unit, dread)
    b.units[unit].exposed = 1
    value = peril(b, s, r, unit, dread) - safe
    b.units[unit].exposed = was
    return value


@kernel
def let_go(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """The spell in focus, released; or an Overload for it, where waiting is the greater risk."""
    row = held_spell(b, s, unit)
    slot = best_slot(b, s, r, unit, row, fear, dread)
    if slot == NONE:
        return NONE
    if mask[release_id(s, slot)] != 0:
        return release_id(s, slot)
    price = maneuver_cost(b, r, unit, Verb.RELEASE)
    if is_legal(s, mask, Verb.OVERLOAD) and b.units[unit].vigor >= price:
        after = b.units[unit].vigor - price
        value = slot_value(b, s, r, unit, row, slot, fear, dread)
        lost = prospect(b, s, r, unit, intent(b, s, r, unit, fear), after, int(b.units[unit].attacks), fear)
        risk = (1 - calm(b, s, r, unit, int(b.units[unit].vigor))) * value
        if risk > collapse(s, r, unit) * (lost + exposure(b, s, r, unit, dread)):
            return single_id(s, Verb.OVERLOAD)
    return NONE


@kernel
def begin_spell(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """Focus, where the spell is worth more than the blows that its Vigor would buy."""
    if not is_legal(s, mask, Verb.FOCUS):
        return NONE
    spell = spell_to_begin(b, s, r, unit, fear, dread)
    if spell == NONE:
        return NONE
    vigor = int(b.units[unit].vigor)
    made = int(b.units[unit].attacks)
    first = maneuver_cost(b, r, unit, Verb.FOCUS)
    price = first + maneuver_cost(b, r, unit, Verb.RELEASE)
    value = cast_value(b, s, r, unit, int(s.sheets[unit].spells[spell]), fear, dread)
    if vigor < price:
        price = first
        value *= LATER * calm(b, s, r, unit, vigor - first)
    attack = intent(b, s, r, unit, fear)
    if value > prospect(b, s, r, unit, attack, vigor, made, fear) - prospect(
        b, s, r, unit, attack, vigor - price, made, fear
    ):
        return single_id(s, Verb.FOCUS)
    return NONE


@kernel
def cast(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """What to do about spells now, or NONE."""
    if s.sheets[unit].spells_n == 0:
        return NONE
    if b.units[unit].focus != NONE:
        return let_go(b, s, r, unit, mask, fear, dread)
    return begin_spell(b, s, r, unit, mask, fear, dread)


# --- blows ----------------------------------------------------------------------------------------------------


@kernel
def best_open_attack(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float) -> int:
    """The Attack of most value among those that are legal now, or NONE."""
    best = NONE
    most = 0.0
    for routine in range(s.routine_slots):
        for target in range(s.units_n):
            action = attack_id(s, routine, target)
            if mask[action] != 0:
                value = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
                if value > most:
                    most = value
                    best = action
    return best


@kernel
def haste(b: Battle, s: Setup, unit: int) -> float:
    """The part of the enemies who have a Breath before this creature's next one."""
    first = 0
    foes = 0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and capable(b, foe):
            foes += 1
            if moves_first(b, foe, unit, int(b.units[unit].vigor)):
                first += 1
    return first / max(1, foes)


@kernel
def keeps(b: Battle, s: Setup, r: Rules, unit: int) -> float:
    """What Vigor kept for later is worth against Vigor spent now."""
    value = PATIENCE - TEMPO * haste(b, s, unit)
    if b.units[unit].overloaded != 0:
        return value * (1 - collapse(s, r, unit))
    return value


@kernel
def press_value(b: Battle, s: Setup, r: Rules, unit: int, attack: int, fear: float, dread: float) -> float:
    """What an Overload brings when the limit holds back an Attack in reach that the Vigor would pay."""
    if attack == NONE:
        return 0.0
    place = argument(s, attack)
    routine = place // s.unit_slots
    target = place - routine * s.unit_slots
    cost = attack_cost(b, s, r, unit, routine)
    vigor = int(b.units[unit].vigor)
    if left(b, unit) >= cost or vigor < cost or steps_to(b, s, unit, routine, target) > 0:
        return 0.0
    if why_not_use(b, s, r, unit, routine) == Why.SECOND_HEAVY:
        return 0.0
    blow = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
    if blow < DEADLY * (worth(b, s, r, target) + fear):
        return 0.0
    value = -collapse(s, r, unit) * exposure(b, s, r, unit, dread)
    for k in range(vigor // cost):
        value += attack_value(b, s, r, unit, routine, target, b.units[unit].attacks + k, fear)
    return value


@kernel
def guard_after(b: Battle, s: Setup, r: Rules, unit: int, cost: int, fear: float, dread: float) -> float:
    """What a Guard is worth that may still be Readied in this Breath after a maneuver of this cost."""
    price = maneuver_cost(b, r, unit, Verb.READY_GUARD)
    if b.units[unit].readied != 0 or left(b, unit) < cost + price:
        return 0.0
    return ready_value(b, s, r, unit, Reaction.GUARD, b.units[unit].vigor - cost - price, fear, dread)


@kernel
def fight(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """A blow, a Readied reaction, or the end of the Breath: what is worth most together with the Vigor that is left."""
    vigor = int(b.units[unit].vigor)
    made = int(b.units[unit].attacks)
    keep = keeps(b, s, r, unit)
    future = intent(b, s, r, unit, fear)
    best = NONE
    most = 0.0
    if is_legal(s, mask, Verb.END):
        best = single_id(s, Verb.END)
        most = keep * prospect(b, s, r, unit, future, vigor, made, fear)
    blow = best_open_attack(b, s, r, unit, mask, fear)
    if blow != NONE:
        routine = (blow - attack_id(s, 0, 0)) // s.unit_slots
        target = blow - attack_id(s, routine, 0)
        cost = attack_cost(b, s, r, unit, routine)
        value = attack_value(b, s, r, unit, routine, target, made, fear)
        value += keep * prospect(b, s, r, unit, future, vigor - cost, made + 1, fear)
        value += guard_after(b, s, r, unit, cost, fear, dread)
        if value > most:
            most = value
            best = blow
    if is_legal(s, mask, Verb.READY_GUARD) and b.units[unit].readied == 0:
        after = vigor - maneuver_cost(b, r, unit, Verb.READY_GUARD)
        value = ready_value(b, s, r, unit, Reaction.GUARD, after, fear, dread)
        value += keep * prospect(b, s, r, unit, future, after, made, fear)
        if value > most:
            most = value
            best = single_id(s, Verb.READY_GUARD)
    if is_legal(s, mask, Verb.READY_PARRY) and b.units[unit].readied == 0:
        after = vigor - maneuver_cost(b, r, unit, Verb.READY_PARRY)
        value = ready_value(b, s, r, unit, Reaction.PARRY_RIPOSTE, after, fear, dread)
        value += keep * prospect(b, s, r, unit, future, after, made, fear)
        if value > most:
            most = value
            best = single_id(s, Verb.READY_PARRY)
    if is_legal(s, mask, Verb.OVERLOAD) and press_value(b, s, r, unit, future, fear, dread) > most:
        best = single_id(s, Verb.OVERLOAD)
    return best


# --- the whole ------------------------------------------------------------------------------------------------


@kernel
def gear_offer(b: Battle, s: Setup, r: Rules, unit: int, gear: int, vigor: int, fear: float, dread: float) -> float:
    """What a set of gear would be good for here, or a step away."""
    held = int(b.units[unit].gear)
    b.units[unit].gear = gear
    value = offer(b, s, r, unit, vigor, fear, dread)
    threat = peril(b, s, r, unit, dread)
    here = int(b.units[unit].zone)
    if value == 0.0:
        for zone in range(s.zones_n):
            if b.distance[here][zone] == 1:
                value = max(value, DISTANT * offer_at(b, s, r, unit, zone, vigor - r.cost_move, fear, dread))
    b.units[unit].gear = held
    return value - threat


@kernel
def wanted_gear(b: Battle, s: Setup, r: Rules, unit: int, vigor: int, price: int, fear: float, dread: float) -> int:
    """The set of gear that is worth changing to, or NONE."""
    best = NONE
    held = int(b.units[unit].gear)
    most = gear_offer(b, s, r, unit, held, vigor, fear, dread)
    for gear in range(s.sheets[unit].gear_n):
        if gear != held:
            value = gear_offer(b, s, r, unit, gear, vigor - price, fear, dread)
            if value > most:
                most = value
                best = gear
    return best


@kernel
def draw_gear(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """Draw other gear, or NONE."""
    if is_legal(s, mask, Verb.DRAW):
        vigor = int(b.units[unit].vigor)
        if wanted_gear(b, s, r, unit, vigor, maneuver_cost(b, r, unit, Verb.DRAW), fear, dread) != NONE:
            return single_id(s, Verb.DRAW)
    return NONE


@kernel
def rest(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """Nothing to win now: end the Breath; else the cheapest Ready while somebody may still come, else forfeit."""
    if is_legal(s, mask, Verb.END):
        return single_id(s, Verb.END)
    for foe in range(s.units_n):
        if s.sheets[foe].side != s.sheets[unit].side and capable(b, foe) and b.units[foe].vigor > 0:
            if is_legal(s, mask, Verb.READY_GUARD):
                return single_id(s, Verb.READY_GUARD)
    if is_legal(s, mask, Verb.FORFEIT):
        return single_id(s, Verb.FORFEIT)
    return first_legal(s, mask)


@kernel
def lead(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """A Command that is worth more than the leader's own blow for its Vigor, or NONE."""
    if s.squads_n == 0 or is_squad(s, unit):
        return NONE
    own = 0.0
    blow = best_open_attack(b, s, r, unit, mask, fear)
    if blow != NONE:
        routine = (blow - attack_id(s, 0, 0)) // s.unit_slots
        target = blow - attack_id(s, routine, 0)
        own = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
        own /= attack_cost(b, s, r, unit, routine)
    return best_command(b, s, r, unit, mask, own, fear, dread)


@kernel
def breathe(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The next maneuver of a Breath."""
    side = int(s.sheets[unit].side)
    fear = shock(b, s, r, 1 - side)
    dread = shock(b, s, r, side)
    action = NONE
    stays = posted(b, s, unit)
    if s.objectives_n != 0:
        action = errand(b, s, r, unit, mask, best_attack(b, s, r, unit, fear) != NONE)
    if action == NONE:
        action = lead(b, s, r, unit, mask, fear, dread)
    if action == NONE:
        action = cast(b, s, r, unit, mask, fear, dread)
    if action == NONE and s.sheets[unit].area.uses != 0:
        action = let_loose(b, s, r, unit, mask, best_attack(b, s, r, unit, fear), fear, dread)
    if action == NONE and b.units[unit].paid == 0 and not stays:
        action = better_place(b, s, r, unit, mask, fear, dread)
    if action == NONE and best_attack(b, s, r, unit, fear) == NONE:
        if is_legal(s, mask, Verb.BREAK_HOLD):
            return single_id(s, Verb.BREAK_HOLD)
        action = draw_gear(b, s, r, unit, mask, fear, dread)
        if action == NONE and not stays:
            action = way_through(b, s, unit, mask)
        if action == NONE and not stays:
            action = approach(b, s, r, unit, mask, fear, dread)
    if action == NONE:
        action = fight(b, s, r, unit, mask, fear, dread)
    if action == NONE:
        action = rest(b, s, unit, mask)
    return action


@kernel
def maintain(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """In the Lull: a rally, first aid, other gear, or reload."""
    if s.squads_n != 0 and is_legal(s, mask, Verb.RALLY):
        return single_id(s, Verb.RALLY)
    if is_legal(s, mask, Verb.FIRST_AID):
        return single_id(s, Verb.FIRST_AID)
    if is_legal(s, mask, Verb.CHANGE_GEAR):
        if wanted_gear(b, s, r, unit, maximum_vigor(s, r, unit), 0, 0.0, 0.0) != NONE:
            return single_id(s, Verb.CHANGE_GEAR)
    if is_legal(s, mask, Verb.RELOAD):
        return single_id(s, Verb.RELOAD)
    return single_id(s, Verb.PASS)


@kernel
def wanted_quarry(b: Battle, s: Setup, r: Rules, unit: int, zone: int) -> int:
    """Whom it would strike first from the Zone that it emerges into; itself, for nobody, where that is no one."""
    home = int(b.units[unit].zone)
    b.units[unit].zone = zone
    attack = best_attack(b, s, r, unit, shock(b, s, r, 1 - s.sheets[unit].side))
    b.units[unit].zone = home
    if attack == NONE:
        return unit
    return (attack - s.offset[Verb.ATTACK]) % s.unit_slots


@kernel
def settle(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The second argument of a maneuver."""
    option = NONE
    frame = b.frames[b.depth - 1]
    if frame.step == Step.CHOOSE_GEAR:
        vigor = int(b.units[unit].vigor)
        if frame.verb == Verb.CHANGE_GEAR:
            vigor = maximum_vigor(s, r, unit)
        option = wanted_gear(b, s, r, unit, vigor, 0, 0.0, 0.0)
    elif frame.step == Step.CHOOSE_SPELL:
        side = int(s.sheets[unit].side)
        option = spell_to_begin(b, s, r, unit, shock(b, s, r, 1 - side), shock(b, s, r, side))
    elif frame.step == Step.CHOOSE_QUARRY:
        option = wanted_quarry(b, s, r, unit, int(b.frames[b.depth - 2].zone))  # of the entry below
    else:
        side = int(s.sheets[unit].side)
        option = best_choice(b, s, r, shock(b, s, r, 1 - side), shock(b, s, r, side))
    if option != NONE and mask[choose_id(s, option)] != 0:
        return choose_id(s, option)
    return first_legal(s, mask)


@kernel
def tactician(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The tactician's answer to the decision that waits. What it imagines leaves no trace."""
    unit = int(b.who)
    if b.ask == Kind.BREATH:
        action = breathe(b, s, r, unit, mask)
    elif b.ask == Kind.LULL:
        action = maintain(b, s, r, unit, mask)
    elif b.ask == Kind.CHOOSE:
        action = settle(b, s, r, unit, mask)
    elif b.ask == Kind.INTERDICT:
        action = intercept(b, s, r, unit, mask)
    else:
        action = defend(b, s, r, unit, mask)
    return action


act = acting(tactician)
policy = KernelPolicy("tactician", act)
