"""What maneuvers and reactions cost: the menu, Haste and Slow, and what alone is free."""

import pytest

from tests.harness import (
    LINE,
    assert_all_dice_used,
    index,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
)
from wzc_env.warzone.costs import at_speed
from wzc_env.warzone.words import Effect, Note, Reaction, Verb, Why

HASTE, SLOW = {"haste": "battle"}, {"slow": "battle"}
BOTH = HASTE | SLOW
KNIFE = {"name": "knife", "bonus": 0, "rolls": ["1d4"]}
CLUB = {"name": "club", "heavy": True, "bonus": 0, "rolls": ["1d10"]}
MENU = [
    # maneuver, where it is done, who stands where, dice; price: plain, hasted, slowed
    ("Move back", "front", "rear", [], 2, 1, 4),
    ("Rush back", "front", "rear", [], 3, 2, 6),
    ("Move far", "front", "far", [1], 3, 2, 6),  # Breakthrough
    ("Rush far", "front", "far", [1], 4, 2, 8),
    ("Move melee", "front", "rear", [1], 2, 1, 4),
    ("Rush melee", "front", "rear", [1], 3, 2, 6),
    ("Move front", "melee", "rear", [1], 2, 1, 4),
    ("Rush front", "melee", "rear", [1], 3, 2, 6),
    ("Forced Exit front", "melee", "rear", [], 4, 2, 8),
    ("Rushed Forced Exit front", "melee", "rear", [], 5, 3, 10),
    ("Attack orc with knife", "front", "far", [1], 2, 1, 4),
    ("Attack orc with club", "front", "far", [1], 3, 2, 6),
    ("Grapple orc", "front", "far", [1], 2, 1, 4),
    ("Shove orc", "front", "far", [1], 2, 1, 4),
    ("Ready Guard", "front", "rear", [], 1, 1, 2),
    ("Ready Parry & Riposte", "front", "rear", [], 2, 1, 4),
    ("Ready Interdict", "front", "rear", [], 2, 1, 4),
    ("Focus", "front", "rear", [], 4, 2, 8),
    ("Draw", "front", "rear", [], 1, 1, 2),
    ("Withdraw", "back", "rear", [], 3, 2, 6),
]


def paid(match, action, dice):
    """What the magic-user pays for an action; it may overload for it. The orc is at 0 Vigor."""
    unit(match, "orc").vigor = 0
    if match.why(match.parse(action)) == Why.BREATH_LIMIT:
        match.step("Overload")
    match.take_events()
    match.add_dice(dice)
    pay = noted(play(match, f"mage: {action}"), Note.PAY)
    assert_all_dice_used(match)
    return [-e.mod for e in pay][:1]


def mage(zone, foe_zone, effects, **options):
    """A magic-user of 13 Vigor with a knife and a club at hand, and one orc."""
    abilities = {"str": 10, "dex": 18, "con": 10}
    changes = {"abilities": abilities, "attacks": [KNIFE, CLUB], "armour": "chain", "effects": effects}
    foe = (f"orc@{foe_zone}", {"hd": 2})
    watcher = "goblin@rear"  # so that nothing ends when one of them leaves
    return stage([(f"magic_user@{zone}", changes), "cleric@flank"], [foe, watcher], dice=[], **options)


@pytest.mark.rule("maneuver.costs")
@pytest.mark.parametrize(("action", "zone", "foe", "dice", "cost"), [row[:5] for row in MENU])
def test_every_maneuver_pays_its_listed_cost(action, zone, foe, dice, cost):
    assert paid(mage(zone, foe, {}), action, dice) == [cost]


@pytest.mark.rule("haste")
@pytest.mark.number("t19")
@pytest.mark.parametrize(("action", "zone", "foe", "dice", "cost"), [(*row[:4], row[5]) for row in MENU])
def test_haste_halves_every_cost_rounded_up(action, zone, foe, dice, cost):
    assert paid(mage(zone, foe, HASTE), action, dice) == [cost]


@pytest.mark.rule("slow")
@pytest.mark.number("t20")
@pytest.mark.parametrize(("action", "zone", "foe", "dice", "cost"), [(*row[:4], row[6]) for row in MENU])
def test_slow_doubles_every_cost(action, zone, foe, dice, cost):
    assert paid(mage(zone, foe, SLOW), action, dice) == [cost]


@pytest.mark.rule("haste")
@pytest.mark.rule("slow")
@pytest.mark.parametrize(("action", "zone", "foe", "dice", "cost"), [row[:5] for row in MENU])
def test_haste_and_slow_together_cancel(action, zone, foe, dice, cost):
    assert paid(mage(zone, foe, BOTH), action, dice) == [cost]


