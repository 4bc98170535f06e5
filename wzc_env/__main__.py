"""The program `wzc`, and `python -m wzc_env`: thin, so that Ctrl-C while the rest is imported ends quietly too."""

import sys


def main() -> None:
    """Run the command line; an interrupt that it has not seen to itself ends with 130."""
    try:
        from . import cli  # noqa: PLC0415 - within the try, as the docstring says

        cli.main()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("wzc: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
