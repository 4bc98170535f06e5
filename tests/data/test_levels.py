"""Creatures at several levels, and the figures of the classes that ship."""

import pytest

from wzc_env import paths, roster, scenario
from wzc_env.errors import ConfigError
from wzc_env.kernel import load as twin_of
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import Tag

from .edits import change

CLASSES = ("cleric", "fighter", "magic_user", "thief")

# attack bonus without ability and saves (death, wands, paralysis, breath, spells) of the classic games
FIGHTER = {1: (0, (12, 13, 14, 15, 16)), 4: (2, (10, 11, 12, 13, 14))}
CLERIC = {1: (0, (11, 12, 14, 16, 15)), 5: (2, (9, 10, 12, 14, 12))}
MAGE = {1: (0, (13, 14, 13, 16, 15))}
THIEF = {1: (0, (13, 14, 13, 16, 15)), 5: (2, (12, 13, 11, 14, 13))}
EXTRA = {"fighter": 2, "cleric": 1, "magic_user": 0, "thief": 0}
DIE = {"fighter": 8, "cleric": 6, "magic_user": 4, "thief": 4}


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize(("name", "steps"), list(zip(CLASSES, (CLERIC, FIGHTER, MAGE, THIEF), strict=True)))
def test_the_classes_fight_and_save_as_their_tables_say(name, steps, level):
    creature = roster.load_kin(paths.find("roster", name)).levels[level]
    bonus, saves = steps[max(step for step in steps if step <= level)]
    first = creature.routines[0][1]
    assert creature.to_hit(first) == bonus + EXTRA[name]
    found = creature.saves
    assert (found.death, found.wands, found.paralysis, found.breath, found.spells) == saves
    con = 1 if name == "fighter" else 0
    assert creature.hp == int(level * ((DIE[name] + 1) / 2 + con) + 0.5)
    assert (creature.level, creature.half_dice, creature.is_pc) == (level, 2 * level, True)


def test_casters_have_what_their_level_allows():
    def castings(name):
        return [sum(creature.spells.values()) for creature in roster.load_kin(name).levels.values()]

    assert castings("cleric") == [0, 1, 2, 3, 4, 6]
    assert castings("magic_user") == [1, 2, 2, 2, 3, 6]  # no spell of the second level is in the list
    assert castings("fighter") == castings("thief") == [0] * 6


def test_thieves():
    thieves = roster.load_kin("thief").levels
    assert [thief.stealth for thief in thieves.values()] == [20, 25, 30, 35, 40, 75]
    assert all(set(thief.tags) == {"person", "skirmisher", "backstab"} for thief in thieves.values())


def test_a_name_alone_means_the_usual_level():
    assert roster.load("magic_user") == roster.load_kin("magic_user").levels[5]
    assert roster.load("wolf") == roster.load_kin("wolf").usual
    assert roster.load_kin("wolf").levels == {}


SCENARIO = """
title = "A test"
battlefield = "lane"
party = [
  { creature = "fighter", zone = "near_side" },
  { creature = "fighter", level = 1, zone = "near_side" },
  { creature = "fighter", level = 5, zone = "near_side", count = 2 },
]
foes = [{ creature = "goblin", zone = "far_side" }]
"""


def test_levels_of_a_scenario_reach_the_records(write):
    whole = scenario.load(write("test.toml", SCENARIO))
    assert list(whole.creatures) == ["fighter", "fighter 1", "fighter 5", "goblin"]
    compiled = whole.compile()
    assert compiled.names.labels == ["fighter_0", "fighter_1", "fighter_2", "fighter_3", "goblin"]
    sheets = twin_of(Setup, compiled.setup, 0).sheets
    assert [(sheet.level, sheet.hp, sheet.breed) for sheet in sheets[:4]] == [
        (3, 17, 0),
        (1, 6, 1),
        (5, 28, 2),
        (5, 28, 2),
    ]
    assert scenario.from_record(whole.to_record()) == whole


