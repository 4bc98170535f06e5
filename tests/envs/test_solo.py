"""One learner: it plays the battles of the other forms, and is paid for all that happens until it is asked again."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import wzc_env
from tests.envs.learners import ByMatch, Fierce, first_legal, steps, total
from tests.envs.worths import wounds
from tests.harness import scenario
from wzc_env import policies
from wzc_env.envs.rival import Rival
from wzc_env.envs.solo import SIDES, WarZoneSolo
from wzc_env.game import Match
from wzc_env.rewards import Reward
from wzc_env.warzone.words import Kind, Outcome, Side


class Beside:
    """The same battle as a Match and as a `raw_env`, in which the opponent is asked from Python."""

    def __init__(self, env: WarZoneSolo, opponent: str, seed: int, reward: Any) -> None:
        self.side = env._side
        self.policy = policies.get(opponent)
        self.match = Match(env._board.game, seed)
        self.aec = wzc_env.raw_env(env._board.game, reward=reward)
        self.aec.reset(seed=seed)
        self.rival = Rival(opponent, self.aec._board)
        self.earned = 0.0
        self.answered: list[Kind] = []
        self.let_opponent_play()

    def let_opponent_play(self) -> None:
        self.answered = []
        while self.match.decision is not None and self.match.decision.side != self.side:
            self.answered.append(self.match.decision.kind)
            action = policies.decide(self.policy, self.match)
            self.aec_step(self.rival.choose(self.aec._board))
            self.match.step(action)

    def aec_step(self, action: int) -> None:
        self.aec.step(action)
        own = next(agent for agent, side in self.aec._seating.side.items() if side == self.side)
        self.earned += self.aec.rewards[own]

    def step(self, action: int) -> float:
        """Answer for the learner; returns what its side has earned until it is asked again."""
        self.match.step(self.aec._board.kernel_id(action))
        self.aec_step(action)
        self.let_opponent_play()
        earned, self.earned = self.earned, 0.0
        return earned


@pytest.mark.parametrize("side", ["party", "foes"])
@pytest.mark.parametrize("opponent", ["random", "brute", "tactician"])
@pytest.mark.parametrize("name", ["duel", "broken_line", "skirmish"])
def test_the_battle_and_the_pay_are_those_of_match_and_aec(name: str, opponent: str, side: str) -> None:
    env = WarZoneSolo(name, opponent=opponent, side=side, reward=wounds)
    assert env._rival.inside
    for seed in range(2):
        beside: Any = None
        generator = np.random.default_rng(seed)
        observation, info = env.reset(seed=seed)
        beside = Beside(env, opponent, seed, wounds)
        over = False
        while not over:
            agent = beside.aec.agent_selection
            assert env.state_bytes() == beside.match.state_bytes() == beside.aec.state_bytes()
            assert info["agent"] == agent == beside.match.decision.agent
            seen = beside.aec.observe(agent)
            assert np.array_equal(observation, seen["observation"])
            assert np.array_equal(info["action_mask"], seen["action_mask"])
            assert np.array_equal(env.action_masks(), seen["action_mask"] == 1)
            action = int(generator.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, terminated, truncated, info = env.step(action)
            assert reward == pytest.approx(beside.step(action), abs=1e-12)
            over = terminated or truncated
        assert env.state_bytes() == beside.match.state_bytes() == beside.aec.state_bytes()
        assert info["outcome"] == beside.match.outcome.name
        assert info["reason"] == beside.match.reason.name


FORMS = {
    "array": lambda: "random",
    "match": lambda: ByMatch("random"),
    "function": lambda: first_legal,
}


@pytest.mark.parametrize("form", FORMS)
def test_compiled_plain_and_listening_are_the_same_battle(form: str) -> None:
    opponent = FORMS[form]()
    envs = [
        WarZoneSolo("broken_line", opponent=opponent, side="foes", reward="hp_share", **options)
        for options in ({}, {"mode": "plain"}, {"render_mode": "ansi"}, {"sees": "table"})
    ]
    assert [env._rival.inside for env in envs] == [form == "array", False, False, form == "array"]
    others = [list(steps(env, 3)) for env in envs[1:]]
    ends = [env.state_bytes() for env in envs[1:]]
    for number, step in enumerate(steps(envs[0], 3)):
        for other in (them[number] for them in others):
            assert (other.action, other.reward, other.info["action_mask"].tolist()) == (
                step.action, step.reward, step.info["action_mask"].tolist()
            )  # fmt: skip
        assert np.array_equal(step.observation, others[0][number].observation)
        assert np.array_equal(step.observation, others[1][number].observation)
    assert {len(them) for them in others} == {number + 1}
    assert set(ends) == {envs[0].state_bytes()}
    assert any(not np.array_equal(a.seen, b.seen) for a, b in zip(others[0], others[2], strict=True))  # the table


def test_an_agent_draws_the_same_in_every_form() -> None:
    inside = WarZoneSolo("skirmish", opponent="random")
    matched = WarZoneSolo("skirmish", opponent=ByMatch("random"))
    for seed in range(2):
        both = zip(steps(inside, seed), steps(matched, seed), strict=True)
        assert all(one.action == two.action for one, two in both)
        assert inside.state_bytes() == matched.state_bytes()


@pytest.mark.parametrize("reward", ["terminal", "hp_share"])
def test_the_opponent_acts_reacts_and_wins_within_one_step(reward: str) -> None:
    """The learner has Vigor for one Attack: the captain guards itself, takes its Breath, strikes the fighter down."""
    made = scenario(party=[("sword_fighter@front", {"hp": 1})], foes=[("raider_captain@far", {"hp": 90, "morale": 0})])
    opponent = Fierce()
    env = WarZoneSolo(made, opponent=opponent, mode="plain", reward=reward)
    opponent.env = env
    won = 0
    for seed in range(8):
        env.reset(seed=seed)
        battle = env._board.twin()
        battle.units[0].vigor, battle.units[1].vigor = 2, 12
        opponent.kinds.clear()
        _, earned, terminated, truncated, info = env.step(env.parse("Attack captain with sword"))
        hurt = (90 - battle.units[1].hp) / 90 / 2  # of its share of hit points, halved
        assert opponent.kinds[0] == Kind.DEFEND
        if terminated:
            won += 1
            assert Kind.BREATH in opponent.kinds
            assert not truncated
            assert info["outcome"] == "FOES_WIN"
            assert earned == pytest.approx(-1 if reward == "terminal" else -1 - 0.5 + hurt)
        else:
            assert earned == pytest.approx(0 if reward == "terminal" else hurt)
    assert won > 2


@pytest.mark.parametrize("side", ["party", "foes"])
def test_shaping_leaves_the_return_as_it_was(side: str) -> None:
    reward = Reward("wounds", wounds, shaping=True)
    ends: Counter[str] = Counter()
    paid = 0
    for rounds in (1, 20):
        plain = WarZoneSolo("broken_line", opponent="brute", side=side, max_rounds=rounds)
        shaped = WarZoneSolo("broken_line", opponent="brute", side=side, max_rounds=rounds, reward=reward)
        for seed in range(5):
            earned = [step.reward for step in steps(shaped, seed, picks=seed)]
            paid += any(earned[:-1])
            assert sum(earned) == pytest.approx(total(plain, seed), abs=1e-9)
            ends[plain._board.outcome.name] += 1
    assert paid > 4
    assert ends["ROUND_LIMIT"] > 0
    assert len(ends) > 1


def test_a_discounted_return_is_left_as_it_was_too() -> None:
    gamma = 0.9
    plain = WarZoneSolo("broken_line", opponent="brute")
    shaped = WarZoneSolo("broken_line", opponent="brute", reward=Reward("w", wounds, shaping=True, gamma=gamma))

    def discounted(env: WarZoneSolo, seed: int) -> float:
        return sum(gamma**number * step.reward for number, step in enumerate(steps(env, seed, picks=seed)))

    for seed in range(4):
        assert discounted(shaped, seed) == pytest.approx(discounted(plain, seed), abs=1e-9)


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_round_limit_alone_truncates(rounds: int) -> None:
    env = WarZoneSolo("broken_line", opponent="brute", max_rounds=rounds)
    cut = 0
    for seed in range(6):
        *before, last = steps(env, seed, picks=seed)
        assert not any(step.terminated or step.truncated or "outcome" in step.info for step in before)
        limit = env._board.outcome == Outcome.ROUND_LIMIT
        cut += limit
        assert (last.terminated, last.truncated) == (not limit, limit)
        assert last.info["outcome"] == env._board.outcome.name
        if limit:
            assert last.reward == 0
            assert env._board.twin().turn == rounds
    assert cut > 0


def lost_at_once() -> Any:
    return scenario(
        party=[("goblin@front", {"hp": 1})], foes=["ogre@far", "ogre@far"], surprised="party"
    ).compile()  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"mode": "plain"}], ids=str)
def test_a_battle_that_is_lost_before_the_first_answer(options: dict[str, Any]) -> None:
    env = WarZoneSolo(lost_at_once(), opponent="brute", reward="hp_share", **options)
    seed = next(seed for seed in range(40) if not (env.reset(seed=seed), env._board.who >= 0)[1])
    observation, info = env.reset(seed=seed)
    assert env.observation_space.contains(observation)
    assert observation.any()
    assert set(info) == {"action_mask"}
    assert np.flatnonzero(info["action_mask"]).tolist() == np.flatnonzero(env.action_masks()).tolist() == [0]
    again, reward, terminated, truncated, info = env.step(3)
    assert np.array_equal(again, observation)
    assert (terminated, truncated, info["outcome"]) == (True, False, "FOES_WIN")
    assert reward == -1.5  # the result, and all of its share of hit points, halved
    assert "illegal" not in info


def test_the_last_mask_allows_one_action_and_the_last_view_is_of_who_stands() -> None:
    env = WarZoneSolo("broken_line", opponent="random", side="party")
    for seed in range(4):
        *_, last = steps(env, seed, picks=seed)
        assert np.flatnonzero(last.info["action_mask"]).tolist() == [0]
        expected = env._board.see(env._board.first_standing(Side.PARTY))
        assert np.array_equal(last.observation, expected)


@pytest.mark.parametrize("name", ["duel", "ambush", "skirmish"])
def test_something_is_legal_always_and_everything_is_in_bounds(name: str) -> None:
    for side in SIDES:
        env = WarZoneSolo(name, opponent="brute", side=side)
        for step in steps(env, 1):
            assert env.observation_space.contains(step.observation)
            assert np.abs(step.observation).max() <= 8
            assert step.info["action_mask"].any()
            assert step.info["action_mask"].dtype == np.int8
            assert isinstance(step.reward, float)
            assert (type(step.terminated), type(step.truncated)) == (bool, bool)
        assert env.action_space.n < 400


def test_illegal_actions_are_replaced_and_told() -> None:
    env, legal = (WarZoneSolo("broken_line", opponent="brute") for _ in range(2))
    _, info = env.reset(seed=2)
    _, other = legal.reset(seed=2)
    generator = np.random.default_rng(5)
    illegal = 0
    over = False
    while not over:
        assert np.array_equal(info["action_mask"], other["action_mask"])
        action = int(generator.integers(env.action_space.n))
        was_legal = bool(info["action_mask"][action])
        first = int(info["action_mask"].argmax())
        why = env._board.why(action).name
        observation, reward, terminated, truncated, info = env.step(action)
        expected = legal.step(action if was_legal else first)
        other = expected[4]
        illegal += not was_legal
        assert ("instead" in info, "illegal" in info) == (not was_legal,) * 2
        if not was_legal:
            assert (info["instead"], info["illegal"]) == (first, why)
        assert np.array_equal(observation, expected[0])
        assert (reward, terminated, truncated) == expected[1:4]
        over = terminated or truncated
    assert illegal > 10
    assert env.state_bytes() == legal.state_bytes()


def test_other_agent_seeds_leave_the_dice_alone() -> None:
    env = WarZoneSolo("broken_line", opponent="random")

    def record(**options: Any) -> tuple[list[int], bytes]:
        env.reset(seed=4, options=options)
        streams = env._board.twin().dice.streams
        return streams[0], bytes(env.state_bytes())

    base, other = record(), record(agent_seed=9)
    assert base[0] == other[0]
    assert base[1] != other[1]
    assert record(agent_seed=9) == other
    assert record() == base
    ends = set()
    for seed in (None, 1, 2, 1):
        options = {} if seed is None else {"agent_seed": seed}
        list(steps(env, 4, options=options))
        ends.add(env.digest())
    assert len(ends) == 3
