"""Stances (L504-517) and the Holding Stance of Detailed Control (L427)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    index,
    legal_words,
    modifiers,
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
from tests.rules.companies import CAPTAIN, squad
from tests.rules.companies import SPEAR as SPEARS
from tests.rules.fields import armour_classes, paid
from wzc_env.game import Match
from wzc_env.render.text import line, track
from wzc_env.scenario import load
from wzc_env.warzone.words import Effect, Mod, Note, Side, Why

PC = "sword_fighter"
SPEAR = "spear_fighter"
STANCES = ["zones", "stances"]
BOTH = ["zones", "detailed_control", "stances"]
FOE = ("orc@rear", {"hp": 900})


def braced(*party, foes=(FOE,), modules=STANCES, **options):
    return stage(list(party), list(foes), modules=modules, **options)


def why(match, text):
    """The refusal of an action, in words."""
    action = match.parse(text)
    return match.explain(match.why(action), action)


@pytest.mark.rule("stances")
def test_what_is_on_offer_goes_by_modules():
    def offered(modules):
        return braced(f"{SPEAR}@front", modules=modules).names.stances

    assert offered(["zones"]) == []
    assert offered(STANCES) == ["Shield Stance", "Spearwall", "Steady Aim"]
    assert offered(["zones", "detailed_control"]) == ["Holding Stance"]
    assert offered(BOTH) == ["Holding Stance", "Shield Stance", "Spearwall", "Steady Aim"]
    plain, stances = braced(f"{SPEAR}@front", modules=["zones"]), braced(f"{SPEAR}@front")
    assert stances.setup.actions_n == plain.setup.actions_n + 3 + 1


@pytest.mark.rule("stances")
@pytest.mark.parametrize(("name", "who", "cost"), [
    ("Spearwall", SPEAR, 2), ("Shield Stance", SPEAR, 1), ("Steady Aim", "magic_user", 1),
])  # fmt: skip
def test_each_has_its_price(name, who, cost):
    match = braced(f"{who}@front")
    until(match, lambda: match.battle.who == 0)
    me = match.names.labels[0]
    assert paid(play(match, f"{me}: Declare {name}")) == [cost]
    slowed = braced((f"{who}@front", {"effects": {"slow": 3}}))
    until(slowed, lambda: slowed.battle.who == 0)
    assert paid(play(slowed, f"{me}: Declare {name}")) == [2 * cost]


@pytest.mark.rule("stances")
def test_weapon_and_place_decide_who_may():
    match = braced(f"{SPEAR}@back", f"{PC}@front", "magic_user@front")
    until_breath_of(match, "sword")
    assert why(match, "Declare Spearwall") == "Spearwall needs a polearm in hand, and sword has sword and shield"
    assert (
        why(match, "Declare Steady Aim") == "Steady Aim needs a missile weapon in hand, and sword has sword and shield"
    )
    assert "Declare Shield Stance" in legal_words(match)
    until_breath_of(match, "mage")
    assert why(match, "Declare Shield Stance") == "Shield Stance needs a shield in hand, and mage has sling"
    assert "Declare Steady Aim" in legal_words(match)
    until_breath_of(match, "spear")
    assert why(match, "Declare Spearwall") == "Spearwall is kept in Front Line only, and spear is in back"
    assert "Declare Shield Stance" in legal_words(match)
    assert match.why(match.parse("End Stance")) == Why.NO_STANCE


@pytest.mark.rule("stances")
def test_one_at_a_time_and_ending_is_free_and_begins_no_breath():
    """RULING X18: a forfeit stays open, and what is Readied stays until something is paid."""
    match = braced(f"{SPEAR}@front")
    until_breath_of(match, "spear")
    play(match, "spear: Declare Spearwall")
    assert why(match, "Declare Shield Stance") == "spear is in Spearwall: one Stance at a time, End Stance first"
    play(match, "spear: Ready Guard", "spear: End")
    until_breath_of(match, "spear")
    before = vigor(match)["spear"]
    events = play(match, "spear: End Stance")
    assert [line(match, e).plain.strip() for e in events] == ["spear's Spearwall ends"]
    assert (vigor(match)["spear"], paid(events), unit(match, "spear").begun) == (before, [], 0)
    assert "Forfeit" in legal_words(match)
    assert not noted(events, Note.EXPIRE)
    play(match, "spear: Declare Shield Stance")
    assert "Shield Stance" in track(match).plain


@pytest.mark.rule("stances")
def test_a_stance_lasts_over_breaths_lulls_and_rounds():
    match = braced(f"{SPEAR}@front")
    until_breath_of(match, "spear")
    play(match, "spear: Declare Spearwall", "spear: End")
    until(match, lambda: match.battle.turn == 3 and match.battle.who == index(match, "spear"))
    assert match.names.stances[unit(match, "spear").stance] == "Spearwall"


@pytest.mark.rule("stances")
def test_moving_by_ones_own_will_ends_it():
    match = braced(f"{SPEAR}@front")
    until_breath_of(match, "spear")
    events = play(match, "spear: Declare Shield Stance", "spear: Move back")
    assert where(match, "spear") == "back"
    assert len(noted(events, Note.STANCE_END)) == 1
    assert unit(match, "spear").stance == -1


@pytest.mark.rule("stances")
def test_a_breakthrough_that_fails_exposes_and_so_ends_it():
    match = braced(f"{SPEAR}@front", foes=[("orc@far", {"count": 3, "hp": 900})], dice=[1])
    until_breath_of(match, "spear")
    play(match, "spear: Declare Shield Stance")
    events = play(match, "spear: Move far")
    assert where(match, "spear") == "front"
    assert noted(events, Note.EXPOSED)
    assert noted(events, Note.STANCE_END)
    assert_all_dice_used(match)


@pytest.mark.rule("stances")
def test_being_shoved_ends_it():
    match = braced(f"{SPEAR}@front", foes=[("orc@far", {"hp": 900})], dice=[20])
    until_breath_of(match, "spear")
    play(match, "spear: Declare Spearwall", "spear: End")
    until_breath_of(match, "orc")
    events = play(match, "orc: Shove spear", "orc: Choose back")
    assert (where(match, "spear"), unit(match, "spear").stance) == ("back", -1)
    assert noted(events, Note.STANCE_END)
    assert_all_dice_used(match)


@pytest.mark.rule("stances")
def test_exposed_ends_it_and_bars_another_until_it_ends():
    match = braced(f"{SPEAR}@front", dice=[1])
    until_breath_of(match, "spear")
    play(match, "spear: Declare Shield Stance", "spear: Overload", "spear: Ready Guard")
    events = play(match, "spear: End")
    assert noted(events, Note.EXPOSED)
    assert noted(events, Note.STANCE_END)
    again = braced(f"{SPEAR}@front")
    until_breath_of(again, "spear")
    unit(again, "spear").exposed = 1
    assert why(again, "Declare Shield Stance") == "spear is Exposed, and nobody takes up a Stance until that ends"
    unit(again, "spear").exposed = 0
    assert "Declare Shield Stance" in legal_words(again)


@pytest.mark.rule("stances")
def test_putting_the_weapon_away_ends_it():
    """RULING STA2."""
    match = braced(("magic_user@back", {"hp": 30}))
    until_breath_of(match, "mage")
    events = play(match, "mage: Declare Steady Aim", "mage: Draw")  # the dagger
    assert unit(match, "mage").gear == 1
    assert noted(events, Note.STANCE_END)
    assert unit(match, "mage").stance == -1


@pytest.mark.rule("stances")
@pytest.mark.parametrize(("modules", "strength"), [(STANCES, [3, 0]), (BOTH, [3, 0])])
def test_spearwall_is_worth_one_in_the_control_that_is_in_force(modules, strength):
    """RULING X19: under Detailed Control it is the polearm rank, not one beside it."""
    match = braced(f"{SPEAR}@front", modules=modules)
    until_breath_of(match, "spear")
    assert zone(match, "front").strength == [2, 0]
    play(match, "spear: Declare Spearwall")
    assert (zone(match, "front").strength, zone(match, "front").bodies) == (strength, [2, 0])


@pytest.mark.rule("stances")
def test_spearwall_turns_a_contested_zone():
    match = braced(f"{SPEAR}@front", foes=["raider_captain@front", FOE])
    until_breath_of(match, "spear")
    assert zone(match, "front").control == Side.NOBODY
    events = play(match, "spear: Declare Spearwall")
    assert zone(match, "front").control == Side.PARTY
    assert [(e.what, e.mod, e.total) for e in noted(events, Note.CONTROL)] == [(Side.PARTY, 3, 2)]
    events = play(match, "spear: End Stance")
    assert [e.what for e in noted(events, Note.CONTROL)] == [Side.NOBODY]


@pytest.mark.rule("stances")
def test_the_body_of_a_spearwall_counts_for_the_two_to_one_of_simple_control():
    match = braced(f"{PC}@front", foes=[("orc_pike@far", {"count": 3, "hp": 900})])
    until_breath_of(match, "sword")
    assert "Move far (Breakthrough, Standard)" in legal_words(match)  # three to two
    play(match, "sword: Ready Guard", "sword: End")
    until_breath_of(match, "pike_0")
    play(match, "pike_0: Declare Spearwall", "pike_0: End")
    until_breath_of(match, "sword")
    assert "Move far (Breakthrough, Hard)" in legal_words(match)  # four to two


@pytest.mark.rule("stances")
def test_shield_stance_betters_the_armour_class_by_one():
    match = braced(f"{SPEAR}@front", foes=[("orc@far", {"hp": 900})], dice=[2, 2])
    until_breath_of(match, "spear")
    play(match, "spear: Declare Shield Stance", "spear: End")
    until_breath_of(match, "orc")
    events = play(match, "orc: Attack spear with crossbow", "spear: Pass")
    assert armour_classes(events) == [14 + 1]
    assert modifiers(events)[0][Mod.STANCE] == 1


@pytest.mark.rule("stances")
def test_steady_aim_betters_ranged_attacks_alone_and_a_shield_none():
    match = braced(("magic_user@back", {"hp": 30}), foes=[("orc@front", {"hp": 900})], dice=[2])
    until_breath_of(match, "mage")
    play(match, "mage: Declare Steady Aim")
    unit(match, "orc").vigor = 0
    assert modifiers(play(match, "mage: Attack orc with sling"))[0][Mod.STANCE] == 1
    shielded = braced(f"{SPEAR}@front", foes=[("orc@far", {"hp": 900})], dice=[2])
    until_breath_of(shielded, "spear")
    unit(shielded, "orc").vigor = 0
    events = play(shielded, "spear: Declare Shield Stance", "spear: Attack orc with spear")
    assert Mod.STANCE not in modifiers(events)[0]


@pytest.mark.rule("stances")
@pytest.mark.parametrize("effect", ["held", "asleep"])
def test_the_fallen_and_the_helpless_keep_none(effect):
    from wzc_env.warzone.harm import afflict, hurt

    for harm in (
        lambda m: hurt(m.battle, m.setup, m.rules, 1, 0, 99),
        lambda m: afflict(m.battle, m.setup, m.rules, 0, Effect[effect.upper()], 2),
    ):
        match = braced(f"{SPEAR}@front", f"{PC}@back")
        until_breath_of(match, "spear")
        play(match, "spear: Declare Spearwall")
        harm(match)
        assert unit(match, "spear").stance == -1
        assert zone(match, "front").strength == [0, 0]


@pytest.mark.rule("stances")
@pytest.mark.parametrize("modules", [STANCES, BOTH])
def test_one_that_costs_control_gives_none_to_an_absent_enemy(modules):
    """RULING STA5."""
    match = braced(f"{SPEAR}@front", modules=modules)
    until_breath_of(match, "spear")
    row = match.setup.stances[match.names.stances.index("Spearwall")]
    row.simple = row.detailed = -10
    play(match, "spear: Declare Spearwall")
    front = zone(match, "front")
    assert (front.strength, front.control, front.total) == ([0, 0], Side.NOBODY, 0)


HOLD = {"modules": ["zones", "detailed_control"]}


@pytest.mark.rule("holding_stance")
def test_the_holding_stance_adds_two_and_may_make_total_control():
    """L620: a dragon's 4 and 2 are the 6 that Total Control needs 5 of."""
    dragon = ("ogre@far", {"hd": 9, "name": "Dragon"})
    match = braced(f"{PC}@front", foes=[dragon], **HOLD)
    until_breath_of(match, "dragon")
    events = play(match, "dragon: Declare Holding Stance")
    assert paid(events) == [2]
    assert (zone(match, "far").strength, zone(match, "far").total) == ([0, 6], 1)
    play(match, "dragon: End")
    until_breath_of(match, "sword")
    assert "Move far (Breakthrough, Hard)" in legal_words(match)


