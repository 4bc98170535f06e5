"""The doctrines: each plays its overlay's pattern in the shipped scenario, legally and alike plain and compiled."""

from collections.abc import Iterator
from importlib import import_module

import numpy as np
import pytest

from tests.harness import is_breath_of, modifiers, noted, shipped, stage, until, until_breath_of, where, zone
from wzc_env import policies, scenario
from wzc_env.game import Match
from wzc_env.policies import Waves, decide
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Kind, Mod, Note, Order, Outcome, Reaction, Side, Tag, Trait, Verb

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


# --- the burrowing ambusher -----------------------------------------------------------------------------------


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


# --- pack hunters ---------------------------------------------------------------------------------------------


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


# --- the centaur band -----------------------------------------------------------------------------------------


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


# --- the dragon -----------------------------------------------------------------------------------------------


def dragon_at_bay(party):
    """A dragon in its lair against a party, at its first decision."""
    match = stage(
        party,
        [("dragon@hoard", {"morale": 0})],
        battlefield=scenario.load("dragon").battlefield.model_dump(mode="json"),
    )
    until_breath_of(match, "dragon")
    return match


@pytest.mark.rule("overlay.dragon")
def test_a_dragon_has_13_vigor_a_heavy_routine_and_breath_and_adds_4_to_detailed_control():
    match = shipped("dragon")
    dragon = match.setup.sheets[6]
    assert match.battle.units[6].vigor == 13
    assert dragon.routines[0].heavy == dragon.area.heavy == 1
    assert dragon.routines_n == 1
    assert dragon.hd_half >= 18
    assert match.battle.zones[zone_named(match, "hoard")].strength[Side.FOES] == 4


@pytest.mark.rule("overlay.dragon")
def test_it_breathes_where_most_enemies_stand():
    equal = {"hp": 40, "level": 9}
    for crowd, lone in (("gallery", "crevice"), ("crevice", "gallery")):
        match = dragon_at_bay([(f"sword_fighter@{crowd}", {**equal, "count": 3}), (f"sword_fighter@{lone}", equal)])
        assert says(match, doctrine("dragon")) == f"Blast {crowd}"
        assert says(match, TACTICIAN) == f"Blast {crowd}"


def test_it_strikes_where_its_breath_would_do_less_or_is_spent():
    match = dragon_at_bay([("sword_fighter@gallery", {"hp": 40, "level": 9, "tags": ["fireproof"]})])
    assert says(match, doctrine("dragon")) == "Attack sword with claws and bite"
    match = dragon_at_bay([("sword_fighter@gallery", {"hp": 40, "level": 9, "count": 3})])
    match.battle.units[3].blasts = 0
    assert says(match, doctrine("dragon")).startswith("Attack sword_")


def test_it_waits_in_its_lair_for_who_cannot_hurt_it():
    match = dragon_at_bay([("sword_fighter@mouth", {"tags": ["fireproof"]})])
    match.battle.units[1].blasts = 0
    assert says(match, doctrine("dragon")) == "Ready Interdict"
    match.step("Ready Interdict")
    assert says(match, doctrine("dragon")) == "End Breath"


@pytest.mark.rule("overlay.dragon")
def test_with_vigor_that_no_strike_needs_it_holds_its_empty_lair_under_total_control():
    field = scenario.load("dragon").battlefield.model_dump(mode="json")
    options = {"battlefield": field, "modules": ["zones", "detailed_control"]}
    far = ("sword_fighter@mouth", {"tags": ["fireproof"]})
    for party, held in (([far], True), ([far, "spear_fighter@hoard"], False)):
        match = stage(party, [("dragon@hoard", {"morale": 0})], **options)
        until_breath_of(match, "dragon")
        match.battle.units[len(party)].blasts = 0
        assert (says(match, doctrine("dragon")) == "Declare Holding Stance") == held
    match = stage([far], [("dragon@hoard", {"morale": 0})], **options)
    until_breath_of(match, "dragon")
    match.battle.units[1].blasts = 0
    match.step("Declare Holding Stance")
    hoard = match.battle.zones[zone_named(match, "hoard")]
    assert (list(hoard.strength), hoard.total) == ([0, 6], 1)
    assert says(match, doctrine("dragon")) == "Ready Interdict"


def test_a_strike_of_the_same_round_is_worth_more_to_it_than_the_stance():
    field = scenario.load("dragon").battlefield.model_dump(mode="json")
    near = [("sword_fighter@gallery", {"hp": 99, "level": 9, "tags": ["fireproof"]})]
    for vigor, held in ((13, False), (12, False), (11, True)):
        match = stage(near, [("dragon@hoard", {"morale": 0})], battlefield=field, modules=["zones", "detailed_control"])
        until_breath_of(match, "dragon")
        match.battle.units[1].vigor = vigor
        match.step("Attack sword with claws and bite")
        until(match, lambda match=match: match.decision.unit == 1 and match.decision.kind == Kind.BREATH)
        assert (says(match, doctrine("dragon")) == "Declare Holding Stance") == held, vigor


@pytest.mark.rule("overlay.dragon")
def test_in_its_scenario_it_breathes_and_strikes_from_its_hoard():
    blasts = strikes = 0
    for match, events in breaths("dragon", 3):
        assert where(match, "dragon") == "hoard"
        blasts += len([e for e in noted(events, Note.BLAST) if e.unit == 6])
        strikes += len([e for e in noted(events, Note.ATTACK) if e.unit == 6])
    assert blasts >= 1
    assert strikes >= 1


