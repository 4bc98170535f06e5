"""Where no open path leads to an enemy, the shipped agents make one; on the book's maps they come to an end."""

from typing import Any

import pytest

from tests.harness import noted, scenario, shipped, stage
from tests.rules.test_works import BARRED
from wzc_env import policies
from wzc_env.game import Match
from wzc_env.warzone.words import Note, Outcome

AGENTS = ("brute", "tactician")
DECIDED = (Outcome.PARTY_WINS, Outcome.FOES_WIN)


def fought(match: Match, agent: str) -> list[Any]:
    """The battle to its end, both sides by one agent; its events."""
    events = match.take_events()
    while match.decision is not None:
        match.step(policies.decide(policies.get(agent), match))
        events += match.take_events()
    return events


@pytest.mark.parametrize("agent", AGENTS)
def test_a_barred_way_is_worked_open(agent):
    shut: dict[str, Any] = {**BARRED, "edges": [way for way in BARRED["edges"] if way["join"] != ["road", "back"]]}
    match = stage(["fighter@road"], ["goblin@hall"], battlefield=shut, seed=2)
    assert noted(fought(match, agent), Note.WAY)
    assert match.outcome in DECIDED


@pytest.mark.parametrize("agent", AGENTS)
def test_nobody_works_where_a_way_is_open(agent):
    match = stage(["fighter@road"], ["goblin@hall"], battlefield=BARRED, seed=2)
    assert not noted(fought(match, agent), Note.WAY)
    assert match.outcome in DECIDED


@pytest.mark.parametrize("agent", AGENTS)
def test_nobody_waits_at_the_chasm_when_the_bridge_falls(agent):
    field = {
        "title": "A chasm",
        "zones": {"near": {"title": "Near"}, "bridge": {"title": "Bridge"}, "far": {"title": "Far"}},
        "edges": [
            {"join": ["near", "bridge"]},
            {"join": ["bridge", "far"]},
            {"join": ["near", "far"], "kind": "blocked", "opens": {"check": "standard"}},
        ],
    }
    fall = {"when": {"entered": "bridge"}, "do": "remove", "zone": "bridge", "to": "far"}
    made = scenario(["fighter@near", "spear_fighter@near"], ["ogre@far"], battlefield=field, changes=[fall])
    match = Match(made.compile(), seed=3)
    events = fought(match, agent)
    assert noted(events, Note.ZONE_GONE)
    assert match.outcome in DECIDED


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("name", ["gate_bridge", "night_market", "dragon_back"])
def test_the_books_maps_are_played_to_an_end(name, agent):
    for seed in (1, 2):
        match = shipped(name, seed=seed)
        fought(match, agent)
        assert match.outcome in DECIDED, (name, agent, seed)
