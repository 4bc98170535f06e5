"""Objectives in the hands of the shipped agents: each kind is pursued, and won by play."""

from collections import Counter

import numpy as np
import pytest

from tests.harness import stage, until_breath_of
from wzc_env import battlefield, policies, scenario
from wzc_env.game import Match
from wzc_env.policies import Waves, decide
from wzc_env.warzone import tables
from wzc_env.warzone.words import Outcome, Reason

AGENTS = ["brute", "tactician"]
TOUGH = {"hp": 60, "morale": 0}


def said(match: Match, name: str) -> str:
    """What an agent does here, in words."""
    return match.words(decide(policies.get(name), match))


def play_out(match: Match, party: str, foes: str) -> Match:
    """The battle to its end."""
    sides = (policies.get(party), policies.get(foes))
    match.battle.log.on = 0
    while match.decision is not None:
        match.step(decide(sides[match.decision.side], match))
    return match


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        ({"kind": "reach", "zones": ["melee", "front"], "count": 2}, Reason.REACHED),
        ({"kind": "reach", "zones": ["melee"], "creature": "cleric"}, Reason.REACHED),
        ({"kind": "hold", "zones": ["front"], "lulls": 2}, Reason.HELD),
        ({"kind": "escort", "zones": ["front"], "creature": "cleric"}, Reason.ESCORTED),
        ({"kind": "escape", "count": 2}, Reason.ESCAPED),
        ({"kind": "escape", "count": 1, "zones": ["flank"]}, Reason.ESCAPED),
        ({"kind": "kill", "creature": "goblin"}, Reason.KILLED),
    ],
)  # fmt: skip
def test_each_kind_is_won_by_play(name, goal, reason):
    """Against one whom nobody can beat and who harms nobody."""
    match = stage(
        ["sword_fighter@back", "cleric@back", "thief@flank"],
        [("orc@rear", {"hp": 900, "morale": 0, "tags": [], "gear": [], "attacks": []}), ("goblin@far", {"hp": 1})],
        objectives=[{"side": "party", **goal}],
        max_rounds=12,
        seed=3,
    )
    play_out(match, name, "brute")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, reason)


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.parametrize("name", AGENTS)
def test_an_edge_is_opened_by_play(name):
    field = {
        "title": "A cell",
        "zones": {
            "hall": {"title": "Hall", "traits": ["back_line"], "owner": "party"},
            "yard": {"title": "Yard", "traits": ["back_line"], "owner": "foes"},
            "cell": {"title": "Cell"},
        },
        "edges": [
            {"join": ["yard", "hall"]},
            {"join": ["yard", "cell"]},
            {"join": ["hall", "cell"], "kind": "blocked", "opens": {"check": "standard"}},
        ],
    }
    goal = {"side": "party", "kind": "open", "edge": ["cell", "hall"]}
    harmless = {"hp": 900, "morale": 0, "tags": [], "gear": [], "attacks": []}
    match = stage(["sword_fighter@hall"], [("orc@yard", harmless)], battlefield=field, objectives=[goal], seed=2)
    assert said(match, name).startswith("Work on cell")
    play_out(match, name, "brute")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.OPENED)


@pytest.mark.rule("battlefield.edit")
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("edge", [["cell", "hall"], ["hall", "cell"]])
def test_an_edge_is_opened_from_the_zone_that_its_end_has_become_a_part_of(name, edge):
    field = {
        "title": "A cell",
        "zones": {
            "cell": {"title": "Cell"},
            "hall": {"title": "Hall", "traits": ["back_line"], "owner": "party"},
            "yard": {"title": "Yard", "traits": ["back_line"], "owner": "foes"},
            "gate": {"title": "Gate"},
        },
        "edges": [
            {"join": ["gate", "hall"]},
            {"join": ["gate", "yard"]},
            {"join": ["hall", "cell"], "kind": "blocked", "opens": {"check": "standard"}},
        ],
    }
    goal = {"side": "party", "kind": "open", "edge": edge}
    harmless = {"hp": 900, "morale": 0, "tags": [], "gear": [], "attacks": []}
    match = stage(["sword_fighter@hall"], [("orc@yard", harmless)], battlefield=field, objectives=[goal], seed=2)
    match.edit(do="merge", zones=["gate", "hall"])
    assert said(match, name).startswith("Work on cell")
    play_out(match, name, "brute")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.OPENED)


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize(("side", "zones"), [("party", ["ft0"]), ("party", None), ("foes", ["ft110"])])
def test_who_wants_to_leave_a_road_goes_to_its_own_end(name, side, zones):
    goal = {"side": side, "kind": "escape", "count": 1} | ({} if zones is None else {"zones": zones})
    road = battlefield.load("open_road", tables.load()).model_dump(mode="json")
    match = stage(
        [("sword_fighter@ft40", TOUGH)], [("orc@ft80", TOUGH)], modules=[], battlefield=road, objectives=[goal], seed=1
    )
    play_out(match, name, name)
    won = Outcome.PARTY_WINS if side == "party" else Outcome.FOES_WIN
    assert (match.outcome, match.reason) == (won, Reason.ESCAPED)


