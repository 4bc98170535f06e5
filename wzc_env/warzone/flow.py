"""The procedure of a battle: the only place that fixes the order of things. It reads like the book's own summary."""

from wzc_env.kernel import kernel, seed_streams

from .actions import action_of, argument, note_of, verb_of
from .attacks import stray_shot, strike
from .bands import band_before
from .blasts import blast
from .breath import declare_overload, pay
from .changes import shift_ground
from .control import attack_completed, recount
from .costs import maneuver_cost
from .count import next_on_count, order_ties, reset_vigor, select
from .ending import finish, is_decided, past_round_limit
from .events import say
from .frames import pop, push
from .giants import spot
from .havoc import hazard_strikes
from .hazards import spread
from .leaderless import act_alone
from .legality import lone_answer, why_not
from .lull import first_aid, may_maintain, open_lull, reload, run_down, take_gear
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
from .mobs import end_all, forfeit_all, leave, next_member, regroup
from .modules import zoned
from .morale import flight, test_morale
from .movement import place, rushed, withdraw
from .objectives import count_holds, judge
from .opening import clear_board, lay_out_zones, muster
from .orders import carry_out, choose_order, command, next_striker, resolve_volley
from .reactions import interdict, make_ready, may_defend, next_interdictor, riposte, spend_reaction
from .spells import focus, release
from .squad_morale import overrun_lines, rally, return_rallied, test_squads
from .squads import is_squad
from .state import Battle, Frame, Rules, Setup
from .stealth import hide
from .words import NONE, Kind, Life, Note, Phase, Purpose, Reaction, Step, Trait, Verb, Why
from .works import work
from .zones import has


@kernel
def start(b: Battle, s: Setup, r: Rules, row: int, seed: int) -> None:
    """Put a battle at its very beginning, whatever it held before; `row` is its place among the Setups and Rules."""
    seed_streams(b.dice, seed)
    b.setup = row
    b.turn = 0
    b.phase = Phase.ROUND_START
    b.outcome = 0
    b.reason = 0
    b.actor = NONE
    b.mirror = NONE
    b.members = 0
    b.cursor = 0
    b.trouble = 0
    b.decisions = 0
    while b.depth > 0:
        pop(b)
    for side in range(2):
        b.morale_due[side] = 0
        b.morale_made[side] = 0
    clear_board(b)
    lay_out_zones(b, s)
    for i in range(s.units_n):
        muster(b, s, r, i)
    order_ties(b, s, r)
    recount(b, s, r)
    if s.squads_n != 0:
        for side in range(2):
            b.overrun[side] = overrun_lines(b, s, side)
    await_answer(b, Kind.OVER, NONE)
    b.log.overflow = 0


@kernel
def advance(b: Battle, s: Setup, r: Rules) -> None:
    """Run the rules until somebody must choose or the battle is over."""
    while go_on(b, s, r):
        pass


@kernel
def go_on(b: Battle, s: Setup, r: Rules) -> bool:
    """Run the rules by one piece; returns whether more follows by itself: False at a decision and at the end.

    A decision with a single legal answer is taken without asking, and who flees is not asked in its Breath.
    """
    if b.phase == Phase.OVER or b.trouble != 0 or b.dice.short != 0:
        return False
    settle(b, s, r)
    if b.phase == Phase.OVER or shift_ground(b, s, r):
        return True
    if proceed(b, s, r):
        action = forced_answer(b, s, r)
        if action == NONE:
            return False
        apply(b, s, r, action)
    return True


@kernel
def settle(b: Battle, s: Setup, r: Rules) -> None:
    """What follows at once from what just happened: morale, then the end of the battle.

    RULING HAZ3 (chosen): the hazards of a Lull strike all at once; what follows is seen to after the last of them.
    """
    if b.phase == Phase.LULL_END and b.cursor > 0:
        return
    answer_losses(b, s, r)
    if s.objectives_n != 0:
        judge(b, s)
    if is_decided(b):
        finish(b, s)
        await_answer(b, Kind.OVER, NONE)


@kernel
def answer_losses(b: Battle, s: Setup, r: Rules) -> None:
    """The morale checks that are due."""
    for side in range(2):
        if b.morale_due[side] != 0:
            test_morale(b, s, r, side)
    if s.squads_n != 0:
        test_squads(b, s, r)


@kernel
def proceed(b: Battle, s: Setup, r: Rules) -> bool:
    """One step of the Round; returns whether somebody must answer now."""
    if b.depth > 0:
        return resume(b, s, r)
    if b.actor != NONE:
        return continue_breath(b, s, r)
    if b.phase == Phase.ROUND_START:
        start_round(b, s, r)
    elif b.phase == Phase.COUNT:
        unit = next_on_count(b, s)
        if unit != NONE:
            select(b, s, unit)
        else:
            b.phase = Phase.LEADERLESS
            b.cursor = 0
    elif b.phase == Phase.LEADERLESS:
        close_count(b, s, r)
    elif b.phase == Phase.LULL:
        open_lull(b, s)
        b.cursor = 0
        b.phase = Phase.MAINTENANCE
    elif b.phase == Phase.MAINTENANCE:
        return next_maintenance(b, s)
    else:
        close_lull(b, s, r)
    return False


