"""Battles without end: a seed becomes a scenario of a party, its foes and an edited battlefield.

`generate(seed)` is a pure function of its arguments: the same ones give the same scenario. `difficulty` is the knob:
the foes' Hit Dice for each level of the party (`budget`). What it means in games won is measured, not promised:
`python -m wzc_env.experiments.difficulty` prints it.

Two splits never share a battle: every scenario belongs to "train" or to "test" by a digest of what it states.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from . import battlefield, scenario
from .errors import ConfigError, listed
from .paths import names
from .roster import Creature
from .roster import load as load_creature
from .scenario import Scenario
from .warzone import tables

SPLITS = ("train", "test")
TEST_SHARE = 5
"""One battle in so many belongs to the split "test"."""

HEROES = ("fighter", "thief", "cleric", "magic_user")
FOES = (
    "goblin", "orc", "skeleton", "raider_archer", "giant_spider", "wolf", "bugbear", "centaur", "raider_captain",
    "ogre", "veteran_captain",
)  # fmt: skip
"""Who is drawn from. Names are appended only: another list is another battle for every seed."""

FIELDS = ("default_no_off_map", "broken_line", "proving_ground", "lane")
"""Battlefields that are edited, when none is asked for."""

MOST_FOES = 14
EDITS = 3  # at most
ATTEMPTS = 200  # draws until one is a battle of the right split


@dataclass(frozen=True)
class Recipe:
    """What is asked for, checked. Raises ValueError with one line about the first argument that is wrong."""

    seed: int
    split: str = "train"
    difficulty: float = 0.5  # 0 ... 1
    level: int = 3  # of every hero, 1 ... 5
    heroes: int = 4  # 1 ... 8
    field: str | None = None  # a battlefield's name; None: any of FIELDS

    def __post_init__(self) -> None:
        for what in ("seed", "level", "heroes"):  # NumPy's integers are whole numbers too
            if isinstance(getattr(self, what), np.integer):
                object.__setattr__(self, what, int(getattr(self, what)))
        if type(self.seed) is not int or self.seed < 0:
            raise ValueError(f"seed = {self.seed!r}: must be a whole number; allowed: 0 or more")
        if self.split not in SPLITS:
            raise ValueError(f"split = {self.split!r}: no such split; allowed: {listed(SPLITS)}")
        if not isinstance(self.difficulty, int | float) or not 0 <= self.difficulty <= 1:
            raise ValueError(f"difficulty = {self.difficulty!r}: out of range; allowed: 0 to 1")
        for what, value, least, most in (("level", self.level, 1, 5), ("heroes", self.heroes, 1, 8)):
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{what} = {value!r}: out of range; allowed: {least} to {most}")
        known = names("battlefields")
        if self.field is not None and self.field not in known:
            raise ValueError(f"field = {self.field!r}: no such battlefield; allowed: {listed(known)}")

    @property
    def fields(self) -> tuple[str, ...]:
        """The battlefields to draw from."""
        return FIELDS if self.field is None else (self.field,)

    @property
    def budget(self) -> float:
        """Hit Dice of the foes: 0.8 a level of the party at difficulty 0, 2.4 at 1."""
        return self.level * self.heroes * (0.8 + 1.6 * self.difficulty)


@dataclass(frozen=True)
class Draft:
    """A generated battle: the tables that its file states, and the scenario that they make."""

    tables: dict[str, Any]
    scenario: Scenario

    @property
    def toml(self) -> str:
        """The text of its file."""
        return "".join(_lines(self.tables))


def generate(seed: int, **wishes: Any) -> Draft:
    """The battle of a seed: see `Recipe` for the arguments. Raises ValueError about one that is wrong."""
    recipe = Recipe(seed, **wishes)
    for attempt in range(ATTEMPTS):
        generator = np.random.default_rng([recipe.seed, attempt, 0x7A1])
        stated = _draw(recipe, generator)
        if split_of(stated) != recipe.split:
            continue
        try:
            made = scenario.build(stated, f"{recipe.split}_{recipe.seed}", "generated")
        except ConfigError:  # an edit left no battlefield, or a Zone was too small: draw again
            continue
        return Draft(stated, made)
    raise ValueError(f"seed = {seed}: no battle in {ATTEMPTS} draws; allowed: fewer heroes, or another battlefield")


def split_of(stated: dict[str, Any]) -> str:
    """The split that a battle belongs to, by what it states, its title apart."""
    content = json.dumps({key: value for key, value in stated.items() if key != "title"}, sort_keys=True)
    return SPLITS[int(hashlib.sha256(content.encode()).hexdigest(), 16) % TEST_SHARE == 0]


def _draw(recipe: Recipe, generator: np.random.Generator) -> dict[str, Any]:
    """One battle, perhaps impossible."""
    chosen = str(generator.choice(recipe.fields))
    field = battlefield.load(chosen, tables.load())
    edits = list(_edits(field, generator))
    gone = {zone for edit in edits for zone in _removed(edit)}
    party = _party(recipe, _places(field, "party", gone), generator)
    foes = _foes(recipe, _places(field, "foes", gone), generator)
    stated: dict[str, Any] = {"title": f"Battle {recipe.seed}", "battlefield": chosen}
    if edits:
        stated["edits"] = edits
    return stated | {"party": party, "foes": foes}


Places = dict[str, list[str]]
"""A side's own Zones to start in, by what they are good for: "near" (melee), "far" (missiles and spells), "all"."""