@pytest.mark.parametrize("name", AGENTS)
def test_the_foes_do_likewise(name):
    match = stage(
        [("sword_fighter@back", {"hp": 1})], ["orc@rear", "orc@rear"],
        objectives=[{"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 2}],
    )  # fmt: skip
    match.battle.units[0].timers[3] = 200
    match.battle.units[0].zone = 5
    until_breath_of(match, "orc_0")
    assert said(match, name) == "Move far"


@pytest.mark.parametrize("name", AGENTS)
def test_who_stands_where_it_should_stays_there(name):
    """Without the objective it would walk to the enemy."""
    hold = {"side": "party", "kind": "hold", "zones": ["back"], "lulls": 5}
    for goals, walks in (([], True), ([hold], False)):
        match = stage(["sword_fighter@back"], [("orc@far", TOUGH)], objectives=goals)
        assert said(match, name).startswith("Move") == walks


@pytest.mark.parametrize("name", AGENTS)
def test_who_can_do_nothing_for_an_objective_fights_on(name):
    """The charge alone is escorted; and nobody runs for an exit when too few are left to make it count."""
    for goal in (
        {"kind": "escort", "zones": ["flank"], "creature": "cleric"},
        {"kind": "escape", "count": 2},
    ):
        match = stage(
            ["sword_fighter@front", "cleric@back"], [("orc@far", TOUGH)], objectives=[{"side": "party", **goal}]
        )
        match.battle.units[1].life, match.battle.units[1].hp = 2, 0
        assert said(match, name).startswith("Attack orc")


@pytest.mark.parametrize("name", AGENTS)
def test_the_named_enemy_is_struck_before_a_weaker_one(name):
    party = [("sword_fighter@front", {"level": 4})]
    foes = [("ogre@far", {"hp": 12, "morale": 0}), ("goblin@far", {"morale": 0})]
    kill = {"side": "party", "kind": "kill", "creature": "ogre"}
    for goals, first in (([], "Attack goblin"), ([kill], "Attack ogre")):
        match = stage(party, foes, objectives=goals)
        match.battle.units[0].readied = 1  # no Ready any more: a blow is what is left
        assert said(match, name).startswith(first)


@pytest.mark.parametrize("name", AGENTS)
def test_a_hold_that_is_nearly_complete_brings_its_enemies_near(name):
    hold = {"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 2}
    match = stage([("raider_archer@back", {"gear": [], "attacks": []})], ["orc@far"], objectives=[hold])
    assert said(match, name) == "Move front"


def test_the_tactician_leaves_a_fire_and_the_brute_does_not():
    fire = {"kind": "fire", "zones": ["back"], "damage": "3d6"}
    party = [("raider_archer@back", {"hp": 12})]
    for hazards, walks in (([], False), ([fire], True)):
        match = stage(party, [("orc@far", TOUGH)], hazards=hazards)
        assert said(match, "tactician").startswith("Move") == walks
        assert said(match, "brute").startswith("Attack")


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("name", ["burning_granary", "drowned_crypt", "ritual"])
def test_batches_are_the_plain_battles(name, agent):
    game = scenario.load(name).compile()
    ends = Waves(game, policies.get(agent), policies.get(agent), 4).play(np.arange(1, 5))
    for seed, outcome, reason, decisions in zip(
        range(1, 5), ends["outcome"], ends["reason"], ends["decisions"], strict=True
    ):
        match = play_out(Match(game, seed=seed), agent, agent)
        assert (match.outcome, match.reason, match.battle.decisions) == (outcome, reason, decisions)


@pytest.mark.parametrize(
    ("name", "agent", "wanted"),
    [
        ("ritual", "brute", {Reason.HELD, Reason.KILLED}),
        ("ritual", "tactician", {Reason.HELD, Reason.KILLED}),
        ("burning_granary", "brute", {Reason.ESCORTED, Reason.KILLED}),
        ("drowned_crypt", "brute", {Reason.ESCAPED, Reason.REACHED}),
        ("drowned_crypt", "tactician", {Reason.ESCAPED, Reason.REACHED, Reason.OPENED}),
        ("gate_bridge", "brute", {Reason.HELD, Reason.REACHED}),
    ],
)
def test_the_shipped_scenarios_end_by_their_objectives(name, agent, wanted):
    game = scenario.load(name).compile()
    ends = Counter(play_out(Match(game, seed=seed), agent, agent).reason for seed in range(1, 9))
    assert wanted <= set(ends), ends
