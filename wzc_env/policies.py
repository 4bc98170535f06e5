"""Policies by name, one decision of a policy, and many battles at once.

The library knows agents only by the entry-point group `wzc.agents`; it imports none of them. A policy has
either `act`, a @kernel over arrays (see `Act`), or `choose(match)`, ordinary Python for one battle at a time.
"""

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import entry_points
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from wzc_env.compiling import Compiled
from wzc_env.game import Match
from wzc_env.kernel import Ints, Mask, Masks, RecordArray, compiled, draw, kernel, zeros
from wzc_env.warzone import entry
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Kind, Outcome, Reason, Side, Why

GROUP = "wzc.agents"
"""Entry-point group under which policies are registered: name -> object with `act` or `choose`."""

WAVE = 256
"""Battles played side by side: many enough to drown the cost of a call, few enough to stay in cache."""

Act = Callable[[list[Battle], list[Setup], list[Rules], Masks, Ints, Ints], None]
"""`act(battles, setups, rules, masks, waiting, out)`: for each i in `waiting`, put an action into out[i].

`masks` is (n, n_actions), 1 = legal; `waiting` and `out` are int64. A draw comes from the stream of the side
that decides, `draw(b.dice, 1 + side, n)`, never from the dice.
"""


@runtime_checkable
class ArrayPolicy(Protocol):
    """A policy that is a @kernel: run plain in one battle, compiled in many."""

    @property
    def name(self) -> str:
        """The name under which results list it."""

    @property
    def act(self) -> Act:
        """The kernel."""


@runtime_checkable
class MatchPolicy(Protocol):
    """A policy in ordinary Python, asked once a decision."""

    @property
    def name(self) -> str:
        """The name under which results list it."""

    def choose(self, match: Match) -> int:
        """A legal action for the decision that waits; `match` must not be changed."""


Policy = ArrayPolicy | MatchPolicy


@cache
def _registered() -> dict[str, Any]:
    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> list[str]:
    """Names of the registered policies, in alphabetical order."""
    return sorted(_registered())


def get(name: str) -> Policy:
    """The policy of this name.

    Raises ValueError for an unknown name (the text lists the known ones) or an object that is no policy.
    """
    known = names()
    if not known:
        raise ValueError(f"agent = {name!r}: none are registered; install the project (`pip install -e .`)")
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f", did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"agent = {name!r}: no such agent{hint}; allowed: {', '.join(known)}")
    try:
        policy = _registered()[name].load()
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent = {name!r}: {_registered()[name].value} cannot be loaded: {error}") from None
    if not isinstance(policy, ArrayPolicy | MatchPolicy):
        raise ValueError(f"agent = {name!r}: {_registered()[name].value} has neither `act` nor `choose`")
    return policy


def decide(policy: Policy, match: Match) -> int:
    """The action of a policy for the decision that waits in one battle; an array policy runs plain."""
    if not hasattr(policy, "act"):  # isinstance with a Protocol would cost a tenth of a plain decision
        return policy.choose(match)
    out = [0]
    policy.act([match.battle], [match.setup], [match.rules], [match.legal()], [0], out)
    return out[0]


@dataclass(frozen=True)
class BatchResult:
    """What became of many battles: arrays of shape (n,), one place a battle, in the order of the seeds."""

    seeds: npt.NDArray[np.int64]
    outcome: npt.NDArray[np.int8]  # Outcome
    reason: npt.NDArray[np.int8]  # Reason
    rounds: npt.NDArray[np.int16]  # number of the last Round
    decisions: npt.NDArray[np.int32]  # answers given by both sides
    interrupted: bool = False  # stopped by the keyboard: the battles of the waves played to the end

    def __len__(self) -> int:
        return len(self.seeds)

    def count(self, outcome: Outcome) -> int:
        """How many battles ended so."""
        return int(np.count_nonzero(self.outcome == outcome))

    def reasons(self) -> dict[Reason, int]:
        """How many battles ended for each reason."""
        return {reason: int(np.count_nonzero(self.reason == reason)) for reason in Reason}


@kernel
def any_legal(b: Battle, s: Setup, mask: Mask) -> int:
    """A legal action, each equally likely: one draw from the stream of the side that decides."""
    legal = 0
    for action in range(s.actions_n):
        legal += mask[action]
    left = draw(b.dice, 1 + s.sheets[b.who].side, legal)
    action = -1
    while left > 0:
        action += 1
        left -= mask[action]
    return action


@kernel
def waiting_for(battles: list[Battle], setups: list[Setup], side: int, out: Ints) -> int:
    """The numbers of the battles in which this side decides, into `out`; returns how many."""
    n = 0
    for i in range(len(battles)):
        b = battles[i]
        if b.ask != Kind.OVER and b.trouble == 0:
            if setups[b.setup].sheets[b.who].side == side:
                out[n] = i
                n += 1
    return n


