"""The promise of the kernel: one source, equal bytes, plain and compiled, step after step."""

import copy

import numpy as np
import pytest

from tests.kernel.mini_engine import UNITS, Battle, look, new, step
from wzc_env.kernel import compiled, copy_twin, load, state_bytes, state_bytes_of, zeros

BATTLES = 3


def test_equal_bytes_after_each_of_2000_random_steps() -> None:
    twins, array = [Battle() for _ in range(BATTLES)], zeros(Battle, BATTLES)
    fast_step = compiled(step)
    new(twins, 11)
    compiled(new)(array, 11)
    rng = np.random.default_rng(2)
    answers = set()
    for n in range(2000):
        i, actor, verb = int(rng.integers(BATTLES)), int(rng.integers(UNITS)), int(rng.integers(4))
        plain, fast = step(twins, i, actor, verb), fast_step(array, i, actor, verb)
        assert plain == fast
        answers.add(int(fast))
        for k in range(BATTLES):
            assert state_bytes_of(twins[k]) == state_bytes(array, k), f"battle {k} differs after step {n}"
        assert twins[i].events.codes == array[i]["events"]["codes"].tolist()
    assert answers == {0, 1, 2}
    assert twins[0].turn > 100


def test_a_loaded_twin_goes_on_as_the_array_does() -> None:
    array = zeros(Battle, 1)
    compiled(new)(array, 5)
    for n in range(40):
        compiled(step)(array, 0, n % UNITS, n % 4)
    twins = [load(Battle, array, 0)]
    for n in range(40):
        assert step(twins, 0, n % UNITS, n % 3) == compiled(step)(array, 0, n % UNITS, n % 3)
    assert state_bytes_of(twins[0]) == state_bytes(array, 0)


def test_arrays_of_every_kind_are_filled_alike() -> None:
    twins, array = [Battle(), Battle()], zeros(Battle, 2)
    new(twins, 3)
    compiled(new)(array, 3)
    for n in range(60):
        step(twins, n % 2, n % UNITS, n % 4)
        compiled(step)(array, n % 2, n % UNITS, n % 4)
    plain = [[0] * UNITS, [[0] * UNITS for _ in range(2)], [0] * UNITS, [0.0] * UNITS]
    fast = [
        np.zeros(UNITS, np.uint8),
        np.zeros((2, UNITS), np.uint8),
        np.zeros(UNITS, np.int64),
        np.zeros(UNITS, np.float32),
    ]
    assert look(twins, *plain) == pytest.approx(compiled(look)(array, *fast))  # type: ignore[arg-type] # mixed list
    assert plain[:3] == [part.tolist() for part in fast[:3]]
    assert np.float32(plain[3]).tolist() == fast[3].tolist()
    assert any(plain[0])


def test_a_copied_twin_and_its_original_go_separate_ways() -> None:
    first = Battle()
    new([first], 1)
    second, third = copy_twin(first), copy.deepcopy(first)
    before = state_bytes_of(first)
    for n in range(30):
        assert step([second], 0, n % UNITS, n % 4) == step([third], 0, n % UNITS, n % 4)
    assert state_bytes_of(second) == state_bytes_of(third) != before
    assert state_bytes_of(first) == before
