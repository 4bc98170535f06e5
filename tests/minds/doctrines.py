"""Battles of the doctrines for their tests: by Breath, in words."""

from collections.abc import Iterator
from importlib import import_module

from tests.harness import shipped
from wzc_env import policies
from wzc_env.game import Match
from wzc_env.policies import decide
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Note

TACTICIAN = policies.get("tactician")
BRUTE = policies.get("brute")
NAMES = ["burrower", "pack", "centaurs", "dragon", "mercenaries"]
TOUGH = {"hp": 60, "morale": 0}


def doctrine(name: str) -> policies.ArrayPolicy:
    """The doctrine of this name, registered or not."""
    policy: policies.ArrayPolicy = import_module(f"wzc_env.agents.doctrines.{name}").policy
    return policy


def breaths(name: str, seed: int, party: policies.ArrayPolicy = TACTICIAN) -> Iterator[tuple[Match, list[Event]]]:
    """The shipped scenario of a doctrine against a party, as one list of events a Breath, from its SELECT on."""
    match, foes = shipped(name, seed=seed), doctrine(name)
    events = match.take_events()
    while match.decision is not None:
        match.step(decide((party, foes)[match.decision.side], match))
        for event in match.take_events():
            if event.note in (Note.SELECT, Note.ROUND):
                yield match, events
                events = []
            events.append(event)
    yield match, events


def says(match: Match, policy: policies.ArrayPolicy) -> str:
    """What an agent does here, in words."""
    return match.words(decide(policy, match))


def zone_named(match: Match, name: str) -> int:
    return match.names.zones.index(name)
