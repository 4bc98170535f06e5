"""Stances of a scenario: which it gets, and what is refused of their files."""

import pytest

from wzc_env import paths, scenario, stances
from wzc_env.errors import ConfigError

from .conftest import SCENARIO
from .edits import change

OWN = """
title = "Fencing"
cost = 1
where = ["flank"]
source = "our table"
[effects]
melee = 1
"""
NAMES = "holding_stance, shield_stance, spearwall, steady_aim"


@pytest.fixture
def load(write):
    def with_lines(text, file=OWN):
        write("own.toml", file)
        return scenario.load(write("test.toml", change(SCENARIO, "[[party]]", f"{text}\n[[party]]")))

    return with_lines


def test_the_shipped_stances():
    told = {name: stances.load(name) for name in paths.names("stances")}
    assert ", ".join(told) == NAMES
    facts = {n: (s.cost, s.wields, s.where, s.lasts, s.rooted, s.module, s.status) for n, s in told.items()}
    assert facts == {
        "holding_stance": (2, None, [], "round", True, "detailed_control", "S"),
        "shield_stance": (1, "shield", [], "until_ended", False, "stances", "C"),
        "spearwall": (2, "polearm", ["front_line"], "until_ended", False, "stances", "C"),
        "steady_aim": (1, "missile", [], "until_ended", False, "stances", "C"),
    }
    gives = {n: {k: v for k, v in s.effects.model_dump().items() if v} for n, s in told.items()}
    assert gives == {
        "holding_stance": {"detailed_control": 2}, "shield_stance": {"ac": 1},
        "spearwall": {"detailed_control": 1, "simple_control": 1}, "steady_aim": {"ranged": 1},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("", []),
        ('modules = ["zones", "stances"]', ["shield_stance", "spearwall", "steady_aim"]),
        ('modules = ["zones", "detailed_control"]', ["holding_stance"]),
        ('modules = ["zones", "stances"]\nstances = ["own.toml", "spearwall"]', ["own", "spearwall"]),
        ('modules = ["zones", "stances", "detailed_control"]\nstances = ["own.toml"]', ["own", "holding_stance"]),
        ('modules = ["zones", "stances"]\nstances = []', []),
    ],
)
def test_a_scenario_has_those_that_it_lists_or_all_whose_module_is_on(load, lines, names):
    whole = load(lines)
    assert list(whole.stances) == names
    assert scenario.from_record(whole.to_record()) == whole
    assert whole.compile().setup[0]["stances_n"] == len(names)


ON = 'modules = ["zones", "stances"]\nstances = '


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('stances = ["spearwall"]',
         'stances = ["spearwall"]: the module "stances" is off; allowed: modules with stances'),
        (ON + '["spear"]',
         f'stances[0] = "spear": no such Stance, did you mean "spearwall"?; allowed: {NAMES}'),
        (ON + '["spearwall", "spearwall"]', 'stances[1] = "spearwall": stands twice; allowed: each Stance once'),
        (ON + '["holding_stance"]',
         'stances[0] = "holding_stance": its module "detailed_control" is off; allowed: modules with detailed_control'),
        (ON + "3", "stances = 3: must be a list"),
    ],
)  # fmt: skip
def test_stances_that_a_scenario_cannot_have(load, lines, expected):
    with pytest.raises(ConfigError) as caught:
        load(lines)
    assert str(caught.value) == f"test.toml: {expected}"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("cost = 1", "cost = 3", "cost = 3: out of range; allowed: 1 to 2"),
        ("melee = 1", "melee = 0", "effects: gives nothing; allowed: at least one effect that is not 0"),
        ("melee = 1", "meele = 1", 'effects.meele = 1: no such key, did you mean "melee"?; '
         "allowed: melee, ranged, ac, detailed_control, simple_control"),
        ('where = ["flank"]', 'where = ["flnk"]', 'where[0] = "flnk": no such trait, did you mean "flank"?; allowed: '),
        ('where = ["flank"]', 'wields = "pike"',
         'wields = "pike": no such thing to wield; allowed: polearm, shield, missile'),
        ('title = "Fencing"\n', "", "title: is missing"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_stance(load, old, new, expected):
    with pytest.raises(ConfigError) as caught:
        load(ON + '["own.toml"]', change(OWN, old, new))
    assert str(caught.value).startswith(f"own.toml: {expected}")


def test_two_stances_of_one_title(load):
    with pytest.raises(ConfigError) as caught:
        load(ON + '["spearwall", "own.toml"]', change(OWN, "Fencing", "spearwall"))
    problem = '"spearwall" has this title already; allowed: titles that differ'
    assert str(caught.value) == f'test.toml: stances.own = "spearwall": {problem}'
