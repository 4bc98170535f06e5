"""The observation: every number in its documented range, never all zero, the same plain and compiled, ego-centric."""

import numpy as np
import pytest

from tests.harness import scenario
from wzc_env import scenario as scenarios
from wzc_env.game import Match
from wzc_env.kernel import compiled, load, zeros
from wzc_env.policies import any_legal
from wzc_env.warzone import entry, flow
from wzc_env.warzone.compass import nibble, zone_order
from wzc_env.warzone.observe import describe, observe_many, size, slices
from wzc_env.warzone.senses import Arm, Body, Figure, Ground, Whole, body_at
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Edge, Effect, Kind, Life, Reaction, Side, Step, Trait


def seen_by(match: Match, unit: int) -> np.ndarray:
    return np.array(match.game.observe(match.battle, match.setup, match.rules, unit), np.float32)


def shipped(name: str, seed: int = 0) -> Match:
    match = Match(scenarios.load(name).compile(), seed)
    match.battle.log.on = 0
    return match


@pytest.mark.parametrize("facts", [Whole, Figure, Arm, Body, Ground])
def test_places_are_numbered_without_gaps(facts) -> None:
    assert [int(fact) for fact in facts] == list(range(len(facts)))
    assert all(fact.low < fact.high or fact is Whole.ONE for fact in facts)


def test_codes_of_the_rules_have_places_in_their_own_order() -> None:
    """`observe` adds a code to the first place of its kind: a new Step, Effect, Trait, Reaction or Life needs one."""
    steps = {step: Whole(Whole.ATTACK_OPEN + step).name for step in Step}
    for step, place in steps.items():
        assert place in (step.name, f"{step.name}_OPEN"), step
    for kind in Kind:
        if kind != Kind.OVER:
            assert Whole(Whole.BREATH + kind - Kind.BREATH).name == kind.name
    for effect in Effect:
        assert Body(Body.HASTE + effect).name == effect.name
    for life in Life:
        assert Body(Body.UP + life).name == life.name
    titles = {"PARRY_RIPOSTE": "PARRY"}
    for reaction in list(Reaction)[1:]:
        assert Body(Body.GUARD + reaction - Reaction.GUARD).name == titles.get(reaction.name, reaction.name)
    for trait in Trait:
        assert Ground(Ground.FRONT_LINE + trait.bit_length() - 1).name == trait.name


@pytest.mark.parametrize("name", ["duel", "broken_line", "skirmish"])
def test_description_and_slices_cover_the_vector(name: str) -> None:
    setup = shipped(name).setup
    entries = describe(setup)
    assert [one.place for one in entries] == list(range(size(setup)))
    assert len({one.name for one in entries}) == size(setup)
    parts = slices(setup)
    assert [i for part in parts.values() for i in range(part.start, part.stop)] == list(range(size(setup)))
    for part, where in parts.items():
        assert all(one.name.split(".")[0] == part for one in entries[where])


@pytest.mark.parametrize("name", scenarios.names())
def test_every_number_stays_in_its_range(name: str) -> None:
    for seed in range(1 + 2 * (name == "skirmish")):
        match = shipped(name, seed)
        entries = describe(match.setup)
        low = np.array([one.low for one in entries], np.float32)
        high = np.array([one.high for one in entries], np.float32)
        while not match.over:
            match.step(any_legal(match.battle, match.setup, match.legal()))
            for unit in {match.battle.who, match.battle.decisions % match.setup.units_n} - {-1}:
                row = seen_by(match, unit)
                wrong = np.flatnonzero((row < low) | (row > high))
                assert len(wrong) == 0, [(entries[i], row[i]) for i in wrong]
                assert row[Whole.ONE] == 1


def test_plain_and_compiled_see_the_same() -> None:
    game = scenarios.load("skirmish").compile()
    setup, rules = load(Setup, game.setup, 0), load(Rules, game.rules, 0)
    n = 16
    battles = zeros(Battle, n)
    out = np.full((n, size(setup)), np.nan, np.float32)
    compiled(entry.new_many)(battles, game.setup, game.rules, np.arange(n))
    actions, whys = np.zeros(n, np.int64), np.zeros(n, np.int64)
    kinds = set()
    for _ in range(150):
        compiled(observe_many)(battles, game.setup, game.rules, out)
        twins = [load(Battle, battles, i) for i in range(n)]
        kinds |= {Kind(b.ask) for b in twins}
        plain = [[0.0] * size(setup) for _ in range(n)]
        observe_many(twins, [setup], [rules], plain)
        assert np.array_equal(np.array(plain, np.float32), out)
        masks = [[0] * setup.actions_n for _ in range(n)]
        entry.legal_many(twins, [setup], [rules], masks)
        for i, b in enumerate(twins):
            if b.ask != Kind.OVER:
                actions[i] = any_legal(b, setup, masks[i])
        compiled(entry.step_many)(battles, game.setup, game.rules, actions, whys)
    assert {Kind.BREATH, Kind.DEFEND, Kind.INTERDICT, Kind.LULL} <= kinds