# --- the mercenary company ------------------------------------------------------------------------------------


@pytest.mark.rule("overlay.mercenaries")
def test_a_company_is_a_captain_of_4_dice_spears_in_front_and_crossbows_behind():
    match = shipped("mercenaries")
    sheets, labels = match.setup.sheets, match.names.labels
    captain, spears, crossbows = (labels.index(name) for name in ("captain", "spears", "crossbows"))
    assert sheets[captain].hd_half >= 8
    assert match.battle.units[captain].vigor == 11  # 8 + ceil(5 / 2)
    assert [3 <= sheets[squad].members <= 6 for squad in (spears, crossbows)] == [True, True]
    assert (where(match, "spears"), where(match, "crossbows")) == ("enemy_front", "enemy_back")
    assert [squad.leader for squad in match.battle.squads[:2]] == [captain, captain]


@pytest.mark.rule("overlay.mercenaries")
def test_the_captain_holds_an_interdict_and_commands_volley_strike_and_wall_and_the_crossbows_reload():
    orders, reloads, ready, first = set(), 0, 0, []
    for match, events in (found for seed in range(1, 4) for found in breaths("mercenaries", seed)):
        captain, crossbows = (match.names.labels.index(name) for name in ("captain", "crossbows"))
        given = [Order(e.what) for e in noted(events, Note.COMMAND)]
        first = first or given
        orders.update(given)
        reloads += sum(e.unit == crossbows for e in noted(events, Note.RELOAD))
        ready += sum((e.unit, e.what) == (captain, Reaction.INTERDICT) for e in noted(events, Note.READY))
        assert all(e.unit == captain for e in noted(events, Note.COMMAND))
    assert first[0] == Order.VOLLEY
    assert {Order.VOLLEY, Order.ATTACK, Order.SHIELD_WALL} <= orders
    assert reloads >= 1
    assert ready >= 2


def company(spears="front", foe="far", alone=False, **changes):
    """A captain with spears at his side against a tough enemy and two behind, at his first decision."""
    men = ("spearman@" + spears, {"squad": True, "count": 4, "led_by": "captain", **changes})
    match = stage(
        [("mercenary_captain@back", {"abilities": {"dex": 18}}), men],
        [(f"ogre@{foe}", TOUGH), ("bugbear@rear", {**TOUGH, "count": 2})][: 1 if alone else 2],
        modules=("zones", "squads"),
    )  # fmt: skip
    until_breath_of(match, "captain")
    match.step("Ready Interdict")
    return match


def ordered(match: Match) -> list[str]:
    """The captain's next Command as the doctrine gives it, option by option."""
    said = []
    while match.decision is not None and (not said or match.decision.kind == Kind.CHOOSE):
        said.append(says(match, doctrine("mercenaries")))
        match.step(said[-1])
    return said


@pytest.mark.rule("overlay.mercenaries")
def test_spears_strike_who_is_in_reach_then_close_a_wall():
    match = company()
    assert ordered(match)[:2] == ["Command spears", "Choose Attack"]
    match = company()
    match.battle.units[1].attacks = 3
    assert ordered(match)[:2] == ["Command spears", "Choose Shield Wall"]


@pytest.mark.rule("overlay.mercenaries")
def test_spears_go_after_the_last_enemy():
    """Against one who keeps out of reach a wall would stand for ever."""
    for alone, order in ((True, "Advance"), (False, "Shield Wall")):
        for left in (4, 1):
            match = company(spears="far", foe="rear", alone=alone)
            match.battle.squads[0].hp[left:] = [0] * (6 - left)
            assert ordered(match)[:2] == ["Command spears", f"Choose {order}"]


@pytest.mark.rule("overlay.mercenaries")
def test_spears_advance_while_nobody_is_near():
    match = company(spears="back", foe="rear")
    assert ordered(match) == ["Command spears", "Choose Advance", "Choose front"]


@pytest.mark.rule("overlay.mercenaries")
def test_the_captain_takes_up_the_holding_stance_where_it_wins_control():
    foes = [("ogre@front", {**TOUGH, "count": 2})]
    match = stage(
        [("mercenary_captain@front", {"abilities": {"dex": 18}}), ("orc@back", {"squad": True, "count": 3})],
        foes, modules=("zones", "squads", "detailed_control"),
    )  # fmt: skip
    until_breath_of(match, "captain")
    match.step("Ready Interdict")
    assert zone(match, "front").control == Side.FOES  # 4 and 1 for the captain's charisma against 8
    assert "Stance" not in says(match, doctrine("mercenaries"))
    match = stage(
        [("mercenary_captain@front", {"abilities": {"dex": 18}}), ("orc@back", {"squad": True, "count": 3})],
        [("ogre@front", TOUGH), ("goblin@front", {"count": 2})], modules=("zones", "squads", "detailed_control"),
    )  # fmt: skip
    until_breath_of(match, "captain")
    match.step("Ready Interdict")
    assert says(match, doctrine("mercenaries")) == "Declare Holding Stance"
    match.step("Declare Holding Stance")
    assert zone(match, "front").control == Side.PARTY


def test_the_captain_keeps_his_place_when_there_is_nothing_to_order():
    match = company()
    match.battle.units[1].attacks = 3
    match.battle.squads[0].wall = 1
    assert says(match, doctrine("mercenaries")) == "End Breath"
