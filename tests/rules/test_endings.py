"""How a battle ends: destroyed, broken, withdrawn, both at once, or cut short at the Round limit."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, stage, unit, until, until_breath_of
from wzc_env.warzone.words import Effect, Kind, Note, Outcome, Reason, Why

KILL = [20, 1]


def ended(match):
    """How it ended: outcome, reason, returns; and that nothing can be done any more."""
    assert match.over
    assert match.decision is None
    assert match.legal_actions() == []
    assert match.why(0) == Why.BATTLE_OVER
    assert match.battle.depth == 0
    return match.outcome, match.reason, match.returns()


@pytest.mark.rule("combat.end")
def test_a_side_that_is_destroyed_has_lost_at_once_in_mid_breath():
    match = stage(["sword_fighter@front"], [("goblin@far", {"hp": 1})], dice=KILL)
    unit(match, "goblin").vigor = 0
    events = play(match, "sword: Attack goblin")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.DESTROYED, (1.0, -1.0))
    assert match.battle.turn == 1
    assert not noted(events, Note.LULL)
    assert_all_dice_used(match)


@pytest.mark.rule("combat.end")
def test_the_foes_win_likewise():
    match = stage([("sword_fighter@front", {"hp_now": 1})], ["ogre@far"], dice=KILL)
    unit(match, "sword").vigor = 0
    until_breath_of(match, "ogre")
    play(match, "ogre: Attack sword")
    assert ended(match) == (Outcome.FOES_WIN, Reason.DESTROYED, (-1.0, 1.0))


@pytest.mark.rule("combat.end")
@pytest.mark.rule("withdraw")
def test_a_side_that_has_withdrawn_has_lost():
    match = stage(["sword_fighter@back", "spear_fighter@back"], ["goblin@rear"], dice=[])
    play(match, "sword: Withdraw")
    assert not match.over
    until_breath_of(match, "spear")
    events = play(match, "spear: Withdraw")
    assert ended(match) == (Outcome.FOES_WIN, Reason.WITHDREW, (-1.0, 1.0))
    assert [e.unit for e in noted(events, Note.LEFT)] == [1]


@pytest.mark.rule("combat.end")
def test_one_who_left_and_one_who_fell_count_as_withdrawn():
    match = stage(["sword_fighter@back", ("spear_fighter@front", {"hp_now": 1})], ["orc@rear"], dice=KILL)
    play(match, "sword: Withdraw")
    unit(match, "spear").vigor = 0
    until_breath_of(match, "orc")
    play(match, "orc: Attack spear")
    assert ended(match) == (Outcome.FOES_WIN, Reason.WITHDREW, (-1.0, 1.0))


@pytest.mark.rule("combat.end")
def test_flight_of_some_and_fall_of_the_rest_is_broken():
    match = stage(["sword_fighter@front"], [("goblin@far", {"hp": 1, "count": 2}), ("orc@rear", {"hp": 1})], dice=[])
    for who in ("goblin_0", "goblin_1", "orc"):
        unit(match, who).vigor = 0
    match.add_dice([*KILL, 6, 6, 6, 6])
    play(match, "sword: Attack goblin_0")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.BROKEN, (1.0, -1.0))


@pytest.mark.rule("combat.end")
def test_a_side_whose_last_is_helpless_has_lost():
    match = stage(["cleric@front"], [("orc@far", {})], dice=[1])
    unit(match, "cleric").focus = 1
    until_breath_of(match, "cleric")
    play(match, "cleric: Release at orc")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.DESTROYED, (1.0, -1.0))


@pytest.mark.rule("combat.end")
def test_an_enemy_on_its_feet_keeps_the_battle_going():
    match = stage(["cleric@front"], ["orc@far", "goblin@rear"], dice=[1, 1])
    unit(match, "cleric").focus = 1
    until_breath_of(match, "cleric")
    play(match, "cleric: Release at orc")
    assert not match.over
    assert unit(match, "orc").timers[Effect.HELD] > 0


@pytest.mark.rule("combat.end")
def test_both_sides_gone_at_once_is_a_draw():
    wizard = {"spells": {"fireball": 1}, "caster_level": 1, "morale": 2, "hd": 5}
    party = [("orc@front", wizard), ("goblin@far", {"hp": 1, "morale": 2})]
    match = stage(party, [("goblin@far", {"hp": 1, "count": 2, "morale": 2}), ("ogre@rear", {"morale": 2})], dice=[])
    wizard_unit = match.battle.units[0]
    wizard_unit.focus, wizard_unit.vigor = 0, 13
    until(match, lambda: match.decision.unit == 0 and match.decision.kind == Kind.BREATH)
    match.add_dice([6, 1, 1, 1, 6, 6, 6, 6])  # 6 points; three saves fail; the wizard breaks, then the ogre
    match.step("Release at far")
    assert ended(match) == (Outcome.DRAW, Reason.BROKEN, (0.0, 0.0))
    assert_all_dice_used(match)


@pytest.mark.rule("combat.end")
@pytest.mark.rule("lull.order")
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_round_limit_cuts_a_battle_short_after_its_last_lull(rounds):
    match = stage(["sword_fighter@front"], ["orc@rear"], dice=[], max_rounds=rounds)
    events = until(match, lambda: match.over)
    assert ended(match) == (Outcome.ROUND_LIMIT, Reason.ROUND_LIMIT, (0.0, 0.0))
    assert [e.what for e in noted(events, Note.LULL)] == list(range(1, rounds + 1))
    assert match.battle.turn == rounds


@pytest.mark.rule("combat.end")
def test_the_fallen_may_be_healed_while_the_battle_lasts():
    party = [("sword_fighter@front", {"hp_now": 1}), "cleric@front"]
    match = stage(party, ["ogre@far"], dice=KILL, host="osr_dying")
    unit(match, "sword").vigor = unit(match, "cleric").vigor = 0
    until_breath_of(match, "ogre")
    play(match, "ogre: Attack sword")
    assert not match.over
    assert match.battle.capable[0] == 1
