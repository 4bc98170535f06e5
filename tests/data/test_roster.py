"""Stat blocks and spells as they reach the records."""

import pytest

from wzc_env import figures, paths, profile, roster, scenario
from wzc_env.kernel import load as twin_of
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import FOREVER, NONE, Ability, Armour, Effect, Save, SpellEffect, SpellTarget, Tag

from .edits import change


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1d8", (1, 8, 0)),
        ("d6", (1, 6, 0)),
        ("2d6+1", (2, 6, 1)),
        ("1D4-1", (1, 4, -1)),
        (" 3d6 + 2 ", (3, 6, 2)),
    ],
)
def test_dice(text, expected):
    assert figures.dice(text) == expected


@pytest.mark.rule("vigor.maximum")
@pytest.mark.parametrize(
    ("text", "halves"),
    [(4, 8), ("4", 8), ("4+1", 8), ("1-1", 2), ("1/2", 1), ("½", 1), ("6 + 3", 12), ("15", 30)],
)
def test_hit_dice_count_whole_dice_or_the_half(text, halves):
    assert figures.hit_dice(text) == halves


@pytest.mark.parametrize(
    ("score", "modifier"),
    [
        (1, -3),
        (3, -3),
        (4, -2),
        (5, -2),
        (6, -1),
        (8, -1),
        (9, 0),
        (12, 0),
        (13, 1),
        (15, 1),
        (16, 2),
        (18, 3),
        (20, 3),
    ],
)
def test_modifiers_of_the_classic_games(score, modifier):
    assert profile.load("osr").host.abilities.modifier(score) == modifier


@pytest.mark.parametrize("name", paths.names("roster"))
def test_shipped_creatures_can_fight(name):
    creature = roster.load(name)
    assert creature.routines
    assert creature.is_pc == (creature.morale == 0)
    names = [attack.name for _, attack in creature.routines]
    assert len(set(names)) == len(names)


SCENARIO = """
title = "All of them"
battlefield = "default"
party = [
  { creature = "sword_fighter", zone = "friendly_front" },
  { creature = "magic_user", zone = "friendly_back" },
  { creature = "cleric", zone = "friendly_front", hp = 7, effects = { haste = 3, slow = "battle" } },
  { creature = "spear_fighter", zone = "friendly_front" },
]
foes = [
  { creature = "orc", zone = "enemy_back" },
  { creature = "ogre", zone = "enemy_front" },
  { creature = "bear.toml", zone = "enemy_flank" },
  { creature = "goblin", zone = "enemy_flank" },
]
"""
BEAR = """
title = "Bear"
stem = "bear"
hd = 4
hp = 18
ac = 13
speed = 120
morale = 7
abilities = { str = 18 }
saves = { death = 12, wands = 13, paralysis = 14, breath = 15, spells = 16 }
[[attacks]]
name = "claws and bite"
bonus = 3
rolls = ["1d3", "1d3", "1d6"]
"""


@pytest.fixture
def sheets(write):
    write("bear.toml", BEAR)
    compiled = scenario.load(write("all.toml", SCENARIO)).compile()
    setup = twin_of(Setup, compiled.setup, 0)
    return dict(zip(compiled.names.labels, setup.sheets, strict=False)), setup, compiled.names


def test_a_character(sheets):
    sword = sheets[0]["sword"]
    assert (sword.pc, sword.side, sword.level, sword.hd_half, sword.caster) == (1, 0, 4, 8, 4)
    assert (sword.hp, sword.hp_max, sword.speed, sword.morale, sword.armour) == (24, 24, 60, 0, Armour.CHAIN)
    assert (sword.score, sword.modifier) == ([16, 13, 14], [2, 1, 1])
    assert sword.saves == [0, 10, 11, 12, 13, 14]
    assert sword.tags == Tag.PERSON
    assert (sword.gear_n, sword.shield[0], sword.ac[0]) == (1, 1, 14 + 1 + 1)  # chain, shield, DEX


def test_armour_class_follows_armour_shield_and_dexterity(sheets):
    assert (sheets[0]["mage"].ac[:2], sheets[0]["mage"].shield[:2]) == ([10, 10], [0, 0])
    assert sheets[0]["spear"].ac[0] == 14 + 1 - 1
    assert sheets[0]["cleric"].ac[0] == 16 + 1


def test_a_stated_armour_class_stands_for_every_set(sheets):
    assert sheets[0]["orc"].ac[:2] == [13, 13]
    assert (sheets[0]["bear"].gear_n, sheets[0]["bear"].ac[0]) == (1, 13)


