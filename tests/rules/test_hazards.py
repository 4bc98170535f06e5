"""Hazards of Zones: whom they strike in the Lull, how they save, how fire, fog and flood go on and end."""

import pytest

from tests.harness import assert_all_dice_used, dice_rolled, modifiers, noted, play, stage, unit, until, where, zone
from wzc_env.warzone.words import Course, Mod, Note, Outcome, Phase, Purpose, Reason, Trait, Why

FIRE = {"kind": "fire", "zones": ["front"], "damage": "1d6"}
CALM = {"host.morale_first_loss": 0, "host.morale_half": 0}


def burning(match, row=0):
    """The Zones where a hazard is."""
    return [name for z, name in enumerate(match.names.zones) if match.battle.hazards[row].age[z] > 0]


def courses(events):
    """What the hazards did: what, and where by number."""
    return [(Course(e.amount), e.zone) for e in noted(events, Note.HAZARD)]


def rounds(match, n):
    """Let Rounds pass until Round `n` has begun, or the battle is over."""
    return until(match, lambda: match.over or match.battle.turn >= n)


@pytest.mark.rule("lull.hazards")
def test_fire_hurts_everybody_in_its_zone_in_the_lull_friend_and_foe_and_nobody_else():
    match = stage(
        ["sword_fighter@front", "cleric@back"], ["orc@front", "orc@far"], hazards=[FIRE], dice=[4], rules=CALM
    )
    before = {who: unit(match, who).hp for who in match.names.labels}
    events = rounds(match, 2)
    lost = {who: before[who] - unit(match, who).hp for who in before}
    assert lost == {"sword": 4, "cleric": 0, "orc_0": 4, "orc_1": 0}
    assert [e.unit for e in noted(events, Note.DAMAGE)] == [-1, -1]
    assert_all_dice_used(match)


@pytest.mark.rule("lull.hazards")
@pytest.mark.rule("lull.order")
def test_it_strikes_after_maintenance_and_before_the_next_round():
    match = stage(["magic_user@front"], ["orc@far"], hazards=[FIRE], dice=[2])
    events = until(match, lambda: match.battle.phase == Phase.MAINTENANCE)
    events += play(match, "mage: Change gear", "orc: Pass")
    order = [Note(e.note) for e in events if e.note in (Note.LULL, Note.GEAR, Note.DAMAGE, Note.ROUND)]
    assert order == [Note.ROUND, Note.LULL, Note.GEAR, Note.DAMAGE, Note.ROUND]


@pytest.mark.rule("lull.hazards")
def test_a_host_save_halves_or_spares():
    hazard = {**FIRE, "damage": "2d6", "save": "breath", "save_modifier": -2}
    party = [("sword_fighter@front", {"saves": {"breath": 12}})]
    for halves, die, lost in ((True, 14, 3), (True, 13, 7), (False, 14, 0), (False, 13, 7)):
        match = stage(party, ["orc@far"], hazards=[{**hazard, "halves": halves}], dice=[4, 3, die])
        events = rounds(match, 2)
        assert 24 - unit(match, "sword").hp == lost, (halves, die)
        assert modifiers(events, Purpose.SAVE) == [{Mod.HAZARD: -2}]
        assert [e.need for e in dice_rolled(events, Purpose.SAVE)] == [12]
        assert_all_dice_used(match)


@pytest.mark.rule("battlefield.edit")
def test_a_module_check_may_stand_in_for_the_save():
    """The sixth operation on a battlefield: an effect with host saves, damage or a check."""
    hazard = {**FIRE, "kind": "other", "title": "falling stones", "check": "hard"}
    for die, lost in ((13, 0), (12, 5)):  # DEX 13: +1 against 14
        match = stage(
            [("sword_fighter@front", {"abilities": {"str": 10, "dex": 13, "con": 10}})],
            ["orc@far"],
            hazards=[hazard],
            dice=[5, die],
        )
        events = rounds(match, 2)
        assert 24 - unit(match, "sword").hp == lost
        assert [e.need for e in dice_rolled(events, Purpose.DODGE)] == [14]


def test_damage_has_a_bonus_and_is_never_negative():
    match = stage(["sword_fighter@front"], ["orc@far"], hazards=[{**FIRE, "damage": "1d4+2"}], dice=[1])
    rounds(match, 2)
    assert unit(match, "sword").hp == 21
    match = stage(["sword_fighter@front"], ["orc@far"], hazards=[{**FIRE, "damage": "1d4-3"}], dice=[2])
    rounds(match, 2)
    assert unit(match, "sword").hp == 24


