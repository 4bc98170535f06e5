"""What text calls things: verbs, units, Zones, spells, attacks, and how two spellings are compared.

The rules know numbers only; a `View` is a battle with the names of its scenario, and a `game.Match` is one.
A thing without a name (an id of a block that this Setup does not fill) is counted: `unit#14`, `zone#9`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .state import Battle, Rules, Setup
from .words import Difficulty, Kind, Order, Reaction, Step, Trait, Verb


class Names(Protocol):
    """What text calls the units, Zones, spells, routines and sets of gear of a scenario, by index."""

    @property
    def agents(self) -> list[str]:
        """Agents: "captain_0"."""

    @property
    def labels(self) -> list[str]:
        """What text prints: "captain" where there is one, else the agent."""

    @property
    def titles(self) -> list[str]:
        """ "Raider captain"."""

    @property
    def zones(self) -> list[str]:
        """Ids of the Zones: "gate"."""

    @property
    def zone_titles(self) -> list[str]:
        """Titles of the Zones."""

    @property
    def spells(self) -> list[str]:
        """Rows of `Setup.spells`."""

    @property
    def unit_spells(self) -> list[list[str]]:
        """The spells of each unit, by slot."""

    @property
    def routines(self) -> list[list[str]]:
        """The attack routines of each unit."""

    @property
    def areas(self) -> list[str]:
        """The area attack of each unit; "" for none."""

    @property
    def gear(self) -> list[list[str]]:
        """The sets of gear of each unit."""

    @property
    def changes(self) -> list[str]:
        """What the prepared changes of the battlefield are told as."""

    @property
    def stances(self) -> list[str]:
        """The Stances by their titles."""

    @property
    def mobs(self) -> list[str]:
        """The mobs, that of `Sheet.mob` = 1 first."""

    @property
    def hazards(self) -> list[str]:
        """Rows of `Setup.hazards`: "fire"."""

    @property
    def objectives(self) -> list[str]:
        """Titles of the rows of `Setup.objectives`; "" for none."""


class View(Protocol):
    """A battle with the names to speak of it."""

    @property
    def setup(self) -> Setup:
        """What the battle is made of."""

    @property
    def rules(self) -> Rules:
        """What it costs."""

    @property
    def battle(self) -> Battle:
        """How it stands."""

    @property
    def names(self) -> Names:
        """What everything is called."""


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
    Verb.HIDE: "Hide",
    Verb.PASS: "Pass",
    Verb.GUARD: "Guard",
    Verb.PARRY: "Parry & Riposte",
    Verb.INTERDICT: "Interdict",
    Verb.RELOAD: "Reload",
    Verb.FIRST_AID: "First aid",
    Verb.CHANGE_GEAR: "Change gear",
    Verb.RALLY: "Rally",
    Verb.END_STANCE: "End Stance",
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
    Verb.BLAST: "Blast",
    Verb.COMMAND: "Command",
    Verb.WORK: "Work on",
    Verb.STANCE: "Declare",
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

ORDERS = {
    Order.ADVANCE: "Advance",
    Order.ATTACK: "Attack",
    Order.VOLLEY: "Volley",
    Order.SHIELD_WALL: "Shield Wall",
    Order.INTO_THE_MELEE: "Into the Melee",
    Order.FALL_BACK: "Fall Back",
}
"""Order -> its title."""

TRAITS = {
    Trait.FRONT_LINE: "Front Line",
    Trait.BACK_LINE: "Back Line",
    Trait.FLANK: "Flank",
    Trait.HIGH_GROUND: "High Ground",
    Trait.MELEE: "the Melee",
    Trait.UNDERWATER: "Underwater",
    Trait.OFF_MAP: "Off-Map",
    Trait.FOG: "Fog",
}
"""Trait -> its title."""

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


def area_name(view: View, unit: int) -> str:
    """The name of a unit's area attack."""
    names = view.names.areas
    return (names[unit] if 0 <= unit < len(names) else "") or "an area attack"


def spell_name(view: View, spell: int) -> str:
    """The name of a row of the battle's spell book."""
    return name_of(view.names.spells, spell, "spell")


def stance_name(view: View, row: int) -> str:
    """The title of a Stance."""
    return name_of(view.names.stances, row, "stance")


def entries(lists: Sequence[Sequence[str]], index: int) -> Sequence[str]:
    """The names that belong to unit `index`; none where it is nobody."""
    return lists[index] if 0 <= index < len(lists) else ()


NOBODY = "nobody"
"""The quarry of who emerges and falls upon no one."""


def options(view: View) -> tuple[Sequence[str], str]:
    """What CHOOSE chooses from now: the names by option, and the word for one without a name."""
    b, names = view.battle, view.names
    if b.ask != Kind.CHOOSE or b.depth == 0:
        return (), "option"
    step = b.frames[b.depth - 1].step
    if step == Step.CHOOSE_SHOVE or step == Step.CHOOSE_MARCH:
        return names.zones, "zone"
    if step == Step.CHOOSE_SPELL:
        return entries(names.unit_spells, b.who), "spell"
    if step == Step.CHOOSE_GEAR:
        return entries(names.gear, b.who), "gear"
    if step == Step.CHOOSE_ORDER:
        return list(ORDERS.values()), "order"
    if step in (Step.CHOOSE_AID, Step.CHOOSE_MARK, Step.CHOOSE_RALLY):
        return names.labels, "unit"
    if step == Step.CHOOSE_QUARRY:  # oneself stands for nobody
        return [NOBODY if unit == b.who else label for unit, label in enumerate(names.labels)], "unit"
    return (), "option"