HERO = """
title = "Hero"
stem = "hero"
level = 2
speed = 60
abilities = { str = 9, dex = 9, con = 9 }
attacks = [{ name = "fist", rolls = ["1d3"] }]
[levels.1]
hp = 4
thac0 = 19
tags = ["person"]
saves = { death = 12, wands = 13, paralysis = 14, breath = 15, spells = 16 }
[levels.2]
hp = 8
tags = ["person", "skirmisher"]
[levels.10]
hp = 40
thac0 = 12
"""


def test_a_level_keeps_what_it_does_not_change(write):
    kin = roster.load_kin(write("hero.toml", HERO))
    assert list(kin.levels) == [1, 2, 10]
    found = [(hero.level, hero.hp, hero.to_hit(hero.attacks[0]), hero.tags) for hero in kin.levels.values()]
    person, sneak = ["person"], ["person", "skirmisher"]
    assert found == [(1, 4, 0, person), (2, 8, 0, sneak), (10, 40, 7, sneak)]
    assert kin.usual == kin.levels[2]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("level = 2\n", "", "level: is missing: the level of who states none; allowed: 1, 2, 10"),
        ("level = 2\n", "level = 3\n", "level = 3: no such level; allowed: 1, 2, 10"),
        ("level = 2\n", "level = [2]\n", "level = [2]: no such level; allowed: 1, 2, 10"),
        ("level = 2\n", "level = true\n", "level = true: no such level; allowed: 1, 2, 10"),
        ("[levels.10]", "[levels.37]", "levels.37: not a level; allowed: 1 to 36"),
        ("[levels.10]", "[levels.0]", "levels.0: not a level; allowed: 1 to 36"),
        ("[levels.10]", "[levels.'²']", "levels.²: not a level; allowed: 1 to 36"),
        ("[levels.10]", f"[levels.{'1' * 5000}]", f"levels.{'1' * 20}...: not a level; allowed: 1 to 36"),
        ("[levels.10]", "[levels.01]", "levels.01: not a level; allowed: 1 to 36"),
        ("hp = 40", "hp = 0", "levels.10.hp = 0: out of range; allowed: 1 to 9999"),
        ("hp = 40", "level = 9", "levels.10.level = 9: no such key: the table's name says it"),
        ("speed = 60", "speed = -1", "speed = -1: out of range; allowed: 0 to 1000"),
        ("speed = 60", "speed = 60\nhd = 3", "hd = 3: level and hd exclude each other; "
         "allowed: level for a player character, hd for a monster"),
        ('tags = ["person"]', 'tags = ["persn"]', 'levels.1.tags[0] = "persn": no such tag, did you mean "person"?; '
         f"allowed: {', '.join(tag.lower() for tag in Tag.__members__)}"),
        ("hp = 4\n", "", "hp: is missing"),
    ],
)  # fmt: skip
def test_the_line_about_a_creature_with_levels(write, old, new, expected):
    path = write("hero.toml", change(HERO, old, new))
    with pytest.raises(ConfigError) as caught:
        roster.load(path)
    assert str(caught.value) == f"hero.toml: {expected}"


@pytest.mark.parametrize("levels", ["3", "[]", "{ 1 = 3 }", "{}"])
def test_levels_are_tables(write, levels):
    path = write("hero.toml", f"levels = {levels}\n" + HERO.partition("[levels")[0])
    with pytest.raises(
        ConfigError, match=r"^hero\.toml: levels(\.1)? = .*: must be a table.*; allowed: tables such as"
    ):
        roster.load(path)


@pytest.mark.parametrize(
    ("change_of", "expected"),
    [
        (('"sword_fighter"', '"fighter"\nlevel = 6'), "party[0].level = 6: no such level; allowed: 1, 2, 3, 4, 5, 9"),
        (('"goblin"', '"goblin"\nlevel = 2'), "foes[0].level = 2: the creature has one level only; allowed: none"),
        (('"goblin"', '"goblin"\nlevel = 0'), "foes[0].level = 0: out of range; allowed: 1 to 36"),
    ],
)
def test_the_line_about_a_level(line, change_of, expected):
    assert line(change_of) == f"test.toml: {expected}"
