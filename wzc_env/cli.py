"""The command `wzc`: play, replay, look at scenarios and at the table of rules.

What is heavy is imported by the command that needs it, so that a battle starts at once. Whatever a person
typed wrong ends with exit code 2 and one line on stderr; Ctrl-C ends with 130; a closed pipe ends quietly.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from .generate_cli import scenario_generate
from .rules_cli import compile_named as _compile
from .rules_cli import rules_app
from .terminal import INTERRUPTED, USAGE, OneLineGroup, complain, console, counted, fail, say
from .version import __version__

if TYPE_CHECKING:
    from .compiling import Compiled
    from .game import Match
    from .policies import BatchResult, Policy
    from .replay import Recorder
    from .scenario import Scenario

    Sides = tuple[Policy, Policy]

app = typer.Typer(cls=OneLineGroup, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
scenario_app = typer.Typer(help="List, check and show scenarios.")
app.add_typer(scenario_app, name="scenario")
app.add_typer(rules_app, name="rules")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"wzc {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """WarZone Count battles, played by agents.

    A first battle: [bold]wzc play[/bold]. A thousand: [bold]wzc play duel --battles 1000[/bold].
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


With = Annotated[
    list[str] | None, typer.Option("--with", metavar="OPTION", help="Play under an option of the rules; repeatable.")
]


def _policy(option: str, name: str) -> "Policy":
    from . import policies  # noqa: PLC0415

    try:
        return policies.get(name)
    except ValueError as error:
        fail(f"{option}: {error}")
    except ImportError as error:
        fail(f"{option}: agent {name!r} cannot be loaded: {error}")


def _seat(side: str, wanted: str | None, usual: str | None) -> "Policy":
    """Who plays a side: who is asked for, else the scenario's agent, else the brute."""
    if wanted is not None or usual is None:
        return _policy(f"--{side}", wanted or "brute")
    return _policy(f"agents.{side}", usual)


def _within(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        fail(f"{option} = {value}: out of range; allowed: {least} to {most}")


def _target(save: str | None, scenario: str) -> Path | None:
    """Where to save; what could not be saved at the end is refused at once."""
    from . import paths, saving  # noqa: PLC0415

    if save is None:
        return None
    try:
        return saving.target(save, [paths.find("scenarios", scenario)])
    except saving.SaveError as error:
        fail(f"--save: {error}")


@app.command(epilog="Examples:  wzc play duel --seed 7   |   wzc play skirmish --foes random --battles 10000")
def play(
    scenario: Annotated[str, typer.Argument(help="A scenario by name, or a .toml file.")] = "skirmish",
    party: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who plays the party; else the scenario's agent, or brute.")
    ] = None,
    foes: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who plays the foes; else the scenario's agent, or brute.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the (first) battle's dice.")] = 1,
    battles: Annotated[int, typer.Option(metavar="N", help="How many; more than 1 run compiled.")] = 1,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a replay, or the results of several battles.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the result only.")] = False,
    show_map: Annotated[bool, typer.Option("--map/--no-map", help="Map and track at each Round.")] = True,
    also: With = None,
) -> None:
    """Play a battle, told as it goes, or many battles, counted."""
    compiled = _compile(scenario, also)
    usual = compiled.scenario.agents
    sides = (_seat("party", party, usual.party), _seat("foes", foes, usual.foes))
    _within("--seed", seed, 0, 2**62)
    _within("--battles", battles, 1, 10**7)
    path = _target(save, scenario)
    if battles == 1:
        _play_one(compiled, sides, seed, path, quiet, show_map)
    else:
        _play_many(compiled, sides, seed, battles, path)


def _play_one(compiled: "Compiled", sides: "Sides", seed: int, save: Path | None, quiet: bool, show_map: bool) -> None:
    from .game import Match, Refused  # noqa: PLC0415
    from .policies import decide  # noqa: PLC0415
    from .replay import Recorder, commit  # noqa: PLC0415

    match = Match(compiled, seed)
    recorder = Recorder(match, seed, {"party": sides[0].name, "foes": sides[1].name}, commit() if save else None)
    try:
        story = _Story(match, quiet, show_map)
        while match.decision is not None:
            action = decide(sides[match.decision.side], match)
            try:
                story.decide(action)
                recorder.step(action)
            except (Refused, IndexError) as error:
                fail(f"agent {sides[match.decision.side].name!r} chose action {action}: {error}")
            story.tell()
        story.close()
    except KeyboardInterrupt:
        if save is not None:
            _save_replay(recorder, save, interrupted=True)
        raise
    if save is not None:
        _save_replay(recorder, save)


