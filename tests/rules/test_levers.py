"""The book's campaign levers (L529-540): each is an option of the table, alone or with others."""

from fractions import Fraction

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
)
from tests.rules.companies import BOW, SPEAR, company, squad
from tests.rules.fields import armour_classes, field, paid
from wzc_env import options
from wzc_env.hosts.osr import attack_hits
from wzc_env.render.text import line, zone_map
from wzc_env.warzone import tables
from wzc_env.warzone.words import Mod, Note, Purpose, Reaction, Why

PC = "sword_fighter"


def under(*names):
    """The values of the cells that these options set."""
    return {"rules": {name: cell.value for one in map(options.load, names) for name, cell in one.cells.items()}}


def duel(*names, foe=None, **kwargs):
    """A fighter and a foe who cannot be killed, missed by every 1."""
    foe = foe or ("orc@far", {"hp": 900, "ac": 30})
    return stage([(f"{PC}@front", {"hp": 900})], [foe], **{**under(*names), **kwargs})


def test_a_table_at_rest_has_no_lever():
    cells = tables.load().cells
    rest = {name: cell.value for name, cell in cells.items() if name.startswith("lever.")}
    assert rest == {
        "lever.attack_cap": 0, "lever.monster_base": 1, "lever.monster_divisor": 0, "lever.zone_factor": 1,
        "lever.spell_brake": 0,
    }  # fmt: skip


@pytest.mark.rule("lever.attack_cap")
@pytest.mark.number("t17")
def test_under_the_low_level_cap_nobody_makes_a_third_attack_in_a_round():
    match = duel("lever.attack_cap", dice=[1, 1])
    unit(match, "orc").vigor = 0
    play(match, *["sword: Attack orc with sword"] * 2)
    assert vigor(match)["sword"] == 7
    play(match, "sword: End")
    third = match.parse("Attack orc with sword")
    assert match.why(third) == Why.ATTACK_CAP
    assert match.explain(Why.ATTACK_CAP, third) == (
        "sword has made every Attack that the cap leaves it this Round (2 of 2)"
    )
    assert not [words for words in legal_words(match) if words.startswith("Attack")]
    assert "Grapple orc" in legal_words(match)  # RULING A2: no Attack maneuver
    until(match, lambda: match.battle.turn == 2 and match.battle.who == index(match, "sword"))
    assert match.why(match.parse("Attack orc with sword")) == Why.OK
    assert_all_dice_used(match)
    usual = duel(dice=[1, 1])
    unit(usual, "orc").vigor = 0
    play(usual, *["sword: Attack orc with sword"] * 2, "sword: End")
    assert usual.why(usual.parse("Attack orc with sword")) == Why.OK


@pytest.mark.rule("lever.attack_cap")
@pytest.mark.number("t17")
def test_ripostes_count_towards_the_cap_and_at_it_a_parry_protects_and_no_more():
    """RULING R7: half of a Guard, and no riposte; an Interdict neither counts nor is barred."""
    match = duel("lever.attack_cap", foe=("orc@far", {"hp": 900, "ac": 30}), dice=[1, 2] * 2 + [1])
    orc = unit(match, "orc")
    orc.gear, orc.vigor = 1, 9
    lines = ["sword: Attack orc", "orc: Parry & Riposte"]
    events = play(match, *lines, *lines, "sword: End")
    assert len(noted(events, Note.BASIC_ATTACK)) == 2 == orc.attacks
    orc.vigor, orc.ready = 0, Reaction.PARRY_RIPOSTE
    match.battle.units[index(match, "sword")].attacks = 0
    events = play(match, *lines)
    assert armour_classes(events) == [32]
    assert not noted(events, Note.BASIC_ATTACK)
    assert_all_dice_used(match)
    orc.ready = Reaction.INTERDICT
    play(match, "sword: End")
    match.add_dice([20, 1])
    events = play(match, "sword: Move far (Breakthrough)", "orc: Interdict")
    assert len(noted(events, Note.BASIC_ATTACK)) == 1
    assert orc.attacks == 2


@pytest.mark.rule("lever.monster_cap")
@pytest.mark.number("t16")
@pytest.mark.parametrize(
    ("hd", "most"),
    [("1/2", 2), (1, 2), ("4+1", 2), (4, 2), (5, 3), (8, 3), (9, 4), (12, 4), (13, 5)],
)
def test_a_monsters_cap_grows_with_its_hit_dice(hd, most):
    foe = ("orc@far", {"hd": hd, "hp": 900})
    match = duel("lever.monster_cap", foe=foe)
    until(match, lambda: match.battle.who == index(match, "orc"))
    orc, shot = unit(match, "orc"), match.parse("Attack sword with crossbow")
    orc.attacks = most - 1
    assert match.why(shot) == Why.OK
    orc.attacks = most
    assert match.why(shot) == Why.ATTACK_CAP
    usual = duel(foe=foe)
    until(usual, lambda: usual.battle.who == index(usual, "orc"))
    unit(usual, "orc").attacks = 9
    assert usual.why(shot) == Why.OK


