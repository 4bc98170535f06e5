"""Rewards that are injected: by name, as an object, as a function; shaping that leaves every return as it was."""

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

import wzc_env
from tests.envs.spelling import spelled
from tests.envs.walks import same_battle, to_the_end, turns
from tests.envs.worths import wounds, wounds_in_python
from tests.harness import stage, until
from wzc_env import rewards
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.envs.pay import Pay
from wzc_env.kernel import zeros
from wzc_env.rewards import REWARDS, Reward, objective_balance
from wzc_env.warzone.state import Battle
from wzc_env.warzone.words import Kind, Outcome, Side


def totals(env: Any, seed: int) -> dict[str, float]:
    """What each agent has earned in a battle of random play."""
    earned: Counter[str] = Counter()
    for turn in to_the_end(env, seed, picks=seed):
        earned[turn.agent] += turn.reward
    return dict(earned)


@pytest.mark.parametrize(
    "reward", [REWARDS["hp_shaping"], Reward("wounds", wounds, shaping=True, weight=3)], ids=spelled
)
@pytest.mark.parametrize("control", ["unit", "side"])
def test_shaping_leaves_every_return_as_it_was(reward: Reward, control: str) -> None:
    ends: Counter[Outcome] = Counter()
    for name, rounds in (("duel", None), ("broken_line", None), ("broken_line", 2)):
        plain = wzc_env.raw_env(name, max_rounds=rounds, control=control)
        shaped = wzc_env.raw_env(name, max_rounds=rounds, control=control, reward=reward)
        for seed in range(6):
            assert totals(shaped, seed) == pytest.approx(totals(plain, seed), abs=1e-9)
            assert shaped.digest() == plain.digest()
            ends[shaped._board.outcome] += 1
    assert ends[Outcome.PARTY_WINS] > 0
    assert ends[Outcome.FOES_WIN] > 0
    assert ends[Outcome.ROUND_LIMIT] > 0


def test_shaping_pays_on_the_way() -> None:
    env = wzc_env.raw_env("broken_line", reward="hp_shaping")
    played = [turn for seed in range(6) for turn in turns(env, seed, picks=seed)]
    assert sum(turn.reward != 0 for turn in played if turn.action is not None) > 10


def drawn() -> tuple[Any, Any]:
    """A battle that ends in a draw: a Match, and what leads to its end (see the test of this end)."""
    wizard = {"spells": {"fireball": 1}, "caster_level": 1, "morale": 2, "hd": 5}
    party: Any = [("orc@front", wizard), ("goblin@far", {"hp": 1, "morale": 2})]
    foes: Any = [("goblin@far", {"hp": 1, "count": 2, "morale": 2}), ("ogre@rear", {"morale": 2})]
    match = stage(party, foes, dice=[])
    match.battle.units[0].focus, match.battle.units[0].vigor = 0, 13
    until(match, lambda: match.decision.unit == 0 and match.decision.kind == Kind.BREATH)
    match.add_dice([6, 1, 1, 1, 6, 6, 6, 6])
    return match, lambda: match.step("Release at far")


def test_a_draw_pays_nothing_and_shaping_takes_back_what_it_gave() -> None:
    for shaping in (True, False):
        match, finish = drawn()
        pay = Pay(Reward("wounds", wounds, shaping=shaping), 1, "plain")
        records = ([match.battle], [match.setup], [match.rules])
        pay.begin(*records)
        match.battle.units[3].hp -= 1  # a wound on the way, for the party to be paid for
        match.battle.units[4].hp -= 2
        first = pay.step([match.battle], *records[1:])[0].tolist()
        assert first == pytest.approx([0.03, 0])
        finish()
        assert match.outcome == Outcome.DRAW
        second = pay.step([match.battle], *records[1:])[0].tolist()
        # goblins of 1 point each fall: two foes, one of them wounded before, and one of the party
        assert second == pytest.approx([-0.03, 0] if shaping else [0.01, 0.01])
        assert pay.step([match.battle], *records[1:])[0].tolist() == [0, 0]  # the end is paid once


def test_hp_share_changes_the_return_by_the_last_balance() -> None:
    plain, shared = wzc_env.raw_env("duel"), wzc_env.raw_env("duel", reward="hp_share")
    one, two = totals(plain, 3), totals(shared, 3)
    assert max(abs(two[agent] - one[agent]) for agent in one) > 0.05


