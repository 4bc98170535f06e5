"""AC and attacks in both forms of the classic games, and the hosts that differ from the first."""

import re

import pytest

from wzc_env import figures, profile, roster, scenario
from wzc_env.errors import ConfigError
from wzc_env.kernel import load as twin_of
from wzc_env.render.reports import creatures
from wzc_env.warzone.state import Setup

from .edits import change

BRUTE = """
title = "Brute"
stem = "brute"
hd = 3
hp = 13
ac_descending = 5
thac0 = 17
speed = 90
saves = { death = 12, wands = 13, paralysis = 14, breath = 15, spells = 16 }
attacks = [
  { name = "club", rolls = ["1d6"] },
  { name = "bite", extra = -2, rolls = ["1d4"] },
  { name = "horn", thac0 = 15, rolls = ["1d8"] },
]
[[gear]]
name = "hide"
ac_descending = -1
"""


@pytest.mark.parametrize(("older", "newer"), [(9, 10), (5, 14), (0, 19), (-3, 22), (19, 0)])
def test_the_two_forms_make_nineteen(older, newer):
    assert (figures.turned(older), figures.turned(newer)) == (newer, older)


def test_descending_armour_and_thac0_reach_the_record_as_ascending(write):
    write("brute.toml", BRUTE)
    text = """
title = "x"
battlefield = "lane"
host = "osr_thac0"
party = [{ creature = "sword_fighter", zone = "near_side" }]
foes = [{ creature = "brute.toml", zone = "far_side" }]
"""
    compiled = scenario.load(write("test.toml", text)).compile()
    sheet = twin_of(Setup, compiled.setup, 0).sheets[1]
    assert sheet.ac[0] == 20
    assert [routine.rolls[0].bonus for routine in sheet.routines[:3]] == [2, 0, 4]
    shown = "\n".join(line.plain for line in creatures(compiled))
    assert re.search(r"^sword +level 4 +24 +3 .*sword THAC0 15 \(1d8\+2\)", shown, re.MULTILINE)
    assert re.search(
        r"^brute +HD 3 +13 +-1 .*club THAC0 17 \(1d6\); bite THAC0 19 \(1d4\); horn THAC0 15", shown, re.MULTILINE
    )


def test_a_creature_in_either_form_is_the_same(write):
    older = roster.load(write("brute.toml", BRUTE))
    text = change(BRUTE, "ac_descending = 5\nthac0 = 17", "ac = 14\nbonus = 2")
    newer = roster.load(
        write("brute.toml", change(change(text, "thac0 = 15", "bonus = 4"), "ac_descending = -1", "ac = 20"))
    )
    assert (older.armour_class, newer.armour_class) == (14, 14)
    assert (older.gear[0].armour_class, newer.gear[0].armour_class) == (20, 20)
    assert [older.to_hit(a) for a in older.attacks] == [newer.to_hit(a) for a in newer.attacks] == [2, 0, 4]


def test_both_forms_together_where_they_agree(write):
    both = change(BRUTE, "ac_descending = 5\nthac0 = 17", "ac = 14\nac_descending = 5\nbonus = 2\nthac0 = 17")
    assert roster.load(write("brute.toml", both)).armour_class == 14


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "hp = 13",
            "hp = 13\nac = 5",
            "ac_descending = 5: does not go with ac = 5; allowed: 14, or one of the two alone",
        ),
        (
            "hp = 13",
            "hp = 13\nbonus = 3",
            "thac0 = 17: does not go with bonus = 3; allowed: 16, or one of the two alone",
        ),
        (
            "thac0 = 15",
            "thac0 = 15, bonus = 5",
            "attacks[2].thac0 = 15: does not go with bonus = 5; allowed: 14, or one of the two alone",
        ),
        (
            "ac_descending = -1",
            "ac_descending = -1\nac = 0",
            "gear[0].ac_descending = -1: does not go with ac = 0; allowed: 19, or one of the two alone",
        ),
        ("thac0 = 17\n", "", "attacks[0].bonus: is missing; allowed: bonus or thac0, here or for the whole creature"),
        ("ac_descending = 5", "ac_descending = 20", "ac_descending = 20: out of range; allowed: -41 to 19"),
        ("thac0 = 17", "thac0 = 40", "thac0 = 40: out of range; allowed: -21 to 39"),
        ("extra = -2", "extra = 11", "attacks[1].extra = 11: out of range; allowed: -10 to 10"),
        ("hp = 13", "hp = 13\nstealth = 101", "stealth = 101: out of range; allowed: 1 to 100"),
    ],
)
def test_the_line_about_two_forms(write, old, new, expected):
    path = write("brute.toml", change(BRUTE, old, new))
    with pytest.raises(ConfigError) as caught:
        roster.load(path)
    assert str(caught.value) == f"brute.toml: {expected}"


def test_gear_without_a_bonus_is_named_by_its_place(write):
    text = change(BRUTE, "thac0 = 17\n", "").replace('"club",', '"club", bonus = 2,').replace("extra = -2", "bonus = 2")
    path = write("brute.toml", text + 'attacks = [{ name = "axe", rolls = ["1d8"] }]\n')
    with pytest.raises(ConfigError, match=r"gear\[0\]\.attacks\[0\]\.bonus: is missing"):
        roster.load(path)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("osr_dying", {"host.dying_lulls": 3}),
        ("osr_thac0", {"host.descending": 1}),
        ("osr_roll_under", {"host.roll_under": 1}),
    ],
)
def test_the_other_hosts_differ_in_one_cell(name, changed):
    plain, other = profile.load("osr"), profile.load(name)
    one, two = plain.tables.cells, other.tables.cells
    assert {cell: two[cell].value for cell in one if one[cell] != two[cell]} == changed
    assert (other.host.name, other.host.armour, other.host.abilities) == (name, plain.host.armour, plain.host.abilities)
    assert other.spells == plain.spells


def test_the_percentile_host_rolls_d100_with_five_points_a_step():
    plain, other = profile.load("osr"), profile.load("osr_percentile")
    one, two = plain.tables.cells, other.tables.cells
    changed = {cell: two[cell].value for cell in one if one[cell] != two[cell]}
    assert changed == {"host.morale_dice": 1, "host.morale_die": 100, "host.morale_step": 5}
    assert (plain.host.morale.form, other.host.morale.form) == ("score", "percent")
    assert other.host.morale.percent == plain.host.morale.percent


def test_the_armour_of_the_classic_games_in_the_older_form():
    armour = profile.load("osr_thac0").host.armour
    older = [figures.turned(armour.grade(grade)) for grade in ("unarmoured", "leather", "chain", "plate")]
    assert older == [9, 7, 5, 3]
