"""One direction for what the parts of the project know of each other, read from the syntax of every file."""

import pytest

from .sources import PACKAGES, files, imports, module_of

FOUNDATIONS = {"wzc_env.checked", "wzc_env.errors", "wzc_env.paths"}

ALLOWED = {
    "wzc_env.kernel": {"wzc_env.kernel"},
    "wzc_env.hosts": {"wzc_env.kernel", "wzc_env.hosts", "wzc_env.warzone"},
    "wzc_env.warzone": {"wzc_env.kernel", "wzc_env.hosts", "wzc_env.warzone"},
    "agents": {"agents", "wzc_env.kernel", "wzc_env.warzone", "wzc_env.policies"},
}
"""What each part may import of the project; a name stands for all below it."""

EXCEPTIONS = {
    "wzc_env.warzone.tables": FOUNDATIONS,  # the table of the rules is a file, and files are checked in one way
    "wzc_env.warzone.bundle": {"wzc_env.game"},  # the type alone: a bundle is played on a Match
}

HOST_MAY_KNOW = {"wzc_env.warzone.state", "wzc_env.warzone.words", "wzc_env.warzone.events"}
"""A host resolves rolls on the records and tells of them; it calls no rule."""

DOORS = {
    "wzc_env.cli": "the command line starts experiments by name",
    "wzc_env.render.reports": "the tables that the command line prints of them",
}
"""The modules of wzc_env, beside the adapters in wzc_env.envs, that may know agents and experiments."""

COMMANDS = {"wzc_env.cli", "wzc_env.rules_cli", "wzc_env.generate_cli", "wzc_env.terminal"}
ADAPTERS = {"wzc_env.envs", "wzc_env.render", "wzc_env.__main__", "wzc_env.replay"} | COMMANDS
FACE = "wzc_env"  # the package itself shows the adapters' public names

OUTSIDE = {
    "numba": {"wzc_env.kernel"},
    "networkx": {
        "wzc_env.battlefield",
        "wzc_env.edits",
        "wzc_env.editing",
        "wzc_env.changing",
        "wzc_env.giants",
        "wzc_env.referee",
    },
    "typer": COMMANDS,
    "rich": COMMANDS | {"wzc_env.render"},
}
"""Where a library may be imported in wzc_env: a change of it is felt there alone."""


def below(name: str, parts: set[str]) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def ours(name: str) -> bool:
    return below(name, {*PACKAGES, "tests"})


def test_the_reader_of_imports_sees_them() -> None:
    """The tests below would pass on nothing."""
    found = {module_of(path): set(imports(path)) for path in files(*PACKAGES)}
    assert "wzc_env.warzone.words" in found["wzc_env.warzone.count"]
    assert "wzc_env.hosts.osr" in found["wzc_env.warzone.attacks"]
    assert "wzc_env.game" in found["wzc_env.warzone.bundle"]
    assert "numba" in set().union(*(names for module, names in found.items() if below(module, {"wzc_env.kernel"})))
    bundle = next(path for path in files("wzc_env") if path.name == "bundle.py")
    assert "wzc_env.game" not in set(imports(bundle, types=False))


@pytest.mark.parametrize("part", ALLOWED)
def test_a_part_imports_only_what_stands_below_it(part: str) -> None:
    wrong, seen = [], 0
    for path in files(*PACKAGES):
        module = module_of(path)
        if below(module, {part}):
            seen += 1
            allowed = ALLOWED[part] | EXCEPTIONS.get(module, set())
            wrong += [(module, name) for name in imports(path) if ours(name) and not below(name, allowed)]
    assert seen > 0
    assert wrong == []


def test_the_exceptions_are_still_needed_and_no_more_than_that() -> None:
    for path in files("wzc_env"):
        module = module_of(path)
        if module in EXCEPTIONS:
            assert set(imports(path)) >= EXCEPTIONS[module]
        if module == "wzc_env.warzone.bundle":
            assert not any(name == "wzc_env.game" for name in imports(path, types=False))


def test_a_host_calls_no_rule() -> None:
    for path in files("wzc_env/hosts"):
        known = {name for name in imports(path) if below(name, {"wzc_env.warzone"})}
        assert known <= HOST_MAY_KNOW, path


def test_the_package_does_not_know_agents_and_experiments() -> None:
    wrong = []
    for path in files("wzc_env"):
        module = module_of(path)
        if not below(module, {"wzc_env.envs", *DOORS}):
            wrong += [(module, name) for name in imports(path) if below(name, {"agents", "experiments", "tests"})]
    assert wrong == []


def test_the_game_does_not_know_its_adapters() -> None:
    wrong = []
    for path in files("wzc_env"):
        module = module_of(path)
        if module != FACE and not below(module, ADAPTERS):
            wrong += [(module, name) for name in imports(path) if below(name, ADAPTERS)]
    assert wrong == []


def test_nothing_shipped_imports_tests() -> None:
    for path in files(*PACKAGES):
        assert not any(below(name, {"tests"}) for name in imports(path)), path


@pytest.mark.parametrize("library", OUTSIDE)
def test_a_library_stays_where_it_belongs(library: str) -> None:
    users = {module_of(path) for path in files("wzc_env") if any(below(name, {library}) for name in imports(path))}
    assert users
    assert {module for module in users if not below(module, OUTSIDE[library])} == set()


def test_no_module_imports_itself_in_a_circle() -> None:
    """Imports at the head of a file, types apart."""
    known = {module_of(path): path for path in files(*PACKAGES)}
    leads = {
        module: {name for name in imports(path, types=False, inside=False) if name in known and name != module}
        for module, path in known.items()
    }
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join((*trail[trail.index(module) :], module))
        if module not in done:
            for name in leads[module]:
                visit(name, (*trail, module))
            done.add(module)

    for module in leads:
        visit(module, ())
    assert len(done) == len(known)
