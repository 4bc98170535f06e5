"""Leaving a Zone that a Pincer holds, and the order of the checks of one movement (L345, RULINGS X7, M15, M16, P5)."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, stage, unit, vigor, where
from tests.rules.fields import checks, field, paid
from tests.rules.fork import FORK, fork, hero, pincered, strike
from wzc_env.warzone.words import Life, Note, Purpose

STRONG = {"abilities": {"str": 16, "dex": 8, "con": 10}}  # +2: the better of STR and DEX for a "relevant ability"
CAPTAIN = ("raider_captain@road", STRONG)


@pytest.mark.rule("pincer.effects")
@pytest.mark.number("t31")
@pytest.mark.parametrize(("die", "won"), [(12, True), (11, False)])
def test_a_plain_move_out_makes_a_hard_check(die, won):
    match = pincered([die], foe=CAPTAIN)
    events = play(match, "captain: Move camp")
    assert checks(events) == [(Purpose.LEAVE_PINCER, 14, won)]
    assert where(match, "captain") == ("camp" if won else "road")
    assert vigor(match)["captain"] == 8  # RULING M15: spent, no move,
    assert unit(match, "captain").exposed == 0  # and not Exposed
    assert_all_dice_used(match)


CROWD = [hero("sword_fighter", "hill"), hero("spear_fighter", "wood"), "cleric@hill"]
"""Four bodies on the hill; the cleric has 9 Vigor and acts after the captain."""


@pytest.mark.rule("pincer.effects")
@pytest.mark.parametrize(("party", "need"), [(None, 14), (CROWD, 18)])
def test_a_breakthrough_out_is_one_step_harder(party, need):
    match = pincered([need - 2], foe=CAPTAIN, party=party)
    assert checks(play(match, "captain: Move hill")) == [(Purpose.BREAKTHROUGH, need, True)]


@pytest.mark.rule("pincer.effects")
@pytest.mark.rule("checks.ladder")
def test_dire_is_the_ceiling():
    narrow = {**FORK, "zones": {**FORK["zones"], "hill": {**FORK["zones"]["hill"], "capacity": 2}}}
    match = pincered([15], foe=CAPTAIN, party=CROWD, battlefield=narrow)
    assert checks(play(match, "captain: Move hill")) == [(Purpose.BREAKTHROUGH, 18, False)]


@pytest.mark.rule("pincer.effects")
@pytest.mark.rule("movement.costs")
def test_a_gate_on_the_way_out_is_one_step_harder_and_enough():
    gated = field_with_gate("standard")
    match = pincered([13], battlefield=gated)
    events = play(match, "captain: Move camp")
    assert checks(events) == [(Purpose.GATE, 14, False)]  # and no Hard check besides
    assert where(match, "captain") == "road"


def field_with_gate(check):
    """The fork with a check on the way from the road to the camp."""
    edges = [
        {**edge, "into": {"camp": {"check": check}}} if edge["join"] == ["road", "camp"] else edge
        for edge in FORK["edges"]
    ]
    return {**FORK, "edges": edges}


@pytest.mark.rule("pincer.effects")
def test_the_tax_is_on_the_pincered_side_alone():
    party = [hero("sword_fighter", "hill"), hero("spear_fighter", "wood"), hero("cleric", "road")]
    match = fork([2, 2], party=party)
    strike(match, "sword")
    strike(match, "spear")
    match.take_events()
    events = play(match, "cleric: Move bank")  # RULING P5
    assert (paid(events), checks(events)) == ([2], [])
    assert where(match, "cleric") == "bank"


@pytest.mark.rule("pincer.effects")
def test_who_enters_or_stands_elsewhere_is_not_taxed():
    match = fork([2, 2, 2, 2], foes=["raider_captain@camp", "ogre@road"])
    for who in ("sword", "spear"):
        strike(match, who, end=False)
        strike(match, who)
    match.take_events()
    events = play(match, "captain: Move road")
    assert (paid(events), checks(events)) == ([2], [])


PIT = field(
    {
        "hill": "front_line party",
        "wood": "front_line party",
        "pit": "melee",
        "road": "front_line foes",
        "camp": "back_line foes",
    },
    "hill == pit",
    "wood == pit",
    "pit -- road",
    "road -- camp",
    gates={"pit road": "standard"},
)
"""The Melee between two fronts that reach into it."""


@pytest.mark.rule("pincer.effects")
@pytest.mark.rule("melee.leave")
@pytest.mark.number("t28")
def test_out_of_a_pincered_melee_each_check_is_harder():
    match = pincered([14, 14], foe="raider_captain@pit", place="pit", battlefield=PIT)
    events = play(match, "captain: Move road")
    assert checks(events) == [(Purpose.LEAVE_MELEE, 14, True), (Purpose.GATE, 14, True)]  # RULING M16
    match = pincered([14], foe="raider_captain@pit", place="pit", battlefield=PIT)
    events = play(match, "captain: Forced Exit road")
    assert checks(events) == [(Purpose.GATE, 14, True)]
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.effects")
@pytest.mark.rule("melee.leave")
def test_a_forced_exit_without_any_other_check_makes_the_hard_one():
    open_pit = {**PIT, "edges": [{**edge, "into": {}} for edge in PIT["edges"]]}
    match = pincered([13], foe="raider_captain@pit", place="pit", battlefield=open_pit)
    events = play(match, "captain: Forced Exit road")  # RULING M16
    assert (paid(events), checks(events)) == ([4], [(Purpose.LEAVE_PINCER, 14, False)])
    assert where(match, "captain") == "pit"
    assert unit(match, "captain").exposed == 0


@pytest.mark.rule("pincer.effects")
@pytest.mark.rule("melee.enter")
@pytest.mark.parametrize(
    ("kind", "purpose"), [("raider_captain", Purpose.ENTER_MELEE), ("goblin", Purpose.LEAVE_PINCER)]
)
def test_into_the_melee_out_of_a_pincer(kind, purpose):
    """The entry is one step harder; who enters freely makes the Hard check instead."""
    marsh = {**FORK, "zones": {**FORK["zones"], "camp": {"title": "camp", "traits": ["melee"], "owner": "nobody"}}}
    label = kind.removeprefix("raider_")
    match = fork([2] * 4 + [14], foes=[(f"{kind}@road", {"hd": 4})], battlefield=marsh)
    for who in ("sword", "spear"):
        strike(match, who, label, end=False)
        strike(match, who, label)
    match.take_events()
    assert checks(play(match, f"{label}: Move camp")) == [(purpose, 14, True)]


EXIT = field(
    {"hill": "front_line party", "wood": "front_line party", "yard": "back_line foes", "road": "front_line foes"},
    "hill -- yard",
    "wood -- yard",
    "yard -- road",
)


@pytest.mark.rule("pincer.effects")
@pytest.mark.rule("withdraw")
@pytest.mark.parametrize(("speed", "exposed"), [(120, False), (60, True)])
def test_withdrawing_out_of_a_pincer_is_hard(speed, exposed):
    """The faster would leave freely and now makes a Hard check; the others' Standard one is one step harder."""
    party = [hero("magic_user", "hill", speed=60), hero("magic_user", "wood", speed=60)]
    match = stage(
        party=party, foes=[("ogre@yard", {"speed": speed}), "goblin@road"], battlefield=EXIT, dice=[2] * 4 + [13]
    )
    for _ in range(2):
        for who in ("mage_0", "mage_1"):
            strike(match, who)
    match.take_events()
    events = play(match, "ogre: Withdraw")
    assert checks(events) == [(Purpose.WITHDRAW, 14, False)]
    assert unit(match, "ogre").life == Life.UP
    assert unit(match, "ogre").exposed == exposed  # the failed Pincer check only bars the way
    assert unit(match, "ogre").carry == (3 if exposed else 0)
    assert [e.what for e in noted(events, Note.BARRED)] == [Purpose.WITHDRAW]


