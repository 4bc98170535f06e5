"""Guard, Parry & Riposte, and what Exposed does to a defender (L138-144, L235, L243-246)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    legal_words,
    modifiers,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
)
from tests.rules.fields import NO_MORALE, armour_classes, field
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Reaction, Verb, Why

# The sword fighter: Vigor 11, AC 16, sword +4. The captain: Vigor 10, AC 14, heavy two-handed sword +3.
# Both stand in a Front Line that their side Controls (+1 in melee), so the fighter's total is the die + 5.


def blow(die: int, answer: str, *, more: tuple[int, ...] = (), **options):
    """The sword fighter strikes at the captain, who answers."""
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[die, *more], **options)
    return match, play(match, "sword: Attack captain", f"captain: {answer}")


@pytest.mark.rule("guard")
def test_guard_betters_the_armour_class_of_one_roll_by_four():
    for answer, armour_class in (("Pass", 14), ("Guard", 18)):
        for die, hit in ((armour_class - 5, 1), (armour_class - 6, 0)):
            match, events = blow(die, answer, more=(4,) if hit else ())
            (roll,) = dice_rolled(events, Purpose.ATTACK)
            assert (roll.total, roll.need, roll.won) == (die + 5, armour_class, hit)
            assert_all_dice_used(match)


@pytest.mark.rule("guard")
def test_guard_does_not_last():
    match, _ = blow(2, "Guard", more=(2,))
    assert armour_classes(play(match, "sword: Attack captain", "captain: Pass")) == [14]


@pytest.mark.rule("guard")
def test_guard_answers_missiles_and_parry_does_not():
    match = stage(party=["sword_fighter@front"], foes=[("raider_archer@far", {"hd": 9})], dice=[2])
    play(match, "archer: Attack sword with bow")  # within reach of a riposte
    assert legal_words(match) == ["Pass", "Guard"]
    assert match.why(int(match.setup.offset[Verb.PARRY])) == Why.RIPOSTE_REACH  # RULING R5
    assert armour_classes(play(match, "sword: Guard")) == [20]


@pytest.mark.rule("guard")
@pytest.mark.rule("release")
def test_no_guard_against_what_rolls_no_attack():
    match = stage(party=["magic_user@back"], foes=["raider_captain@far"], dice=[3, 10])
    play(match, "mage: Overload", "mage: Focus", "mage: Choose magic missile")
    events = play(match, "mage: Release at captain")  # RULING R6: damage, and no window
    assert noted(events, Note.DAMAGE)[0].total == 4
    assert match.decision.unit == 0
    assert not noted(events, Note.REACT)


@pytest.mark.rule("parry_riposte")
def test_parry_gives_half_of_guards_protection():
    for die, hit in ((11, 1), (10, 0)):
        match, events = blow(die, "Parry & Riposte", more=(4,) if hit else (2,))
        (roll,) = dice_rolled(events, Purpose.ATTACK)
        assert (roll.need, roll.won) == (16, hit)
        assert len(dice_rolled(events, Purpose.RIPOSTE)) == 1 - hit  # a riposte on a miss alone
        assert_all_dice_used(match)


@pytest.mark.rule("parry_riposte")
def test_half_follows_the_table():
    _, events = blow(2, "Parry & Riposte", more=(2,), rules={"reaction.guard_ac": 2})
    assert armour_classes(events) == [15]
    _, events = blow(2, "Guard", rules={"reaction.guard_ac": 2})
    assert armour_classes(events) == [16]


@pytest.mark.rule("parry_riposte")
def test_the_riposte_is_one_blow_at_the_attacker():
    match, events = blow(2, "Parry & Riposte", more=(20, 7))
    (roll,) = dice_rolled(events, Purpose.RIPOSTE)
    assert (roll.unit, roll.other, roll.mod, roll.need, roll.won) == (1, 0, 4, 16, 1)  # +3, +1 Front Line
    assert unit(match, "sword").hp == 24 - 7
    assert vigor(match) == {"sword": 9, "captain": 7}
    assert_all_dice_used(match)


@pytest.mark.rule("parry_riposte")
@pytest.mark.rule("flurry")
@pytest.mark.number("t10")
def test_ripostes_take_their_place_in_the_flurry():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[2] * 5)
    play(match, "sword: Attack captain", "captain: Pass", "sword: Ready Parry & Riposte", "sword: End Breath")
    events = play(match, "captain: Attack sword", "sword: Parry & Riposte")
    assert modifiers(events, Purpose.RIPOSTE)[0][Mod.FLURRY] == -2  # RULING R7: the second Attack of the Round
    assert unit(match, "sword").attacks == 2
    play(match, "captain: Ready Guard", "captain: End Breath")
    events = play(match, "sword: Attack captain", "captain: Pass", "sword: Attack captain", "captain: Pass")
    assert [m[Mod.FLURRY] for m in modifiers(events)] == [-4, -6]
    assert unit(match, "captain").attacks == 1
    assert_all_dice_used(match)


@pytest.mark.rule("parry_riposte")
@pytest.mark.rule("breath.one_heavy")
def test_a_heavy_riposte_is_free_and_not_the_heavy_attack_of_a_breath():
    great = [{"name": "axe", "attacks": [{"name": "axe", "bonus": 4, "rolls": ["1d8"], "heavy": True}]}]
    match = stage(party=[("sword_fighter@front", {"gear": great})], foes=["raider_captain@far"], dice=[2, 2, 2, 2])
    play(match, "sword: Attack captain", "captain: Parry & Riposte", "sword: End Breath")  # RULING R17
    assert vigor(match) == {"sword": 8, "captain": 7}
    assert match.decision.unit == 0
    play(match, "sword: Ready Parry & Riposte", "sword: End Breath")
    assert match.why(match.parse("Attack sword")) == Why.OK
    play(match, "captain: Attack sword", "sword: Parry & Riposte")
    assert match.why(match.parse("Attack sword")) == Why.SECOND_HEAVY
    assert_all_dice_used(match)


@pytest.mark.rule("parry_riposte")
def test_no_parry_where_the_riposte_cannot_reach():
    ground = field({"near": "front_line party", "camp": "back_line foes"}, "near == camp")
    match = stage(party=["sword_fighter@near"], foes=[("raider_captain@camp", {"hd": 9})], battlefield=ground, dice=[2])
    play(match, "captain: Attack sword")  # out of a Back Line, across the line of engagement
    assert legal_words(match) == ["Pass", "Guard"]
    assert match.why(int(match.setup.offset[Verb.PARRY])) == Why.RIPOSTE_REACH


@pytest.mark.rule("parry_riposte")
def test_no_parry_without_a_melee_weapon_in_hand():
    match = stage(party=["sword_fighter@front"], foes=["raider_archer@far"], dice=[2, 2, 2])
    play(match, "sword: Attack archer")
    assert legal_words(match) == ["Pass", "Guard"]  # RULING R12: it holds a bow
    match = stage(party=["sword_fighter@front"], foes=["raider_archer@far"], dice=[2, 2])
    unit(match, "archer").gear = 1
    play(match, "sword: Attack archer")
    assert legal_words(match) == ["Pass", "Guard", "Parry & Riposte"]


@pytest.mark.rule("parry_riposte")
def test_the_fallen_strike_no_more_and_a_riposte_can_end_the_attack():
    blades = {"gear": [], "attacks": [{"name": "blades", "bonus": 3, "rolls": ["1d8", "1d8"]}], "hp": 3}
    match = stage(
        party=["sword_fighter@front"],
        foes=[("raider_captain@far", {**blades, "hd": 9}), "goblin@rear"],
        dice=[2, 20, 1],
        rules=NO_MORALE,
    )
    events = play(match, "captain: Attack sword", "sword: Parry & Riposte")
    assert [e.unit for e in noted(events, Note.DOWN)] == [1]
    assert len(dice_rolled(events, Purpose.ATTACK)) == 1  # the second roll is lost with its maker
    assert (match.decision.unit, match.decision.kind) == (2, Kind.BREATH)
    assert_all_dice_used(match)


def exposed_fighter(dice: list[int]):
    """The sword fighter failed a Breakthrough (3 Vigor), then readied Guard; it is the captain's Breath."""
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1, *dice])
    play(match, "sword: Move far", "sword: Ready Guard", "sword: End Breath")
    assert unit(match, "sword").exposed == 1
    assert match.decision.unit == 1
    return match


