"""The Gymnasium environment as Gymnasium, MaskablePPO and a careless user meet it."""

import copy
import gc
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import wzc_env
from tests.envs.learners import ByMatch, first_legal, steps
from tests.envs.spelling import spelled
from tests.envs.worths import wounds
from wzc_env import scenario as scenarios
from wzc_env.envs.ids import id_of
from wzc_env.envs.solo import WarZoneSolo
from wzc_env.envs.story import LINES
from wzc_env.game import Match
from wzc_env.rewards import Reward

SCENARIOS = scenarios.names()


@pytest.fixture(autouse=True)
def _warnings_are_errors() -> Iterator[None]:
    """Every warning is an error: there is none that an environment of one learner could not avoid."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# Gymnasium


def test_ids() -> None:
    assert (
        {id_of(name) for name in SCENARIOS}
        == {name for name in gymnasium.registry if name.startswith("wzc/")}
        >= {"wzc/Skirmish-v0", "wzc/Duel-v0", "wzc/ProvingGround-v0"}
    )


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_passes_gymnasiums_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(id_of(name), opponent="random").unwrapped)
    capsys.readouterr()  # mode "human"


@pytest.mark.parametrize(
    "options",
    [
        {"side": "foes"}, {"mode": "plain"}, {"sees": "table"}, {"reward": "hp_share"}, {"reward": wounds},
        {"opponent": first_legal}, {"opponent": ByMatch("brute")}, {"render_mode": "ansi"}, {"max_rounds": 3},
        {"seed": 4},
    ],
    ids=spelled,
)  # fmt: skip
def test_every_option_passes_gymnasiums_check(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make("wzc/Duel-v0", **{"opponent": "brute", **options}).unwrapped)
    capsys.readouterr()


def test_make_as_the_documentation_has_it() -> None:
    env = gymnasium.make("wzc/Skirmish-v0", opponent="tactician", side="party")
    _, info = env.reset(seed=7)
    env.action_space.seed(3)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        _, reward, terminated, truncated, info = env.step(action)
        assert "illegal" not in info
        over = terminated or truncated
    assert reward in (-1, 0, 1)
    assert info["outcome"] in ("PARTY_WINS", "FOES_WIN", "ROUND_LIMIT", "DRAW")
    assert env.unwrapped.battle_seed == 7
    assert env.unwrapped.spec is not None


@pytest.mark.parametrize("order", ["gymnasium, wzc_env", "wzc_env, gymnasium", "wzc_env, wzc_env.cli, gymnasium.envs"])
def test_importing_the_package_is_enough_in_any_order(order: str) -> None:
    code = (
        f"import sys\nimport {order}\nimport gymnasium\n"
        "assert gymnasium.spec('wzc/BrokenLine-v0').kwargs == {'scenario': 'broken_line'}\n"
        "assert not [one for one in sys.meta_path if type(one).__module__.startswith('wzc_env')]\n"
        "assert type(sys.modules['gymnasium.envs.registration'].__loader__).__module__ != 'wzc_env.envs.ids'\n"
        "assert 'numba' not in sys.modules and 'wzc_env.envs.solo' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_module_before_the_id_works_too() -> None:
    assert gymnasium.make("wzc_env:wzc/Duel-v0", opponent="brute").unwrapped.action_space.n > 1


def test_gymnasiums_own_vector_of_it() -> None:
    envs = gymnasium.make_vec("wzc/Duel-v0", num_envs=2, vectorization_mode="sync", opponent="random")
    _, infos = envs.reset(seed=3)
    assert infos["action_mask"].shape == (2, envs.single_action_space.n)
    for _ in range(30):
        actions = [int(np.argmax(mask)) for mask in infos["action_mask"]]
        observations, _, _, _, infos = envs.step(np.array(actions))
    assert observations.shape == (2, *envs.single_observation_space.shape)
    batch = gymnasium.make_vec("wzc/Duel-v0", num_envs=3)
    assert type(batch.unwrapped).__name__ == "WarZoneVector"
    assert batch.reset(seed=1)[0].shape == (3, *envs.single_observation_space.shape)


def test_nothing_that_is_returned_is_returned_again() -> None:
    env = WarZoneSolo("broken_line", opponent="brute")
    observation, info = env.reset(seed=1)
    arrays = [observation, info["action_mask"]]
    for step in steps(env, 1):
        arrays += [step.observation, step.info["action_mask"], env.action_masks()]
    assert not any(np.shares_memory(one, other) for i, one in enumerate(arrays) for other in arrays[i + 1 :])
    kept = [array.copy() for array in arrays]
    bytes_before = env.state_bytes()
    list(steps(env, 2))
    assert all(np.array_equal(one, other) for one, other in zip(arrays, kept, strict=True))
    env.reset(seed=1)
    for array in arrays:
        array[:] = 1
    list(steps(env, 1))
    assert env.state_bytes() == bytes_before


def test_seeds_lead_to_battles_as_in_the_other_forms() -> None:
    env, aec = WarZoneSolo("duel", opponent="brute"), wzc_env.raw_env("duel")
    drawn = []
    for seed in (7, None, None, 7, None, None):
        env.reset(seed=seed)
        aec.reset(seed=seed)
        assert env.battle_seed == aec.battle_seed
        drawn.append(env.battle_seed)
    assert drawn[:3] == drawn[3:]
    assert len(set(drawn[:3])) == 3
    given = WarZoneSolo("duel", opponent="brute", seed=9)
    given.reset()
    assert given.battle_seed == 9
    given.reset()
    assert given.battle_seed != 9
    assert WarZoneSolo("duel", seed=np.int64(3)).reset()[1]["action_mask"].any()


def test_a_reset_in_the_midst_clears_everything() -> None:
    env, fresh = (WarZoneSolo("skirmish", opponent="random", reward=wounds) for _ in range(2))
    for number, _ in enumerate(steps(env, 2)):
        if number == 20:
            break
    one, two = ([(s.action, s.reward, s.observation.tobytes()) for s in steps(each, 6)] for each in (env, fresh))
    assert one == two
    assert env.state_bytes() == fresh.state_bytes()


def test_many_battles_leave_nothing_behind() -> None:
    env = WarZoneSolo("broken_line", opponent="brute", reward="hp_share")
    counts = []
    for seed in range(30):
        list(steps(env, seed))
        gc.collect()
        counts.append(len(gc.get_objects()))
    assert max(counts[10:]) <= max(counts[:10]) + 20


# Text


def test_words_parse_and_pictures_are_those_of_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    env = WarZoneSolo("duel", opponent="brute", render_mode="ansi")
    human = WarZoneSolo("duel", opponent="brute", render_mode="human")
    for each in (env, human):
        each.reset(seed=3)
    match = Match(env._board.game, 3)
    assert match.decision is not None
    for action in np.flatnonzero(env.action_masks()):
        assert env.parse(env.words(int(action))) == action
    assert capsys.readouterr().out == f"{env.render()}\n"
    frame = str(env.render())
    assert "Count, Round 1" in frame
    for _ in range(5):
        action = int(np.flatnonzero(env.action_masks())[-1])
        for each in (env, human):
            each.step(action)
        assert capsys.readouterr().out == f"{env.render()}\n"
    assert str(env.render()) != frame
    assert len(str(env.render()).splitlines()) > LINES


def test_render_without_a_mode_warns() -> None:
    env = WarZoneSolo("duel")
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# Copies

WAYS: dict[str, Any] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "clone": lambda env: env.clone(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "options",
    [
        {}, {"mode": "plain"}, {"render_mode": "ansi"}, {"opponent": first_legal}, {"opponent": ByMatch("random")},
        {"sees": "table", "side": "foes"}, {"reward": Reward("w", wounds, shaping=True, gamma=0.9)},
    ],
    ids=spelled,
)  # fmt: skip
def test_a_copy_goes_on_alone_exactly_like_its_original(way: str, options: dict[str, Any]) -> None:
    env = WarZoneSolo("broken_line", **{"opponent": "random", "max_rounds": 2, **options})

    def play_on(one: WarZoneSolo, picks: int) -> list[Any]:
        generator = np.random.default_rng(picks)
        history = []
        over = False
        for _ in range(40):
            if over:
                one.reset()
            observation, reward, terminated, truncated, info = one.step(
                int(generator.choice(np.flatnonzero(one.action_masks())))
            )
            over = terminated or truncated
            told = {name: np.array(value).tolist() for name, value in info.items()}
            history.append((observation.tobytes(), reward, over, told, one.state_bytes(), one.battle_seed))
        if over:
            one.reset()
        return history

    env.reset(seed=4)
    play_on(env, 1)
    before = env.state_bytes()
    twin = WAYS[way](env)
    assert twin.state_bytes() == before
    ahead = play_on(twin, 5)
    assert env.state_bytes() == before
    assert play_on(env, 5) == ahead
    assert len({one[-1] for one in ahead}) > 1  # through the end, into a battle that the copied generator drew
    assert play_on(env, 6) == play_on(twin, 6)


def test_a_clone_may_have_another_future() -> None:
    env = WarZoneSolo("broken_line", opponent="random")
    env.reset(seed=4)
    before = env.state_bytes()
    assert env.clone(reseed=1).state_bytes() == env.clone(reseed=1).state_bytes() != before
    assert env.clone(reseed=1).state_bytes() != env.clone(reseed=2).state_bytes()
    assert env.state_bytes() == before


@pytest.mark.parametrize("way", WAYS)
def test_copies_before_the_first_battle(way: str) -> None:
    env = WarZoneSolo("duel", opponent="brute", seed=3)
    twin = WAYS[way](env)
    with pytest.raises(ResetNeeded):
        twin.step(0)
    assert twin.reset()[0].tobytes() == env.reset()[0].tobytes()


# Stable-Baselines3


def test_maskable_ppo_learns_on_it() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    monitor = pytest.importorskip("stable_baselines3.common.monitor")
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # whatever these libraries warn of is theirs
        env = gymnasium.make("wzc/Duel-v0", opponent="random").unwrapped
        checker.check_env(env)
        model = sb3_contrib.MaskablePPO("MlpPolicy", monitor.Monitor(env), n_steps=64, batch_size=32, seed=1)
        model.learn(256)
        assert model.num_timesteps == 256
        observation, info = env.reset(seed=1)
        for _ in range(20):
            action, _ = model.predict(observation, action_masks=env.action_masks())
            assert info["action_mask"][action]
            observation, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                observation, info = env.reset()