TRIPLE = field(
    {"melee": "melee", "keep": "front_line foes", "camp": "back_line foes"},
    "melee -- keep",
    "keep -- camp",
    gates={"melee keep": "standard"},
)


@pytest.mark.rule("movement.costs")
@pytest.mark.parametrize(
    ("dice", "rolled", "exposed"),
    [
        ([7], [Purpose.LEAVE_MELEE], True),
        ([8, 7], [Purpose.LEAVE_MELEE, Purpose.GATE], False),
        ([8, 8, 7], [Purpose.LEAVE_MELEE, Purpose.GATE, Purpose.BREAKTHROUGH], True),
        ([8, 8, 8], [Purpose.LEAVE_MELEE, Purpose.GATE, Purpose.BREAKTHROUGH], False),
    ],
)
def test_exit_gate_entry_in_this_order_until_the_first_failure(dice, rolled, exposed):
    match = stage(
        party=["sword_fighter@melee"], foes=["raider_archer@keep", "goblin@camp"], battlefield=TRIPLE, dice=dice
    )
    events = play(match, "sword: Move keep")  # RULING X7
    assert [purpose for purpose, _, _ in checks(events)] == rolled
    assert {need for _, need, _ in checks(events)} == {10}
    assert paid(events) == [3]  # RULING M17: the larger of two prices that replace Move
    assert unit(match, "sword").exposed == exposed  # each failure has its own consequence
    assert where(match, "sword") == ("keep" if dice == [8, 8, 8] else "melee")
    assert_all_dice_used(match)


@pytest.mark.rule("melee.leave")
@pytest.mark.rule("movement.costs")
@pytest.mark.parametrize(("action", "cost"), [("Move", 3), ("Rush", 4), ("Forced Exit", 4), ("Rushed Forced Exit", 5)])
def test_out_of_the_melee_into_an_enemy_zone(action, cost):
    match = stage(
        party=["sword_fighter@melee"], foes=["raider_archer@keep", "goblin@camp"], battlefield=TRIPLE, dice=[8] * 3
    )
    events = play(match, f"sword: {action} keep")  # RULING M17: a Forced Exit waives the exit check alone
    assert paid(events) == [cost]
    made = [purpose for purpose, _, _ in checks(events)]
    assert made == ([] if "Forced" in action else [Purpose.LEAVE_MELEE]) + [Purpose.GATE, Purpose.BREAKTHROUGH]
