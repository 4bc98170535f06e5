"""Agents: always legal, the same plain and compiled, and each true to its description."""

from collections import Counter

import numpy as np
import pytest

from tests.harness import stage, until_breath_of
from wzc_env import scenario as scenarios
from wzc_env.agents.random import policy as random_policy
from wzc_env.agents.scripted import brute_policy
from wzc_env.compiling import Compiled
from wzc_env.game import Match
from wzc_env.kernel import compiled, load, zeros
from wzc_env.policies import any_legal, decide, run_batch
from wzc_env.stats import wilson
from wzc_env.warzone import entry
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Kind, Outcome, Reaction, Side, Verb

POLICIES = [random_policy, brute_policy]


def shipped(name: str) -> Compiled:
    return scenarios.load(name).compile()


def verbs_of(match: Match, who: Side | None = None) -> Counter[Verb]:
    """What the brute does on both sides (or one, against random) until the end."""
    seen: Counter[Verb] = Counter()
    match.battle.log.on = 0
    while match.decision is not None:
        side = match.decision.side
        action = decide(brute_policy if who in (None, side) else random_policy, match)
        if who in (None, side):
            seen[Verb(match.setup.verb_of[action])] += 1
        match.step(action)
    return seen


@pytest.mark.parametrize("foes", POLICIES, ids=lambda p: p.name)
@pytest.mark.parametrize("party", POLICIES, ids=lambda p: p.name)
@pytest.mark.parametrize("name", ["duel", "broken_line", "skirmish"])
def test_choices_are_legal_to_the_end(name: str, party, foes) -> None:
    game = shipped(name)
    for seed in range(3):
        match = Match(game, seed)
        match.battle.log.on = 0
        while match.decision is not None:
            action = decide((party, foes)[match.decision.side], match)
            assert match.legal()[action] == 1
            match.step(action)
        assert match.outcome != Outcome.UNDECIDED


@pytest.mark.parametrize("policy", POLICIES, ids=lambda p: p.name)
def test_plain_and_compiled_choose_alike(policy) -> None:
    game = shipped("skirmish")
    setup, rules = load(Setup, game.setup, 0), load(Rules, game.rules, 0)
    n = 24
    battles, masks = zeros(Battle, n), np.zeros((n, setup.actions_n), np.uint8)
    actions, whys = np.zeros(n, np.int64), np.zeros(n, np.int64)
    compiled(entry.new_many)(battles, game.setup, game.rules, np.arange(n))
    kinds = set()
    for _ in range(120):
        waiting = np.flatnonzero(battles["ask"] != Kind.OVER)
        kinds |= {Kind(k) for k in battles["ask"][waiting]}
        compiled(entry.legal_many)(battles, game.setup, game.rules, masks)
        twins = [load(Battle, battles, i) for i in range(n)]
        plain = [0] * n
        policy.act(twins, [setup], [rules], masks.tolist(), waiting.tolist(), plain)
        compiled(policy.act)(battles, game.setup, game.rules, masks, waiting, actions)
        assert [plain[i] for i in waiting] == actions[waiting].tolist()
        compiled(entry.step_many)(battles, game.setup, game.rules, actions, whys)
    assert {Kind.BREATH, Kind.DEFEND, Kind.LULL} <= kinds


def test_random_takes_each_legal_action_equally_often() -> None:
    match = Match(shipped("skirmish"), 5)
    mask = match.legal()
    legal = match.legal_actions()
    n = 400 * len(legal)
    seen = Counter(any_legal(match.battle, match.setup, mask) for _ in range(n))
    assert sorted(seen) == legal
    share = 1 / len(legal)
    slack = 5 * (n * share * (1 - share)) ** 0.5  # five standard deviations
    assert all(abs(count - n * share) < slack for count in seen.values())


def test_random_draws_from_its_side_and_not_from_the_dice() -> None:
    match = Match(shipped("duel"), 5)
    before = [list(stream) for stream in match.battle.dice.streams]
    side = match.decision.side
    decide(random_policy, match)
    changed = [old != list(new) for old, new in zip(before, match.battle.dice.streams, strict=True)]
    assert changed == [False, side == Side.PARTY, side == Side.FOES]


@pytest.mark.parametrize("name", ["duel", "skirmish"])
def test_brute_beats_random_from_both_seats(name: str) -> None:
    game = shipped(name)
    seeds = range(400)
    as_party = run_batch(game, brute_policy, random_policy, seeds).count(Outcome.PARTY_WINS)
    as_foes = run_batch(game, random_policy, brute_policy, seeds).count(Outcome.FOES_WIN)
    assert wilson(as_party, len(seeds), 0.999).low > 0.75
    assert wilson(as_foes, len(seeds), 0.999).low > 0.75


