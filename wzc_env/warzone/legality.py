"""What may be chosen now, and why not: each refusal has one predicate, and the mask asks the same ones in blocks."""

from wzc_env.kernel import Mask, kernel

from .actions import argument, block_size, verb_of
from .attacks import why_not_attack, why_not_foe, why_not_routine, why_out_of_melee
from .blasts import why_not_blast, why_not_blast_at
from .breath import left, why_not_afford, why_not_end, why_not_heavy, why_not_overload
from .control import helpless
from .costs import attack_cost, maneuver_cost
from .levers import why_not_capped
from .lull import needs_aid, why_not_aid, why_not_gear, why_not_reload
from .maneuvers import may_be_quarry, may_be_shoved, why_not_shove
from .modules import zoned
from .movement import least_step_cost, move_cost, why_not_leave, why_not_move, why_not_withdraw
from .orders import command_cost, may_choose, why_not_command
from .reactions import why_not_guard, why_not_parry, why_not_pay, why_not_ready
from .spells import can_cast, why_not_focus, why_not_release
from .squad_morale import may_rally, why_not_rally
from .squads import is_squad
from .stances import stance_cost, why_not_end_stance, why_not_stance
from .state import Battle, Rules, Setup
from .stealth import why_not_hide
from .words import NONE, Kind, Reaction, Step, Trait, Verb, Why
from .works import why_not_work
from .zones import has, is_exit, off_map, passable


@kernel
def answers(verb: int, kind: int) -> bool:
    """Whether a Verb is an answer to this Kind of decision."""
    if kind == Kind.BREATH:
        if verb > Verb.CHOOSE:
            return verb != Verb.RALLY
        return (
            verb <= Verb.READY_INTERDICT or Verb.BREAK_HOLD <= verb <= Verb.HIDE or Verb.ATTACK <= verb <= Verb.RELEASE
        )
    if kind == Kind.DEFEND:
        return Verb.PASS <= verb <= Verb.PARRY
    if kind == Kind.INTERDICT:
        return verb == Verb.PASS or verb == Verb.INTERDICT
    if kind == Kind.LULL:
        return verb == Verb.PASS or Verb.RELOAD <= verb <= Verb.CHANGE_GEAR or verb == Verb.RALLY
    return kind == Kind.CHOOSE and verb == Verb.CHOOSE


@kernel
def why_not_maneuver(b: Battle, s: Setup, r: Rules, unit: int, verb: int) -> int:
    """Whether a maneuver of one fixed price may begin, arguments apart (a Why)."""
    why = why_not_afford(b, unit, maneuver_cost(b, r, unit, verb))
    if why != Why.OK:
        return why
    if verb <= Verb.READY_INTERDICT:
        return why_not_ready(b, unit)
    if verb == Verb.BREAK_HOLD:
        if b.units[unit].holder == NONE:
            return Why.NOT_GRAPPLED
    elif verb == Verb.WITHDRAW:
        return why_not_withdraw(b, s, unit)
    elif verb == Verb.FOCUS:
        return why_not_focus(b, s, r, unit)
    elif verb == Verb.DRAW:
        return why_not_gear(s, unit)
    elif verb == Verb.HIDE:
        return why_not_hide(b, s, unit)
    elif verb == Verb.RELEASE:
        if b.units[unit].focus == NONE:
            return Why.NOT_FOCUSED
    elif b.units[unit].holder != NONE:  # Grapple, Shove, Work
        return Why.GRAPPLED
    return Why.OK


@kernel
def why_not_special(b: Battle, s: Setup, r: Rules, unit: int, verb: int) -> int:
    """Whether a maneuver that few scenarios have is open, arguments apart (a Why)."""
    if verb == Verb.BLAST:
        return why_not_blast(b, s, r, unit)
    if verb == Verb.END_STANCE:
        return why_not_end_stance(b, s, unit)
    if verb == Verb.STANCE:
        return why_not_afford(b, unit, 1)
    if verb == Verb.COMMAND:
        if off_map(b, int(b.units[unit].zone)):
            return Why.OFF_MAP_LEADER
        return why_not_afford(b, unit, command_cost(b, s, r, unit))
    return why_not_maneuver(b, s, r, unit, verb)


