"""A battlefield for surprises: two Flanks to hide in, a Front Line to charge from, a way Off-Map."""

from collections.abc import Sequence
from typing import Any

from tests.harness import noted, play, stage, unit
from tests.rules.fields import NO_MORALE, field
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Note, Side

NIGHT = field(
    {
        "camp": "back_line party",
        "square": "front_line party",
        "shrine": "front_line foes",
        "store": "back_line foes",
        "wood": "flank both",
        "alley": "flank both",
        "pit": "melee",
        "sky": "off_map",
    },
    "camp -- square",
    "square == shrine",
    "shrine -- store",
    "wood -- camp",
    "wood -- alley",
    "wood == shrine",
    "alley -- shrine",
    "alley -- pit",
    "pit -- shrine",
    "pit -- square",
    "sky ~~ camp",
    "sky ~~ wood",
    "sky ~~ shrine",
    "sky ~~ store",
    "sky ~~ pit",
)
"""camp ── square ⇌ shrine ── store; wood ⇌ shrine, alley ── shrine; the sky over some of it."""

BLADES: dict[str, Any] = {"gear": [], "attacks": [
    {"name": "blade", "bonus": 0, "rolls": ["1d6"]},
    {"name": "flurry", "bonus": 0, "rolls": ["1d6", "1d6"]},
    {"name": "bow", "bonus": 0, "range": 300, "rolls": ["1d6"]},
]}  # fmt: skip
"""Natural attacks without a bonus of their own."""


def lurker(place: str = "wood", kind: str = "sword_fighter", **changes: Any) -> tuple[str, dict[str, Any]]:
    """A creature that hides on a 50 or less, with 13 Vigor when it is a sword fighter."""
    return f"{kind}@{place}", {**BLADES, "stealth": 50, "abilities": {"dex": 18}, **changes}


def night(party: Sequence[Any], foes: Sequence[Any], dice: Sequence[int] = (), **options: Any) -> Match:
    """A battle on this map, without morale."""
    rules = {**NO_MORALE, **options.pop("rules", {})}
    return stage(party, foes, battlefield=options.pop("battlefield", NIGHT), dice=dice, rules=rules, **options)


def hidden(match: Match, who: str) -> bool:
    """Whether the enemies of a creature do not know where it is."""
    bits = unit(match, who).hidden_from
    side = Side(match.setup.sheets[match.names.labels.index(who)].side)
    assert bits in (0, 1 << (1 - side)), "one hides from the enemy alone"
    return bits != 0


def seen(events: Sequence[Event]) -> int:
    """How often somebody was hidden no longer."""
    return len(noted(events, Note.SEEN))


def strike(match: Match, who: str, whom: str, weapon: str = "blade", rolls: int = 1) -> list[Event]:
    """An Attack; the target lets every roll pass, where it is asked at all."""
    events = play(match, f"{who}: Attack {whom} with {weapon}")
    while match.decision is not None and match.names.labels[match.decision.unit] == whom and rolls > 0:
        if match.why(match.parse("Pass")):
            break
        events += play(match, f"{whom}: Pass")
        rolls -= 1
    return events
