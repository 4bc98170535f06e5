"""Stat blocks and spells that cannot be used, and the one line that says so."""

import pytest

from wzc_env import spellbook
from wzc_env.warzone.words import SpellTarget, Tag

from .edits import change

WOLF = """
title = "Wolf"
stem = "wolf"
hd = "2+2"
hp = 11
ac = 13
speed = 180
morale = 8
saves = { death = 12, wands = 13, paralysis = 14, breath = 15, spells = 16 }
attacks = [{ name = "bite", bonus = 2, rolls = ["1d6"] }]
"""
EITHER = "allowed: level for a player character, hd for a monster"
DICE = 'allowed: text such as "1d8", "2d6+1" or "d4-1"'
SPELLS = ", ".join(spellbook.load("osr"))
TAGS = ", ".join(tag.lower() for tag in Tag.__members__)
TARGETS = ", ".join(target.lower() for target in SpellTarget.__members__)
BITE = '[{ name = "bite", bonus = 2, rolls = ["1d6"] }]'
END = BITE + "\n"


def more(text):
    return END, END + text


@pytest.mark.parametrize(
    ("change_of", "expected"),
    [
        (
            ('"2+2"', "4.5"),
            'hd = 4.5: not Hit Dice; allowed: a whole number, or text such as "4", "4+1", "1-1" or "1/2"',
        ),
        (
            ('hd = "2+2"', "level = 3"),
            "abilities.str: is missing: a player character has all three; allowed: 1 to 30",
        ),
        (
            ('hd = "2+2"', "level = 3\nabilities = { str = 9, con = 9 }"),
            "abilities.dex: is missing: a player character has all three; allowed: 1 to 30",
        ),
        (('hd = "2+2"', "level = 3\nhd = 3"), f"hd = 3: level and hd exclude each other; {EITHER}"),
        (('hd = "2+2"\n', ""), f"level: is missing, and so is hd; {EITHER}"),
        (("hp = 11", 'hp = "11"'), 'hp = "11": must be a whole number; allowed: 1 to 9999'),
        (('"1d6"', '"1d"'), f'attacks[0].rolls[0] = "1d": not dice; {DICE}'),
        (('"1d6"', "6"), f"attacks[0].rolls[0] = 6: not dice; {DICE}"),
        (
            ('"1d6"', '"21d6"'),
            'attacks[0].rolls[0] = "21d6": dice out of range; '
            "allowed: 1 to 20 dice of 2 to 100 sides, plus at most 100",
        ),
        (('["1d6"]', "[]"), "attacks[0].rolls = []: 0 rolls in a routine; allowed: 1 to 4"),
        (
            ('["1d6"]', str(["1d6"] * 5)),
            'attacks[0].rolls = ["1d6", "1d6", "1d6", "1d6", "1d6"]: 5 rolls in a routine; allowed: 1 to 4',
        ),
        (
            ("bonus", "reload = true, bonus"),
            "attacks[0].reload = true: only a ranged routine is reloaded: range is missing",
        ),
        (
            (BITE, f"[{', '.join([BITE[1:-1]] * 5)}]"),
            "attacks: 5 attack routines; allowed: 4 at most, those of gear included",
        ),
        (("death = 12, ", ""), "saves.death: is missing"),
        (("morale = 8", "morale_percent = 0"), "morale_percent = 0: out of range; allowed: 1 to 100"),
        (
            ("morale = 8", "morale = 8\nmorale_percent = 40"),
            "morale_percent = 40: stands beside morale = 8; allowed: one of the two",
        ),
        (
            more('tags = ["lage"]'),
            f'tags[0] = "lage": no such tag, did you mean "large"?; allowed: {TAGS}',
        ),
        (
            more('armour = "mail"'),
            'armour = "mail": no such armour; allowed: unarmoured, leather, chain, plate',
        ),
        (
            more("gear = [{ name = '1' }, { name = '2' }, { name = '3' }, { name = '4' }]"),
            'gear = [{"name": "1"}, {"name": "2"}, {"name": "3"}, {"name": "4"}]: 4 sets of gear; allowed: 3 at most',
        ),
        (
            more("caster_level = 3\nspells = { a=1, b=1, c=1, d=1, e=1, f=1, g=1, h=1, i=1 }"),
            'spells = {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, ...: 9 spells; allowed: 8 at most',
        ),
        (more('area = { damage = "2d6" }'), "area.name: is missing"),
        (
            more('area = { name = "gas", damage = "hp" }'),
            'area.damage = "hp": no damage; allowed: dice such as "6d6", '
            'or "hit points": those that the creature has left',
        ),
        (
            more('area = { name = "gas", damage = "2d6", save = "breth" }'),
            'area.save = "breth": no such saving throw, did you mean "breath"?; '
            "allowed: death, wands, paralysis, breath, spells",
        ),
        (
            more('area = { name = "gas", damage = "2d6", halves = true }'),
            "area.halves = true: only a save halves, and there is none",
        ),
        (
            more('area = { name = "gas", damage = "2d6", save_modifier = 2 }'),
            "area.save_modifier = 2: without a save it does nothing",
        ),
        (more('area = { name = "gas", damage = "2d6", uses = 0 }'), "area.uses = 0: out of range; allowed: 1 to 99"),
        (
            more('area = { name = "gas", damage = "2d6", spares = ["fireprof"] }'),
            f'area.spares[0] = "fireprof": no such tag, did you mean "fireproof"?; allowed: {TAGS}',
        ),
        (more('fear = { save = "spells" }'), "fear.unmoved_from: is missing"),
        (
            more('fear = { save = "spells", unmoved_from = "many" }'),
            'fear.unmoved_from = "many": not Hit Dice; '
            'allowed: a whole number, or text such as "4", "4+1", "1-1" or "1/2"; 60 at most',
        ),
        (more("spells = { sleep = 1 }"), "caster_level: is missing: it has spells; allowed: 1 to 36"),
        (
            more("caster_level = 3\nspells = { sleeep = 1 }"),
            f'spells.sleeep = 1: no such spell, did you mean "sleep"?; allowed: {SPELLS}',
        ),
    ],
)
def test_the_line_about_a_creature(line, change_of, expected):
    wolf = change(WOLF, *change_of)
    assert line(('"goblin"', '"wolf.toml"'), wolf=wolf) == f"wolf.toml: {expected}"


