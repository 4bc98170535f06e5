"""Who is selected, who is listed, and how it ends: the Count, interruptions, several fallen at once, flags."""

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import wzc_env
from tests.envs.walks import answer, middle, same_battle, to_the_end, turns
from tests.harness import scenario
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.warzone.words import Kind, Life, Outcome

WEAK = {"hp": 1, "morale": 0}


def goblins_at(*zones: str) -> WarZoneAEC:
    """A caster and a fighter against goblins that any fireball kills, with a bow that may strike far."""
    foes: list[Any] = [(f"goblin@{zone}", WEAK) for zone in zones]
    env = wzc_env.raw_env(scenario(party=["magic_user@back", "sword_fighter@front"], foes=foes).compile())
    env.reset(seed=1)
    return env


def fireball(env: WarZoneAEC) -> None:
    answer(env, "sword_0: Forfeit", "mage_0: Overload", "mage_0: Focus", "mage_0: Choose fireball")
    answer(env, "mage_0: Release at far")


def test_the_selected_agent_is_the_one_that_the_rules_ask() -> None:
    env = wzc_env.raw_env("broken_line")
    kinds: Counter[Kind] = Counter()
    for seed in range(4):
        match = same_battle(env, seed)
        for turn in turns(env, seed, picks=seed):
            if turn.action is None:
                assert match.decision is None
                continue
            assert match.decision is not None
            assert (turn.agent, env.decision) == (match.decision.agent, match.decision.kind)
            assert env.words(turn.action) == match.words(env._board.kernel_id(turn.action))
            kinds[match.decision.kind] += 1
            match.step(env._board.kernel_id(turn.action))
    assert {Kind.BREATH, Kind.DEFEND, Kind.CHOOSE} <= set(kinds)


def test_a_breath_keeps_its_agent_selected_and_a_reaction_interrupts_it() -> None:
    env = wzc_env.raw_env("broken_line")
    kept = came_back = 0
    for seed in range(4):
        selected: list[tuple[str, Kind, int]] = []
        for turn in turns(env, seed, picks=seed):
            if turn.action is None:
                break
            selected.append((turn.agent, env.decision, env._board.twin().actor))
        for one, two in pairwise(selected):
            if one[1] == two[1] == Kind.BREATH and one[2] == two[2] and one[0] == two[0]:
                kept += 1
        for one, two, three in zip(selected, selected[1:], selected[2:], strict=False):
            if two[1] == Kind.DEFEND and one[2] == two[2] == three[2] and one[0] == three[0] != two[0]:
                came_back += 1
    assert kept > 20
    assert came_back > 3


