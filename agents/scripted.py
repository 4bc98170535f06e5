"""Agents that follow a few plain rules. `brute`: go for the nearest enemy and hit the weakest one in reach.

Where its side has an objective, the brute serves that first (`errands`).

The mask settles what is legal; what stands here is taste. Each of the brute's rules is one function that
answers with an action id, or NONE when it has nothing to say.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import attack_id, choose_id, release_id, single_id, stance_id, zone_id
from wzc_env.warzone.attacks import flurry_of, loaded, why_not_attack, why_not_routine
from wzc_env.warzone.giants import spot
from wzc_env.warzone.movement import move_cost
from wzc_env.warzone.spells import affects, can_cast, held_spell
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import FAR, NONE, Kind, Life, Reaction, SpellEffect, SpellTarget, Step, Verb, Why
from wzc_env.warzone.zones import in_range

from .base import KernelPolicy, acting, first_legal, is_legal
from .command import brute_choice, brute_command
from .errands import errand, posted, quarry
from .ways import way_through


@kernel
def is_foe(b: Battle, s: Setup, unit: int, other: int) -> bool:
    """Whether `other` is an enemy on its feet."""
    return s.sheets[other].side != s.sheets[unit].side and b.units[other].life == Life.UP


@kernel
def promise(b: Battle, s: Setup, r: Rules, unit: int, routine: int, target: int) -> int:
    """What a routine may deal on average, in fortieths of a point: an estimate by bonus, Flurry and AC."""
    armour_class = int(s.sheets[target].ac[b.units[target].gear])
    used = s.sheets[unit].routines[routine]
    total = 0
    for i in range(used.rolls_n):
        roll = used.rolls[i]
        faces = 21 + roll.bonus - flurry_of(b, r, unit) - armour_class
        total += min(max(faces, 1), 19) * (roll.dice * (roll.sides + 1) + 2 * roll.plus)
    return total


@kernel
def may_attack(s: Setup, mask: Mask, target: int) -> bool:
    """Whether any routine may be aimed at the target now."""
    for routine in range(s.routine_slots):
        if mask[attack_id(s, routine, target)] != 0:
            return True
    return False


@kernel
def weakest_target(b: Battle, s: Setup, mask: Mask) -> int:
    """Of those that may be attacked now, whom an objective names, else the one with the fewest hit points."""
    best = quarry(b, s, int(b.who))
    if best != NONE and may_attack(s, mask, best):
        return best
    best = NONE
    for target in range(s.units_n):
        if may_attack(s, mask, target):
            if best == NONE or b.units[target].hp < b.units[best].hp:
                best = target
    return best


@kernel
def attack(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The most promising routine against the weakest enemy in reach."""
    target = weakest_target(b, s, mask)
    if target == NONE:
        return NONE
    best = NONE
    most = -1
    for routine in range(s.routine_slots):
        if mask[attack_id(s, routine, target)] != 0:
            promised = promise(b, s, r, unit, routine, target)
            if promised > most:
                most = promised
                best = attack_id(s, routine, target)
    return best


@kernel
def gear_promise(b: Battle, s: Setup, r: Rules, unit: int, gear: int) -> int:
    """The best promise of a set of gear, natural weapons too, from the unit's Zone; 0: reaches nobody."""
    most = 0
    sheet = s.sheets[unit]
    for routine in range(sheet.routines_n):
        wielded = sheet.routines[routine].gear
        if (wielded == gear or wielded == NONE) and loaded(b, unit, routine):
            for target in range(s.units_n):
                if why_not_attack(b, s, unit, routine, target) == Why.OK:
                    most = max(most, promise(b, s, r, unit, routine, target))
    return most