def _places(field: battlefield.Battlefield, side: str, gone: set[str]) -> Places:
    """Where a side may start: its own Zones, or the first or last Zone of a map that has no owners."""
    own = [name for name, zone in field.zones.items() if zone.owner == side and name not in gone]
    if not own:
        rest = [name for name in field.zones if name not in gone]
        own = [rest[0] if side == "party" else rest[-1]]
    near = [name for name in own if "front_line" in field.zones[name].traits] or own
    far = [name for name in own if "back_line" in field.zones[name].traits] or own
    return {"near": near, "far": far, "all": own}


def _zone(creature: Creature, places: Places, generator: np.random.Generator) -> str:
    """Where a creature starts: three times of four where it belongs, else anywhere of its side's own."""
    shoots = bool(creature.casts and creature.armour == "unarmoured") or all(
        attack.range is not None for _, attack in creature.routines
    )
    kind = "all" if generator.random() < 0.25 else "far" if shoots else "near"
    return str(generator.choice(places[kind]))


def _party(recipe: Recipe, places: Places, generator: np.random.Generator) -> list[dict[str, Any]]:
    """Heroes of the classic classes, at least one of them in armour."""
    kinds = ["fighter", *generator.choice(HEROES, recipe.heroes - 1)]
    return [
        {"creature": str(kind), "level": recipe.level, "zone": _zone(_creature(str(kind)), places, generator)}
        for kind in kinds
    ]


def _foes(recipe: Recipe, places: Places, generator: np.random.Generator) -> list[dict[str, Any]]:
    """One to three kinds of monster until the budget is used; three or more of a kind in one Zone are a mob."""
    left = max(1.0, recipe.budget)
    able = [name for name in FOES if _dice(name) <= max(1.0, left / 2)]
    kinds = [str(kind) for kind in generator.choice(able, min(len(able), int(generator.integers(1, 4))), replace=False)]
    counts = dict.fromkeys(kinds, 0)
    while sum(counts.values()) < MOST_FOES:
        fitting = [kind for kind in kinds if _dice(kind) <= left]
        if not fitting:
            break
        kind = str(generator.choice(fitting))
        counts[kind] += 1
        left -= _dice(kind)
    if not any(counts.values()):
        counts[min(kinds, key=_dice)] = 1
    entries: list[dict[str, Any]] = []
    for kind, count in counts.items():
        entries += _posted(kind, count, places, generator)
    return entries


def _posted(kind: str, count: int, places: Places, generator: np.random.Generator) -> Iterator[dict[str, Any]]:
    """The entries of so many monsters of a kind: together, or in two Zones."""
    first = count if generator.random() < 0.6 else (count + 1) // 2
    for number, size in enumerate(part for part in (first, count - first) if part):
        entry: dict[str, Any] = {"creature": kind, "zone": _zone(_creature(kind), places, generator)}
        if size > 1:
            entry["count"] = size
        if size > 2:
            entry["mob"] = kind.replace("_", "") + ("band", "pack")[number]
        yield entry


@cache
def _creature(kind: str) -> Creature:
    return load_creature(kind)


def _dice(kind: str) -> float:
    return _creature(kind).half_dice / 2


def _edits(field: battlefield.Battlefield, generator: np.random.Generator) -> Iterator[dict[str, Any]]:
    """Up to three edits of the map; some may turn out impossible, which the loader says."""
    inner = [name for name, zone in field.zones.items() if zone.owner in ("nobody", "both")]
    for number in range(int(generator.integers(0, EDITS + 1))):
        edge = field.edges[int(generator.integers(len(field.edges)))]
        zone, hill = str(generator.choice(list(field.zones))), f"hill_{number}"
        match int(generator.integers(6)):
            case 0 if inner:
                yield {"do": "remove", "zone": str(generator.choice(inner))}
            case 1:
                yield {"do": "block", "edge": list(edge.join)}
            case 2:
                yield {"do": "capacity", "zone": zone, "capacity": int(generator.integers(2, 5))}
            case 3:
                other = str(generator.choice([name for name in field.zones if name != zone]))
                yield {
                    "do": "add", "zone": hill, "title": f"Hill {number + 1}", "traits": ["high_ground"],
                    "edges": [
                        {"join": [zone, hill], "kind": "vertical", "into": {hill: {"check": "standard"}}},
                        {"join": [other, hill]},
                    ],
                }  # fmt: skip
            case 4:
                into = str(generator.choice(edge.join))
                yield {"do": "effect", "edge": list(edge.join), "into": into, "surcharge": 1}
            case _:
                yield {"do": "effect", "zone": zone, "traits": ["high_ground"]}


def _removed(edit: dict[str, Any]) -> list[str]:
    return [edit["zone"]] if edit["do"] == "remove" else []


def _lines(stated: dict[str, Any]) -> Iterator[str]:
    """The tables as TOML: keys first, then each list of tables."""
    for key, value in stated.items():
        if not isinstance(value, list):
            yield f"{key} = {_value(value)}\n"
    for key, value in stated.items():
        for entry in value if isinstance(value, list) else ():
            yield f"\n[[{key}]]\n"
            yield from (f"{name} = {_value(inner)}\n" for name, inner in entry.items())


def _value(value: Any) -> str:
    """A value as TOML; tables inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return json.dumps(value)
