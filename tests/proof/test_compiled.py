"""Plain and compiled are one game: equal bytes after every decision, equal masks, equal events, equal refusals."""

import numpy as np
import pytest

from wzc_env.experiments import tally
from wzc_env.game import Match, get
from wzc_env.kernel import RecordArray, copy_twin, load, state_bytes, state_bytes_of, store, words, zeros
from wzc_env.warzone import flow
from wzc_env.warzone.state import Battle, Event
from wzc_env.warzone.words import Kind, Step, Verb, Why

from .players import Player, choices
from .worlds import NAMES, compiled_world

GAME = get()
SEEDS = {name: range(4) for name in NAMES} | {
    "crossed": range(12),
    "crowd": range(3),
    "companies": range(8),
    "blaze": range(8),
    "ambushes": range(8),
    "muster": range(8),
}
UNTOUCHED = 7
FIELDS = Event.__slots__


class Pair:
    """A battle in both modes."""

    def __init__(self, name: str, seed: int, battles: RecordArray, row: int) -> None:
        self.name, self.seed, self.row = name, seed, row
        self.battles = battles
        self.plain = Match(compiled_world(name), seed=seed)
        self.player = Player(seed)
        self.taken = 0

    def where(self) -> str:
        return f"{self.name}, seed {self.seed}, after {self.taken} decisions of Player({self.seed})"

    def compare(self, mask: np.ndarray) -> None:
        """State and mask, then the events of both, which are emptied."""
        assert state_bytes(self.battles, self.row) == self.plain.state_bytes(), self.where()
        n = self.plain.setup.actions_n
        legal = [0] * n if self.plain.over else self.plain.legal()
        assert mask[:n].tolist() == legal, self.where()
        assert set(mask[n:].tolist()) <= {UNTOUCHED}, self.where()
        log = self.battles[self.row]["log"]
        noted = [event[: len(FIELDS)] for event in log["events"][: log["n"]].tolist()]
        told = [tuple(getattr(event, field) for field in FIELDS) for event in self.plain.take_events()]
        assert noted == told, self.where()
        log["n"] = 0

    def choose(self) -> int:
        action = self.player.choose(self.plain.setup.verb_of, self.plain.legal_actions())
        self.plain.step(action)
        self.taken += 1
        return action


@pytest.mark.parametrize("name", NAMES)
def test_both_modes_give_equal_bytes_masks_and_events_after_every_decision(name: str) -> None:
    world = compiled_world(name)
    battles = zeros(Battle, len(SEEDS[name]))
    battles["log"]["on"] = 1
    GAME.new_many(battles, world.setup, world.rules, np.array(SEEDS[name], np.int64))
    pairs = [Pair(name, seed, battles, row) for row, seed in enumerate(SEEDS[name])]
    masks = np.full((len(pairs), 512), UNTOUCHED, np.uint8)
    actions, whys = np.zeros(len(pairs), np.int64), np.zeros(len(pairs), np.int64)
    out = np.zeros((len(pairs), 2), np.float32)
    while True:
        GAME.legal_many(battles, world.setup, world.rules, masks)
        for pair in pairs:
            pair.compare(masks[pair.row])
        if all(pair.plain.over for pair in pairs):
            break
        over = [pair.plain.over for pair in pairs]
        actions[:] = [0 if pair.plain.over else pair.choose() for pair in pairs]
        GAME.step_many(battles, world.setup, world.rules, actions, whys)
        assert whys.tolist() == [Why.BATTLE_OVER if done else Why.OK for done in over]
    GAME.returns_many(battles, out)
    assert [tuple(row) for row in out.tolist()] == [pair.plain.returns() for pair in pairs]
    assert sum(pair.taken for pair in pairs) > 50


def test_everything_happens_in_the_compared_battles() -> None:
    """What never happened was never compared. These are the battles above, played plain."""
    missing = {item for item in tally.everything() if item[0] not in tally.PATTERNS}
    steps = set()
    for name in NAMES:
        for seed in SEEDS[name]:
            match = Match(compiled_world(name), seed=seed)
            missing -= tally.happened(match, match.take_events(), None)
            for action in choices(match, seed):
                missing -= {("verb", Verb(match.setup.verb_of[action]).name)} | tally.attack_places(match, action)
                steps |= {frame.step for frame in match.battle.frames[: match.battle.depth]}
                match.step(action)
                missing -= tally.happened(match, match.take_events(), None)
    assert set(Step) - steps == set()
    assert missing == {("change when", "CALLED")}  # by the game master, between the decisions