@kernel
def wanted_gear(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """The set of gear to change to: the most promising one, if the one in hand reaches nobody; else NONE."""
    if gear_promise(b, s, r, unit, int(b.units[unit].gear)) > 0:
        return NONE
    best = NONE
    most = 0
    for gear in range(s.sheets[unit].gear_n):
        promised = gear_promise(b, s, r, unit, gear)
        if promised > most:
            most = promised
            best = gear
    return best


@kernel
def hostile(s: Setup, row: int) -> bool:
    """Whether a spell is one to throw at enemies."""
    aim = s.spells[row].target
    return aim == SpellTarget.ENEMY or aim == SpellTarget.ZONE or aim == SpellTarget.ZONE_ENEMIES


@kernel
def useful_spell(b: Battle, s: Setup, unit: int, slot: int) -> bool:
    """Whether a prepared spell is hostile and some enemy that it can touch is in its range."""
    row = int(s.sheets[unit].spells[slot])
    if not can_cast(b, s, unit, slot) or not hostile(s, row):
        return False
    here = int(b.units[unit].zone)
    for other in range(s.units_n):
        if is_foe(b, s, unit, other) and affects(b, s, s.spells[row], other):
            if in_range(b, here, spot(b, s, other, here), int(s.spells[row].reach)):
                return True
    return False


@kernel
def spell_to_focus(b: Battle, s: Setup, unit: int) -> int:
    """The slot of the first useful spell."""
    for slot in range(s.sheets[unit].spells_n):
        if useful_spell(b, s, unit, slot):
            return slot
    return NONE


@kernel
def unit_worth(b: Battle, s: Setup, unit: int, other: int) -> int:
    """How good a Release on one creature is: the weaker the enemy, the more hurt the friend, the better."""
    if is_foe(b, s, unit, other):
        return 1000 - b.units[other].hp
    if s.spells[held_spell(b, s, unit)].effect == SpellEffect.HEAL:
        return s.sheets[other].hp_max - b.units[other].hp
    return 1


@kernel
def zone_worth(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """How good a Release on a Zone is: enemies in it, less friends whom the spell does not spare."""
    side = s.sheets[unit].side
    worth = int(b.zones[zone].occupants[1 - side])
    if s.spells[held_spell(b, s, unit)].target == SpellTarget.ZONE:
        worth -= b.zones[zone].occupants[side]
    return worth


@kernel
def release(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """The focused spell where it does most good, if it does any."""
    best = NONE
    most = 0
    for slot in range(s.unit_slots + s.zone_slots + 1):
        if mask[release_id(s, slot)] != 0:
            if slot < s.unit_slots:
                worth = unit_worth(b, s, unit, slot)
            elif slot < s.unit_slots + s.zone_slots:
                worth = zone_worth(b, s, unit, slot - s.unit_slots)
            else:
                worth = unit_worth(b, s, unit, unit)
            if worth > most:
                most = worth
                best = release_id(s, slot)
    return best


@kernel
def cast(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """Release what is in focus; else begin a useful spell."""
    if b.units[unit].focus != NONE:
        return release(b, s, unit, mask)
    if is_legal(s, mask, Verb.FOCUS) and spell_to_focus(b, s, unit) != NONE:
        return single_id(s, Verb.FOCUS)
    return NONE


@kernel
def gap(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """Open edges from a Zone to the nearest enemy on its feet; FAR when there is none."""
    least = FAR
    for other in range(s.units_n):
        if is_foe(b, s, unit, other):
            least = min(least, int(b.distance[zone][spot(b, s, other, zone)]))
    return least


@kernel
def approach(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """One Move that brings the nearest enemy nearer; of equal ways the cheapest. It never rushes."""
    best = NONE
    nearest = gap(b, s, unit, int(b.units[unit].zone))
    price = 0
    for zone in range(s.zones_n):
        if mask[zone_id(s, Verb.MOVE, zone)] != 0:
            after = gap(b, s, unit, zone)
            cost = move_cost(b, s, r, unit, zone, Verb.MOVE)
            if after < nearest or (best != NONE and after == nearest and cost < price):
                best = zone_id(s, Verb.MOVE, zone)
                nearest = after
                price = cost
    return best


@kernel
def prepare(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """Make the next attack possible: break free, or draw gear that reaches somebody."""
    if is_legal(s, mask, Verb.BREAK_HOLD):
        return single_id(s, Verb.BREAK_HOLD)
    if is_legal(s, mask, Verb.DRAW) and wanted_gear(b, s, r, unit) != NONE:
        return single_id(s, Verb.DRAW)
    return NONE


@kernel
def brace(s: Setup, mask: Mask) -> int:
    """The first Stance that can be taken up, or NONE."""
    for row in range(s.stances_n):
        if mask[stance_id(s, row)] != 0:
            return stance_id(s, row)
    return NONE


@kernel
def rest(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """Nothing else to do: a Stance, a Guard, unless one is held, then the end of the Breath or of the Round."""
    stance = brace(s, mask)
    if stance != NONE:
        return stance
    if b.units[unit].ready == Reaction.NONE and is_legal(s, mask, Verb.READY_GUARD):
        return single_id(s, Verb.READY_GUARD)
    if is_legal(s, mask, Verb.END):
        return single_id(s, Verb.END)
    if is_legal(s, mask, Verb.FORFEIT):
        return single_id(s, Verb.FORFEIT)
    return first_legal(s, mask)


@kernel
def breathe(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The next maneuver of a Breath: the first rule that has one."""
    action = NONE
    if s.objectives_n != 0:
        action = errand(b, s, r, unit, mask, weakest_target(b, s, mask) != NONE)
    if action == NONE:
        action = brute_command(b, s, r, mask)
    if action == NONE:
        action = attack(b, s, r, unit, mask)
    if action == NONE:
        action = cast(b, s, unit, mask)
    if action == NONE:
        action = prepare(b, s, r, unit, mask)
    if action == NONE and not posted(b, s, unit):
        action = approach(b, s, r, unit, mask)
    if action == NONE:
        action = way_through(b, s, unit, mask)
    if action == NONE:
        action = rest(b, s, unit, mask)
    return action


@kernel
def decline(s: Setup, mask: Mask) -> int:
    """Pass, where passing is legal."""
    if is_legal(s, mask, Verb.PASS):
        return single_id(s, Verb.PASS)
    return first_legal(s, mask)


@kernel
def react(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """Use the reaction that was paid for; never improvise one."""
    ready = b.units[unit].ready
    if ready == Reaction.GUARD and is_legal(s, mask, Verb.GUARD):
        return single_id(s, Verb.GUARD)
    if ready == Reaction.PARRY_RIPOSTE and is_legal(s, mask, Verb.PARRY):
        return single_id(s, Verb.PARRY)
    if ready == Reaction.INTERDICT and is_legal(s, mask, Verb.INTERDICT):
        return single_id(s, Verb.INTERDICT)
    return decline(s, mask)


@kernel
def maintain(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """In the Lull: rally, reload, else change to gear that reaches somebody."""
    if s.squads_n != 0 and is_legal(s, mask, Verb.RALLY):
        return single_id(s, Verb.RALLY)
    if is_legal(s, mask, Verb.RELOAD):
        return single_id(s, Verb.RELOAD)
    if is_legal(s, mask, Verb.CHANGE_GEAR) and wanted_gear(b, s, r, unit) != NONE:
        return single_id(s, Verb.CHANGE_GEAR)
    return decline(s, mask)


@kernel
def reaches_with_any(b: Battle, s: Setup, unit: int, target: int) -> bool:
    """Whether a weapon in hand could strike this one from where the creature stands."""
    for routine in range(s.sheets[unit].routines_n):
        if why_not_routine(b, s, unit, routine) == Why.OK and why_not_attack(b, s, unit, routine, target) == Why.OK:
            return True
    return False


@kernel
def wanted_quarry(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """The weakest enemy that some weapon in hand reaches from the Zone that it emerges into; itself for nobody."""
    home = int(b.units[unit].zone)
    b.units[unit].zone = zone
    best = unit
    for target in range(s.units_n):
        if reaches_with_any(b, s, unit, target):
            if best == unit or b.units[target].hp < b.units[best].hp:
                best = target
    b.units[unit].zone = home
    return best


@kernel
def settle(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The second argument of a maneuver: the gear, spell or quarry in mind, else the first that is legal."""
    option = NONE
    step = b.frames[b.depth - 1].step
    if step == Step.CHOOSE_GEAR:
        option = wanted_gear(b, s, r, unit)
    elif step == Step.CHOOSE_SPELL:
        option = spell_to_focus(b, s, unit)
    elif step == Step.CHOOSE_QUARRY:
        option = wanted_quarry(b, s, unit, int(b.frames[b.depth - 2].zone))  # of the entry below
    else:
        option = brute_choice(b, s, r, mask)
    if option != NONE and mask[choose_id(s, option)] != 0:
        return choose_id(s, option)
    return first_legal(s, mask)


@kernel
def brute(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The brute's answer to the decision that waits."""
    unit = int(b.who)
    if b.ask == Kind.BREATH:
        return breathe(b, s, r, unit, mask)
    if b.ask == Kind.LULL:
        return maintain(b, s, r, unit, mask)
    if b.ask == Kind.CHOOSE:
        return settle(b, s, r, unit, mask)
    return react(b, s, unit, mask)


brute_act = acting(brute, "brute_act")
brute_policy = KernelPolicy("brute", brute_act)
