"""A battlefield for Pincers by melee: three fronts with an engagement line each onto the road."""

from typing import Any

from tests.harness import Entry, play, stage, zone
from tests.rules.fields import field
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Side

FORK = field(
    {
        "hill": "front_line party",
        "wood": "front_line party",
        "bank": "front_line party",
        "base": "back_line party",
        "road": "front_line foes",
        "camp": "back_line foes",
        "ditch": "",
    },
    "hill == road",
    "wood == road",
    "bank == road",
    "hill -- base",
    "wood -- base",
    "bank -- base",
    "road -- camp",
    "road xx ditch",
    "ditch -- camp",
)

HILL, WOOD, BANK = 1 << 0, 1 << 1, 1 << 2
ROAD = 4


def hero(kind: str, place: str, **changes: Any) -> Entry:
    """A quick character: DEX 18, so 13 Vigor (12 in plate), ahead of every foe here for two Breaths."""
    return f"{kind}@{place}", {"abilities": {"dex": 18}, **changes}


def fork(
    dice: list[int], *, party: Any = None, foes: Any = ("ogre@road",), battlefield: Any = FORK, **options: Any
) -> Match:
    """A battle on the fork: the sword fighter on the hill, the spear fighter in the wood."""
    party = party or [hero("sword_fighter", "hill"), hero("spear_fighter", "wood")]
    return stage(party=party, foes=list(foes), battlefield=battlefield, dice=dice, **options)


def strike(match: Match, who: str, what: str = "ogre", *, end: bool = True) -> list[Event]:
    """An Attack that the target does not answer; the Breath ends after it if `end`."""
    events = play(match, f"{who}: Attack {what}")
    while match.decision is not None and match.names.labels[match.decision.unit] == what:
        if not match.why(match.parse("Pass")):
            events += play(match, f"{what}: Pass")
        else:
            break
    return events + (play(match, f"{who}: End Breath") if end else [])


def arms(match: Match, place: str = "road") -> int:
    """The arms of the party's Pincer on a Zone, as bits."""
    return int(zone(match, place).arms[Side.PARTY])


def next_round(match: Match) -> None:
    """Everybody forfeits, nobody maintains anything."""
    turn = match.battle.turn
    while match.battle.turn == turn:
        who = match.names.labels[match.decision.unit]
        play(match, f"{who}: Forfeit" if not match.why(match.parse("Forfeit")) else f"{who}: Pass")


def pincered(dice: list[int], *, foe: Entry = "raider_captain@road", place: str = "road", **options: Any) -> Match:
    """The captain's Breath, caught between hill and wood; sword and spear have 9 Vigor left."""
    match = fork([2] * 4 + dice, foes=[foe], **options)
    for who in ("sword", "spear"):
        strike(match, who, "captain", end=False)
        strike(match, who, "captain")
    assert arms(match, place) == HILL | WOOD
    match.take_events()
    return match
