"""Copies in the midst of battles, arrays that nobody else holds, and the memory that a battle takes."""

import copy
import os
import pickle
import signal
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from wzc_env.envs.batch import WarZoneVector
from wzc_env.envs.buffers import Fresh

from .lanes import answers
from .test_batch_opponents import Scholar


def told(envs: WarZoneVector, number: int) -> list[Any]:
    views, rewards, terminated, truncated, infos = envs.step(answers(envs, number))
    return [views, rewards, terminated, truncated, infos["action_mask"], envs.battle_seeds]


@pytest.mark.parametrize("how", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
@pytest.mark.parametrize(
    "options",
    [{"opponent": "brute"}, {"side": "both", "reward": "hp_shaping"}, {"opponent": Scholar(), "threads": 2}],
)
def test_a_copy_plays_on_by_itself(how: Any, options: dict[str, Any]) -> None:
    envs = WarZoneVector(5, "duel", autoreset_mode="SameStep", **options)
    envs.reset(seed=6)
    for number in range(25):
        told(envs, number)
    twin = how(envs)
    before = [envs.state_bytes(lane) for lane in range(5)]
    ahead = [told(twin, number) for number in range(25, 120)]
    assert [envs.state_bytes(lane) for lane in range(5)] == before
    for number, expected in zip(range(25, 120), ahead, strict=True):
        for one, same in zip(told(envs, number), expected, strict=True):
            np.testing.assert_array_equal(one, same)
    assert len({tuple(row[5].tolist()) for row in ahead}) > 1  # battles ended and others began
    envs.close()
    twin.close()


def test_a_copy_keeps_what_is_drawn_and_an_unused_batch_can_be_copied() -> None:
    envs = WarZoneVector(2, "duel", seed=4)
    twin = copy.deepcopy(envs)
    for one in (envs, twin):
        one.reset()
    assert twin.battle_seeds.tolist() == envs.battle_seeds.tolist() == [4, 5]
    envs.reset(seed=9)
    twin = pickle.loads(pickle.dumps(envs))
    assert envs.np_random.integers(10**9) == twin.np_random.integers(10**9)
    assert envs.sample().tolist() == twin.sample().tolist()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_forked_process_plays_on_by_itself(threads: int) -> None:
    """Its battles are its own, and so are its threads: those of the parent do not exist in it."""
    envs = WarZoneVector(4, "duel", opponent="random", threads=threads)
    envs.reset(seed=6)
    told(envs, 0)
    before = [envs.state_bytes(lane) for lane in range(4)]
    child = os.fork()
    if child == 0:
        signal.alarm(30)  # one that waits for ever is ended
        for number in range(5):
            told(envs, number)
        os._exit(17)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 17
    assert [envs.state_bytes(lane) for lane in range(4)] == before
    envs.close()


def test_what_a_step_returns_is_not_written_to_again() -> None:
    envs = WarZoneVector(4, "duel", opponent="brute", autoreset_mode="SameStep")
    views, infos = envs.reset(seed=1)
    held = [(views, views.copy(), infos["action_mask"], infos["action_mask"].copy())]
    for number in range(30):
        views, *_, infos = envs.step(answers(envs, number))
        held.append((views, views.copy(), infos["action_mask"], infos["action_mask"].copy()))
        views = views[1:, 3:]  # a slice of it is enough to keep it
    for shown, then, mask, before in held:
        np.testing.assert_array_equal(shown, then)
        np.testing.assert_array_equal(mask, before)
    infos["action_mask"][:] = 0
    assert envs.action_masks().any(axis=1).all()


def test_reused_memory_is_on_request() -> None:
    envs = WarZoneVector(4, "duel", opponent="brute", copy=False)
    views, infos = envs.reset(seed=1)
    infos["action_mask"][:] = 0
    after = envs.step(answers(envs, 0))
    assert np.shares_memory(views, after[0])
    assert "illegal" not in after[4]


def test_memory_is_handed_out_again_only_when_nobody_holds_it() -> None:
    pool = Fresh((3, 2), np.float32)
    first = pool.take()
    where = first.ctypes.data
    part = first[1:, :1].T
    del first
    second = pool.take()
    assert not np.shares_memory(part, second)
    del part
    third = pool.take()
    assert third.ctypes.data == where
    assert not np.shares_memory(second, third)
    many = [pool.take() for _ in range(6)]
    assert len({one.ctypes.data for one in (*many, second, third)}) == 8
    third.shape = (2, 3)
    del third
    many.append(pool.take())
    assert many[-1].shape == (3, 2)


MEASURE = """
import sys
from wzc_env.envs.batch import WarZoneVector

def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096

def play(n, copy):
    envs = WarZoneVector(n, "skirmish", opponent="random", copy=copy)
    seen = envs.reset(seed=1)
    for _ in range(5):
        seen = envs.step(envs.sample())
    return envs, seen

warm = play(4, True)
before = resident()
kept = play(8192, sys.argv[1] == "copy")
print((resident() - before) / 8192)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(("copies", "most"), [("copy", 20), ("again", 16)])
def test_a_battle_takes_16_kib_at_most(copies: str, most: int) -> None:
    """What the process holds for each: the record, whose log is never touched, and its share of all else.

    With observations of one's own every step, the last and the present ones are two.
    """
    told = subprocess.run([sys.executable, "-c", MEASURE, copies], check=True, capture_output=True, text=True)
    assert 6 * 1024 < float(told.stdout) <= most * 1024