@pytest.mark.rule("lull.hazards")
def test_nothing_burns_where_nobody_stands_and_the_fallen_are_spared():
    match = stage(["sword_fighter@back"], ["orc@far"], hazards=[FIRE], dice=[])
    assert Course.STRIKES not in [course for course, _ in courses(rounds(match, 3))]
    party = [("sword_fighter@front", {"hp_now": 1}), "cleric@back"]
    match = stage(party, ["orc@far"], hazards=[FIRE], dice=[3], host="osr_dying", rules=CALM)
    rounds(match, 3)
    assert unit(match, "sword").dying > 0
    assert_all_dice_used(match)
    party = [("sword_fighter@front", {"hp_now": 1}), "cleric@front"]
    match = stage(party, ["orc@far"], hazards=[FIRE], dice=[3, 3], host="osr_dying", rules=CALM)
    events = rounds(match, 3)
    assert [e.other for e in noted(events, Note.DAMAGE)] == [0, 1, 1]


@pytest.mark.rule("lull.hazards")
def test_it_starts_in_its_lull_and_strikes_from_the_next():
    match = stage(["sword_fighter@front"], ["orc@far"], hazards=[{**FIRE, "starts": 2}], dice=[6])
    assert burning(match) == []
    assert courses(rounds(match, 3)) == [(Course.BEGINS, 1)]
    assert match.dice_left == 1
    assert courses(rounds(match, 4)) == [(Course.STRIKES, 1)]
    assert unit(match, "sword").hp == 18


@pytest.mark.rule("lull.hazards")
def test_fire_spreads_along_open_edges_every_so_many_lulls_and_burns_out():
    fire = {**FIRE, "zones": ["back"], "spreads": 2, "burns_out": 3}
    match = stage(["sword_fighter@flank"], ["orc@rear"], hazards=[fire], dice=[1, 1, 1])
    seen = []
    for n in range(2, 8):
        rounds(match, n)
        seen.append(burning(match))
    assert seen == [
        ["back"],
        ["back", "front", "flank"],
        ["front", "flank"],  # burnt out where it began, and it does not come back
        ["front", "far", "melee", "flank"],
        ["far", "melee"],
        ["far", "rear", "melee"],
    ]
    assert unit(match, "sword").hp == 24 - 3  # in the Lulls of Rounds 3, 4 and 5


@pytest.mark.rule("lull.hazards")
def test_each_zone_beside_a_fire_has_its_chance_in_six():
    fire = {**FIRE, "zones": ["melee"], "spreads": 1, "chance": 2}
    match = stage(["sword_fighter@back"], ["orc@rear"], hazards=[fire], dice=[2, 3, 1])
    events = rounds(match, 2)
    assert burning(match) == ["front", "melee", "flank"]
    assert [(e.amount, e.roll) for e in dice_rolled(events, Purpose.SPREAD)] == [(6, 2), (6, 3), (6, 1)]


@pytest.mark.rule("lull.hazards")
def test_a_blocked_edge_stops_a_fire_and_off_map_is_out_of_its_way():
    field = {
        "title": "A cellar",
        "zones": {
            "cellar": {"title": "Cellar", "traits": ["back_line"], "owner": "party"},
            "stair": {"title": "Stair"},
            "vault": {"title": "Vault"},
            "sky": {"title": "Off-Map", "traits": ["off_map"]},
        },
        "edges": [
            {"join": ["cellar", "stair"]},
            {"join": ["stair", "vault"]},
            {"join": ["cellar", "vault"], "kind": "blocked"},
            {"join": ["cellar", "sky"], "kind": "off_map"},
        ],
    }
    fire = {**FIRE, "zones": ["cellar"], "spreads": 1}
    match = stage(["sword_fighter@stair"], ["orc@stair"], battlefield=field, hazards=[fire], dice=[1, 1], rules=CALM)
    rounds(match, 2)
    assert burning(match) == ["cellar", "stair"]
    rounds(match, 3)
    assert burning(match) == ["cellar", "stair", "vault"]