@pytest.mark.rule("exposed.effects")
@pytest.mark.number("t9")
def test_exposed_worsens_the_armour_class_by_four():
    for die, hit in ((8, 1), (7, 0)):
        match = exposed_fighter([die, 5] if hit else [die])
        (roll,) = dice_rolled(play(match, "captain: Attack sword"), Purpose.ATTACK)
        assert (roll.total, roll.need, roll.won) == (die + 4, 12, hit)  # 16 - 4
        assert_all_dice_used(match)


@pytest.mark.rule("exposed.effects")
@pytest.mark.number("t9")
def test_the_exposed_use_no_reaction():
    match = exposed_fighter([1])
    assert vigor(match)["sword"] == 7
    play(match, "captain: Attack sword")
    assert match.decision.kind == Kind.BREATH  # not asked: neither the Guard held nor an improvised one
    assert unit(match, "sword").ready == Reaction.GUARD  # RULINGS O6, X18: idle, not discarded
    play(match, "captain: End Breath")
    until_breath_of(match, "sword")
    assert unit(match, "sword").exposed == 0


@pytest.mark.rule("exposed.effects")
@pytest.mark.rule("interdict")
def test_the_exposed_do_not_interdict():
    match = exposed_fighter([20])
    play(match, "captain: Move front")
    assert match.decision.unit == 1
    assert unit(match, "captain").zone == match.names.zones.index("front")


@pytest.mark.rule("exposed.effects")
@pytest.mark.rule("focus.interrupted")
def test_becoming_exposed_loses_the_spell_in_focus():
    match = stage(party=["magic_user@front"], foes=["raider_captain@far"], dice=[1])
    play(match, "mage: Focus", "mage: Choose sleep", "mage: End Breath", "captain: Forfeit")
    events = play(match, "mage: Move far")
    assert [e.unit for e in noted(events, Note.FOCUS_LOST)] == [0]
    assert unit(match, "mage").focus == -1