@pytest.mark.rule("holding_stance")
def test_it_ends_in_the_lull_and_others_do_not():
    match = braced(f"{SPEAR}@front", f"{PC}@back", modules=BOTH)
    until_breath_of(match, "sword")
    play(match, "sword: Declare Shield Stance", "sword: End")
    until_breath_of(match, "spear")
    play(match, "spear: Declare Holding Stance", "spear: End")
    events = until(match, lambda: match.battle.turn == 2 and match.decision is not None)
    assert [(e.unit, match.names.stances[e.what]) for e in noted(events, Note.STANCE_END)] == [
        (index(match, "spear"), "Holding Stance")
    ]
    assert zone(match, "front").strength == [2, 0]
    until_breath_of(match, "spear")
    assert "Move back" in legal_words(match)


@pytest.mark.rule("holding_stance")
def test_it_bars_later_movement_of_the_round_even_when_it_has_ended_and_not_an_earlier_one():
    """RULING X10."""
    match = braced(f"{SPEAR}@front", **HOLD)
    until_breath_of(match, "spear")
    play(match, "spear: Move back", "spear: Declare Holding Stance", "spear: End")
    until_breath_of(match, "spear")
    play(match, "spear: End Stance")
    assert why(match, "Move front") == (
        "spear took up a Stance this Round that bars moving of its own will until the Lull"
    )
    assert match.why(match.parse("Withdraw")) == Why.ROOTED
    assert not [words for words in legal_words(match) if words.startswith(("Move", "Rush", "Withdraw"))]
    until(match, lambda: match.battle.turn == 2 and match.battle.who == index(match, "spear"))
    assert {"Move front", "Withdraw"} <= set(legal_words(match))


