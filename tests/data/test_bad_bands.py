"""The one line about a battlefield of bands, or a scenario on one, that is refused."""

import pytest

from .edits import change

FIELD = 'title = "A road"\n[bands]\nnumber = 4\nfeet = 20\n'
HERE = (
    ('battlefield = "lane"', 'battlefield = "road.toml"\nmodules = []'),
    ('"near_side"', '"ft0"'),
    ('"far_side"', '"ft60"'),
)


@pytest.mark.parametrize(
    ("change_of", "expected"),
    [
        (("number = 4", "number = 13"), "bands.number = 13: out of range; allowed: 2 to 12"),
        (("number = 4\n", ""), "bands.number: is missing"),
        (("feet = 20", "feet = 0"), "bands.feet = 0: out of range; allowed: 1 to 1000"),
        (("feet = 20", "yards = 20"), "bands.yards = 20: no such key; allowed: number, feet"),
        (("[bands]", "edges = []\n[bands]"), "edges = []: no such key; allowed: title, bands"),
    ],
)
def test_the_line_about_bands(line, change_of, expected):
    assert line(*HERE, road=change(FIELD, *change_of)) == f"road.toml: {expected}"


def test_a_place_between_the_bands(line):
    found = line(*HERE[:2], ('"far_side"', '"ft50"'), road=FIELD)
    assert (
        found == 'test.toml: foes[0].zone = "ft50": no such Zone, did you mean "ft0"?; allowed: ft0, ft20, ft40, ft60'
    )


def test_bands_are_not_edited(line):
    edit = ("[[party]]", '[[edits]]\ndo = "remove"\nzone = "ft20"\n[[party]]')
    expected = "test.toml: edits: bands are not edited: that belongs to Zones; allowed: none"
    assert line(*HERE, edit, road=FIELD) == expected


def test_nobody_holds_a_band(line):
    goal = ("[[party]]", '[[objectives]]\nside = "party"\nkind = "hold"\nzones = ["ft20"]\nlulls = 2\n[[party]]')
    problem = "nobody holds a band: that belongs to Zones; allowed: reach, escort, escape, kill"
    assert line(*HERE, goal, road=FIELD) == f'test.toml: objectives[0].kind = "hold": {problem}'


def test_a_side_escapes_by_its_own_end(line):
    goal = '[[objectives]]\nside = "party"\nkind = "escape"\ncount = 1\nzones = ["ft60"]\n[[party]]'
    found = line(*HERE, ("[[party]]", goal), road=FIELD)
    assert found == 'test.toml: objectives[0].zones = ["ft60"]: "ft60" is no exit of the party; allowed: ft0'


@pytest.mark.parametrize("option", ["lever.dramatic_zones", "zones.no_chosen"])
def test_an_option_about_zones_needs_them(line, option):
    problem = 'needs the module "zones", which is off; allowed: modules with zones'
    found = line(*HERE, ("title", f'options = ["{option}"]\ntitle'), road=FIELD)
    assert found == f'test.toml: options[0] = "{option}": {problem}'


def test_modules_are_what_the_battlefield_is_for(line):
    zoned = (("modules = []", 'modules = ["zones"]'),)
    problem = "the battlefield has bands, and they are for battles without Zones"
    expected = f'test.toml: modules = ["zones"]: {problem}; allowed: none of them: modules = []'
    assert line(*HERE, *zoned, road=FIELD) == expected
    problem = 'without "zones" the battlefield has bands, and this one has Zones'
    expected = f"test.toml: modules = []: {problem}; allowed: zones among them, or a battlefield with [bands]"
    assert line(("title", "modules = []\ntitle")) == expected


@pytest.mark.parametrize("kind", ["flood", "fog", 'collapse"\nafter = 1 #'])
def test_a_band_takes_no_trait_and_does_not_come_down(line, kind):
    danger = ("[[party]]", f'[[hazards]]\nkind = "{kind}"\nzones = ["ft0"]\n[[party]]')
    problem = "a band takes no trait and does not come down: that belongs to Zones; allowed: fire, other"
    found = line(*HERE, danger, road=FIELD)
    assert found == f'test.toml: hazards[0].kind = "{kind.split(chr(34))[0]}": {problem}'


def test_nobody_climbs_a_band(line):
    giant = ('zone = "ft60"', 'zone = "ft60"\nbody = ["ft40"]')
    problem = "nobody climbs a band: that belongs to Zones; allowed: none"
    assert line(*HERE, giant, road=FIELD) == f'test.toml: foes[0].body = ["ft40"]: {problem}'
