"""A Breath as a value: a whole bundle of maneuvers, rehearsed whole, then resolved one by one between the reactions."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import flow
from .actions import verb_of
from .commands import unfold
from .events import say
from .naming import fold
from .notation import NotationError
from .tape import DiceError, whole
from .words import NONE, Kind, Note, Purpose, Verb, Why

if TYPE_CHECKING:
    from wzc_env.game import Match

ROLLED_HIGH = (
    Purpose.OVERLOAD, Purpose.GRAPPLE, Purpose.SHOVE, Purpose.BREAK_HOLD, Purpose.BREAKTHROUGH, Purpose.ENTER_MELEE,
    Purpose.LEAVE_MELEE, Purpose.GATE, Purpose.LEAVE_PINCER, Purpose.WITHDRAW, Purpose.WORK,
)  # fmt: skip
"""Checks of the mover: a rehearsal lets them succeed."""


def named_action(value: Any, where: str) -> int | str:
    """An action as a caller names it: its id as int, or its words. Raises TypeError."""
    action = value if isinstance(value, str) else whole(value)
    if action is None:
        raise TypeError(f"{where} = {value!r}: allowed: an action id (int) or words (str)")
    return action


def named_actions(values: Any) -> tuple[int | str, ...]:
    """The actions of a bundle. Raises TypeError; a text alone is none, its letters would be taken for maneuvers."""
    if not isinstance(values, list | tuple):
        problem = f"Breath: {values!r} is no bundle"
        raise TypeError(f'{problem}; allowed: a list or tuple of maneuvers, such as ["Ready Guard"]')
    named = [named_action(item, f"Breath, maneuver {place}") for place, item in enumerate(values, 1)]
    return tuple(part for item in named for part in (unfold(item) if isinstance(item, str) else [item]))


@dataclass(frozen=True)
class Breath:
    """A bundle of maneuvers of one Breath, as texts or action ids, in order; its end is understood.

    A second argument follows its maneuver: `Breath(["Focus", "Choose fireball", "Ready Guard"])`; it may be left out
    where only one is possible. Raises TypeError for anything but a list or tuple of these.
    """

    maneuvers: tuple[int | str, ...]

    def __init__(self, maneuvers: list[int | str] | list[str] | list[int] | tuple[int | str, ...]) -> None:
        object.__setattr__(self, "maneuvers", named_actions(maneuvers))


@dataclass(frozen=True)
class Plan:
    """A rehearsed bundle: its maneuvers as action ids; or its fault, at which place (from 0), in one sentence."""

    actions: tuple[int, ...]
    why: Why = Why.OK
    place: int = -1
    text: str = ""


@dataclass
class Run:
    """A bundle under way."""

    unit: int
    rest: list[int]
    taken: int = 0
    skipped: list[str] = field(default_factory=list)


class Rehearsal:
    """Plays a bundle on a copy: every check succeeds, attacks miss, nobody reacts. What is refused there is a fault."""

    def __init__(self, match: "Match", bundle: Breath) -> None:
        self._bundle = bundle
        self._probe = match.rehearsal()
        self._unit = int(match.battle.who)
        self._eve: Match | None = None  # the moment of the last second argument that the rules took without asking
        self._actions: list[int] = []

    def plan(self) -> Plan:
        """The bundle as action ids, or its first fault. Raises notation.NotationError for a text that is no action."""
        if self._probe.battle.ask != Kind.BREATH:
            end = int(self._probe.setup.offset[Verb.END])
            return self._fault(self._probe.why(end), 0, end)
        for place, item in enumerate(self._bundle.maneuvers):
            self._pass_others()
            if not self._goes_on():
                return self._late(place)
            eve, self._eve = self._eve, None
            if eve is not None and self._is_choice(item):
                view = eve
            else:
                view = self._probe
            action = self._read(view, item, place)
            why = view.why(action)
            if why != Why.OK:
                return self._fault(why, place, action, view)
            self._actions.append(action)
            if view is self._probe:
                self._step(action)
        return self._ending()

    def _read(self, view: "Match", item: int | str, place: int) -> int:
        """The action of one maneuver. Raises notation.NotationError with the maneuver's place."""
        if not isinstance(item, str):
            return item
        try:
            return view.parse(item)
        except NotationError as error:
            error.place = place
            raise

    def _ending(self) -> Plan:
        """Whether the Breath can end after the last maneuver."""
        self._pass_others()
        end = int(self._probe.setup.offset[Verb.END])
        if self._goes_on():
            why = self._probe.why(end)
            if why != Why.OK:
                return self._fault(why, len(self._bundle.maneuvers), end)
        return Plan(tuple(self._actions))

    def _goes_on(self) -> bool:
        return is_same_breath(self._probe, self._unit, len(self._actions))

    def _is_choice(self, item: int | str) -> bool:
        if isinstance(item, str):
            return fold(item).startswith("choose ")
        return 0 <= item < self._probe.setup.actions_n and verb_of(self._probe.setup, item) == Verb.CHOOSE

    def _fault(self, why: Why, place: int, action: int, view: "Match | None" = None) -> Plan:
        where = "Breath"
        if place < len(self._bundle.maneuvers):
            where = f"Breath, maneuver {place + 1} ({self._bundle.maneuvers[place]})"
        return Plan((), why, place, f"{where}: {(view or self._probe).explain(why, action)}")

    def _late(self, place: int) -> Plan:
        """The Breath was over before this maneuver: all Vigor was spent, or the maneuver before it was the last."""
        last = verb_of(self._probe.setup, self._actions[-1])
        why = Why.WRONG_KIND if last in (Verb.END, Verb.FORFEIT, Verb.WITHDRAW) else Why.NO_VIGOR
        item = self._bundle.maneuvers[place]
        return Plan((), why, place, f"Breath, maneuver {place + 1} ({item}): the Breath is over by then")

    def _step(self, action: int) -> None:
        """Take one step, with the dice that it asks for; remember a second argument that is not asked for."""
        while True:
            eve = self._probe.clone()
            try:
                self._probe.step(action)
            except DiceError as needed:
                roll_under = bool(self._probe.rules.host_roll_under)
                self._probe.add_dice([favourable(needed.purpose, needed.sides, roll_under)])
                continue
            break
        if self._probe.battle.ask != Kind.CHOOSE:
            flow.take(eve.battle, eve.setup, eve.rules, action)
            flow.proceed(eve.battle, eve.setup, eve.rules)
            if eve.battle.ask == Kind.CHOOSE:
                self._eve = eve

    def _pass_others(self) -> None:
        """Let everyone else decline, and a mob's others choose anything, until this unit decides or its Breath ends."""
        kept = self._eve
        while self._goes_on() and self._probe.battle.who != self._unit:
            self._step(self._probe.legal_actions()[0])  # to PASS comes before every reaction
        self._eve = kept


