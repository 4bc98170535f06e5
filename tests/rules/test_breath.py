"""The Breath: its limit, heavy Attacks, Overload, Exposed."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    index,
    is_breath_of,
    legal_words,
    modifiers,
    noted,
    play,
    stage,
    unit,
    until,
    until_breath_of,
    vigor,
)
from wzc_env.game import Breath, Refused
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Reason, SelectedBy, Why

HEAVY = ("raider_captain@far", {"hp": 90})
TOUGH = ("orc@far", {"hp": 90})


def why(match, text):
    """Why an action, in words, is refused."""
    return match.why(match.parse(text))


def attack_pass(match, who, target, face):
    """An Attack that misses (the face is prescribed), the target declining to react if it is asked."""
    match.add_dice([face])
    events = play(match, f"{who}: Attack {target}")
    if match.decision is not None and match.names.labels[match.decision.unit] == target:
        events += play(match, f"{target}: Pass")
    return events


@pytest.mark.rule("breath.limit")
@pytest.mark.number("t5")
@pytest.mark.parametrize(
    ("who", "maneuvers", "costs"),
    [
        ("sword", ["Move back", "Attack sling", "Ready Guard"], [2, 2, 1]),
        ("sword", ["Attack captain", "Attack captain", "Ready Guard"], [2, 2, 1]),
        ("captain", ["Attack sword", "Ready Interdict"], [3, 2]),
    ],
)
def test_the_books_complete_breaths_cost_5(who, maneuvers, costs):
    sling = {"name": "sling", "bonus": 0, "range": 160, "rolls": ["1d4"]}
    match = stage([("sword_fighter@front", {"attacks": [sling]})], [HEAVY], dice=[])
    until_breath_of(match, who)
    events = []
    for text in maneuvers:
        if text.startswith("Attack"):
            routine = "sling" if text == "Attack sling" else match.names.routines[index(match, who)][0]
            foe = "sword" if who == "captain" else "captain"
            match.add_dice([1])
            events += play(match, f"{who}: Attack {foe} with {routine}")
            if match.decision.unit == index(match, foe):
                events += play(match, f"{foe}: Pass")
        else:
            events += play(match, f"{who}: {text}")
    assert [-e.mod for e in noted(events, Note.PAY)] == costs
    assert match.battle.units[match.battle.actor].paid == 5
    assert legal_words(match) == ["End Breath", "Overload"]  # nothing more fits
    assert_all_dice_used(match)


@pytest.mark.rule("breath.limit")
@pytest.mark.number("t6")
def test_a_third_attack_passes_the_limit():
    match = stage(["sword_fighter@front"], [TOUGH], dice=[])
    attack_pass(match, "sword", "orc", 1)
    attack_pass(match, "sword", "orc", 1)
    assert why(match, "Attack orc with sword") == Why.BREATH_LIMIT
    with pytest.raises(Refused):
        match.step("Attack orc with sword")
    assert why(match, "Ready Guard") == Why.OK
    assert why(match, "Ready Interdict") == Why.BREATH_LIMIT
    with pytest.raises(Refused) as refused:
        stage(["sword_fighter@front"], [TOUGH]).breath(Breath(["Attack orc", "Attack orc", "Attack orc"]))
    assert refused.value.why == Why.BREATH_LIMIT


@pytest.mark.rule("breath.limit")
def test_a_breath_costs_no_more_than_the_vigor_that_is_left():
    match = stage(["sword_fighter@front"], [TOUGH], dice=[])
    unit(match, "sword").vigor = 1
    unit(match, "orc").vigor = 0
    assert why(match, "Ready Guard") == Why.OK
    assert why(match, "Attack orc with sword") == Why.NO_VIGOR
    assert why(match, "Move back") == Why.NO_VIGOR
    play(match, "sword: Ready Guard")
    assert match.battle.turn == 1
    assert vigor(match)["sword"] == 0
    assert not is_breath_of(match, "sword")  # the Breath ended by itself, nothing else was possible


@pytest.mark.rule("breath.limit")
def test_maneuvers_come_in_any_order_and_are_paid_as_they_start():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    play(match, "sword: Ready Guard")
    assert vigor(match)["sword"] == 10
    play(match, "sword: Move back")
    assert vigor(match)["sword"] == 8
    play(match, "sword: Move front")
    assert vigor(match)["sword"] == 6


@pytest.mark.rule("breath.limit")
def test_an_empty_breath_is_refused():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    assert why(match, "End") == Why.NOTHING_PAID
    play(match, "sword: Overload")
    assert why(match, "End") == Why.NOTHING_PAID  # an Overload is no maneuver


@pytest.mark.rule("breath.one_heavy")
@pytest.mark.number("t14")
def test_two_heavy_attacks_never_share_a_breath():
    match = stage(["sword_fighter@front"], [HEAVY], dice=[])
    until_breath_of(match, "captain")
    attack_pass(match, "captain", "sword", 1)
    assert why(match, "Attack sword with two-handed sword") == Why.SECOND_HEAVY
    play(match, "captain: Overload")
    assert vigor(match)["captain"] == 7  # it could pay
    assert why(match, "Attack sword with two-handed sword") == Why.SECOND_HEAVY
    assert why(match, "Ready Guard") == Why.OK


@pytest.mark.rule("breath.one_heavy")
def test_a_light_attack_may_follow_a_heavy_one_and_the_next_breath_has_its_own():
    knife = {"name": "knife", "bonus": 0, "rolls": ["1d4"]}
    match = stage(["sword_fighter@front"], [("raider_captain@far", {"attacks": [knife], "hd": 9})], dice=[])
    unit(match, "sword").vigor = 0
    match.add_dice([1, 1, 1])
    play(match, "captain: Attack sword with two-handed sword", "captain: Attack sword with knife")
    play(match, "captain: End", "captain: Attack sword with two-handed sword")
    assert vigor(match)["captain"] == 13 - 3 - 2 - 3
    assert_all_dice_used(match)


@pytest.mark.rule("breath.one_heavy")
@pytest.mark.number("t14")
def test_vigor_10_holds_three_heavy_attacks():
    match = stage(["sword_fighter@front"], [HEAVY], dice=[])
    made = 0
    while match.battle.turn == 1 and not made > 3:
        until(match, lambda: is_breath_of(match, "captain") or match.battle.turn > 1)
        if match.battle.turn == 1 and why(match, "Attack sword with two-handed sword") == Why.OK:
            attack_pass(match, "captain", "sword", 1)
            made += 1
            if match.battle.actor == index(match, "captain"):
                play(match, "captain: End")
        elif match.battle.turn == 1:
            play(match, "captain: Forfeit")
    assert made == 3


@pytest.mark.rule("breath.overload")
@pytest.mark.rule("release")
@pytest.mark.number("t7")
def test_focus_and_release_need_an_overload_whose_success_makes_the_next_limit_3():
    match = stage(["magic_user@front"], [TOUGH], dice=[3, 10])
    play(match, "mage: Focus", "mage: Choose magic missile")
    assert why(match, "Release at orc") == Why.BREATH_LIMIT
    play(match, "mage: Overload", "mage: Release at orc")
    events = play(match, "mage: End")
    assert [(e.roll, e.need, e.won) for e in dice_rolled(events, Purpose.OVERLOAD)] == [(10, 10, 1)]
    assert vigor(match)["mage"] == 4
    assert unit(match, "orc").hp == 86  # d6 3 + 1
    assert unit(match, "mage").limit == 3
    assert not unit(match, "mage").exposed
    until_breath_of(match, "mage")
    assert why(match, "Focus") == Why.BREATH_LIMIT
    assert why(match, "Overload") == Why.OK  # at a limit of 3 as well
    play(match, "mage: Move back", "mage: Ready Guard", "mage: End")
    assert unit(match, "mage").limit == 5
    assert_all_dice_used(match)


@pytest.mark.rule("breath.overload")
@pytest.mark.number("t7")
def test_a_pending_limit_of_3_crosses_the_lull():
    match = stage([("sword_fighter@front", {"hp": 90})], ["orc@rear"], dice=[10])
    unit(match, "sword").vigor = 6
    unit(match, "orc").vigor = 0
    play(match, "sword: Move back", "sword: Move front", "sword: Overload", "sword: Move back")
    assert unit(match, "sword").limit == 3
    until(match, lambda: match.battle.turn == 2)
    assert is_breath_of(match, "sword")
    play(match, "sword: Move front")
    assert why(match, "Move back") == Why.BREATH_LIMIT
    play(match, "sword: Ready Guard", "sword: End")
    assert unit(match, "sword").limit == 5
    assert_all_dice_used(match)


@pytest.mark.rule("breath.overload")
@pytest.mark.number("t8")
def test_a_failed_overload_resolves_the_breath_then_takes_all_vigor_and_exposes():
    match = stage(["magic_user@front"], [TOUGH], dice=[3, 9])
    play(match, "mage: Overload", "mage: Focus", "mage: Choose magic missile")
    events = play(match, "mage: Release at orc", "mage: End")
    assert [(e.roll, e.need, e.won) for e in dice_rolled(events, Purpose.OVERLOAD)] == [(9, 10, 0)]
    assert unit(match, "orc").hp == 86
    assert vigor(match)["mage"] == 0
    assert unit(match, "mage").exposed == 1
    assert unit(match, "mage").limit == 5
    until(match, lambda: match.battle.turn == 2)
    assert unit(match, "mage").exposed == 0
    assert_all_dice_used(match)


@pytest.mark.rule("breath.overload")
def test_a_breath_that_ends_in_a_fall_has_used_the_limit_of_3():
    """L131: 3 is the limit of the next Breath alone, also for whoever falls in it and is healed later."""
    match = stage(["sword_fighter@front", "cleric@back"], ["bugbear@far"], dice=[], host="osr_dying")
    until_breath_of(match, "sword")
    sword = unit(match, "sword")
    sword.limit, sword.hp = 3, 1
    match.add_dice([1, 20, 1, 1])
    events = play(match, "sword: Attack bugbear", "bugbear: Parry")
    assert noted(events, Note.DOWN)
    assert not noted(events, Note.BREATH_END)
    assert sword.limit == 5
    assert_all_dice_used(match)


@pytest.mark.rule("breath.overload")
def test_the_check_uses_con():
    abilities = {"str": 18, "dex": 18, "con": 3}
    match = stage([("sword_fighter@front", {"abilities": abilities})], ["orc@rear"], dice=[12])
    events = play(match, "sword: Overload", "sword: Ready Guard", "sword: End")
    assert modifiers(events, Purpose.OVERLOAD) == [{Mod.ABILITY: -3}]
    assert [(e.total, e.need, e.won) for e in dice_rolled(events, Purpose.OVERLOAD)] == [(9, 10, 0)]


@pytest.mark.rule("breath.overload")
def test_overload_is_legal_only_while_vigor_exceeds_what_the_limit_leaves():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    unit(match, "sword").vigor = 5
    unit(match, "orc").vigor = 0
    assert why(match, "Overload") == Why.NO_NEED
    unit(match, "sword").vigor = 6
    assert why(match, "Overload") == Why.OK
    unit(match, "sword").vigor = 4
    unit(match, "sword").limit = 3
    play(match, "sword: Overload")
    assert why(match, "Overload") == Why.ALREADY_OVERLOADED


NO_READY = {"cost.ready_guard": 12, "cost.ready_parry": 12, "cost.ready_interdict": 12}


@pytest.mark.rule("breath.overload")
def test_overload_does_not_begin_a_breath_that_might_pay_for_nothing():
    """RULING OVL1: it bars the forfeit, and nothing might be left to do; once something is paid the Breath may end."""
    match = stage(["sword_fighter@front"], ["orc@far"], rules=NO_READY, dice=[])
    overload = match.parse("Overload")
    assert match.why(overload) == Why.NO_USE
    assert match.explain(Why.NO_USE, overload) == (
        "Overload is binding, and 11 Vigor would not pay for the Ready of any technique"
    )
    assert "Overload" not in legal_words(match)
    assert "Forfeit" in legal_words(match)
    play(match, "sword: Move back")
    assert "Overload" in legal_words(match)


@pytest.mark.rule("breath.overload")
def test_who_can_pay_for_nothing_forfeits():
    """RULING OVL1: without it somebody would be asked who has no answer."""
    match = stage(["sword_fighter@front"], [("orc@far", {"gear": []})], rules={"cost.least": 12}, dice=[], max_rounds=2)
    while match.decision is not None:
        assert match.decision.kind == Kind.LULL
        match.step(match.legal_actions()[0])
    assert match.reason == Reason.ROUND_LIMIT


@pytest.mark.rule("breath.overload")
@pytest.mark.parametrize("cell", ["cost.ready_guard", "cost.ready_parry", "cost.ready_interdict"])
def test_one_ready_that_can_be_paid_is_enough_for_an_overload(cell):
    match = stage(["sword_fighter@front"], ["orc@far"], rules={**NO_READY, cell: 11}, dice=[])
    assert why(match, "Overload") == Why.OK


@pytest.mark.rule("breath.overload")
def test_a_declared_overload_is_binding_and_lifts_the_limit_to_the_vigor():
    match = stage(["sword_fighter@front"], ["orc@rear"], dice=[20])
    events = play(match, "sword: Overload", "sword: Ready Guard")  # within the limit
    events = play(match, "sword: End")
    assert len(dice_rolled(events, Purpose.OVERLOAD)) == 1
    other = stage(["sword_fighter@front"], ["orc@rear"], dice=[20])
    play(other, "sword: Overload", *["sword: Move back", "sword: Move front"] * 2, "sword: Move back")
    assert vigor(other)["sword"] == 1
    assert other.battle.units[other.battle.actor].paid == 10


@pytest.mark.rule("breath.overload")
@pytest.mark.parametrize(("face", "limit"), [(20, 3), (1, 5)])
def test_an_overload_at_limit_3_sets_3_again_or_falls_back_to_5(face, limit):
    match = stage(["sword_fighter@front"], ["orc@rear"], dice=[20, face])
    play(match, "sword: Overload", "sword: Ready Guard", "sword: End")
    assert unit(match, "sword").limit == 3
    assert is_breath_of(match, "sword")
    play(match, "sword: Overload", "sword: Move back", "sword: Move front", "sword: End")
    assert unit(match, "sword").limit == limit
    assert_all_dice_used(match)


@pytest.mark.rule("breath.overload")
def test_the_check_is_made_when_the_breath_ends():
    match = stage(["sword_fighter@front"], [TOUGH], dice=[1])
    events = play(match, "sword: Overload", "sword: Attack orc", "orc: Pass")
    assert not dice_rolled(events, Purpose.OVERLOAD)
    assert match.battle.units[match.battle.actor].overloaded == 1
    assert_all_dice_used(match)


def exposed_orc(**options):
    """An orc in its Breath, Exposed with 6 Vigor left by a failed Breakthrough; the sword fighter has 8."""
    match = stage(["sword_fighter@front"], [TOUGH], **options)
    until_breath_of(match, "orc")
    events = play(match, "orc: Move front (Breakthrough, Hard)")
    assert noted(events, Note.EXPOSED)
    unit(match, "sword").vigor = 8
    return match


@pytest.mark.rule("exposed.effects")
@pytest.mark.number("t9")
def test_exposed_worsens_ac_by_4_and_bars_reactions():
    match = exposed_orc(dice=[1])
    play(match, "orc: Ready Guard", "orc: End")
    match.add_dice([4, 1])
    events = play(match, "sword: Attack orc")  # no window: neither 5 Vigor nor the Readied Guard help
    struck = dice_rolled(events, Purpose.ATTACK)
    assert [(e.need, e.total, e.won) for e in struck] == [(9, 9, 1)]
    assert modifiers(events)[0][Mod.EXPOSED] == -4
    assert_all_dice_used(match)


@pytest.mark.rule("exposed.end")
def test_exposed_ends_at_the_next_selection_before_anything_else():
    match = exposed_orc(dice=[1])
    unit(match, "sword").vigor = 0
    events = play(match, "orc: Ready Guard", "orc: End")
    at = [e.note for e in events].index(Note.SELECT)
    assert events[at].what == SelectedBy.MOST_VIGOR
    assert events[at + 1].note == Note.EXPOSED_END
    assert is_breath_of(match, "orc")
    assert unit(match, "orc").exposed == 0


@pytest.mark.rule("exposed.end")
@pytest.mark.rule("exposed.effects")
def test_exposed_in_mid_breath_lets_the_breath_go_on():
    match = exposed_orc(dice=[1, 1])
    play(match, "orc: Attack sword with crossbow")
    assert unit(match, "orc").exposed == 1
    assert match.decision.unit == index(match, "sword")


@pytest.mark.rule("exposed.end")
def test_a_selection_that_forfeits_ends_exposed_too():
    match = exposed_orc(dice=[1])
    play(match, "orc: End")
    until_breath_of(match, "orc")
    events = play(match, "orc: Forfeit")
    assert unit(match, "orc").exposed == 0
    assert not noted(events, Note.EXPOSED_END)  # it was over before the forfeit


@pytest.mark.rule("exposed.end")
def test_exposed_lasts_over_other_selections_to_the_lull():
    match = stage(["sword_fighter@front", "spear_fighter@back"], ["orc@rear"], dice=[1])
    play(match, "sword: Overload", "sword: Ready Guard", "sword: End")
    until_breath_of(match, "orc")
    assert unit(match, "sword").exposed == 1
    events = until(match, lambda: match.battle.turn == 2)
    kinds = [e.note for e in events if e.note in (Note.LULL, Note.EXPOSED_END, Note.ROUND)]
    assert kinds == [Note.LULL, Note.EXPOSED_END, Note.ROUND]


@pytest.mark.rule("exposed.effects")
def test_what_was_readied_while_exposed_serves_once_exposed_is_over():
    match = exposed_orc(dice=[1])
    play(match, "orc: Ready Guard", "orc: End", "sword: Move back", "sword: Move front", "sword: End")  # 4 left
    assert is_breath_of(match, "orc")
    unit(match, "orc").vigor = 2  # its selection goes by: the sword fighter is next, the Guard is still held
    play(match, "orc: Forfeit")
    match.add_dice([1])
    play(match, "sword: Attack orc", "orc: Guard")
    assert_all_dice_used(match)
