"""A batch plays the very battles that the other forms play, and pays and shows the same."""

import numpy as np
import pytest

from wzc_env.envs.aec import raw_env
from wzc_env.envs.batch import WarZoneVector
from wzc_env.warzone.words import Side

from .lanes import Alone, answers, choose


@pytest.mark.parametrize("opponent", ["random", "brute", "tactician"])
@pytest.mark.parametrize(("side", "scenario"), [("party", "skirmish"), ("foes", "ambush")])
def test_the_opponent_inside_the_call_plays_as_it_does_in_a_match(opponent: str, side: str, scenario: str) -> None:
    envs = WarZoneVector(3, scenario, opponent=opponent, side=side, autoreset_mode="Disabled")
    envs.reset(seed=[5, 0, 2**62 + 3])
    alone = [Alone(envs, lane, opponent, Side[side.upper()]) for lane in range(3)]
    for number in range(60):
        assert [envs.state_bytes(lane) for lane in range(3)] == [one.match.state_bytes() for one in alone]
        actions = answers(envs, number)
        for lane, one in enumerate(alone):
            if not one.match.over:
                one.step(envs._fleet.kernel_id(lane, int(actions[lane])))
        ended = np.array([one.match.over for one in alone])
        terminated, truncated = envs.step(actions)[2:4]
        assert (terminated | truncated).tolist() == ended.tolist()
        if ended.any():
            return
    assert min(one.match.battle.decisions for one in alone) > 100


@pytest.mark.parametrize(("scenario", "sees"), [("skirmish", "all"), ("duel", "all"), ("ambush", "table")])
def test_both_sides_of_a_batch_are_the_agents_of_the_aec(scenario: str, sees: str) -> None:
    """Bytes, views, masks, whose turn it is, and what `last()` pays."""
    options = {"sees": sees, "reward": "hp_share", "max_rounds": 8}
    envs = WarZoneVector(2, scenario, side="both", autoreset_mode="Disabled", **options)
    battles = [raw_env(scenario, control="side", **options) for _ in range(2)]
    seen, infos = envs.reset(seed=11)
    for lane, battle in enumerate(battles):
        battle.reset(seed=11 + lane)
    rewards, ended = np.zeros(2), np.zeros(2, bool)
    paid = 0.0
    for number in range(1500):
        for lane, battle in enumerate(battles):
            assert envs.state_bytes(lane) == battle.state_bytes()
            if ended[lane]:
                continue
            observation, reward, *_ = battle.last()
            assert battle.agent_selection == ("party_0", "foes_0")[infos["side"][lane]]
            np.testing.assert_array_equal(observation["observation"], seen[lane])
            np.testing.assert_array_equal(observation["action_mask"], infos["action_mask"][lane])
            assert reward == pytest.approx(rewards[lane], abs=1e-12)
            paid += abs(reward)
        actions = answers(envs, number)
        for lane, battle in enumerate(battles):
            if not ended[lane]:
                battle.step(int(actions[lane]))
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        for lane, battle in enumerate(battles):
            ended[lane] = terminated[lane] or truncated[lane]
            assert ended[lane] == (any(battle.terminations.values()) or any(battle.truncations.values()))
        if ended.any():
            break
    assert ended.any()
    assert paid > 0 or scenario == "duel"  # one blow may settle it
    lane = int(np.argmax(ended))
    both = [battles[lane]._cumulative_rewards[agent] for agent in ("party_0", "foes_0")]
    assert infos["rewards"][lane] == pytest.approx(both, abs=1e-12)
    assert infos["outcome"][lane] == battles[lane].infos["party_0"]["outcome"]
    assert infos["reason"][lane] == battles[lane].infos["party_0"]["reason"]
    assert (
        seen[lane].tolist() == battles[lane].observe(("party_0", "foes_0")[infos["side"][lane]])["observation"].tolist()
    )


def test_threads_and_reused_memory_change_nothing() -> None:
    forms = [{}, {"threads": 2}, {"threads": 3, "copy": False}]
    batches = [WarZoneVector(7, "duel", opponent="brute", autoreset_mode="SameStep", **form) for form in forms]
    for envs in batches:
        envs.reset(seed=3)
    for number in range(120):
        actions = answers(batches[0], number)
        told = [envs.step(actions) for envs in batches]
        for other in told[1:]:
            for one, same in zip(told[0][:4], other[:4], strict=True):
                np.testing.assert_array_equal(one, same)
            np.testing.assert_array_equal(told[0][4]["action_mask"], other[4]["action_mask"])
        assert batches[0].battle_seeds.tolist() == batches[1].battle_seeds.tolist() == batches[2].battle_seeds.tolist()
    for envs in batches:
        envs.close()


def test_what_the_opponent_does_and_brings_about_is_paid_to_the_learner_at_its_next_decision() -> None:
    """The opponent acts, reacts and wins in between: the sum is what the AEC pays the side."""
    envs = WarZoneVector(8, "duel", opponent="brute", side="foes", reward="hp_share", autoreset_mode="Disabled")
    envs.reset(seed=40)
    totals, ended = np.zeros(8), np.zeros(8, bool)
    lost: set[tuple[str, str]] = set()
    while not ended.any():
        _, rewards, terminated, truncated, infos = envs.step(answers(envs, len(lost)))
        totals += rewards
        ended = terminated | truncated
        for lane in np.flatnonzero(terminated):
            lost.add((infos["outcome"][lane], infos["reason"][lane]))
            side = envs._fleet.battles["units"]["hp"][lane]
            most = envs._fleet.mixture.setups["sheets"]["hp_max"][0]
            shares = [side[unit] / most[unit] for unit in (0, 1)]
            result = {"PARTY_WINS": -1.0, "FOES_WIN": 1.0}[infos["outcome"][lane]]
            assert totals[lane] == pytest.approx(result + (shares[1] - shares[0]) / 2, abs=1e-9)
    assert lost


def test_an_illegal_action_is_replaced_by_the_first_legal_one_and_told() -> None:
    envs = WarZoneVector(3, "skirmish", opponent="brute", autoreset_mode="Disabled")
    same = WarZoneVector(3, "skirmish", opponent="brute", autoreset_mode="Disabled")
    _, infos = envs.reset(seed=1)
    same.reset(seed=1)
    masks = infos["action_mask"]
    legal = np.array([choose(mask, 1) for mask in masks])
    illegal = int(np.flatnonzero(masks[1] == 0)[-1])
    first = int(np.flatnonzero(masks[1])[0])
    infos = envs.step([legal[0], illegal, legal[2]])[4]
    assert infos["illegal"].tolist() == [False, True, False]
    assert "illegal" not in same.step([legal[0], first, legal[2]])[4]
    assert [envs.state_bytes(lane) for lane in range(3)] == [same.state_bytes(lane) for lane in range(3)]
    assert "illegal" not in envs.step(answers(envs, 0))[4]
