"""`body` of a unit entry: a giant creature whose parts are Zones."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import networkx as nx

from . import battlefield
from .battlefield import OFF_MAP, Battlefield
from .errors import ConfigError, listed, unknown

if TYPE_CHECKING:
    from .scenario import UnitEntry


def check_bodies(entries: Sequence[tuple[str, "UnitEntry"]], field: Battlefield, file: str) -> None:
    """A body is one creature's own, of Zones of the map that hang together. Raises ConfigError."""
    owners: dict[str, str] = {}
    for where, entry in entries:
        if entry.body is None:
            continue
        place = f"{where}.body"
        if entry.count > 1 or entry.mob is not None or entry.squad:
            raise ConfigError(file, place, entry.body, "several creatures have no common body", "one creature")
        for number, name in enumerate(entry.body):
            here = f"{place}[{number}]"
            if name not in field.zones:
                raise ConfigError(file, here, name, unknown("Zone", name, field.zones), listed(field.zones))
            if OFF_MAP in field.zones[name].traits:
                raise ConfigError(file, here, name, "nobody climbs what is Off-Map", "Zones of the map")
            if name in owners:
                raise ConfigError(file, here, name, f"it belongs to {owners[name]} already", "each Zone once")
            owners[name] = place
        _check_joined(entry.body, field, file, place)


def _check_joined(body: Sequence[str], field: Battlefield, file: str, place: str) -> None:
    if not nx.is_connected(battlefield.graph(field).subgraph(body)):
        raise ConfigError(file, place, list(body), "no edges join them all", "Zones beside each other")
