"""The Lull: its order, the maintenance choices, durations, the dying."""

import pytest

from tests.harness import (
    assert_all_dice_used,
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
    zone,
)
from wzc_env.warzone.words import Effect, Kind, Life, Note, Reaction, Side, Why

CROSSBOW = {"name": "crossbow", "bonus": 0, "range": 240, "reload": True, "rolls": ["1d6"]}
PISTOL = {"name": "pistol", "bonus": 0, "range": 240, "reload": True, "rolls": ["1d6"]}


def why(match, text):
    """Why an action, in words, is refused."""
    return match.why(match.parse(text))


def to_lull(match):
    """Let everybody forfeit until the first maintenance choice."""
    return until(match, lambda: match.decision.kind == Kind.LULL)


def to_round(match, number):
    """Let everybody pass and forfeit until this Round."""
    return until(match, lambda: match.over or match.battle.turn == number)


@pytest.mark.rule("lull.order")
@pytest.mark.number("t24")
def test_the_lull_goes_in_the_books_order():
    foe = ("orc@far", {"hp": 90, "effects": {"haste": 1}})
    match = stage(["sword_fighter@front"], [foe], dice=[1, 1, 1])
    play(match, "sword: Attack orc", "orc: Pass", "sword: Ready Guard", "sword: End")
    until_breath_of(match, "orc")
    play(match, "orc: Attack sword", "sword: Pass", "orc: Overload", "orc: Ready Guard")
    unit(match, "sword").vigor = 0
    events = play(match, "orc: End")  # the Overload fails: Exposed
    assert match.decision.kind == Kind.LULL
    assert (unit(match, "sword").attacks, unit(match, "orc").attacks, unit(match, "orc").exposed) == (0, 0, 0)
    events += play(match, "orc: Reload")
    first = next(i for i, e in enumerate(events) if e.note == Note.LULL)
    told = [(e.note, match.names.labels[e.unit] if e.unit >= 0 else "") for e in events[first:]]
    assert told[:8] == [
        (Note.LULL, ""),
        (Note.EXPOSED_END, "orc"),
        (Note.EXPIRE, "sword"),
        (Note.EXPIRE, "orc"),
        (Note.RELOAD, "orc"),
        (Note.EFFECT_END, "orc"),
        (Note.ROUND, ""),
        (Note.VIGOR, "sword"),
    ]
    assert_all_dice_used(match)


@pytest.mark.rule("lull.order")
@pytest.mark.rule("vigor.round_reset")
@pytest.mark.number("t24")
def test_vigor_comes_back_at_round_start_not_in_the_lull():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    to_lull(match)
    assert vigor(match) == {"sword": 0, "orc": 0}
    events = play(match, "orc: Pass")
    assert [e.total for e in noted(events, Note.VIGOR)] == [11, 9]


@pytest.mark.rule("lull.order")
def test_what_is_counted_a_round_starts_anew():
    match = stage(["sword_fighter@front"], [("orc@rear", {})])
    unit(match, "sword").attacks, unit(match, "sword").rushed = 3, 1
    front = zone(match, "front")
    front.struck_from[1], front.arms[1] = 4, 5
    to_round(match, 2)
    assert (unit(match, "sword").attacks, unit(match, "sword").rushed) == (0, 0)
    assert (front.struck_from[1], front.arms[1]) == (0, 0)


@pytest.mark.rule("lull.maintenance")
def test_one_choice_each_in_roster_order_and_nobody_is_asked_who_has_none():
    two = {"gear": [{"name": "sword"}, {"name": "bow"}]}
    match = stage(
        [("sword_fighter@front", two), "spear_fighter@back", ("cleric@back", two)], ["orc@rear", "goblin@rear"]
    )
    to_lull(match)
    asked = []
    while match.decision.kind == Kind.LULL:
        asked.append(match.names.labels[match.decision.unit])
        match.step(match.legal_actions()[1])  # Change gear
    assert asked == ["sword", "cleric", "orc"]
    assert (unit(match, "sword").gear, unit(match, "cleric").gear, unit(match, "orc").gear) == (1, 1, 1)
    assert match.battle.turn == 2


@pytest.mark.rule("lull.maintenance")
def test_the_helpless_the_fleeing_and_the_fallen_have_no_choice():
    match = stage(["sword_fighter@front"], [("orc@rear", {"count": 3}), "goblin@rear"])
    unit(match, "orc_0").timers[Effect.HELD] = 9
    unit(match, "orc_1").fleeing, unit(match, "orc_1").vigor = 1, 0
    unit(match, "orc_2").life, unit(match, "orc_2").vigor = Life.DEAD, 0
    kinds = set()
    until(match, lambda: kinds.add(match.decision.kind) or match.battle.turn == 2)
    assert kinds == {Kind.BREATH}  # each of them could change gear