@dataclass
class Waves:
    """Battles of one scenario played side by side by two array policies, compiled; arrays are allocated once.

    `play` leaves the finished records in `battles[:n]`.
    """

    scenario: Compiled
    party: ArrayPolicy
    foes: ArrayPolicy
    size: int = WAVE
    battles: RecordArray = field(init=False)

    def __post_init__(self) -> None:
        self.battles = zeros(Battle, self.size)
        self._masks = np.zeros((self.size, int(self.scenario.setup[0]["actions_n"])), np.uint8)
        self._waiting = np.zeros(self.size, np.int64)
        self._actions = np.zeros(self.size, np.int64)
        self._whys = np.zeros(self.size, np.int64)
        self._new = compiled(entry.new_many)
        self._legal = compiled(entry.legal_many)
        self._step = compiled(entry.step_many)
        self._wait = compiled(waiting_for)
        self._acts = (compiled(self.party.act), compiled(self.foes.act))

    def play(self, seeds: npt.NDArray[np.int64]) -> RecordArray:
        """Play one battle a seed, at most `size`, to its end; the next call overwrites the records returned.

        Raises RuntimeError where a policy chooses an illegal action or a battle outgrows its record.
        """
        n = len(seeds)
        battles, masks, actions, whys = self.battles[:n], self._masks[:n], self._actions[:n], self._whys[:n]
        setups, rules = self.scenario.setup, self.scenario.rules
        self._new(battles, setups, rules, seeds)
        while True:
            self._legal(battles, setups, rules, masks)
            asked = 0
            for side in (Side.PARTY, Side.FOES):
                k = self._wait(battles, setups, int(side), self._waiting)
                if k:
                    self._acts[side](battles, setups, rules, masks, self._waiting[:k], actions)
                asked += k
            if asked == 0:
                self._check_trouble(battles, seeds)
                return battles
            self._step(battles, setups, rules, actions, whys)
            refused = (whys != Why.OK) & (whys != Why.BATTLE_OVER)
            if refused.any():
                self._blame(battles, seeds, int(np.argmax(refused)))

    def _blame(self, battles: RecordArray, seeds: npt.NDArray[np.int64], i: int) -> None:
        side = int(self.scenario.setup[0]["sheets"]["side"][battles["who"][i]])
        policy = (self.party, self.foes)[side]
        why = Why(int(self._whys[i])).name
        raise RuntimeError(f"agent {policy.name!r}: seed {seeds[i]}: action {self._actions[i]} is illegal ({why})")

    def _check_trouble(self, battles: RecordArray, seeds: npt.NDArray[np.int64]) -> None:
        bad = np.flatnonzero(battles["trouble"])
        if len(bad):
            raise RuntimeError(f"{self.scenario.name}: seed {seeds[bad[0]]}: the battle outgrew its record")


def run_batch(
    scenario: Compiled,
    party: Policy,
    foes: Policy,
    seeds: Sequence[int] | npt.NDArray[np.int64],
    progress: Callable[[int, int], None] | None = None,
) -> BatchResult:
    """Play one battle a seed to its end, in waves, and say how each ended.

    Two array policies run compiled; with a Python policy on either side the battles run plain, one by one.
    Both ways give equal battles. `progress(done, of)` is called after each wave. An interrupt from the
    keyboard stops and returns the waves that are complete, so that no battle is left out for being long.
    """
    seeds = np.ascontiguousarray(seeds, np.int64)
    size = max(1, min(WAVE, len(seeds)))
    ends = [_ends(zeros(Battle, 0))]
    interrupted = False
    try:
        if isinstance(party, ArrayPolicy) and isinstance(foes, ArrayPolicy):
            play = Waves(scenario, party, foes, size).play  # this compiles, so that it too may be interrupted
        else:
            size, play = 1, partial(_play_plain, scenario, party, foes)
        for start in range(0, len(seeds), size):
            ends.append(_ends(play(seeds[start : start + size])))
            if progress is not None:
                progress(min(start + size, len(seeds)), len(seeds))
    except KeyboardInterrupt:
        interrupted = True
    outcome, reason, rounds, decisions = (np.concatenate(column) for column in zip(*ends, strict=True))
    return BatchResult(seeds[: len(outcome)], outcome, reason, rounds, decisions, interrupted)


def _ends(battles: RecordArray) -> tuple[npt.NDArray[Any], ...]:
    return tuple(battles[name].copy() for name in ("outcome", "reason", "turn", "decisions"))


def _play_plain(scenario: Compiled, party: Policy, foes: Policy, seeds: npt.NDArray[np.int64]) -> RecordArray:
    """One battle with ordinary Python, as an array of one record."""
    match = Match(scenario, int(seeds[0]))
    match.battle.log.on = 0  # nobody reads the events
    while match.decision is not None:
        match.step(decide((party, foes)[match.decision.side], match))
    battles = zeros(Battle, 1)
    for name in ("outcome", "reason", "turn", "decisions"):
        battles[name] = getattr(match.battle, name)
    return battles
