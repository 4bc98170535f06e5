"""Simple Control and Breakthrough (L349-371)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    legal_words,
    noted,
    play,
    shipped,
    stage,
    unit,
    until_breath_of,
    vigor,
    where,
    zone,
)
from tests.rules.fields import BRIDGE, NO_MORALE, checks, field, paid
from wzc_env.warzone.words import Effect, Note, Purpose, Side

PC = "sword_fighter"


@pytest.mark.rule("control.simple")
@pytest.mark.parametrize(
    ("party", "foes", "bodies", "control"),
    [
        ([PC], ["goblin"], [2, 1], Side.PARTY),  # a PC is 2 bodies ...
        ([(PC, {"level": 1})], ["goblin", "orc"], [2, 2], Side.NOBODY),  # ... at any level; a tie is Contested
        ([PC], ["goblin", "orc", "raider_archer"], [2, 3], Side.FOES),
        ([PC], ["raider_captain"], [2, 2], Side.NOBODY),  # HD 4 is 2 bodies
        ([PC], [("ogre", {"hd": "3+2"})], [2, 1], Side.PARTY),  # points on top do not count
        ([PC], [("ogre", {"hd": 9}), "goblin"], [2, 3], Side.FOES),  # never more than 2
        ([("goblin", {})], ["goblin"], [1, 1], Side.NOBODY),  # an ally that is no PC counts by Hit Dice
        ([("raider_captain", {})], ["goblin"], [2, 1], Side.PARTY),
    ],
)
def test_bodies_are_compared(party, foes, bodies, control):
    def at(entry):
        return f"{entry}@front" if isinstance(entry, str) else (f"{entry[0]}@front", entry[1])

    match = stage(party=[at(e) for e in party], foes=[at(e) for e in foes])
    assert zone(match, "front").bodies == bodies
    assert zone(match, "front").control == control


@pytest.mark.rule("control.simple")
def test_an_empty_zone_is_contested_and_entered_by_a_plain_move():
    match = stage(party=[f"{PC}@front"], foes=["goblin@rear"])
    assert zone(match, "far").control == Side.NOBODY  # RULING M4
    events = play(match, "sword: Move far")
    assert paid(events) == [2]
    assert not checks(events)
    assert zone(match, "far").control == Side.PARTY
    assert zone(match, "front").control == Side.NOBODY


@pytest.mark.rule("control.simple")
def test_who_is_combat_capable():
    match = stage(party=[f"{PC}@front"], foes=[("orc@far", {"count": 4}), "goblin@rear"], dice=[20])
    play(match, "sword: Grapple orc_0")
    unit(match, "orc_1").exposed = 1
    unit(match, "orc_2").fleeing = 1
    unit(match, "orc_3").timers[Effect.HELD] = 5
    play(match, "sword: Move back")  # RULING M7: the held and the exposed count, fleeing and helpless do not
    assert zone(match, "far").bodies == [0, 2]
    assert zone(match, "far").occupants == [0, 4]


@pytest.mark.rule("control.simple")
def test_defeat_recounts_at_once_inside_a_breath():
    match = stage(party=[f"{PC}@front"], foes=[("goblin@far", {"hp": 1}), "orc@rear"], dice=[20, 1], rules=NO_MORALE)
    assert "Move far (Breakthrough, Standard)" in legal_words(match)
    match.take_events()
    events = play(match, "sword: Attack goblin", "goblin: Pass")
    assert [(e.zone, e.what) for e in noted(events, Note.CONTROL)] == [(2, Side.NOBODY)]
    assert paid(play(match, "sword: Move far")) == [2]  # RULING M8
    assert_all_dice_used(match)


@pytest.mark.rule("control.simple")
def test_no_recount_after_a_mere_breath_but_at_round_start():
    match = stage(party=[f"{PC}@front"], foes=["goblin@far"])
    zone(match, "rear").control = Side.PARTY  # a mark that any recount wipes off
    play(match, "sword: Ready Guard", "sword: End Breath", "sword: Forfeit", "goblin: Ready Guard")
    play(match, "goblin: End Breath")
    assert zone(match, "rear").control == Side.PARTY
    play(match, "goblin: Forfeit")
    assert match.battle.turn == 2
    assert zone(match, "rear").control == Side.NOBODY


def attempt(dice, *, party=(f"{PC}@front",), foes=("raider_captain@far",), to="far", **options):
    """The sword fighter's step from the front; nobody of the foes answers it."""
    match = stage(party=list(party), foes=list(foes), dice=dice, **options)
    until_breath_of(match, "sword")
    events = play(match, f"sword: Move {to}")
    while match.decision is not None and match.legal_actions() and "Interdict" in legal_words(match):
        events += play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    return match, events


@pytest.mark.rule("breakthrough")
def test_it_costs_three_and_a_standard_strength_check():
    for die, won in ((8, True), (7, False)):
        match, events = attempt([die])
        assert paid(events) == [3]
        assert checks(events) == [(Purpose.BREAKTHROUGH, 10, won)]
        assert where(match, "sword") == ("far" if won else "front")
        assert unit(match, "sword").exposed == (not won)
        assert vigor(match)["sword"] == 8
        assert len(noted(events, Note.BARRED)) == (not won)
        assert_all_dice_used(match)


