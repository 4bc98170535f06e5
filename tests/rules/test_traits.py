"""Flank, High Ground and Underwater: what is left of them beside their plain modifiers (section 5 of the book)."""

import pytest

from tests.harness import assert_all_dice_used, legal_words, modifiers, play, unit, until_breath_of, where
from tests.rules.fields import NO_MORALE, checks, field, paid
from tests.rules.night import BLADES, night
from wzc_env.warzone.words import Kind, Mod, Purpose, Why

SHORE = field(
    {
        "camp": "back_line party",
        "bank": "front_line party",
        "deep": "underwater",
        "shoal": "underwater front_line foes",
        "far": "front_line foes",
        "cliff": "flank high_ground both",
        "lair": "flank foes",
        "den": "flank party",
        "whirl": "melee underwater",
        "sky": "off_map",
    },
    "camp -- bank",
    "bank == shoal",
    "bank -- deep",
    "deep -- shoal",
    "shoal -- far",
    "bank -- far",
    "cliff -- camp",
    "cliff -- far",
    "lair -- far",
    "den -- camp",
    "bank -- whirl",
    "den ~~ sky",
    "sky ~~ deep",
    "sky ~~ cliff",
)
"""A shore with a cliff above it; two of its waters are joined to the land, one of them by an engagement line."""

FOE = ("ogre@far", {"hp": 60, "abilities": {"str": 18}})


def shore(place, dice=(), foes=(FOE,), party=(), **changes):
    """The sword fighter, with 13 Vigor, before everybody else."""
    me = (f"sword_fighter@{place}", {**BLADES, "hp": 60, "abilities": {"dex": 18}, **changes})
    return night([me, *party], list(foes), dice, battlefield=SHORE)


@pytest.mark.rule("trait.flank")
@pytest.mark.rule("withdraw")
@pytest.mark.parametrize(("place", "why"), [("den", Why.OK), ("cliff", Why.OK), ("lair", Why.NOT_AN_EXIT)])
def test_ones_own_flank_is_an_exit(place, why):
    match = shore(place, foes=["goblin@shoal"])
    assert match.why(match.parse("Withdraw")) == why


@pytest.mark.rule("trait.flank")
@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize(("place", "to", "price"), [("den", "camp", 1), ("lair", "far", 1), ("camp", "bank", 2)])
def test_whoever_controls_a_flank_has_its_discount_whose_it_is(place, to, price):
    """RULING M12: a place, not a side."""
    match = shore(place, foes=["goblin@shoal"])
    assert paid(play(match, f"sword: Move {to}")) == [price]


@pytest.mark.rule("trait.flank")
@pytest.mark.rule("traits.gating")
def test_the_exit_and_the_hiding_place_need_no_control():
    """L322: Control gates the discount; not what one may do there."""
    match = shore("cliff", foes=["goblin@cliff", "goblin@cliff", "goblin@cliff"])
    assert match.why(match.parse("Withdraw")) == Why.OK
    assert match.why(match.parse("Hide")) == Why.WATCHED  # watched, and not for want of Control
    sleepers = [("goblin@cliff", {"effects": {"held": 9}}), FOE]
    assert shore("cliff", foes=sleepers).why(match.parse("Hide")) == Why.OK


@pytest.mark.rule("trait.high_ground")
@pytest.mark.rule("trait.flank")
def test_the_traits_of_one_zone_add():
    """RULING M13; template B's rooftops favour both."""
    match = shore("cliff", [2])
    (found,) = modifiers(play(match, "sword: Attack ogre with bow", "ogre: Pass"))
    assert found == {Mod.HIGH_GROUND: 1}
    match = shore("cliff")
    assert paid(play(match, "sword: Move camp")) == [1]


@pytest.mark.rule("trait.high_ground")
@pytest.mark.rule("release")
def test_a_spell_has_nothing_of_the_height():
    """RULING A6: it is no attack."""
    mage = ("magic_user@cliff", {"abilities": {"dex": 18}})
    match = night([mage], [FOE], [3, 20], battlefield=SHORE)
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Overload")
    events = play(match, "mage: Release at ogre")
    assert Mod.HIGH_GROUND not in {mod for found in modifiers(events, Purpose.SPELL) for mod in found}


