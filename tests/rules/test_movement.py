"""What a step costs: Move and what replaces it, Rush, surcharges, the Flank's discount (L316-322)."""

import pytest

from tests.harness import assert_all_dice_used, modifiers, play, stage, unit, until_breath_of, vigor, where
from tests.rules.fields import BRIDGE, NO_MORALE, checks, field, paid
from wzc_env.warzone.words import Mod, Purpose, Why


def cost(start: str, action: str, foes=("goblin@rear",), dice=(20, 20), kind="sword_fighter", **options) -> int:
    """The Vigor that a step of the party's creature takes."""
    match = stage(party=[f"{kind}@{start}"], foes=list(foes), dice=dice, **options)
    who = match.names.labels[0]
    until_breath_of(match, who)
    before = vigor(match)[who]
    play(match, f"{who}: {action}")
    return before - vigor(match)[who]


@pytest.mark.rule("movement.costs")
@pytest.mark.parametrize(
    ("start", "action", "foes", "price"),
    [
        ("front", "Move back", (), 2),
        ("front", "Rush back", (), 3),  # RULING M1: Move + 1, over one edge
        ("front", "Move far", ("captain",), 3),  # a Breakthrough
        ("front", "Rush far", ("captain",), 4),
        ("front", "Move melee", (), 2),
        ("front", "Rush melee", (), 3),
        ("melee", "Move front", (), 2),
        ("melee", "Rush front", (), 3),
        ("melee", "Forced Exit front", (), 4),
        ("melee", "Rushed Forced Exit front", (), 5),
    ],
)
def test_what_replaces_move_and_what_a_rush_adds(start, action, foes, price):
    there = ["raider_captain@far"] if foes else ["goblin@rear"]
    assert cost(start, action, there) == price


@pytest.mark.rule("movement.costs")
def test_a_rush_crosses_one_edge():
    match = stage(party=["sword_fighter@back"], foes=["goblin@rear"])
    assert match.why(match.parse("Rush far")) == Why.NO_EDGE
    play(match, "sword: Rush front")
    assert where(match, "sword") == "front"


@pytest.mark.rule("movement.costs")
def test_a_rush_helps_the_whole_next_attack_of_the_round_once():
    blades = {"gear": [], "attacks": [{"name": "blades", "bonus": 4, "rolls": ["1d8", "1d6"]}]}
    match = stage(party=[("sword_fighter@back", blades)], foes=["ogre@front", "ogre@rear"], dice=[20, 2, 2, 2, 2])
    play(match, "sword: Rush front", "ogre_0: Pass", "sword: End Breath")
    while match.decision.unit != 0:
        play(match, f"{match.names.labels[match.decision.unit]}: Forfeit")
    assert unit(match, "sword").rushed == 1  # into the next Breath
    events = play(match, "sword: Attack ogre_0", "sword: Attack ogre_0")
    assert [m.get(Mod.RUSH, 0) for m in modifiers(events)] == [1, 1, 0, 0]
    assert_all_dice_used(match)


@pytest.mark.rule("movement.costs")
def test_a_rush_does_not_stack_and_lapses_in_the_lull():
    match = stage(party=["sword_fighter@back"], foes=["ogre@melee"])
    play(match, "sword: Overload", "sword: Rush front", "sword: Rush back", "sword: Rush front")
    assert unit(match, "sword").rushed == 1
    match = stage(party=["sword_fighter@back"], foes=["ogre@melee"])
    play(match, "sword: Rush front", "sword: End Breath", "ogre: Forfeit", "sword: Forfeit")
    assert match.battle.turn == 2
    assert unit(match, "sword").rushed == 0  # RULING A9
    play(match, "sword: Move back")
    assert unit(match, "sword").rushed == 0  # a plain Move helps nothing


@pytest.mark.rule("movement.costs")
def test_a_failed_rush_helps_nothing():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1, 2])
    play(match, "sword: Overload", "sword: Rush far")
    assert unit(match, "sword").rushed == 0  # RULING X8
    events = play(match, "sword: Attack captain", "captain: Pass")
    assert Mod.RUSH not in modifiers(events)[0]


@pytest.mark.rule("trait.underwater")
@pytest.mark.rule("trait.high_ground")
@pytest.mark.rule("movement.costs")
@pytest.mark.number("t37")
def test_surcharges_add_in_their_direction_only():
    far = ["goblin@courtyard"]
    assert cost("bridge", "Move gate", far, battlefield=BRIDGE) == 3  # L654
    assert cost("gate", "Move bridge", far, battlefield=BRIDGE) == 2
    assert cost("bridge", "Move gate", ["goblin@gate"], battlefield=BRIDGE) == 4
    assert cost("bridge", "Rush gate", ["goblin@gate"], battlefield=BRIDGE) == 5
    assert cost("bridge", "Move riverbed", far, battlefield=BRIDGE) == 3  # into the water
    assert cost("riverbed", "Move bridge", far, battlefield=BRIDGE) == 2
    assert cost("riverbed", "Move courtyard", ["goblin@road"], battlefield=BRIDGE) == 2


@pytest.mark.rule("movement.costs")
def test_the_surcharge_is_due_even_when_the_entry_fails():
    assert cost("bridge", "Move gate", ["goblin@gate"], dice=(1,), battlefield=BRIDGE) == 4  # RULING M18


