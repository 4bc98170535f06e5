"""The observation as entities: units, Zones and the edges among them, for networks of attention or of graphs.

The flat vector is made of equal rows, so that its parts are views of it: nothing is computed or copied but two masks.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wzc_env.warzone.senses import N_GROUND, Body, Ground, body_at, slices
from wzc_env.warzone.state import Setup

Array: TypeAlias = npt.NDArray[Any]

FORMS = ("vector", "entities")


class Entities:
    """What part of the vector is what, for the layout of a Setup.

    | Part | Shape | What it is |
    |---|---|---|
    | `globals` | (G,) | `whole`, `castings` and `focus` of the vector |
    | `units` | (U, F) | a unit row each: oneself, allies, enemies |
    | `zones` | (Z, K) | a Zone row each, without its edges |
    | `edges` | (Z, Z) | 1 where an open edge joins two Zones, -1 where a blocked one does, else 0 |
    | `unit_mask` | (U,) int8 | 1 where the row has a unit |
    | `zone_mask` | (Z,) int8 | 1 where the row has a Zone that is on the map |

    All but the masks are float32 and views of the vector. Action arguments number units and Zones as these rows do.
    """

    def __init__(self, setup: Setup) -> None:
        parts = slices(setup)
        units, zones = int(setup.unit_slots), int(setup.zone_slots)
        self._globals = slice(0, parts["focus"].stop)
        self._units = slice(parts["unit_0"].start, parts[f"unit_{units - 1}"].stop)
        self._zones = slice(parts["zone_0"].start, parts[f"zone_{zones - 1}"].stop)
        self._shapes = (units, -1), (zones, -1)
        self._unit_mark = body_at(setup) + int(Body.PRESENT)

    def split(self, views: Array) -> dict[str, Array]:
        """The parts of a vector of shape (numbers,), or of many, (n, numbers): then each part has n in front."""
        ahead = views.shape[:-1]
        units = views[..., self._units].reshape(*ahead, *self._shapes[0])
        zones = views[..., self._zones].reshape(*ahead, *self._shapes[1])
        on_map = (zones[..., Ground.PRESENT] != 0) & (zones[..., Ground.ABSENT] == 0)
        return {
            "globals": views[..., self._globals],
            "units": units,
            "zones": zones[..., :N_GROUND],
            "edges": zones[..., N_GROUND:],
            "unit_mask": (units[..., self._unit_mark] != 0).astype(np.int8),
            "zone_mask": on_map.astype(np.int8),
        }

    def spaces(self, box: spaces.Box) -> dict[str, spaces.Space[Any]]:
        """The space of each part, from that of the vector."""
        low, high = self.split(box.low), self.split(box.high)
        made: dict[str, spaces.Space[Any]] = {}
        for name, lowest in low.items():
            if name.endswith("_mask"):
                made[name] = spaces.Box(0, 1, lowest.shape, np.int8)
            else:
                made[name] = spaces.Box(lowest.copy(), high[name].copy())
        return made
