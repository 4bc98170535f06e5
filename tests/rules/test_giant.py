"""A giant creature as a battlefield: struck from every Zone of its body, it strikes back, and it counts once."""

import pytest

from tests.harness import assert_all_dice_used, index, noted, play, shipped, stage, unit, where, zone
from wzc_env.warzone.words import Edge, Life, Note, Side, Why

pytestmark = pytest.mark.rule("battlefield.giant")

BEAST = {
    "title": "A beast",
    "zones": {
        "field": {"title": "Field"},
        "hill": {"title": "Hill", "traits": ["back_line"], "owner": "party"},
        "wood": {"title": "Wood"},
        "leg": {"title": "Leg", "capacity": 2},
        "back": {"title": "Back"},
        "head": {"title": "Head"},
        "wing": {"title": "Wing"},
    },
    "edges": [
        {"join": ["field", "leg"], "kind": "vertical"},
        {"join": ["field", "wood"]},
        {"join": ["hill", "back"]},
        {"join": ["hill", "wood"]},
        {"join": ["leg", "back"]},
        {"join": ["back", "head"], "into": {"head": {"check": "standard"}}},
        {"join": ["back", "wing"], "kind": "blocked", "opens": {}},
    ],
}
BODY = {"body": ["leg", "back", "head", "wing"], "morale": 0}


def beast(*party, foes=(), seat="field", **options):
    return stage(list(party), [(f"ogre@{seat}", BODY), *foes], battlefield=BEAST, **options)


def may(match, who, words):
    """Whether a creature may do it, were it asked."""
    match.battle.who = match.battle.actor = index(match, who)
    match.battle.members = 1 << match.battle.who
    return match.why(match.parse(words))


@pytest.mark.parametrize("place", ["field", "leg", "back", "head", "wing"])
def test_it_is_struck_from_every_zone_of_its_body_and_beside_it(place):
    match = beast(f"sword_fighter@{place}")
    assert may(match, "sword", "Attack ogre with sword") == Why.OK
    assert may(match, "ogre", "Attack sword with great club") == Why.OK
    assert may(match, "sword", "Grapple ogre") == Why.OK


def test_one_step_further_off_is_out_of_reach():
    match = beast("sword_fighter@wood")
    assert may(match, "sword", "Attack ogre with sword") == Why.OUT_OF_REACH  # beside the field, not beside its body
    assert may(match, "ogre", "Attack sword with great club") == Why.OUT_OF_REACH


def test_a_back_line_beside_it_is_safe_and_its_body_is_not():
    match = beast("sword_fighter@hill")
    assert may(match, "ogre", "Attack sword with great club") == Why.BACK_LINE_SAFE
    assert may(match, "sword", "Attack ogre with sword") == Why.OK


def test_missiles_and_spells_go_to_the_nearest_part():
    far = {**BEAST, "zones": {**BEAST["zones"], "camp": {"title": "Camp"}},
           "edges": [*BEAST["edges"], {"join": ["camp", "hill"]}]}  # fmt: skip
    bow = {"name": "bow", "attacks": [{"name": "bow", "bonus": 0, "range": 100, "rolls": ["1d6"]}]}
    shooter = ("spear_fighter@camp", {"gear": [bow]})
    match = stage([shooter, "magic_user@camp"], [("ogre@field", BODY)], battlefield=far)
    assert may(match, "spear", "Attack ogre with bow") == Why.OK  # 2 steps to its back, 3 to the field where it stands
    assert match.battle.distance[7][0] == 3
    unit(match, "mage").focus = 0  # magic missile
    assert may(match, "mage", "Release at ogre") == Why.OK


def test_there_is_one_pool_of_hit_points():
    match = beast("sword_fighter@head", "spear_fighter@leg", dice=[20, 5, 20, 4])
    full = unit(match, "ogre").hp
    play(match, "sword: Attack ogre with sword", "ogre: Pass", "sword: End Breath")
    assert unit(match, "ogre").hp == full - 7
    while match.names.labels[match.battle.who] != "spear":
        match.step("Forfeit")
    play(match, "spear: Attack ogre with spear")
    assert unit(match, "ogre").hp == full - 7 - 5
    assert_all_dice_used(match)


def test_it_counts_once_where_it_stands_and_takes_no_room():
    match = beast("sword_fighter@leg")
    assert (zone(match, "field").control, zone(match, "field").bodies[1]) == (Side.FOES, 2)
    for part in ("back", "head", "wing"):
        assert zone(match, part).control == Side.NOBODY
        assert list(zone(match, part).bodies) == [0, 0]
    assert zone(match, "leg").control == Side.PARTY
    assert [sum(place.occupants) for place in match.battle.zones[:7]] == [0, 0, 0, 1, 0, 0, 0]


def test_who_climbs_it_may_be_interdicted_on_every_part():
    match = beast("sword_fighter@leg", dice=[20, 3])
    unit(match, "ogre").ready = 3  # Interdict
    events = play(match, "sword: Move back", "ogre: Interdict")
    assert noted(events, Note.STOPPED)[0].other == index(match, "ogre")
    assert where(match, "sword") == "leg"
    assert_all_dice_used(match)


