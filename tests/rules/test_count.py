"""The Count: maximum Vigor, Round start, who is selected, ties, forfeits."""

import itertools
from collections import Counter

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    index,
    is_breath_of,
    noted,
    play,
    shipped,
    stage,
    unit,
    until,
    vigor,
)
from wzc_env.warzone.count import maximum_vigor
from wzc_env.warzone.words import Note, Purpose, SelectedBy, Why


def maximum(match, who):
    """A creature's Maximum Vigor by the rules' own function."""
    return maximum_vigor(match.setup, match.rules, index(match, who))


def hero(dexterity, **changes):
    """A Match whose sword fighter has this DEX."""
    abilities = {"str": 10, "dex": dexterity, "con": 10}
    return stage([("sword_fighter@front", {"abilities": abilities, **changes})], ["orc@rear"])


def next_round(match):
    """Let everyone forfeit and pass until the next Round has begun."""
    turn = match.battle.turn
    return until(match, lambda: match.battle.turn > turn)


@pytest.mark.rule("vigor.maximum")
@pytest.mark.number("t1")
@pytest.mark.parametrize(
    ("hd", "most"),
    [
        ("1/2", 9),
        (1, 9),
        ("1-1", 9),
        (2, 9),
        (3, 10),
        (4, 10),
        ("4+1", 10),
        (5, 11),
        (8, 12),
        (9, 13),
        (10, 13),
        (11, 13),
    ],
)
def test_a_monster_has_8_and_half_its_hit_dice_at_most_13(hd, most):
    match = stage(["sword_fighter@front"], [("orc@far", {"hd": hd})])
    assert maximum(match, "orc") == most
    assert vigor(match)["orc"] == most


@pytest.mark.rule("vigor.maximum")
@pytest.mark.number("t2")
@pytest.mark.parametrize(
    ("dexterity", "most"),
    [(3, 7), (4, 8), (5, 8), (6, 9), (8, 9), (9, 10), (12, 10), (13, 11), (15, 11), (16, 12), (18, 13)],
)
def test_a_player_character_has_10_and_its_dex_modifier(dexterity, most):
    match = hero(dexterity)
    assert maximum(match, "sword") == most
    assert vigor(match)["sword"] == most


@pytest.mark.rule("vigor.maximum")
@pytest.mark.number("t2")
def test_plate_takes_1_from_a_player_character_and_nothing_from_a_monster():
    assert maximum(hero(10, armour="plate"), "sword") == 9
    assert maximum(hero(3, armour="plate"), "sword") == 6
    match = stage(["sword_fighter@front"], [("orc@far", {"armour": "plate"})])
    assert maximum(match, "orc") == 9


@pytest.mark.rule("vigor.maximum")
def test_an_npc_on_the_partys_side_has_a_monsters_vigor():
    match = stage(["sword_fighter@front", ("orc@front", {"hd": 5, "abilities": {"dex": 18}})], ["goblin@rear"])
    assert maximum(match, "orc") == 11


@pytest.mark.rule("vigor.round_reset")
def test_round_start_restores_the_maximum_less_a_carryover_of_this_once():
    match = stage(["sword_fighter@front"], ["orc@rear"])
    unit(match, "orc").carry = 3
    play(match, "sword: Ready Guard", "sword: End")  # 10 left
    match.take_events()
    events = next_round(match)
    resets = [(match.names.labels[e.unit], e.mod, e.total) for e in noted(events, Note.VIGOR)]
    assert resets == [("sword", 0, 11), ("orc", -3, 6)]
    assert match.battle.turn == 2
    next_round(match)
    assert vigor(match) == {"sword": 11, "orc": 9}  # the penalty does not stay


@pytest.mark.rule("vigor.round_reset")
def test_a_carryover_never_takes_vigor_below_0():
    match = stage(["sword_fighter@front"], ["orc@rear"], rules={"vigor.monster_base": 1})  # HD 1: 2 Vigor
    unit(match, "orc").carry = 3
    next_round(match)
    assert match.battle.turn == 2
    assert vigor(match) == {"sword": 11, "orc": 0}


@pytest.mark.rule("count.order")
def test_the_most_vigor_takes_one_breath_then_all_compare_again():
    match = stage(["sword_fighter@back", "magic_user@back"], ["orc@rear"])  # 11, 10, 9
    assert is_breath_of(match, "sword")
    play(match, "sword: Ready Guard", "sword: End")  # 10: a tie with the magic-user, won by DEX 13
    assert is_breath_of(match, "sword")
    play(match, "sword: Ready Guard", "sword: End")  # 9
    assert is_breath_of(match, "mage")
    play(match, "mage: Focus", "mage: Choose sleep", "mage: End")  # 6
    assert is_breath_of(match, "sword")
    play(match, "sword: Forfeit")
    assert is_breath_of(match, "orc")
    play(match, "orc: Ready Guard", "orc: End")
    assert is_breath_of(match, "orc")
    play(match, "orc: Forfeit")
    assert is_breath_of(match, "mage")
    assert not noted(play(match, "mage: Ready Guard"), Note.LULL)
    events = next_round(match)
    assert [e.note for e in events if e.note in (Note.LULL, Note.ROUND)] == [Note.LULL, Note.ROUND]