def _save_replay(recorder: "Recorder", path: Path, interrupted: bool = False) -> None:
    try:
        recorder.save(path, interrupted)
    except OSError as error:
        fail(f"--save: {path}: {error.strerror or error}")
    say([f"replay: {path}" + f" (interrupted after {counted(len(recorder), 'decision')})" * interrupted])


class _Story:
    """Prints a match as it is stepped; a quiet one prints the result only."""

    def __init__(self, match: "Match", quiet: bool, show_map: bool) -> None:
        from .render.text import Narrator, aims, scene  # noqa: PLC0415

        self.match, self.quiet = match, quiet
        out = console()
        width = min(out.width, 120) if out.is_terminal else 100

        def picture() -> list[Text]:
            return scene(match, match.compiled.layout, width) if show_map else []

        self._scene = picture
        self._narrator = Narrator(match, picture)
        if quiet:
            match.battle.log.on = 0
        else:
            say([Text(match.compiled.title, style="bold"), *aims(match)])
            self.tell()

    def decide(self, action: int) -> None:
        """Before the step."""
        if not self.quiet:
            self._narrator.decide(action)

    def tell(self) -> None:
        """After the step."""
        if not self.quiet:
            say(self._narrator.tell(self.match.take_events()))

    def close(self) -> None:
        """The result in one line."""
        from .render.phrases import ENDINGS, REASONS  # noqa: PLC0415
        from .replay import fingerprint  # noqa: PLC0415

        b = self.match.battle
        ending = f"{ENDINGS[self.match.outcome]} ({REASONS[self.match.reason]})"
        if not self.quiet:
            say(["", *self._scene()])
        rounds, decisions = counted(b.turn, "Round"), counted(b.decisions, "decision")
        say([f"{ending} in {rounds}, {decisions}, state {fingerprint(self.match)}"])


def _play_many(compiled: "Compiled", sides: "Sides", seed: int, battles: int, save: Path | None) -> None:
    import numpy as np  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    from .policies import run_batch  # noqa: PLC0415
    from .render import reports  # noqa: PLC0415

    err = Console(stderr=True)
    bar = Progress(console=err, transient=True, disable=not err.is_terminal)
    task = bar.add_task(f"{compiled.name}: {battles} battles", total=battles)

    def progress(done: int, _: int) -> None:
        bar.start()  # not before the first wave: compiling the rules has a line of its own
        bar.update(task, completed=done)

    seeds = np.arange(seed, seed + battles, dtype=np.int64)
    try:
        result = run_batch(compiled, sides[0], sides[1], seeds, progress)
    except (
        RuntimeError,
        ValueError,
    ) as error:  # an illegal choice, or a battle too large for its record: with its seed
        fail(str(error))
    finally:
        bar.stop()
    if save is not None and len(result):
        _save_results(compiled, sides, result, save)  # before anything is printed, which may fail
    if len(result):
        many, last = counted(len(result), "battle"), seed + len(result) - 1
        say([Text(f"{compiled.title}: {many}, seeds {seed} to {last}", style="bold")])
        say(reports.results(result, sides[0].name, sides[1].name))
    if save is not None:
        cut = f" (interrupted after {len(result)} of {battles} battles)" * result.interrupted
        say([f"results: {save}{cut}" if len(result) else f"no battle is complete: nothing is saved to {save}"])
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def _save_results(compiled: "Compiled", sides: "Sides", result: "BatchResult", path: Path) -> None:
    from .render import reports  # noqa: PLC0415
    from .replay import commit  # noqa: PLC0415
    from .saving import write_whole  # noqa: PLC0415

    record = {
        "format": "wzc-results-1",
        "version": __version__,
        "rules_hash": compiled.rules_hash,
        "commit": commit(),
        "name": compiled.name,
        "agents": {"party": sides[0].name, "foes": sides[1].name},
        "seeds": [int(result.seeds[0]), int(result.seeds[-1])],
        "interrupted": result.interrupted,
        **reports.summary(result),
        "scenario": compiled.scenario.to_record(),
    }
    try:
        write_whole(path, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
    except OSError as error:
        fail(f"--save: {path}: {error.strerror or error}")


@app.command(epilog="Example:  wzc play --save b.jsonl; wzc replay b.jsonl --show")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay that `wzc play --save` wrote.")],
    show: Annotated[bool, typer.Option("--show", help="Tell the battle while it is played again.")] = False,
    show_map: Annotated[bool, typer.Option("--map/--no-map", help="Map and track at each Round.")] = True,
) -> None:
    """Play a saved battle again and compare every state with the file."""
    from .replay import Replay, ReplayError, rules_warning, verify  # noqa: PLC0415

    try:
        if not show:
            verdict = verify(file)
            for warning in verdict.warnings:
                complain(f"warning: {warning}")
            if verdict.difference is not None:
                fail(verdict.difference)
            cut = "; the battle was interrupted there" * verdict.interrupted
            say([f"{file}: {counted(verdict.decisions, 'decision')}, every state equal{cut}"])
            return
        saved = Replay.load(file)
        compiled = saved.compile()
        for warning in rules_warning(saved, compiled):
            complain(f"warning: {warning}")
        story = None
        for match, action in saved.play(compiled):
            if story is None:
                story = _Story(match, False, show_map)
            else:
                story.tell()
            if action >= 0:
                story.decide(action)
        if story is not None:
            story.close()
    except ReplayError as error:
        fail(str(error))


