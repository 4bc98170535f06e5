"""The doctrines, legal and alike plain and compiled; the patterns of burrower, pack and centaurs in their scenarios."""

import numpy as np
import pytest

from tests.harness import is_breath_of, modifiers, noted, shipped, stage, until_breath_of, where
from wzc_env import policies, scenario
from wzc_env.game import Match
from wzc_env.policies import Waves, decide
from wzc_env.warzone.words import Mod, Note, Outcome, Side, Tag, Trait, Verb

from .doctrines import BRUTE, NAMES, TACTICIAN, TOUGH, breaths, doctrine, says, zone_named


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_scenario_names_its_doctrine_for_the_foes(name):
    assert scenario.load(name).agents.foes == doctrine(name).name == name


@pytest.mark.parametrize("name", NAMES)
def test_batches_are_the_plain_battles(name):
    game = shipped(name).compiled
    ends = Waves(game, TACTICIAN, doctrine(name), 4).play(np.arange(1, 5))
    for seed, outcome, decisions in zip(range(1, 5), ends["outcome"], ends["decisions"], strict=True):
        match = Match(game, seed=seed)
        while match.decision is not None:
            match.step(decide((TACTICIAN, doctrine(name))[match.decision.side], match))
        assert (match.outcome, match.battle.decisions) == (outcome, decisions)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("other", ["skirmish", "proving_ground"])
def test_it_plays_either_side_of_another_battle_to_the_end(name, other):
    """Outside its pattern a doctrine plays too, and leaves no trace of what it imagined."""
    match, policy = shipped(other, seed=2), doctrine(name)
    while match.decision is not None:
        before = match.state_bytes()
        action = decide(policy, match)
        assert match.state_bytes() == before
        match.step(action)
    assert match.outcome != Outcome.UNDECIDED


@pytest.mark.parametrize("name", NAMES)
def test_it_is_no_fool_in_its_own_scenario(name):
    """Against the same tactician on the same seeds it does better than the brute; the captain about as well, who pays
    for his Interdict."""
    game, seeds = shipped(name).compiled, np.arange(1, 129)
    wins = [
        policies.run_batch(game, TACTICIAN, foes, seeds).count(Outcome.FOES_WIN) for foes in (doctrine(name), BRUTE)
    ]
    assert wins[0] > (0.75 if name == "mercenaries" else 1.0) * wins[1], wins


@pytest.mark.rule("overlay.burrower")
def test_a_burrower_begins_off_map_and_its_first_breath_is_a_perfect_ambush():
    match = shipped("burrower")
    assert [match.names.zones[sheet.zone] for sheet in match.setup.sheets[5:8]] == ["off_map"] * 3
    assert all(sheet.tags & Tag.OFF_MAP_ACCESS for sheet in match.setup.sheets[5:8])
    assert [match.battle.units[unit].vigor for unit in (5, 6, 7)] == [10, 10, 10]  # 8 + ceil(4 / 2)
    seen = 0
    for _, events in breaths("burrower", 1):
        if noted(events, Note.SELECT) and noted(events, Note.QUARRY) and seen < 3:
            seen += 1
            quarry = noted(events, Note.QUARRY)[0]
            assert [e.mod for e in noted(events, Note.PAY) if e.unit == quarry.unit] == [-2, -3]
            assert noted(events, Note.ATTACK)[0].other == quarry.other
            assert modifiers(events)[0][Mod.PERFECT_AMBUSH] == 2
            assert [e for e in noted(events, Note.REACT) if e.unit == quarry.other] == []
    assert seen == 3


@pytest.mark.rule("overlay.burrower")
def test_a_burrower_goes_below_again_and_comes_out_elsewhere():
    below, out = set(), {}
    for seed in range(1, 7):
        for match, events in breaths("burrower", seed):
            for e in noted(events, Note.MOVE):
                off = zone_named(match, "off_map")
                if e.zone == off:
                    below.add((seed, e.unit))
                elif e.what == off:
                    out.setdefault((seed, e.unit), []).append(e.zone)
    assert len(below) >= 12
    assert sum(len(set(zones)) > 1 for zones in out.values()) >= 4, out


def test_a_burrower_picks_the_quarry_that_it_hurts_most_and_spares_its_vigor_for_the_way_down():
    policy = doctrine("burrower")
    match = stage(
        [("sword_fighter@front", TOUGH), ("magic_user@back", {"hp": 4, "ac": 9})],
        ["burrower@sky", ("ogre@rear", TOUGH)],
        battlefield=with_sky(),
        dice=[15, 6, 6, 6, 12, 1, 1, 1],
    )
    until_breath_of(match, "burrower")
    assert says(match, policy) == "Move back (Emerge)"
    match.step("Move back")
    assert says(match, policy) == "Choose mage"
    match.step("Choose mage")
    assert says(match, policy) == "Attack mage with mandibles"


def test_a_burrower_that_cannot_pay_for_way_and_blow_waits_below():
    policy = doctrine("burrower")
    match = stage([("sword_fighter@front", TOUGH)], ["burrower@sky", ("ogre@rear", TOUGH)], battlefield=with_sky())
    until_breath_of(match, "burrower")
    match.battle.units[1].vigor = 4
    assert says(match, policy) == "Forfeit"


def with_sky() -> dict[str, object]:
    """The harness's line with a place Off-Map that joins the party's two lines."""
    from tests.harness import LINE

    sky = {"title": "Sky", "traits": ["off_map"]}
    edges = [*LINE["edges"], *({"join": ["sky", zone], "kind": "off_map"} for zone in ("back", "front"))]
    return {**LINE, "zones": {**LINE["zones"], "sky": sky}, "edges": edges}


