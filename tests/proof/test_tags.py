"""Every rule of the book stands in one place and has a test; so has every number of the book.

`tests/rules.tsv` lists the rules: tag, chapter, lines of the book, and the version since which it is there. The home of
a rule is a docstring that says `[tag] L...` under wzc_env/ or agents/, or a key `rule = "tag"` in a TOML file under
configs/.
"""

import csv
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from .sources import ROOT, docstrings, files, marks

NUMBERS = {f"t{number}" for number in range(1, 44)}


def rules() -> dict[str, dict[str, str]]:
    """The table by tag."""
    with (ROOT / "tests" / "rules.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    table = {row["tag"]: row for row in rows}
    assert len(table) == len(rows), "a tag stands twice"
    return table


def values(toml: Any) -> Iterator[str]:
    """Every `rule = "..."` of a TOML file."""
    if isinstance(toml, dict):
        for key, value in toml.items():
            if key == "rule":
                yield from value if isinstance(value, list) else [value]
            else:
                yield from values(value)
    elif isinstance(toml, list):
        for item in toml:
            yield from values(item)


def homes() -> list[tuple[str, str, str]]:
    """(tag, place, text after the tag) of everything that says it is the home of a rule."""
    found = []
    for path in files("wzc_env", "agents"):
        for place, text in docstrings(path):
            found += [(m[1], place, m[2]) for m in re.finditer(r"^\[([a-z_.]+)\](.*)$", text, re.MULTILINE)]
    for path in sorted((ROOT / "configs").rglob("*.toml")):
        place = str(path.relative_to(ROOT))
        found += [(tag, place, "") for tag in values(tomllib.loads(path.read_text(encoding="utf-8")))]
    return found


def marked(mark: str) -> dict[str, list[str]]:
    """The places of each value of a mark."""
    found: dict[str, list[str]] = {}
    for path in files("tests"):
        for value, place in marks(path, mark):
            found.setdefault(value, []).append(place)
    return found


def test_the_table_of_rules_is_whole() -> None:
    table = rules()
    assert len(table) == 89
    for tag, row in table.items():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)?", tag)
        assert re.fullmatch(r"L\d+(-\d+)?(,L\d+(-\d+)?)*", row["lines"]), tag
        assert row["since"] in ("0.1.0", "0.2.0"), tag


def test_no_tag_is_unknown() -> None:
    table = rules()
    assert {tag: place for tag, place, _ in homes() if tag not in table} == {}
    assert {tag: places for tag, places in marked("rule").items() if tag not in table} == {}


def test_every_rule_has_one_home() -> None:
    places: dict[str, list[str]] = {tag: [] for tag in rules()}
    for tag, place, _ in homes():
        places[tag].append(place)
    assert {tag: found for tag, found in places.items() if len(found) != 1} == {}


def test_a_home_cites_the_lines_of_its_rule() -> None:
    table, wrong = rules(), {}
    for tag, place, text in homes():
        if place.endswith(".toml"):
            continue
        cited = set(re.findall(r"L\d+(?:-\d+)?", text))
        if table[tag]["lines"].split(",")[0] not in cited:
            wrong[tag] = (place, text)
    assert wrong == {}


def test_a_tag_in_the_middle_of_a_docstring_is_no_second_home() -> None:
    """Tags are written at the start of a line, where they are homes, and nowhere else."""
    known, astray = set(rules()), []
    for path in files("wzc_env", "agents"):
        for place, text in docstrings(path):
            spots = re.finditer(r"(?<!`)\[([a-z_.]+)\]", text)
            astray += [(m[1], place) for m in spots if m[1] in known and text[: m.start()].rpartition("\n")[2]]
    assert astray == []


def test_every_rule_has_a_test() -> None:
    tested = marked("rule")
    assert [tag for tag in rules() if tag not in tested] == []


def test_every_number_of_the_book_has_a_test() -> None:
    tested = set(marked("number"))
    assert tested - NUMBERS == set()
    missing = sorted(NUMBERS - tested, key=lambda name: int(name[1:]))
    assert missing == []


@pytest.mark.parametrize("mark", ["rule", "number"])
def test_marks_stand_on_tests_alone(mark: str) -> None:
    """A mark that decorates no test would count for nothing."""
    import ast

    from .sources import tree

    for path in files("tests"):
        decorated = 0
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found = sum(f"pytest.mark.{mark}(" in ast.unparse(one) for one in node.decorator_list)
                assert found == 0 or node.name.lower().startswith("test"), f"{path}:{node.lineno}"
                decorated += sum(ast.unparse(one).count(f"pytest.mark.{mark}(") for one in node.decorator_list)
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
                decorated += ast.unparse(node.value).count(f"pytest.mark.{mark}(")
        assert decorated == len(list(marks(path, mark))), path
