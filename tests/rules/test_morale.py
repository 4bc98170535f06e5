"""The host's morale: what is tested when, who breaks, and what a creature in flight does unasked."""

import pytest

from tests.harness import (
    LINE,
    assert_all_dice_used,
    dice_rolled,
    index,
    is_breath_of,
    noted,
    play,
    stage,
    unit,
    until,
    until_breath_of,
    vigor,
    where,
    zone,
)
from wzc_env.warzone.words import Life, Note, Outcome, Purpose, Reaction, Reason, Side, Verb

KILL = [20, 1]
GOBLINS = ("goblin@far", {"hp": 1, "count": 3})  # morale 7
ORC = ("orc@rear", {})  # morale 8


def checks(match, events):
    """The morale checks: who rolled for its breed, the sum, the score, whether it stood."""
    return [
        (match.names.labels[e.unit], e.total, e.need, e.won)
        for e in noted(events, Note.CHECK)
        if e.what == Purpose.MORALE
    ]


def strike_down(match, who, *morale):
    """The sword fighter, made to act, fells one goblin; the dice of morale follow."""
    unit(match, "sword").vigor = 13
    for label in match.names.labels[1:]:
        unit(match, label).vigor = 0
    if match.battle.actor != index(match, "sword"):
        until_breath_of(match, "sword")
    match.add_dice([*KILL, *morale])
    events = play(match, f"sword: Attack {who}")
    assert_all_dice_used(match)
    if match.battle.actor == index(match, "sword"):
        play(match, "sword: End")
    return events


def fight(foes=(GOBLINS, ORC), **options):
    """A sword fighter in its Front Line before them."""
    return stage(["sword_fighter@front"], list(foes), dice=[], **options)


@pytest.mark.rule("host.contract")
def test_the_first_loss_makes_every_breed_of_the_side_roll_once():
    match = fight()
    events = strike_down(match, "goblin_0", 3, 4, 4, 4)
    assert checks(match, events) == [("goblin_1", 7, 7, 1), ("orc", 8, 8, 1)]
    assert [e.amount for e in dice_rolled(events, Purpose.MORALE)] == [6, 6, 6, 6]
    assert not noted(events, Note.FLEE)


@pytest.mark.rule("host.contract")
def test_a_sum_above_the_score_breaks_all_of_the_breed_and_no_other():
    match = fight()
    events = strike_down(match, "goblin_0", 4, 4, 1, 1)
    assert checks(match, events) == [("goblin_1", 8, 7, 0), ("orc", 2, 8, 1)]
    assert [match.names.labels[e.unit] for e in noted(events, Note.FLEE)] == ["goblin_1", "goblin_2"]
    assert [unit(match, who).fleeing for who in ("goblin_0", "goblin_1", "goblin_2", "orc")] == [0, 1, 1, 0]


@pytest.mark.rule("host.contract")
def test_the_second_trigger_is_half_of_the_side_and_each_comes_once():
    match = fight([("goblin@far", {"hp": 1, "count": 5}), ORC])
    assert len(checks(match, strike_down(match, "goblin_0", 1, 1, 1, 1))) == 2  # 1 of 6: the first loss
    assert checks(match, strike_down(match, "goblin_1")) == []  # 2 of 6
    assert len(checks(match, strike_down(match, "goblin_2", 1, 1, 1, 1))) == 2  # 3 of 6: half
    assert checks(match, strike_down(match, "goblin_3")) == []


@pytest.mark.rule("host.contract")
def test_triggers_met_at_once_make_one_roll():
    match = fight([("goblin@far", {"hp": 1, "count": 2})])
    assert checks(match, strike_down(match, "goblin_0", 2, 2)) == [("goblin_1", 4, 7, 1)]