@pytest.mark.rule("overlay.pack")
def test_a_pack_splits_over_two_zones_and_closes_a_pincer_that_it_then_uses():
    routes, closed, helped = {}, False, 0
    for match, events in breaths("pack", 1):
        for e in noted(events, Note.MOVE):
            if match.setup.sheets[e.unit].mob and not closed:
                routes.setdefault(match.setup.sheets[e.unit].mob, set()).add(e.zone)
        pincers = [e for e in noted(events, Note.PINCER) if e.what == Side.FOES]
        if closed:
            helped += sum(Mod.PINCER in one for one in modifiers(events))
        closed = closed or [e.zone for e in pincers] == [zone_named(match, "camp")]
    assert closed
    assert helped >= 3
    assert routes == {1: {zone_named(match, "west_thicket")}, 2: {zone_named(match, "east_thicket")}}


@pytest.mark.rule("overlay.pack")
def test_wolves_are_scrappers_of_one_vigor_in_two_mobs():
    match = shipped("pack")
    wolves = match.setup.sheets[3:9]
    assert [wolf.mob for wolf in wolves] == [1, 1, 1, 2, 2, 2]
    assert all(wolf.tags & Tag.SCRAPPER for wolf in wolves)
    assert {match.battle.units[unit].vigor for unit in range(3, 9)} == {9}  # 8 + ceil(2 / 2)


def test_a_mob_in_its_arm_strikes_once_and_lets_the_other_close_the_pincer():
    policy = doctrine("pack")
    match = shipped("pack", dice=[10] * 12)
    for said in ("Move west_thicket", "Attack", "End"):
        assert says(match, policy).startswith(said)
        match.step(says(match, policy))
    assert match.names.labels[match.decision.unit] == "wolf_3"
    assert says(match, policy) == "Move east_thicket"


def test_a_pack_of_one_mob_fights_as_the_tactician():
    policy = doctrine("pack")
    wolves = ("wolf@rear", {"mob": "pack", "count": 3})
    match = stage([("sword_fighter@front", TOUGH)], [wolves])
    until_breath_of(match, "wolf_0")
    assert decide(policy, match) == decide(TACTICIAN, match)


@pytest.mark.rule("overlay.centaurs")
def test_centaurs_rush_and_charge_out_of_their_front_line_and_one_holds_it():
    charges = held = 0
    for match, events in breaths("centaurs", 1):
        front = zone_named(match, "rider_front")
        moves = [e for e in noted(events, Note.MOVE) if match.names.labels[e.unit].startswith("centaur")]
        paid = [Verb(e.what) for e in noted(events, Note.PAY)]
        if moves and moves[0].what == front and Verb.RUSH in paid and noted(events, Note.ATTACK):
            charges += 1
            assert modifiers(events)[0][Mod.RUSH] == 1
            assert all(e.total == 2 for e in noted(events, Note.FACTOR))
            held += sum(unit.zone == front for unit in match.battle.units[6:10]) > 0
    assert charges >= 3
    assert held == charges


@pytest.mark.rule("overlay.centaurs")
def test_centaurs_come_back_to_the_line_and_threaten_a_pincer_from_line_and_flank():
    returns = pincers = 0
    for seed in range(1, 5):
        for match, events in breaths("centaurs", seed):
            front = zone_named(match, "rider_front")
            returns += sum(
                e.zone == front and match.setup.sheets[e.unit].tags & Tag.CHARGER != 0 for e in noted(events, Note.MOVE)
            )
            for e in noted(events, Note.PINCER):
                assert e.what == Side.FOES
                assert e.zone == zone_named(match, "party_front")
                pincers += 1
    assert returns >= 4
    assert pincers >= 2


def test_a_rider_breaks_through_a_controlled_line_to_charge_who_stands_behind_it():
    policy = doctrine("centaurs")
    field = {
        "title": "A lane",
        "zones": {
            "line": {"title": "Line", "traits": ["front_line"], "owner": "foes"},
            "road": {"title": "Road", "owner": "party"},
        },
        "edges": [{"join": ["line", "road"]}],
    }
    match = stage(
        [("magic_user@road", {"hp": 8})],
        [("centaur@line", {"count": 2, "abilities": {"str": 18, "dex": 12, "con": 12}})],
        battlefield=field,
    )
    until_breath_of(match, "centaur_0")
    assert match.battle.zones[1].control == Side.PARTY
    assert match.battle.zones[0].traits & Trait.FRONT_LINE
    assert says(match, policy) == "Move road (Breakthrough, Standard)"
    assert where(match, "centaur_0") == "line"
    assert is_breath_of(match, "centaur_0")


def test_the_last_rider_in_the_line_stays_and_strikes_across():
    policy = doctrine("centaurs")
    match = stage([("sword_fighter@front", TOUGH)], [("centaur@far", TOUGH), ("ogre@rear", TOUGH)])
    until_breath_of(match, "centaur")
    assert says(match, policy) == "Attack sword with hooves and lance"


def test_a_rider_whose_charge_would_reach_nobody_does_not_ride_back_for_it():
    """From the line a charge comes into the Melee, but not to a lone archer in the Flank: that would go on for ever."""
    for archer, way in (("melee", "Move front"), ("flank", "Move flank (Breakthrough, Standard)")):
        match = stage([(f"raider_archer@{archer}", TOUGH)], [("centaur@back", TOUGH)])
        until_breath_of(match, "centaur")
        assert says(match, doctrine("centaurs")) == way
