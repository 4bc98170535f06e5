"""`kernel` and `compiled`: what is registered, what is refused, how compiled functions are called."""

import sys
import threading
import timeit
from enum import Enum, IntEnum
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.kernel import mini_engine
from tests.kernel.mini_engine import Battle, Unit, note, step
from wzc_env.kernel import U8, Ints, Mask, Record, compiled, kernel, warm, zeros


class Small(Record):
    """One byte and another."""

    a: U8
    b: U8


class Colour(Enum):
    """No IntEnum."""

    RED = "red"


class Rank(IntEnum):
    """An IntEnum."""

    LOW = 3
    HIGH = 40


TABLE = (3, (4, 5))
ARRAY = np.array([10, 20, 30])
CHANGING = [1, 2]


@kernel
def is_high(rank: Rank) -> bool:
    return rank == Rank.HIGH or rank == TABLE[0] + ARRAY[2]


@kernel
def rank_of(number: int) -> Rank:
    match number:
        case 1:
            return Rank.HIGH
        case Rank.LOW:
            return Rank.LOW
        case _:
            return Rank.LOW if number & (Rank.HIGH | Rank.LOW) else Rank.HIGH


@kernel
def difference(smalls: list[Small]) -> int:
    return smalls[0].a - smalls[0].b


@kernel
def stamp(battles: list[Battle], code: int) -> None:
    """Calls by module attribute and by name."""
    mini_engine.note(battles[0], code)
    note(battles[0], code + 1)


def test_the_name_stays_the_plain_function() -> None:
    assert type(step).__name__ == "function"
    assert kernel(step) is step


def test_compiled_is_memoised_and_callable_by_array() -> None:
    fast = compiled(step)
    assert compiled(step) is fast
    array = zeros(Battle, 1)
    seconds = min(timeit.repeat(lambda: fast(array, 0, 0, 0), number=2000, repeat=5)) / 2000
    assert seconds < 5e-6


def test_enums_tuples_and_arrays_of_a_module_work_in_both_modes() -> None:
    for run in (is_high, compiled(is_high)):
        assert [bool(run(n)) for n in (3, 33, 40)] == [False, True, True]  # type: ignore[arg-type] # ints for enums
        assert run(Rank.HIGH)
    for run_of in (rank_of, compiled(rank_of)):
        assert [int(run_of(n)) for n in (1, 3, 64, 8)] == [40, 3, 40, 3]


def test_callees_are_found_by_name_and_by_module() -> None:
    twin, array = Battle(), zeros(Battle, 1)
    stamp([twin], 7)
    compiled(stamp)(array, 7)
    assert twin.events.codes[:3] == array[0]["events"]["codes"][:3].tolist() == [7, 8, 0]
    assert mini_engine.note is note, "the module itself keeps its plain functions"


def test_a_single_record_from_python_is_refused() -> None:
    with pytest.raises(TypeError, match=r"mini_engine\.note takes a single record.*entry points take arrays"):
        compiled(note)(zeros(Battle, 1)[0], 3)