@kernel
def why_not_in_breath(b: Battle, s: Setup, r: Rules, unit: int, verb: int) -> int:
    """Whether a Verb is open in the Breath under way, arguments apart (a Why)."""
    if verb == Verb.FORFEIT:
        if b.units[unit].begun != 0:
            return Why.ALREADY_BEGUN
        return Why.OK
    if verb == Verb.END:
        return why_not_end(b, unit)
    if helpless(b, unit):
        return Why.HELPLESS
    if verb == Verb.OVERLOAD:
        return why_not_overload(b, unit)
    if verb == Verb.ATTACK:
        why = why_not_capped(b, s, r, unit)
        if why != Why.OK:
            return why
        return why_not_afford(b, unit, 1)  # the price depends on the argument, but nothing is free
    if verb > Verb.CHOOSE:
        return why_not_special(b, s, r, unit, verb)
    if Verb.MOVE <= verb <= Verb.RUSHED_EXIT:
        why = why_not_leave(b, s, unit, verb)
        if why != Why.OK:
            return why
        return why_not_afford(b, unit, least_step_cost(b, s, r, unit, verb))
    return why_not_maneuver(b, s, r, unit, verb)


@kernel
def why_not_react(b: Battle, s: Setup, r: Rules, unit: int, verb: int) -> int:
    """Whether a reaction may be declared in the window that is open (a Why)."""
    if verb == Verb.PASS:
        return Why.OK
    if verb == Verb.GUARD:
        return why_not_guard(b, r, unit)
    if verb == Verb.PARRY:
        return why_not_parry(b, s, r, unit, b.frames[b.depth - 1])
    return why_not_pay(b, r, unit, Reaction.INTERDICT)


@kernel
def why_not_maintain(b: Battle, s: Setup, unit: int, verb: int) -> int:
    """Whether a maintenance choice is open (a Why)."""
    if verb == Verb.RELOAD:
        return why_not_reload(b, unit)
    if verb == Verb.RALLY:
        return why_not_rally(b, s, unit)
    if verb == Verb.FIRST_AID:
        if is_squad(s, unit):
            return Why.SQUADS_DO_NOT
        return why_not_aid(b, s, unit)
    if verb == Verb.CHANGE_GEAR:
        return why_not_gear(s, unit)
    return Why.OK


@kernel
def why_not_verb(b: Battle, s: Setup, r: Rules, verb: int) -> int:
    """Whether any action of a Verb's block can be legal now (a Why)."""
    if b.ask == Kind.OVER:
        return Why.BATTLE_OVER
    if not answers(verb, int(b.ask)):
        return Why.WRONG_KIND
    unit = int(b.who)
    if b.ask == Kind.BREATH:
        return why_not_in_breath(b, s, r, unit, verb)
    if b.ask == Kind.LULL:
        return why_not_maintain(b, s, unit, verb)
    if b.ask == Kind.CHOOSE:
        return Why.OK
    return why_not_react(b, s, r, unit, verb)


@kernel
def why_not_use(b: Battle, s: Setup, r: Rules, unit: int, routine: int) -> int:
    """Whether an Attack with this routine may begin, target apart (a Why)."""
    why = why_not_routine(b, s, unit, routine)
    if why != Why.OK:
        return why
    if s.sheets[unit].routines[routine].heavy != 0:
        why = why_not_heavy(b, r, unit)
        if why != Why.OK:
            return why
    return why_not_afford(b, unit, attack_cost(b, s, r, unit, routine))


@kernel
def why_not_seize(b: Battle, s: Setup, unit: int, target: int) -> int:
    """Whether a creature is within a grappler's reach (a Why).

    RULING X16: Grapple and Shove reach the same Zone and across an engagement line.
    """
    why = why_not_foe(b, s, unit, target)
    if why != Why.OK:
        return why
    return why_out_of_melee(b, s, unit, target)