@pytest.mark.rule("count.order")
def test_a_breath_is_not_cut_short_when_a_reaction_or_payment_changes_the_order():
    match = stage(["sword_fighter@front"], ["orc@far"], dice=[1])
    match.take_events()
    events = play(match, "sword: Attack orc with sword", "orc: Pass", "sword: Ready Guard")  # 8 left, the orc has 9
    assert not noted(events, Note.SELECT)
    assert match.battle.actor == index(match, "sword")
    events = play(match, "sword: End")
    assert [(match.names.labels[e.unit], e.what, e.total) for e in noted(events, Note.SELECT)] == [
        ("orc", SelectedBy.MOST_VIGOR, 9)
    ]
    assert_all_dice_used(match)


@pytest.mark.rule("count.order")
def test_whom_reactions_take_to_0_is_not_selected_this_round():
    match = stage(["sword_fighter@front"], [("orc@far", {"hp": 50})], dice=[1, 1, 1], rules={"vigor.monster_base": 5})
    unit(match, "orc").vigor = 4
    play(match, "sword: Attack orc", "orc: Guard", "sword: Attack orc", "orc: Guard")  # improvised, 2 each
    assert vigor(match) == {"sword": 7, "orc": 0}
    play(match, "sword: End")
    events = play(match, "sword: Attack orc", "sword: End")
    assert is_breath_of(match, "sword")
    assert vigor(match) == {"sword": 5, "orc": 0}
    events = play(match, "sword: Forfeit")
    assert next(e.note for e in events if e.note in (Note.SELECT, Note.LULL)) == Note.LULL
    assert_all_dice_used(match)


@pytest.mark.rule("count.forfeit")
def test_a_forfeit_drops_to_0_for_the_round():
    match = stage(["sword_fighter@front"], ["orc@far"])
    play(match, "sword: Forfeit")
    assert vigor(match) == {"sword": 0, "orc": 9}
    play(match, "orc: Ready Guard", "orc: End")
    assert is_breath_of(match, "orc")


@pytest.mark.rule("count.forfeit")
def test_a_forfeit_comes_at_the_start_of_the_selection_only():
    match = stage(["sword_fighter@front"], ["orc@far"])
    assert match.why(match.parse("Forfeit")) == Why.OK
    play(match, "sword: Ready Guard")
    assert match.why(match.parse("Forfeit")) == Why.ALREADY_BEGUN
    other = stage(["sword_fighter@front"], ["orc@far"])
    play(other, "sword: Overload")
    assert other.why(other.parse("Forfeit")) == Why.ALREADY_BEGUN


@pytest.mark.rule("count.forfeit")
def test_a_forfeit_is_no_breath_readied_reaction_and_pending_limit_stay():
    match = stage(["sword_fighter@front"], ["orc@far"], dice=[20, 1])
    play(match, "sword: Overload", "sword: Ready Guard", "sword: End")  # CON succeeds: limit 3
    events = play(match, "sword: Forfeit")
    assert not noted(events, Note.EXPIRE)
    assert unit(match, "sword").limit == 3
    play(match, "orc: Attack sword with crossbow")
    events = play(match, "sword: Guard")
    assert [(e.mod, e.total) for e in noted(events, Note.REACT)] == [(0, 0)]  # prepaid, at 0 Vigor
    assert_all_dice_used(match)


@pytest.mark.rule("count.ties")
def test_between_player_characters_the_higher_dex_score_acts_first():
    low, high = {"abilities": {"str": 10, "dex": 9, "con": 10}}, {"abilities": {"str": 10, "dex": 12, "con": 10}}
    match = stage([("sword_fighter@back", low), ("magic_user@back", high)], ["orc@rear"])  # both 10, modifier 0
    assert is_breath_of(match, "mage")
    selected = noted(match.take_events(), Note.SELECT)
    assert [(e.what, e.total) for e in selected] == [(SelectedBy.TIE_DEX, 10)]


@pytest.mark.rule("count.ties")
@pytest.mark.number("t41")
def test_a_player_character_acts_before_a_monster_whatever_its_hit_dice():
    match = stage(["spear_fighter@back"], [("raider_archer@rear", {"hd": 2})])  # both 9
    assert is_breath_of(match, "spear")
    assert [e.what for e in noted(match.take_events(), Note.SELECT)] == [SelectedBy.TIE_PC]