@pytest.mark.rule("lull.maintenance")
def test_a_crossbow_shoots_once_and_is_reloaded_in_the_lull_alone():
    match = stage([("sword_fighter@front", {"hp": 90})], ["orc@far"], dice=[1, 1])
    unit(match, "sword").vigor = 0
    until_breath_of(match, "orc")
    play(match, "orc: Attack sword with crossbow")
    assert why(match, "Attack sword with crossbow") == Why.NOT_LOADED
    assert why(match, "Reload") == Why.WRONG_KIND
    play(match, "orc: End", "orc: Forfeit")
    assert legal_words(match) == ["Pass", "Reload", "Change gear"]
    events = play(match, "orc: Reload")
    assert [e.unit for e in noted(events, Note.RELOAD)] == [index(match, "orc")]
    until_breath_of(match, "orc")
    assert why(match, "Attack sword with crossbow") == Why.OK


@pytest.mark.rule("lull.maintenance")
def test_one_choice_reloads_one_weapon():
    match = stage([("sword_fighter@front", {"attacks": [CROSSBOW, PISTOL]})], ["goblin@rear"])
    unit(match, "sword").unloaded = 0b110
    to_lull(match)
    play(match, "sword: Reload")
    assert unit(match, "sword").unloaded == 0b100
    to_lull(match)
    play(match, "sword: Reload")
    assert unit(match, "sword").unloaded == 0
    to_round(match, 4)  # nothing to reload: nobody is asked


@pytest.mark.rule("lull.maintenance")
def test_change_gear_takes_another_set_and_the_shield_goes_with_it():
    match = stage(
        [("magic_user@front", {"gear": [{"name": "staff", "shield": True}, {"name": "axe"}, {"name": "bow"}]})],
        ["goblin@rear"],
    )
    to_lull(match)
    play(match, "mage: Change gear")
    assert legal_words(match) == ["Choose axe", "Choose bow"]
    events = play(match, "mage: Choose bow")
    assert [(e.unit, e.what) for e in noted(events, Note.GEAR)] == [(0, 2)]
    assert unit(match, "mage").gear == 2
    assert match.battle.turn == 2


@pytest.mark.rule("lull.maintenance")
def test_maintenance_belongs_to_the_lull_and_maneuvers_do_not():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    assert why(match, "Change gear") == Why.WRONG_KIND
    assert why(match, "First aid") == Why.WRONG_KIND
    to_lull(match)
    assert why(match, "Draw") == Why.WRONG_KIND
    assert why(match, "Ready Guard") == Why.WRONG_KIND
    assert why(match, "Reload") == Why.NOTHING_TO_RELOAD
    assert why(match, "First aid") == Why.NOBODY_TO_AID


@pytest.mark.rule("round.scale")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_an_effect_lasts_as_many_lulls_as_the_host_says_rounds(rounds):
    match = stage([("sword_fighter@front", {"effects": {"haste": rounds}})], ["goblin@rear"])
    for number in range(2, rounds + 1):
        to_round(match, number)
        assert unit(match, "sword").timers[Effect.HASTE] == rounds - number + 1
    events = to_round(match, rounds + 1)
    assert unit(match, "sword").timers[Effect.HASTE] == 0
    assert [(e.unit, e.what) for e in noted(events, Note.EFFECT_END)] == [(0, Effect.HASTE)]


@pytest.mark.rule("round.scale")
def test_an_effect_for_the_battle_does_not_run_out():
    match = stage([("sword_fighter@front", {"effects": {"slow": "battle"}})], ["goblin@rear"])
    kept = unit(match, "sword").timers[Effect.SLOW]
    to_round(match, 5)
    assert unit(match, "sword").timers[Effect.SLOW] == kept > 0


@pytest.mark.rule("round.scale")
def test_whom_a_hold_lets_go_counts_again_from_the_next_round_on():
    match = stage(["sword_fighter@back"], [("orc@far", {"effects": {"held": 2}}), "goblin@rear"])
    assert zone(match, "far").control == Side.NOBODY
    to_round(match, 2)
    assert zone(match, "far").control == Side.NOBODY
    to_round(match, 3)
    assert zone(match, "far").control == Side.FOES
    until_breath_of(match, "orc")
    assert vigor(match)["orc"] == 9


def struck_down(host="osr_dying", **options):
    """A sword fighter beside the cleric has just been felled by an ogre, who is at 0 Vigor now."""
    party = [("sword_fighter@front", {"hp_now": 1}), "cleric@front", "spear_fighter@back"]
    match = stage(party, [("ogre@far", {"hp": 90})], dice=[20, 1], host=host, **options)
    for who in ("sword", "cleric", "spear"):
        unit(match, who).vigor = 0
    until(match, lambda: is_breath_of(match, "ogre"))
    play(match, "ogre: Attack sword", "ogre: End", "ogre: Forfeit")
    assert_all_dice_used(match)
    return match


@pytest.mark.rule("lull.maintenance")
@pytest.mark.rule("host.contract")
def test_a_dying_creature_dies_at_the_third_lull_without_aid():
    match = struck_down()
    sword = unit(match, "sword")
    assert (sword.life, sword.hp, sword.vigor) == (Life.DYING, 0, 0)
    lives = []
    for number in (2, 3, 4):
        events = to_round(match, number)
        lives.append(sword.life)
    assert lives == [Life.DYING, Life.DYING, Life.DEAD]
    assert [(e.unit, e.what) for e in noted(events, Note.DOWN)] == [(0, Life.DEAD)]


