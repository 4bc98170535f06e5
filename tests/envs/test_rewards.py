"""Rewards: by side at the end, to the fallen too; exact for everybody at every step; shaping that telescopes."""

from collections import Counter

import pytest

import wzc_env
from tests.envs.walks import Turn, same_battle, turns
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.warzone.words import Life, Outcome, Side


def sides(env: WarZoneAEC) -> dict[str, Side]:
    match = same_battle(env, 0)
    return {agent: Side(match.setup.sheets[unit].side) for unit, agent in enumerate(match.names.agents)}


def balance(env: WarZoneAEC) -> float:
    """The party's share of its hit points less the foes' of theirs, halved, counted from the record."""
    battle, setup = env._board.twin(), env._board.setup
    share = []
    for side in (Side.PARTY, Side.FOES):
        mine = [unit for unit in range(setup.units_n) if setup.sheets[unit].side == side]
        left = sum(max(0, battle.units[unit].hp) for unit in mine)
        share.append(left / sum(setup.sheets[unit].hp_max for unit in mine))
    return (share[0] - share[1]) / 2


@pytest.mark.parametrize("name", ["duel", "broken_line", "skirmish"])
def test_the_result_goes_to_everybody_by_side(name: str) -> None:
    env = wzc_env.raw_env(name)
    side, outcomes, fallen = sides(env), Counter[Outcome](), 0
    for seed in range(8):
        ended: dict[str, Turn] = {}
        for turn in turns(env, seed, picks=seed):
            if turn.terminated or turn.truncated:
                if not ended:
                    outcome = env._board.outcome
                    battle = env._board.twin()
                    fallen += sum(battle.units[unit].life != Life.UP for unit in range(len(side)))
                    assert set(env.agents) == set(side)
                    assert env.rewards == env._cumulative_rewards  # nobody had earned anything before
                ended[turn.agent] = turn
            else:
                assert set(env.rewards.values()) == {0.0}
                assert turn.reward == 0
        party = {Outcome.PARTY_WINS: 1.0, Outcome.FOES_WIN: -1.0}.get(outcome, 0.0)
        outcomes[outcome] += 1
        assert set(ended) == set(side)
        for agent, turn in ended.items():
            assert turn.reward == (party if side[agent] == Side.PARTY else -party)
            assert turn.info["outcome"] == outcome.name
    assert fallen > 0
    assert outcomes[Outcome.PARTY_WINS] + outcomes[Outcome.FOES_WIN] > 0


@pytest.mark.parametrize(("control", "name"), [("unit", "broken_line"), ("unit", "skirmish"), ("side", "broken_line")])
def test_what_last_returns_is_what_was_earned_since_the_own_last_step(control: str, name: str) -> None:
    env = wzc_env.raw_env(name, reward="hp_share", control=control)
    again = interrupted = 0
    for seed in range(3):
        earned = dict.fromkeys(env.possible_agents, 0.0)
        before, steps_since = "", Counter[str]()
        for turn in turns(env, seed, picks=seed):
            assert env.rewards.keys() == earned.keys()
            for agent, reward in env.rewards.items():  # what the last step brought
                earned[agent] += reward
            assert env._cumulative_rewards == earned
            assert turn.reward == earned[turn.agent]
            again += turn.agent == before and turn.reward != 0
            interrupted += steps_since[turn.agent] == 2 and turn.reward not in (0, env.rewards[turn.agent])
            if turn.action is None:
                del earned[turn.agent]  # by the dead step that follows
                continue
            earned[turn.agent] = 0.0
            steps_since = Counter({agent: n + 1 for agent, n in steps_since.items()})
            steps_since[turn.agent] = 1
            before = turn.agent
    assert again > 0  # paid between two decisions of one Breath
    assert interrupted > 0  # paid by the own step and by the interruption, in one sum


@pytest.mark.parametrize("name", ["broken_line", "skirmish"])
def test_shaping_is_the_change_of_balance_and_telescopes(name: str) -> None:
    env, unshaped = wzc_env.raw_env(name, reward="hp_share"), wzc_env.raw_env(name)
    sign = {agent: 1 if one == Side.PARTY else -1 for agent, one in sides(env).items()}
    widest = 0.0
    for seed in range(4):
        balances, total = [], dict.fromkeys(sign, 0.0)
        unshaped.reset(seed=seed)
        for turn in turns(env, seed, picks=seed):
            total[turn.agent] += turn.reward
            if len(env.agents) < len(sign):
                continue  # the dead steps
            balances.append(balance(env))
            change = balances[-1] - balances[max(0, len(balances) - 2)]
            for agent, factor in sign.items():
                assert env.rewards[agent] == pytest.approx(factor * change + unshaped.rewards[agent], abs=1e-12)
            if turn.action is not None:
                unshaped.step(turn.action)
                result = dict(unshaped.rewards)
        change = balances[-1] - balances[0]
        widest = max(widest, abs(change))
        for agent, factor in sign.items():
            assert total[agent] == pytest.approx(factor * change + result[agent], abs=1e-9)
    assert widest > 0.1


def test_both_sides_earn_opposite_amounts() -> None:
    env = wzc_env.raw_env("broken_line", reward="hp_share")
    side, moved = sides(env), 0
    for turn in turns(env, 4):
        if turn.action is not None and any(env.rewards.values()):
            moved += 1
            party, foes = ({env.rewards[agent] for agent in side if side[agent] == one} for one in (0, 1))
            assert len(party) == len(foes) == 1
            assert party.pop() == -foes.pop()
    assert moved > 2
