"""What may be chosen now, and why not: each refusal has one predicate, and the mask (`mask.py`) asks the same ones."""

from wzc_env.kernel import kernel

from .actions import argument, verb_of
from .attacks import why_not_attack, why_not_foe, why_not_routine, why_out_of_melee
from .blasts import why_not_blast, why_not_blast_at
from .breath import why_not_afford, why_not_end, why_not_heavy, why_not_overload
from .control import helpless
from .costs import attack_cost, maneuver_cost
from .levers import why_not_capped
from .lull import needs_aid, why_not_aid, why_not_gear, why_not_reload
from .maneuvers import may_be_quarry, may_be_shoved, why_not_shove
from .movement import least_step_cost, move_cost, why_not_leave, why_not_move, why_not_withdraw
from .orders import command_cost, may_choose, why_not_command
from .reactions import why_not_guard, why_not_parry, why_not_pay, why_not_ready
from .spells import can_cast, why_not_focus, why_not_release
from .squad_morale import may_rally, why_not_rally
from .squads import is_squad
from .stances import stance_cost, why_not_end_stance, why_not_stance
from .state import Battle, Rules, Setup
from .stealth import why_not_hide
from .words import NONE, Kind, Reaction, Step, Verb, Why
from .works import why_not_work
from .zones import off_map


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
        return why_not_overload(b, r, unit)
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
