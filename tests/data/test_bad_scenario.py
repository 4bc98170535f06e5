"""Scenario files that cannot be used, and the one line that says so."""

import pytest

from wzc_env import paths, scenario
from wzc_env.errors import ConfigError
from wzc_env.warzone import tables
from wzc_env.warzone.words import Effect

ROSTER = ", ".join(paths.names("roster"))
FIELDS = ", ".join(paths.names("battlefields"))
HOSTS = ", ".join(paths.names("hosts"))
SCENARIOS = ", ".join(scenario.names())
EFFECTS = ", ".join(effect.lower() for effect in Effect.__members__)
CELLS = tables.cell_names(host=False) + tables.cell_names(host=True)
SECTIONS = ", ".join(dict.fromkeys(f"{cell.partition('.')[0]}.*" for cell in CELLS))
REACTION = "reaction.improvised_percent, reaction.guard_ac, reaction.parry_divisor"
FOES = '[[foes]]\ncreature = "goblin"\nzone = "far_side"\n'
TITLE = 'title = "A test"'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'zone = "near_side"',
            'zoen = "near_side"',
            'party[0].zoen = "near_side": no such key, did you mean "zone"?; '
            "allowed: creature, zone, level, count, name, leader, mob, squad, led_by, body, hp, spells, effects",
        ),
        (TITLE, "title = 3", 'title = 3: must be text; allowed: one line of 1 to 60 visible characters, without "'),
        (
            TITLE,
            "title = '''A\ntest'''",
            'title = "A\\ntest": not of the right form; allowed: one line of 1 to 60 visible characters, without "',
        ),
        (
            TITLE,
            'title = "A\\u001btest"',
            'title = "A\\u001btest": not of the right form; allowed: one line of 1 to 60 visible characters, without "',
        ),
        (TITLE, "", "title: is missing"),
        (TITLE, 'title = "A test', "line 2, column 16: not valid TOML: Illegal character '\\n'"),
        (
            '"goblin"',
            '"gobln"',
            f'foes[0].creature = "gobln": no such creature, did you mean "goblin"?; allowed: {ROSTER}',
        ),
        (
            '"goblin"',
            '"no/goblin.toml"',
            'foes[0].creature = "no/goblin.toml": no such file; '
            f"allowed: a creature by name ({ROSTER}) or a .toml file",
        ),
        (
            '"lane"',
            '"lan"',
            f'battlefield = "lan": no such battlefield, did you mean "lane"?; allowed: {FIELDS}',
        ),
        (
            TITLE,
            f'{TITLE}\nhost = "orz"',
            f'host = "orz": no such host, did you mean "osr"?; allowed: {HOSTS}',
        ),
        (
            "far_side",
            "far_sid",
            'foes[0].zone = "far_sid": no such Zone, did you mean "far_side"?; '
            "allowed: near_end, near_side, far_side, far_end",
        ),
        (TITLE, f"{TITLE}\nmax_rounds = 0", "max_rounds = 0: out of range; allowed: 1 to 200"),
        (
            TITLE,
            f"{TITLE}\nmax_rounds = true",
            "max_rounds = true: must be a whole number; allowed: 1 to 200",
        ),
        (TITLE, f'{TITLE}\nagents = "brute"', 'agents = "brute": must be a table'),
        (TITLE, f'{TITLE}\nagents = {{ orcs = "brute" }}', 'agents.orcs = "brute": no such key; allowed: party, foes'),
        (
            TITLE,
            f'{TITLE}\nagents = {{ foes = "" }}',
            'agents.foes = "": not of the right form; allowed: the name of an agent, such as brute',
        ),
        (FOES, "", "foes: is missing"),
        (FOES, "[foes]", "foes = {}: must be a list"),
        (f"{FOES}", "[[foes]]\n", "foes[0].creature: is missing"),
        ('"goblin"', '"goblin"\ncount = 25', "foes[0].count = 25: out of range; allowed: 1 to 24"),
        (
            '"goblin"',
            '"goblin"\ncount = 24',
            "party + foes: 25 combatants in the battle; allowed: 24 combatants at most",
        ),
        ('"goblin"', '"goblin"\nhp = 4', "foes[0].hp = 4: more than the creature has; allowed: 1 to 3"),
        (
            '"goblin"',
            '"goblin"\nname = "Grak 2"',
            'foes[0].name = "Grak 2": not of the right form; allowed: 1 to 20 letters',
        ),
        (
            '"goblin"',
            '"goblin"\neffects = { hasted = 2 }',
            'foes[0].effects.hasted: no such effect, did you mean "haste"?; allowed: ' + EFFECTS,
        ),
        (
            '"goblin"',
            '"goblin"\neffects = { haste = 0 }',
            'foes[0].effects.haste = 0: not a duration; allowed: Lulls, 1 to 29999, or "battle"',
        ),
    ],
)
def test_the_line_about_a_scenario(line, old, new, expected):
    assert line((old, new)) == f"test.toml: {expected}"


def test_a_side_without_creatures(line):
    assert line((FOES, ""), (TITLE, f"{TITLE}\nfoes = []")) == "test.toml: foes = []: 0 creatures; allowed: 1 to 24"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (
            '{ "reaction.gard_ac" = 2 }',
            'rules."reaction.gard_ac" = 2: no such cell, did you mean "reaction.guard_ac"?; allowed: ' + REACTION,
        ),
        (
            '{ "reaktion.guard_ac" = 2 }',
            'rules."reaktion.guard_ac" = 2: no such cell, did you mean "reaction.guard_ac"?; allowed: ' + SECTIONS,
        ),
        (
            "{ reaction = { guard_ac = 99 } }",
            'rules."reaction.guard_ac" = 99: out of range; allowed: 0 to 20',
        ),
        ('{ "cost.move" = "two" }', 'rules."cost.move" = "two": must be a whole number; allowed: 0 to 40'),
        ('{ "cost.least" = 0 }', 'rules."cost.least" = 0: out of range; allowed: 1 to 40'),
        ("3", 'rules = 3: must be a table of cells; allowed: cells, such as "reaction.guard_ac" = 2'),
    ],
)
def test_the_line_about_changed_rules(line, rules, expected):
    assert line((TITLE, f"{TITLE}\nrules = {rules}")) == f"test.toml: {expected}"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "skirmsh",
            f'scenario = "skirmsh": no such scenario, did you mean "skirmish"?; allowed: {SCENARIOS}',
        ),
        (
            "nowhere.toml",
            f'scenario = "nowhere.toml": no such file; allowed: a scenario by name ({SCENARIOS}) or a .toml file',
        ),
    ],
)
def test_a_scenario_that_is_not_there(write, name, expected):
    with pytest.raises(ConfigError) as caught:
        scenario.load(name)
    assert str(caught.value) == expected


def test_a_file_that_is_no_text(write, tmp_path):
    path = write("test.toml", "")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"^test\.toml: not UTF-8 text \(byte 0\)$"):
        scenario.load(path)


@pytest.mark.parametrize("name", ["~nobody/x.toml", f"a/{'x' * 300}.toml", "a\x00.toml", "/", ""])
def test_impossible_names(write, name):
    with pytest.raises(ConfigError, match=r"^scenario = "):
        scenario.load(name)
