"""Battles side by side, stepped in one compiled call: each from one decision that is asked for to the next.

A lane is the place of one battle in a batch; battle after battle is played in it. Whoever holds the batch writes into
each `Lane` what is to be done with it (`Todo`), calls `open_lanes` where battles begin and then the kernel of `runner`,
which answers, lets a compiled opponent reply, and fills masks and observations. Lanes know nothing of each other.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Annotated

import numpy as np
import numpy.typing as npt

from wzc_env.kernel import I8, I16, I32, I64, Floats2, Ints, Mask, Masks, Record, Words, head_size, kernel, with_callees
from wzc_env.kernel.integers import MASK32, mix32, mul32, wide
from wzc_env.kernel.record import Grid
from wzc_env.kernel.rows import clone_words
from wzc_env.policies import Act
from wzc_env.warzone.answers import apply
from wzc_env.warzone.flow import advance, start, step
from wzc_env.warzone.mask import legal
from wzc_env.warzone.observe import observe
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.veil import veil
from wzc_env.warzone.words import NONE, Kind, Life, Outcome, Side, Why

from .seats import MEANINGS, action_table, table_row

HEAD = head_size(Battle) // 8
"""Words of a battle before its log."""

Ids = Annotated[list[int], Grid(np.uint16, 1)]
Table = Annotated[list[list[int]], Grid(np.uint16, 2)]
"""Kernel ids by seat action: the rows of `seats.action_table`, so many for each scenario of the batch."""


class Todo(IntEnum):
    """What the next call does with a lane."""

    REST = 0  # nothing: what it shows stays
    ANSWER = 1  # play an action of whoever holds the batch
    REPLY = 2  # play an action of an opponent outside the kernel
    SHOW = 3  # run on to a decision that is asked for, and show it
    START = 4  # begin the battle of the seed that the lane has been given
    RENEW = 5  # begin the lane's next battle


class End(IntEnum):
    """How the last step left a lane."""

    RUNNING = 0
    TERMINATED = 1
    TRUNCATED = 2  # at the Round limit


class Sees(IntEnum):
    """What observations tell."""

    NOTHING = 0  # they are not asked for
    ALL = 1
    TABLE = 2  # what a side knows at the table, see `warzone.veil`


class Fault(IntEnum):
    """What must not happen."""

    FAULTLESS = 0
    OUTGROWN = 1  # the battle outgrew its record
    OPPONENT = 2  # the opponent chose an illegal action


class Lane(Record):
    """What a batch knows of one lane beside the record of its battle."""

    first: I64  # seed of the battle with which its present series began
    seed: I64  # of the battle under way
    episode: I32  # battles begun since the first of the series
    row: I16  # scenario of the battle: its Setup and Rules
    home: I8  # Side whose decisions are asked for; BOTH
    halts: I8  # the opponent's decisions are asked for as well: it answers from outside
    side: I8  # Side that is asked; at the end the home, or whoever acted last
    unit: I8  # unit that is asked, or NONE
    todo: I8  # Todo
    fresh: I8  # no decision of the battle has been answered from outside
    end: I8  # End
    result: I8  # 1, 0, -1 for `side`, at the end
    illegal: I8  # the last answer was illegal, and the first legal action was played in its place
    fault: I8  # Fault
    wrong: I16  # the action that the opponent should not have chosen


@kernel
def follow_up(first: int, episode: int) -> int:
    """The seed of a lane's battle number `episode` after the first: 63 bits, by the lane's first seed alone.

    Two lanes whose first seeds differ in their lower 32 bits alone never get the same seed at the same number.
    """
    low = mix32((first & MASK32) ^ mul32(episode & MASK32, 0x9E3779B9))
    high = mix32((first >> 32) ^ mul32(low, 0x85EBCA6B) ^ (episode & MASK32))
    return ((high & 0x7FFFFFFF) << 32) | low


@kernel
def drawn_row(seed: int, cuts: Ints) -> int:
    """The scenario that a battle of this seed is played in: `cuts` are ends of shares of 2**32, one a scenario."""
    ticket = mix32(mix32((seed & MASK32) ^ 0x5CE9A210) ^ (seed >> 32))
    row = 0
    while row < len(cuts) - 1 and ticket >= cuts[row]:
        row += 1
    return row


@kernel
def open_lanes(battles: list[Battle], setups: list[Setup], rules: list[Rules], lanes: list[Lane], cuts: Ints) -> None:
    """Begin a battle in each lane that is told to, and run it to its first decision.

    Without `cuts` each lane keeps its scenario.
    """
    for i in range(len(lanes)):
        lane = lanes[i]
        if lane.todo == Todo.RENEW:
            lane.episode += 1
            lane.seed = follow_up(int(lane.first), int(lane.episode))
        if lane.todo == Todo.RENEW or lane.todo == Todo.START:
            if len(cuts) != 0:
                lane.row = drawn_row(int(lane.seed), cuts)
            row = int(lane.row)
            start(battles[i], setups[row], rules[row], row, int(lane.seed))
            advance(battles[i], setups[row], rules[row])
            lane.todo = Todo.SHOW
            lane.fresh = 1
            lane.end = End.RUNNING
            lane.result = 0
            lane.illegal = 0
            lane.fault = Fault.FAULTLESS


@kernel
def answer(b: Battle, s: Setup, r: Rules, lane: Lane, ids: Ids, action: int, mask: Mask) -> None:
    """Play a seat action; where it is illegal, the first legal one, and the lane says so. Nothing once it is over.

    The mask is what `show` has filled, so that the rules need not be asked again.
    """
    if lane.todo == Todo.ANSWER:
        lane.fresh = 0
        lane.illegal = 0
    if b.ask == Kind.OVER:
        return
    lane.side = s.sheets[b.who].side
    chosen = action
    if mask[action] == 0:
        if lane.todo == Todo.REPLY:
            accuse(lane, action)
            return
        lane.illegal = 1
        chosen = 0
        while mask[chosen] == 0:
            chosen += 1
    b.decisions += 1
    apply(b, s, r, wide(ids[chosen]))
    advance(b, s, r)


@kernel
def accuse(lane: Lane, action: int) -> None:
    """Note that the opponent chose an illegal action."""
    lane.fault = Fault.OPPONENT
    lane.wrong = action


@kernel
def not_at_home(b: Battle, s: Setup, lane: Lane) -> bool:
    """Whether the opponent is to decide."""
    if (
        b.ask == Kind.OVER
        or b.trouble != 0
        or lane.halts != 0
        or lane.home == Side.BOTH
        or lane.fault != Fault.FAULTLESS
    ):
        return False
    return s.sheets[b.who].side != lane.home


@kernel
def witness(b: Battle, s: Setup, side: int) -> int:
    """Through whose eyes a side sees the end: its first creature that stands, else its first."""
    first = NONE
    for i in range(s.units_n):
        if s.sheets[i].side == side:
            if b.units[i].life == Life.UP:
                return i
            if first == NONE:
                first = i
    return first


@kernel
def close(b: Battle, lane: Lane) -> None:
    """Note how the battle ended. A battle that ends before its first answer says so with that answer."""
    lane.unit = NONE
    if lane.home != Side.BOTH:
        lane.side = lane.home
    if lane.fresh != 0:
        return
    lane.end = End.TERMINATED
    if b.outcome == Outcome.ROUND_LIMIT:
        lane.end = End.TRUNCATED
    elif b.outcome == Outcome.PARTY_WINS + lane.side:
        lane.result = 1
    elif b.outcome == Outcome.FOES_WIN - lane.side:
        lane.result = -1


@kernel
def show(b: Battle, s: Setup, r: Rules, lane: Lane, ids: Ids, scratch: Mask, mask: Mask) -> int:
    """Fill the mask of whoever is asked; returns the unit that sees.

    Where the battle is over the mask allows action 0, which stands for any: no mask is without a legal action, so that
    a distribution over the legal ones never breaks down.
    """
    if b.ask == Kind.OVER:
        close(b, lane)
        for action in range(s.actions_n):
            mask[action] = 0
        mask[0] = 1
        return witness(b, s, int(lane.side))
    lane.unit = b.who
    lane.side = s.sheets[b.who].side
    legal(b, s, r, scratch)
    for action in range(len(mask)):
        mask[action] = scratch[ids[action]]
    return int(b.who)


@kernel
def nobody(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks, waiting: Ints, out: Ints
) -> None:
    """Stands for the opponent where there is none in the kernel: it is never called."""


opponent = nobody


@kernel
def run_lanes(
    battles: list[Battle],
    setups: list[Setup],
    rules: list[Rules],
    lanes: list[Lane],
    table: Table,
    actions: Ints,
    scratch: Masks,
    masks: Masks,
    views: Floats2,
    one: Ints,
    replies: Ints,
    heads: Words,
    spare: list[Battle],
    spare_head: Words,
    sees: int,
) -> None:
    """Do what each lane is told, run on to its next decision that is asked for, and show that.

    `actions` are seat actions, `scratch` and `replies` room for the opponent's masks and answers, `one` for the number
    of the battle that it is asked about; `masks` (n, actions) and `views` (n, numbers) are filled. `heads` are the
    words of `battles`, `spare` and `spare_head` those of one more, to be veiled. `sees` is a `Sees`.
    """
    height = len(table) // len(setups)
    for i in range(len(lanes)):
        lane = lanes[i]
        if lane.todo == Todo.REST:
            continue
        b = battles[i]
        s = setups[b.setup]
        r = rules[b.setup]
        base = height * int(b.setup)
        if lane.todo == Todo.ANSWER or lane.todo == Todo.REPLY:
            answer(b, s, r, lane, table[base + max(0, table_row(b))], int(actions[i]), masks[i])
        while not_at_home(b, s, lane):
            legal(b, s, r, scratch[i])
            one[0] = i
            opponent(battles, setups, rules, scratch, one, replies)
            if step(b, s, r, int(replies[i])) != Why.OK:
                accuse(lane, int(replies[i]))
        if b.trouble != 0:
            lane.fault = Fault.OUTGROWN
        unit = show(b, s, r, lane, table[base + max(0, table_row(b))], scratch[i], masks[i])
        if sees == Sees.ALL:
            observe(b, s, r, unit, views[i])
        elif sees == Sees.TABLE:
            clone_words(spare_head, 0, heads, i, HEAD)
            veil(spare[0], s, r, int(lane.side))
            observe(spare[0], s, r, unit, views[i])
        lane.todo = Todo.REST


@cache
def runner(act: Act | None) -> Callable[..., None]:
    """`run_lanes` with this kernel as the opponent; with None those of both sides are asked outside."""
    if act is None:
        return run_lanes
    return with_callees(run_lanes, opponent=act)


def seat_table(setups: list[Setup]) -> npt.NDArray[np.uint16]:
    """The `Table` of some scenarios, which have equal slots."""
    height = MEANINGS * max(int(s.units_n) for s in setups)
    table = np.zeros((len(setups) * height, int(setups[0].actions_n)), np.uint16)
    for row, s in enumerate(setups):
        part = action_table(s)
        table[row * height : row * height + len(part)] = part
    return table
