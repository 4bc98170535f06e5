"""Intervals against published figures."""

import itertools
import math

import pytest

from wzc_env.stats import mean, t_quantile, wilson


@pytest.mark.parametrize(
    ("df", "confidence", "quantile"),
    [  # printed tables of Student's t
        (1, 0.95, 12.7062),
        (2, 0.95, 4.30265),
        (3, 0.95, 3.18245),
        (4, 0.95, 2.77645),
        (10, 0.95, 2.22814),
        (10, 0.99, 3.16927),
        (29, 0.95, 2.04523),
        (100, 0.95, 1.98397),
        (1000, 0.95, 1.96234),
        (1000, 0.99, 2.58075),
    ],
)
def test_t_quantile_is_the_printed_one(df: int, confidence: float, quantile: float) -> None:
    assert t_quantile(confidence, df) == pytest.approx(quantile, rel=3e-6)


def test_exact_sum_and_expansion_meet() -> None:
    steps = [t_quantile(0.95, df) for df in range(198, 204)]
    gaps = [a - b for a, b in itertools.pairwise(steps)]
    assert all(gap == pytest.approx(gaps[0], rel=0.05) for gap in gaps)


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [  # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (10, 10, 0.7225, 1.0),
    ],
)
def test_wilson_is_the_published_one(wins: int, n: int, low: float, high: float) -> None:
    interval = wilson(wins, n)
    assert interval.estimate == wins / n
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_wilson_reaches_its_ends_exactly() -> None:
    for n in range(1, 400):
        assert wilson(0, n).low == 0.0, n
        assert wilson(n, n).high == 1.0, n


def test_mean_of_five() -> None:
    assert mean([1, 2, 3, 4, 5]) == pytest.approx((3.0, 1.036757, 4.963243), abs=1e-6)
    assert mean([7.5]) == (7.5, -math.inf, math.inf)


@pytest.mark.parametrize(("wins", "n"), [(1, 0), (3, 2), (-1, 4)])
def test_wilson_names_what_is_wrong(wins: int, n: int) -> None:
    with pytest.raises(ValueError, match=f"wins = {wins}, n = {n}"):
        wilson(wins, n)


def test_confidence_and_emptiness_are_refused() -> None:
    with pytest.raises(ValueError, match=r"confidence = 1\.0"):
        wilson(1, 2, 1.0)
    with pytest.raises(ValueError, match="no values"):
        mean([])
