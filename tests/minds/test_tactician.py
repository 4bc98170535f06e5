"""The tactician: legal everywhere, the same plain and compiled, and each of its habits once in a staged position."""

import numpy as np
import pytest

from tests.harness import is_breath_of, stage, until_breath_of
from wzc_env import policies, scenario
from wzc_env.game import Match
from wzc_env.policies import Waves, decide
from wzc_env.warzone.words import Kind, Mod, Note, Outcome

TACTICIAN = policies.get("tactician")
NAMES = ["duel", "broken_line", "skirmish", "ambush", "proving_ground"]
TOUGH = {"hp": 60, "morale": 0}


def says(match: Match) -> str:
    """What the tactician does here, in words."""
    return match.words(decide(TACTICIAN, match))


def play_out(match: Match) -> list[str]:
    """A whole battle of two tacticians, in words; every action is legal or the Match refuses it."""
    said = []
    while not match.over:
        said.append(says(match))
        match.step(said[-1])
        match.take_events()
    return said


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_it_plays_legally_to_the_end(name, seed):
    match = Match(scenario.load(name).compile(), seed=seed)
    assert play_out(match)
    assert match.over


@pytest.mark.parametrize("name", NAMES)
def test_batches_are_the_plain_battles(name):
    game = scenario.load(name).compile()
    ends = Waves(game, TACTICIAN, TACTICIAN, 3).play(np.arange(1, 4))
    for seed, outcome, decisions in zip(range(1, 4), ends["outcome"], ends["decisions"], strict=True):
        match = Match(game, seed=seed)
        said = play_out(match)
        assert (match.outcome, match.battle.decisions) == (outcome, decisions)
        assert len(said) == decisions


def test_it_defends_itself_against_a_blow_that_would_fell_it():
    match = stage([("sword_fighter@front", {"hp_now": 3})], [("ogre@far", TOUGH)])
    until_breath_of(match, "ogre")
    match.battle.units[0].vigor = 4
    match.step("Attack sword with great club")
    assert match.decision is not None
    assert match.decision.kind == Kind.DEFEND
    assert says(match) in ("Guard", "Parry & Riposte")


def test_it_finishes_off_the_nearly_dead():
    match = stage(["sword_fighter@front"], [("orc@far", {"hp": 30}), ("orc@far", {"hp": 30, "hp_now": 1})])
    assert says(match) == "Attack orc_1 with sword"


def test_it_spends_the_last_point_on_a_guard():
    match = stage(["sword_fighter@front"], [("ogre@far", TOUGH)])
    match.battle.units[0].vigor = 5
    said = []
    while match.decision is not None and match.decision.agent == "sword_0" and match.decision.kind == Kind.BREATH:
        said.append(says(match))
        match.step(said[-1])
        while match.decision is not None and match.decision.kind == Kind.DEFEND:
            match.step("Pass")
    assert any(words.startswith("Ready") for words in said), said


def test_a_caster_in_the_back_focuses_and_releases():
    match = stage(
        ["magic_user@back", ("sword_fighter@front", TOUGH)], [("goblin@far", {"count": 3, "morale": 0})], seed=3
    )
    said = []
    while match.decision is not None and not any(words.startswith("Release") for words in said):
        words = says(match)
        if match.decision.agent == "mage_0":
            said.append(words)
        match.step(words)
    assert "Focus" in said
    assert said[-1].startswith("Release"), said


def test_a_bowman_shoots_from_where_it_stands():
    match = stage([("sword_fighter@front", TOUGH)], [("raider_archer@rear", {"morale": 0}), ("ogre@far", TOUGH)])
    until_breath_of(match, "archer")
    assert is_breath_of(match, "archer")
    assert says(match) == "Attack sword with bow"


def test_whoever_has_nobody_in_reach_goes_towards_them_or_waits_ready():
    match = stage([("sword_fighter@back", TOUGH)], [("ogre@rear", TOUGH)])
    assert says(match).startswith(("Move", "Ready"))


def test_it_beats_random_in_a_few_battles_both_ways():
    skirmish = scenario.load("skirmish").compile()
    chance = policies.get("random")
    won = policies.run_batch(skirmish, TACTICIAN, chance, range(30)).count(Outcome.PARTY_WINS)
    won += policies.run_batch(skirmish, chance, TACTICIAN, range(30)).count(Outcome.FOES_WIN)
    assert won >= 50


@pytest.mark.parametrize("name", ["tactician", "brute"])
def test_who_emerges_strikes_the_quarry_it_has_named(name):
    policy = policies.get(name)
    struck = 0
    for seed in range(1, 7):
        match = Match(scenario.load("ambush").compile(), seed=seed)
        while not match.over:
            match.step(decide(policy, match))
            events = match.take_events()
            struck += sum(e.note == Note.MOD and e.what == Mod.PERFECT_AMBUSH for e in events)
    assert struck >= 3
