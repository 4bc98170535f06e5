"""A Breath handed over as a whole: judged strictly and without a trace, resolved between other people's answers."""

from collections.abc import Sequence

import pytest

from tests.harness import assert_all_dice_used, index, noted, play, scenario, stage, unit, until_breath_of, where
from wzc_env.game import Breath, Match, Refused
from wzc_env.scenario import from_record
from wzc_env.warzone.actions import attack_id
from wzc_env.warzone.notation import NotationError
from wzc_env.warzone.words import Kind, Note, Reaction, Why

SWORD = "sword_fighter@front"
BLADE = {"name": "blade", "attacks": [{"name": "blade", "bonus": 0, "rolls": ["1d8"]}]}
ORC = ("orc@far", {"hp": 60, "morale": 0, "gear": [BLADE]})
OGRE = ("ogre@far", {"hp": 90, "morale": 0})


def duel(dice: Sequence[int] | None = None) -> Match:
    """The sword fighter (Vigor 11) acts first; an orc without any Vigor to react stands in reach."""
    match = stage([SWORD], [ORC], dice=dice)
    unit(match, "orc").vigor = 0
    return match


SPELLS = {"magic missile": 1, "sleep": 1, "fireball": 1}


def mage(dice: Sequence[int] | None = None) -> Match:
    """A magic-user (Vigor 10) alone, two orcs afar."""
    orcs = ("orc@rear", {"count": 2, "hp": 40, "morale": 0})
    return stage([("magic_user@back", {"spells": SPELLS, "level": 5})], [orcs], dice=dice)


def captain() -> Match:
    return stage(["raider_captain@front"], [OGRE, "orc@rear"])


REFUSALS = {
    "over the limit": (duel, ["Attack orc", "Attack orc", "Attack orc"], Why.BREATH_LIMIT, 2),
    "over the limit with what is dear": (duel, ["Attack orc", "Ready Interdict", "Move back"], Why.BREATH_LIMIT, 2),
    "two heavy Attacks": (captain, ["Attack ogre", "Overload", "Attack ogre"], Why.SECOND_HEAVY, 2),
    "two heavy Attacks overloaded first": (captain, ["Overload", "Attack ogre", "Attack ogre"], Why.SECOND_HEAVY, 2),
    "two Readies": (duel, ["Ready Guard", "Ready Interdict"], Why.READY_HELD, 1),
    "unaffordable": (duel, ["Overload", *["Attack orc"] * 6], Why.NO_VIGOR, 6),
    "after all Vigor is spent": (duel, ["Overload", *["Attack orc"] * 5, "Ready Guard", "Move back"], Why.NO_VIGOR, 7),
    "Release before Focus": (mage, ["Release at orc_0", "Focus"], Why.NOT_FOCUSED, 0),
    "Release beyond the limit": (mage, ["Focus", "Choose fireball", "Release at rear"], Why.BREATH_LIMIT, 2),
    "a forfeit in the middle": (duel, ["Attack orc", "Forfeit"], Why.ALREADY_BEGUN, 1),
    "something after a forfeit": (duel, ["Forfeit", "Attack orc"], Why.WRONG_KIND, 1),
    "something after the end": (duel, ["Ready Guard", "End", "Attack orc"], Why.WRONG_KIND, 2),
    "a choice left out": (mage, ["Focus", "Ready Guard"], Why.WRONG_KIND, 1),
    "a choice left out at the end": (mage, ["Ready Guard", "Focus"], Why.WRONG_KIND, 2),
    "Overload twice": (duel, ["Overload", "Overload"], Why.ALREADY_OVERLOADED, 1),
    "a reaction": (duel, ["Guard"], Why.WRONG_KIND, 0),
    "nothing": (duel, [], Why.NOTHING_PAID, 0),
    "Overload alone": (duel, ["Overload"], Why.NOTHING_PAID, 1),
    "out of reach": (duel, ["Move back", "Attack orc"], Why.OUT_OF_REACH, 1),
    "an unknown id": (duel, [9999], Why.OUT_OF_RANGE, 0),
    "an id below the first": (duel, [-1], Why.OUT_OF_RANGE, 0),
}  # fmt: skip


