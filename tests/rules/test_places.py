"""What a place does to an attack, and what of it Control gates (L320-322, L360)."""

import pytest

from tests.harness import assert_all_dice_used, modifiers, play, stage, until_breath_of
from tests.rules.fields import BRIDGE, armour_classes, field
from wzc_env.warzone.words import Mod, Purpose, Why

GROUND = field(
    {
        "front": "front_line party",
        "camp": "back_line party",
        "side": "flank party",
        "hill": "high_ground",
        "tower": "back_line high_ground",
        "wall": "front_line high_ground foes",
        "field": "",
        "melee": "melee",
        "ford": "underwater front_line",
    },
    "front == field",
    "camp == field",
    "side == field",
    "hill == field",
    "tower == field",
    "wall == field",
    "melee == field",
    "ford == field",
)
"""Everything a step from the field."""

NEUTRAL = {"gear": [], "attacks": [
    {"name": "blade", "bonus": 0, "rolls": ["1d6"]}, {"name": "bow", "bonus": 0, "range": 300, "rolls": ["1d6"]}
]}  # fmt: skip


def bonus(place: str, weapon: str, *, rivals: int = 0, helpers: int = 0) -> dict[Mod, int]:
    """The modifiers of the sword fighter's attack out of a Zone onto the ogre in the field."""
    party = [(f"sword_fighter@{place}", NEUTRAL), *[f"goblin@{place}"] * helpers]
    foes = ["ogre@field", *[f"raider_captain@{place}"] * rivals]
    match = stage(party=party, foes=foes, battlefield=GROUND, dice=[2])
    (found,) = modifiers(play(match, f"sword: Attack ogre with {weapon}", "ogre: Pass"))
    assert_all_dice_used(match)
    return found


@pytest.mark.rule("trait.high_ground")
@pytest.mark.rule("traits.gating")
@pytest.mark.rule("trait.front_line")
@pytest.mark.rule("trait.back_line")
@pytest.mark.parametrize(
    ("place", "weapon", "expected"),
    [
        ("front", "blade", {Mod.FRONT_LINE: 1}),
        ("front", "bow", {}),
        ("camp", "bow", {Mod.BACK_LINE: 1}),
        ("camp", "blade", {}),
        ("side", "blade", {}),
        ("side", "bow", {}),
        ("hill", "bow", {Mod.HIGH_GROUND: 1}),
        ("hill", "blade", {}),
        ("tower", "bow", {Mod.BACK_LINE: 1, Mod.HIGH_GROUND: 1}),  # RULING M13: traits of one Zone add
        ("wall", "blade", {Mod.FRONT_LINE: 1}),  # RULING M12: a place, not a side: whoever Controls it
        ("wall", "bow", {Mod.HIGH_GROUND: 1}),
    ],
)
def test_the_gated_bonuses_go_to_the_side_in_control(place, weapon, expected):
    assert bonus(place, weapon) == expected
    assert bonus(place, weapon, rivals=1) == {}  # Contested: neither side has them
    assert bonus(place, weapon, rivals=2) == {}  # the enemy's
    assert bonus(place, weapon, rivals=1, helpers=1) == expected  # and Control again, 3 to 2


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize(("rivals", "helpers"), [(0, 0), (1, 0), (2, 0)])
def test_the_melee_and_the_water_always_apply(rivals, helpers):
    assert bonus("melee", "blade", rivals=rivals) == {Mod.IN_THE_MELEE: 1}
    found = bonus("ford", "blade", rivals=rivals)
    assert found.pop(Mod.UNDERWATER) == -1
    assert found == ({Mod.FRONT_LINE: 1} if rivals == 0 else {})


@pytest.mark.rule("traits.gating")
def test_the_attackers_zone_counts_not_the_targets():
    match = stage(
        party=[("sword_fighter@field", NEUTRAL)], foes=["ogre@hill", "ogre@ford", "ogre@melee"], battlefield=GROUND,
        dice=[2, 2, 2],
    )  # fmt: skip
    for n, flurry in ((0, 0), (1, -2)):
        (found,) = modifiers(play(match, f"sword: Attack ogre_{n} with blade", f"ogre_{n}: Pass"))
        assert found == ({Mod.FLURRY: flurry} if flurry else {})


@pytest.mark.rule("traits.gating")
def test_the_defender_gains_nothing_from_its_place():
    for place in ("front", "camp", "wall", "ford", "melee"):
        match = stage(
            party=["magic_user@field", f"sword_fighter@{place}"], foes=["raider_captain@field"], battlefield=GROUND,
            dice=[2],
        )  # fmt: skip
        until_breath_of(match, "captain")
        if place == "camp":
            assert match.why(match.parse("Attack sword")) == Why.BACK_LINE_SAFE
        else:
            assert armour_classes(play(match, "captain: Attack sword")) == [16]


@pytest.mark.rule("trait.front_line")
@pytest.mark.rule("reaction.window")
def test_basic_attacks_have_the_bonus_of_their_place():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[2, 2])
    events = play(match, "sword: Attack captain", "captain: Parry & Riposte")
    assert modifiers(events, Purpose.RIPOSTE) == [{Mod.ATTACK_BONUS: 3, Mod.FRONT_LINE: 1}]


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize(
    ("shooter", "target"), [("bridge", "riverbed"), ("riverbed", "bridge"), ("riverbed", "riverbed")]
)
def test_no_missile_in_out_of_or_under_water(shooter, target):
    match = stage(party=[(f"sword_fighter@{shooter}", NEUTRAL)], foes=[f"ogre@{target}"], battlefield=BRIDGE)
    assert match.why(match.parse("Attack ogre with bow")) == Why.RANGED_UNDERWATER
    assert match.why(match.parse("Attack ogre with blade")) == (Why.OK if shooter == target else Why.OUT_OF_REACH)


@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize(
    ("cell", "place", "weapon", "mod"),
    [
        ("front_line.melee", "front", "blade", Mod.FRONT_LINE),
        ("back_line.ranged", "camp", "bow", Mod.BACK_LINE),
        ("high_ground.ranged", "hill", "bow", Mod.HIGH_GROUND),
        ("melee.attack", "melee", "blade", Mod.IN_THE_MELEE),
        ("underwater.attack", "ford", "blade", Mod.UNDERWATER),
    ],
)
def test_each_modifier_is_a_cell_of_the_table(cell, place, weapon, mod):
    for value in (0, 3):
        match = stage(
            party=[(f"sword_fighter@{place}", NEUTRAL)], foes=["ogre@field"], battlefield=GROUND, dice=[2],
            rules={cell: value},
        )  # fmt: skip
        (found,) = modifiers(play(match, f"sword: Attack ogre with {weapon}", "ogre: Pass"))
        assert found.get(mod, 0) == value