def test_it_takes_no_steps_is_not_shoved_and_does_not_withdraw():
    match = beast("sword_fighter@leg")
    assert may(match, "ogre", "Move wood") == Why.IS_GROUND
    assert may(match, "ogre", "Withdraw") == Why.IS_GROUND
    assert may(match, "sword", "Shove ogre") == Why.NO_SHOVE_ROOM
    match.battle.who = index(match, "ogre")
    assert match.explain(Why.IS_GROUND, match.parse("Move wood")).startswith("ogre is the ground")


def test_nobody_hides_from_it_on_its_body():
    flank = {**BEAST, "zones": {**BEAST["zones"], "back": {"title": "Back", "traits": ["flank"]}}}
    match = stage(["thief@back"], [("ogre@field", BODY)], battlefield=flank)
    assert may(match, "thief", "Hide") == Why.WATCHED


def test_a_spell_on_a_zone_of_its_body_touches_it_once():
    match = beast(("magic_user@hill", {"level": 5, "spells": {"fireball": 1}}), "sword_fighter@back",
                  dice=[1, 1, 1, 1, 1, 2, 2])  # fmt: skip
    mage, sword, ogre = (unit(match, who) for who in ("mage", "sword", "ogre"))
    mage.focus = match.names.unit_spells[0].index("fireball")
    before = (sword.hp, ogre.hp)
    assert may(match, "mage", "Release at back") == Why.OK
    match.step("Release at back")
    assert (before[0] - sword.hp, before[1] - ogre.hp) == (5, 5)
    assert_all_dice_used(match)


def test_a_pincer_on_a_part_of_it_has_two_arms_on_the_ground():
    match = beast("sword_fighter@field", "spear_fighter@head", dice=[2, 2])
    match.battle.edge[0][4] = match.battle.edge[4][0] = Edge.ORDINARY  # the field reaches its back as well
    match.battle.distance[0][4] = match.battle.distance[4][0] = 1
    play(match, "sword: Attack ogre with sword", "ogre: Pass")
    assert [place.struck_from[0] for place in match.battle.zones[:7]] == [0] * 7  # it stands in the field itself


def test_the_part_of_it_that_goes_is_no_part_of_it_any_more():
    match = beast("sword_fighter@leg", foes=["goblin@wood"])
    match.edit("remove", zone="wing", to="field")
    assert unit(match, "ogre").body == 1 << 3 | 1 << 4 | 1 << 5
    match.edit("merge", zones=["field", "leg"])
    assert unit(match, "ogre").body == 1 << 4 | 1 << 5
    assert where(match, "sword") == "field"
    assert may(match, "sword", "Attack ogre with sword") == Why.OK
    match.edit("merge", zones=["back", "head"])
    assert unit(match, "ogre").body == 1 << 4


def test_without_any_zone_left_it_is_a_creature_like_others():
    match = beast("sword_fighter@field")
    match.edit("merge", zones=["field", "leg", "back", "head"])
    match.edit("remove", zone="wing", to="field")
    ogre = unit(match, "ogre")
    assert (ogre.body, where(match, "ogre")) == (0, "field")
    assert list(zone(match, "field").occupants) == [1, 1]
    assert may(match, "ogre", "Move wood") == Why.OK


def test_whoever_was_on_it_stays_where_it_fell():
    match = beast("sword_fighter@head", foes=[("goblin@wood", {"morale": 0})], dice=[20, 8])
    unit(match, "ogre").hp = 1
    play(match, "sword: Attack ogre with sword", "ogre: Pass")
    assert (unit(match, "ogre").life, where(match, "sword")) == (Life.DEAD, "head")
    assert not match.over


@pytest.mark.rule("template.dragon")
def test_the_way_to_the_head_is_checked_and_a_failure_leaves_the_climber_at_the_neck():
    match = shipped("dragon_back", dice=[7, 9])
    neck, sword = match.names.zones.index("neck"), index(match, "sword")
    match.battle.units[sword].zone = neck
    unit(match, "rider").zone = match.names.zones.index("ground")
    unit(match, "dragon").vigor = unit(match, "rider").vigor = 0
    match.battle.who = match.battle.actor = sword
    match.battle.members = 1 << sword
    match.battle.zones[match.names.zones.index("head")].control = Side.NOBODY
    before = match.battle.units[sword].vigor
    match.step("Move head (gate, Standard)")
    assert (where(match, "sword"), unit(match, "sword").exposed) == ("neck", 0)
    assert before - match.battle.units[sword].vigor == 2


@pytest.mark.rule("template.dragon")
def test_the_shipped_dragon_changes_under_its_climbers():
    match = shipped("dragon_back", seed=1)
    while match.battle.turn == 1 and not match.over:
        legal = [match.words(action) for action in match.legal_actions()]
        match.step(next(words for words in ("Pass", "Forfeit", "End Breath") if words in legal))
    assert where(match, "thief") == "ground"  # thrown off the tail
    assert zone(match, "tail").absent == 1
    match.battle.units[index(match, "dragon")].hp = 20
    match.step("Forfeit")
    assert zone(match, "neck").absent == 1
    gate = match.names.zones.index("head")
    assert match.battle.gate[match.names.zones.index("back")][gate] == 1  # the check is at the head still
