"""The procedure of a battle: the only place that fixes the order of things. It reads like the book's own summary.

`windows.py` has the procedures that wait for reactions, `answers.py` what an answer sets off.
"""

from wzc_env.kernel import kernel, seed_streams

from .actions import action_of, argument, verb_of
from .answers import answer_breath, apply
from .changes import shift_ground
from .control import recount
from .count import next_on_count, order_ties, reset_vigor, select
from .ending import finish, is_decided, past_round_limit
from .events import say
from .frames import await_answer, pop
from .havoc import hazard_strikes
from .hazards import spread
from .leaderless import act_alone
from .legality import why_not
from .lull import may_maintain, open_lull, run_down
from .mask import lone_answer
from .mobs import leave, next_member, regroup
from .morale import flight, test_morale
from .objectives import count_holds, judge
from .opening import clear_board, lay_out_zones, muster
from .squad_morale import overrun_lines, return_rallied, test_squads
from .state import Battle, Rules, Setup
from .windows import resume_attack, resume_entry
from .words import NONE, Kind, Life, Note, Phase, Step, Why


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
