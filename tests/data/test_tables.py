"""The table in force: book and host cells, their fields, changes, digests."""

import re

import pytest

from wzc_env import profile
from wzc_env.errors import ConfigError
from wzc_env.kernel import zeros
from wzc_env.warzone import tables
from wzc_env.warzone.state import Rules

STATED = {
    "check.standard_dc": 10, "check.hard_dc": 14, "check.dire_dc": 18,
    "check.standard_under": 0, "check.hard_under": 4, "check.dire_under": 8,
    "vigor.pc_base": 10, "vigor.plate": 1, "vigor.monster_base": 8, "vigor.hd_divisor": 2,
    "vigor.monster_most": 13,
    "breath.limit": 5, "breath.overloaded_limit": 3, "breath.heavies": 1, "exposed.ac": 4,
    "cost.move": 2, "cost.attack": 2, "cost.heavy_attack": 3, "cost.focus": 4, "cost.release": 2,
    "cost.ready_guard": 1, "cost.ready_interdict": 2, "cost.breakthrough": 3, "cost.melee_enter": 2,
    "cost.melee_leave": 2, "cost.forced_exit": 4, "cost.withdraw": 3, "cost.least": 1,
    "speed.haste_divisor": 2, "speed.slow_factor": 2, "reaction.improvised_percent": 150,
    "reaction.parry_divisor": 2,
    "flurry.step": 2, "rush.attack": 1, "melee.stray_most": 2, "melee.stray_die": 6,
    "command.base": 2, "command.able": 1, "command.ability": 2, "command.hd": 4,
    "squad.wall_percent": 150, "squad.volley_divisor": 2, "squad.volley_individual": 0,
    "squad.trigger": 1, "squad.leaderless_die": 6,
    "control.pc": 2, "control.elite": 2, "control.elite_hd": 4, "control.other": 1, "breakthrough.ratio": 2,
    "detailed.pc": 2, "detailed.elite": 4, "detailed.elite_hd": 4, "detailed.polearms": 1, "detailed.total_lead": 5,
    "lever.attack_cap": 0, "lever.monster_base": 1, "lever.monster_divisor": 0, "lever.zone_factor": 1,
    "lever.spell_brake": 0,
    "ambush.attack": 2, "perfect_ambush.attack": 2,
    "pincer.attack": 2, "pincer.morale": 1, "capacity.least": 2, "capacity.most": 4, "withdraw.carry": 3,
    "range.very_short_feet": 10, "range.short_feet": 30, "range.medium_feet": 120,
    "range.very_short": 0, "range.short": 1, "range.medium": 2, "range.longer": 3,
}  # fmt: skip
DERIVED = {"cost.rush_extra": 1, "cost.off_map": 2, "detailed.other": 1}
CHOSEN = {
    "count.residual_tie": 0, "cost.grapple": 2, "cost.shove": 2, "cost.break_hold": 2, "cost.ready_parry": 2,
    "cost.improvised_simple": 1, "cost.improvised_ordinary": 2, "cost.hide": 1, "reaction.guard_ac": 4,
    "front_line.melee": 1, "back_line.ranged": 1, "flank.discount": 1, "high_ground.ranged": 1, "melee.attack": 1,
    "underwater.attack": -1, "underwater.entry": 1, "detailed.leader": 2, "squad.wall_ac": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def book():
    return tables.load()


def test_every_cell_has_its_value_and_status(book):
    found = {status: {n: c.value for n, c in book.cells.items() if c.status == status} for status in "SDC"}
    assert found == {"S": STATED, "D": DERIVED, "C": CHOSEN}


def test_stated_and_derived_cells_name_lines_of_the_book(book):
    lines = re.compile(r"L\d+(-L\d+)?(, L\d+(-L\d+)?)*")
    for name, cell in book.cells.items():
        if cell.status != "C":
            assert lines.fullmatch(cell.source), name


def test_cells_and_fields_are_the_same_and_fill_the_record(book):
    whole = book.join(profile.load("osr").tables)
    assert [tables.field_of(name) for name in whole.cells] == list(Rules.__annotations__)
    twin, rows = Rules(), zeros(Rules, 1)
    whole.fill(twin)
    whole.fill(rows[0])
    for name, cell in whole.cells.items():
        assert getattr(twin, tables.field_of(name)) == rows[0][tables.field_of(name)] == cell.value


def test_host_cells():
    values = {name: cell.value for name, cell in profile.load("osr").tables.cells.items()}
    assert values == {
        "host.roll_under": 0,
        "host.attack_die": 20,
        "host.natural_hit": 20,
        "host.natural_miss": 1,
        "host.damage_least": 1,
        "host.helpless_bonus": 4,
        "host.dying_lulls": 0,
        "host.aid_hp": 0,
        "host.interrupted_loses_slot": 1,
        "host.morale_dice": 2,
        "host.morale_die": 6,
        "host.morale_step": 1,
        "host.morale_first_loss": 1,
        "host.morale_half": 1,
        "host.stealth": 17,
        "host.backstab_attack": 4,
        "host.backstab_factor": 2,
        "host.charge_attack": 0,
        "host.charge_factor": 2,
        "host.bless": 1,
        "host.fright": 2,
        "host.shield_melee": 15,
        "host.shield_missile": 17,
        "host.descending": 0,
        "host.move_divisor": 3,
    }


def test_a_host_that_extends_another_differs_where_it_says_so():
    plain, dying = profile.load("osr"), profile.load("osr_dying")
    one, two = plain.tables.cells, dying.tables.cells
    assert {name for name in one if one[name] != two[name]} == {"host.dying_lulls"}
    assert two["host.dying_lulls"].value == 3
    assert (dying.host.name, dying.host.armour) == ("osr_dying", plain.host.armour)
    assert dying.spells == plain.spells


def test_a_changed_cell_is_chosen_and_says_what_it_replaces(book):
    changed = book.replace("reaction.guard_ac", 2)
    cell = changed.cells["reaction.guard_ac"]
    assert (cell.value, cell.status, cell.source, cell.note) == (2, "C", "replaced", "instead of 4 (C, L235)")
    assert book.cells["reaction.guard_ac"].value == 4
    assert [name for name in book.cells if changed.cells[name] != book.cells[name]] == ["reaction.guard_ac"]


def test_nested_and_dotted_changes_are_the_same(book):
    one = book.overlay({"cost.move": 3, "cost.attack": 3}, "slow.toml")
    assert one == book.overlay({"cost": {"move": 3, "attack": 3}}, "slow.toml")
    assert one.cells["cost.move"].source == "slow.toml"


def test_the_digest_names_values_only(book):
    assert book.digest() == tables.load().digest()
    assert re.fullmatch(r"[0-9a-f]{16}", book.digest())
    assert book.replace("cost.move", 3).digest() != book.digest()
    assert book.replace("cost.move", 3).replace("cost.move", 2).digest() == book.digest()


def test_the_rules_hash_covers_both_tables(book):
    host, dying = profile.load("osr").tables, profile.load("osr_dying").tables
    hashes = {tables.rules_hash(book, host), tables.rules_hash(book, dying)}
    hashes.add(tables.rules_hash(book.replace("cost.move", 3), host))
    assert len(hashes) == 3


def test_the_rules_hash_covers_the_source(book, tmp_path, monkeypatch):
    package = tmp_path / "wzc_env"
    files = (
        "warzone/words.py",
        "warzone/state.py",
        "warzone/setup.py",
        "warzone/rules.py",
        "warzone/count.py",
        "hosts/osr.py",
        "kernel/dice.py",
    )
    for name in files:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("x = 1\n\n@kernel\n")
    monkeypatch.setattr(tables, "__file__", str(package / "warzone" / "tables.py"))
    hashes = {tables.rules_hash(book)}
    for name in files:
        (package / name).write_text("x = 2\n\n@kernel\n")
        hashes.add(tables.rules_hash(book))
    assert len(hashes) == 1 + len(files)
    (package / "warzone" / "naming.py").write_text("x = 1\n")  # text about the rules
    assert tables.rules_hash(book) in hashes


@pytest.mark.rule("range")
@pytest.mark.number("t39")
@pytest.mark.parametrize(
    ("feet", "edges"),
    [(0, 0), (10, 0), (11, 1), (30, 1), (31, 2), (120, 2), (121, 3), (600, 3)],
)
def test_feet_become_edges(book, feet, edges):
    assert book.edges(feet) == edges


def test_the_bands_of_range_are_cells(book):
    assert book.replace("range.short_feet", 60).edges(60) == 1
    assert book.replace("range.longer", 5).edges(121) == 5


BOOK = "[cost]\nmove = { value = 2, status = 'S', source = 'L121' }\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BOOK, "check.standard_dc: is missing"),
        (BOOK.replace("value = 2, ", ""), "cost.move.value: is missing"),
        (BOOK.replace("= 2", "= '2'"), 'cost.move.value = "2": must be a whole number'),
        (BOOK.replace("= 2", "= 41"), "cost.move = 41: out of range; allowed: 0 to 40"),
        ("move = 2", "move = 2: must be a table"),
        (
            BOOK.replace("cost", "range"),
            'range.move = 2: no such cell, did you mean "range.medium"?; allowed: '
            "range.very_short_feet, range.short_feet, range.medium_feet, range.very_short, range.short, "
            "range.medium, range.longer",
        ),
    ],
)
def test_the_line_about_a_bad_table(write, text, expected):
    path = write("mine.toml", text)
    with pytest.raises(ConfigError) as caught:
        tables.load(path)
    assert str(caught.value) == f"mine.toml: {expected}"
