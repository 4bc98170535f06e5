"""The stack of procedures that wait for an answer. It stays shallow: nobody reacts in its own Breath (RULING R1)."""

from wzc_env.kernel import kernel

from .state import Battle, Blow
from .words import MAX_FRAMES, NONE, Kind, Step


@kernel
def clear_blow(blow: Blow) -> None:
    """A blow without any help."""
    blow.flurry = 0
    blow.rush = 0
    blow.charge = 0
    blow.edge = 0
    blow.edge_of = 0
    blow.factor = 0


@kernel
def push(b: Battle, step: Step, actor: int) -> None:
    """Put a fresh frame on top; an overflow marks the battle instead of losing one."""
    if b.depth >= MAX_FRAMES:
        b.trouble = 1
        return
    frame = b.frames[b.depth]
    frame.step = step
    frame.actor = actor
    frame.target = NONE
    frame.zone = NONE
    frame.routine = 0
    frame.roll = 0
    frame.member = 0
    clear_blow(frame.blow)
    frame.verb = 0
    frame.asked = 0
    b.depth += 1


@kernel
def pop(b: Battle) -> None:
    """Take the top frame off and leave its bytes clean, so that equal battles are equal in bytes."""
    b.depth -= 1
    frame = b.frames[b.depth]
    frame.step = 0
    frame.actor = 0
    frame.target = 0
    frame.zone = 0
    frame.routine = 0
    frame.roll = 0
    frame.member = 0
    clear_blow(frame.blow)
    frame.verb = 0
    frame.asked = 0


@kernel
def await_answer(b: Battle, kind: Kind, unit: int) -> None:
    """Leave the battle at one decision."""
    b.ask = kind
    b.who = unit
