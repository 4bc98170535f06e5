"""The book's own numbers about its pace, each measured exactly and in play, with the verdict.

    python -m wzc_env.experiments.claim_pace --battles 2000 --json pace.json

Exactly means: every face of every die and every line of the Round, through the game's own decisions. Played means: that
many battles with their own dice, with an interval of 99.9 %. Each claim stands in `configs/experiments/pace.toml`.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from wzc_env import __version__, scenario
from wzc_env.checked import Label, Model, check, parsed, read, wrong
from wzc_env.errors import ConfigError
from wzc_env.paths import config_dir, label
from wzc_env.replay import commit
from wzc_env.saving import argument, write_whole
from wzc_env.stats import Interval

from .pace_measures import MEASURES, Found

CLOSE = 1e-9


def _numbers(value: Any) -> None:
    one = value if isinstance(value, list) else [value]
    if not one or any(type(part) not in (int, float) for part in one):
        raise wrong("not numbers", "a number, or a list of them")


class Claim(Model):
    """What the book says, where, and the number that follows."""

    says: Label
    source: Label
    expected: Annotated[Any, parsed(_numbers)]

    @property
    def values(self) -> list[float]:
        """The expected numbers."""
        return list(self.expected) if isinstance(self.expected, list) else [self.expected]


class ClaimsFile(Model):
    """The claims by name; `rule` is the tag of the book's passage."""

    rule: Label
    claims: dict[str, Claim]


@dataclass(frozen=True)
class Verdict:
    """A claim, what was found, and whether the two agree."""

    name: str
    says: str
    source: str
    expected: Sequence[float]
    exact: Sequence[float]
    played: Sequence[Interval]
    holds: bool


def claims() -> dict[str, Claim]:
    """The claims of the shipped file. Raises ConfigError."""
    path = config_dir() / "experiments" / "pace.toml"
    return check(ClaimsFile, read(path), label(path)).claims


def agrees(expected: Sequence[float], found: Found) -> bool:
    """Whether what was counted is what was said, and what was played agrees with what was counted.

    Two expected numbers for several counted ones are the ends of a band: none lies outside, and both ends are reached.
    """
    exact = found.exact
    if len(expected) == 2 and len(exact) > 2:
        counted = abs(min(exact) - expected[0]) < CLOSE and abs(max(exact) - expected[1]) < CLOSE
    else:
        counted = len(exact) == len(expected) and all(
            abs(one - two) < CLOSE for one, two in zip(exact, expected, strict=True)
        )
    return counted and all(
        span.low - CLOSE <= one <= span.high + CLOSE for one, span in zip(exact, found.played, strict=False)
    )


def judge(battles: int, seed: int) -> Iterator[Verdict]:
    """Measure every claim, one after another."""
    for name, claim in claims().items():
        found = MEASURES[name](battles, seed)
        holds = agrees(claim.values, found)
        yield Verdict(name, claim.says, claim.source, claim.values, found.exact, found.played, holds)


def figure(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def figures(values: Sequence[float]) -> str:
    """Numbers in a row."""
    return ", ".join(figure(value) for value in values)


def spans(played: Sequence[Interval]) -> str:
    """Estimates with their intervals, or the estimate alone where there is no spread."""
    return ", ".join(
        figure(one.estimate) if one.low == one.high else f"{figure(one.estimate)} [{one.low:.3f} {one.high:.3f}]"
        for one in played
    )


def told(one: Verdict) -> str:
    """The lines of one claim."""
    lines = [
        f"{'holds' if one.holds else 'FAILS':6} {one.says} ({one.source})",
        f"       expected {figures(one.expected)} · counted {figures(one.exact)}",
    ]
    if one.played:
        lines.append(f"       played {spans(one.played)}")
    return "\n".join(lines)


def facts(battles: int, seed: int, verdicts: Sequence[Verdict], seconds: float) -> dict[str, Any]:
    """The result file: where it comes from, and every claim."""
    return {
        "version": __version__,
        "commit": commit(),
        "rules_hash": scenario.load("duel").compile().rules_hash,
        "battles": battles,
        "seed": seed,
        "confidence": 0.999,
        "seconds": round(seconds, 1),
        "claims": [asdict(one) for one in verdicts],
    }


def main() -> None:
    """Run from the command line; a claim that fails is exit code 1, bad input one line and code 2."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=1000, help="for each measurement, from 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=argument, metavar="FILE")
    options = parser.parse_args()
    if options.battles < 2 or options.seed < 0:
        parser.error("--battles: from 2; --seed: 0 or more")
    began, verdicts = time.perf_counter(), []
    try:
        for one in judge(options.battles, options.seed):
            verdicts.append(one)
            print(told(one), flush=True)
    except ConfigError as error:
        print(f"claim_pace: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(f"interrupted after {len(verdicts)} of {len(MEASURES)} claims; nothing was written", file=sys.stderr)
        sys.exit(130)
    failed = sum(not one.holds for one in verdicts)
    print(f"{len(verdicts) - failed} of {len(verdicts)} claims hold ({options.battles} battles, seed {options.seed})")
    if options.json is not None:
        whole = facts(options.battles, options.seed, verdicts, time.perf_counter() - began)
        write_whole(options.json, json.dumps(whole, indent=2) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
