"""Battlefields and hosts that cannot be used, and the one line that says so."""

import pytest

from wzc_env import paths
from wzc_env.warzone.words import Edge, Tag, Trait

from .edits import change

FIELD = """
title = "Two rooms"
[zones]
hall = { title = "Hall" }
yard = { title = "Yard" }
[[edges]]
join = ["hall", "yard"]
"""
THERE = (('"lane"', '"field.toml"'), ("near_side", "hall"), ("far_side", "yard"))
JOIN = '["hall", "yard"]'
TRAITS = ", ".join(trait.lower() for trait in Trait.__members__)
KINDS = ", ".join(kind.lower() for kind in Edge.__members__ if kind != "ABSENT")
HOSTS = ", ".join(paths.names("hosts"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            JOIN,
            '["hall", "yrd"]',
            'edges[0].join = ["hall", "yrd"]: no such Zone, did you mean "yard"?: an edge to nowhere; '
            "allowed: hall, yard",
        ),
        (
            JOIN,
            '["hall", "hall"]',
            'edges[0].join = ["hall", "hall"]: joins a Zone to itself; allowed: two different Zones',
        ),
        (JOIN, '["hall"]', 'edges[0].join = ["hall"]: 1 Zones joined; allowed: 2'),
        (
            JOIN,
            f'{JOIN}\n[[edges]]\njoin = ["yard", "hall"]',
            'edges[1].join = ["yard", "hall"]: joins two Zones that are joined already; allowed: one edge a pair',
        ),
        (
            JOIN,
            f'{JOIN}\nkind = "door"',
            f'edges[0].kind = "door": no such kind; allowed: {KINDS}',
        ),
        (
            JOIN,
            f'{JOIN}\nopens = {{ kind = "off_map" }}',
            'edges[0].opens.kind = "off_map": no such kind; allowed: ordinary, engagement, vertical',
        ),
        (
            JOIN,
            f'{JOIN}\nopens = {{ check = "esy" }}',
            'edges[0].opens.check = "esy": no such check; allowed: standard, hard, dire',
        ),
        ("yard =", 'well = { title = "Well" }\nyard =', 'zones.well: no path joins it to "hall"'),
        (
            JOIN,
            f"{JOIN}\ninto = {{ cellar = {{ surcharge = 1 }} }}",
            "edges[0].into.cellar: a gate into a Zone elsewhere; allowed: hall, yard",
        ),
        (
            JOIN,
            f"{JOIN}\ninto = {{ hall = {{ surcharge = 9 }} }}",
            "edges[0].into.hall.surcharge = 9: out of range; allowed: 0 to 5",
        ),
        (
            JOIN,
            f'{JOIN}\ninto = {{ hall = {{ check = "easy" }} }}',
            'edges[0].into.hall.check = "easy": no such check; allowed: standard, hard, dire',
        ),
        (
            '"Hall"',
            '"Hall", capacity = 5',
            "zones.hall.capacity = 5: out of range; allowed: 2 to 4, or 0 for none",
        ),
        (
            '"Hall"',
            '"Hall", capacity = 1',
            "zones.hall.capacity = 1: out of range; allowed: 2 to 4, or 0 for none",
        ),
        (
            '"Hall"',
            '"Hall", traits = ["flnk"]',
            f'zones.hall.traits[0] = "flnk": no such trait, did you mean "flank"?; allowed: {TRAITS}',
        ),
        (
            '"Hall"',
            '"Hall", at = [1]',
            "zones.hall.at = [1]: not a place; allowed: [column, row], each 0 to 40",
        ),
        (
            '{ title = "Hall" }\nyard = { title = "Yard" }',
            '{ title = "Hall", at = [1, 1] }\nyard = { title = "Yard", at = [1, 1] }',
            'zones.yard.at = [1, 1]: "hall" is drawn there already; allowed: one Zone a place',
        ),
        (
            "hall =",
            '"The Hall" =',
            'zones."The Hall": not of the right form; '
            "allowed: a small letter, then small letters, digits and _, 24 at most",
        ),
        (
            FIELD,
            'title = "x"\n[zones]\n' + "\n".join(f'z{n} = {{ title = "Z" }}' for n in range(13)),
            'zones = {"z0": {"title": "Z"}, "z1": {"title": "Z"}, "z2": {"titl...: 13 Zones; allowed: 1 to 12',
        ),
    ],
)
def test_the_line_about_a_battlefield(line, old, new, expected):
    assert line(*THERE, field=change(FIELD, old, new)) == f"field.toml: {expected}"


AWAY = 'yard = { title = "Yard" }\naway = { title = "Away", traits = ["off_map"] }'
GATE = f'{JOIN}\n[[edges]]\njoin = ["yard", "away"]\nkind = "off_map"'