@pytest.mark.rule("lever.monster_cap")
def test_the_monster_cap_is_no_cap_for_characters_and_the_smaller_of_two_holds():
    match = duel("lever.monster_cap")
    unit(match, "sword").attacks = 9
    assert match.why(match.parse("Attack orc with sword")) == Why.OK
    for hd, most in ((1, 2), (12, 2)):
        both = duel("lever.monster_cap", "lever.attack_cap", foe=("orc@far", {"hd": hd, "hp": 900}))
        until(both, lambda both=both: both.battle.who == index(both, "orc"))
        unit(both, "orc").attacks = most
        assert both.why(both.parse("Attack sword with crossbow")) == Why.ATTACK_CAP


@pytest.mark.rule("lever.sharp_fatigue")
def test_sharper_fatigue_takes_three_for_each_attack():
    match = duel("lever.sharp_fatigue", dice=[1, 1])
    unit(match, "orc").vigor = 0
    events = play(match, *["sword: Attack orc with sword"] * 2)
    assert [mods.get(Mod.FLURRY, 0) for mods in modifiers(events)] == [0, -3]
    assert_all_dice_used(match)


@pytest.mark.rule("lever.sharp_fatigue")
@pytest.mark.number("t18")
def test_five_attacks_at_even_odds_make_eleven_tenths_of_a_hit():
    """No natural 20 hits by itself here: 50, 35, 20, 5 and 0 of a hundred."""
    match = duel("lever.sharp_fatigue")
    match.rules.host_natural_hit, match.rules.host_natural_miss = 21, 0
    step = match.rules.flurry_step
    hits = [sum(attack_hits(match.rules, face, face - step * made, 11) for face in range(1, 21)) for made in range(5)]
    assert sum(Fraction(n, 20) for n in hits) == Fraction(11, 10)


@pytest.mark.rule("lever.slow_attacks")
@pytest.mark.number("t15")
def test_slower_attacks_leave_no_room_for_two_and_a_guard():
    """3 + 3 + 1 = 7 are more than a Breath's 5, where 2 + 2 + 1 fit; the second does not fit either."""
    match = duel("lever.slow_attacks", dice=[1])
    unit(match, "orc").vigor = 0
    events = play(match, "sword: Attack orc with sword")
    assert paid(events) == [3]
    assert match.why(match.parse("Attack orc with sword")) == Why.BREATH_LIMIT
    usual = duel(dice=[1, 1])
    unit(usual, "orc").vigor = 0
    events = play(usual, *["sword: Attack orc with sword"] * 2, "sword: Ready Guard")
    assert sum(paid(events)) == 5 < 3 + 3 + 1
    assert_all_dice_used(usual)


HILLS = field(
    {
        "hill": "front_line high_ground party",
        "camp": "back_line party",
        "wood": "flank party",
        "far": "front_line foes",
        "pond": "underwater",
    },
    "camp -- hill", "wood -- hill", "hill == far", "camp -- pond", "camp -- wood",
    gates={"camp hill": 1},
)  # fmt: skip


def hills(*names, at="hill", who=PC, **kwargs):
    return stage(
        [(f"{who}@{at}", {"hp": 900})], [("orc@far", {"hp": 900})], battlefield=HILLS, **under(*names), **kwargs
    )


@pytest.mark.rule("lever.dramatic_zones")
@pytest.mark.parametrize(
    ("at", "who", "weapon", "mods"),
    [
        ("hill", PC, "sword", {Mod.FRONT_LINE: 1}),
        ("hill", "magic_user", "sling", {Mod.HIGH_GROUND: 1}),
        ("camp", "magic_user", "sling", {Mod.BACK_LINE: 1}),
    ],
)
def test_attack_bonuses_of_places_are_doubled(at, who, weapon, mods):
    for names, factor in ((), 1), (("lever.dramatic_zones",), 2):
        match = hills(*names, at=at, who=who, dice=[1])
        me = match.names.labels[0]
        unit(match, "orc").vigor = 0
        until(match, lambda match=match: match.battle.who == 0)
        (found,) = modifiers(play(match, f"{me}: Attack orc with {weapon}"))
        assert {mod: value for mod, value in found.items() if mod in mods} == {m: v * factor for m, v in mods.items()}
        assert_all_dice_used(match)


@pytest.mark.rule("lever.dramatic_zones")
def test_penalties_and_the_melees_bonus_are_doubled_too():
    pool = field({"pool": "underwater melee", "bank": "back_line party"}, "bank -- pool")
    for names, factor in ((), 1), (("lever.dramatic_zones",), 2):
        match = stage([f"{PC}@pool"], [("orc@pool", {"hp": 900})], battlefield=pool, dice=[1], **under(*names))
        unit(match, "orc").vigor = 0
        (found,) = modifiers(play(match, "sword: Attack orc with sword"))
        assert (found[Mod.UNDERWATER], found[Mod.IN_THE_MELEE]) == (-factor, factor)


