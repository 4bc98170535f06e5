"""Scenarios: what the shipped ones hold, names, records for replays, start-up."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from wzc_env import scenario
from wzc_env.errors import ConfigError
from wzc_env.kernel import load as twin_of
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import Side, Tag

from .edits import change


def units(compiled):
    setup = twin_of(Setup, compiled.setup, 0)
    zones = compiled.names.zones
    return {compiled.names.agents[i]: (setup.sheets[i].side, zones[setup.sheets[i].zone]) for i in range(setup.units_n)}


def test_the_shipped_scenarios():
    assert {"ambush", "broken_line", "duel", "skirmish"} <= set(scenario.names())


def test_the_broken_line():
    compiled = scenario.load("broken_line").compile()
    assert units(compiled) == {
        "sword_0": (0, "pc_front"),
        "mage_0": (0, "pc_back"),
        "spear_0": (0, "pc_back"),
        "captain_0": (1, "enemy_front"),
        "archer_0": (1, "enemy_front"),
    }
    setup = twin_of(Setup, compiled.setup, 0)
    assert [sheet.modifier[1] for sheet in setup.sheets[:3]] == [1, 0, -1]  # DEX: Vigor 11, 10, 9
    assert [sheet.hd_half for sheet in setup.sheets[3:5]] == [8, 2]  # Hit Dice 4 and 1: Vigor 10, 9
    assert setup.sheets[3].routines[0].heavy == 1
    assert setup.max_turns == 20


def test_the_duel():
    compiled = scenario.load("duel").compile()
    assert units(compiled) == {"sword_0": (0, "near_side"), "captain_0": (1, "far_side")}


def test_the_skirmish_and_its_names():
    names = scenario.load("skirmish").compile().names
    foes = ["captain", "ogre", "orc", "bugbear_0", "bugbear_1", "goblin_0", "goblin_1", "goblin_2"]
    assert names.labels == ["sword", "thief", "mage", "cleric", *foes]
    assert names.agents[:5] == ["sword_0", "thief_0", "mage_0", "cleric_0", "captain_0"]
    assert names.titles[4:8] == ["Raider captain", "Ogre", "Orc", "Bugbear 0"]
    assert names.zones[0] == "friendly_back"
    assert names.zone_titles[0] == "Friendly Back Line"
    assert names.gear[2] == ["sling", "dagger"]
    assert names.routines[6] == ["crossbow", "sword"]
    assert names.unit_spells[3] == ["cure light wounds"]
    assert names.mobs == []


def test_the_ambush_has_all_that_it_takes():
    """Hide, Ambush and backstab in the flanks, Perfect Ambush from Off-Map, a charge from a Front Line, two mobs."""
    compiled = scenario.load("ambush").compile()
    setup, zones = twin_of(Setup, compiled.setup, 0), compiled.names.zones
    where = {label: zones[setup.sheets[n].zone] for n, label in enumerate(compiled.names.labels)}
    sheets = dict(zip(compiled.names.labels, setup.sheets, strict=False))
    assert where["burrower"] == "off_map"
    assert sheets["burrower"].tags & Tag.OFF_MAP_ACCESS
    assert (where["centaur"], sheets["centaur"].tags & Tag.CHARGER) == ("enemy_front", Tag.CHARGER)
    for sneak in ("thief", "spider", "bugbear_0", "bugbear_1"):
        assert where[sneak].endswith("_flank")
        assert sheets[sneak].stealth > compiled.rules[0]["host_stealth"]
    assert sheets["thief"].tags & Tag.BACKSTAB
    assert [sheets[label].mob for label in ("bugbear_0", "bugbear_1", "spider", "wolf_0", "wolf_1")] == [1, 1, 0, 2, 2]
    assert compiled.names.mobs == ["pack", "wolves"]
    assert setup.surprised == Side.NOBODY


def test_creatures_of_one_kind_share_a_breed():
    setup = twin_of(Setup, scenario.load("skirmish").compile().setup, 0)
    assert [sheet.breed for sheet in setup.sheets[:12]] == [0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8]


SCENARIO = """
title = "A test"
battlefield = "lane"
[[party]]
creature = "sword_fighter"
zone = "near_side"
name = "Brida"
[[foes]]
creature = "goblin"
zone = "far_side"
count = 2
[[foes]]
creature = "goblin"
zone = "far_end"
name = "Grak"
[[foes]]
creature = "goblin"
zone = "far_end"
"""


def test_own_names_and_counts(write):
    names = scenario.load(write("test.toml", SCENARIO)).compile().names
    assert names.agents == ["brida_0", "goblin_0", "goblin_1", "grak_0", "goblin_2"]
    assert names.labels == ["brida", "goblin_0", "goblin_1", "grak", "goblin_2"]
    assert names.titles == ["Brida", "Goblin 0", "Goblin 1", "Grak", "Goblin 2"]


def test_rules_and_rounds_of_a_scenario_reach_the_records(write):
    text = change(SCENARIO, "[[party]]", 'max_rounds = 7\nhost = "osr_dying"\nrules = { "flurry.step" = 3 }\n[[party]]')
    compiled = scenario.load(write("test.toml", text)).compile()
    assert compiled.setup[0]["max_turns"] == 7
    assert compiled.rules[0]["flurry_step"] == 3
    assert compiled.rules[0]["host_dying_lulls"] == 3
    cell = compiled.tables.cells["flurry.step"]
    assert (cell.status, cell.source, cell.note) == ("C", "test.toml", "instead of 2 (S, L197-L201)")
    assert compiled.rules_hash != scenario.load("duel").compile().rules_hash


def test_the_range_cells_of_a_scenario_are_those_that_count(write):
    text = change(SCENARIO, "[[party]]", 'rules = { "range.longer" = 1 }\n[[party]]')
    text = change(text, "sword_fighter", "magic_user")
    compiled = scenario.load(write("test.toml", text)).compile()
    assert compiled.setup[0]["sheets"][0]["routines"][0]["reach"] == 1
    assert compiled.setup[0]["spells"][0]["reach"] == 1


def test_an_experiment_changes_a_cell():
    plain = scenario.load("duel")
    changed = plain.replace("reaction.guard_ac", 2)
    assert (
        plain.compile().rules[0]["reaction_guard_ac"],
        changed.compile().rules[0]["reaction_guard_ac"],
    ) == (4, 2)
    with pytest.raises(ConfigError, match="no such cell, did you mean"):
        plain.replace("reaction.gard_ac", 2)


@pytest.mark.parametrize("name", scenario.names())
def test_a_record_holds_everything(name):
    plain = scenario.load(name)
    record = json.loads(json.dumps(plain.to_record()))
    again = scenario.from_record(record)
    assert again == plain
    one, two = plain.compile(), again.compile()
    assert (one.setup.tobytes(), one.rules.tobytes()) == (two.setup.tobytes(), two.rules.tobytes())
    assert (one.names, one.layout, one.rules_hash) == (two.names, two.layout, two.rules_hash)


def spoilt(record, path, value=None):
    """Set the value at a path, or remove it where there is none."""
    for key in path[:-1]:
        record = record[key]
    if value is None:
        del record[path[-1]]
    else:
        record[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("cells", "cost.move"), None, 'cells."cost.move": is missing'),
        (("cells", "cost.move", "value"), 900, 'cells."cost.move" = 900: out of range; allowed: 0 to 40'),
        (
            ("creatures", "veteran_captain"),
            None,
            'foes[0].creature = "veteran_captain": no such creature; allowed: sword_fighter',
        ),
        (
            ("creatures", "sword_fighter", "spells"),
            {"light": 1},
            "creatures.sword_fighter.spells.light = 1: no such spell; allowed: none",
        ),
        (
            ("foes", 0, "zone"),
            "nowhere",
            'foes[0].zone = "nowhere": no such Zone; allowed: near_end, near_side, far_side, far_end',
        ),
        (("host",), None, "host: is missing"),
        (
            ("extra",),
            1,
            "extra = 1: no such key; allowed: " + ", ".join(scenario.Scenario.model_fields),
        ),
    ],
)
def test_a_spoilt_record_is_refused(path, value, expected):
    record = scenario.load("duel").to_record()
    spoilt(record, path, value)
    with pytest.raises(ConfigError) as caught:
        scenario.from_record(record, "old.wzc")
    assert str(caught.value) == f"old.wzc: {expected}"


def test_a_record_that_is_no_table():
    with pytest.raises(ConfigError, match=r"^old\.wzc: .*must be a table"):
        scenario.from_record([1], "old.wzc")


def test_reading_a_scenario_does_not_load_the_compiler():
    load = "import sys; from wzc_env import scenario; scenario.load('skirmish').compile()"
    code = f"{load}; print('numba' in sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
