"""Golden counts of lines: `python -m tests.perft --write` makes tests/proof/perft.tsv anew; read its difference.

A line is decisions and dice together. The battles are tiny: every face of every die is counted.
"""

import sys
from pathlib import Path

from tests import harness
from wzc_env.battlefield import Bands
from wzc_env.experiments.lines import count_lines
from wzc_env.game import Match
from wzc_env.scenario import Scenario

FILE = Path(__file__).parent / "proof" / "perft.tsv"
STICK = {"gear": [], "attacks": [{"name": "stick", "bonus": 0, "rolls": ["1d2"]}], "morale": 0, "hp": 3}
YARD = {
    "title": "A yard",
    "zones": {"yard": {"title": "Yard"}, "gate": {"title": "Gate", "traits": ["front_line"], "owner": "foes"}},
    "edges": [{"join": ["yard", "gate"]}],
}


def yard() -> Scenario:
    """Two on a map of two Zones: attacks, reactions, wrestling, moving in and out."""
    return harness.scenario([("goblin@yard", STICK)], [("wolf@yard", STICK)], battlefield=YARD)


def road() -> Scenario:
    """Two on three bands: the Count alone."""
    bands = Bands(number=3, feet=10)
    field = {"title": "A road", "bands": bands.model_dump(), "zones": bands.zones(), "edges": bands.edges()}
    return harness.scenario([("goblin@ft0", STICK)], [("wolf@ft10", STICK)], battlefield=field, modules=[])


BATTLES = {"yard": (yard, 2), "road": (road, 3)}
"""Battle -> how it is made, and the depth that the file goes to."""


def start(name: str) -> Match:
    """A battle at its first decision, with scripted dice."""
    return Match(BATTLES[name][0]().compile(), dice=[])


def table() -> str:
    """The file as the present rules count it."""
    rows = ["battle\tdepth\tlines"]
    for name, (_, deepest) in BATTLES.items():
        rows += [f"{name}\t{depth}\t{count_lines(start(name), depth)}" for depth in range(1, deepest + 1)]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    made = table()
    if "--write" in sys.argv[1:]:
        FILE.write_text(made, encoding="utf-8")
    print(made, end="")