@pytest.mark.parametrize(
    ("gate", "expected"),
    [
        (JOIN, "zones.away: no way leads there; allowed: at least one edge of the kind off_map"),
        (
            GATE.replace("off_map", "blocked"),
            "zones.away: no way leads there; allowed: at least one edge of the kind off_map",
        ),
        (
            GATE.replace("off_map", "ordinary"),
            'edges[1].kind = "ordinary": "away" is Off-Map; allowed: off_map, blocked',
        ),
        (
            f'{JOIN}\nkind = "off_map"',
            'edges[0].join = ["hall", "yard"]: 0 of its two Zones are Off-Map; '
            "allowed: one Zone with the trait off_map",
        ),
        (
            f'{JOIN}\nneeds = ["invisible"]\n' + GATE.partition("\n")[2],
            'edges[0].needs = ["invisible"]: only an edge of the kind off_map needs a tag',
        ),
        (f"{GATE}\nneeds = []", "edges[1].needs = []: 0 tags; allowed: 1 to 10"),
        (
            f'{GATE}\nneeds = ["wings"]',
            f'edges[1].needs[0] = "wings": no such tag; allowed: {", ".join(tag.lower() for tag in Tag.__members__)}',
        ),
        (
            f"{GATE}\nopens = {{}}",
            'edges[1].opens = {"check": null, "kind": "ordinary"}: "away" is Off-Map, and no work leads there; '
            "allowed: an edge between Zones of the map",
        ),
    ],
)
def test_the_line_about_off_map(line, gate, expected):
    field = change(change(FIELD, 'yard = { title = "Yard" }', AWAY), JOIN, gate)
    assert line(*THERE, field=field) == f"field.toml: {expected}"


def test_a_battlefield_is_more_than_off_map(line):
    field = 'title = "x"\n[zones]\naway = { title = "Away", traits = ["off_map"] }'
    assert line(*THERE, field=field) == "field.toml: zones: every Zone is Off-Map; allowed: at least one that is not"


def test_more_start_in_a_zone_than_it_holds(line):
    narrow = change(FIELD, '"Yard"', '"Yard", capacity = 2')
    expected = 'test.toml: foes[0].zone = "yard": 3 creatures start in this Zone; allowed: 2, its Capacity'
    assert line(*THERE, ('"goblin"', '"goblin"\ncount = 3'), field=narrow) == expected


HIT = '[host]\nnatural_hit = { value = 20, status = "C", source = "x" }'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('title = "x"', "host: is missing"),
        ('extends = "mine.toml"', 'extends = "mine.toml": a host cannot extend itself'),
        ("extends = 3", "extends = 3: must be the name of a host"),
        ('extends = "ors"', f'extends = "ors": no such host, did you mean "osr"?; allowed: {HOSTS}'),
        (
            'extends = "osr"\nspells = "oser"',
            'spells = "oser": no such list of spells, did you mean "osr"?; allowed: osr',
        ),
        (
            'extends = "osr"\n' + change(HIT, '"C"', '"X"'),
            'host.natural_hit.status = "X": no such status; allowed: S, D, C',
        ),
        (
            'extends = "osr"\n' + change(HIT, '"x"', '" "'),
            'host.natural_hit.source = " ": not of the right form; '
            "allowed: the lines of the book, or where else it comes from",
        ),
        (
            'extends = "osr"\n' + change(HIT, "20", "0"),
            "host.natural_hit = 0: out of range; allowed: 1 to 101",
        ),
        ('extends = "osr"\n[host]\nnatural_hit = 20', "host.natural_hit = 20: must be a table"),
        ('extends = "osr"\n[morale]\nform = "dice"', 'morale.form = "dice": no such form; allowed: score, percent'),
        (
            'extends = "osr"\n[morale]\nform = "percent"',
            'morale.form = "percent": morale_dice and morale_die roll 2d6; allowed: score, or 1d100',
        ),
        (
            'extends = "osr"\n[morale]\npercent = [5, 4]',
            "morale.percent = [5, 4]: not the percentages of the scores 2 to 12; "
            "allowed: a list of 11 percentages, 1 to 100, none below the one before it",
        ),
        (
            'extends = "osr"\n[abilities]\nmodifiers = [[3, 1], [2, 1]]',
            "abilities.modifiers = [[3, 1], [2, 1]]: not a table of modifiers; allowed: a list of "
            "[highest score, modifier] with rising scores, such as [[8, -1], [12, 0], [18, 1]]",
        ),
    ],
)
def test_the_line_about_a_host(line, text, expected):
    assert line(("title", 'host = "mine.toml"\ntitle'), mine=text) == f"mine.toml: {expected}"


def test_a_host_with_a_cell_too_many(line):
    text = 'extends = "osr"\n' + change(HIT, "natural_hit", "natural_hti")
    found = line(("title", 'host = "mine.toml"\ntitle'), mine=text)
    problem = 'no such cell, did you mean "host.natural_hit"?'
    start = f"mine.toml: host.natural_hti = 20: {problem}; allowed: host.roll_under,"
    assert found.startswith(start)