@pytest.mark.rule("holding_stance")
def test_it_is_a_stance_like_others_and_a_shove_ends_it():
    match = braced(f"{SPEAR}@front", foes=[("orc@far", {"hp": 900})], modules=BOTH, dice=[20])
    until_breath_of(match, "spear")
    play(match, "spear: Declare Holding Stance")
    assert match.why(match.parse("Declare Spearwall")) == Why.STANCE_HELD
    play(match, "spear: End")
    until_breath_of(match, "orc")
    play(match, "orc: Shove spear", "orc: Choose back")
    assert (unit(match, "spear").stance, unit(match, "spear").rooted) == (-1, 1)


@pytest.mark.rule("holding_stance")
@pytest.mark.rule("detailed.melee")
def test_it_adds_nothing_in_the_melee():
    match = braced(f"{PC}@melee", foes=["goblin@melee", FOE], **HOLD)
    until_breath_of(match, "sword")
    play(match, "sword: Declare Holding Stance")
    assert zone(match, "melee").strength == [2, 1]


@pytest.mark.rule("holding_stance")
def test_whoever_takes_flight_is_no_longer_kept_in_place():
    """RULING STA4."""
    match = braced(f"{PC}@front", foes=[("goblin@far", {"count": 2, "hp": 1, "morale": 2})], dice=[20, 8, 6, 6], **HOLD)
    other = unit(match, "goblin_1")
    other.stance, other.rooted = 0, 1
    play(match, "sword: Attack goblin_0 with sword", "goblin_0: Pass")
    assert (other.fleeing, other.rooted, other.stance) == (1, 0, -1)