def rows_that_change(match: Match, observer: int, change) -> set[str]:
    """The slices of an observer's vector that a change to the battle touches."""
    before = seen_by(match, observer)
    change(match.battle)
    after = seen_by(match, observer)
    return {name for name, part in slices(match.setup).items() if not np.array_equal(before[part], after[part])}


def test_unit_rows_are_self_allies_enemies_in_roster_order() -> None:
    match = shipped("broken_line")  # party 0 1 2, foes 3 4
    order = {0: [0, 1, 2, 3, 4], 1: [1, 0, 2, 3, 4], 2: [2, 0, 1, 3, 4], 3: [3, 4, 0, 1, 2], 4: [4, 3, 0, 1, 2]}
    for observer, units in order.items():
        for row, unit in enumerate(units):

            def hurt(b: Battle, unit: int = unit) -> None:
                b.units[unit].hp -= 1

            assert rows_that_change(match, observer, hurt) == {f"unit_{row}"}


def test_zone_rows_begin_at_the_own_end() -> None:
    match = shipped("broken_line")
    zones = match.names.zones
    for side, expected in (
        (Side.PARTY, ["pc_back", "pc_front", "melee", "enemy_front", "enemy_back"]),
        (Side.FOES, ["enemy_back", "enemy_front", "melee", "pc_front", "pc_back"]),
    ):
        order = zone_order(match.setup, side)
        assert sorted(zones, key=lambda zone: nibble(order, zones.index(zone))) == expected
        observer = next(i for i in range(5) if match.setup.sheets[i].side == side)
        for row, zone in enumerate(expected):

            def flood(b: Battle, z: int = zones.index(zone)) -> None:
                b.zones[z].bodies[0] += 1

            assert rows_that_change(match, observer, flood) == {f"zone_{row}"}


def test_an_opened_edge_moves_no_row() -> None:
    match = shipped("skirmish")
    before = zone_order(match.setup, Side.PARTY)
    match.battle.edge[0][3] = match.battle.edge[3][0] = Edge.ORDINARY
    assert zone_order(match.setup, Side.PARTY) == before


def mirrored() -> Match:
    """Orcs against orcs, place for place, on the symmetric default battlefield; nobody has been asked yet."""
    field = scenarios.load("skirmish").battlefield.model_dump(mode="json", exclude_defaults=True)
    party = ["orc@friendly_front", "orc@friendly_back", "raider_archer@friendly_flank", "ogre@melee"]
    foes = ["orc@enemy_front", "orc@enemy_back", "raider_archer@enemy_flank", "ogre@melee"]
    match = Match(scenario(party, foes, battlefield=field).compile(), 0)
    flow.start(match.battle, match.setup, match.rules, 0, 0)
    return match


def test_both_sides_of_a_mirror_see_the_same() -> None:
    match = mirrored()
    half = match.setup.units_n // 2
    ties = [one.place for one in describe(match.setup) if one.name.endswith(".rank")]
    for unit in range(half):
        own, other = seen_by(match, unit), seen_by(match, unit + half)
        own[ties] = other[ties] = 0  # ties go by roster order, which a mirror turns around
        assert np.array_equal(own, other)
    assert not np.array_equal(seen_by(match, 0), seen_by(match, 1))


def test_values_of_a_known_position() -> None:
    match = shipped("broken_line")
    parts = slices(match.setup)
    match.battle.units[4].life = Life.DYING
    match.battle.units[4].hp = 0
    row = seen_by(match, 0)
    one, archer = (row[parts[name]][body_at(match.setup) :] for name in ("unit_0", "unit_4"))
    assert row[Whole.BREATH] == row[Whole.MINE] == 1  # the sword fighter has most Vigor
    assert row[Whole.LEFT] == np.float32(5 / 13)
    assert one[Body.VIGOR] == np.float32(11 / 13)
    assert (one[Body.SIDE], one[Body.HP], row[parts["unit_0"]][Figure.PC], one[Body.ACTING]) == (1, 1, 1, 1)
    assert (archer[Body.SIDE], archer[Body.HP], archer[Body.UP], archer[Body.DYING]) == (-1, 0, 0, 1)
    front = row[parts["zone_1"]]
    assert (front[Ground.HERE], front[Ground.CONTROL], front[Ground.FRONT_LINE], front[Ground.OWNER]) == (1, 1, 1, 1)
    across = row[parts["zone_3"]]
    assert (across[Ground.ENGAGEMENT], across[Ground.CONTROL], across[Ground.DISTANCE]) == (1, -1, 0.25)


def test_a_battle_that_is_over_and_one_who_left_are_still_seen() -> None:
    match = shipped("duel")
    while not match.over:
        match.step(any_legal(match.battle, match.setup, match.legal()))
    match.battle.units[0].life = Life.GONE
    match.battle.units[0].zone = -1
    row = seen_by(match, 0)
    assert row[Whole.ONE] == 1
    assert row[Whole.BREATH : Whole.MINE + 1].tolist() == [0] * 6
    assert row[slices(match.setup)["zone_0"]][Ground.DISTANCE] == -1
