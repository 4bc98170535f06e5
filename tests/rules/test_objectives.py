"""Objectives: each kind falls at its moment and wins the battle at once; holding is judged in the Lull."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, stage, unit, until, until_breath_of
from wzc_env.warzone.words import Note, Outcome, Reason, Side

CALM = {"host.morale_first_loss": 0, "host.morale_half": 0}
HOLD = {"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 2}


def ended(match):
    """How it ended: outcome, reason, row of the objective."""
    assert match.over
    return match.outcome, match.reason, match.battle.objective


def rounds(match, n):
    """Let Rounds pass until Round `n` has begun, or the battle is over."""
    return until(match, lambda: match.over or match.battle.turn >= n)


def shown(events):
    """The progress events: row, how far, of how much, whether it has fallen."""
    return [(e.what, e.total, e.need, e.won) for e in noted(events, Note.OBJECTIVE)]


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.rule("combat.end")
def test_to_reach_a_zone_wins_at_once_in_mid_breath():
    goal = {"side": "party", "kind": "reach", "zones": ["flank", "front"]}
    match = stage(["sword_fighter@back"], ["orc@rear"], objectives=[goal], dice=[])
    assert match.battle.objective == -1
    events = play(match, "sword: Move to front")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.REACHED, 0)
    assert match.returns() == (1.0, -1.0)
    assert shown(events) == [(0, 0, 1, 1)]
    assert [(e.what, e.amount) for e in noted(events, Note.END)] == [(Outcome.PARTY_WINS, Reason.REACHED)]


@pytest.mark.rule("battlefield.objectives")
def test_several_must_be_there_together():
    goal = {"side": "party", "kind": "reach", "zones": ["front"], "count": 2}
    match = stage(["sword_fighter@back", "cleric@back"], ["orc@rear"], objectives=[goal], dice=[])
    play(match, "sword: Move to front", "sword: Move to back", "sword: End Breath")
    until_breath_of(match, "cleric")
    play(match, "cleric: Move to front")
    assert not match.over
    until_breath_of(match, "sword")
    play(match, "sword: Move to front")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.REACHED, 0)


@pytest.mark.rule("battlefield.objectives")
def test_a_named_creature_must_be_the_one():
    goal = {"side": "party", "kind": "reach", "zones": ["front"], "creature": "cleric"}
    match = stage(["sword_fighter@back", "cleric@back"], ["orc@rear"], objectives=[goal], dice=[])
    play(match, "sword: Move to front")
    assert not match.over
    until_breath_of(match, "cleric")
    play(match, "cleric: Move to front")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.REACHED, 0)


def test_an_enemy_in_the_zone_and_one_in_flight_do_not_reach_it():
    goal = {"side": "foes", "kind": "reach", "zones": ["front"]}
    match = stage(["sword_fighter@back"], ["orc@rear", "orc@far"], objectives=[goal], dice=[])
    play(match, "sword: Move to front", "sword: Move to back")
    assert not match.over
    unit(match, "orc_1").fleeing = 1
    unit(match, "orc_1").zone = 1
    play(match, "sword: End Breath")
    assert not match.over


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.rule("combat.end")
def test_to_hold_is_judged_in_the_lull_for_so_many_in_a_row():
    match = stage(["sword_fighter@back"], ["orc@far"], objectives=[HOLD], dice=[])
    first = rounds(match, 2)
    assert shown(first) == [(0, 1, 2, 0)]
    second = rounds(match, 3)
    assert shown(second) == [(0, 2, 2, 1)]
    assert ended(match) == (Outcome.FOES_WIN, Reason.HELD, 0)
    assert match.battle.turn == 2  # in its Lull, before the next Round
    assert match.returns() == (-1.0, 1.0)


@pytest.mark.rule("battlefield.objectives")
def test_a_zone_that_is_lost_in_a_lull_is_held_anew():
    match = stage(["sword_fighter@back"], ["orc@far"], objectives=[HOLD], dice=[])
    rounds(match, 2)
    until_breath_of(match, "orc")
    play(match, "orc: Move to rear")
    lost = rounds(match, 3)
    assert shown(lost) == [(0, 0, 2, 0)]
    until_breath_of(match, "orc")
    play(match, "orc: Move to far")
    rounds(match, 4)
    assert not match.over
    rounds(match, 5)
    assert ended(match) == (Outcome.FOES_WIN, Reason.HELD, 0)


@pytest.mark.rule("battlefield.objectives")
def test_lulls_may_count_altogether():
    match = stage(["sword_fighter@back"], ["orc@far"], objectives=[{**HOLD, "total": True}], dice=[])
    rounds(match, 2)
    until_breath_of(match, "orc")
    play(match, "orc: Move to rear")
    assert shown(rounds(match, 3)) == []
    until_breath_of(match, "orc")
    play(match, "orc: Move to far")
    rounds(match, 4)
    assert ended(match) == (Outcome.FOES_WIN, Reason.HELD, 0)


def test_a_contested_zone_is_not_held():
    match = stage(["goblin@far"], ["orc@far"], objectives=[HOLD], dice=[])
    assert shown(rounds(match, 4)) == []
    assert not match.over


def test_the_hold_of_the_last_round_counts_before_the_round_limit():
    match = stage(["sword_fighter@back"], ["orc@far"], objectives=[HOLD], dice=[], max_rounds=2)
    rounds(match, 9)
    assert ended(match) == (Outcome.FOES_WIN, Reason.HELD, 0)
    match = stage(["sword_fighter@back"], ["orc@far"], objectives=[HOLD], dice=[], max_rounds=1)
    rounds(match, 9)
    assert ended(match) == (Outcome.ROUND_LIMIT, Reason.ROUND_LIMIT, -1)
    assert match.returns() == (0.0, 0.0)


@pytest.mark.rule("lull.order")
def test_control_at_the_end_check_counts_after_the_hazards():
    fire = {"kind": "fire", "zones": ["far"], "damage": "1d6"}
    match = stage(
        ["sword_fighter@back"], [("orc@far", {"hp_now": 2}), "ogre@rear"],
        objectives=[{**HOLD, "lulls": 1}], hazards=[fire], rules=CALM, dice=[3],
    )  # fmt: skip
    rounds(match, 2)
    assert not match.over
    assert_all_dice_used(match)


@pytest.mark.rule("lull.order")
def test_whoever_breaks_for_the_losses_of_a_lull_holds_nothing_in_its_end_check():
    fire = {"kind": "fire", "zones": ["rear"], "damage": "1d6"}
    match = stage(
        ["sword_fighter@back"], [("goblin@rear", {"hp": 1}), ("orc@far", {"morale": 2})],
        objectives=[{**HOLD, "lulls": 1}], hazards=[fire], dice=[3, 6, 6],
    )  # fmt: skip
    rounds(match, 2)
    assert ended(match) == (Outcome.PARTY_WINS, Reason.BROKEN, -1)
    assert_all_dice_used(match)


@pytest.mark.rule("battlefield.objectives")
def test_to_open_an_edge_wins_when_it_is_open():
    field = {
        "title": "A door",
        "zones": {
            "hall": {"title": "Hall", "traits": ["back_line"], "owner": "party"},
            "yard": {"title": "Yard", "traits": ["back_line"], "owner": "foes"},
            "vault": {"title": "Vault"},
        },
        "edges": [
            {"join": ["hall", "yard"]},
            {"join": ["yard", "vault"]},
            {"join": ["vault", "hall"], "kind": "blocked", "opens": {"check": "hard"}},
        ],
    }
    goal = {"side": "party", "kind": "open", "edge": ["hall", "vault"]}
    match = stage(["sword_fighter@hall"], ["orc@yard"], battlefield=field, objectives=[goal], dice=[2, 15])
    play(match, "sword: Work on vault")
    assert not match.over
    events = play(match, "sword: Work on vault")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.OPENED, 0)
    assert shown(events) == [(0, 0, 1, 1)]
    assert_all_dice_used(match)


@pytest.mark.rule("battlefield.objectives")
def test_an_escort_brings_its_charge_to_the_zone_alive():
    goal = {"side": "party", "kind": "escort", "creature": "cleric", "zones": ["flank"]}
    match = stage(["sword_fighter@back", "cleric@back"], ["orc@rear"], objectives=[goal], dice=[])
    play(match, "sword: Move to flank")
    assert not match.over
    until_breath_of(match, "cleric")
    play(match, "cleric: Move to flank")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.ESCORTED, 0)


def test_a_charge_that_lies_in_the_zone_is_not_in_safety():
    goal = {"side": "party", "kind": "escort", "creature": "cleric", "zones": ["flank"]}
    match = stage(["sword_fighter@back", "cleric@back"], ["orc@rear"], objectives=[goal], dice=[])
    charge = unit(match, "cleric")
    charge.life, charge.hp, charge.zone, charge.vigor = 2, 0, 5, 0
    play(match, "sword: Ready Guard")
    assert not match.over


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.rule("withdraw")
def test_withdrawals_by_the_stated_exit_are_escapes():
    goal = {"side": "party", "kind": "escape", "count": 2, "zones": ["flank"]}
    party = ["sword_fighter@flank", "thief@back", "spear_fighter@flank"]
    match = stage(party, ["orc@rear"], objectives=[goal], dice=[])
    assert shown(play(match, "thief: Withdraw")) == []  # by the other exit
    until_breath_of(match, "sword")
    assert shown(play(match, "sword: Withdraw")) == [(0, 1, 2, 0)]
    until_breath_of(match, "spear")
    assert shown(play(match, "spear: Withdraw")) == [(0, 2, 2, 1)]
    assert ended(match) == (Outcome.PARTY_WINS, Reason.ESCAPED, 0)  # although nobody of the side is left


def test_without_a_zone_every_own_exit_will_do_and_flight_is_no_escape():
    goal = {"side": "party", "kind": "escape", "count": 1}
    match = stage(
        ["sword_fighter@flank", "spear_fighter@back", "thief@front"], ["orc@rear"], objectives=[goal], dice=[]
    )
    unit(match, "sword").fleeing = 1  # its Breath is not asked for: it leaves by itself
    until_breath_of(match, "spear")
    assert unit(match, "sword").life == 3
    assert match.battle.progress[0] == 0
    play(match, "spear: Withdraw")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.ESCAPED, 0)


@pytest.mark.rule("battlefield.objectives")
@pytest.mark.parametrize("host", ["osr", "osr_dying"])
def test_whoever_brings_the_named_one_down_wins(host):
    goal = {"side": "party", "kind": "kill", "creature": "ogre"}
    match = stage(
        ["sword_fighter@front"], [("ogre@far", {"hp_now": 1}), "orc@far"], objectives=[goal], dice=[20, 1],
        host=host, rules=CALM,
    )  # fmt: skip
    for who in ("ogre", "orc"):
        unit(match, who).vigor = 0
    play(match, "sword: Attack ogre")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.KILLED, 0)


def test_another_death_is_not_the_one():
    goal = {"side": "party", "kind": "kill", "creature": "ogre"}
    match = stage(
        ["sword_fighter@front"], ["ogre@rear", ("orc@far", {"hp_now": 1})], objectives=[goal], dice=[20, 1], rules=CALM
    )
    unit(match, "orc").vigor = 0
    play(match, "sword: Attack orc")
    assert not match.over


@pytest.mark.rule("combat.end")
def test_objectives_of_both_sides_in_one_moment_are_a_draw():
    mine = {"side": "party", "kind": "hold", "zones": ["back"], "lulls": 1}
    match = stage(["sword_fighter@back"], ["orc@far"], objectives=[{**HOLD, "lulls": 1}, mine], dice=[])
    events = rounds(match, 2)
    assert ended(match) == (Outcome.DRAW, Reason.BOTH_MET, 0)
    assert match.returns() == (0.0, 0.0)
    assert shown(events) == [(0, 1, 1, 1), (1, 1, 1, 1)]


@pytest.mark.rule("combat.end")
def test_the_last_to_fall_may_be_the_objective_of_the_other_side():
    """Both in one moment: an objective decides, not who is left."""
    goals = [
        {"side": "party", "kind": "kill", "creature": "orc"},
        {"side": "foes", "kind": "kill", "creature": "sword"},
    ]
    fire = {"kind": "fire", "zones": ["far", "front"], "damage": "1d6"}
    match = stage(
        [("sword_fighter@front", {"hp": 30, "hp_now": 20})], [("orc@far", {"hp_now": 1})],
        objectives=goals, hazards=[fire], dice=[2, 2],
    )  # fmt: skip
    rounds(match, 2)
    assert ended(match) == (Outcome.PARTY_WINS, Reason.KILLED, 0)


def test_the_first_of_several_rows_is_named():
    goals = [
        {"side": "foes", "kind": "reach", "zones": ["front"]},
        {"side": "party", "kind": "reach", "zones": ["melee"]},
        {"side": "party", "kind": "reach", "zones": ["front"]},
    ]
    match = stage(["sword_fighter@back"], ["orc@rear"], objectives=goals, dice=[])
    play(match, "sword: Move to front")
    assert ended(match) == (Outcome.PARTY_WINS, Reason.REACHED, 2)
    assert match.setup.objectives[2].side == Side.PARTY
