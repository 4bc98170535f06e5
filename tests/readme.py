"""The README's picture of a run is what the command prints: `python -m tests.readme --write` takes it anew."""

import re
import sys
from pathlib import Path

from typer.testing import CliRunner

from wzc_env.cli import app

README = Path(__file__).parent.parent / "README.md"
LINES = 44
PICTURE = re.compile(r"(?<=```text picture\n)(?!```).+?(?=```\n)", re.DOTALL)
COMMAND = ["play", "broken_line", "--seed", "3"]


def picture() -> str:
    """The first lines of the battle that the README shows."""
    printed = CliRunner().invoke(app, COMMAND)
    assert printed.exit_code == 0, printed.output
    return "".join(f"{line.rstrip()}\n" for line in printed.stdout.splitlines()[:LINES])


def main() -> None:
    """Say whether the picture is as it should be, or take it anew."""
    old = README.read_text(encoding="utf-8")
    new = PICTURE.sub(lambda _: picture(), old)
    if "--write" in sys.argv[1:]:
        README.write_text(new, encoding="utf-8")
    print("unchanged" if new == old else "changed")


if __name__ == "__main__":
    main()