@pytest.mark.rule("lull.hazards")
def test_a_flood_takes_the_zones_of_its_route_and_makes_them_underwater():
    flood = {"kind": "flood", "zones": ["back"], "spreads": 1, "route": ["flank", "front"]}
    match = stage(["sword_fighter@back"], ["raider_archer@rear"], hazards=[flood], dice=[])
    wet = []
    for n in range(1, 5):
        rounds(match, n)
        wet.append([name for name in match.names.zones if zone(match, name).traits & Trait.UNDERWATER])
    assert wet == [["back"], ["back", "flank"], ["back", "front", "flank"], ["back", "front", "flank"]]
    play(match, "sword: Move to front")
    assert (where(match, "sword"), unit(match, "sword").vigor) == ("front", 11 - 3)  # entry under water: 1 more


@pytest.mark.rule("lull.hazards")
def test_a_route_is_not_taken_before_the_hazard_has_begun():
    flood = {"kind": "flood", "zones": ["back"], "starts": 3, "spreads": 1, "route": ["flank", "front"]}
    match = stage(["sword_fighter@melee"], ["orc@rear"], hazards=[flood], dice=[])
    seen = []
    for n in range(2, 7):
        rounds(match, n)
        seen.append(burning(match))
    assert seen == [[], [], ["back"], ["back", "flank"], ["back", "front", "flank"]]


@pytest.mark.rule("lull.hazards")
@pytest.mark.parametrize(("archer", "foggy", "orc"), [
    ("back", "back", "front"), ("back", "front", "front"), ("front", "front", "front"),
])  # fmt: skip
def test_no_missile_flies_into_out_of_or_within_fog(archer, foggy, orc):
    fog = {"kind": "fog", "zones": [foggy], "burns_out": 1}
    match = stage([f"raider_archer@{archer}"], [f"orc@{orc}"], hazards=[fog], dice=[])
    shot = match.parse("Attack orc with bow")
    assert match.why(shot) == Why.RANGED_FOG
    assert zone(match, foggy).traits & Trait.FOG
    rounds(match, 2)
    assert not zone(match, foggy).traits & Trait.FOG
    assert match.why(shot) == Why.OK


def test_blows_and_spells_are_not_stopped_by_fog():
    match = stage(["sword_fighter@front"], ["orc@front"], hazards=[{"kind": "fog", "zones": ["front"]}], dice=[])
    assert match.why(match.parse("Attack orc with sword")) == Why.OK
    match = stage(["magic_user@front"], ["orc@far"], hazards=[{"kind": "fog", "zones": ["front"]}], dice=[])
    unit(match, "mage").focus = 0
    assert match.why(match.parse("Release at orc")) == Why.OK


def test_a_trait_stays_while_the_place_or_another_hazard_has_it():
    fogs = [
        {"kind": "fog", "zones": ["front", "back"], "burns_out": 1},
        {"kind": "fog", "zones": ["front"], "burns_out": 2},
    ]
    match = stage(["sword_fighter@front"], ["orc@rear"], hazards=fogs, dice=[])
    rounds(match, 2)
    assert [bool(zone(match, name).traits & Trait.FOG) for name in ("front", "back")] == [True, False]
    rounds(match, 3)
    assert not zone(match, "front").traits & Trait.FOG


@pytest.mark.rule("lull.hazards")
def test_damage_breaks_a_focus_and_a_fall_tests_morale():
    match = stage(["magic_user@front"], [("goblin@front", {"hp": 2}), "orc@far"], hazards=[FIRE], dice=[])
    unit(match, "mage").focus = 0
    match.add_dice([2, 1, 1])  # 2 points; the orc's morale holds
    events = rounds(match, 2)
    assert unit(match, "mage").focus == -1
    assert [e.unit for e in noted(events, Note.DOWN)] == [1]
    assert [e.unit for e in dice_rolled(events, Purpose.MORALE)] == [2, 2]


@pytest.mark.rule("lull.hazards")
def test_the_last_of_both_sides_in_one_lull_are_a_draw_wherever_they_stand():
    hazards = [{**FIRE, "zones": ["front", "far"]}]
    match = stage([("sword_fighter@front", {"hp_now": 1})], [("orc@far", {"hp_now": 1})], hazards=hazards, dice=[6, 6])
    rounds(match, 2)
    assert match.over
    assert (match.outcome, match.reason) == (Outcome.DRAW, Reason.DESTROYED)
    assert_all_dice_used(match)


