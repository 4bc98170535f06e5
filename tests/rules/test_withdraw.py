"""Leaving the battlefield (L392-399)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    legal_words,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
    where,
    zone,
)
from tests.rules.fields import NO_MORALE, checks, field, paid
from tests.rules.fork import next_round
from wzc_env.warzone.words import Life, Note, Purpose, Side, Why

YARD = field(
    {
        "gate": "flank both",
        "camp": "back_line party",
        "front": "front_line party",
        "base": "back_line foes",
        "hole": "",
        "far": "front_line foes",
    },
    "gate -- camp",
    "camp -- front",
    "front == far",
    "far -- base",
    "base -- hole",
    "camp xx hole",
)
"""Back Lines of both sides, a Flank that is everybody's, and a hole behind a blocked edge."""


def leaving(start="camp", foes=("raider_captain@base",), *, dice=(), kind="sword_fighter", **changes):
    """The party's first creature withdraws; a companion waits. Returns match and events."""
    match = stage(
        party=[(f"{kind}@{start}", changes), "cleric@gate"],
        foes=list(foes),
        battlefield=YARD,
        dice=dice,
        rules=NO_MORALE,
    )
    who = match.names.labels[0]
    until_breath_of(match, who)
    match.take_events()
    return match, play(match, f"{who}: Withdraw")


@pytest.mark.rule("withdraw")
def test_without_an_adjacent_enemy_it_succeeds_for_three():
    match, events = leaving()
    assert (paid(events), checks(events)) == ([3], [])
    assert unit(match, "sword").life == Life.GONE
    assert vigor(match)["sword"] == 0  # RULING B10
    assert [e.unit for e in noted(events, Note.LEFT)] == [0]
    assert zone(match, "camp").bodies == [0, 0]
    assert match.decision.unit != 0
    until_breath_of(match, "captain")
    assert match.why(match.parse("Attack sword")) == Why.TARGET_DOWN


@pytest.mark.rule("withdraw")
@pytest.mark.parametrize(
    ("side", "start", "why"),
    [
        ("party", "camp", Why.OK),
        ("party", "gate", Why.OK),
        ("party", "front", Why.NOT_AN_EXIT),
        ("party", "base", Why.NOT_AN_EXIT),  # RULING M12: one's own Back Line or Flank
        ("foes", "base", Why.OK),
        ("foes", "gate", Why.OK),
        ("foes", "camp", Why.NOT_AN_EXIT),
        ("foes", "hole", Why.NOT_AN_EXIT),
    ],
)
def test_only_from_ones_own_back_line_or_flank(side, start, why):
    places = {"party": "front", "foes": "far", side: start}
    match = stage(party=[f"sword_fighter@{places['party']}"], foes=[f"orc@{places['foes']}"], battlefield=YARD)
    until_breath_of(match, "sword" if side == "party" else "orc")
    assert match.why(match.parse("Withdraw")) == why


@pytest.mark.rule("withdraw")
@pytest.mark.parametrize(
    ("speed", "foes", "need"),
    [
        (60, ["raider_captain@front"], 10),  # an equal speed,
        (30, ["raider_captain@front"], 10),  # a lower one
        (90, ["raider_captain@front"], None),  # the faster goes freely
        (90, ["raider_captain@camp"], None),
        (60, ["raider_captain@camp"], 10),  # RULING M10: in the same Zone too
        (90, ["raider_captain@front", "orc@front"], 10),  # RULING X17: faster than each of them
        (90, ["orc@front", "raider_captain@front"], 10),
        (60, ["orc@far"], None),  # two edges away
        (60, ["orc@hole"], None),  # behind a blocked edge
        (60, [("orc@front", {"effects": {"held": 9}})], None),  # not combat-capable
    ],
)
def test_an_adjacent_enemy_and_the_speeds_decide(speed, foes, need):
    match, events = leaving(foes=[*foes, "goblin@base"], dice=[] if need is None else [8], speed=speed)
    assert checks(events) == ([] if need is None else [(Purpose.WITHDRAW, need, True)])  # STR +2
    assert unit(match, "sword").life == Life.GONE
    assert_all_dice_used(match)