@kernel
def start_round(b: Battle, s: Setup, r: Rules) -> None:
    """Reset Vigor, apply carryover, recount Control; what is maintained stays."""
    b.turn += 1
    say(b, Note.ROUND, NONE, NONE, NONE, int(b.turn), 0)
    return_rallied(b, s)
    reset_vigor(b, s, r)
    recount(b, s, r)
    b.phase = Phase.COUNT


@kernel
def close_count(b: Battle, s: Setup, r: Rules) -> None:
    """All Vigor is spent: the Squads without a leader and those in flight act in roster order, then the Lull comes."""
    if b.cursor >= s.squads_n:
        b.phase = Phase.LULL
        return
    k = int(b.cursor)
    b.cursor += 1
    act_alone(b, s, r, k)


@kernel
def continue_breath(b: Battle, s: Setup, r: Rules) -> bool:
    """Ask for the next maneuver, once every member of a mob has repeated the last; a Breath ends with its takers."""
    if b.mirror != NONE:
        repeat(b, s, r)
        return False
    if b.units[b.actor].life != Life.UP:
        regroup(b, s, r)
        return False
    await_answer(b, Kind.BREATH, int(b.actor))
    return True


@kernel
def repeat(b: Battle, s: Setup, r: Rules) -> None:
    """Let the next member of a mob repeat the leader's maneuver; who cannot leaves the common Breath.

    Whoever has taken flight meanwhile (RULING FLE2) repeats nothing but what its flight is.
    """
    action = action_of(s, int(b.mirror))
    unit = next_member(b, s, int(b.actor))
    if unit == NONE:
        regroup(b, s, r)
        return
    b.actor = unit
    await_answer(b, Kind.BREATH, unit)
    able = b.units[unit].life == Life.UP and why_not(b, s, r, action) == Why.OK
    if able and b.units[unit].fleeing != 0:
        able = flight(b, s, r, unit) == action
    if able:
        answer_breath(b, s, r, unit, verb_of(s, action), argument(s, action))
    else:
        leave(b, s, r, unit)


@kernel
def next_maintenance(b: Battle, s: Setup) -> bool:
    """Ask each creature in roster order for its one maintenance choice."""
    if b.cursor >= s.units_n:
        b.cursor = 0
        b.phase = Phase.LULL_END
        return False
    unit = int(b.cursor)
    if may_maintain(b, unit):
        await_answer(b, Kind.LULL, unit)
        return True
    b.cursor += 1
    return False


