"""The mask of legal actions, and the answer that nobody is asked for, over the predicates of `legality.py`."""

from wzc_env.kernel import Mask, kernel

from .actions import block_size
from .attacks import why_not_attack
from .breath import left, why_not_afford
from .legality import (
    answers,
    why_not_argument,
    why_not_hold,
    why_not_in_breath,
    why_not_seize,
    why_not_use,
    why_not_verb,
)
from .modules import zoned
from .movement import move_cost, why_not_move
from .state import Battle, Rules, Setup
from .words import NONE, Kind, Trait, Verb, Why
from .zones import has, is_exit, passable


@kernel
def fill_attacks(b: Battle, s: Setup, r: Rules, mask: Mask) -> None:
    """The ATTACK block of the mask: each routine is judged once, then its targets."""
    unit = int(b.who)
    for routine in range(s.sheets[unit].routines_n):
        if why_not_use(b, s, r, unit, routine) == Why.OK:
            first = s.offset[Verb.ATTACK] + routine * s.unit_slots
            for target in range(s.units_n):
                if s.sheets[target].side != s.sheets[unit].side:
                    if why_not_attack(b, s, unit, routine, target) == Why.OK:
                        mask[first + target] = 1


@kernel
def fill_wrestling(b: Battle, s: Setup, r: Rules, mask: Mask) -> None:
    """The blocks of Grapple and Shove: reach is judged once for both."""
    unit = int(b.who)
    grapples = why_not_in_breath(b, s, r, unit, Verb.GRAPPLE) == Why.OK
    shoves = why_not_in_breath(b, s, r, unit, Verb.SHOVE) == Why.OK
    if not (grapples or shoves):
        return
    for target in range(s.units_n):
        if s.sheets[target].side != s.sheets[unit].side and why_not_seize(b, s, unit, target) == Why.OK:
            if grapples and why_not_hold(b, s, target, Verb.GRAPPLE) == Why.OK:
                mask[s.offset[Verb.GRAPPLE] + target] = 1
            if shoves and why_not_hold(b, s, target, Verb.SHOVE) == Why.OK:
                mask[s.offset[Verb.SHOVE] + target] = 1


@kernel
def fill_steps(b: Battle, s: Setup, r: Rules, verb: int, rush: int, mask: Mask) -> None:
    """The blocks of one way to move and of its Rush: each way is judged once, each price for itself."""
    unit = int(b.who)
    walks = why_not_in_breath(b, s, r, unit, verb) == Why.OK
    rushes = why_not_in_breath(b, s, r, unit, rush) == Why.OK
    if not (walks or rushes):
        return
    bands = not zoned(s)
    for zone in range(s.zones_n):
        if (bands or passable(b, int(b.units[unit].zone), zone)) and why_not_move(b, s, unit, zone) == Why.OK:
            if walks and why_not_afford(b, unit, move_cost(b, s, r, unit, zone, verb)) == Why.OK:
                mask[s.offset[verb] + zone] = 1
            if rushes and why_not_afford(b, unit, move_cost(b, s, r, unit, zone, rush)) == Why.OK:
                mask[s.offset[rush] + zone] = 1


@kernel
def fill_block(b: Battle, s: Setup, r: Rules, verb: int, mask: Mask) -> None:
    """The block of one Verb, where no loop of its own serves it."""
    if block_size(s, verb) != 0 and answers(verb, int(b.ask)) and why_not_verb(b, s, r, verb) == Why.OK:
        first = int(s.offset[verb])
        for place in range(block_size(s, verb)):
            if why_not_argument(b, s, r, verb, place) == Why.OK:
                mask[first + place] = 1


@kernel
def fill_single(b: Battle, s: Setup, r: Rules, unit: int, verb: int, mask: Mask) -> None:
    """The mask of one single action of a Breath."""
    if why_not_in_breath(b, s, r, unit, verb) == Why.OK:
        mask[s.offset[verb]] = 1