def test_a_set_of_gear_may_state_its_own_armour_class(write):
    write("bear.toml", BEAR + '[[gear]]\nname = "barding"\nac = 17\n[[gear]]\nname = "none"\n')
    compiled = scenario.load(write("all.toml", SCENARIO)).compile()
    assert list(compiled.setup[0]["sheets"][6]["ac"][:2]) == [17, 13]


def test_a_monster(sheets):
    ogre, bear = sheets[0]["ogre"], sheets[0]["bear"]
    assert (ogre.pc, ogre.side, ogre.level, ogre.hd_half, ogre.caster) == (0, 1, 4, 8, 0)
    assert (ogre.score, ogre.modifier, ogre.tags) == ([10, 10, 10], [0, 0, 0], Tag.LARGE)
    assert (bear.score[Ability.STR], bear.modifier) == (18, [3, 0, 0])
    assert sheets[0]["goblin"].tags == Tag.PERSON | Tag.SCRAPPER


def test_routines_and_the_gear_that_wields_them(sheets):
    crossbow, sword = sheets[0]["orc"].routines[:2]
    assert (crossbow.ranged, crossbow.reach, crossbow.reload, crossbow.gear, crossbow.heavy) == (
        1,
        3,
        1,
        0,
        0,
    )
    assert (sword.ranged, sword.reach, sword.reload, sword.gear) == (0, 0, 0, 1)
    assert sheets[0]["ogre"].routines[0].heavy == 1
    assert (sheets[0]["orc"].gear_n, sheets[0]["orc"].gear, sheets[0]["orc"].routines_n) == (2, 0, 2)


def test_a_natural_routine_of_several_rolls(sheets):
    routine = sheets[0]["bear"].routines[0]
    rolls = [(roll.bonus, roll.dice, roll.sides, roll.plus) for roll in routine.rolls[: routine.rolls_n]]
    assert rolls == [(3, 1, 3, 0), (3, 1, 3, 0), (3, 1, 6, 0)]
    assert routine.gear == NONE


def test_spells_in_the_record_and_in_the_hands_of_casters(sheets):
    by_label, setup, names = sheets
    assert names.spells == ["magic missile", "sleep", "cure light wounds", "fireball", "hold person"]
    mage, cleric = by_label["mage"], by_label["cleric"]
    assert names.unit_spells[1] == ["magic missile", "sleep", "fireball"]
    assert (mage.spells_n, mage.spells[:3], mage.prepared[:3], mage.caster) == (3, [0, 1, 3], [1, 1, 1], 5)
    assert (cleric.spells[:2], cleric.prepared[:2]) == ([2, 4], [2, 1])
    assert setup.spells_n == 5


def test_the_facts_of_the_spells(sheets):
    def facts(spell):
        dice = (spell.dice, spell.sides, spell.plus, spell.per_level)
        return (spell.target, spell.reach, spell.effect, dice, spell.save, spell.save_mod, spell.halves)

    missile, sleep, cure, fireball, hold = sheets[1].spells[:5]
    assert facts(missile) == (SpellTarget.ENEMY, 3, SpellEffect.DAMAGE, (1, 6, 1, 0), Save.NO_SAVE, 0, 0)
    assert facts(sleep) == (
        SpellTarget.ZONE_ENEMIES,
        3,
        SpellEffect.SLUMBER,
        (2, 8, 0, 0),
        Save.NO_SAVE,
        0,
        0,
    )
    assert (sleep.timer, sleep.lasts, sleep.hd_half_most) == (Effect.ASLEEP, FOREVER, 8)
    assert facts(cure) == (SpellTarget.ALLY, 0, SpellEffect.HEAL, (1, 6, 1, 0), Save.NO_SAVE, 0, 0)
    assert facts(fireball) == (SpellTarget.ZONE, 3, SpellEffect.DAMAGE, (1, 6, 0, 1), Save.SPELLS, 0, 1)
    assert facts(hold) == (SpellTarget.ENEMY, 3, SpellEffect.TIMED, (0, 0, 0, 0), Save.SPELLS, -2, 0)
    assert (hold.timer, hold.lasts, hold.persons) == (Effect.HELD, 540, 1)


def test_the_state_at_the_start(sheets):
    cleric = sheets[0]["cleric"]
    assert (cleric.hp, cleric.hp_max) == (7, 14)
    assert cleric.timers == [3, FOREVER, 0, 0, 0, 0, 0, 0]


def test_a_missile_of_short_range_reaches_less_far(write):
    write("bear.toml", change(BEAR, 'rolls = ["1d3", "1d3", "1d6"]', 'range = 20\nrolls = ["1d3"]'))
    compiled = scenario.load(write("all.toml", SCENARIO)).compile()
    assert compiled.setup[0]["sheets"][6]["routines"][0]["reach"] == 1