@pytest.mark.parametrize("name", NAMES)
def test_a_start_after_any_other_battle_gives_the_bytes_of_a_fresh_one(name: str) -> None:
    """One record for all worlds in turn, as a batch that changes its scenario would use it."""
    worlds = [compiled_world(other) for other in NAMES]
    setups = np.concatenate([world.setup for world in worlds])
    rules = np.concatenate([world.rules for world in worlds])
    row = NAMES.index(name)
    seeds = np.array([11], np.int64)
    fresh, used = zeros(Battle, 1), zeros(Battle, 1)
    begin(fresh, setups, rules, row, seeds)
    for other in range(len(NAMES)):
        play_some(used, setups, rules, other)
        begin(used, setups, rules, row, seeds)
        assert state_bytes(used, 0) == state_bytes(fresh, 0), f"{name} after {NAMES[other]}"
    world = compiled_world(name)
    match = Match(world, seed=5)
    play_some(used, setups, rules, row)
    twin = load(Battle, used, 0)
    flow.start(twin, match.setup, match.rules, row, 11)
    flow.advance(twin, match.setup, match.rules)
    assert state_bytes_of(twin) == state_bytes(fresh, 0)


def begin(battles: RecordArray, setups: RecordArray, rules: RecordArray, row: int, seeds: np.ndarray) -> None:
    """The battle on the Setup of a row, at its first decision."""
    battles["setup"] = row
    GAME.new_many(battles, setups, rules, seeds)


def play_some(battles: RecordArray, setups: RecordArray, rules: RecordArray, row: int) -> None:
    """A battle on the Setup of a row, compiled, until it is over or 150 decisions are made."""
    seeds = np.array([3], np.int64)
    begin(battles, setups, rules, row, seeds)
    player = Player(7)
    mask, whys = np.zeros((1, 512), np.uint8), np.zeros(1, np.int64)
    for _ in range(150):
        if battles[0]["ask"] == Kind.OVER:
            return
        GAME.legal_many(battles, setups, rules, mask)
        action = player.choose(setups[row]["verb_of"].tolist(), np.flatnonzero(mask[0]).tolist())
        GAME.step_many(battles, setups, rules, np.array([action], np.int64), whys)
        assert whys[0] == Why.OK
        mask[:] = 0


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_changes_no_byte_in_either_mode(name: str) -> None:
    """Every id that the mask refuses, and some beyond the ids, at many states."""
    world = compiled_world(name)
    for seed in (0, 1):
        match = Match(world, seed=seed)
        match.battle.log.on = 0
        player = Player(seed)
        for moment in range(240):
            if moment % 12 == 0 or match.over:
                refuse_all(match)
            if match.over:
                break
            match.step(player.choose(match.setup.verb_of, match.legal_actions()))


def refuse_all(match: Match) -> None:
    """Try each illegal id on a copy of its own, plain and compiled."""
    world, before = match.compiled, match.state_bytes()
    n = match.setup.actions_n
    mask = match.legal()
    illegal = [action for action in range(n) if not mask[action]] + [-1, -n, n, n + 1, 511, 512, 2**40]
    many = zeros(Battle, len(illegal))
    store(match.battle, many, 0)
    words(many)[1:] = words(many)[0]
    twin = copy_twin(match.battle)
    plain = [int(flow.step(twin, match.setup, match.rules, action)) for action in illegal]
    assert state_bytes_of(twin) == before
    whys = np.zeros(len(illegal), np.int64)
    GAME.step_many(many, world.setup, world.rules, np.array(illegal, np.int64), whys)
    assert [state_bytes(many, row) for row in range(len(illegal))] == [before] * len(illegal)
    if match.over:
        assert set(whys.tolist()) == {Why.BATTLE_OVER}
    else:
        assert whys.tolist() == plain
        assert Why.OK not in plain