def favourable(purpose: Purpose, sides: int, roll_under: bool) -> int:
    """The face that lets a plan go on: checks succeed, blows miss, nobody breaks or falls."""
    if purpose in ROLLED_HIGH:
        return 1 if roll_under else sides
    if purpose in (Purpose.SAVE, Purpose.STRAY):
        return sides
    return 1


def follow(match: "Match", run: Run) -> bool:
    """Take the bundle's maneuvers while it is its turn; returns whether the bundle goes on after somebody's answer.

    What has become impossible is skipped and logged. A second argument that the bundle leaves out, since the rehearsal
    did not need it, is its own player's to choose.
    """
    setup, end = match.setup, int(match.setup.offset[Verb.END])
    while is_same_breath(match, run.unit, run.taken):
        battle = match.battle
        if battle.who != run.unit:
            return True
        chooses = battle.ask == Kind.CHOOSE
        if chooses and not (run.rest and verb_of(setup, run.rest[0]) == Verb.CHOOSE):
            return True
        if not run.rest:
            if match.why(end) == Why.OK:
                match.answer(end)
            return False
        action = run.rest[0]
        if verb_of(setup, action) == Verb.CHOOSE and not chooses:
            run.rest.pop(0)  # nothing was to be chosen: one option was left, or the maneuver failed
            continue
        why = match.why(action)
        if why == Why.OK:
            match.answer(action)  # the item stays in the bundle if this raises
            run.taken += 1
        else:
            run.skipped.append(f"{match.words(action)}: {match.explain(why, action)}")
            say(battle, Note.SKIPPED, run.unit, NONE, NONE, action, int(why))
        run.rest.pop(0)
    return False


def is_same_breath(match: "Match", unit: int, taken: int) -> bool:
    """Whether a creature's Breath, alone or in a mob, is the one under way in which it took `taken` maneuvers.

    With none taken it is the coming one; with any, a Breath that has not begun is the creature's next.
    """
    battle = match.battle
    shared = not match.over and (battle.members >> unit) & 1 != 0
    return shared and (taken == 0 or battle.units[unit].begun != 0)