@kernel
def why_not_hold(b: Battle, s: Setup, target: int, verb: int) -> int:
    """Whether a creature within reach can be held, or shoved anywhere (a Why); nobody in a Squad (RULING X16)."""
    if is_squad(s, target):
        return Why.IN_A_SQUAD
    if verb == Verb.SHOVE:
        return why_not_shove(b, s, target)
    if b.units[target].holder != NONE:
        return Why.ALREADY_HELD
    return Why.OK


@kernel
def why_not_wrestle(b: Battle, s: Setup, unit: int, target: int, verb: int) -> int:
    """Whether a Grapple or Shove may be tried on the target (a Why)."""
    why = why_not_seize(b, s, unit, target)
    if why != Why.OK:
        return why
    return why_not_hold(b, s, target, verb)


@kernel
def why_not_step(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int) -> int:
    """Whether a movement is possible and affordable (a Why)."""
    why = why_not_move(b, s, unit, zone)
    if why != Why.OK:
        return why
    return why_not_afford(b, unit, move_cost(b, s, r, unit, zone, verb))


@kernel
def why_not_declare(b: Battle, s: Setup, r: Rules, unit: int, row: int) -> int:
    """Whether a Stance may be taken up and paid for (a Why)."""
    why = why_not_stance(b, s, unit, row)
    if why != Why.OK:
        return why
    return why_not_afford(b, unit, stance_cost(b, s, r, unit, row))


@kernel
def why_not_option(b: Battle, s: Setup, r: Rules, unit: int, option: int) -> int:
    """Whether an option answers the choice that is due (a Why)."""
    frame = b.frames[b.depth - 1]
    good = False
    if frame.step == Step.CHOOSE_SHOVE:
        good = may_be_shoved(b, s, int(frame.target), option)
    elif frame.step == Step.CHOOSE_SPELL:
        good = can_cast(b, s, unit, option)
    elif frame.step == Step.CHOOSE_GEAR:
        good = option < s.sheets[unit].gear_n and option != b.units[unit].gear
    elif frame.step == Step.CHOOSE_AID:
        good = needs_aid(b, s, unit, option)
    elif frame.step == Step.CHOOSE_QUARRY:
        good = may_be_quarry(b, s, unit, option)
    elif frame.step == Step.CHOOSE_RALLY:
        good = may_rally(b, s, unit, option)
    else:
        good = may_choose(b, s, r, frame, option)
    if good:
        return Why.OK
    return Why.NO_SUCH_OPTION


@kernel
def why_not_argument(b: Battle, s: Setup, r: Rules, verb: int, place: int) -> int:
    """Whether one argument of an open Verb is legal (a Why)."""
    unit = int(b.who)
    if verb == Verb.ATTACK:
        routine = place // s.unit_slots
        why = why_not_use(b, s, r, unit, routine)
        if why != Why.OK:
            return why
        return why_not_attack(b, s, unit, routine, place - routine * s.unit_slots)
    if verb == Verb.GRAPPLE or verb == Verb.SHOVE:
        return why_not_wrestle(b, s, unit, place, verb)
    if verb == Verb.RELEASE:
        return why_not_release(b, s, unit, place)
    if verb == Verb.CHOOSE:
        return why_not_option(b, s, r, unit, place)
    if verb == Verb.BLAST:
        return why_not_blast_at(b, s, unit, place)
    if verb == Verb.COMMAND:
        return why_not_command(b, s, r, unit, place)
    if verb == Verb.WORK:
        return why_not_work(b, s, unit, place)
    if verb == Verb.STANCE:
        return why_not_declare(b, s, r, unit, place)
    if Verb.MOVE <= verb <= Verb.RUSHED_EXIT:
        return why_not_step(b, s, r, unit, place, verb)
    return Why.OK


@kernel
def why_not(b: Battle, s: Setup, r: Rules, action: int) -> int:
    """Why an action is refused; Why.OK when it is legal."""
    if action < 0 or action >= s.actions_n:
        return Why.OUT_OF_RANGE
    verb = verb_of(s, action)
    why = why_not_verb(b, s, r, verb)
    if why != Why.OK:
        return why
    return why_not_argument(b, s, r, verb, argument(s, action))


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
    if answers(verb, int(b.ask)) and why_not_verb(b, s, r, verb) == Why.OK:
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
