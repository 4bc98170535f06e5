"""The game master's hand on a battle under way: an edit of the battlefield, or a prepared change that is called.

`Match.edit` and `Match.call` come here. What cannot be done is a ConfigError of one line, and nothing has changed then.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import networkx as nx

from . import battlefield, changing
from .battlefield import Battlefield
from .editing import Add
from .errors import ConfigError, listed, unknown
from .warzone import changes as kernels
from .warzone.actions import block_size
from .warzone.state import Change
from .warzone.words import Difficulty, Edge, Side, Tag, Trait, Verb, When

if TYPE_CHECKING:
    from .game import Match

FILE = "edit"


def field_of(match: "Match") -> Battlefield:
    """The battlefield as it is now."""
    b, names = match.battle, match.names
    shown = [z for z in range(match.setup.zones_n) if not b.zones[z].absent]
    graph = nx.Graph(title=match.compiled.scenario.battlefield.title)
    for z in shown:
        zone = b.zones[z]
        graph.add_node(
            names.zones[z],
            title=names.zone_titles[z],
            traits=tuple(trait.name.lower() for trait in Trait if zone.traits & trait),
            owner=Side(zone.owner).name.lower(),
            capacity=int(zone.capacity),
            at=list(match.compiled.layout[names.zones[z]]),
        )
    for one in shown:
        for two in (z for z in shown if z > one and b.edge[one][z] != Edge.ABSENT):
            graph.add_edge(names.zones[one], names.zones[two], **_edge(match, one, two))
    return battlefield.from_graph(graph, FILE)


def _edge(match: "Match", one: int, two: int) -> dict[str, Any]:
    b, zones = match.battle, match.names.zones
    gates = {}
    for start, end in ((one, two), (two, one)):
        if b.surcharge[start][end] or b.gate[start][end]:
            due = Difficulty(b.gate[start][end]).name.lower()
            gates[zones[end]] = (int(b.surcharge[start][end]), due)
    how = int(b.opens[one][two])
    return {
        "kind": Edge(b.edge[one][two]).name.lower(),
        "into": gates,
        "needs": tuple(tag.name.lower() for tag in Tag if b.needs[one][two] & tag),
        "opens": (Edge(how & 7).name.lower(), Difficulty(how >> 3).name.lower()) if how else None,
    }


def edit(match: "Match", entry: Mapping[str, Any]) -> None:
    """Make one edit, stated as in `[[changes]]` without `when`. Raises ConfigError."""
    _ready(match)
    made = changing.operation(entry, FILE)
    if isinstance(made, Add):
        raise ConfigError(
            FILE, "do", "add", "a Zone comes from the scenario", "call, with [[changes]] that hold it ready"
        )
    if isinstance(made, changing.Shut) and made.opens is not None and not block_size(match.setup, Verb.WORK):
        raise ConfigError(FILE, "opens", problem="no maneuver opens edges in this scenario", allowed="none")
    field = field_of(match)
    after = changing.step(field, made, match.compiled.tables, FILE, "")
    changing.check_ways(field, after, set(), FILE, "")
    change = Change()
    changing.fill_edit(change, made, match.names.zones)
    if not kernels.possible(match.battle, match.setup, change):
        raise ConfigError(FILE, "do", entry["do"], "the battlefield does not allow it now")
    kernels.make(match.battle, match.setup, match.rules, change)


def call(match: "Match", name: str) -> None:
    """Let a change that waits for the game master happen. Raises ConfigError."""
    _ready(match)
    planned = changing.parse(match.compiled.scenario.changes, FILE)
    waiting = {
        change.when.call: number
        for number, change in enumerate(planned)
        if change.when.call is not None and not match.battle.changed >> number & 1
    }
    if name not in waiting:
        raise ConfigError(FILE, "call", name, unknown("change that waits", str(name), waiting), listed(waiting))
    number = waiting[name]
    if not kernels.possible(match.battle, match.setup, match.setup.changes[number]):
        raise ConfigError(FILE, "call", name, "the battlefield does not allow it now")
    assert match.setup.changes[number].when == When.CALLED
    kernels.carry_out(match.battle, match.setup, match.rules, number)


def _ready(match: "Match") -> None:
    """Between two maneuvers of a battle under way."""
    if match.over:
        raise ConfigError(FILE, problem="the battle is over", allowed="a battle under way")
    if match.battle.depth:
        raise ConfigError(FILE, problem="a maneuver is under way", allowed="the next decision of a Breath or a Lull")
