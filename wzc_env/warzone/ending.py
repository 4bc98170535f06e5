"""When a battle ends, who has won, and why."""

from wzc_env.kernel import kernel

from .events import say
from .frames import pop
from .objectives import fallen_objective
from .state import Battle, Setup
from .words import NONE, Life, Note, Outcome, Phase, Reason, Side


@kernel
def is_decided(b: Battle) -> bool:
    """An objective has fallen, or a side has no combat-capable creature: the battle is over at once.

    [combat.end] L287: a side is destroyed, has fled or is broken, or has withdrawn; or an objective has fallen.
    RULING X22: a side whose members all flee has lost.
    """
    return b.objective != NONE or b.capable[0] == 0 or b.capable[1] == 0


@kernel
def past_round_limit(b: Battle, s: Setup) -> bool:
    """Whether the last Round that the scenario allows is over: the battle is cut short, nobody has won."""
    return b.turn >= s.max_turns


@kernel
def reason_of(b: Battle, s: Setup, loser: int) -> int:
    """Why a side lost (a Reason)."""
    gone = False
    for i in range(s.units_n):
        if s.sheets[i].side == loser:
            if b.units[i].fleeing != 0 and b.units[i].life != Life.DEAD and b.units[i].life != Life.DYING:
                return Reason.BROKEN
            if b.units[i].life == Life.GONE:
                gone = True
    if gone:
        return Reason.WITHDREW
    return Reason.DESTROYED


@kernel
def award(b: Battle, s: Setup) -> None:
    """The victory of an objective.

    RULING OBJ2 (chosen): where one of each side falls in the same moment nobody has won.
    RULING OBJ3 (chosen): an objective that falls decides, whoever has fallen with it.
    """
    party = fallen_objective(b, s, Side.PARTY)
    foes = fallen_objective(b, s, Side.FOES)
    b.reason = Reason.REACHED + s.objectives[b.objective].kind
    if party != NONE and foes != NONE:
        b.outcome = Outcome.DRAW
        b.reason = Reason.BOTH_MET
    elif party != NONE:
        b.outcome = Outcome.PARTY_WINS
    else:
        b.outcome = Outcome.FOES_WIN


@kernel
def finish(b: Battle, s: Setup) -> None:
    """Record the end."""
    if not is_decided(b):
        b.outcome = Outcome.ROUND_LIMIT
        b.reason = Reason.ROUND_LIMIT
    elif b.objective != NONE:
        award(b, s)
    elif b.capable[0] == 0 and b.capable[1] == 0:
        b.outcome = Outcome.DRAW
        b.reason = reason_of(b, s, Side.PARTY)
    elif b.capable[1] == 0:
        b.outcome = Outcome.PARTY_WINS
        b.reason = reason_of(b, s, Side.FOES)
    else:
        b.outcome = Outcome.FOES_WIN
        b.reason = reason_of(b, s, Side.PARTY)
    b.phase = Phase.OVER
    b.actor = NONE
    while b.depth > 0:
        pop(b)
    say(b, Note.END, NONE, NONE, NONE, int(b.outcome), int(b.reason))
