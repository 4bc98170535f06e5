"""Procedures that are interrupted: an attack before each of its rolls, an entry before the placement.

Each puts a question to whoever may react and goes on with the answer; `flow.py` says when.
"""

from wzc_env.kernel import kernel

from .attacks import stray_shot, strike
from .bands import band_before
from .control import attack_completed
from .frames import await_answer, pop
from .giants import spot
from .modules import zoned
from .movement import place, rushed
from .orders import next_striker, resolve_volley
from .reactions import interdict, may_defend, next_interdictor, riposte, spend_reaction
from .squads import is_squad
from .state import Battle, Frame, Rules, Setup
from .words import NONE, Kind, Life, Purpose, Reaction, Step, Trait, Verb
from .zones import has


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