@pytest.mark.rule("maneuver.costs")
@pytest.mark.parametrize(("effects", "cost"), [({}, 2), (HASTE, 1), (SLOW, 4)])
def test_the_costs_of_release_and_of_breaking_a_hold(effects, cost):
    match = mage("front", "far", effects)
    unit(match, "mage").focus = 0  # magic missile
    assert paid(match, "Release at orc", [1]) == [cost]
    match = mage("front", "far", effects)
    unit(match, "mage").holder = index(match, "orc")
    assert paid(match, "Break hold", [1]) == [cost]


@pytest.mark.rule("haste")
@pytest.mark.number("t19")
def test_under_haste_focus_and_release_fit_one_breath_for_3_without_overload():
    match = mage("front", "far", HASTE)
    match.add_dice([1])
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Release at orc")
    assert match.battle.units[match.battle.actor].paid == 3
    assert match.battle.units[match.battle.actor].overloaded == 0
    assert vigor(match)["mage"] == 10


@pytest.mark.rule("haste")
def test_haste_changes_neither_the_limit_nor_the_ban_on_two_heavy_attacks():
    match = mage("front", "far", HASTE)
    unit(match, "orc").vigor = 0
    match.add_dice([1])
    play(match, "mage: Attack orc with club")
    assert match.why(match.parse("Attack orc with club")) == Why.SECOND_HEAVY
    play(match, "mage: Ready Interdict", "mage: Move back", "mage: Draw")  # 2 + 1 + 1 + 1
    assert match.why(match.parse("Move front")) == Why.BREATH_LIMIT


@pytest.mark.rule("haste")
@pytest.mark.number("t21")
@pytest.mark.parametrize(("effects", "cost"), [({}, 4), (HASTE, 2), (SLOW, 8)])
def test_speed_is_applied_after_the_additive_zone_modifiers(effects, cost):
    dear = {"join": ["front", "far"], "kind": "engagement", "into": {"far": {"surcharge": 1}}}
    edges = [dear if edge["join"] == dear["join"] else edge for edge in LINE["edges"]]
    match = mage("front", "far", effects, battlefield={**LINE, "edges": edges})
    assert paid(match, "Move far", [1]) == [cost]  # Breakthrough 3 + 1; 3 hasted + 1 would be 3


@pytest.mark.rule("haste")
def test_identical_haste_effects_do_not_stack():
    match = mage("front", "rear", HASTE)
    unit(match, "mage").timers[Effect.HASTE] = 2 * unit(match, "mage").timers[Effect.HASTE] - 1
    assert [at_speed(match.battle, match.rules, 0, cost) for cost in (1, 2, 3, 4, 5, 8)] == [1, 1, 2, 2, 3, 4]


@pytest.mark.rule("slow")
def test_slow_may_lift_a_cost_over_the_limit():
    match = mage("front", "far", SLOW)
    assert match.why(match.parse("Focus")) == Why.BREATH_LIMIT  # 8
    assert match.why(match.parse("Attack orc with club")) == Why.BREATH_LIMIT  # 6
    assert match.why(match.parse("Attack orc with knife")) == Why.OK


@pytest.mark.rule("cost.zero")
@pytest.mark.parametrize("cell", ["cost.ready_guard", "cost.move", "cost.attack", "cost.shove", "cost.focus"])
def test_no_maneuver_is_free_even_where_a_table_says_0(cell):
    match = mage("front", "far", {}, rules={cell: 0})
    action = {"move": "Move back", "attack": "Attack orc with knife", "shove": "Shove orc", "focus": "Focus"}
    assert paid(
        match, action.get(cell.partition(".")[2], "Ready Guard"), [1] if cell in ("cost.attack", "cost.shove") else []
    ) == [1]


@pytest.mark.rule("cost.zero")
def test_a_discount_stops_at_1():
    match = mage("flank", "rear", HASTE)
    assert paid(match, "Move back", []) == [1]
    match = mage("flank", "rear", {}, rules={"flank.discount": 5})
    assert paid(match, "Move back", []) == [1]


def struck(technique, effects=None, readied=False, vigor_left=9):
    """An orc in a Zone with the sword fighter has just been attacked, or its Zone is about to be entered."""
    changes = {"hp": 90, "effects": effects or {}}
    match = stage([("sword_fighter@front", {})], [("orc@far", changes)], dice=[])
    orc = unit(match, "orc")
    orc.vigor = vigor_left
    orc.gear = 1  # its sword
    orc.ready = technique if readied else Reaction.NONE
    match.take_events()
    if technique == Reaction.INTERDICT:
        match.add_dice([20])
        play(match, "sword: Move far (Breakthrough)")
    else:
        play(match, "sword: Attack orc")
    assert match.decision.unit == index(match, "orc")
    return match