@pytest.mark.rule("trait.underwater")
@pytest.mark.parametrize(
    ("start", "action", "price"),
    [
        ("bank", "Move deep", 3),
        ("bank", "Rush deep", 4),
        ("bank", "Move whirl", 3),  # enters the Melee
        ("deep", "Move shoal", 3),  # from water into water
        ("deep", "Move bank", 2),
        ("shoal", "Move bank", 2),
    ],
)
def test_going_under_water_costs_one_more(start, action, price):
    match = shore(start, [20] * ("whirl" in action))
    assert paid(play(match, f"sword: {action}")) == [price]


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("breakthrough")
def test_it_adds_to_a_breakthrough_and_to_an_emergence():
    match = shore("bank", [20], foes=["goblin@shoal"])
    assert paid(play(match, "sword: Move shoal")) == [4]
    match = shore("sky", tags=["off_map_access"])
    assert paid(play(match, "sword: Move deep", "sword: Choose nobody")) == [3]


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("haste")
def test_speed_comes_after_it():
    match = shore("bank", effects={"haste": 9})
    assert paid(play(match, "sword: Move deep")) == [2]  # 3 halved, up


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("reaction.window")
def test_it_hampers_ripostes_and_interdicts_too():
    """L322: every occupant."""
    match = shore("bank", [2, 2], foes=[("ogre@shoal", {"hp": 60})])
    events = play(match, "sword: Attack ogre with blade", "ogre: Parry & Riposte")
    (riposte,) = modifiers(events, Purpose.RIPOSTE)
    assert riposte[Mod.UNDERWATER] == -1
    assert Mod.UNDERWATER not in modifiers(events)[0]  # from the bank, into the water
    match = shore("bank", [20, 2], foes=[("ogre@shoal", {"hp": 60})])
    events = play(match, "sword: Move shoal", "ogre: Interdict")
    (interdict,) = modifiers(events, Purpose.INTERDICT)
    assert interdict[Mod.UNDERWATER] == -1


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("shove")
def test_who_is_pushed_in_pays_nothing():
    match = shore("bank", [20], foes=[("ogre@shoal", {"hp": 60, "hd": 9, "abilities": {"str": 18}})])
    until_breath_of(match, "ogre")
    play(match, "ogre: Shove sword", "ogre: Choose deep")
    assert where(match, "sword") == "deep"
    assert unit(match, "sword").paid == 0
    assert_all_dice_used(match)


@pytest.mark.rule("trait.underwater")
def test_no_missile_flies_within_the_same_water():
    match = shore("deep", foes=[("ogre@deep", {"hp": 60})])
    assert match.why(match.parse("Attack ogre with bow")) == Why.RANGED_UNDERWATER
    assert "Attack ogre with blade" in legal_words(match)


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("release")
def test_a_spell_goes_through_water():
    """RULING A6."""
    mage = ("magic_user@bank", {"abilities": {"dex": 18}})
    match = night([mage], [("ogre@deep", {"hp": 60})], [3, 20], battlefield=SHORE)
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Overload", "mage: Release at ogre")
    assert unit(match, "ogre").hp == 56


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("melee.friendly_fire")
def test_the_melee_in_the_water_is_both():
    match = shore("whirl", [2], foes=[("ogre@whirl", {"hp": 60})])
    (found,) = modifiers(play(match, "sword: Attack ogre with blade", "ogre: Pass"))
    assert found == {Mod.IN_THE_MELEE: 1, Mod.UNDERWATER: -1}
    match = shore("bank", foes=[("ogre@whirl", {"hp": 60})])
    assert match.why(match.parse("Attack ogre with bow")) == Why.RANGED_UNDERWATER


@pytest.mark.rule("trait.underwater")
def test_each_of_its_numbers_is_a_cell():
    rules = {"underwater.entry": 2, "underwater.attack": -3}
    me = ("sword_fighter@bank", {**BLADES, "abilities": {"dex": 18}})
    match = night([me], [("ogre@deep", {"hp": 60})], [20, 2], battlefield=SHORE, rules={**NO_MORALE, **rules})
    play(match, "sword: Overload")
    events = play(match, "sword: Move deep")
    assert (paid(events), checks(events)) == ([5], [(Purpose.BREAKTHROUGH, 10, True)])
    if match.decision.kind == Kind.INTERDICT:
        play(match, "ogre: Pass")
    (found,) = modifiers(play(match, "sword: Attack ogre with blade", "ogre: Pass"))
    assert found == {Mod.UNDERWATER: -3}