@scenario_app.command("list")
def scenario_list() -> None:
    """Names and titles of the scenarios that are here."""
    from . import scenario  # noqa: PLC0415
    from .render.reports import columns  # noqa: PLC0415

    rows: list[Sequence[str]] = [("name", "party", "foes", "host", "title")]
    for name in scenario.names():
        one = _compile(name).scenario
        counts = [str(sum(entry.count for entry in side)) for side in (one.party, one.foes)]
        rows.append((name, *counts, one.host.title, one.title))
    say(columns(rows, right=(1, 2)))


scenario_app.command(
    "generate", epilog="Example:  wzc scenario generate --count 20 --split test --out battles --measure 100"
)(scenario_generate)


@scenario_app.command("check")
def scenario_check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Scenario files, or names.")],
) -> None:
    """Check scenario files: "ok", or one line that says what is wrong."""
    bad = False
    for name in files:
        try:
            _compile(name)
        except typer.Exit:
            bad = True
        else:
            say([f"{name}: ok"])
    if bad:
        raise typer.Exit(USAGE)


@scenario_app.command("show")
def scenario_show(name: Annotated[str, typer.Argument(help="A scenario by name, or a .toml file.")]) -> None:
    """The map, the creatures and the host of a scenario, what is at stake and what will change."""
    from .game import Match  # noqa: PLC0415
    from .render.reports import changes, creatures, stances  # noqa: PLC0415
    from .render.text import aims, zone_map  # noqa: PLC0415

    compiled = _compile(name)
    one = compiled.scenario
    say([Text(f"{one.title} ({one.name})", style="bold")])
    say(
        [
            f"host: {one.host.title}; battlefield: {one.battlefield.title}; at most {counted(one.max_rounds, 'Round')}",
            f"modules: {', '.join(one.modules) or 'none'}; options: {', '.join(one.options) or 'none'}",
            *_usual(one),
            "",
        ]
    )
    match = Match(compiled)
    say([zone_map(match, compiled.layout), "", *creatures(compiled), *stances(one), *aims(match), *changes(one)])


def _usual(one: "Scenario") -> list[str]:
    """Who plays where nobody says otherwise, where the scenario says who."""
    named = [f"{agent} for the {side}" for side in ("party", "foes") if (agent := getattr(one.agents, side))]
    return [f"agents: {', '.join(named)}"] if named else []


@app.command()
def warmup() -> None:
    """Compile the rules and the agents now, so that the first batch does not wait for it."""
    from . import policies  # noqa: PLC0415
    from .kernel import warm  # noqa: PLC0415
    from .warzone import entry, observe  # noqa: PLC0415

    agents = [policies.get(name) for name in policies.names()]
    done = warm(
        [
            entry.new_many,
            entry.legal_many,
            entry.step_many,
            entry.returns_many,
            observe.observe_many,
            policies.waiting_for,
            *(agent.act for agent in agents if isinstance(agent, policies.ArrayPolicy)),
        ]
    )
    counts = f"{done.compiled} functions compiled, {done.loaded} loaded, {done.seconds:.1f} s"
    say([f"{counts}; cache: {done.folder}"])


def main() -> None:
    """The program `wzc`."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a terminal without box characters shows "?" instead of an error
    app()
