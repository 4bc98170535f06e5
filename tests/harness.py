"""A table for rule tests: a few creatures on a small map, with every die listed.

match = stage(party=["sword_fighter@front"], foes=[("goblin@far", {"hp": 3})], dice=[15, 6])
play(match, "sword: Attack goblin with sword", "goblin: Pass")
assert_all_dice_used(match)
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wzc_env.game import Match
from wzc_env.paths import find
from wzc_env.scenario import Scenario, from_record, load
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Verb

LINE = {
    "title": "A line",
    "zones": {
        "back": {"title": "Party Back Line", "traits": ["back_line"], "owner": "party"},
        "front": {"title": "Party Front Line", "traits": ["front_line"], "owner": "party"},
        "far": {"title": "Enemy Front Line", "traits": ["front_line"], "owner": "foes"},
        "rear": {"title": "Enemy Back Line", "traits": ["back_line"], "owner": "foes"},
        "melee": {"title": "the Melee", "traits": ["melee"]},
        "flank": {"title": "Party Flank", "traits": ["flank"], "owner": "party"},
    },
    "edges": [
        {"join": ["back", "front"]},
        {"join": ["front", "far"], "kind": "engagement"},
        {"join": ["far", "rear"]},
        {"join": ["front", "melee"]},
        {"join": ["far", "melee"]},
        {"join": ["flank", "melee"]},
        {"join": ["flank", "back"]},
    ],
}
"""back ── front ⇌ far ── rear; the Melee joins front, far and flank; flank ── back."""

Entry = str | tuple[str, Mapping[str, Any]]


def scenario(
    party: Sequence[Entry],
    foes: Sequence[Entry],
    *,
    battlefield: Mapping[str, Any] | None = None,
    rules: Mapping[str, int] | None = None,
    host: str = "osr",
    max_rounds: int = 20,
    surprised: str | None = None,
    changes: Sequence[Mapping[str, Any]] = (),
    modules: Sequence[str] = ("zones",),
    hazards: Sequence[Mapping[str, Any]] = (),
    objectives: Sequence[Mapping[str, Any]] = (),
) -> Scenario:
    """A scenario of roster creatures, "creature@zone", each with changes to its stat block or its entry.

    Changes named hp_now, effects, name, leader, count, mob, squad and led_by go to the entry, all others to the stat
    block (merged one level deep).
    """
    from wzc_env import profile, roster, stances
    from wzc_env.warzone import tables

    profile_host, cells, spells = profile.load(find("hosts", host))
    table = tables.load().join(cells).overlay(dict(rules or {}), "test")
    kept = stances.of_modules(None, modules, "test", None)
    record: dict[str, Any] = {
        "name": "test", "title": "A test", "max_rounds": max_rounds, "surprised": surprised,
        "modules": list(modules), "hazards": list(hazards), "objectives": list(objectives),
        "changes": [dict(change) for change in changes],
        "host": profile_host.model_dump(mode="json"),
        "cells": {name: cell.model_dump(mode="json") for name, cell in table.cells.items()}
        if hasattr(next(iter(table.cells.values())), "model_dump")
        else dict(table.cells),
        "battlefield": dict(battlefield or LINE),
        "stances": {name: one.model_dump(mode="json") for name, one in kept.items()},
        "creatures": {}, "party": [], "foes": [],
    }  # fmt: skip
    for side, entries in (("party", party), ("foes", foes)):
        for number, item in enumerate(entries):
            place, changes = (item, {}) if isinstance(item, str) else item
            kind, zone = place.split("@")
            block = roster.load(find("roster", kind)).model_dump(mode="json", exclude_defaults=True)
            entry: dict[str, Any] = {"creature": kind, "zone": zone}
            usual = dict(block)
            for key, value in changes.items():
                if key in ("effects", "name", "leader", "count", "mob", "squad", "led_by", "body"):
                    entry[key] = value
                elif key == "hp_now":
                    entry["hp"] = value
                elif isinstance(value, Mapping) and isinstance(block.get(key), Mapping):
                    block[key] = {**block[key], **value}
                else:
                    block[key] = value
            if block != usual:  # equal stat blocks are one kind of creature
                equals = [name for name, known in record["creatures"].items() if known == block]
                entry["creature"] = equals[0] if equals else f"{kind}_{side}_{number}"
            record["creatures"][entry["creature"]] = block
            record[side].append(entry)
    needed = {name for block in record["creatures"].values() for name in block.get("spells", {})}
    record["spells"] = {name: s.model_dump(mode="json") for name, s in spells.items() if name in needed}
    return from_record(record, "test")


def stage(
    party: Sequence[Entry],
    foes: Sequence[Entry],
    *,
    dice: Sequence[int] | None = None,
    seed: int = 0,
    **options: Any,
) -> Match:
    """A Match on such a scenario, at its first decision. `dice=None` uses the seed."""
    return Match(scenario(party, foes, **options).compile(), seed=seed, dice=dice)


def shipped(name: str, *, dice: Sequence[int] | None = None, seed: int = 0) -> Match:
    """A Match on a shipped scenario."""
    return Match(load(name).compile(), seed=seed, dice=dice)


def play(match: Match, *lines: str) -> list[Event]:
    """Take actions written "who: action"; each must be that creature's decision. Returns what happened."""
    happened: list[Event] = []
    for line in lines:
        who, action = line.split(": ", 1)
        decision = match.decision
        assert decision is not None, f"the battle is over before {line!r}"
        label = match.names.labels[decision.unit]
        assert label == who, f"{line!r}: it is {label}'s decision ({decision.kind.name})"
        match.step(action)
        happened += match.take_events()
    return happened


