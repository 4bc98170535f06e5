"""What brute and tactician make of their Squads: strike, shoot, go on, rally; the same plain and compiled."""

from collections import Counter

import numpy as np
import pytest

from tests.harness import unit, until
from tests.proof.worlds import compiled_world
from tests.rules.companies import BOW, CROSSBOW, block, company, order, squad
from tests.rules.fields import NO_MORALE
from wzc_env import policies
from wzc_env.game import Match
from wzc_env.policies import Waves, decide
from wzc_env.warzone.words import Kind, Note, Order, Outcome, Side

BRUTE, TACTICIAN = policies.get("brute"), policies.get("tactician")
BOTH = pytest.mark.parametrize("policy", [BRUTE, TACTICIAN], ids=lambda policy: policy.name)
WORLDS = ["companies", "warbands"]
LEADER = ("raider_captain@back", {"leader": True, "morale": 0})


def says(match: Match, policy) -> str:
    return match.words(decide(policy, match))


def commanded(match: Match, policy) -> tuple[str, Order, str]:
    """Whom the policy commands first, what, and at whom or where."""
    for _ in range(3):
        if match.decision.kind in (Kind.BREATH, Kind.CHOOSE):
            match.step(decide(policy, match))
    told = [e for e in match.take_events() if e.note == Note.COMMAND]
    assert told, "no Command"
    aim = match.names.zones[told[0].zone] if told[0].zone >= 0 else ""
    return match.names.labels[told[0].other], Order(told[0].what), aim or match.names.labels[told[0].amount]


@BOTH
def test_who_has_a_foe_in_reach_strikes(policy):
    match = company([("ogre@far", {"morale": 0, "hp": 40})], squad("spears", "front", 4), seed=1, dice=None)
    assert commanded(match, policy) == ("spears", Order.ATTACK, "ogre")


@BOTH
def test_who_has_missiles_shoots(policy):
    match = company([("ogre@far", {"morale": 0, "hp": 40})], squad("bows", "back", 4, gear=BOW), seed=1, dice=None)
    assert commanded(match, policy) == ("bows", Order.VOLLEY, "ogre")


@BOTH
def test_who_reaches_nobody_goes_on(policy):
    match = company([("ogre@rear", {"morale": 0, "hp": 40})], squad("spears", "back", 4), seed=1, dice=None)
    who, what, where = commanded(match, policy)
    assert (who, what) == ("spears", Order.ADVANCE)
    assert where == "front"


def test_the_brute_stops_striking_when_the_flurry_is_great():
    match = company([("ogre@far", {"morale": 0, "hp": 90})], squad("spears", "front", 4), seed=1, dice=None)
    unit(match, "spears").attacks = 2
    assert "Command" not in says(match, BRUTE)


def test_the_tactician_forms_a_wall_when_there_is_nothing_else_to_do():
    """The missiles are shot and the enemy stands before them."""
    bolts = squad("bolts", "front", 4, gear=CROSSBOW)
    match = company([("ogre@far", {"morale": 0, "hp": 40})], bolts, seed=1, dice=None)
    unit(match, "bolts").unloaded = 1
    assert commanded(match, TACTICIAN) == ("bolts", Order.SHIELD_WALL, "ogre")


@BOTH
def test_a_squad_in_flight_is_rallied(policy):
    spears = squad("spears", "front", 4, armour="leather")
    match = company([("ogre@far", {"morale": 0})], spears, dice=[6, 6], rules=NO_MORALE)
    order(match, "spears", "Into the Melee", "melee")
    assert unit(match, "spears").fleeing == 1
    until(match, lambda: match.decision.kind == Kind.LULL)
    assert says(match, policy) == "Rally"
    assert block(match, "spears").leader == 0


@BOTH
def test_an_empty_crossbow_is_reloaded(policy):
    match = company([("ogre@rear", {"morale": 0})], squad("bolts", "back", 4, gear=CROSSBOW), dice=[], rules=NO_MORALE)
    unit(match, "bolts").unloaded = 1
    until(match, lambda: match.decision.kind == Kind.LULL)
    assert says(match, policy) in ("Reload", "Change gear")


@pytest.mark.parametrize("world", WORLDS)
@BOTH
def test_they_play_to_the_end_and_command_all_the_while(policy, world):
    orders = Counter()
    for seed in range(3):
        match = Match(compiled_world(world), seed=seed)
        while not match.over:
            match.step(decide(policy, match))
        orders += Counter(Order(e.what) for e in match.take_events() if e.note == Note.COMMAND)
        assert match.outcome != Outcome.UNDECIDED
    assert orders[Order.ATTACK] > 5
    assert orders[Order.VOLLEY] > 0
    if world == "companies":  # the warbands meet at once
        assert orders[Order.ADVANCE] + orders[Order.INTO_THE_MELEE] > 0


@pytest.mark.parametrize("world", WORLDS)
@BOTH
def test_batches_are_the_plain_battles(policy, world):
    game = compiled_world(world)
    ends = Waves(game, policy, policy, 3).play(np.arange(1, 4))
    for seed, outcome, decisions in zip(range(1, 4), ends["outcome"], ends["decisions"], strict=True):
        match = Match(game, seed=seed)
        while not match.over:
            match.step(decide(policy, match))
            match.take_events()
        assert (match.outcome, match.battle.decisions) == (outcome, decisions)


@pytest.mark.parametrize("side", [Side.PARTY, Side.FOES])
def test_both_beat_chance(side):
    game, seeds = compiled_world("companies"), range(60)
    for policy in (BRUTE, TACTICIAN):
        chance = policies.get("random")
        pair = (policy, chance) if side == Side.PARTY else (chance, policy)
        won = Outcome.PARTY_WINS if side == Side.PARTY else Outcome.FOES_WIN
        assert policies.run_batch(game, *pair, seeds).count(won) > 36
