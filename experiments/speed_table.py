"""The figures of `speed --peers` as the tables of the README, between two marks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wzc_env.saving import write_whole

from .alone import Rate
from .peers import beside, figure, share

BEGIN, END = "<!-- speed -->\n", "<!-- end of speed -->"


def count(value: float) -> str:
    """A rate with three digits that mean something."""
    digits = max(0, len(str(int(value))) - 3)
    return f"{round(value, -digits):,.0f}"


def times(ratio: float) -> str:
    """A ratio with two digits that mean something."""
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.2g}"


def rules_table(rates: dict[str, float]) -> list[str]:
    """The compiled loops, as shares of the trivial one."""
    lines = ["| The rules alone | Decisions a second | Share of a trivial loop |", "|---|--:|--:|"]
    for name, rate in rates.items():
        lines.append(f"| {name} | {count(rate)} | {rate / rates['trivial loop']:.2g} |")
    return lines


def environment_tables(rates: Sequence[Rate]) -> list[str]:
    """Ours, as shares of trivial ones; then the others, and how many times as fast ours is."""
    by_name = {rate.name: rate.rate for rate in rates}
    lines = ["", "| Environment | Decisions a second of processor time | Share of a trivial one |", "|---|--:|--:|"]
    others = [rate for rate in rates if beside(rate.name)]
    for rate in rates:
        if rate not in others:
            value = count(rate.rate) if rate.unit == "decisions/s" else " ".join(figure(rate).split()[-2:])
            lines.append(f"| {rate.name} | {value} | {share(rate.name, by_name)} |")
    lines += [
        "",
        "| Beside it | Version | Decisions a second | Ours | How many times as fast |",
        "|---|---|--:|---|--:|",
    ]
    for rate in others:
        ours = by_name.get(beside(rate.name), 0.0)
        ratio = times(ours / rate.rate) if rate.rate and ours else "-"
        value = count(rate.rate) if rate.rate else "-"
        lines.append(f"| {rate.name} | {rate.version} | {value} | {beside(rate.name)} | {ratio} |")
    return lines


def tables(facts: dict[str, Any], rules: dict[str, float], rates: Sequence[Rate]) -> str:
    """The text between the marks."""
    versions = ", ".join(f"{what} {facts[what]}" for what in ("python", "numba", "numpy"))
    code = f"wzc {facts['version']} {facts['commit']}".strip()
    head = f"{code} on {facts['machine']}; {versions}; scenario `{facts['scenario']}`."
    lines = [head, "", *rules_table(rules), *(environment_tables(rates) if rates else [])]
    return "\n".join(lines) + "\n"


def around(path: Path) -> tuple[str, str]:
    """What stands before and after the marks of a file. Raises ValueError: it has none; OSError."""
    old = path.read_text(encoding="utf-8")
    if BEGIN not in old or END not in old.split(BEGIN)[1]:
        raise ValueError(f"{path}: has no {BEGIN.strip()} ... {END}")
    before, rest = old.split(BEGIN, 1)
    return before, rest.split(END, 1)[1]


def write(path: Path, text: str) -> None:
    """Put the text between the marks of a file. Raises as `around`."""
    before, after = around(path)
    write_whole(path, before + BEGIN + text + END + after)


__all__ = ["around", "tables", "write"]