ANSWERS = {
    Reaction.GUARD: ("Guard", [1]),
    Reaction.PARRY_RIPOSTE: ("Parry & Riposte", [1, 1]),
    Reaction.INTERDICT: ("Interdict", [1]),
}


def answer(match, technique):
    """The orc reacts, and every blow misses. Returns the REACT event."""
    text, dice = ANSWERS[technique]
    match.add_dice(dice)
    events = play(match, f"orc: {text}")
    assert_all_dice_used(match)
    (react,) = noted(events, Note.REACT)
    assert react.what == technique
    return react


@pytest.mark.rule("reaction.improvised")
@pytest.mark.number("t22")
@pytest.mark.parametrize(
    ("technique", "effects", "cost"),
    [
        (Reaction.GUARD, {}, 2),
        (Reaction.PARRY_RIPOSTE, {}, 3),
        (Reaction.INTERDICT, {}, 3),
        (Reaction.GUARD, HASTE, 1),
        (Reaction.PARRY_RIPOSTE, HASTE, 2),  # 1.5 first, then speed
        (Reaction.INTERDICT, HASTE, 2),
        (Reaction.GUARD, SLOW, 4),
        (Reaction.PARRY_RIPOSTE, SLOW, 6),
        (Reaction.INTERDICT, SLOW, 6),
    ],
)
def test_an_improvised_reaction_costs_half_as_much_again_rounded_up(technique, effects, cost):
    match = struck(technique, effects)
    react = answer(match, technique)
    assert (react.mod, react.total) == (cost, 9 - cost)
    assert vigor(match)["orc"] == 9 - cost
    match = struck(technique, effects, vigor_left=cost)
    assert answer(match, technique).total == 0


@pytest.mark.rule("reaction.improvised")
@pytest.mark.parametrize("technique", [Reaction.PARRY_RIPOSTE, Reaction.INTERDICT])
def test_there_is_no_debt(technique):
    if technique == Reaction.INTERDICT:
        match = stage(["sword_fighter@front"], [("orc@far", {})], dice=[20])
        unit(match, "orc").vigor, unit(match, "orc").gear = 2, 1
        events = play(match, "sword: Move far (Breakthrough)")
        assert noted(events, Note.MOVE)  # nobody was asked
        return
    match = struck(Reaction.GUARD, vigor_left=2)
    assert match.why(match.parse("Parry & Riposte")) == Why.REACTION_VIGOR
    assert match.why(match.parse("Guard")) == Why.OK


@pytest.mark.rule("reaction.readied")
@pytest.mark.rule("cost.zero")
@pytest.mark.number("t23")
@pytest.mark.parametrize("technique", list(ANSWERS))
@pytest.mark.parametrize("vigor_left", [0, 9])
def test_a_readied_reaction_triggers_for_0_once(technique, vigor_left):
    match = struck(technique, readied=True, vigor_left=vigor_left)
    react = answer(match, technique)
    assert (react.mod, react.total) == (0, vigor_left)
    assert unit(match, "orc").ready == Reaction.NONE


@pytest.mark.rule("reaction.readied")
@pytest.mark.number("t23")
def test_one_is_held_and_it_expires_at_the_next_breath_without_refund():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    unit(match, "orc").vigor = 0
    play(match, "sword: Ready Guard")
    for verb in (Verb.READY_GUARD, Verb.READY_PARRY, Verb.READY_INTERDICT):
        assert match.why(int(match.setup.offset[verb])) == Why.READY_HELD
    events = play(match, "sword: End")
    assert not noted(events, Note.EXPIRE)  # its next selection is not yet its next Breath
    assert unit(match, "sword").ready == Reaction.GUARD
    events = play(match, "sword: Ready Interdict")
    assert [(e.note, e.what) for e in events if e.note in (Note.EXPIRE, Note.PAY, Note.READY)] == [
        (Note.EXPIRE, Reaction.GUARD),
        (Note.PAY, Verb.READY_INTERDICT),
        (Note.READY, Reaction.INTERDICT),
    ]
    assert vigor(match)["sword"] == 11 - 1 - 2


@pytest.mark.rule("reaction.readied")
@pytest.mark.number("t23")
def test_it_expires_in_the_lull():
    match = stage(["sword_fighter@front"], ["goblin@rear"])
    play(match, "sword: Ready Guard", "sword: End", "sword: Forfeit")
    until_breath_of(match, "goblin")
    assert unit(match, "sword").ready == Reaction.GUARD
    events = play(match, "goblin: Forfeit")
    lull = [e.note for e in events].index(Note.LULL)
    assert [(e.unit, e.what) for e in noted(events[lull:], Note.EXPIRE)] == [(0, Reaction.GUARD)]
    assert unit(match, "sword").ready == Reaction.NONE