def test_two_who_fall_at_once_stay_listed_unasked_and_are_paid() -> None:
    env = goblins_at("far", "far", "rear")
    fireball(env)
    battle = env._board.twin()
    assert [battle.units[unit].life == Life.UP for unit in range(5)] == [True, True, False, False, True]
    assert env.agents == ["mage_0", "sword_0", "goblin_0", "goblin_1", "goblin_2"]
    assert not any(env.terminations.values())
    seen = {agent: env.observe(agent) for agent in ("goblin_0", "goblin_1")}
    assert all(one["action_mask"].sum() == 0 and one["observation"].any() for one in seen.values())
    asked, ended = set(), {}
    generator = np.random.default_rng(0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            ended[agent] = reward
            env.step(None)
            continue
        asked.add(agent)
        env.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    assert not asked & {"goblin_0", "goblin_1"}
    assert set(ended) == set(env.possible_agents)
    assert ended["goblin_0"] == ended["goblin_1"] == ended["goblin_2"] == -ended["mage_0"]
    assert env._board.outcome in (Outcome.PARTY_WINS, Outcome.FOES_WIN, Outcome.ROUND_LIMIT)


def test_all_who_fall_at_once_on_anothers_turn_end_it_for_everybody() -> None:
    env = goblins_at("far", "far", "far")
    fireball(env)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.truncations == dict.fromkeys(env.possible_agents, False)
    assert env.rewards == {"mage_0": 1, "sword_0": 1, "goblin_0": -1, "goblin_1": -1, "goblin_2": -1}
    order = []
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        order.append(agent)
        assert (terminated, truncated) == (True, False)
        assert reward == (-1 if agent.startswith("goblin") else 1)
        assert (info["outcome"], info["reason"]) == ("PARTY_WINS", "DESTROYED")
        env.step(None)
        assert agent not in env.agents
        assert env.rewards == dict.fromkeys(env.agents, 0)
    assert order == env.possible_agents
    assert env.agents == []


def test_a_finished_agent_takes_none_alone() -> None:
    env = goblins_at("far", "far", "far")
    fireball(env)
    with pytest.raises(ValueError, match="None"):
        env.step(1)
    assert len(env.agents) == 5


def test_steps_after_the_end_and_before_the_start_are_told_apart_from_play() -> None:
    env = wzc_env.raw_env("duel")
    for call in (lambda: env.step(0), lambda: env.observe("sword_0"), env.state, env.last):
        with pytest.raises(ResetNeeded, match=r"reset\(\)"):
            call()
    to_the_end(env, 0)
    assert env.agents == []
    with pytest.raises(ResetNeeded, match=r"reset\(\)"):
        env.step(None)
    assert env.observe("sword_0")["action_mask"].sum() == 0  # the last position may still be looked at
    assert env.state_space.contains(env.state())


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_round_limit_truncates_and_does_not_terminate(rounds: int) -> None:
    env = wzc_env.raw_env("broken_line", max_rounds=rounds)
    cut = 0
    for seed in range(6):
        ends = [turn for turn in turns(env, seed, picks=seed) if turn.action is None]
        assert len(ends) == len(env.possible_agents)
        if env._board.outcome == Outcome.ROUND_LIMIT:
            cut += 1
            assert env._board.twin().turn == rounds
        for end in ends:
            assert (end.terminated, end.truncated) == (
                env._board.outcome != Outcome.ROUND_LIMIT, env._board.outcome == Outcome.ROUND_LIMIT
            )  # fmt: skip
            if end.truncated:
                assert end.reward == 0
                assert end.info["outcome"] == "ROUND_LIMIT"
    assert cut > 0


def test_a_round_limit_leaves_the_scenario_as_it_was() -> None:
    from wzc_env import scenario as scenarios

    game = scenarios.load("duel").compile()
    env = wzc_env.raw_env(game, max_rounds=3)
    assert (int(game.setup["max_turns"][0]), game.scenario.max_rounds) == (20, 20)
    assert (env._board.setup.max_turns, env._board.game.scenario.max_rounds) == (3, 3)
    env.reset(seed=5)
    long = wzc_env.raw_env(game)
    long.reset(seed=5)
    assert env.digest() == long.digest()


def test_an_illegal_action_ends_the_game_and_the_next_game_is_whole() -> None:
    env, fresh = wzc_env.env("broken_line"), wzc_env.env("broken_line")
    for steps in (0, 17):
        middle(env, 3, steps)
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
        assert all(env.terminations.values())
        paid = {}
        for one in env.agent_iter():
            paid[one] = env.last()[1]
            env.step(None)
        assert paid[agent] == -1
        assert sum(paid.values()) == -1
        assert env.agents == []
        again, expected = to_the_end(env, 8), to_the_end(fresh, 8)
        assert [(t.agent, t.reward, t.action) for t in again] == [(t.agent, t.reward, t.action) for t in expected]
        assert env.digest() == fresh.digest()


def test_a_reward_for_illegal_actions_may_be_chosen() -> None:
    env = wzc_env.env("duel", illegal_reward=-5)
    env.reset(seed=0)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -5


def test_reset_in_the_midst_of_a_battle_clears_everything() -> None:
    env = wzc_env.raw_env("skirmish", reward="hp_share")
    middle(env, 2, 80)
    assert env._board.twin().decisions == 80
    env.reset(seed=6)
    assert env._cumulative_rewards == env.rewards == dict.fromkeys(env.possible_agents, 0)
    assert [turn.action for turn in to_the_end(env, 6)] == [
        turn.action for turn in to_the_end(wzc_env.raw_env("skirmish", reward="hp_share"), 6)
    ]


def test_sides_may_be_the_agents() -> None:
    env = wzc_env.raw_env("broken_line", control="side")
    units = wzc_env.raw_env("broken_line")
    units.reset(seed=2)
    assert env.possible_agents == ["party_0", "foes_0"]
    side = {agent: ("foes_0" if agent in ("captain_0", "archer_0") else "party_0") for agent in units.possible_agents}
    streaks = 0
    before = ""
    for turn in turns(env, 2):
        if turn.action is None:
            assert turn.reward == units.rewards["sword_0" if turn.agent == "party_0" else "captain_0"]
            continue
        unit = units.agent_selection
        assert turn.agent == side[unit]
        assert np.array_equal(turn.observation["observation"], units.last()[0]["observation"])
        assert np.array_equal(turn.observation["action_mask"], units.last()[0]["action_mask"])
        streaks += turn.agent == side.get(before) and unit != before
        waiting = env.observe("foes_0" if turn.agent == "party_0" else "party_0")
        assert waiting["action_mask"].sum() == 0
        assert waiting["observation"].any()
        before = unit
        units.step(turn.action)
    assert streaks > 0  # one seat decides for another of its creatures next


@pytest.mark.parametrize("reward", ["terminal", "hp_share"])
@pytest.mark.parametrize("name", ["broken_line", "skirmish"])
def test_either_control_plays_the_same_battle_for_the_same_pay(name: str, reward: str) -> None:
    """Equal decisions lead to equal bytes after every step, and a side earns what each of its creatures earns."""
    units = wzc_env.raw_env(name, reward=reward)
    sides = wzc_env.raw_env(name, control="side", reward=reward)
    for seed in range(3):
        sides.reset(seed=seed)
        earned = dict.fromkeys(sides.agents, 0.0)
        returns = dict.fromkeys(units.possible_agents, 0.0)
        for turn in turns(units, seed, picks=seed):
            assert units.state_bytes() == sides.state_bytes()
            returns[turn.agent] += turn.reward
            if turn.action is not None:
                assert sides.agent_selection == ("party_0", "foes_0")[units._seating.side[turn.agent]]
                sides.step(turn.action)
                for agent in earned:
                    earned[agent] += sides.rewards[agent]
        for agent, side in units._seating.side.items():
            assert returns[agent] == pytest.approx(earned[("party_0", "foes_0")[side]], abs=1e-9)
        assert sides.terminations == dict.fromkeys(sides.agents, units._board.outcome != Outcome.ROUND_LIMIT)


def test_who_waits_at_the_head_of_a_side_is_its_first_that_stands() -> None:
    env = goblins_at("far", "far", "rear")
    sides = wzc_env.raw_env(env._board.game, control="side")
    sides.reset(seed=1)
    for text in ("Forfeit", "Overload", "Focus", "Choose fireball", "Release at far"):
        assert sides.agent_selection == "party_0"
        assert np.array_equal(sides.observe("foes_0")["observation"], sides._board.see(2))
        sides.step(sides.parse(text))
    assert sides.agent_selection == "party_0"  # the caster has Vigor left
    assert np.array_equal(sides.observe("foes_0")["observation"], sides._board.see(4))  # 2 and 3 have fallen