def until(match: Match, reached: Callable[[], bool]) -> list[Event]:
    """Let everyone pass, forfeit or end until `reached()`."""
    happened: list[Event] = []
    while not reached():
        assert not match.over, "the battle is over before"
        for verb in (Verb.PASS, Verb.FORFEIT, Verb.END):
            action = int(match.setup.offset[verb])
            if not match.why(action):
                match.step(action)
                break
        else:
            raise AssertionError(f"no way on: {[match.words(a) for a in match.legal_actions()]}")
        happened += match.take_events()
    return happened


def until_breath_of(match: Match, who: str) -> list[Event]:
    """Let everyone else pass, forfeit or end until `who` chooses a maneuver at the start of its Breath."""
    return until(match, lambda: is_breath_of(match, who))


def is_breath_of(match: Match, who: str) -> bool:
    """Whether `who` is at the start of its selection."""
    decision = match.decision
    return (
        decision is not None
        and decision.kind == Kind.BREATH
        and match.names.labels[decision.unit] == who
        and match.battle.units[decision.unit].begun == 0
    )


def unit(match: Match, who: str) -> Any:
    """The record of a creature by its label."""
    return match.battle.units[index(match, who)]


def index(match: Match, who: str) -> int:
    """The number of a creature by its label."""
    return match.names.labels.index(who)


def zone(match: Match, name: str) -> Any:
    """The record of a Zone by its id."""
    return match.battle.zones[match.names.zones.index(name)]


def where(match: Match, who: str) -> str:
    """The id of the Zone where a creature stands."""
    return match.names.zones[unit(match, who).zone]


def vigor(match: Match) -> dict[str, int]:
    """Everybody's remaining Vigor."""
    return {label: int(match.battle.units[i].vigor) for i, label in enumerate(match.names.labels)}


def legal_words(match: Match) -> list[str]:
    """The legal actions in words."""
    return [match.words(action) for action in match.legal_actions()]


def dice_rolled(events: Sequence[Event], purpose: Purpose | None = None) -> list[Event]:
    """The DIE events, of one purpose if given."""
    return [e for e in events if e.note == Note.DIE and (purpose is None or e.what == purpose)]


def noted(events: Sequence[Event], note: Note) -> list[Event]:
    """The events of one kind."""
    return [e for e in events if e.note == note]


def modifiers(events: Sequence[Event], purpose: Purpose = Purpose.ATTACK) -> list[dict[Mod, int]]:
    """For each die of a purpose, the modifiers noted just before it, by source."""
    found, pending = [], {}
    for e in events:
        if e.note == Note.MOD:
            pending[Mod(e.what)] = int(e.mod)
        elif e.note == Note.DIE:
            if e.what == purpose:
                found.append(pending)
            pending = {}
    return found


def assert_all_dice_used(match: Match) -> None:
    """No scripted die is left over (a missing one raises DiceError when it is needed)."""
    assert match.dice_left == 0, f"{match.dice_left} dice left over"