@pytest.mark.parametrize(
    "wrong",
    [
        (zeros(Unit, 1), 0, 0, 0),
        (zeros(Battle, 4)[::2], 0, 0, 0),
        (zeros(Battle, 1)[0], 0, 0, 0),
        ([Battle()], 0, 0, 0),
        (zeros(Battle, 1), 0, 0),
    ],
)
def test_wrong_arguments_raise_type_error(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        compiled(step)(*wrong)


def test_unsigned_arithmetic_is_refused_with_its_line() -> None:
    with pytest.raises(TypeError, match=r"difference.*test_kernel_jit\.py:\d+.*unsigned.*wide\(\)"):
        compiled(difference)


def test_what_cannot_be_a_kernel_is_refused_at_once() -> None:
    outer = 3

    def defaults(a: int, b: int = 2) -> int:
        return a + b

    def closes(a: int) -> int:
        return a + outer

    def stars(*a: int) -> int:
        return len(a)

    def keyword(a: int, *, b: int) -> int:
        return a + b

    def yields(a: int) -> Any:
        yield a

    flaws = {
        "default": defaults,
        "outer": closes,
        "args": stars,
        "keyword-only": keyword,
        "generator": yields,
    }
    for message, function in flaws.items():
        with pytest.raises(TypeError, match=message) as caught:
            kernel(function)
        assert function.__qualname__ in str(caught.value)
    with pytest.raises(TypeError, match="not a plain function"):
        kernel(len)


PAIR = """
@kernel
def g(n: int) -> int:
    return n + {}
@kernel
def f(n: int) -> int:
    return g(n) * {}
"""


def build(source: str, **names: Any) -> Any:
    """The function f of a module made from source."""
    module = ModuleType(f"made_{abs(hash(source))}")
    sys.modules[module.__name__] = module
    module.__dict__.update(kernel=kernel, Small=Small, Mask=Mask, Ints=Ints, **names)
    exec(compile(source, module.__name__, "exec"), module.__dict__)
    return module.__dict__["f"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(a) -> int:\n    return a", "argument a: the hint is 'nothing'"),
        ("def f(a: str) -> int:\n    return 1", "argument a: the hint is <class 'str'>"),
        (
            "def f(a: list[int]) -> int:\n    return a[0]",
            r"argument a: the hint is list\[int\]; allowed are int",
        ),
        ("def f(a: int):\n    return a", "result: the hint is 'nothing'"),
        ("def f(a: list[Small]) -> Small:\n    return a[0]", "a kernel returns None"),
        ("def f(a: None) -> int:\n    return 1", "None is a result"),
        ("def f(a: 'Absent') -> int:\n    return 1", "cannot resolve a type hint.*Absent"),
        ("def f(a: int) -> int:\n    return missing(a)", "unknown name: missing"),
        ("def f(a: int) -> int:\n    return CHANGING[a]", "reads CHANGING, a list"),
        ("def f(a: int) -> int:\n    return plain(a)", "calls plain, which is no kernel"),
        (
            "def f(a: int) -> int:\n    return mini.absent(a)",
            r"module tests\.kernel\.mini_engine has no absent",
        ),
        ("def f(a: int) -> int:\n    return len(mini)", r"uses the module tests\.kernel\.mini_engine itself"),
        ("def f(a: int) -> int:\n    return Colour.RED == a", "reads Colour, a"),
        ("def f(a: list[Small]) -> int:\n    return a[0].c", "cannot be compiled: no record has a field 'c'"),
    ],
)
def test_what_cannot_be_compiled_is_named(source: str, message: str) -> None:
    f = build("@kernel\n" + source, CHANGING=CHANGING, plain=lambda a: a, mini=mini_engine, Colour=Colour)
    with pytest.raises(TypeError, match=message) as caught:
        compiled(f)
    assert f.__module__ in str(caught.value)
    assert len(str(caught.value)) < 2500


def test_a_cycle_of_kernels_is_named() -> None:
    chain = "\n".join(
        f"@kernel\ndef {name}(n: int) -> int:\n    return {after}(n - 1) if n else 0"
        for name, after in (("f", "g"), ("g", "h"), ("h", "g"))
    )
    with pytest.raises(TypeError, match=r"in a circle: made_\d+\.g -> made_\d+\.h -> made_\d+\.g"):
        compiled(build(chain))
    with pytest.raises(TypeError, match=r"made_\d+\.f -> made_\d+\.f"):
        compiled(build("@kernel\ndef f(n: int) -> int:\n    return f(n - 1) if n else 0"))


def test_a_plain_function_is_no_kernel() -> None:
    with pytest.raises(TypeError, match="is no kernel: mark it with @kernel"):
        compiled(lambda: 0)


def test_threads_get_the_same_function() -> None:
    f = build(PAIR.format(1, 2))
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(compiled(f))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(map(id, found))) == 1
    assert found[0](4) == 10


def test_warm_says_what_it_did() -> None:
    f = build(PAIR.format(5, 3))
    done = warm([f])
    assert (done.compiled, done.loaded) == (2, 0)
    assert done.seconds > 0
    again = warm([f])
    assert (again.compiled, again.loaded) == (0, 0)


def test_argument_arrays_must_have_the_hinted_type() -> None:
    f = build("@kernel\ndef f(m: Mask, n: Ints) -> None:\n    m[0] = n[0]")
    mask, numbers = np.zeros(2, np.uint8), np.array([300, 1])
    compiled(f)(mask, numbers)
    assert mask.tolist() == [300 % 256, 0]
    with pytest.raises(TypeError):
        compiled(f)(np.zeros(2, np.int32), numbers)
    with pytest.raises(TypeError):
        compiled(f)(np.zeros((2, 2), np.uint8), numbers)