@pytest.mark.rule("detailed.contributions")
@pytest.mark.parametrize(
    ("place", "polearm", "modules", "strength"),
    [
        ("front", True, ["zones", "squads", "detailed_control"], [4 + 1, 0]),
        ("front", False, ["zones", "squads", "detailed_control"], [4, 0]),
        ("flank", True, ["zones", "squads", "detailed_control"], [4, 0]),
        ("melee", True, ["zones", "squads", "detailed_control"], [4, 0]),
        ("front", True, ["zones", "squads"], [4, 0]),
    ],
)
def test_a_squad_with_polearms_adds_one_in_a_front_line(place, polearm, modules, strength):
    """RULING X19."""
    spears = squad(place=place, gear=[{**SPEARS[0], "polearm": polearm}])
    match = stage([CAPTAIN, spears], [FOE], modules=modules)
    assert zone(match, place).strength == strength


FENCING = """
title = "Fencing"
cost = 1
where = ["flank", "front_line"]
source = "our table"
[effects]
melee = 2
ac = -1
"""
CAMP = """
title = "A test"
battlefield = "lane"
modules = ["zones", "stances"]
stances = ["fencing.toml"]
[[party]]
creature = "sword_fighter"
zone = "near_side"
[[foes]]
creature = "goblin"
zone = "far_side"
"""


@pytest.mark.rule("stances")
def test_a_new_stance_is_a_file_and_needs_no_code(tmp_path):
    (tmp_path / "fencing.toml").write_text(FENCING, encoding="utf-8")
    (tmp_path / "camp.toml").write_text(CAMP, encoding="utf-8")
    match = Match(load(tmp_path / "camp.toml").compile(), dice=[2, 2])
    events = play(match, "sword: Declare Fencing", "sword: Attack goblin with sword", "goblin: Pass")
    assert paid(events) == [1, 2]
    assert modifiers(events)[0][Mod.STANCE] == 2
    play(match, "sword: End")
    until_breath_of(match, "goblin")
    events = play(match, "goblin: Attack sword with short sword", "sword: Pass")
    assert armour_classes(events) == [16 - 1]
    assert_all_dice_used(match)