@pytest.mark.rule("count.ties")
def test_between_monsters_the_higher_hit_dice_act_first():
    match = stage(["spear_fighter@back"], [("orc@rear", {"hd": 3}), ("goblin@rear", {"hd": 4})])  # both 10
    assert is_breath_of(match, "goblin")
    assert [e.what for e in noted(match.take_events(), Note.SELECT)] == [SelectedBy.TIE_HD]


@pytest.mark.rule("count.ties")
def test_an_npc_of_the_party_counts_as_a_monster_in_ties():
    match = stage([("orc@back", {"hd": 3})], [("goblin@rear", {"hd": 4})])
    assert is_breath_of(match, "goblin")
    other = stage([("orc@back", {"hd": 3}), ("magic_user@back", {})], ["goblin@rear"])
    assert is_breath_of(other, "mage")


def drawn_order(match):
    """In which order three goblins of equal Vigor act."""
    play(match, "spear: Forfeit")
    order = []
    for _ in range(3):
        order.append(match.names.labels[match.decision.unit])
        match.step("Forfeit")
    return tuple(order)


@pytest.mark.rule("count.ties")
def test_what_no_rule_separates_goes_by_roster_order():
    match = stage(["spear_fighter@back"], [("goblin@rear", {"count": 3})], dice=[])
    play(match, "spear: Ready Guard", "spear: End")
    events = play(match, "goblin_0: Forfeit", "goblin_1: Forfeit")
    selected = [(match.names.labels[e.unit], e.what) for e in noted(events, Note.SELECT)]
    assert selected == [("goblin_1", SelectedBy.TIE_ORDER), ("goblin_2", SelectedBy.MOST_VIGOR)]


@pytest.mark.rule("count.ties")
def test_the_seeded_draw_orders_residual_ties_and_is_logged():
    drawn = {"count.residual_tie": 1}
    match = stage(["spear_fighter@back"], [("goblin@rear", {"count": 3})], dice=[1, 3, 1], rules=drawn)
    rolled = dice_rolled(match.take_events(), Purpose.TIE)
    assert [(e.amount, e.roll) for e in rolled] == [(4, 1), (3, 3), (2, 1)]
    # by hand, lots of spear and goblins 0 1 2 3: swap 3 and 0, 2 and 2, 1 and 0: 1 3 2 0
    assert drawn_order(match) == ("goblin_2", "goblin_1", "goblin_0")
    assert_all_dice_used(match)


@pytest.mark.rule("count.ties")
def test_every_order_of_a_residual_tie_is_drawn_equally_often():
    drawn = {"count.residual_tie": 1}
    orders = Counter()
    for faces in itertools.product(range(1, 5), range(1, 4), range(1, 3)):
        match = stage(["spear_fighter@back"], [("goblin@rear", {"count": 3})], dice=faces, rules=drawn)
        orders[drawn_order(match)] += 1
    assert len(orders) == 6
    assert set(orders.values()) == {4}


@pytest.mark.rule("count.ties")
def test_a_draw_breaks_no_tie_that_a_rule_breaks():
    for faces in itertools.product(range(1, 4), range(1, 3)):
        match = stage(
            ["spear_fighter@back"],
            [("goblin@rear", {"hd": 1}), ("orc@rear", {"hd": 2})],
            dice=faces,
            rules={"count.residual_tie": 1},
        )  # all 9
        assert is_breath_of(match, "spear")
        play(match, "spear: Forfeit")
        assert is_breath_of(match, "orc")


@pytest.mark.rule("count.ties")
@pytest.mark.number("t40")
@pytest.mark.number("t41")
def test_the_worked_rounds_first_selections():
    match = shipped("broken_line", dice=[])
    assert vigor(match) == {"sword": 11, "mage": 10, "captain": 10, "spear": 9, "archer": 9}
    selected = match.take_events()
    for _ in range(5):
        match.step("Forfeit")
        selected += match.take_events()
    lull = next(i for i, e in enumerate(selected) if e.note == Note.LULL)
    seen = [(match.names.labels[e.unit], e.total, e.what) for e in noted(selected[:lull], Note.SELECT)]
    assert seen == [
        ("sword", 11, SelectedBy.MOST_VIGOR),
        ("mage", 10, SelectedBy.TIE_PC),  # before the captain
        ("captain", 10, SelectedBy.MOST_VIGOR),
        ("spear", 9, SelectedBy.TIE_PC),  # before the archer
        ("archer", 9, SelectedBy.MOST_VIGOR),
    ]
