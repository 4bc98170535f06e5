"""`wzc scenario generate`: files of generated battles, and what the tactician makes of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .terminal import fail, say

if TYPE_CHECKING:
    from .generator import Draft
    from .scenario import UnitEntry


def scenario_generate(
    seed: Annotated[int, typer.Option(help="Of the first battle; the others count on from it.")] = 0,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many battles.")] = 1,
    split: Annotated[str, typer.Option(help="train or test: they never share a battle.")] = "train",
    difficulty: Annotated[float, typer.Option(help="0 to 1: the foes' Hit Dice for a level of the party.")] = 0.5,
    level: Annotated[int, typer.Option(help="Of every hero, 1 to 5.")] = 3,
    heroes: Annotated[int, typer.Option(help="1 to 8.")] = 4,
    field: Annotated[str | None, typer.Option(help="A battlefield by name, instead of any of several.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a file NAME.toml a battle here.")] = None,
    measure: Annotated[
        int, typer.Option(min=0, metavar="N", help="Play N battles of each, tactician against tactician.")
    ] = 0,
) -> None:
    """Battles by seed: a party by level, foes by Hit Dice, a battlefield edited at random.

    The same arguments give the same battles. One battle without --out is printed as the text of its file.
    """
    from .errors import ConfigError  # noqa: PLC0415 - heavy imports wait until they are needed
    from .generator import generate  # noqa: PLC0415

    try:
        drafts = [
            generate(number, split=split, difficulty=difficulty, level=level, heroes=heroes, field=field)
            for number in range(seed, seed + count)
        ]
    except (ConfigError, ValueError) as error:
        fail(str(error))
    if out is not None:
        _write(drafts, out)
    if out is None and count == 1:
        say([drafts[0].toml.rstrip()])
    if out is not None or count > 1 or measure:
        _list(drafts, measure)


def _write(drafts: Sequence["Draft"], folder: Path) -> None:
    """A file a battle; none is written where one is in the way."""
    from .saving import SaveError, target, write_whole  # noqa: PLC0415

    paths = [folder / f"{draft.scenario.name}.toml" for draft in drafts]
    for path in paths:
        if path.exists():
            fail(f"--out: {path} is there already; take another folder, or remove it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, draft in zip(paths, drafts, strict=True):
            target(str(path))
            write_whole(path, draft.toml)
    except (SaveError, OSError) as error:
        fail(f"--out: {error}")


def _list(drafts: Sequence["Draft"], measure: int) -> None:
    """A line a battle as it is measured, then all together."""
    import numpy as np  # noqa: PLC0415

    from . import policies  # noqa: PLC0415
    from .stats import mean, wilson  # noqa: PLC0415
    from .warzone.words import Outcome  # noqa: PLC0415

    shares: list[float] = []
    for draft in drafts:
        one = draft.scenario
        text = f"{one.name:12}  {_roll(one.party):44}  {_roll(one.foes):56}  {one.battlefield.title}"
        if measure:
            agent = policies.get("tactician")
            result = policies.run_batch(one.compile(), agent, agent, np.arange(measure))
            if result.interrupted:
                raise KeyboardInterrupt
            wins, losses = result.count(Outcome.PARTY_WINS), result.count(Outcome.FOES_WIN)
            share = wilson(wins, measure)
            won = f"party {share.estimate:.0%} [{share.low:.0%}, {share.high:.0%}], foes {losses / measure:.0%}"
            text = f"{text}; {won}"
            shares.append(share.estimate)
        say([text])
    if len(shares) > 1:
        share = mean(shares)
        say([f"the party wins {share.estimate:.1%} [{max(0.0, share.low):.1%}, {min(1.0, share.high):.1%}] over all"])


def _roll(entries: Sequence["UnitEntry"]) -> str:
    """Who fights on a side: "4 bugbear, ogre"."""
    from collections import Counter  # noqa: PLC0415

    often: Counter[str] = Counter()
    for entry in entries:
        often[entry.creature + (f" {entry.level}" if entry.level else "")] += entry.count
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in often.items())