@pytest.mark.rule("lull.maintenance")
@pytest.mark.parametrize("lulls", [0, 1, 2])
def test_first_aid_in_any_lull_before_that_stabilises(lulls):
    match = struck_down()
    to_round(match, 1 + lulls)
    to_lull(match)
    assert match.names.labels[match.decision.unit] == "cleric"
    assert legal_words(match) == ["Pass", "First aid"]
    events = play(match, "cleric: First aid")
    assert [(e.unit, e.other) for e in noted(events, Note.AID)] == [(1, 0)]
    assert [e.unit for e in noted(events, Note.STABLE)] == [0]
    kinds = set()
    until(match, lambda: kinds.add(match.decision.kind) or match.battle.turn == 8)
    assert unit(match, "sword").life == Life.DYING  # stable, and out of the fight
    assert kinds == {Kind.BREATH}  # no further First aid is offered


@pytest.mark.rule("lull.maintenance")
def test_first_aid_needs_an_ally_in_the_same_zone():
    match = struck_down()
    assert match.decision.kind == Kind.LULL
    assert match.decision.unit == index(match, "cleric")  # the spear fighter at the back is not asked
    play(match, "cleric: Pass")
    assert match.battle.turn == 2
    unit(match, "cleric").zone = unit(match, "spear").zone
    unit(match, "ogre").zone = unit(match, "sword").zone
    kinds = set()
    until(match, lambda: kinds.add(match.decision.kind) or match.battle.turn == 4)
    assert kinds == {Kind.BREATH}  # nobody of its side stands there, and an enemy gives no aid
    assert unit(match, "sword").life == Life.DEAD


@pytest.mark.rule("lull.maintenance")
def test_the_aider_chooses_among_several_fallen():
    match = struck_down()
    spear = unit(match, "spear")
    spear.life, spear.dying, spear.hp, spear.zone = Life.DYING, 3, 0, unit(match, "sword").zone
    play(match, "cleric: First aid")
    assert legal_words(match) == ["Choose sword", "Choose spear"]
    play(match, "cleric: Choose spear")
    assert (unit(match, "sword").dying, spear.dying) == (2, 0)
    to_lull(match)
    play(match, "cleric: First aid")  # one is left, so nobody asks which
    assert unit(match, "sword").dying == 0


@pytest.mark.rule("lull.maintenance")
def test_a_host_may_give_hit_points_with_first_aid():
    match = struck_down(rules={"host.aid_hp": 2})
    events = play(match, "cleric: First aid")
    sword = unit(match, "sword")
    assert (sword.life, sword.hp) == (Life.UP, 2)
    assert [e.total for e in noted(events, Note.HEAL)] == [2]
    assert is_breath_of(match, "sword")  # Round 2: 11 Vigor again
    assert vigor(match)["sword"] == 11


@pytest.mark.rule("release")
@pytest.mark.rule("vigor.round_reset")
def test_cure_light_wounds_brings_the_dying_back_at_0_vigor_for_this_round():
    match = struck_down()
    to_round(match, 2)
    cleric = unit(match, "cleric")
    cleric.focus = 0
    until_breath_of(match, "cleric")
    match.add_dice([4])
    events = play(match, "cleric: Release at sword")
    sword = unit(match, "sword")
    assert (sword.life, sword.hp, sword.vigor, sword.dying) == (Life.UP, 5, 0, 0)
    assert [e.other for e in noted(events, Note.HEAL)] == [0]
    selected = [(e.unit, e.total) for e in noted(to_round(match, 3), Note.SELECT)]
    assert selected[-1] == (0, 11)  # of Round 3
    assert 0 not in [who for who, _ in selected[:-1]]


@pytest.mark.rule("lull.maintenance")
def test_the_dying_are_no_targets_and_hold_no_ground():
    match = struck_down()
    to_round(match, 2)
    until_breath_of(match, "ogre")
    assert why(match, "Attack sword with great club") == Why.TARGET_DOWN
    assert zone(match, "front").bodies[0] == 2  # the cleric's alone
    assert zone(match, "front").occupants[0] == 1


@pytest.mark.rule("lull.maintenance")
def test_where_the_host_lets_creatures_die_at_0_nobody_can_be_aided():
    match = struck_down(host="osr")
    assert unit(match, "sword").life == Life.DEAD
    assert match.battle.turn == 2  # no Lull asked for First aid


@pytest.mark.rule("lull.order")
@pytest.mark.rule("exposed.end")
def test_a_readied_reaction_and_exposed_do_not_reach_the_next_round():
    match = stage(["sword_fighter@front"], [("orc@far", {"hp": 90})], dice=[1])
    play(match, "sword: Overload", "sword: Ready Guard", "sword: End")
    assert (unit(match, "sword").exposed, unit(match, "sword").ready) == (1, Reaction.GUARD)
    to_round(match, 2)
    assert (unit(match, "sword").exposed, unit(match, "sword").ready) == (0, Reaction.NONE)
