"""Mobs for rule tests, and short ways to read what they did."""

from tests.harness import noted, play, stage
from tests.rules.fields import NO_MORALE
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Kind, Note

WALL = ("sword_fighter@front", {"hp": 90, "ac": 20, "abilities": {"dex": 3}})
"""7 Vigor, behind every mob here."""


def mob(kind: str = "wolf", place: str = "far", count: int = 3, **changes):
    """Members of one mob with 9 Vigor and hit points to spare."""
    return f"{kind}@{place}", {"count": count, "mob": "pack", "hp": 9, **changes}


def band(dice=(), foes=None, party=(WALL,), rules=None, **options) -> Match:
    """A mob, of three wolves if nothing else is said, against the wall."""
    return stage(list(party), foes or [mob()], dice=list(dice), rules={**NO_MORALE, **(rules or {})}, **options)


def names(match: Match, events: list[Event], note: Note) -> list[str]:
    """Whom the events of one kind are about."""
    return [match.names.labels[e.unit] for e in noted(events, note)]


def selections(match: Match, events: list[Event]) -> list[tuple[str, int, int]]:
    """Who was selected, how many with it, at which Vigor."""
    return [(match.names.labels[e.unit], e.amount, e.total) for e in noted(events, Note.SELECT)]


def attack(match: Match, who: str, whom: str) -> list[Event]:
    """A common Attack that nobody answers."""
    events = play(match, f"{who}: Attack {whom}")
    while match.decision.kind == Kind.DEFEND:
        events += play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    return events


def company(match: Match) -> list[str]:
    """Who shares the Breath under way."""
    return [label for i, label in enumerate(match.names.labels) if match.battle.members >> i & 1]
