"""Squads of a scenario: what an entry with `squad = true` may say, and who leads it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import UNSET, ConfigError, listed, unknown
from .warzone.words import LEAST_MEMBERS, MAX_MEMBERS, MAX_SQUADS

if TYPE_CHECKING:
    from .roster import Creature
    from .scenario import Scenario, UnitEntry

NOBODY = "nobody"
"""The leader of a Squad that begins leaderless."""

MOST_HP = 30_000
"""Hit points of a whole Squad: a field of 16 bits holds them."""

HELPLESS = ("held", "asleep")


def check_squads(whole: "Scenario", entries: Sequence[tuple[str, "UnitEntry"]], file: str) -> None:
    """Every Squad of a scenario is one. Raises ConfigError."""
    squads = 0
    for where, entry in entries:
        if not entry.squad:
            if entry.led_by is not None:
                raise ConfigError(
                    file, f"{where}.led_by", entry.led_by, "only a Squad is led", "squad = true beside it"
                )
            continue
        if "squads" not in whole.modules:
            problem = 'needs the module "squads", which is off'
            raise ConfigError(file, f"{where}.squad", True, problem, 'modules = ["zones", "squads"]')
        _check_squad(entry, whole.creatures[entry.block], where, file)
        commander(whole, where.partition("[")[0], entry, file, where)
        squads += 1
        if squads > MAX_SQUADS:
            raise ConfigError(file, f"{where}.squad", True, f"{squads} Squads in the battle", f"{MAX_SQUADS} at most")


def _check_squad(entry: "UnitEntry", creature: "Creature", where: str, file: str) -> None:
    """The entry of a Squad goes with what a Squad is."""
    allowed = f"{LEAST_MEMBERS} to {MAX_MEMBERS}"
    if not LEAST_MEMBERS <= entry.count <= MAX_MEMBERS:
        raise ConfigError(file, f"{where}.count", entry.count, f"a Squad of {entry.count}", allowed)
    if creature.is_pc:
        raise ConfigError(file, f"{where}.squad", True, "player characters form no Squad", "monsters")
    if entry.prepared(creature):
        raise ConfigError(file, f"{where}.squad", True, "a Squad casts no spells", "creatures without spells")
    if entry.mob is not None:
        raise ConfigError(file, f"{where}.mob", entry.mob, "a Squad is no part of a mob", "one of the two")
    if entry.leader:
        raise ConfigError(file, f"{where}.leader", entry.leader, "a Squad leads nobody", "a single creature")
    for name in HELPLESS:
        if name in entry.effects:
            raise ConfigError(file, f"{where}.effects.{name}", problem="a Squad is not helpless as a whole")
    most = MOST_HP // entry.count
    if creature.hp > most:
        problem = f"{entry.count} members of {creature.hp} hit points"
        raise ConfigError(file, f"{where}.squad", True, problem, f"{most} hit points each at most")


def commander(whole: "Scenario", side: str, squad: "UnitEntry", file: str = "", where: str = "") -> "UnitEntry | None":
    """The entry of the creature that leads a Squad at the start; None for a leaderless one. Raises ConfigError.

    `led_by` names it by its name, its stem or its creature; without, it is the only leader of the side.
    """
    if squad.led_by == NOBODY:
        return None
    singles: list[UnitEntry] = [entry for entry in getattr(whole, side) if not entry.squad]
    key = f"{where}.led_by"
    if squad.led_by is None:
        found = [entry for entry in singles if whole.is_leader(entry)]
        many = sum(entry.count for entry in found)
        if many != 1:
            problem = "is missing: " + (f"{many} leaders on its side" if many else "no leader on its side")
            raise ConfigError(file, key, UNSET, problem, _allowed(whole, found or singles))
    else:
        found = [entry for entry in singles if squad.led_by.casefold() in called(whole, entry)]
        if not found:
            known = [called(whole, entry)[0] for entry in singles]
            problem = unknown("creature on its side", squad.led_by, known)
            raise ConfigError(file, key, squad.led_by, problem, _allowed(whole, singles))
        if sum(entry.count for entry in found) > 1:
            raise ConfigError(file, key, squad.led_by, "may be several creatures", "the name of one alone")
    if found[0].mob is not None:
        raise ConfigError(file, key, squad.led_by or UNSET, "the leader acts in a mob", "a creature that acts alone")
    return found[0]


def called(whole: "Scenario", entry: "UnitEntry") -> list[str]:
    """What `led_by` may call a creature, the shortest that the scenario's text uses first."""
    names = [entry.name or whole.creatures[entry.block].stem, entry.creature]
    return [name.casefold() for name in names]


def _allowed(whole: "Scenario", entries: Sequence["UnitEntry"]) -> str:
    return listed([*dict.fromkeys(called(whole, entry)[0] for entry in entries), NOBODY])