@pytest.mark.rule("withdraw")
def test_the_better_of_strength_and_dexterity_counts():
    scores = {"str": 8, "dex": 16, "con": 10}  # DEX +2
    for die, gone in ((8, True), (7, False)):
        match, events = leaving(foes=["raider_captain@front"], dice=[die], abilities=scores)
        assert checks(events) == [(Purpose.WITHDRAW, 10, gone)]
        assert (unit(match, "sword").life == Life.GONE) == gone


@pytest.mark.rule("withdraw")
@pytest.mark.rule("vigor.round_reset")
@pytest.mark.number("t30")
def test_failure_exposes_takes_all_vigor_and_three_of_the_next_round():
    match, events = leaving(foes=["raider_captain@front"], dice=[7])
    assert paid(events) == [3]
    assert vigor(match)["sword"] == 0
    assert unit(match, "sword").exposed == 1
    assert where(match, "sword") == "camp"
    assert match.decision.unit != 0
    next_round(match)
    assert vigor(match)["sword"] == 11 - 3
    assert unit(match, "sword").exposed == 0
    next_round(match)
    assert vigor(match)["sword"] == 11  # the penalty is paid once


@pytest.mark.rule("withdraw")
@pytest.mark.number("t30")
def test_the_penalty_does_not_stack_nor_go_below_nothing():
    match, _ = leaving(foes=["raider_captain@front"], dice=[7])
    unit(match, "sword").carry = 12  # RULING B9
    next_round(match)
    assert vigor(match)["sword"] == 0


@pytest.mark.rule("withdraw")
def test_the_held_do_not_leave():
    match = stage(party=["sword_fighter@camp"], foes=[("raider_captain@camp", {"hd": 9})], battlefield=YARD, dice=[20])
    play(match, "captain: Grapple sword", "captain: End Breath")
    until_breath_of(match, "sword")
    assert match.why(match.parse("Withdraw")) == Why.GRAPPLED
    assert "Withdraw" not in legal_words(match)


@pytest.mark.rule("withdraw")
@pytest.mark.rule("grapple")
def test_who_leaves_lets_go():
    match = stage(
        party=["sword_fighter@camp", "cleric@gate"], foes=["raider_captain@camp"], battlefield=YARD, dice=[20, 20]
    )
    play(match, "sword: Grapple captain", "sword: Withdraw")
    assert unit(match, "captain").holder == -1


@pytest.mark.rule("withdraw")
@pytest.mark.rule("reaction.readied")
def test_who_leaves_takes_its_readied_reaction_along():
    match = stage(party=["sword_fighter@camp", "cleric@gate"], foes=["raider_captain@base"], battlefield=YARD)
    events = play(match, "sword: Ready Guard", "sword: Withdraw")
    assert [(e.unit, e.total) for e in noted(events, Note.PAY)] == [(0, 10), (0, 7)]
    assert [e.unit for e in noted(events, Note.EXPIRE)] == [0]
    next_round(match)
    assert not noted(match.take_events(), Note.EXPIRE)


@pytest.mark.rule("withdraw")
@pytest.mark.rule("combat.end")
def test_the_last_to_leave_ends_the_battle():
    match = stage(party=["sword_fighter@camp"], foes=["raider_captain@base"], battlefield=YARD)
    play(match, "sword: Withdraw")
    assert match.over
    assert match.returns() == (-1.0, 1.0)


@pytest.mark.rule("withdraw")
@pytest.mark.rule("control.simple")
def test_leaving_recounts_control():
    match, events = leaving()
    assert [(match.names.zones[e.zone], e.what) for e in noted(events, Note.CONTROL)] == [("camp", Side.NOBODY)]
