"""Hiding in a Flank, and what ends it (L326-330)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    legal_words,
    noted,
    play,
    unit,
    until_breath_of,
    where,
    zone,
)
from tests.rules.fields import checks, field, paid
from tests.rules.night import BLADES, hidden, lurker, night, seen, strike
from wzc_env.warzone.words import Kind, Life, Note, Purpose, Side, Why

FOE = ("ogre@shrine", {"hp": 40})


def hiding(*foes, die=50, dice=(), party=(), **changes):
    """A lurker in the wood who has hidden, or failed to, with its first Vigor."""
    match = night([lurker(**changes), *party], list(foes) or [FOE], [die, *dice])
    play(match, "sword: Hide")
    return match


@pytest.mark.rule("ambush")
@pytest.mark.parametrize(("die", "works"), [(1, True), (50, True), (51, False), (100, False)])
def test_stealth_is_the_hosts_roll_on_a_hundred(die, works):
    match = night([lurker()], [FOE], [die])
    events = play(match, "sword: Hide")
    assert paid(events) == [1]
    ((roll, need, won),) = [(e.roll, e.need, bool(e.won)) for e in dice_rolled(events, Purpose.HIDE)]
    assert (roll, need, won) == (die, 50, works)
    assert hidden(match, "sword") == works
    assert len(noted(events, Note.HIDDEN)) == works
    assert_all_dice_used(match)


@pytest.mark.rule("ambush")
@pytest.mark.parametrize(
    ("changes", "rules", "need"),
    [({"stealth": None}, {}, 17), ({"stealth": None}, {"host.stealth": 35}, 35), ({"stealth": 35}, {}, 35)],
)
def test_who_has_no_skill_uses_the_hosts_chance(changes, rules, need):
    for die in (need, need + 1):
        match = night([lurker(**changes)], [FOE], [die], rules=rules)
        play(match, "sword: Hide")
        assert hidden(match, "sword") == (die == need)


@pytest.mark.rule("ambush")
def test_who_fails_may_try_again():
    match = hiding(die=99, dice=[98, 2])
    play(match, "sword: Hide", "sword: Hide")
    assert hidden(match, "sword")
    assert match.why(match.parse("Hide")) == Why.ALREADY_HIDDEN


@pytest.mark.rule("ambush")
@pytest.mark.rule("trait.flank")
@pytest.mark.parametrize("place", ["camp", "square", "shrine", "pit"])
def test_one_hides_in_a_flank_only(place):
    match = night([lurker(place)], ["ogre@store"])
    assert match.why(match.parse("Hide")) == Why.NOT_A_FLANK
    assert "Hide" not in legal_words(match)


@pytest.mark.rule("ambush")
def test_nobody_hides_before_an_enemys_eyes():
    """RULING HID2."""
    for foes, why in (
        (["goblin@wood"], Why.WATCHED),
        (["goblin@shrine"], Why.OK),  # not even across an engagement line
        ([("goblin@wood", {"effects": {"held": 9}}), "ogre@shrine"], Why.OK),
    ):
        match = night([lurker()], foes)
        assert match.why(match.parse("Hide")) == why
        assert ("Hide" in legal_words(match)) == (why == Why.OK)


@pytest.mark.rule("ambush")
@pytest.mark.rule("grapple")
def test_nobody_hides_in_a_grip_or_with_one():
    match = night([lurker()], [FOE], [20])
    play(match, "sword: Grapple ogre")  # across the line
    assert unit(match, "ogre").holder == 0
    assert match.why(match.parse("Hide")) == Why.WATCHED
    play(match, "sword: End Breath")
    match = night([lurker()], [("ogre@shrine", {"hd": 9})], [20])
    until_breath_of(match, "ogre")
    play(match, "ogre: Grapple sword", "ogre: End Breath")
    until_breath_of(match, "sword")
    assert match.why(match.parse("Hide")) == Why.GRAPPLED


@pytest.mark.rule("ambush")
def test_nobody_aims_at_whom_it_does_not_know():
    """The contract: an unknown creature cannot be targeted."""
    brute = ("ogre@shrine", {**BLADES, "caster_level": 5, "spells": {"magic missile": 1, "fireball": 1}})
    match = hiding(brute)
    play(match, "sword: End Breath")
    until_breath_of(match, "ogre")
    for action in ("Attack sword with blade", "Attack sword with bow", "Grapple sword", "Shove sword"):
        assert match.why(match.parse(action)) == Why.UNKNOWN
    assert not [text for text in legal_words(match) if "sword" in text]
    play(match, "ogre: Focus", "ogre: Choose magic missile", "ogre: Overload")
    assert match.why(match.parse("Release at sword")) == Why.UNKNOWN


@pytest.mark.rule("ambush")
@pytest.mark.rule("release")
def test_its_friends_know_where_it_is():
    match = night([lurker(hp_now=5), "cleric@wood"], [FOE], [1, 5, 10])
    play(match, "sword: Hide", "sword: End Breath")
    until_breath_of(match, "cleric")
    play(match, "cleric: Focus", "cleric: Choose cure light wounds", "cleric: Overload", "cleric: Release at sword")
    assert unit(match, "sword").hp == 11  # 5 + 1 + 5
    assert hidden(match, "sword")


@pytest.mark.rule("ambush")
@pytest.mark.rule("release")
@pytest.mark.parametrize("saves", [True, False])
def test_a_spell_on_the_whole_zone_finds_it(saves):
    """RULING ZSP1, HID3: the Zone is named for somebody known there; damage shows who was hidden, even halved."""
    mage = ("ogre@shrine", {"caster_level": 1, "spells": {"fireball": 1}})
    alone = hiding(mage)
    match = hiding(mage, party=["cleric@wood"], dice=[4, 20 if saves else 1, 1])
    for each in (alone, match):
        play(each, "sword: End Breath")
        until_breath_of(each, "ogre")
        play(each, "ogre: Focus", "ogre: Overload")
    assert alone.why(alone.parse("Release at wood")) == Why.WRONG_TARGET
    events = play(match, "ogre: Release at wood")
    assert [(e.other, e.total) for e in noted(events, Note.DAMAGE)] == [(0, 2 if saves else 4), (1, 4)]
    assert (seen(events), hidden(match, "sword")) == (1, False)
    assert_all_dice_used(match)


@pytest.mark.rule("ambush")
def test_no_damage_shows_nobody():
    mage = ("ogre@shrine", {"caster_level": 1, "spells": {"fireball": 1}})
    match = hiding(mage, party=["cleric@wood"], dice=[1, 20, 1])
    play(match, "sword: End Breath")
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Focus", "ogre: Overload", "ogre: Release at wood")  # half of 1
    assert (seen(events), hidden(match, "sword")) == (0, True)


@pytest.mark.rule("ambush")
@pytest.mark.rule("control.simple")
def test_the_hidden_hold_nothing():
    """RULING HID1: no Control, no Breakthrough against them, no discount; but they take up room."""
    match = night([lurker()], [FOE], [50])
    assert zone(match, "wood").control == Side.PARTY
    match.take_events()
    events = play(match, "sword: Hide")
    assert [(e.zone, e.what) for e in noted(events, Note.CONTROL)] == [(match.names.zones.index("wood"), Side.NOBODY)]
    assert zone(match, "wood").bodies == [0, 0]
    assert zone(match, "wood").occupants == [1, 0]
    assert match.battle.capable == [1, 1]
    play(match, "sword: End Breath")
    until_breath_of(match, "ogre")
    assert match.words(match.parse("Move wood")) == "Move wood"
    events = play(match, "ogre: Move wood")
    assert (paid(events), checks(events)) == ([2], [])
    assert zone(match, "wood").control == Side.FOES
    assert hidden(match, "sword")  # who comes near does not find it


@pytest.mark.rule("ambush")
@pytest.mark.rule("capacity")
def test_a_narrow_zone_is_full_of_the_hidden():
    tight = field({"near": "", "nook": "flank both 2", "far": ""}, "near -- nook", "nook -- far")
    party = [lurker("nook"), lurker("nook", "spear_fighter")]
    match = night(party, ["goblin@far"], [1, 1], battlefield=tight)
    for who in ("sword", "spear"):
        play(match, f"{who}: Hide", f"{who}: Ready Guard", f"{who}: End Breath")
    until_breath_of(match, "goblin")
    assert match.words(match.parse("Move nook")) == "Move nook (Breakthrough, Dire)"


@pytest.mark.rule("ambush")
@pytest.mark.rule("control.simple")
def test_control_comes_back_with_whoever_is_seen():
    match = hiding(dice=[2])
    events = strike(match, "sword", "ogre")
    assert not hidden(match, "sword")
    assert [(e.note, e.what) for e in events if e.note in (Note.SEEN, Note.CONTROL)] == [
        (Note.SEEN, 0), (Note.CONTROL, Side.PARTY),
    ]  # fmt: skip


@pytest.mark.rule("ambush")
@pytest.mark.parametrize("action", ["Attack ogre with blade", "Attack ogre with bow", "Grapple ogre", "Shove ogre"])
def test_hiding_ends_on_every_attack(action):
    """RULING HID3; hit or miss."""
    match = hiding(dice=[2])
    events = play(match, f"sword: {action}")
    assert (seen(events), hidden(match, "sword")) == (1, False)


@pytest.mark.rule("ambush")
def test_a_spell_shows_its_caster_and_quiet_work_does_not():
    match = night([("magic_user@wood", {"stealth": 50, "abilities": {"dex": 18}})], [FOE], [50, 3])
    for line in ("Hide", "Focus", "Choose magic missile"):
        play(match, f"mage: {line}")
    assert hidden(match, "mage")
    play(match, "mage: End Breath")
    until_breath_of(match, "mage")
    play(match, "mage: Draw", "mage: Ready Guard")
    assert hidden(match, "mage")
    events = play(match, "mage: Release at ogre")
    assert (seen(events), hidden(match, "mage")) == (1, False)


@pytest.mark.rule("ambush")
def test_who_falls_is_hidden_no_longer():
    mage = ("ogre@shrine", {"caster_level": 9, "spells": {"fireball": 1}})
    party = [lurker(hp_now=1), ("cleric@wood", {"hp": 30, "spells": {"cure light wounds": 1}})]
    match = night(party, [mage], [1, *[2] * 9, 1, 1, 5], host="osr_dying")
    play(match, "sword: Hide", "sword: End Breath")
    until_breath_of(match, "ogre")
    play(match, "ogre: Focus", "ogre: Overload")
    play(match, "ogre: Release at wood")
    assert (unit(match, "sword").life, unit(match, "sword").hidden_from) == (Life.DYING, 0)


@pytest.mark.rule("ambush")
def test_hiding_lasts_over_breaths_and_the_lull():
    match = hiding(die=50)
    play(match, "sword: End Breath")
    until_breath_of(match, "sword")
    play(match, "sword: Ready Guard", "sword: End Breath")
    assert hidden(match, "sword")
    while match.battle.turn == 1:
        match.step("Forfeit")
    assert hidden(match, "sword")


@pytest.mark.rule("ambush")
@pytest.mark.rule("withdraw")
def test_who_withdraws_is_out_of_sight_for_good():
    match = hiding(die=1, dice=[20])  # an enemy next to it, and no faster
    assert paid(play(match, "sword: Withdraw")) == [3]
    assert (unit(match, "sword").life, unit(match, "sword").hidden_from) == (Life.GONE, 0)


@pytest.mark.rule("interdict")
@pytest.mark.rule("ambush")
def test_nobody_interdicts_whom_it_does_not_know():
    for hides, asked in ((True, Kind.BREATH), (False, Kind.INTERDICT)):
        match = night([lurker()], ["ogre@shrine", "goblin@alley"], [1, 20] if hides else [20])
        if hides:
            play(match, "sword: Hide")
        events = play(match, "sword: Move alley")
        assert checks(events) == [(Purpose.BREAKTHROUGH, 10, True)]  # the goblin alone Controls it
        assert match.decision.kind == asked
        assert (where(match, "sword") == "alley") == hides


@pytest.mark.rule("interdict")
@pytest.mark.rule("ambush")
@pytest.mark.parametrize(("die", "stopped"), [(20, True), (2, False)])
def test_the_hidden_interdict_and_are_seen(die, stopped):
    match = night([lurker()], [FOE], [1, die, *([3] if stopped else [])])
    play(match, "sword: Hide", "sword: Ready Interdict", "sword: End Breath")
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Move wood", "sword: Interdict")
    assert not noted(events, Note.MOD)  # no Ambush, no backstab: a basic Attack
    assert (seen(events), hidden(match, "sword")) == (1, False)
    assert where(match, "ogre") == ("shrine" if stopped else "wood")
    assert paid(events) == [2]
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
@pytest.mark.rule("ambush")
def test_the_hidden_may_let_them_pass():
    match = night([lurker()], [FOE], [1])
    play(match, "sword: Hide", "sword: Ready Interdict", "sword: End Breath")
    until_breath_of(match, "ogre")
    play(match, "ogre: Move wood", "sword: Pass")
    assert hidden(match, "sword")


@pytest.mark.rule("pincer.forms")
@pytest.mark.rule("ambush")
def test_who_hides_again_still_occupies_an_arm():
    """L340: the side occupies two Zones, whether the enemy knows it or not."""
    party = [lurker(), ("spear_fighter@square", {"abilities": {"dex": 13}})]
    match = night(party, [("ogre@shrine", {"hp": 40})], [2, 1, 2])
    strike(match, "sword", "ogre")
    play(match, "sword: Hide", "sword: End Breath")
    assert hidden(match, "sword")
    until_breath_of(match, "spear")
    strike(match, "spear", "ogre", "spear")
    arms = zone(match, "shrine").arms[Side.PARTY]
    names = match.names.zones
    assert arms == 1 << names.index("wood") | 1 << names.index("square")