def test_two_hazards_in_one_zone_both_strike():
    hazards = [FIRE, {**FIRE, "kind": "fog", "damage": "1d3"}]
    match = stage(["sword_fighter@front"], ["orc@far"], hazards=hazards, dice=[6, 2])
    rounds(match, 2)
    assert unit(match, "sword").hp == 16


GALLERY = {
    "title": "A gallery over a hall",
    "zones": {
        "porch": {"title": "Porch", "traits": ["back_line"], "owner": "party"},
        "hall": {"title": "Hall", "traits": ["front_line"], "owner": "foes"},
        "gallery": {"title": "Gallery", "traits": ["high_ground"]},
    },
    "edges": [{"join": ["porch", "hall"]}, {"join": ["hall", "gallery"], "kind": "vertical"}],
}
FALL = {"kind": "collapse", "zones": ["gallery"], "after": 2, "into": "hall", "damage": "2d4", "check": "standard"}


def fallen(hazard, dice, party=("sword_fighter@gallery", "cleric@porch"), **options):
    """A battle in the gallery, and what happened up to the third Round."""
    match = stage(list(party), ["orc@hall"], battlefield=GALLERY, hazards=[hazard], dice=dice, rules=CALM, **options)
    return match, rounds(match, 3)


@pytest.mark.rule("lull.hazards")
@pytest.mark.rule("battlefield.edit")
def test_a_collapse_takes_its_zone_away_and_throws_everybody_in_it():
    match, events = fallen(FALL, [3, 2, 1])  # 5 points; the check fails
    assert (where(match, "sword"), unit(match, "sword").hp) == ("hall", 24 - 5)
    assert where(match, "cleric") == "porch"
    gone = match.names.zones.index("gallery")
    assert zone(match, "gallery").absent == 1
    assert all(match.battle.edge[gone][z] == 0 for z in range(3))
    assert courses(events) == [(Course.BEGINS, gone), (Course.FALLS, gone)]
    assert sum(e.note == Note.LULL for e in events[: events.index(noted(events, Note.HAZARD)[1])]) == 2
    assert [e.zone for e in noted(events, Note.MOVE)] == [1]
    assert_all_dice_used(match)
    assert courses(rounds(match, 5)) == []


@pytest.mark.rule("lull.hazards")
def test_who_gets_clear_of_a_collapse_is_not_hurt_but_lies_below():
    match, _ = fallen(FALL, [3, 2, 20])
    assert (where(match, "sword"), unit(match, "sword").hp) == ("hall", 24)


def test_the_fallen_come_down_with_the_rest():
    """Nobody is lost with a Zone, not even the dead; and it may come down on its own."""
    party = (("sword_fighter@gallery", {"hp_now": 2}), "cleric@porch")
    match, _ = fallen(FALL, [3, 2, 1], party)
    assert (unit(match, "sword").life, where(match, "sword")) == (2, "hall")
    match, events = fallen(FALL, [], ("cleric@porch",))
    assert Course.FALLS in [course for course, _ in courses(events)]
    occupied = [one.zone for one in match.battle.units[: match.setup.units_n]]
    assert all(match.battle.zones[z].absent == 0 for z in occupied)


def test_without_a_stated_zone_they_are_put_beside_it():
    match, _ = fallen({**FALL, "into": None}, [3, 2, 1])
    assert where(match, "sword") == "hall"


def test_a_collapse_that_would_cut_the_map_in_two_does_not_come():
    hall = {**FALL, "zones": ["gallery"], "after": 2}
    match = stage(["sword_fighter@gallery"], ["orc@hall"], battlefield=GALLERY, hazards=[hall], dice=[], rules=CALM)
    porch, main = match.names.zones.index("porch"), match.names.zones.index("hall")
    match.setup.hazards[0].zones = 0
    match.battle.hazards[0].age[2] = 0
    match.battle.hazards[0].age[main] = 1
    events = rounds(match, 3)
    assert courses(events)[1:] == [(Course.STANDS, main)]
    assert match.battle.edge[porch][main] != 0


def test_fire_in_a_zone_that_comes_down_is_out():
    match = stage(
        ["sword_fighter@porch"], ["orc@hall"], battlefield=GALLERY, dice=[],
        hazards=[{**FIRE, "zones": ["gallery"]}, {**FALL, "starts": 1}],
    )  # fmt: skip
    rounds(match, 4)
    assert burning(match) == burning(match, 1) == []
    assert zone(match, "gallery").absent == 1
