"""The doctrines that hold a place: the dragon its lair, the mercenary company its line."""

import pytest

from tests.harness import noted, shipped, stage, until, until_breath_of, where, zone
from wzc_env import scenario
from wzc_env.game import Match
from wzc_env.warzone.words import Kind, Note, Order, Reaction, Side

from .doctrines import TACTICIAN, TOUGH, breaths, doctrine, says, zone_named


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
def test_in_its_scenario_it_breathes_and_strikes_from_its_hoard_and_holds_it():
    strikes = 0
    for seed in range(1, 4):
        blasts = stances = 0
        for match, events in breaths("dragon", seed):
            assert where(match, "dragon") == "hoard"
            own = [event for event in events if event.unit == 6]
            blasts += len(noted(own, Note.BLAST))
            stances += len(noted(own, Note.STANCE))
            strikes += len(noted(own, Note.ATTACK))
        assert blasts >= 1
        assert stances >= 1
    assert strikes >= 1


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
