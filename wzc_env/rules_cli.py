"""The commands `wzc rules ...`, and how any command gets the scenario that a person named."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .terminal import fail, say

if TYPE_CHECKING:
    from .compiling import Compiled

rules_app = typer.Typer(help="Look at the table of rules.")


def compile_named(name: str, also: Sequence[str] | None = None) -> "Compiled":
    """The scenario of a name or file, under these options too; what is wrong ends the program in one line."""
    from . import scenario  # noqa: PLC0415 - what is heavy is imported by the command that needs it
    from .errors import ConfigError  # noqa: PLC0415

    try:
        return scenario.load(name, also or ()).compile()
    except (ConfigError, OSError) as error:
        fail(str(error))


@rules_app.command(
    "show", epilog="Examples:  wzc rules show skirmish --chosen   |   wzc rules show --with lever.spell_brake"
)
def rules_show(
    scenario: Annotated[
        str | None, typer.Argument(help="A scenario whose table is meant, with its host's cells and changes.")
    ] = None,
    chosen: Annotated[bool, typer.Option("--chosen", help="Only cells that the book does not fix (C).")] = False,
    also: Annotated[
        list[str] | None, typer.Option("--with", metavar="OPTION", help="What an option changes; repeatable.")
    ] = None,
) -> None:
    """The table in force: each number with its status (S stated, D derived, C chosen) and source.

    With options, the cells that they change, before and after.
    """
    from . import options  # noqa: PLC0415
    from .errors import ConfigError  # noqa: PLC0415
    from .render.reports import rules_changes, rules_table  # noqa: PLC0415
    from .warzone import tables  # noqa: PLC0415

    try:
        table = tables.load() if scenario is None else compile_named(scenario).tables
        changed = None if scenario is None else compile_named(scenario, also).tables
        if also and changed is None:
            changed = options.lay(table, [options.load(name, key="--with") for name in also], key="--with")
    except ConfigError as error:
        fail(str(error))
    say(rules_changes(table, changed) if also and changed is not None else rules_table(table, chosen))


@rules_app.command("options")
def rules_options() -> None:
    """The options that `--with` and a scenario's `options` may name: campaign levers, control runs."""
    from . import options  # noqa: PLC0415
    from .render.reports import columns  # noqa: PLC0415

    rows: list[Sequence[str]] = [("option", "title", "what it does")]
    rows += [(one.name, one.title, one.says) for one in map(options.load, options.names())]
    say(columns(rows))
