"""What every command of `wzc` shares: output, complaints in one line, exit codes."""

import contextlib
import errno
import os
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

USAGE, INTERRUPTED, PIPE_CLOSED = 2, 130, 141

_ClickException: Any = typer.BadParameter.__mro__[2]
"""Base of all complaints about the command line; its module differs between versions of typer."""


class _Console(Console):
    """Standard output: a closed pipe ends the program without a word."""

    def on_broken_pipe(self) -> None:
        """Like `head`'s other clients: leave."""
        _mute()
        raise SystemExit(PIPE_CLOSED)


def _mute() -> None:
    """Send the rest of standard output nowhere, so that closing it cannot fail again."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # where there is no such stream, none can fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console() -> Console:
    """Standard output as rich writes it: colours for a terminal alone, long lines left to it."""
    return _Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def say(lines: Iterable[Text | str]) -> None:
    """Print lines."""
    out = console()
    for line in lines:
        out.print(line)


def counted(n: int, what: str) -> str:
    """`1 Round`, `2 Rounds`."""
    return f"{n} {what}{'s'[: n != 1]}"


def complain(text: str) -> None:
    """Print one line on stderr, where there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"wzc: {' '.join(text.split())}", file=sys.stderr, flush=True)


def fail(text: str) -> NoReturn:
    """End with one line on stderr and exit code 2."""
    complain(text)
    raise typer.Exit(USAGE)


class OneLineGroup(TyperGroup):
    """The root command: turns every complaint into one line and an exit code."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line as its base does: exit, or with standalone_mode=False return the code."""
        standalone = extra.get("standalone_mode", True)
        try:
            code = self._run(*args, **{**extra, "standalone_mode": False})
        except _ClickException as error:
            where = error.ctx.command_path if getattr(error, "ctx", None) else "wzc"
            complain(f"{error.format_message().rstrip('.')} (see {where} --help)")
            code = USAGE
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except BrokenPipeError:
            _mute()
            code = PIPE_CLOSED
        except OSError as error:  # files that a command reads and writes have messages of their own
            _mute()
            complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
            code = USAGE
        if code == INTERRUPTED:
            complain("interrupted")
        if standalone:
            sys.exit(code or 0)
        return code

    def _run(self, *args: Any, **extra: Any) -> Any:
        """The command, until the last of its output is where it belongs."""
        if sys.stdout is None:  # closed before the program began
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        code = super().main(*args, **extra)
        sys.stdout.flush()
        return code