@pytest.mark.rule("breath.limit")
@pytest.mark.rule("breath.one_heavy")
@pytest.mark.parametrize("case", REFUSALS)
def test_a_faulty_bundle_is_refused_with_why_and_place_and_leaves_no_trace(case: str) -> None:
    make, maneuvers, why, place = REFUSALS[case]
    match = make()
    before, mask = match.digest(), match.legal()
    told = len(match.clone().take_events())
    with pytest.raises(Refused) as caught:
        match.breath(Breath(maneuvers))
    assert (caught.value.why, caught.value.place) == (why, place)
    where_ = f"Breath, maneuver {place + 1} ({maneuvers[place]}): " if place < len(maneuvers) else "Breath: "
    assert str(caught.value).startswith(where_)
    assert len(str(caught.value)) > len(where_) + 10
    assert (match.digest(), match.legal(), match.skipped) == (before, mask, [])
    assert len(match.take_events()) == told
    match.step("Ready Guard")  # and no half of it is under way
    assert match.decision is not None
    assert match.battle.units[match.decision.unit].paid == 1


@pytest.mark.parametrize(
    "text", ["Dance", "Attack nobody", "Attack orc with axe", "Move nowhere", "Choose fireball", ""]
)
def test_a_text_that_is_no_action_is_refused_by_its_name(text: str) -> None:
    match = duel()
    before = match.digest()
    with pytest.raises(NotationError) as caught:
        match.breath(Breath(["Ready Guard", text]))
    assert (caught.value.text, caught.value.place) == (text, 1)
    assert match.digest() == before
    assert match.battle.units[0].paid == 0


def test_a_bundle_is_no_answer_to_anything_but_a_breath() -> None:
    match = stage([SWORD], [ORC], dice=[5])
    match.breath(Breath(["Attack orc", "Ready Guard"]))
    assert match.decision is not None
    assert match.decision.kind == Kind.DEFEND
    before = match.digest()
    with pytest.raises(Refused) as caught:
        match.breath(Breath(["Guard"]))
    assert (caught.value.why, caught.value.place, match.digest()) == (Why.WRONG_KIND, 0, before)
    play(match, "orc: Pass")
    assert unit(match, "sword").ready == Reaction.GUARD, "the bundle under way was not lost"
    match.battle.units[1].hp = 1
    over = stage([SWORD], [("orc@far", {"hp": 1})], dice=[19, 1])
    unit(over, "orc").vigor = 0
    over.breath(Breath(["Attack orc"]))
    with pytest.raises(Refused, match="the battle is over") as caught:
        over.breath(Breath(["Attack orc"]))
    assert caught.value.why == Why.BATTLE_OVER


def test_maneuvers_come_as_texts_or_ids_and_the_end_may_be_said() -> None:
    for last in (["End"], []):
        match = duel(dice=[2])
        match.breath(Breath([attack_id(match.setup, 0, index(match, "orc")), "Ready Guard", *last]))
        assert_all_dice_used(match)
        assert (unit(match, "sword").vigor, unit(match, "sword").ready) == (8, Reaction.GUARD)
        assert len(noted(match.take_events(), Note.BREATH_END)) == 1


@pytest.mark.number("t7")
@pytest.mark.rule("breath.overload")
@pytest.mark.rule("release")
def test_an_overload_and_choices_inside_a_bundle() -> None:
    """Focus 4 + Release 2 + Guard 1 = 7; the CON check comes at the end."""
    match = mage(dice=[6, 6, 6, 6, 6, 2, 20, 15])
    match.breath(Breath(["Focus", "Choose fireball", "Overload", "Release at rear", "Ready Guard"]))
    assert_all_dice_used(match)
    caster = unit(match, "mage")
    assert (caster.vigor, caster.limit, caster.ready, match.skipped) == (3, 3, Reaction.GUARD, [])
    assert [unit(match, f"orc_{n}").hp for n in (0, 1)] == [10, 25]