@pytest.mark.parametrize("control", ["unit", "side"])
@pytest.mark.parametrize("gamma", [0.9, 1.0])
def test_a_discount_counts_an_agents_own_decisions(control: str, gamma: float) -> None:
    reward = Reward("wounds", wounds, shaping=True, gamma=gamma)
    env = wzc_env.raw_env("broken_line", reward=reward, control=control)
    match = same_battle(env, 0)
    side = {agent: Side(match.setup.sheets[unit].side) for unit, agent in enumerate(match.names.agents)}
    side |= {"party_0": Side.PARTY, "foes_0": Side.FOES}
    at_stake: dict[str, float] = {}
    discounted: Counter[str] = Counter()
    own: Counter[str] = Counter()
    compared = 0
    start: Any = None
    for turn in turns(env, 5, picks=2):
        records = [array.copy() for array in env._board.records]
        worth = wounds_in_python(*records[:2])[0]
        start = worth if start is None else start
        now = 0.0 if turn.action is None else float(worth[side[turn.agent]] - start[side[turn.agent]])
        if turn.agent in at_stake:
            result = env._cumulative_rewards and turn.action is None and turn.terminated
            won = {"PARTY_WINS": 1, "FOES_WIN": -1}.get(turn.info.get("outcome", ""), 0) if result else 0
            won *= 1 if side[turn.agent] == Side.PARTY else -1
            assert turn.reward == pytest.approx(gamma * now - at_stake[turn.agent] + won, abs=1e-9)
            discounted[turn.agent] += gamma ** own[turn.agent] * (turn.reward - won)
            own[turn.agent] += 1
            compared += turn.reward != won
        elif turn.action is not None:  # asked for the first time: what came before is discounted as the rest
            at_stake[turn.agent] = now
            assert turn.reward == pytest.approx(gamma * now, abs=1e-9)
            discounted[turn.agent] = now
        at_stake[turn.agent] = now
    assert compared > 5
    # the discounted return of an agent, from its own first decision on, is what was at stake there, taken back
    assert all(total == pytest.approx(0, abs=1e-9) for total in discounted.values())


@pytest.mark.parametrize("options", [{}, {"mode": "plain"}], ids=str)
def test_a_function_may_be_a_kernel_or_python(options: dict[str, Any]) -> None:
    fast = wzc_env.raw_env("broken_line", reward=wounds)
    slow = wzc_env.raw_env("broken_line", reward=wounds_in_python, **options)
    told = [(turn.agent, turn.reward) for turn in turns(fast, 4)]
    other = [(turn.agent, turn.reward) for turn in turns(slow, 4)]
    assert [agent for agent, _ in told] == [agent for agent, _ in other]
    assert [reward for _, reward in told] == pytest.approx([reward for _, reward in other], abs=1e-9)
    assert len({reward for _, reward in told}) > 5


def share_done(match: Any) -> float:
    """The party's share of its objective, as the balance tells it."""
    out = [[0.0, 0.0]]
    objective_balance([match.battle], [match.setup], [match.rules], out)
    assert out[0][0] == -out[0][1]
    return 2 * out[0][0]


def objective(kind: str, **more: Any) -> dict[str, Any]:
    return {"side": "party", "kind": kind, **more}


def test_the_worth_of_an_objective_on_the_way() -> None:
    party: Any = ["sword_fighter@back", "cleric@back"]
    match = stage(party, ["orc@rear"], objectives=[objective("reach", zones=["far"], count=2)], dice=[])
    assert share_done(match) == pytest.approx(1 / 3 / 2)  # 2 edges away
    match.battle.units[0].zone = 1
    assert share_done(match) == pytest.approx(1 / 2 / 2)
    match.battle.units[0].zone = 2
    assert share_done(match) == pytest.approx((1 + 1 / 3) / 2)
    match.battle.units[1].zone = 2
    assert share_done(match) == 1
    for unit in (0, 1):
        match.battle.units[unit].fleeing = 1
    assert share_done(match) == 0


