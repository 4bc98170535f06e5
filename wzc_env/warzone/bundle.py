"""A Breath as a value: a whole bundle of maneuvers, checked whole, then resolved one by one between the reactions."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .actions import verb_of
from .events import say
from .naming import fold
from .tape import DiceError
from .words import NONE, Kind, Note, Purpose, Verb, Why

if TYPE_CHECKING:
    from wzc_env.game import Match

ROLLED_HIGH = (
    Purpose.OVERLOAD, Purpose.GRAPPLE, Purpose.SHOVE, Purpose.BREAK_HOLD, Purpose.BREAKTHROUGH, Purpose.ENTER_MELEE,
    Purpose.LEAVE_MELEE, Purpose.GATE, Purpose.LEAVE_PINCER, Purpose.WITHDRAW,
)  # fmt: skip
"""Checks of the mover: a rehearsal lets them succeed."""


@dataclass(frozen=True)
class Breath:
    """A bundle of maneuvers of one Breath, as texts or action ids, in order; its end is understood.

    A second argument follows its maneuver: `Breath(["Focus", "Choose fireball", "Ready Guard"])`.
    """

    maneuvers: tuple[int | str, ...]

    def __init__(self, maneuvers: list[int | str] | list[str] | list[int] | tuple[int | str, ...]) -> None:
        object.__setattr__(self, "maneuvers", tuple(maneuvers))


@dataclass
class Run:
    """A bundle under way."""

    unit: int
    rest: list[int | str]
    skipped: list[str] = field(default_factory=list)


def is_idle_choice(match: "Match", item: int | str) -> bool:
    """Whether an item is a choice that the rules did not need to ask for (one option was left, or a check failed)."""
    if match.battle.ask == Kind.CHOOSE:
        return False
    if isinstance(item, str):
        return fold(item).startswith("choose ")
    return 0 <= item < match.setup.actions_n and verb_of(match.setup, item) == Verb.CHOOSE


def find_fault(match: "Match", bundle: Breath) -> tuple[Why, int]:
    """Rehearse a bundle on a copy: every check succeeds, attacks miss, nobody reacts. What is refused there is a fault.

    Returns the Why and the place of the maneuver at fault (the number of maneuvers: the Breath cannot end there), or
    (Why.OK, -1).
    """
    if match.battle.ask != Kind.BREATH:
        return Why.WRONG_KIND, 0
    probe = match.rehearsal()
    unit = int(probe.battle.actor)
    for place, item in enumerate(bundle.maneuvers):
        pass_reactions(probe, unit)
        if probe.battle.actor != unit:
            return Why.OK, -1
        if is_idle_choice(probe, item):
            continue
        action = probe.parse(item) if isinstance(item, str) else item
        why = probe.why(action)
        if why == Why.OK and probe.battle.ask == Kind.BREATH and verb_of(probe.setup, action) == Verb.END:
            why = Why.WRONG_KIND
        if why != Why.OK:
            return why, place
        step_favourably(probe, action)
    pass_reactions(probe, unit)
    if probe.battle.actor == unit and probe.battle.ask == Kind.BREATH:
        why = probe.why(int(probe.setup.offset[Verb.END]))
        if why != Why.OK:
            return why, len(bundle.maneuvers)
    return Why.OK, -1


def favourable(purpose: Purpose, sides: int, roll_under: bool) -> int:
    """The face that lets a plan go on: checks succeed, blows miss, nobody breaks or falls."""
    if purpose in ROLLED_HIGH:
        return 1 if roll_under else sides
    if purpose in (Purpose.SAVE, Purpose.STRAY):
        return sides
    return 1


def step_favourably(probe: "Match", action: int) -> None:
    """Take one step of a rehearsal, with the dice that it asks for."""
    while True:
        try:
            probe.step(action)
        except DiceError as needed:
            face = favourable(needed.purpose, needed.sides, bool(probe.rules.host_roll_under))
            probe.add_dice([face])
        else:
            return


def pass_reactions(probe: "Match", unit: int) -> None:
    """Let everyone else decline until it is this unit's decision again, or its Breath is over."""
    while probe.battle.actor == unit and probe.battle.who != unit and not probe.over:
        step_favourably(probe, int(probe.setup.offset[Verb.PASS]))


def follow(match: "Match", run: Run) -> bool:
    """Take the bundle's next maneuver if it is its turn; returns whether the bundle goes on.

    What has become impossible is skipped and logged.
    """
    battle = match.battle
    if battle.actor != run.unit or match.over:
        return False
    if battle.who != run.unit:
        return True
    if not run.rest:
        if battle.ask == Kind.BREATH and match.why(int(match.setup.offset[Verb.END])) == Why.OK:
            match.answer(int(match.setup.offset[Verb.END]))
        return False
    item = run.rest[0]
    if is_idle_choice(match, item):
        run.rest.pop(0)
        return follow(match, run)
    action = match.parse(item) if isinstance(item, str) else item
    why = match.why(action)
    if why == Why.OK:
        match.answer(action)  # the item stays in the bundle if this raises
        run.rest.pop(0)
        return follow(match, run)
    run.rest.pop(0)
    run.skipped.append(f"{match.words(action)}: {match.explain(why, action)}")
    say(battle, Note.SKIPPED, run.unit, NONE, NONE, action, int(why))
    return follow(match, run)