@pytest.mark.rule("reaction.window")
def test_others_answer_in_between_and_the_bundle_goes_on() -> None:
    match = stage([SWORD], [ORC], dice=[5, 6])
    match.breath(Breath(["Attack orc", "Attack orc", "Ready Guard"]))
    play(match, "orc: Guard")
    assert (unit(match, "sword").vigor, unit(match, "orc").vigor) == (7, 7)
    play(match, "orc: Pass")
    assert_all_dice_used(match)
    assert (unit(match, "sword").vigor, unit(match, "sword").ready) == (6, Reaction.GUARD)
    assert match.decision is not None
    assert match.names.labels[match.decision.unit] == "orc"
    assert match.decision.kind == Kind.BREATH


def test_a_riposte_that_fells_its_taker_ends_the_bundle() -> None:
    match = stage([(SWORD, {"hp_now": 1}), "cleric@back"], [ORC], dice=[2, 19, 4])
    match.breath(Breath(["Attack orc", "Attack orc", "Ready Guard"]))
    play(match, "orc: Parry & Riposte")
    assert_all_dice_used(match)
    assert unit(match, "sword").hp == 0
    assert match.skipped == []
    assert match.decision is not None
    assert match.names.labels[match.decision.unit] == "cleric"


def test_what_has_become_impossible_is_skipped_and_logged() -> None:
    match = stage([SWORD], [("goblin@far", {"morale": 0}), ("orc@rear", {"morale": 0})], dice=[19, 4])
    unit(match, "goblin").vigor = 0
    match.take_events()
    match.breath(Breath(["Attack goblin", "Attack goblin", "Ready Guard"]))
    assert_all_dice_used(match)
    events = match.take_events()
    (skipped,) = noted(events, Note.SKIPPED)
    attack = attack_id(match.setup, 0, index(match, "goblin"))
    assert (skipped.unit, skipped.what, skipped.amount) == (index(match, "sword"), attack, Why.TARGET_DOWN)
    assert match.skipped == ["Attack goblin with sword: goblin is down or has left the battlefield"]
    assert (unit(match, "sword").vigor, unit(match, "sword").ready) == (8, Reaction.GUARD)
    assert noted(events, Note.BREATH_END)


def test_a_barred_way_makes_the_next_step_impossible() -> None:
    match = stage([SWORD], [ORC, ("orc@melee", {"morale": 0})], dice=[1])
    for label in ("orc_0", "orc_1"):
        unit(match, label).vigor = 0
    match.breath(Breath(["Move far (Breakthrough, Standard)", "Move rear"]))
    assert_all_dice_used(match)
    assert where(match, "sword") == "front"
    assert noted(match.take_events(), Note.EXPOSED)
    assert match.skipped == ["Move rear: no edge leads from front to rear"]


def test_words_that_were_true_at_the_rehearsal_need_not_stay_true() -> None:
    """The goblin falls, so the way is no Breakthrough any more; the step is made all the same, for a plain Move."""
    match = stage([SWORD], [("goblin@far", {"morale": 0}), ("orc@rear", {"morale": 0})], dice=[19, 4])
    match.breath(Breath(["Attack goblin", "Move far (Breakthrough, Standard)"]))
    play(match, "goblin: Pass")
    assert_all_dice_used(match)
    assert (where(match, "sword"), unit(match, "sword").vigor, match.skipped) == ("far", 7, [])


@pytest.mark.rule("shove")
@pytest.mark.parametrize(("face", "stands"), [(20, "rear"), (1, "far")])
def test_a_choice_is_made_or_falls_away_with_its_maneuver(face: int, stands: str) -> None:
    match = duel(dice=[face])
    match.breath(Breath(["Shove orc", "Choose rear", "Ready Guard"]))
    assert_all_dice_used(match)
    assert (where(match, "orc"), unit(match, "sword").ready, match.skipped) == (stands, Reaction.GUARD, [])


