"""Focus and Release: the three casting rhythms, what keeps a held spell and what loses it."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    index,
    is_breath_of,
    legal_words,
    noted,
    play,
    stage,
    unit,
    until,
    until_breath_of,
    vigor,
    where,
)
from wzc_env.warzone.words import NONE, Effect, Note, Purpose, Reaction, Why

MISSILE, SLEEP, FIREBALL = 0, 1, 2  # slots of the magic-user
TOUGH = ("orc@far", {"hp": 90})


def why(match, text):
    """Why an action, in words, is refused."""
    return match.why(match.parse(text))


def focused(spell="magic missile", zone="front", **options):
    """A magic-user who has just focused a spell, its Breath still open; one orc two edges from the back."""
    match = stage([f"magic_user@{zone}", "cleric@flank"], [TOUGH], **options)
    play(match, "mage: Focus", f"mage: Choose {spell}")
    match.take_events()
    return match


def lost(events):
    """Which unit has lost which spell (row), by the FOCUS_LOST events."""
    return [(e.unit, e.what) for e in noted(events, Note.FOCUS_LOST)]


@pytest.mark.rule("focus.hold")
def test_focus_names_the_spell_and_costs_4():
    match = stage(["magic_user@front"], [TOUGH])
    match.take_events()
    events = play(match, "mage: Focus")
    assert legal_words(match) == ["Choose magic missile", "Choose sleep", "Choose fireball"]
    events += play(match, "mage: Choose sleep")
    assert [-e.mod for e in noted(events, Note.PAY)] == [4]
    assert [match.names.spells[e.what] for e in noted(events, Note.FOCUS)] == ["sleep"]
    assert unit(match, "mage").focus == SLEEP
    assert list(unit(match, "mage").slots[:3]) == [1, 1, 1]  # nothing is used yet


@pytest.mark.rule("focus.hold")
def test_the_caster_moves_attacks_and_reacts_while_focused():
    match = focused(dice=[1, 10])
    play(match, "mage: Overload", "mage: Move back", "mage: Attack orc with sling", "orc: Pass", "mage: End")
    assert where(match, "mage") == "back"
    assert unit(match, "mage").focus == MISSILE
    assert_all_dice_used(match)


@pytest.mark.rule("focus.hold")
def test_a_readied_reaction_may_be_held_beside_a_focus():
    match = focused(dice=[1])
    play(match, "mage: Ready Guard", "mage: End")
    until_breath_of(match, "orc")
    play(match, "orc: Attack mage with crossbow", "mage: Guard")
    assert unit(match, "mage").focus == MISSILE
    assert_all_dice_used(match)


@pytest.mark.rule("focus.hold")
@pytest.mark.rule("lull.order")
@pytest.mark.number("t25")
def test_focus_lasts_over_rounds_and_lulls_and_is_released_then():
    match = focused(dice=[2])
    until(match, lambda: match.battle.turn == 3)
    assert unit(match, "mage").focus == MISSILE
    until_breath_of(match, "mage")
    play(match, "mage: Release at orc")  # 2 Vigor, no Overload
    assert unit(match, "orc").hp == 87
    assert (unit(match, "mage").focus, vigor(match)["mage"]) == (NONE, 8)
    assert list(unit(match, "mage").slots[:3]) == [0, 1, 1]
    assert_all_dice_used(match)


@pytest.mark.rule("release")
def test_split_casting_focus_in_one_breath_and_release_in_a_later_one():
    match = focused(dice=[6])
    play(match, "mage: Ready Guard", "mage: End")
    assert vigor(match)["mage"] == 5
    until_breath_of(match, "mage")
    play(match, "mage: Release at orc")
    assert vigor(match)["mage"] == 3
    assert unit(match, "orc").hp == 83


@pytest.mark.rule("release")
@pytest.mark.number("t7")
def test_forced_casting_releases_even_when_the_overload_fails():
    match = focused(dice=[6, 1])
    assert why(match, "Release at orc") == Why.BREATH_LIMIT
    play(match, "mage: Overload", "mage: Release at orc", "mage: End")
    assert unit(match, "orc").hp == 83
    assert (vigor(match)["mage"], unit(match, "mage").exposed) == (0, 1)
    assert list(unit(match, "mage").slots[:3]) == [0, 1, 1]
    assert_all_dice_used(match)


@pytest.mark.rule("release")
def test_nothing_but_vigor_limits_the_spells_of_a_round():
    match = focused(dice=[1, 1, 1, 20])
    unit(match, "mage").vigor += 20
    play(match, "mage: Overload", "mage: Release at orc")
    play(match, "mage: Focus", "mage: Choose sleep", "mage: Release at far")
    assert noted(match.take_events(), Note.ROUND) == []
    assert list(unit(match, "mage").slots[:3]) == [0, 0, 1]


@pytest.mark.rule("release")
def test_a_release_needs_a_focus_and_a_focus_a_casting():
    match = stage(["magic_user@front"], [TOUGH])
    assert why(match, "Release at orc") == Why.NOT_FOCUSED
    for slot in range(3):
        unit(match, "mage").slots[slot] = 0
    assert why(match, "Focus") == Why.NO_SPELLS
    other = stage(["sword_fighter@front"], [TOUGH])
    assert why(other, "Focus") == Why.NO_SPELLS


@pytest.mark.rule("focus.hold")
@pytest.mark.rule("focus.interrupted")
def test_a_new_focus_loses_the_old_spell_and_its_slot():
    match = focused()
    unit(match, "mage").vigor = 10
    play(match, "mage: Overload", "mage: Focus")
    assert legal_words(match) == ["Choose sleep", "Choose fireball"]  # the one casting of the missile is in focus
    events = play(match, "mage: Choose fireball")
    assert lost(events) == [(index(match, "mage"), match.names.spells.index("magic missile"))]
    assert unit(match, "mage").focus == FIREBALL
    assert list(unit(match, "mage").slots[:3]) == [0, 1, 1]
    assert vigor(match)["mage"] == 6  # no refund


@pytest.mark.rule("focus.interrupted")
@pytest.mark.parametrize(("keeps", "slots"), [(1, [0, 1, 1]), (0, [1, 1, 1])])
def test_damage_before_the_release_loses_the_spell_by_the_hosts_rule_without_refund(keeps, slots):
    match = focused(dice=[20, 1], rules={"host.interrupted_loses_slot": keeps})
    play(match, "mage: End")
    until_breath_of(match, "orc")
    unit(match, "mage").vigor = 1
    events = play(match, "orc: Attack mage with crossbow")
    assert len(lost(events)) == 1
    assert unit(match, "mage").focus == NONE
    assert list(unit(match, "mage").slots[:3]) == slots
    assert vigor(match)["mage"] == 1
    assert_all_dice_used(match)


@pytest.mark.rule("focus.interrupted")
def test_a_miss_does_not_disturb():
    match = focused(dice=[2])
    play(match, "mage: End")
    until_breath_of(match, "orc")
    unit(match, "mage").vigor = 0
    assert not lost(play(match, "orc: Attack mage with crossbow"))
    assert unit(match, "mage").focus == MISSILE


@pytest.mark.rule("focus.interrupted")
def test_damage_between_focus_and_release_in_one_breath_loses_the_spell():
    knife = {"name": "knife", "bonus": 0, "rolls": ["1d4"]}
    match = stage([("magic_user@front", {"attacks": [knife]}), "cleric@flank"], [TOUGH], dice=[2, 20, 1])
    unit(match, "orc").gear = 1
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Overload")
    events = play(match, "mage: Attack orc with knife", "orc: Parry & Riposte")  # the riposte hits
    assert len(lost(events)) == 1
    assert why(match, "Release at orc") == Why.NOT_FOCUSED
    assert_all_dice_used(match)


@pytest.mark.rule("focus.interrupted")
def test_becoming_exposed_loses_the_spell():
    match = focused(dice=[1])
    play(match, "mage: Overload", "mage: Ready Guard")
    events = play(match, "mage: End")
    assert [e.note for e in events if e.note in (Note.EXPOSED, Note.FOCUS_LOST)] == [Note.EXPOSED, Note.FOCUS_LOST]
    assert unit(match, "mage").focus == NONE
    assert list(unit(match, "mage").slots[:3]) == [0, 1, 1]


@pytest.mark.rule("focus.interrupted")
def test_an_interdicts_damage_loses_the_spell():
    match = focused(dice=[20, 20, 1])
    orc = unit(match, "orc")
    orc.gear, orc.ready = 1, Reaction.INTERDICT
    play(match, "mage: Overload")
    events = play(match, "mage: Move far (Breakthrough)", "orc: Interdict")
    assert len(lost(events)) == 1
    assert where(match, "mage") == "front"
    assert_all_dice_used(match)


@pytest.mark.rule("focus.interrupted")
@pytest.mark.parametrize("effect", ["held", "asleep"])
def test_helplessness_loses_the_spell(effect):
    spell = {"held": "hold person", "asleep": "sleep"}[effect]
    foe = ("magic_user@far", {"name": "witch", "spells": {spell: 1}, "level": 9})
    match = stage(
        [("magic_user@front", {"level": 3}), "cleric@flank"], [foe], dice=[4, 4] if effect == "asleep" else [5]
    )
    play(match, "mage: Focus", "mage: Choose fireball", "mage: End")
    until_breath_of(match, "witch")
    unit(match, "witch").focus = match.names.unit_spells[index(match, "witch")].index(spell)
    where_to = "mage" if effect == "held" else "front"
    events = play(match, f"witch: Release at {where_to}")
    assert unit(match, "mage").timers[Effect[effect.upper()]] > 0
    assert len(lost(events)) == 1
    assert unit(match, "mage").focus == NONE
    assert_all_dice_used(match)


@pytest.mark.rule("release")
def test_a_release_is_no_attack_it_opens_no_window_and_takes_no_flurry():
    match = focused(dice=[6, 2])
    unit(match, "mage").vigor = 12
    orc = unit(match, "orc")
    orc.vigor, orc.ready = 9, Reaction.GUARD
    play(match, "mage: Overload", "mage: Release at orc")
    assert unit(match, "mage").attacks == 0
    events = play(match, "mage: Attack orc with sling")
    assert not [e for e in dice_rolled(events) if e.what == Purpose.ATTACK]  # the orc is asked first: this is an attack
    assert match.decision.unit == index(match, "orc")
    play(match, "orc: Pass")
    assert_all_dice_used(match)


@pytest.mark.rule("release")
def test_spells_are_released_inside_the_melee():
    match = focused(dice=[4, 4], zone="melee")
    play(match, "mage: Overload")
    assert why(match, "Attack orc with sling") == Why.RANGED_FROM_MELEE
    play(match, "mage: Release at orc")
    assert unit(match, "orc").hp == 85


@pytest.mark.rule("focus.hold")
def test_a_forfeit_and_an_unused_reaction_leave_the_focus_alone():
    match = focused()
    play(match, "mage: Ready Guard", "mage: End")
    until_breath_of(match, "mage")
    play(match, "mage: Forfeit")
    assert unit(match, "mage").focus == MISSILE
    assert not is_breath_of(match, "mage")
