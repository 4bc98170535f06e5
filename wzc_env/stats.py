"""Intervals for results: a proportion (Wilson) and a mean (Student's t). Exact formulas, no dependency."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

EXACT_DF = 200  # up to here the t distribution is summed exactly, above it is expanded around the normal


class Interval(NamedTuple):
    """An estimate and its two-sided interval, in the unit of the data."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.3f} [{self.low:.3f}, {self.high:.3f}]"


def wilson(wins: float, n: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval of a proportion.

    `wins` of `n` trials (a draw may count a half). Raises ValueError for n < 1, wins outside 0..n, or a
    confidence outside ]0, 1[. Source: Wilson 1927, without continuity correction.
    """
    if n < 1 or not 0 <= wins <= n:
        raise ValueError(f"wilson: wins = {wins}, n = {n}: allowed are n >= 1 and 0 <= wins <= n")
    z = normal_quantile(confidence)
    share = wins / n
    scale = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = max(0.0, centre - half) if wins > 0 else 0.0  # the formula's own bound there, without its rounding
    high = min(1.0, centre + half) if wins < n else 1.0
    return Interval(share, low, high)


def mean(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Mean with Student's t interval, unbounded for a single value. Raises ValueError for no value."""
    if len(values) == 0:
        raise ValueError("mean: no values")
    centre = fmean(values)
    if len(values) == 1:
        return Interval(centre, -math.inf, math.inf)
    half = t_quantile(confidence, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Interval(centre, centre - half, centre + half)


def normal_quantile(confidence: float) -> float:
    """The z with P(|Z| <= z) = confidence."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence}: allowed is a number between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(confidence: float, df: int) -> float:
    """The t with P(|T| <= t) = confidence for `df` degrees of freedom.

    Exact to the last digits up to `EXACT_DF`; above, an expansion whose error is below 1e-6 at 95 %
    (Abramowitz and Stegun 26.7.3, 26.7.4, 26.7.5).
    """
    z = normal_quantile(confidence)
    if df < 1:
        raise ValueError(f"t_quantile: df = {df}: allowed is 1 or more")
    if df > EXACT_DF:
        return z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df * df)
    low, high = 0.0, 1.0
    while _t_within(high, df) < confidence:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _t_within(middle, df) < confidence:
            low = middle
        else:
            high = middle
    return high


def _t_within(t: float, df: int) -> float:
    """P(|T| <= t): the finite trigonometric sum for whole degrees of freedom."""
    angle = math.atan(t / math.sqrt(df))
    cosine = math.cos(angle)
    odd = df % 2
    term = cosine if odd else 1.0
    total = 0.0
    for k in range((df - odd) // 2):
        total += term
        top, bottom = (2 * k + 2, 2 * k + 3) if odd else (2 * k + 1, 2 * k + 2)
        term *= top / bottom * cosine * cosine
    if odd:
        return 2 / math.pi * (angle + math.sin(angle) * total)
    return math.sin(angle) * total
