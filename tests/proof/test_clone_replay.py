"""Copies of a battle: clones, reseeded clones, replays from seed and decisions, pickles; they share nothing."""

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from wzc_env.game import Match, get
from wzc_env.kernel import Record, clone_row, copy_twin, state_bytes, state_bytes_of, store, zeros
from wzc_env.warzone import flow
from wzc_env.warzone.state import Battle
from wzc_env.warzone.words import Note

from .players import Player, play_on
from .worlds import NAMES, compiled_world

MOMENTS = (0, 1, 7, 30, 90)


def at(name: str, seed: int, decisions: int) -> Match:
    """A battle under way: so many decisions in, or over."""
    match = Match(compiled_world(name), seed=seed)
    play_on(match, seed, decisions)
    return match


def parts(value: Any) -> Iterator[Any]:
    """Every mutable object inside a twin: nested twins and lists."""
    if isinstance(value, Record):
        yield value
        for name in type(value).__slots__:
            yield from parts(getattr(value, name))
    elif isinstance(value, list):
        yield value
        for item in value:
            yield from parts(item)


def assert_apart(one: Record, two: Record) -> None:
    shared = {id(part) for part in parts(one)} & {id(part) for part in parts(two)}
    assert not shared


def follow(match: Match, seed: int, most: int) -> list[str]:
    """The digests of up to `most` more decisions."""
    player, digests = Player(seed), []
    while not match.over and len(digests) < most:
        match.step(player.choose(match.setup.verb_of, match.legal_actions()))
        digests.append(match.digest())
    return digests


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_given_the_same_decisions_goes_the_same_way(name: str) -> None:
    for moment in MOMENTS:
        match = at(name, 4, moment)
        twin, kept = match.clone(), match.digest()
        assert_apart(match.battle, twin.battle)
        assert twin.digest() == kept
        told = twin.clone().take_events()
        assert [e.note for e in told] == [e.note for e in match.clone().take_events()]
        ahead = follow(twin, 9, 60)
        assert match.digest() == kept, "playing a clone changed the original"
        assert follow(match, 9, 60) == ahead
        assert [repr(e) for e in twin.take_events()] == [repr(e) for e in match.take_events()]


def test_the_events_and_dice_of_a_clone_are_its_own() -> None:
    match = at("skirmish", 0, 12)
    waiting = len(match.clone().take_events())
    twin = match.clone()
    follow(twin, 1, 10)
    assert waiting > 0
    assert len(match.take_events()) == waiting
    scripted = Match(compiled_world("duel"), dice=[15, 3, 2])
    other = scripted.clone()
    other.add_dice([1])
    assert (scripted.dice_left, other.dice_left) == (3, 4)
    scripted.step("Attack captain with sword")
    assert other.digest() != scripted.digest()
    assert other.dice_left == 4


@pytest.mark.parametrize("name", NAMES)
def test_a_reseeded_clone_differs_in_its_streams_alone_and_so_in_its_future(name: str) -> None:
    match = at(name, 4, 10)
    kept = match.digest()
    twins = [match.clone(reseed_with=seed) for seed in range(8)]
    for twin in twins:
        assert_apart(match.battle, twin.battle)
        for mine, other in zip(match.battle.dice.streams, twin.battle.dice.streams, strict=True):
            assert mine != other
        bare = copy_twin(twin.battle)
        bare.dice.streams = copy_twin(match.battle).dice.streams
        assert state_bytes_of(bare) == match.state_bytes()
    assert twins[3].digest() == match.clone(reseed_with=3).digest()
    assert len({twin.digest() for twin in twins}) == 8
    futures = {tuple(rolls(twin)) for twin in twins}
    assert len(futures) == 8
    assert match.digest() == kept


def test_a_clone_reseeded_with_the_battles_own_seed_does_not_foresee_it() -> None:
    """At the very first decision no die is drawn yet, so the battle's stream is still the one of its seed."""
    for seed in range(20):
        match = Match(compiled_world("skirmish"), seed=seed)
        twin = match.clone(reseed_with=seed)
        assert rolls(twin) != rolls(match)


def rolls(match: Match) -> list[int]:
    """The natural results of the next dice, by one player."""
    follow(match, 2, 120)
    return [event.roll for event in match.take_events() if event.note == Note.DIE]


@pytest.mark.parametrize("name", NAMES)
def test_seed_and_decisions_replay_to_equal_bytes(name: str) -> None:
    match, player = Match(compiled_world(name), seed=21), Player(21)
    history = [(None, match.state_bytes())]
    while not match.over and len(history) < 250:
        action = player.choose(match.setup.verb_of, match.legal_actions())
        match.step(action)
        history.append((action, match.state_bytes()))
    again = Match(compiled_world(name), seed=21)
    for action, expected in history:
        if action is not None:
            again.step(action)
        assert again.state_bytes() == expected
    other = Match(compiled_world(name), seed=22)
    assert other.state_bytes() != history[0][1]


COPIERS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda twin: pickle.loads(pickle.dumps(twin)),
    "deepcopy": copy.deepcopy,
    "copy_twin": copy_twin,
}


@pytest.mark.parametrize("how", COPIERS)
def test_a_copied_twin_is_whole_and_apart(how: str) -> None:
    for name in ("skirmish", "speeds", "narrow"):
        match = at(name, 1, 25)
        copies = [COPIERS[how](record) for record in (match.battle, match.setup, match.rules)]
        for record, twin in zip((match.battle, match.setup, match.rules), copies, strict=True):
            assert type(twin) is type(record)
            assert state_bytes_of(twin) == state_bytes_of(record)
            assert_apart(record, twin)
        battle, setup, rules = copies
        player = Player(3)
        for _ in range(60):
            if match.over:
                break
            action = player.choose(match.setup.verb_of, match.legal_actions())
            battle.log.n = 0
            assert flow.step(battle, setup, rules, action) == 0
            match.step(action)
            assert state_bytes_of(battle) == match.state_bytes()


def test_a_match_itself_can_be_pickled_and_copied() -> None:
    match = at("broken_line", 0, 9)
    for twin in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert_apart(match.battle, twin.battle)
        assert twin.digest() == match.digest()
        assert follow(twin, 5, 40) == follow(match.clone(), 5, 40)


def test_a_row_cloned_in_mid_battle_goes_on_alike_in_arrays() -> None:
    """The compiled form of a clone: bytes of one row over another."""
    match = at("skirmish", 2, 40)
    world = match.compiled
    rows = zeros(Battle, 3)
    store(match.battle, rows, 0)
    rows["log"]["on"] = 0
    clone_row(rows, 2, rows, 0)
    player = Player(6)
    actions, whys = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for _ in range(80):
        if match.over:
            break
        action = player.choose(match.setup.verb_of, match.legal_actions())
        actions[:] = action
        get().step_many(rows[0:1], world.setup, world.rules, actions[0:1], whys[0:1])
        get().step_many(rows[2:3], world.setup, world.rules, actions[2:3], whys[2:3])
        match.step(action)
        assert state_bytes(rows, 0) == state_bytes(rows, 2) == match.state_bytes()
    assert state_bytes(rows, 1) == bytes(len(state_bytes(rows, 1)))
