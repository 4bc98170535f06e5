"""Chapter 5, work on the battlefield: the maneuver that opens a blocked edge."""

from wzc_env.kernel import kernel

from .breath import pay
from .checks import check
from .costs import maneuver_cost
from .state import Battle, Rules, Setup
from .stealth import reveal
from .terrain import open_edge
from .words import Ability, Edge, Purpose, Verb, Why


@kernel
def why_not_work(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """Whether there is work that leads to this Zone from where the creature stands (a Why)."""
    if zone >= s.zones_n:
        return Why.NO_SUCH_ZONE
    here = int(b.units[unit].zone)
    if b.edge[here][zone] != Edge.BLOCKED:
        return Why.NOT_BLOCKED
    if b.opens[here][zone] == 0:
        return Why.WILL_NOT_OPEN
    return Why.OK


@kernel
def work(b: Battle, s: Setup, r: Rules, unit: int, zone: int) -> None:
    """Try to open the blocked edge to a Zone, from either end.

    RULING WRK1 (chosen): each attempt is an Improvised Action of the ordinary kind (2) with the map's check, by the
    better of STR and DEX; a failure costs the attempt alone. RULING WRK2 (chosen): nobody does it unseen.
    """
    pay(b, unit, maneuver_cost(b, r, unit, Verb.WORK), Verb.WORK)
    reveal(b, s, r, unit)
    here = int(b.units[unit].zone)
    how = int(b.opens[here][zone])
    if check(b, s, r, unit, Ability.NIMBLE, how >> 3, Purpose.WORK):
        open_edge(b, s, r, unit, here, zone, how & 7, 0)