def test_the_worth_of_the_other_objectives() -> None:
    foe_holds = {"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 4}
    goals = [objective("kill", creature="orc"), objective("escape", count=5), foe_holds]
    match = stage([("sword_fighter@back", {"count": 5})], [("orc@rear", {"hp": 10})], objectives=goals, dice=[])
    assert share_done(match) == 0
    match.battle.units[5].hp = 4
    assert share_done(match) == pytest.approx(0.6)  # wounds of the quarry
    match.battle.progress[1] = 4
    assert share_done(match) == pytest.approx(0.8)  # the better one counts
    match.battle.progress[2] = 1
    assert share_done(match) == pytest.approx(0.8 - 0.25)
    assert share_done(stage(["sword_fighter@back"], ["orc@rear"])) == 0


def test_objectives_pay_on_the_way_and_as_shaping_leave_the_return() -> None:
    paid = 0
    for seed in range(3):
        plain, scored, shaped = (
            wzc_env.raw_env("ritual", reward=reward) for reward in ("terminal", "objective", "objective_shaping")
        )
        earned = totals(scored, seed)
        assert totals(shaped, seed) == pytest.approx(totals(plain, seed), abs=1e-9)
        paid += earned != totals(plain, seed)
    assert paid > 0


def test_the_result_and_the_worth_have_their_weights() -> None:
    light = wzc_env.raw_env("duel", reward=Reward("wounds", wounds))
    heavy = wzc_env.raw_env("duel", reward=Reward("wounds", wounds, weight=2, result=10))
    bare = wzc_env.raw_env("duel")
    for seed in range(3):
        one, two, won = totals(light, seed), totals(heavy, seed), totals(bare, seed)
        for agent in one:
            assert two[agent] == pytest.approx(2 * (one[agent] - won[agent]) + 10 * won[agent])


@pytest.mark.parametrize("reward", [wounds, wounds_in_python, "hp_share"], ids=["kernel", "python", "name"])
def test_many_accounts_are_the_accounts_of_each(reward: Any) -> None:
    envs: list[WarZoneAEC] = [wzc_env.raw_env("broken_line", reward=reward) for _ in range(5)]
    setups, rules = envs[0]._board.records[1:]
    battles = zeros(Battle, len(envs))

    def gather() -> None:
        for i, env in enumerate(envs):
            battles[i] = env._board.records[0][0]

    generator = np.random.default_rng(0)
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
    gather()
    pay = Pay(rewards.get(reward), len(envs))
    pay.begin(battles, setups, rules)
    for number in range(120):
        for env in envs:
            if not any(env.terminations.values()):
                env.step(int(generator.choice(np.flatnonzero(env._board.mask))))
            else:
                env.rewards = dict.fromkeys(env.rewards, 0.0)
        if number == 60:
            envs[2].reset(seed=77)
        gather()
        if number == 60:
            pay.begin(battles, setups, rules, fresh=np.arange(5) == 2)
        earned = pay.step(battles, setups, rules)
        for i, env in enumerate(envs):
            party, foes = env.rewards["sword_0"], env.rewards["captain_0"]
            assert (party, foes) == pytest.approx(tuple(earned[i]), abs=1e-12)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), WarZoneAEC.clone])
def test_copies_keep_the_account(way: Any) -> None:
    env = wzc_env.raw_env("broken_line", reward=Reward("wounds", wounds, shaping=True, gamma=0.9))
    env.reset(seed=2)
    for _ in range(30):
        env.step(int(np.argmax(env._board.mask)))
    twin = way(env)
    for _ in range(30):
        for one in (env, twin):
            one.step(int(np.flatnonzero(one._board.mask)[-1]))
        assert env.rewards == twin.rewards


def test_a_scenario_may_name_its_own_reward(tmp_path: Any) -> None:
    from wzc_env import paths

    text = paths.find("scenarios", "duel").read_text(encoding="utf-8")
    file = tmp_path / "shared.toml"
    file.write_text('reward = "hp_share"\n' + text, encoding="utf-8")
    assert totals(wzc_env.raw_env(file), 3) == totals(wzc_env.raw_env("duel", reward="hp_share"), 3)
    assert totals(wzc_env.raw_env(file, reward="terminal"), 3) == totals(wzc_env.raw_env("duel"), 3)


def test_names_of_rewards_and_their_objects() -> None:
    assert [rewards.get(name).name for name in REWARDS] == list(REWARDS)
    assert rewards.get(wounds_in_python) == Reward("wounds_in_python", wounds_in_python)
    assert rewards.get(REWARDS["hp_share"]) is REWARDS["hp_share"]


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (
            lambda: rewards.get("hp_shares"),
            ValueError,
            r"reward = 'hp_shares': no such reward, did you mean 'hp_share'",
        ),
        (lambda: rewards.get(3), TypeError, r"reward = 3: allowed: 'terminal', .*a Reward or a function"),
        (lambda: rewards.get(Reward), TypeError, r"allowed: .*a Reward or a function"),
        (lambda: Reward("r", 3), TypeError, r"reward 'r': worth = 3: allowed: a function"),  # type: ignore[arg-type]
        (lambda: Reward("r", shaping=True, gamma=0), ValueError, r"reward 'r': gamma = 0: allowed: above 0, at most 1"),
        (lambda: Reward("r", gamma=0.9), ValueError, r"gamma = 0.9: allowed: 1 without shaping"),
        (lambda: Reward("r", weight=float("nan")), ValueError, r"weight = nan: allowed: a finite number"),
        (lambda: Reward("r", result=float("inf")), ValueError, r"result = inf: allowed: a finite number"),
    ],
)
def test_rewards_that_are_none(make: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        make()


@pytest.mark.parametrize(
    "told", [0.0, [[0.0, 1.0, 2.0]], [[0.0, float("nan")]], [["a", "b"]], None, [[0.0, 1.0]] * 2], ids=str
)
def test_a_function_that_returns_something_else(told: Any) -> None:
    env = wzc_env.raw_env("duel", reward=lambda battles, setups: told)
    with pytest.raises(ValueError, match=r"reward '<lambda>': returned .*; allowed: numbers of shape \(1, 2\)"):
        env.reset(seed=0)
