"""Policies by name, and batches that equal single battles byte for byte."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.harness import stage
from wzc_env import policies
from wzc_env import scenario as scenarios
from wzc_env.agents.base import KernelPolicy
from wzc_env.agents.random import policy as random_policy
from wzc_env.agents.scripted import brute_policy
from wzc_env.compiling import Compiled
from wzc_env.game import Match
from wzc_env.kernel import Ints, Masks, digest, kernel, state_bytes
from wzc_env.policies import WAVE, Waves, decide, run_batch
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Outcome, Reason

ROOT = Path(__file__).parents[2]
PAIRS = [(brute_policy, random_policy), (random_policy, brute_policy), (random_policy, random_policy)]


class Dawdler:
    """A policy in ordinary Python: the last legal action."""

    name = "dawdler"

    def choose(self, match: Match) -> int:
        return match.legal_actions()[-1]


@kernel
def act_badly(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks, waiting: Ints, out: Ints
) -> None:
    for i in waiting:
        out[i] = 100_000


def shipped(name: str) -> Compiled:
    return scenarios.load(name).compile()


def play_plain(game: Compiled, party: Any, foes: Any, seed: int) -> Match:
    match = Match(game, seed)
    match.battle.log.on = 0
    while match.decision is not None:
        match.step(decide((party, foes)[match.decision.side], match))
    return match


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(p.name for p in pair))
@pytest.mark.parametrize("name", ["duel", "broken_line", "skirmish"])
def test_waves_equal_plain_battles_byte_for_byte(name: str, pair: Any) -> None:
    game = shipped(name)
    seeds = np.array([0, 1, 2, 3, 2**40 + 7, 2**63 - 1])
    battles = Waves(game, *pair).play(seeds)
    for i, seed in enumerate(seeds):
        match = play_plain(game, *pair, int(seed))
        assert digest(state_bytes(battles, i)) == match.digest()


def test_a_batch_is_its_battles_in_the_order_of_the_seeds() -> None:
    game = shipped("duel")
    seeds = [*range(WAVE + 20)]
    calls: list[tuple[int, int]] = []
    result = run_batch(game, brute_policy, brute_policy, seeds, lambda done, of: calls.append((done, of)))
    assert calls == [(WAVE, WAVE + 20), (WAVE + 20, WAVE + 20)]
    assert not result.interrupted
    assert result.seeds.tolist() == seeds
    for i in (0, WAVE - 1, WAVE, WAVE + 19):
        b = play_plain(game, brute_policy, brute_policy, seeds[i]).battle
        row = (result.outcome[i], result.reason[i], result.rounds[i], result.decisions[i])
        assert row == (b.outcome, b.reason, b.turn, b.decisions)
    assert sum(result.count(outcome) for outcome in Outcome) == len(result) == sum(result.reasons().values())
    assert result.reasons()[Reason.NOT_ENDED] == 0


def test_the_way_through_the_waves_does_not_matter() -> None:
    game = shipped("duel")
    alone = [run_batch(game, random_policy, random_policy, [seed]) for seed in (5, 6, 7)]
    together = run_batch(game, random_policy, random_policy, [5, 6, 7])
    assert together.decisions.tolist() == [int(one.decisions[0]) for one in alone]


def test_python_policies_play_plain_and_alike() -> None:
    game = shipped("duel")
    mixed = run_batch(game, brute_policy, Dawdler(), range(3))
    for i in range(3):
        b = play_plain(game, brute_policy, Dawdler(), i).battle
        assert (mixed.outcome[i], mixed.decisions[i]) == (b.outcome, b.decisions)

    class PlainBrute:
        name = "plain brute"

        def choose(self, match: Match) -> int:
            return decide(brute_policy, match)

    plain = run_batch(game, PlainBrute(), random_policy, range(8))
    fast = run_batch(game, brute_policy, random_policy, range(8))
    assert plain.decisions.tolist() == fast.decisions.tolist()


def test_an_empty_batch_has_no_battles() -> None:
    assert len(run_batch(shipped("duel"), brute_policy, brute_policy, [])) == 0


def test_an_interrupt_keeps_the_complete_waves() -> None:
    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    result = run_batch(shipped("duel"), brute_policy, brute_policy, range(2 * WAVE), stop)
    assert result.interrupted
    assert result.seeds.tolist() == list(range(WAVE))


def test_an_illegal_choice_names_the_agent_and_the_seed() -> None:
    bad = KernelPolicy("cheat", act_badly)
    with pytest.raises(RuntimeError, match=r"'cheat': seed 9: action 100000 is illegal \(OUT_OF_RANGE\)"):
        run_batch(shipped("duel"), bad, bad, [9])


def test_declared_agents_exist_and_carry_their_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = project["entry-points"][policies.GROUP]
    assert {"random", "brute"} <= set(declared)
    for name, where in declared.items():
        module, attribute = where.split(":")
        assert getattr(import_module(module), attribute).name == name


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package of somebody else, with one agent and one thing that is none."""
    (tmp_path / "stranger.py").write_text(
        "class Policy:\n    name = 'stranger'\n    def choose(self, match):\n        return match.legal_actions()[0]\n"
        "policy = Policy()\nnothing = 3\n"
    )
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{policies.GROUP}]\nstranger = stranger:policy\nnothing = stranger:nothing\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    policies._registered.cache_clear()
    yield
    policies._registered.cache_clear()
    sys.modules.pop("stranger", None)


@pytest.mark.usefixtures("stranger")
def test_an_agent_of_another_package_is_found_by_name() -> None:
    assert "stranger" in policies.names()
    match = stage(["sword_fighter@front"], ["ogre@far"])
    assert decide(policies.get("stranger"), match) == match.legal_actions()[0]


@pytest.mark.usefixtures("stranger")
def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"agent = 'strange': no such agent, did you mean 'stranger'\?; allowed: .*"):
        policies.get("strange")
    with pytest.raises(ValueError, match="stranger:nothing has neither `act` nor `choose`"):
        policies.get("nothing")


def test_without_any_registration_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "entry_points", lambda group: [])
    policies._registered.cache_clear()
    with pytest.raises(ValueError, match="none are registered; install the project"):
        policies.get("brute")
    policies._registered.cache_clear()
