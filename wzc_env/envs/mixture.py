"""Several scenarios in one batch: one layout of actions and observations for all, and which lane plays which."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env.compiling import Compiled
from wzc_env.kernel import load, store, zeros
from wzc_env.warzone.actions import block_sizes, lay_out
from wzc_env.warzone.senses import size
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import MAX_ROUTINES, MAX_SPELLS, MAX_STANCES, MAX_UNITS, MAX_ZONES, Verb

from . import arguments
from .lanes import seat_table

SLOTS = {"units": MAX_UNITS, "zones": MAX_ZONES, "routines": MAX_ROUTINES, "stances": MAX_STANCES, "special": 1}
"""What may be padded, and to how many at most; "special": whether there is room for what few scenarios have."""

SPECIAL = ("zones", Verb.WORK), ("zones", Verb.BLAST), ("units", Verb.COMMAND), ("", Verb.RALLY)
"""Maneuvers that few scenarios have, with what their block counts."""


def least_blocks(games: Sequence[Compiled], slots: Mapping[str, int]) -> list[int]:
    """The size that each Verb's block needs, so that every game and what `slots` pads for fits."""
    units, zones, routines = slots["units"], slots["zones"], slots["routines"]
    options = max(units, zones, MAX_SPELLS)
    each = [block_sizes(load(Setup, game.setup, 0), units, zones, routines, options) for game in games]
    sizes = [max(column) for column in zip(*each, strict=True)]
    if slots.get("special"):
        for what, verb in SPECIAL:
            sizes[verb] = slots[what] if what else 1
    if slots.get("stances"):
        sizes[Verb.STANCE], sizes[Verb.END_STANCE] = max(sizes[Verb.STANCE], slots["stances"]), 1
    return sizes


def padded(
    game: Compiled, units: int, zones: int, routines: int, *, stances: int = 0, special: int = 0,
    least: Sequence[int] = (),
) -> Compiled:  # fmt: skip
    """The same scenario with room for so many units, Zones, routines and Stances in its actions and observations.

    `special` gives room for the maneuvers that few scenarios have, `least` for each Verb (see `actions.lay_out`).
    Battles of one seed are the same battles, action ids and observation rows apart. Raises TypeError, ValueError where
    it is too little room, or more than there is, or the layout has more actions than there are ids.
    """
    wanted = {"units": units, "zones": zones, "routines": routines, "special": special}
    slots = _slots([game], wanted | {"stances": stances} if stances else wanted)
    setup: Setup = load(Setup, game.setup, 0)
    lay_out(setup, units, zones, routines, least or least_blocks([game], slots))
    records = zeros(Setup, 1)
    store(setup, records, 0)
    return replace(game, setup=records)


class Mixture:
    """The scenarios of a batch, in one layout.

    Attributes:
        games: the scenarios, padded to equal slots.
        setups, rules: their records, one row each.
        table: what their seat actions mean, see `lanes.Table`.
        cuts: the ends of their shares of 2**32, int64; empty where every lane keeps its scenario.
        actions, length: of the action space and of the observation vector.
    """

    def __init__(
        self,
        scenarios: arguments.Source | Sequence[arguments.Source],
        max_rounds: int | None,
        pad_to: Mapping[str, int] | None,
        weights: Sequence[float] | None,
    ) -> None:
        listed: Sequence[Any] = scenarios if isinstance(scenarios, list | tuple) else [scenarios]
        if not listed:
            raise ValueError("scenario = []: allowed: one scenario or more")
        games = [arguments.game(one, max_rounds) for one in listed]
        slots = _slots(games, pad_to)
        least = least_blocks(games, slots)
        self.games = [padded(game, slots["units"], slots["zones"], slots["routines"], least=least) for game in games]
        self.setups: Any = np.concatenate([game.setup for game in self.games])
        self.rules: Any = np.concatenate([game.rules for game in self.games])
        twins = [load(Setup, self.setups, row) for row in range(len(games))]
        self.first: Setup = twins[0]
        self.table = seat_table(twins)
        self.cuts = _cuts(weights, len(games))
        self.actions, self.length = int(self.first.actions_n), int(size(self.first))

    def __len__(self) -> int:
        return len(self.games)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Mixture":
        return self  # nothing in it ever changes

    def rows(self, n: int) -> npt.NDArray[np.int64]:
        """The scenario of each lane where lanes keep theirs: in turn."""
        return np.arange(n) % len(self.games)


def _slots(games: list[Compiled], pad_to: Mapping[str, int] | None) -> dict[str, int]:
    """Units, Zones, routines and Stances that all have room for."""
    names = {"units": "unit_slots", "zones": "zone_slots", "routines": "routine_slots", "stances": "stances_n"}
    slots = {what: max(int(game.setup[name][0]) for game in games) for what, name in names.items()} | {"special": 0}
    if not isinstance(pad_to, Mapping | None):
        raise arguments.WrongTypeError(f"pad_to = {pad_to!r}: allowed: a dictionary of {', '.join(map(repr, slots))}")
    for what, wanted in (pad_to or {}).items():
        arguments.one_of("pad_to", what, list(slots))
        slots[what] = arguments.number(f"pad_to[{what!r}]", wanted, slots[what], SLOTS[what])
    return slots


def _cuts(weights: Sequence[float] | None, n: int) -> npt.NDArray[np.int64]:
    """Ends of the shares by which scenarios are drawn; empty without weights."""
    if weights is None:
        return np.zeros(0, np.int64)
    shares: Any = np.asarray(weights)
    if shares.shape != (n,) or shares.dtype.kind not in "fiu" or not np.isfinite(shares).all() or (shares < 0).any():
        raise ValueError(f"weights = {weights!r}: allowed: a number, 0 or more, for each of {n} scenarios")
    if shares.sum() <= 0:
        raise ValueError(f"weights = {weights!r}: allowed: one of them above 0 at least")
    return np.round(np.cumsum(shares / shares.sum()) * 2.0**32).astype(np.int64)
