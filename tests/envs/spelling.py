"""Names of parametrized tests: the same in every process, so that several of them can share the tests."""

import re


def spelled(value: object) -> str:
    """The text of a value without the addresses of the objects in it."""
    return re.sub(r" at 0x[0-9a-f]+", "", str(value))