@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(("first", "half", "rolls"), [(1, 1, [1, 1]), (0, 1, [0, 1]), (1, 0, [1, 0]), (0, 0, [0, 0])])
def test_the_host_says_which_triggers_there_are(first, half, rolls):
    match = fight(
        [("goblin@far", {"hp": 1, "count": 4})], rules={"host.morale_first_loss": first, "host.morale_half": half}
    )
    made = [len(checks(match, strike_down(match, f"goblin_{i}", *[1, 1] * rolls[i]))) for i in range(2)]
    assert made == rolls


@pytest.mark.rule("host.contract")
def test_who_has_no_morale_score_never_rolls():
    foes = [("goblin@far", {"hp": 1}), ("ogre@rear", {"morale": 0}), ORC]
    match = fight(foes)
    assert checks(match, strike_down(match, "goblin", 6, 2)) == [("orc", 8, 8, 1)]


@pytest.mark.rule("host.contract")
def test_a_loss_is_tested_on_the_side_that_has_it_only():
    party = ["sword_fighter@front", ("goblin@back", {"morale": 2})]
    match = stage(party, [("orc@far", {"hp": 1, "count": 2})], dice=[])
    events = strike_down(match, "orc_0", 1, 1)
    assert checks(match, events) == [("orc_1", 2, 8, 1)]


@pytest.mark.rule("host.contract")
def test_the_dying_are_losses_and_the_sleeping_are_not():
    match = fight(host="osr_dying")
    events = strike_down(match, "goblin_0", 1, 1, 1, 1)
    assert unit(match, "goblin_0").life == Life.DYING
    assert len(checks(match, events)) == 2
    mage = stage(["magic_user@front"], [GOBLINS, ORC], dice=[8, 8])
    unit(mage, "mage").focus = 1
    assert checks(mage, play(mage, "mage: Release at far")) == []


@pytest.mark.rule("host.contract")
@pytest.mark.rule("pincer.effects")
def test_a_pincer_takes_1_off_the_score_once():
    match = fight()
    zone(match, "far").arms[Side.PARTY] = 0b11
    events = strike_down(match, "goblin_0", 3, 4, 4, 4)
    assert checks(match, events) == [("goblin_1", 7, 6, 0), ("orc", 8, 8, 1)]  # the orc stands elsewhere


@pytest.mark.rule("host.contract")
@pytest.mark.rule("control.simple")
def test_who_breaks_holds_no_ground_and_loses_its_readied_reaction():
    match = fight()
    unit(match, "goblin_1").ready = Reaction.GUARD
    assert zone(match, "far").control == Side.FOES
    events = strike_down(match, "goblin_0", 6, 6, 1, 1)
    assert [(e.unit, e.what) for e in noted(events, Note.EXPIRE)] == [(index(match, "goblin_1"), Reaction.GUARD)]
    assert zone(match, "far").control == Side.NOBODY
    assert match.battle.capable[Side.FOES] == 1


@pytest.mark.rule("host.contract")
@pytest.mark.rule("reaction.limits")
def test_who_flees_does_not_react():
    match = fight()
    strike_down(match, "goblin_0", 6, 6, 1, 1)
    unit(match, "goblin_1").vigor = 9
    unit(match, "sword").vigor = 10
    until_breath_of(match, "sword")
    match.add_dice([2])
    events = play(match, "sword: Attack goblin_1")  # no window
    assert len(dice_rolled(events, Purpose.ATTACK)) == 1


def routed(**options):
    """Goblins in the Front Line have just broken; the sword fighter is done, they are about to act."""
    match = fight(**options)
    strike_down(match, "goblin_0", 6, 6, 1, 1)
    unit(match, "sword").vigor = 0
    return match


@pytest.mark.rule("host.contract")
@pytest.mark.rule("withdraw")
def test_the_fleeing_move_to_their_own_exit_and_withdraw_unasked():
    match = routed()
    unit(match, "sword").zone = 0  # at the back: nobody is near
    match.step("Forfeit")
    asked = set()
    events = until(match, lambda: asked.add(match.decision.unit) or match.over or match.battle.turn == 3)
    moved = [(match.names.labels[e.unit], match.names.zones[e.zone]) for e in noted(events, Note.MOVE)]
    assert moved == [("goblin_1", "rear"), ("goblin_2", "rear")]
    assert [match.names.labels[e.unit] for e in noted(events, Note.LEFT)] == ["goblin_1", "goblin_2"]
    assert {match.names.labels[i] for i in asked} == {"sword", "orc"}
    assert unit(match, "goblin_1").life == Life.GONE
    assert_all_dice_used(match)