@pytest.mark.rule("focus.hold")
def test_the_only_choice_may_be_said_or_left_out_but_no_other() -> None:
    def last_spell() -> Match:
        match = mage()
        for slot, name in enumerate(match.names.unit_spells[0]):
            unit(match, "mage").slots[slot] = int(name == "fireball")
        return match

    for maneuvers in (["Focus"], ["Focus", "Choose fireball", "Ready Guard"]):
        match = last_spell()
        match.breath(Breath(maneuvers))
        assert match.names.unit_spells[0][unit(match, "mage").focus] == "fireball"
    match = last_spell()
    before = match.digest()
    with pytest.raises(Refused) as caught:
        match.breath(Breath(["Focus", "Choose sleep"]))
    assert (caught.value.why, caught.value.place, match.digest()) == (Why.NO_SUCH_OPTION, 1, before)


def test_what_is_left_of_a_bundle_is_not_taken_into_the_next_breath() -> None:
    """A fireball fells the ally who held the way: the step costs 1 more, the Vigor is spent, a new Round begins."""
    caster = ("magic_user@back", {"spells": SPELLS, "level": 5, "gear": [BLADE]})
    match = stage([(SWORD, {"hp_now": 8}), caster], [("orc@front", ORC[1])], dice=[])
    until_breath_of(match, "mage")
    mage_, orc = unit(match, "mage"), unit(match, "orc")
    mage_.vigor, orc.vigor, mage_.focus = 5, 0, match.names.unit_spells[1].index("fireball")
    match.add_dice([4, 4, 4, 4, 4, 1, 20, 20])
    match.breath(Breath(["Release at front", "Move front", "Ready Guard"]))
    assert_all_dice_used(match)
    assert (match.battle.turn, where(match, "mage")) == (2, "front")
    assert match.decision is not None
    assert match.names.labels[match.decision.unit] == "mage"
    assert (match.battle.units[1].vigor, match.battle.units[1].ready) == (10, Reaction.NONE)


def test_a_clone_takes_the_bundle_under_way_along() -> None:
    match = stage([SWORD], [ORC], dice=[5, 6])
    match.breath(Breath(["Attack orc", "Attack orc", "Ready Guard"]))
    twin = match.clone()
    for one in (twin, match):
        play(one, "orc: Pass", "orc: Pass")
        assert unit(one, "sword").ready == Reaction.GUARD
    assert twin.digest() == match.digest()


def test_a_rehearsal_reads_no_die_and_tells_nothing() -> None:
    """Judging a bundle leaves the streams alone: an accepted one goes as its maneuvers taken one by one."""
    for seed in range(12):
        whole, single = (stage([SWORD], [ORC, OGRE], seed=seed) for _ in range(2))
        whole.breath(Breath(["Attack ogre", "Attack orc", "Ready Guard"]))
        for text in ("Attack ogre", "Attack orc", "Ready Guard"):
            if single.decision is not None and single.decision.kind == Kind.BREATH:
                single.step(text)
            while single.decision is not None and single.decision.kind == Kind.DEFEND:
                assert whole.digest() == single.digest()
                single.step("Pass")
                whole.step("Pass")
        single.step("End")
        assert whole.digest() == single.digest()
        assert [repr(e) for e in whole.take_events()] == [repr(e) for e in single.take_events()]


def test_a_mob_takes_its_bundle_together() -> None:
    """Its first member hands it over; each maneuver is repeated by the others before the next one begins."""
    record = scenario(["cleric@front"], [("goblin@far", {"hp": 60, "morale": 0, "hd": 9, "count": 3})]).to_record()
    record["foes"][0]["mob"] = "pack"
    match = Match(from_record(record, "test").compile(), dice=[2, 2, 2])
    assert match.decision is not None
    assert match.names.labels[match.decision.unit] == "goblin_0"
    match.breath(Breath(["Attack cleric", "Ready Guard"]))
    play(match, "cleric: Pass", "cleric: Pass")
    assert [unit(match, f"goblin_{n}").ready for n in range(3)] == [Reaction.NONE] * 3
    play(match, "cleric: Pass")
    assert_all_dice_used(match)
    assert [unit(match, f"goblin_{n}").ready for n in range(3)] == [Reaction.GUARD] * 3
    assert [unit(match, f"goblin_{n}").vigor for n in range(3)] == [10] * 3
    assert [match.battle.units[i].begun for i in range(1, 4)] == [0] * 3, "the next selection is a Breath of its own"