@pytest.mark.rule("trait.high_ground")
@pytest.mark.rule("movement.costs")
@pytest.mark.parametrize(("die", "arrives"), [(8, True), (7, False)])
def test_a_gates_check_spends_the_move_and_exposes_nobody(die, arrives):
    """L655: from the courtyard into the gate."""
    match = stage(party=["sword_fighter@courtyard"], foes=["goblin@road"], battlefield=BRIDGE, dice=[die])
    events = play(match, "sword: Move gate")
    assert checks(events) == [(Purpose.GATE, 10, arrives)]
    assert where(match, "sword") == ("gate" if arrives else "courtyard")
    assert paid(events) == [2]
    assert unit(match, "sword").exposed == 0
    match = stage(party=["sword_fighter@gate"], foes=["goblin@road"], battlefield=BRIDGE)
    assert checks(play(match, "sword: Move courtyard")) == []  # nothing the other way


@pytest.mark.rule("movement.costs")
def test_a_gate_uses_the_better_of_strength_and_dexterity():
    for scores, need_on_die in (({"str": 8, "dex": 16}, 8), ({"str": 16, "dex": 8}, 8), ({"str": 9, "dex": 9}, 10)):
        for die in (need_on_die, need_on_die - 1):
            match = stage(
                party=[("sword_fighter@courtyard", {"abilities": scores})], foes=["goblin@road"], battlefield=BRIDGE,
                dice=[die],
            )  # fmt: skip
            ((_, _, won),) = checks(play(match, "sword: Move gate"))
            assert won == (die == need_on_die)


@pytest.mark.rule("movement.costs")
@pytest.mark.rule("haste")
@pytest.mark.rule("slow")
@pytest.mark.number("t21")
@pytest.mark.parametrize(("effect", "price"), [("haste", 2), ("slow", 8)])
def test_speed_comes_after_surcharges(effect, price):
    match = stage(
        party=[("sword_fighter@bridge", {"effects": {effect: 9}})], foes=["goblin@gate"], battlefield=BRIDGE, dice=[1]
    )
    if effect == "slow":
        play(match, "sword: Overload")
    assert paid(play(match, "sword: Move gate")) == [price]  # (3 + 1) halved or doubled


FLANKED = field(
    {
        "flank": "flank party",
        "back": "back_line party",
        "front": "front_line foes",
        "melee": "melee",
        "marsh": "underwater",
        "far": "back_line foes",
    },
    "flank -- back",
    "flank -- front",
    "flank -- melee",
    "flank -- marsh",
    "front -- far",
)


@pytest.mark.rule("trait.flank")
@pytest.mark.rule("traits.gating")
@pytest.mark.rule("movement.costs")
@pytest.mark.parametrize(
    ("action", "foes", "price"),
    [
        ("Move back", ["goblin@far"], 1),
        ("Rush back", ["goblin@far"], 2),
        ("Move marsh", ["goblin@far"], 2),  # the surcharge still adds
        ("Move front", ["goblin@front"], 3),  # RULING X3: no Breakthrough,
        ("Rush front", ["goblin@front"], 4),
        ("Move melee", ["goblin@far"], 2),  # no Melee entry,
        ("Move back", ["raider_captain@flank"], 2),  # Contested: no discount
        ("Move back", ["raider_captain@flank", "goblin@flank"], 2),  # the enemy's
    ],
)
def test_a_flank_under_control_saves_one_on_a_plain_step(action, foes, price):
    assert cost("flank", action, foes, battlefield=FLANKED) == price


@pytest.mark.rule("trait.flank")
@pytest.mark.rule("traits.gating")
def test_a_flank_saves_nothing_on_withdrawing_or_arriving():
    match = stage(party=["sword_fighter@flank", "spear_fighter@back"], foes=["goblin@far"], battlefield=FLANKED)
    assert paid(play(match, "sword: Withdraw")) == [3]
    assert paid(play(match, "spear: Move flank")) == [2]


@pytest.mark.rule("trait.flank")
@pytest.mark.rule("traits.gating")
def test_no_discount_goes_below_one():
    assert cost("flank", "Move back", ["goblin@far"], battlefield=FLANKED, rules={"flank.discount": 5}) == 1


@pytest.mark.rule("control.simple")
@pytest.mark.rule("movement.costs")
def test_the_price_follows_control_within_a_breath():
    match = stage(
        party=["sword_fighter@front"], foes=[("goblin@far", {"hp": 1}), "orc@rear"], dice=[20, 1], rules=NO_MORALE
    )
    assert paid(play(match, "sword: Attack goblin", "goblin: Pass", "sword: Move far")) == [2, 2]


@pytest.mark.rule("movement.costs")
@pytest.mark.parametrize(
    ("cell", "start", "action"),
    [("cost.forced_exit", "melee", "Forced Exit front"), ("cost.move", "front", "Move back")],
)
def test_each_price_is_a_cell_of_the_table_down_to_the_last_vigor(cell, start, action):
    match = stage(party=[f"sword_fighter@{start}"], foes=["goblin@rear"], rules={cell: 1})
    unit(match, "sword").vigor = 1
    assert match.why(match.parse(action)) == Why.OK
    assert paid(play(match, f"sword: {action}")) == [1]