@pytest.mark.rule("host.contract")
def test_the_fleeing_pay_for_every_step_and_stop_when_their_vigor_is_gone():
    match = routed()
    goblin = unit(match, "goblin_1")
    goblin.zone = match.names.zones.index("front")  # two edges from its exit, beside the enemy
    goblin.vigor = 4
    unit(match, "goblin_2").vigor = 0
    match.take_events()
    match.step("Forfeit")
    events = match.take_events()
    paid = [(e.what, -e.mod) for e in noted(events, Note.PAY) if e.unit == index(match, "goblin_1")]
    assert paid == [(Verb.MOVE, 2), (Verb.MOVE, 2)]
    assert where(match, "goblin_1") == "rear"


@pytest.mark.rule("host.contract")
def test_a_fleeing_creature_in_a_grapple_breaks_it_first():
    match = routed()
    goblin = unit(match, "goblin_1")
    goblin.holder, goblin.vigor = index(match, "sword"), 2
    unit(match, "goblin_2").vigor = 0
    match.take_events()
    match.add_dice([20])
    match.step("Forfeit")
    paid = [e.what for e in noted(match.take_events(), Note.PAY)]
    assert paid == [Verb.BREAK_HOLD]
    assert_all_dice_used(match)


@pytest.mark.rule("host.contract")
@pytest.mark.rule("count.forfeit")
def test_who_can_do_nothing_of_that_forfeits():
    field = {**LINE, "zones": {**LINE["zones"], "rear": {"title": "A yard"}}}  # no exit anywhere
    match = routed(battlefield=field)
    unit(match, "goblin_1").vigor = unit(match, "goblin_2").vigor = 9
    match.take_events()
    match.step("Forfeit")
    forfeits = [match.names.labels[e.unit] for e in noted(match.take_events(), Note.FORFEIT)]
    assert forfeits[1:3] == ["goblin_1", "goblin_2"]


@pytest.mark.rule("combat.end")
def test_a_side_whose_members_all_flee_has_lost_at_once():
    match = fight([("goblin@far", {"hp": 1, "count": 3})])
    events = strike_down(match, "goblin_0", 6, 6)
    assert match.over
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.BROKEN)
    assert [(e.what, e.amount) for e in noted(events, Note.END)] == [(Outcome.PARTY_WINS, Reason.BROKEN)]


@pytest.mark.rule("host.contract")
def test_a_flight_in_mid_breath_takes_over_the_rest_of_it():
    sling = {"name": "sling", "bonus": 0, "range": 60, "rolls": ["1d4"]}
    slinger = ("goblin@rear", {"attacks": [sling], "morale": 3})
    match = stage([("sword_fighter@melee", {"hp": 90})], [("orc@melee", {"hp": 1}), slinger, "ogre@rear"], dice=[])
    unit(match, "sword").vigor = unit(match, "ogre").vigor = unit(match, "orc").vigor = 0
    until(match, lambda: is_breath_of(match, "goblin"))
    match.add_dice([2, 1, 1, 6, 6, 1, 1])  # a miss, astray, 1 point for the orc; the goblin breaks, the ogre stands
    events = play(match, "goblin: Attack sword with sling")
    assert unit(match, "orc").life == Life.DEAD
    assert checks(match, events) == [("goblin", 12, 3, 0), ("ogre", 2, 10, 1)]
    assert unit(match, "goblin").life == Life.GONE  # it withdrew in the same Breath: 2 + 3
    assert vigor(match)["goblin"] == 0
    assert_all_dice_used(match)