@pytest.mark.parametrize(
    ("spell", "expected"),
    [
        ("x = 3", "x = 3: must be a table"),
        ('["a b"]\ntarget = "enemy"', '"a b".range: is missing'),
        (
            '[x]\ntarget = "enmy"\nrange = 1\neffect = "damage"',
            f'x.target = "enmy": no such target, did you mean "enemy"?; allowed: {TARGETS}',
        ),
        ('[x]\ntarget = "enemy"\nrange = 1\neffect = "damage"', "x.dice: is missing: effect damage needs it"),
        (
            '[x]\ntarget = "enemy"\nrange = 1\neffect = "timed"\ntimer = "held"',
            "x.lasts: is missing: effect timed needs it",
        ),
        (
            '[x]\ntarget = "enemy"\nrange = 1\neffect = "damage"\ndice = "1d6"\nlasts = 3',
            "x.lasts = 3: effect damage does not use it",
        ),
        (
            '[x]\ntarget = "enemy"\nrange = 1\neffect = "timed"\ntimer = "held"\nlasts = "long"',
            'x.lasts = "long": not a duration; allowed: Lulls, 1 to 29999, or "battle"',
        ),
        (
            '[x]\ntarget = "enemy"\nrange = 1\neffect = "damage"\ndice = "1d6"\nhalves = true',
            "x.halves = true: only a save against damage halves",
        ),
        (
            '[x]\ntarget = "enemy"\nrange = 1\neffect = "damage"\ndice = "1d6"\nsave = "wand"',
            'x.save = "wand": no such save, did you mean "wands"?; allowed: death, wands, paralysis, breath, spells',
        ),
        (
            '[x]\ntarget = "enemy"\nrange = 1\neffect = "damage"\ndice = "1d6"\nsave_modifier = -2',
            "x.save_modifier = -2: without a save it does nothing",
        ),
    ],
)
def test_the_line_about_a_spell(line, spell, expected):
    files = {"mine": 'extends = "osr"\nspells = "list.toml"', "list": spell}
    assert line(("title", 'host = "mine.toml"\ntitle'), **files) == f"list.toml: {expected}"