@pytest.mark.rule("lever.dramatic_zones")
@pytest.mark.parametrize(
    ("at", "to", "usual", "dramatic"),
    [
        ("camp", "hill", 3, 4),  # the map's surcharge
        ("camp", "pond", 3, 4),  # going under water
        ("wood", "camp", 1, 1),  # a Flank's discount, never below 1
        ("hill", "camp", 2, 2),  # nothing to double
    ],
)
def test_surcharges_and_discounts_are_doubled(at, to, usual, dramatic):
    for names, cost in ((), usual), (("lever.dramatic_zones",), dramatic):
        match = hills(*names, at=at)
        assert paid(play(match, f"sword: Move {to}")) == [cost]


@pytest.mark.rule("lever.dramatic_zones")
def test_a_doubled_discount_makes_a_rush_as_cheap_as_can_be():
    for names, cost in ((), 2), (("lever.dramatic_zones",), 1):
        assert paid(play(hills(*names, at="wood"), "sword: Rush camp")) == [cost]
        last = hills(*names, at="wood")
        unit(last, "sword").vigor = 1
        assert ("Rush camp" in legal_words(last)) is (cost == 1)
    assert "camp → hill +2 Vigor" in zone_map(hills("lever.dramatic_zones"), hills().compiled.layout).plain


@pytest.mark.rule("lever.dramatic_zones")
def test_a_surcharge_laid_in_play_is_told_as_it_is_paid():
    for names, told in ((), "+1"), (("lever.dramatic_zones",), "+2"):
        match = hills(*names, at="hill")
        match.take_events()
        match.edit("effect", edge=["hill", "camp"], into="camp", surcharge=1)
        (said,) = [line(match, e).plain.strip() for e in match.take_events()]
        assert said == f"from hill into camp now: {told} Vigor"
        assert f"hill → camp {told} Vigor" in zone_map(match, match.compiled.layout).plain


@pytest.mark.rule("lever.dramatic_zones")
def test_a_rush_a_flurry_and_a_guard_are_no_zone_modifiers():
    match = duel("lever.dramatic_zones", dice=[1, 1])
    orc = unit(match, "orc")
    orc.vigor, unit(match, "sword").rushed = 1, 1
    orc.ready = Reaction.GUARD
    events = play(match, "sword: Attack orc with sword", "orc: Guard", "sword: Attack orc with sword")
    first, second = modifiers(events, Purpose.ATTACK)
    assert (first[Mod.RUSH], first[Mod.GUARD], second[Mod.FLURRY]) == (1, 4, -2)


@pytest.mark.rule("lever.spell_brake")
def test_under_the_spell_brake_a_release_bars_focus_for_the_round():
    hasted = ("magic_user@back", {"effects": {"haste": 5}, "hp": 30})
    match = stage([hasted], [("orc@far", {"hp": 900})], dice=[1], **under("lever.spell_brake"))
    until(match, lambda: match.battle.who == 0)
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Release at orc")
    focus = match.parse("Focus")
    assert match.why(focus) == Why.SPELL_BRAKE
    assert match.explain(Why.SPELL_BRAKE, focus) == (
        "mage has released a spell this Round, and the spell brake bars another Focus until the next"
    )
    until(match, lambda: match.battle.turn == 2 and match.battle.who == 0)
    assert match.why(focus) == Why.OK
    assert_all_dice_used(match)


@pytest.mark.rule("lever.spell_brake")
def test_without_the_brake_a_hasted_caster_focuses_again():
    hasted = ("magic_user@back", {"effects": {"haste": 5}, "hp": 30})
    match = stage([hasted], [("orc@far", {"hp": 900})], dice=[1])
    until(match, lambda: match.battle.who == 0)
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Release at orc")
    assert match.why(match.parse("Focus")) == Why.OK


@pytest.mark.rule("lever.attack_cap")
@pytest.mark.parametrize("made", [(2, 0), (1, 1), (0, 2)])
def test_a_squads_orders_to_attack_and_to_shoot_have_one_cap(made):
    """RULING X12."""
    archers = squad(gear=[{"name": "arms", "attacks": [*SPEAR[0]["attacks"], *BOW[0]["attacks"]]}])
    match = company([("orc@far", {"hp": 900})], archers, dice=None, **under("lever.attack_cap"))
    until_breath_of(match, "captain")
    play(match, "captain: Command spears")
    assert {"Choose Attack", "Choose Volley"} <= set(legal_words(match))
    unit(match, "spears").attacks, match.battle.squads[0].volleys = made
    assert not {"Choose Attack", "Choose Volley"} & set(legal_words(match))
