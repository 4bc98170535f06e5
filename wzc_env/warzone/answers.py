"""What each answer to a decision sets off: a maneuver, a reaction, a maintenance choice, a second argument."""

from wzc_env.kernel import kernel

from .actions import argument, note_of, verb_of
from .blasts import blast
from .breath import declare_overload, pay
from .costs import maneuver_cost
from .frames import pop, push
from .lull import first_aid, reload, take_gear
from .maneuvers import (
    break_hold,
    declare_stance,
    finish_shove,
    grapple,
    leave_stance,
    name_quarry,
    shove,
    start_attack,
    start_move,
)
from .mobs import end_all, forfeit_all
from .movement import withdraw
from .orders import carry_out, choose_order, command
from .reactions import make_ready
from .spells import focus, release
from .squad_morale import rally
from .state import Battle, Rules, Setup
from .stealth import hide
from .windows import answer_interdict, answer_reaction
from .words import NONE, Kind, Reaction, Step, Verb
from .works import work


@kernel
def answer_choice(b: Battle, s: Setup, r: Rules, unit: int, option: int) -> None:
    """The second argument of a maneuver or of a maintenance choice."""
    frame = b.frames[b.depth - 1]
    step = int(frame.step)
    if step == Step.CHOOSE_SHOVE:
        finish_shove(b, s, r, option)
        return
    if step == Step.CHOOSE_ORDER:
        choose_order(b, s, r, unit, option)
        return
    if step == Step.CHOOSE_MARCH or step == Step.CHOOSE_MARK:
        carry_out(b, s, r, unit, option)
        return
    verb = int(frame.verb)
    pop(b)
    if step == Step.CHOOSE_SPELL:
        focus(b, s, r, unit, option)
    elif step == Step.CHOOSE_GEAR:
        take_gear(b, s, r, unit, option)
    elif step == Step.CHOOSE_QUARRY:
        name_quarry(b, unit, option)
    elif step == Step.CHOOSE_RALLY:
        rally(b, s, r, unit, option)
    else:
        first_aid(b, s, r, unit, option)
    if verb == Verb.CHANGE_GEAR or verb == Verb.FIRST_AID or verb == Verb.RALLY:
        b.cursor += 1


@kernel
def answer_lull(b: Battle, s: Setup, unit: int, verb: int) -> None:
    """A maintenance choice."""
    if verb == Verb.CHANGE_GEAR:
        push(b, Step.CHOOSE_GEAR, unit)
        b.frames[b.depth - 1].verb = verb
    elif verb == Verb.FIRST_AID:
        push(b, Step.CHOOSE_AID, unit)
        b.frames[b.depth - 1].verb = verb
    elif verb == Verb.RALLY:
        push(b, Step.CHOOSE_RALLY, unit)
        b.frames[b.depth - 1].verb = verb
    else:
        if verb == Verb.RELOAD:
            reload(b, s, unit)
        b.cursor += 1


@kernel
def answer_breath(b: Battle, s: Setup, r: Rules, unit: int, verb: int, place_: int) -> None:
    """One maneuver of a Breath."""
    if verb == Verb.OVERLOAD:
        declare_overload(b, unit)
    elif verb == Verb.ATTACK:
        routine = place_ // s.unit_slots
        start_attack(b, s, r, unit, routine, place_ - routine * s.unit_slots)
    elif verb == Verb.GRAPPLE:
        grapple(b, s, r, unit, place_)
    elif verb == Verb.SHOVE:
        shove(b, s, r, unit, place_)
    elif verb == Verb.BREAK_HOLD:
        break_hold(b, s, r, unit)
    elif verb == Verb.WITHDRAW:
        withdraw(b, s, r, unit)
    elif Verb.MOVE <= verb <= Verb.RUSHED_EXIT:
        start_move(b, s, r, unit, place_, verb)
    elif verb == Verb.BLAST:
        blast(b, s, r, unit, place_)
    elif verb == Verb.COMMAND:
        command(b, s, r, unit, place_)
    elif verb == Verb.WORK:
        work(b, s, r, unit, place_)
    elif verb == Verb.STANCE:
        declare_stance(b, s, r, unit, place_)
    elif verb == Verb.END_STANCE:
        leave_stance(b, s, r, unit)
    else:
        answer_quiet(b, s, r, unit, verb, place_)


@kernel
def answer_quiet(b: Battle, s: Setup, r: Rules, unit: int, verb: int, place_: int) -> None:
    """The maneuvers that touch nobody yet: Ready, Focus, Draw; and Release, whose spell does the rest."""
    pay(b, unit, maneuver_cost(b, r, unit, verb), verb)
    if verb == Verb.READY_GUARD:
        make_ready(b, unit, Reaction.GUARD)
    elif verb == Verb.READY_PARRY:
        make_ready(b, unit, Reaction.PARRY_RIPOSTE)
    elif verb == Verb.READY_INTERDICT:
        make_ready(b, unit, Reaction.INTERDICT)
    elif verb == Verb.RELEASE:
        release(b, s, r, unit, place_)
    elif verb == Verb.HIDE:
        hide(b, s, r, unit)
    elif verb == Verb.FOCUS:
        push(b, Step.CHOOSE_SPELL, unit)
    else:
        push(b, Step.CHOOSE_GEAR, unit)


@kernel
def apply(b: Battle, s: Setup, r: Rules, action: int) -> None:
    """Carry out a legal answer to the decision that is waited for."""
    unit = int(b.who)
    verb = verb_of(s, action)
    if b.ask == Kind.BREATH:
        if verb == Verb.END:
            end_all(b, s, r)
        elif verb == Verb.FORFEIT:
            forfeit_all(b, s)
        else:
            b.mirror = NONE
            if b.members != 1 << unit:
                b.mirror = note_of(s, action)
            answer_breath(b, s, r, unit, verb, argument(s, action))
    elif b.ask == Kind.DEFEND:
        answer_reaction(b, s, r, unit, verb)
    elif b.ask == Kind.INTERDICT:
        if verb == Verb.INTERDICT:
            answer_interdict(b, s, r, unit)
    elif b.ask == Kind.LULL:
        answer_lull(b, s, unit, verb)
    else:
        answer_choice(b, s, r, unit, argument(s, action))
