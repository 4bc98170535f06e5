"""The batch under Stable-Baselines3; skipped without the extra `train`."""

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

from wzc_env.envs.batch import WarZoneVector

from .lanes import answers


def vec_env(*arguments: Any, **options: Any) -> Any:
    pytest.importorskip("stable_baselines3")
    from wzc_env.envs.sb3 import WarZoneVecEnv

    return WarZoneVecEnv(*arguments, **options)


def test_without_the_extra_the_module_says_what_to_install_and_the_package_works() -> None:
    code = """
import sys
sys.modules["stable_baselines3"] = None
import wzc_env
assert wzc_env.make_vec("duel", num_envs=2).reset(seed=1)
try:
    import wzc_env.envs.sb3
except ImportError as error:
    assert 'pip install "wzc[train]"' in str(error), error
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_steps_are_those_of_the_batch_with_same_step_autoreset() -> None:
    vec = vec_env("duel", num_envs=5, opponent="random", max_rounds=2)
    batch = WarZoneVector(5, "duel", opponent="random", max_rounds=2, autoreset_mode="SameStep")
    assert vec.seed(40) == [40, 41, 42, 43, 44]
    np.testing.assert_array_equal(vec.reset(), batch.reset(seed=40)[0])
    ends = {True: 0, False: 0}
    for number in range(200):
        picks = answers(batch, number)
        assert np.stack(vec.env_method("action_masks")).tolist() == batch.action_masks().tolist()
        seen, rewards, terminated, truncated, infos = batch.step(picks)
        views, paid, done, told = vec.step(picks)
        np.testing.assert_array_equal(views, seen)
        assert paid.dtype == np.float32
        np.testing.assert_array_equal(paid, rewards)
        np.testing.assert_array_equal(done, terminated | truncated)
        for lane in range(5):
            assert told[lane]["TimeLimit.truncated"] == truncated[lane]
            assert ("terminal_observation" in told[lane]) == done[lane]
            if done[lane]:
                ends[bool(truncated[lane])] += 1
                np.testing.assert_array_equal(told[lane]["terminal_observation"], infos["final_obs"][lane])
                assert told[lane]["outcome"] == infos["final_info"]["outcome"][lane]
    assert min(ends.values()) > 0
    vec.reset()
    batch.reset()
    assert vec.env_method("digest") == [batch.digest(lane) for lane in range(5)]


def test_what_sb3_may_ask() -> None:
    vec = vec_env("duel", num_envs=3, opponent="brute")
    vec.seed(1)
    vec.reset()
    assert vec.has_attr("action_masks")
    assert not vec.has_attr("treasure")
    masks = vec.env_method("action_masks")
    assert [mask.dtype for mask in masks] == [np.dtype(bool)] * 3
    assert np.stack(masks).shape == (3, vec.action_space.n)
    assert [mask.tolist() for mask in vec.env_method("action_masks", indices=[2, 0])] == [
        masks[2].tolist(),
        masks[0].tolist(),
    ]
    assert vec.env_method("words", 0, indices=1) == ["End Breath"]
    with pytest.raises(AttributeError, match=r"'dance': no method of a lane; allowed: action_masks, digest"):
        vec.env_method("dance")
    assert vec.get_attr("render_mode") == [None] * 3
    assert vec.get_attr("side", indices=[0, 1]) == ["party"] * 2
    vec.set_attr("mood", "grim", indices=1)
    assert vec.get_attr("mood") == [None, "grim", None]
    assert vec.env_is_wrapped(object) == [False] * 3
    with pytest.raises(ValueError, match="side = 'both': allowed"):
        vec_env("duel", side="both")
    illegal = int(np.flatnonzero(~masks[0])[0])
    told = vec.step(np.array([illegal, *(int(np.flatnonzero(mask)[0]) for mask in masks[1:])]))[3]
    assert [one.get("illegal", False) for one in told] == [True, False, False]
    vec.close()


@pytest.mark.slow
def test_maskable_ppo_learns_to_beat_random_on_duel() -> None:
    vec = vec_env("duel", num_envs=64, opponent="random", threads=1)
    contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.vec_env import VecMonitor

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = contrib.MaskablePPO("MlpPolicy", VecMonitor(vec), n_steps=64, batch_size=1024, seed=3, device="cpu")
        before = wins(model)
        model.learn(120_000)
    after = wins(model)
    assert after > before + 0.15
    assert after > 0.8


def wins(model: Any, battles: int = 400) -> float:
    """The share of battles that a model wins against the random agent, as the party."""
    batch = WarZoneVector(battles, "duel", opponent="random", autoreset_mode="NextStep")
    views, infos = batch.reset(seed=10**6)
    done, won = np.zeros(battles, bool), np.zeros(battles, bool)
    while not done.all():
        picks, _ = model.predict(views, action_masks=infos["action_mask"].astype(bool), deterministic=False)
        views, rewards, terminated, truncated, infos = batch.step(picks)
        won |= ~done & (rewards > 0)
        done |= terminated | truncated
    return float(won.mean())


def test_maskable_ppo_runs_a_short_training() -> None:
    """One update, with masks and monitors as users have them; then a saved model plays on."""
    vec = vec_env("duel", num_envs=8, opponent="brute")
    contrib = pytest.importorskip("sb3_contrib")
    model = contrib.MaskablePPO("MlpPolicy", vec, n_steps=32, batch_size=64, n_epochs=1, seed=0, device="cpu")
    model.learn(256)
    assert model.num_timesteps == 256
    assert 0 <= wins(model, 20) <= 1


def test_a_frozen_network_is_an_opponent() -> None:
    """Self-play: one torch policy answers for all battles that wait, without gradients."""
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    batch = WarZoneVector(2, "duel", side="foes", opponent="random")
    net = torch.nn.Linear(batch.single_observation_space.shape[0], int(batch.single_action_space.n))
    sizes = []

    @torch.no_grad()
    def policy(views: Any, masks: Any, info: Any) -> Any:
        sizes.append(len(views))
        logits = net(torch.from_numpy(views)).masked_fill(torch.from_numpy(masks) == 0, -1e9)
        return logits.argmax(1).numpy()

    envs = WarZoneVector(16, "duel", side="foes", opponent=policy)
    envs.reset(seed=1)
    done = 0
    for _ in range(100):
        _, _, terminated, truncated, _ = envs.step(envs.sample())
        done += int((terminated | truncated).sum())
    assert done > 0
    assert max(sizes) > 1
