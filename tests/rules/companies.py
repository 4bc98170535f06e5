"""Squads for rule tests, on the line of the harness, and short ways to command them."""

from typing import Any

from tests.harness import legal_words, noted, play, stage, unit
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Kind, Note

MODULES = ("zones", "squads")

SPEAR = [{"name": "spear", "attacks": [{"name": "spear", "bonus": 1, "rolls": ["1d6"]}]}]
CROSSBOW = [
    {"name": "crossbow", "attacks": [
        {"name": "crossbow", "bonus": 1, "range": 240, "reload": True, "rolls": ["1d6"]}
    ]},
    {"name": "knife", "attacks": [{"name": "knife", "bonus": 0, "rolls": ["1d4"]}]},
]  # fmt: skip
BOW = [{"name": "bow", "attacks": [{"name": "bow", "bonus": 1, "range": 240, "rolls": ["1d6"]}]}]

CAPTAIN = ("raider_captain@back", {"leader": True, "morale": 0})
"""A leader of HD 4, Vigor 10."""

OGRE = ("ogre@far", {"morale": 0, "hp": 60, "ac": 12})
"""HD 4, Vigor 10: it acts after a captain of the party... as the roster has it."""


def squad(name: str = "spears", place: str = "front", count: int = 4, **changes: Any) -> tuple[str, dict[str, Any]]:
    """A Squad of orcs with spears and 4 hit points, morale 8."""
    usual = {"squad": True, "name": name, "count": count, "hp": 4, "morale": 8, "gear": SPEAR, "ac": 13}
    return f"orc@{place}", {**usual, **changes}


def company(foes: list[Any], *squads: Any, dice: Any = (), leader: Any = CAPTAIN, **options: Any) -> Match:
    """A captain and its Squads against some foes."""
    if dice is not None:
        dice = list(dice)
    return stage([leader, *squads], foes, dice=dice, modules=MODULES, **options)


def order(match: Match, squad_: str, what: str, aim: str | None = None, leader: str = "captain") -> list[Event]:
    """A whole Command; what is settled by itself is not chosen, and nobody reacts."""
    events = play(match, f"{leader}: Command {squad_}")
    for choice in (what, aim):
        if choice is not None and f"Choose {choice}" in legal_words(match):
            match.step(f"Choose {choice}")
            events += match.take_events()
    return events + decline(match)


def decline(match: Match) -> list[Event]:
    """Let everybody decline to react."""
    events: list[Event] = []
    while match.decision is not None and match.decision.kind in (Kind.DEFEND, Kind.INTERDICT):
        match.step("Pass")
        events += match.take_events()
    return events


def block(match: Match, name: str) -> Any:
    """The record of a Squad."""
    return match.battle.squads[match.setup.sheets[match.names.labels.index(name)].squad]


def members(match: Match, name: str) -> list[int]:
    """Hit points of the members on their feet."""
    found = [hp for hp in block(match, name).hp if hp > 0]
    assert sum(found) == unit(match, name).hp
    return found


def down(events: list[Event]) -> list[int]:
    """How many were left each time that a member fell."""
    return [int(e.amount) for e in noted(events, Note.MEMBER_DOWN)]