def test_brute_never_pays_for_a_reaction_and_uses_what_it_has() -> None:
    free = Counter()
    for seed in range(6):
        match = Match(shipped("skirmish"), seed)
        match.battle.log.on = 0
        while match.decision is not None:
            kind, unit = match.decision.kind, match.battle.units[match.decision.unit]
            verb = Verb(match.setup.verb_of[decide(brute_policy, match)])
            if kind == Kind.DEFEND:
                expected = Verb.GUARD if unit.ready == Reaction.GUARD else Verb.PASS
                assert verb == expected
                free[verb] += 1
            match.step(decide(brute_policy, match))
    assert min(free[Verb.GUARD], free[Verb.PASS]) > 10


def test_brute_has_its_own_menu() -> None:
    seen: Counter[Verb] = Counter()
    for seed in range(12):
        seen += verbs_of(Match(shipped("skirmish" if seed % 2 else "proving_ground"), seed))
    used = {Verb.ATTACK, Verb.MOVE, Verb.READY_GUARD, Verb.END, Verb.FORFEIT, Verb.DRAW, Verb.RELOAD, Verb.CHOOSE}
    never = {Verb.OVERLOAD, Verb.RUSH, Verb.GRAPPLE, Verb.SHOVE, Verb.WITHDRAW, Verb.PARRY, Verb.FIRST_AID}
    assert used <= set(seen)
    assert not never & set(seen)


def words_of_brute(match: Match, n: int) -> list[str]:
    """Its next n choices, in words."""
    said = []
    for _ in range(n):
        action = decide(brute_policy, match)
        said.append(match.words(action))
        match.step(action)
    return said


def test_brute_attacks_twice_then_guards() -> None:
    match = stage(["sword_fighter@front"], ["ogre@far"], seed=1)
    until_breath_of(match, "sword")
    said = []
    while match.decision.agent == "sword_0":
        said += words_of_brute(match, 1)
        while match.decision.kind == Kind.DEFEND:
            match.step(int(match.setup.offset[Verb.PASS]))
    assert said == ["Attack ogre with sword", "Attack ogre with sword", "Ready Guard", "End Breath"]


def test_brute_hits_the_weakest_in_reach() -> None:
    match = stage(["sword_fighter@front"], ["ogre@far", ("goblin@far", {"hp_now": 1}), "goblin@far"], seed=1)
    until_breath_of(match, "sword")
    target = decide(brute_policy, match) - int(match.setup.offset[Verb.ATTACK])
    assert target % match.setup.unit_slots == 2  # roster: sword, ogre, the hurt goblin, a whole one


def test_brute_walks_the_short_way_to_the_nearest_enemy() -> None:
    match = stage(["sword_fighter@back"], ["ogre@rear"], seed=1)
    until_breath_of(match, "sword")
    assert words_of_brute(match, 2)[0] == "Move front"


def test_brute_draws_what_reaches() -> None:
    match = stage(["sword_fighter@melee"], ["raider_archer@melee"], seed=1)
    until_breath_of(match, "archer")
    assert words_of_brute(match, 2)[0] == "Draw"
    assert match.battle.units[1].gear == 1  # no shot from inside the Melee, so the sword


def test_brute_casts_where_it_has_nothing_to_hit_with() -> None:
    unarmed = {"gear": [{"name": "robe"}]}
    match = stage([("magic_user@back", unarmed)], ["ogre@far", "goblin@far"], seed=3)
    until_breath_of(match, "mage")
    assert words_of_brute(match, 1) == ["Focus"]
    assert match.battle.units[0].focus < 0
    while match.battle.units[0].focus < 0:
        words_of_brute(match, 1)
    until_breath_of(match, "mage")
    assert words_of_brute(match, 1)[0].startswith("Release")


def test_brute_guards_once_and_forfeits_where_it_cannot_get_at_anybody() -> None:
    bridge = {
        "title": "A full bridge",
        "zones": {
            "back": {"title": "Back", "owner": "party", "traits": ["back_line"]},
            "bridge": {"title": "Bridge", "owner": "party", "traits": ["front_line"], "capacity": 2},
            "far": {"title": "Far", "owner": "foes", "traits": ["front_line"]},
        },
        "edges": [{"join": ["back", "bridge"]}, {"join": ["bridge", "far"], "kind": "engagement"}],
    }
    party = ["sword_fighter@bridge", "spear_fighter@bridge", "cleric@back"]
    match = stage(party, ["ogre@far"], battlefield=bridge, seed=1)
    until_breath_of(match, "cleric")
    assert words_of_brute(match, 2) == ["Ready Guard", "End Breath"]
    until_breath_of(match, "cleric")
    assert match.battle.units[2].ready == Reaction.GUARD
    assert words_of_brute(match, 1) == ["Forfeit"]
