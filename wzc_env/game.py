"""A game as adapters see it: one battle as a `Match`, or many as arrays through the `*_many` functions.

The rules run plain on the twins of a `Match` (to read, to debug, for one battle) and compiled on arrays (batches,
search, training); both leave equal bytes.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from . import referee
from .compiling import Compiled, Names
from .kernel import RecordArray, compiled, copy_twin, digest, load, reseed, state_bytes_of
from .warzone import entry, flow, legality, notation
from .warzone.bundle import Breath, Rehearsal, Run, follow, named_action
from .warzone.commands import departs, unfold
from .warzone.explain import Refused, explain
from .warzone.mask import legal
from .warzone.notation import NotationError
from .warzone.observe import observe, observe_many
from .warzone.senses import size as observation_size
from .warzone.state import Battle, Event, Rules, Setup
from .warzone.tape import DiceError, Tape, whole
from .warzone.words import Kind, Outcome, Reason, Side, Why

__all__ = ["Breath", "Decision", "DiceError", "Game", "Match", "Refused", "get", "names"]


ROOM = 20
"""Events that may wait in the record while the rules run on; one piece of them may add some 200."""

APART = 0x3A5C_96E1_D2B4_780F
"""Keeps the seeds of clones apart from those of battles: the clone of an untouched battle never foresees its dice."""


@dataclass(frozen=True)
class Decision:
    """What the battle waits for: a kind of decision by one creature."""

    kind: Kind
    unit: int
    agent: str
    side: Side


class Game:
    """WarZone Count as functions over records; the `*_many` forms are compiled and take arrays.

    A single battle is `(battle, setup, rules)` as twins, a batch `(battles, setups, rules)` as arrays of the same
    records, where `battles["setup"]` names each battle's row.
    """

    name = "warzone"

    def n_actions(self, setup: Setup) -> int:
        """The size of the action space: ids 0 … n - 1."""
        return int(setup.actions_n)

    def new(self, battle: Battle, setup: Setup, rules: Rules, seed: int) -> None:
        """Put a battle at its beginning; `advance` leads to the first decision."""
        flow.start(battle, setup, rules, int(battle.setup), seed)

    def advance(self, battle: Battle, setup: Setup, rules: Rules) -> None:
        """Run the rules until somebody must choose or the battle is over."""
        flow.advance(battle, setup, rules)

    def decision(self, battle: Battle) -> tuple[Kind, int]:
        """The kind of decision and the unit that decides; (Kind.OVER, -1) at the end."""
        return Kind(battle.ask), int(battle.who)

    def legal(self, battle: Battle, setup: Setup, rules: Rules) -> list[int]:
        """The mask: 1 for each legal action."""
        mask = [0] * setup.actions_n
        legal(battle, setup, rules, mask)
        return mask

    def why(self, battle: Battle, setup: Setup, rules: Rules, action: int) -> Why:
        """Why an action is refused; Why.OK when it is legal."""
        return Why(legality.why_not(battle, setup, rules, action))

    def step(self, battle: Battle, setup: Setup, rules: Rules, action: int) -> Why:
        """Answer the decision and run on; a refused action changes nothing."""
        return Why(flow.step(battle, setup, rules, action))

    def observe(self, battle: Battle, setup: Setup, rules: Rules, unit: int) -> list[float]:
        """What this unit's seat sees: see `warzone.senses` for each entry."""
        out = [0.0] * observation_size(setup)
        observe(battle, setup, rules, unit, out)
        return out

    def returns(self, battle: Battle) -> tuple[float, float]:
        """+1, -1 or 0 for party and foes; 0 for a draw, a truncation or a battle under way."""
        out = [[0.0, 0.0]]
        entry.returns_many([battle], out)
        return out[0][0], out[0][1]

    def words(self, view: notation.View, action: int) -> str:
        """The text of an action."""
        return notation.words(view, action)

    def new_many(self, battles: RecordArray, setups: RecordArray, rules: RecordArray, seeds: Any) -> None:
        """Start every battle on its row (`seeds` int64, shape (n,)) and run it to its first decision."""
        compiled(entry.new_many)(battles, setups, rules, seeds)

    def advance_many(self, battles: RecordArray, setups: RecordArray, rules: RecordArray) -> None:
        """`advance` for each battle."""
        compiled(entry.advance_many)(battles, setups, rules)

    def decision_many(self, battles: RecordArray) -> tuple[Any, Any]:
        """Views of the kinds of decision and of the deciding units, int8, shape (n,)."""
        return battles["ask"], battles["who"]

    def legal_many(self, battles: RecordArray, setups: RecordArray, rules: RecordArray, masks: Any) -> None:
        """Fill `masks` (uint8, shape (n, n_actions))."""
        compiled(entry.legal_many)(battles, setups, rules, masks)

    def why_many(self, battles: RecordArray, setups: RecordArray, rules: RecordArray, actions: Any, whys: Any) -> None:
        """Fill `whys` for one action a battle (both int64, shape (n,))."""
        compiled(entry.why_many)(battles, setups, rules, actions, whys)

    def step_many(self, battles: RecordArray, setups: RecordArray, rules: RecordArray, actions: Any, whys: Any) -> None:
        """`step` for each battle that is not over (`actions`, `whys` int64, shape (n,))."""
        compiled(entry.step_many)(battles, setups, rules, actions, whys)

    def observe_many(self, battles: RecordArray, setups: RecordArray, rules: RecordArray, out: Any) -> None:
        """Fill `out` (float32, shape (n, observation size)) with what each deciding seat sees."""
        compiled(observe_many)(battles, setups, rules, out)

    def returns_many(self, battles: RecordArray, out: Any) -> None:
        """Fill `out` (float32, shape (n, 2)) with the results of party and foes."""
        compiled(entry.returns_many)(battles, out)