@kernel
def close_lull(b: Battle, s: Setup, r: Rules) -> None:
    """Durations, then the hazards, Zone by Zone, then the end check; if the battle goes on, the next Round."""
    at = int(b.cursor)
    b.cursor += 1
    if at == 0:
        run_down(b, s, r)
    if at < s.hazards_n * s.zones_n + min(1, s.hazards_n):  # durations, then each Zone of each hazard
        if at > 0:
            hazard_strikes(b, s, r, (at - 1) // s.zones_n, (at - 1) % s.zones_n)
        return
    spread(b, s)
    b.cursor = 0
    b.phase = Phase.ROUND_START
    answer_losses(b, s, r)
    if s.objectives_n != 0:
        count_holds(b, s)
        judge(b, s)
    if not is_decided(b) and past_round_limit(b, s):
        finish(b, s)
        await_answer(b, Kind.OVER, NONE)


@kernel
def await_answer(b: Battle, kind: Kind, unit: int) -> None:
    """Leave the battle at one decision."""
    b.ask = kind
    b.who = unit


@kernel
def forced_answer(b: Battle, s: Setup, r: Rules) -> int:
    """The answer that nobody is asked for, or NONE."""
    if b.ask == Kind.BREATH and b.units[b.who].fleeing != 0:
        return flight(b, s, r, int(b.who))
    return lone_answer(b, s, r)


@kernel
def resume(b: Battle, s: Setup, r: Rules) -> bool:
    """Go on with the procedure on top of the stack; returns whether somebody must answer."""
    frame = b.frames[b.depth - 1]
    if frame.step == Step.ATTACK or frame.step == Step.VOLLEY:
        return resume_attack(b, s, r)
    if frame.step == Step.ENTRY:
        return resume_entry(b, s, r)
    await_answer(b, Kind.CHOOSE, int(frame.actor))
    return True


@kernel
def routine_over(b: Battle, s: Setup, frame: Frame) -> bool:
    """Whether the routine under way has no more rolls, nobody left to strike, or lost the member that made it."""
    actor = int(frame.actor)
    if b.units[frame.target].life != Life.UP:
        return True
    if is_squad(s, actor):
        if b.squads[s.sheets[actor].squad].hp[frame.member] == 0:
            return True
        if frame.step == Step.VOLLEY:
            return frame.roll != 0
    return frame.roll >= s.sheets[actor].routines[frame.routine].rolls_n


@kernel
def resume_attack(b: Battle, s: Setup, r: Rules) -> bool:
    """The next roll of a routine: first the target's window, then the roll.

    RULING X13: what is left of a routine is lost when its target falls; the Attack is complete all the same.
    """
    frame = b.frames[b.depth - 1]
    actor = int(frame.actor)
    target = int(frame.target)
    if b.units[actor].life != Life.UP:
        pop(b)
        return False
    if routine_over(b, s, frame):
        if is_squad(s, actor) and next_striker(b, s, frame):
            return False
        pop(b)
        attack_completed(b, s, actor, spot(b, s, target, int(b.units[actor].zone)))
        return False
    if frame.asked == 0 and may_defend(b, s, r, frame):
        frame.asked = 1
        await_answer(b, Kind.DEFEND, target)
        return True
    resolve_roll(b, s, r, Reaction.NONE)
    return False


@kernel
def resolve_roll(b: Battle, s: Setup, r: Rules, reaction: Reaction) -> None:
    """Make the roll that was declared, then what a miss brings: a riposte, or a stray missile in the Melee."""
    frame = b.frames[b.depth - 1]
    if frame.step == Step.VOLLEY:
        resolve_volley(b, s, r, reaction)
        return
    actor = int(frame.actor)
    target = int(frame.target)
    routine = int(frame.routine)
    index = int(frame.roll)
    frame.roll += 1
    frame.asked = 0
    if strike(b, s, r, actor, target, routine, index, frame.blow, reaction, Purpose.ATTACK):
        return
    zone = spot(b, s, target, int(b.units[actor].zone))
    if s.sheets[actor].routines[routine].ranged != 0:
        if has(b, zone, Trait.MELEE):
            stray_shot(b, s, r, actor, zone, routine, index)
    elif reaction == Reaction.PARRY_RIPOSTE:
        riposte(b, s, r, target, actor)


@kernel
def resume_entry(b: Battle, s: Setup, r: Rules) -> bool:
    """The Interdict window of an entry, then the placement."""
    frame = b.frames[b.depth - 1]
    mover = int(frame.actor)
    zone = int(frame.zone)
    reactor = next_interdictor(b, s, r, frame)
    if reactor != NONE:
        frame.asked = int(frame.asked) | (1 << reactor)
        await_answer(b, Kind.INTERDICT, reactor)
        return True
    hurried = rushed(int(frame.verb))
    pop(b)
    place(b, s, r, mover, zone, 0)
    if hurried:
        b.units[mover].rushed = 1
    return False


@kernel
def answer_interdict(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """The reactor strikes; a hit ends the entry, which bands were passed on the way apart."""
    frame = b.frames[b.depth - 1]
    mover = int(frame.actor)
    zone = int(frame.zone)
    if not interdict(b, s, r, unit, mover, zone):
        pop(b)
        halt = band_before(int(b.units[mover].zone), zone)
        if not zoned(s) and b.units[mover].life == Life.UP and halt != b.units[mover].zone:
            place(b, s, r, mover, halt, 0)


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
def answer_reaction(b: Battle, s: Setup, r: Rules, unit: int, verb: int) -> None:
    """What the target of a roll declares, and the roll."""
    attacker = int(b.frames[b.depth - 1].actor)
    if verb == Verb.GUARD:
        spend_reaction(b, r, unit, attacker, Reaction.GUARD)
        resolve_roll(b, s, r, Reaction.GUARD)
    elif verb == Verb.PARRY:
        spend_reaction(b, r, unit, attacker, Reaction.PARRY_RIPOSTE)
        resolve_roll(b, s, r, Reaction.PARRY_RIPOSTE)
    else:
        resolve_roll(b, s, r, Reaction.NONE)


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


@kernel
def take(b: Battle, s: Setup, r: Rules, action: int) -> int:
    """Answer the decision, without what follows; an illegal action changes nothing. Returns a Why."""
    why = why_not(b, s, r, action)
    if why == Why.OK:
        b.decisions += 1
        apply(b, s, r, action)
    return why


@kernel
def step(b: Battle, s: Setup, r: Rules, action: int) -> int:
    """Answer the decision and run on to the next; an illegal action changes nothing. Returns a Why."""
    why = take(b, s, r, action)
    if why == Why.OK:
        advance(b, s, r)
    return why
