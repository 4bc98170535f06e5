"""What text calls things: verbs, units, Zones, spells, attacks, and how two spellings are compared.

The rules know numbers only; a `View` is a battle with the names of its scenario, and a `game.Match` is one. Where
a thing has no name (an id of a block that this Setup does not fill) text counts it: `unit#14`, `zone#9`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .state import Battle, Rules, Setup
from .words import Difficulty, Reaction, Verb


class Names(Protocol):
    """What text calls the units, Zones, spells, routines and sets of gear of a scenario, by index."""

    agents: list[str]
    labels: list[str]
    titles: list[str]
    zones: list[str]
    zone_titles: list[str]
    spells: list[str]
    unit_spells: list[list[str]]
    routines: list[list[str]]
    gear: list[list[str]]


class View(Protocol):
    """A battle with the names to speak of it."""

    @property
    def setup(self) -> Setup: ...  # noqa: D102 - the record of this name
    @property
    def rules(self) -> Rules: ...  # noqa: D102 - the record of this name
    @property
    def battle(self) -> Battle: ...  # noqa: D102 - the record of this name
    @property
    def names(self) -> Names: ...  # noqa: D102 - the names of its scenario


@dataclass(frozen=True)
class Parts:
    """A View of single records, for text without a Match."""

    setup: Setup
    rules: Rules
    battle: Battle
    names: Any


PLAIN = {
    Verb.END: "End Breath",
    Verb.FORFEIT: "Forfeit",
    Verb.OVERLOAD: "Overload",
    Verb.BREAK_HOLD: "Break hold",
    Verb.WITHDRAW: "Withdraw",
    Verb.FOCUS: "Focus",
    Verb.READY_GUARD: "Ready Guard",
    Verb.READY_PARRY: "Ready Parry & Riposte",
    Verb.READY_INTERDICT: "Ready Interdict",
    Verb.DRAW: "Draw",
    Verb.PASS: "Pass",
    Verb.GUARD: "Guard",
    Verb.PARRY: "Parry & Riposte",
    Verb.INTERDICT: "Interdict",
    Verb.RELOAD: "Reload",
    Verb.FIRST_AID: "First aid",
    Verb.CHANGE_GEAR: "Change gear",
}
"""The verbs that stand alone."""

WITH_OBJECT = {
    Verb.ATTACK: "Attack",
    Verb.GRAPPLE: "Grapple",
    Verb.SHOVE: "Shove",
    Verb.MOVE: "Move",
    Verb.RUSH: "Rush",
    Verb.FORCED_EXIT: "Forced Exit",
    Verb.RUSHED_EXIT: "Rushed Forced Exit",
    Verb.RELEASE: "Release",
    Verb.CHOOSE: "Choose",
}
"""The verbs that take an object."""

TITLES = PLAIN | WITH_OBJECT
"""Verb -> the words that name it."""

REACTIONS = {
    Reaction.GUARD: "Guard",
    Reaction.PARRY_RIPOSTE: "Parry & Riposte",
    Reaction.INTERDICT: "Interdict",
}
"""Reaction -> its title."""

TO_ZONE = (Verb.MOVE, Verb.RUSH, Verb.FORCED_EXIT, Verb.RUSHED_EXIT)
LADDER = {Difficulty.STANDARD: "Standard", Difficulty.HARD: "Hard", Difficulty.DIRE: "Dire"}


def name_of(names: Sequence[str], index: int, kind: str) -> str:
    """What text calls entry `index`: its name; `kind#index` for none, `name#index` for a shared one."""
    if not 0 <= index < len(names):
        return f"{kind}#{index}"
    name = names[index]
    return name if sum(fold(other) == fold(name) for other in names) == 1 else f"{name}#{index}"


def fold(text: str) -> str:
    """Text as it is compared: no case, single spaces, "&" for "and", no article in front, no underscores."""
    text = " ".join(text.casefold().replace("_", " ").replace(" and ", " & ").split())
    return text.removeprefix("the ")


def unit_name(view: View, unit: int) -> str:
    """The label of a unit."""
    return name_of(view.names.labels, unit, "unit")


def zone_name(view: View, zone: int) -> str:
    """The id of a Zone."""
    return name_of(view.names.zones, zone, "zone")


def routine_name(view: View, unit: int, routine: int) -> str:
    """The name of an attack routine of a unit."""
    return name_of(entries(view.names.routines, unit), routine, "routine")


def spell_name(view: View, spell: int) -> str:
    """The name of a row of the battle's spell book."""
    return name_of(view.names.spells, spell, "spell")


def entries(lists: Sequence[Sequence[str]], index: int) -> Sequence[str]:
    """The names that belong to unit `index`; none where it is nobody."""
    return lists[index] if 0 <= index < len(lists) else ()