@pytest.mark.rule("breakthrough")
@pytest.mark.number("t26")
def test_failure_spends_bars_and_exposes_but_the_breath_goes_on():
    match, _ = attempt([7])
    assert match.decision.unit == 0
    play(match, "sword: Ready Guard", "sword: End Breath")
    assert unit(match, "sword").exposed == 1
    assert vigor(match)["sword"] == 7


@pytest.mark.rule("breakthrough")
def test_strength_alone_counts():
    scores = {"abilities": {"str": 8, "dex": 18, "con": 10}}  # -1 and +3
    _, events = attempt([10], party=[(f"{PC}@front", scores)])
    assert checks(events) == [(Purpose.BREAKTHROUGH, 10, False)]


@pytest.mark.rule("breakthrough")
@pytest.mark.parametrize(
    ("foes", "need"),
    [
        (["raider_captain@far"], 10),  # 2 bodies against the fighter's 2
        (["raider_captain@far", "goblin@far"], 10),  # 3
        (["raider_captain@far", "ogre@far"], 14),  # 4: twice as many
        (["raider_captain@far", "ogre@far", "goblin@far"], 14),
    ],
)
def test_twice_the_bodies_make_it_hard(foes, need):
    _, events = attempt([need - 2], foes=foes)
    assert checks(events) == [(Purpose.BREAKTHROUGH, need, True)]


@pytest.mark.rule("breakthrough")
def test_allies_inside_do_not_help():
    foes = ["raider_captain@far", "ogre@far"]
    _, events = attempt([20], party=[f"{PC}@front", "goblin@far"], foes=foes)
    assert checks(events) == [(Purpose.BREAKTHROUGH, 14, True)]  # RULING M5
    _, events = attempt([], party=[f"{PC}@front", "spear_fighter@far", "cleric@far"], foes=foes)
    assert (paid(events), checks(events)) == ([2], [])  # Contested: a plain Move


@pytest.mark.rule("breakthrough")
@pytest.mark.rule("control.simple")
@pytest.mark.number("t27")
def test_the_raiders_of_the_broken_line():
    """L561: the sword fighter alone makes a lone raider's Breakthrough Hard; the captain counts 2 bodies himself."""
    match = shipped("broken_line", dice=[13])
    until_breath_of(match, "archer")
    assert checks(play(match, "archer: Move pc_front")) == [(Purpose.BREAKTHROUGH, 14, False)]
    match = shipped("broken_line", dice=[9])
    until_breath_of(match, "captain")
    assert checks(play(match, "captain: Move pc_front")) == [(Purpose.BREAKTHROUGH, 10, False)]
    match = shipped("broken_line", dice=[13])
    until_breath_of(match, "spear")
    play(match, "spear: Move pc_front", "spear: End Breath", "archer: Forfeit", "spear: Forfeit")
    until_breath_of(match, "captain")
    assert zone(match, "pc_front").bodies == [4, 0]
    assert checks(play(match, "captain: Move pc_front")) == [(Purpose.BREAKTHROUGH, 14, False)]


@pytest.mark.rule("breakthrough")
@pytest.mark.rule("movement.costs")
@pytest.mark.number("t37")
def test_from_the_bridge_into_the_gate():
    """L654, L318: the surcharge adds to whatever replaces Move."""
    for foe, action, cost in (
        ("captain", "Move gate", 3),  # nobody in the gate: a plain Move
        ("captain", "Rush gate", 4),
        ("goblin", "Move gate", 4),  # a Breakthrough
        ("goblin", "Rush gate", 5),
    ):
        foes = ["raider_captain@courtyard"] + (["goblin@gate"] if foe == "goblin" else [])
        match = stage(party=[f"{PC}@bridge"], foes=foes, battlefield=BRIDGE, dice=[1] if foe == "goblin" else [])
        assert paid(play(match, f"sword: {action}")) == [cost]
        assert_all_dice_used(match)


@pytest.mark.rule("breakthrough")
def test_of_several_difficulties_the_hardest_applies():
    narrow = field({"front": "front_line party", "gap": "3"}, "front -- gap")
    foes = ["raider_captain@gap", "ogre@gap", "goblin@gap"]
    match, events = attempt([16], foes=foes, to="gap", battlefield=narrow)
    assert checks(events) == [(Purpose.BREAKTHROUGH, 18, True)]
    assert where(match, "sword") == "gap"


@pytest.mark.rule("breakthrough")
@pytest.mark.rule("melee.enter")
@pytest.mark.number("t28")
def test_the_melee_is_never_a_breakthrough():
    foes = ["raider_captain@melee", "ogre@melee"]
    _, events = attempt([8], foes=foes, to="melee")
    assert paid(events) == [2]
    assert checks(events) == [(Purpose.ENTER_MELEE, 10, True)]