_GAMES = {Game.name: Game()}


def names() -> list[str]:
    """The rules systems that are here."""
    return sorted(_GAMES)


def get(name: str = "warzone") -> Game:
    """A rules system by name.

    Raises:
        ValueError: there is none of this name.
    """
    if name not in _GAMES:
        raise ValueError(f"game {name!r} is unknown; allowed: {', '.join(names())}")
    return _GAMES[name]


class Match:
    """One battle in plain mode, with the names of its scenario.

    Args:
        compiled: a scenario, compiled (`scenario.load(name).compile()`).
        seed: of the battle's own dice, a non-negative integer below 2**63.
        dice: instead of the seed's stream, every die in order, each from 1 to 255. An action that needs a die beyond
            them raises DiceError and changes nothing; `dice_left` tells how many have not been used.

    Raises:
        ValueError: the seed is no such integer, or one of the dice is none.
    """

    def __init__(self, compiled: Compiled, seed: int = 0, dice: Sequence[int] | None = None) -> None:
        number = whole(seed)
        if number is None or not 0 <= number < 2**63:
            raise ValueError(f"seed = {seed!r}: allowed: an integer from 0 to 2**63 - 1")
        self.compiled = compiled
        self.game = get()
        self.setup: Setup = load(Setup, compiled.setup, 0)
        self.rules: Rules = load(Rules, compiled.rules, 0)
        self.battle: Battle = Battle()
        self.battle.log.on = 1
        self._events: list[Event] = []
        self._run: Run | None = None
        self._running = False
        self._tape = Tape(dice)
        self._tape.feed(self.battle)
        self.game.new(self.battle, self.setup, self.rules, number)
        self._run_on()

    @property
    def names(self) -> Names:
        """What units, Zones, spells and routines are called."""
        return self.compiled.names

    @property
    def over(self) -> bool:
        """Whether the battle has ended or was cut short."""
        return bool(self.battle.ask == Kind.OVER)

    @property
    def outcome(self) -> Outcome:
        """Who has won."""
        return Outcome(self.battle.outcome)

    @property
    def reason(self) -> Reason:
        """Why the battle ended."""
        return Reason(self.battle.reason)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided, and by whom; None at the end."""
        kind, unit = self.game.decision(self.battle)
        if kind == Kind.OVER:
            return None
        return Decision(kind, unit, self.names.agents[unit], Side(self.setup.sheets[unit].side))

    @property
    def dice_left(self) -> int:
        """How many scripted dice have not been used."""
        return self._tape.left

    def legal(self) -> list[int]:
        """The mask, 0 or 1 for each action id."""
        return self.game.legal(self.battle, self.setup, self.rules)

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions."""
        return [action for action, ok in enumerate(self.legal()) if ok]

    def why(self, action: int) -> Why:
        """Why an action is refused; Why.OK when it is legal."""
        return self.game.why(self.battle, self.setup, self.rules, action)

    def step(self, action: int | str) -> None:
        """Answer the decision, by id or in words, and run on to the next; a bundle under way goes on by itself.

        A Command may be said whole, "Command spears: Volley orc": it is taken whole or not at all.

        Raises:
            TypeError: `action` is neither an id nor words; nothing has changed.
            Refused: the action is illegal; nothing has changed. Words that name none raise its notation.NotationError.
            DiceError: the scripted dice ran out or do not fit; nothing has changed.
        """
        named = named_action(action, "action")
        parts = unfold(named) if isinstance(named, str) else []
        if len(parts) > 1:
            self._rehearse_command(parts)
            self._command(parts)
        else:
            self.answer(self.parse(named) if isinstance(named, str) else named)
        self._follow()

    def _command(self, parts: list[str]) -> None:
        """Take the answers of a Command, as far as they are asked for."""
        unit = self.battle.who
        for place, part in enumerate(parts):
            if place == 0 or (self.battle.ask == Kind.CHOOSE and self.battle.who == unit):
                self.answer(self.parse(part))

    def _rehearse_command(self, parts: list[str]) -> None:
        """Try a whole Command on a copy, with the same dice: what it raises is raised before anything has changed."""
        trial = self.clone()
        trial.battle.log.on = 1
        trial.take_events()
        trial._command(parts)
        if trial.battle.ask == Kind.CHOOSE and trial.battle.depth > 0 and trial.battle.who == self.battle.who:
            raise NotationError(": ".join(parts), "", "the order needs to be told whom or where")
        fault = departs(self, parts, trial.take_events())
        if fault:
            raise NotationError(": ".join(parts), parts[-1], fault)

    def answer(self, action: int) -> None:
        """`step` for one action id, without the bundle that may be under way."""
        self._collect()
        kept = (self._tape.keep(self.battle), self._tape.copy(), len(self._events))
        why = Why(flow.take(self.battle, self.setup, self.rules, action))
        if why != Why.OK:
            raise Refused(why, self.explain(why, action))
        try:
            self._run_on()
        except DiceError:
            battle, self._tape, told = kept
            assert battle is not None  # only a scripted tape can run out, and then a copy was kept
            self.battle = battle
            del self._events[told:]
            raise

    def edit(self, do: str, **keys: Any) -> None:
        """Change the battlefield, as the game master, and run on to the next decision.

        Args:
            do: remove, block, open, capacity, merge or effect.
            keys: as an entry of `[[changes]]` has them: `edit("block", edge=["bridge", "gate"])`.

        Raises:
            ConfigError: it cannot be done, in one line; nothing has changed.
            DiceError: the scripted dice of a collapse ran out; nothing has changed.
        """
        self._intervene(lambda: referee.edit(self, {"do": do, **keys}))

    def call(self, name: str) -> None:
        """Let a change of the scenario that waits for the game master (`when = { call = ... }`) happen.

        Raises as `edit` does.
        """
        self._intervene(lambda: referee.call(self, name))

    def _intervene(self, deed: Callable[[], None]) -> None:
        self._collect()
        kept = (self._tape.keep(self.battle), self._tape.copy(), len(self._events))
        deed()
        try:
            self._run_on()
        except DiceError:
            battle, self._tape, told = kept
            assert battle is not None  # as in answer
            self.battle = battle
            del self._events[told:]
            raise
        self._follow()

    def _run_on(self) -> None:
        """Run the rules to the next decision, a piece at a time: the record has room for the dice and events of one."""
        self._serve()
        while flow.go_on(self.battle, self.setup, self.rules):
            self._serve()
        self._serve()

    def _serve(self) -> None:
        """Empty what the record has filled, fill what it has used; an overflow is an error, never a truncation."""
        self._tape.check(self.battle)
        self._tape.feed(self.battle)
        if self.battle.log.overflow:
            raise RuntimeError("more events in one piece of the rules than the log holds (MAX_NOTES)")
        if self.battle.trouble:
            raise RuntimeError("more interrupted procedures than the battle holds (MAX_FRAMES)")
        if self.battle.log.n > ROOM:
            self._collect()

    def breath(self, bundle: Breath | list[int | str] | list[str] | list[int] | tuple[int | str, ...]) -> None:
        """Take a whole bundle of maneuvers as one Breath: it is checked whole, then resolved one by one.

        A plain list or tuple is taken as the Breath of it. Where somebody else must decide in between, the battle waits
        for that answer and the bundle goes on after it. What has become impossible is skipped; `skipped` tells.

        Raises:
            TypeError: it is no bundle, or a maneuver neither an id nor words; nothing has changed.
            Refused: the bundle as a whole is refused; nothing has changed. A text that names no action raises its
                notation.NotationError.
        """
        plan = Rehearsal(self, bundle if isinstance(bundle, Breath) else Breath(bundle)).plan()
        if plan.why != Why.OK:
            raise Refused(plan.why, plan.text, plan.place)
        self._run, self._running = Run(int(self.battle.who), list(plan.actions)), True
        self._follow()

    @property
    def skipped(self) -> list[str]:
        """What the last bundle had to skip, in words with the reason."""
        return list(self._run.skipped) if self._run is not None else []

    def _follow(self) -> None:
        """Let the bundle under way take its turn."""
        if self._run is not None and self._running:
            self._running = follow(self, self._run)

    def rehearsal(self) -> Self:
        """A copy whose dice are prescribed from here on, none of them yet."""
        twin = self.clone()
        twin._run, twin._running = None, False
        twin._tape = Tape([])
        twin._tape.feed(twin.battle)
        return twin

    def add_dice(self, dice: Sequence[int]) -> None:
        """Prescribe further dice; only for a Match with scripted dice. Raises ValueError where one is no face."""
        self._tape.extend(dice)
        self._tape.feed(self.battle)

    def explain(self, why: Why, action: int) -> str:
        """A refusal in one sentence."""
        return explain(why, self, action)

    def words(self, action: int) -> str:
        """The text of an action, which `parse` reads back."""
        return self.game.words(self, action)

    def parse(self, text: str) -> int:
        """The action that a text names."""
        return notation.parse(self, text, self.legal_actions)

    def take_events(self) -> list[Event]:
        """What happened since the last call, in order."""
        self._collect()
        taken, self._events = self._events, []
        return taken

    def _collect(self) -> None:
        """Take the events out of the record."""
        log = self.battle.log
        self._events += [copy_twin(log.events[i]) for i in range(log.n)]
        log.n = 0

    def state_bytes(self) -> bytes:
        """The battle as bytes, events apart."""
        return state_bytes_of(self.battle)

    def digest(self) -> str:
        """16 hexadecimal digits that stand for `state_bytes`."""
        return digest(self.state_bytes())

    def clone(self, reseed_with: int | None = None) -> Self:
        """A copy that shares nothing that changes; with a seed its future dice differ, for search."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.battle = copy_twin(self.battle)
        twin._tape = self._tape.copy()
        twin._events = list(self._events)
        twin._run, twin._running = copy.deepcopy(self._run), self._running
        if reseed_with is not None:
            for stream in range(3):
                reseed(twin.battle.dice, stream, reseed_with ^ APART)
        return twin

    def returns(self) -> tuple[float, float]:
        """+1, -1 or 0 for party and foes."""
        return self.game.returns(self.battle)
