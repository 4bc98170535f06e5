"""`dragon`: one mighty creature that holds its lair. It breathes where most enemies stand, then strikes with its one
heavy routine; with Vigor that no strike needs it takes its Holding Stance, so that nobody breaks into its lair easily.
It comes out only against those who hurt it from where it cannot reach them.

For creatures with an area attack; the others of their side fight as the tactician does.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import single_id, stance_id
from wzc_env.warzone.costs import attack_cost
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Kind, Module, Reaction, Verb

from ..base import KernelPolicy, acting, is_legal
from ..blasting import let_loose
from ..ground import peril
from ..odds import best_attack, shock
from ..tactician import best_open_attack, fight, rest, tactician

STANCE_PRICE = 2
"""Vigor of the Holding Stance: where it would cost a strike of this Round, the strike is worth more."""


@kernel
def hold_fast(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The Stance that makes an edge in Control Total, taken in its lair while no enemy is inside; or NONE."""
    side = int(s.sheets[unit].side)
    zone = int(b.units[unit].zone)
    if s.modules & Module.DETAILED_CONTROL == 0:
        return NONE
    if zone != s.sheets[unit].zone or b.zones[zone].strength[1 - side] != 0:
        return NONE
    lead = int(b.zones[zone].strength[side])
    for row in range(s.stances_n):
        more = int(s.stances[row].detailed)
        if mask[stance_id(s, row)] != 0 and lead < r.detailed_total_lead <= lead + more:
            return stance_id(s, row)
    return NONE


@kernel
def spare(b: Battle, s: Setup, r: Rules, unit: int) -> bool:
    """Whether two Vigor less leave as many strikes in this Round, after one Breath that has had its heavy one."""
    price = attack_cost(b, s, r, unit, 0)
    vigor = int(b.units[unit].vigor)
    return (vigor - STANCE_PRICE) // price == vigor // price


@kernel
def watch(b: Battle, s: Setup, unit: int, mask: Mask) -> int:
    """Nobody is in reach, nobody is a danger: wait in the lair for whoever comes in."""
    if b.units[unit].ready != Reaction.INTERDICT and is_legal(s, mask, Verb.READY_INTERDICT):
        return single_id(s, Verb.READY_INTERDICT)
    return rest(b, s, unit, mask)


@kernel
def reign(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The next maneuver of the lair's master, or NONE where it fights as the tactician does."""
    side = int(s.sheets[unit].side)
    fear = shock(b, s, r, 1 - side)
    dread = shock(b, s, r, side)
    blow = best_attack(b, s, r, unit, fear)
    breath = let_loose(b, s, r, unit, mask, blow, fear, dread)
    if breath != NONE:
        return breath
    if best_open_attack(b, s, r, unit, mask, fear) == NONE and (blow == NONE or spare(b, s, r, unit)):
        stance = hold_fast(b, s, r, unit, mask)
        if stance != NONE:
            return stance
    if blow != NONE:
        return fight(b, s, r, unit, mask, fear, dread)
    if b.units[unit].zone == s.sheets[unit].zone and peril(b, s, r, unit, dread) == 0.0:
        return watch(b, s, unit, mask)
    return NONE


@kernel
def dragon(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The dragon's answer to the decision that waits."""
    unit = int(b.who)
    action = NONE
    if b.ask == Kind.BREATH and s.sheets[unit].area.uses != 0 and b.units[unit].holder == NONE:
        action = reign(b, s, r, unit, mask)
    if action == NONE:
        action = tactician(b, s, r, mask)
    return action


act = acting(dragon)
policy = KernelPolicy("dragon", act)
