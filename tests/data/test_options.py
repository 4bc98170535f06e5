"""Options of a table: files of a few cells, by name or path, and what is refused of them."""

import pytest

from wzc_env import options, scenario
from wzc_env.errors import ConfigError
from wzc_env.warzone import tables
from wzc_env.warzone.words import Trait

from .conftest import SCENARIO
from .edits import change

LEVERS = [
    "lever.attack_cap", "lever.dramatic_zones", "lever.monster_cap", "lever.sharp_fatigue", "lever.slow_attacks",
    "lever.spell_brake",
]  # fmt: skip
KNOWN = ", ".join([*LEVERS, "zones.no_chosen"])
GENTLE = """
title = "Gentle"
says = "nobody tires"
[flurry]
step = { value = 1, status = "C", source = "our table" }
"""


def test_the_shipped_options():
    assert options.names() == [*LEVERS, "zones.no_chosen"]
    values = {n: {c: cell.value for c, cell in options.load(n).cells.items()} for n in LEVERS}
    assert values == {
        "lever.attack_cap": {"lever.attack_cap": 2},
        "lever.dramatic_zones": {"lever.zone_factor": 2},
        "lever.monster_cap": {"lever.monster_divisor": 4},
        "lever.sharp_fatigue": {"flurry.step": 3},
        "lever.slow_attacks": {"cost.attack": 3},
        "lever.spell_brake": {"lever.spell_brake": 1},
    }
    assert all(cell.status == "S" for name in LEVERS for cell in options.load(name).cells.values())


def test_the_control_run_sets_every_chosen_cell_of_a_zones_trait_to_zero():
    traits = {name.lower() for name in Trait.__members__}
    book = tables.load().cells.items()
    chosen = {name for name, cell in book if cell.status == "C" and name.partition(".")[0] in traits}
    cells = options.load("zones.no_chosen").cells
    assert set(cells) == chosen
    assert {cell.value for cell in cells.values()} == {0}


def test_all_levers_go_together():
    book = tables.load()
    table = options.lay(book, [options.load(name) for name in options.names()])
    assert len(book.changes(table)) == 6 + 7
    fatigue = table.cells["flurry.step"]
    assert (fatigue.value, fatigue.status, fatigue.source) == (3, "S", "L534")
    assert fatigue.note == "instead of 2 (S, L197-L201)"


@pytest.fixture
def with_options(write):
    def load(text, also=()):
        whole = change(SCENARIO, 'title = "A test"', f'title = "A test"\n{text}')
        return scenario.load(write("test.toml", whole), also)

    return load


def test_a_scenario_names_its_options_and_its_own_changes_come_last(write, with_options):
    write("gentle.toml", GENTLE)
    whole = with_options('options = ["gentle.toml", "lever.attack_cap"]\nrules = { "lever.attack_cap" = 3 }')
    assert whole.options == ["gentle", "lever.attack_cap"]
    assert (whole.cells["flurry.step"].value, whole.cells["lever.attack_cap"].value) == (1, 3)
    assert scenario.from_record(whole.to_record()) == whole
    assert whole.compile().rules[0]["flurry_step"] == 1


def test_more_options_are_laid_on_for_one_game(with_options):
    plain = with_options("")
    tuned = with_options('options = ["lever.attack_cap"]', ["lever.attack_cap", "lever.sharp_fatigue"])
    assert tuned.options == ["lever.attack_cap", "lever.sharp_fatigue"]
    assert set(plain.tables.changes(tuned.tables)) == {"lever.attack_cap", "flurry.step"}
    assert plain.compile().rules_hash != tuned.compile().rules_hash


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('["lever.sharp"]',
         f'options[0] = "lever.sharp": no such option, did you mean "lever.sharp_fatigue"?; allowed: {KNOWN}'),
        ('["book"]', f'options[0] = "book": no such option; allowed: {KNOWN}'),
        ('["lever.spell_brake", "lever.spell_brake"]',
         'options[1] = "lever.spell_brake": stands twice; allowed: each option once'),
        ('["lever.sharp_fatigue", "gentle.toml"]',
         'options[1] = "gentle": "lever.sharp_fatigue" sets flurry.step already; '
         "allowed: options that do not meet in a cell"),
        ("3", "options = 3: must be a list"),
    ],
)  # fmt: skip
def test_options_that_a_scenario_cannot_have(write, with_options, text, expected):
    write("gentle.toml", GENTLE)
    with pytest.raises(ConfigError) as caught:
        with_options(f"options = {text}")
    assert str(caught.value) == f"test.toml: {expected}"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("step", "steps", 'flurry.steps = 1: no such cell, did you mean "flurry.step"?; allowed: flurry.step'),
        ("value = 1", "value = 9", "flurry.step = 9: out of range; allowed: 0 to 4"),
        ('title = "Gentle"\n', "", "title: is missing"),
        ("[flurry]", "[flurry]\nextra = 3", "flurry.extra = 3: must be a table"),
        ("[flurry]\n" + GENTLE.splitlines()[4], "",
         "changes no cell; allowed: cells of the table, such as those of the book"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_option(write, with_options, old, new, expected):
    write("gentle.toml", change(GENTLE, old, new))
    with pytest.raises(ConfigError) as caught:
        with_options('options = ["gentle.toml"]')
    assert str(caught.value) == f"gentle.toml: {expected}"


def test_an_option_of_the_command_line_without_its_module(write):
    with pytest.raises(ConfigError) as caught:
        scenario.load("open_road", ["lever.spell_brake", "lever.dramatic_zones"])
    assert str(caught.value) == (
        '--with[1] = "lever.dramatic_zones": needs the module "zones", which is off; allowed: modules with zones'
    )


def test_an_unknown_option_of_the_command_line(with_options):
    with pytest.raises(ConfigError) as caught:
        with_options("", ["levers"])
    assert str(caught.value).startswith('--with = "levers": no such option')