@kernel
def fill_quiet(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> None:
    """The single maneuvers of a Breath. What each cannot do without is looked at first, its predicate decides."""
    one = b.units[unit]
    sheet = s.sheets[unit]
    if one.readied == 0:
        for verb in range(Verb.READY_GUARD, Verb.READY_INTERDICT + 1):
            fill_single(b, s, r, unit, verb, mask)
    if one.holder != NONE:
        fill_single(b, s, r, unit, Verb.BREAK_HOLD, mask)
    if not zoned(s) or is_exit(b, int(one.zone), int(sheet.side)):
        fill_single(b, s, r, unit, Verb.WITHDRAW, mask)
    if sheet.spells_n != 0:
        fill_single(b, s, r, unit, Verb.FOCUS, mask)
    if sheet.gear_n > 1:
        fill_single(b, s, r, unit, Verb.DRAW, mask)
    if has(b, int(one.zone), Trait.FLANK):
        fill_single(b, s, r, unit, Verb.HIDE, mask)


@kernel
def fill_breath(b: Battle, s: Setup, r: Rules, mask: Mask) -> None:
    """The mask of a Breath; the long blocks have loops of their own, for speed, over the same predicates."""
    unit = int(b.who)
    for verb in range(Verb.END, Verb.OVERLOAD + 1):
        fill_single(b, s, r, unit, verb, mask)
    if s.stances_n != 0:
        fill_single(b, s, r, unit, Verb.END_STANCE, mask)
    if left(b, unit) <= 0:
        return  # no maneuver is free
    fill_quiet(b, s, r, unit, mask)
    if why_not_in_breath(b, s, r, unit, Verb.ATTACK) == Why.OK:
        fill_attacks(b, s, r, mask)
    fill_wrestling(b, s, r, mask)
    fill_steps(b, s, r, Verb.MOVE, Verb.RUSH, mask)
    if has(b, int(b.units[unit].zone), Trait.MELEE):
        fill_steps(b, s, r, Verb.FORCED_EXIT, Verb.RUSHED_EXIT, mask)
    if b.units[unit].focus != NONE:
        fill_block(b, s, r, Verb.RELEASE, mask)
    if s.actions_n > s.offset[Verb.COMMAND]:
        for verb in range(Verb.COMMAND, Verb.STANCE + 1):
            fill_block(b, s, r, verb, mask)


@kernel
def first_answer(b: Battle) -> int:
    """The first Verb that can answer the present decision."""
    if b.ask == Kind.BREATH:
        return Verb.END
    if b.ask == Kind.CHOOSE:
        return Verb.CHOOSE
    return Verb.PASS


@kernel
def last_answer(b: Battle, s: Setup) -> int:
    """The last Verb that can answer the present decision; with nothing left to spend only the end of a Stance can."""
    if b.ask == Kind.BREATH:
        if s.stances_n != 0:
            return Verb.END_STANCE
        if left(b, int(b.who)) <= 0:
            return Verb.OVERLOAD
        if block_size(s, Verb.BLAST) != 0:
            return Verb.BLAST
        if block_size(s, Verb.WORK) > 0:
            return Verb.WORK
        if s.squads_n != 0:
            return Verb.COMMAND
        return Verb.RELEASE
    if b.ask == Kind.CHOOSE:
        return Verb.CHOOSE
    if b.ask == Kind.LULL:
        if s.squads_n != 0:
            return Verb.RALLY
        return Verb.CHANGE_GEAR
    return Verb.INTERDICT


@kernel
def legal(b: Battle, s: Setup, r: Rules, mask: Mask) -> None:
    """Fill a mask of `actions_n` bytes: 1 where the action is legal. At least one is, until the battle is over."""
    for action in range(s.actions_n):
        mask[action] = 0
    if b.ask == Kind.OVER:
        return
    if b.ask == Kind.BREATH:
        fill_breath(b, s, r, mask)
        return
    for verb in range(first_answer(b), last_answer(b, s) + 1):
        fill_block(b, s, r, verb, mask)


@kernel
def lone_answer(b: Battle, s: Setup, r: Rules) -> int:
    """The only legal action, or NONE when there are several; the scan stops at the second."""
    found = NONE
    for verb in range(first_answer(b), last_answer(b, s) + 1):
        if answers(verb, int(b.ask)) and why_not_verb(b, s, r, verb) == Why.OK:
            for place in range(block_size(s, verb)):
                if why_not_argument(b, s, r, verb, place) == Why.OK:
                    if found != NONE:
                        return NONE
                    found = s.offset[verb] + place
    return found
