"""The host's morale: when it is tested, who breaks, and what a creature in flight does."""

from wzc_env.hosts.osr import stands
from wzc_env.kernel import kernel

from .actions import single_id, zone_id
from .control import capable, pincered, recount
from .harm import take_flight
from .legality import why_not
from .movement import nearest_exit_step
from .squads import heads, is_squad
from .state import Battle, Rules, Setup
from .words import NONE, Life, Trigger, Verb, Why

FIRST_LOSS = 1
HALF_LOST = 2


@kernel
def losses(b: Battle, s: Setup, side: int) -> int:
    """How many of a side are dead or dying, the members of a Squad each."""
    n = 0
    for i in range(s.units_n):
        if s.sheets[i].side == side:
            if is_squad(s, i):
                n += s.sheets[i].members - heads(b, s, i)
            elif b.units[i].life == Life.DEAD or b.units[i].life == Life.DYING:
                n += 1
    return n


@kernel
def strength(s: Setup, side: int) -> int:
    """How many creatures a side began with, the members of a Squad each."""
    n = 0
    for i in range(s.units_n):
        if s.sheets[i].side == side:
            n += max(1, int(s.sheets[i].members))
    return n


@kernel
def new_triggers(b: Battle, s: Setup, r: Rules, side: int) -> int:
    """Which of the host's triggers a side has just met (bits): its first loss, half of it lost."""
    lost = losses(b, s, side)
    met = 0
    if r.host_morale_first_loss != 0 and lost >= 1:
        met |= FIRST_LOSS
    if r.host_morale_half != 0 and 2 * lost >= strength(s, side):
        met |= HALF_LOST
    return met & ~int(b.morale_made[side])


@kernel
def of_breed(s: Setup, unit: int, other: int) -> bool:
    """Whether two single creatures are of one breed and side; a Squad stands for itself."""
    one = s.sheets[unit]
    two = s.sheets[other]
    return two.side == one.side and two.breed == one.breed and two.members == 0


@kernel
def snared(b: Battle, s: Setup, leader: int) -> bool:
    """Whether a Pincer holds the Zone of any creature of this breed and side."""
    side = int(s.sheets[leader].side)
    for i in range(s.units_n):
        if of_breed(s, leader, i) and b.units[i].life == Life.UP:
            if pincered(b, side, int(b.units[i].zone)):
                return True
    return False


@kernel
def first_of_breed(b: Battle, s: Setup, unit: int) -> bool:
    """Whether no combat-capable creature of the same breed and side stands before it in roster order."""
    for i in range(unit):
        if of_breed(s, unit, i) and capable(b, i):
            return False
    return True


@kernel
def break_breed(b: Battle, s: Setup, leader: int) -> None:
    """All of a breed and side take flight."""
    for i in range(s.units_n):
        if of_breed(s, leader, i) and capable(b, i):
            take_flight(b, s, i)


@kernel
def test_morale(b: Battle, s: Setup, r: Rules, side: int) -> None:
    """Roll for each breed of a side that has met a new trigger; whoever fails flees.

    RULING MOR1: one roll a breed and side, as the classic games roll for a group; score 0 never rolls; triggers met
    at once make one roll. A Pincer on any of the breed takes 1 off the score, once (chosen).
    RULING MOR2 (chosen): each member of a Squad counts as a creature of the side; a Squad rolls for itself, together
    with what else shakes it (`squad_morale.test_squad`).
    """
    b.morale_due[side] = 0
    met = new_triggers(b, s, r, side)
    if met == 0:
        return
    b.morale_made[side] = int(b.morale_made[side]) | met
    for i in range(s.units_n):
        if is_squad(s, i):
            if s.sheets[i].side == side:
                squad = b.squads[s.sheets[i].squad]
                squad.due = int(squad.due) | Trigger.HOST
        elif s.sheets[i].side == side and s.sheets[i].morale > 0 and capable(b, i) and first_of_breed(b, s, i):
            malus = 0
            if snared(b, s, i):
                malus = int(r.pincer_morale)
            if not stands(b, s, r, i, malus):
                break_breed(b, s, i)
    recount(b, s, r)


@kernel
def flight(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """The action of a creature in flight: nobody is asked.

    RULING FLE2: it breaks a hold, leaves by its own exit when it stands there, else moves one Zone towards it; when
    nothing of that is possible it ends its Breath or forfeits.
    """
    if b.units[unit].holder != NONE and why_not(b, s, r, single_id(s, Verb.BREAK_HOLD)) == Why.OK:
        return single_id(s, Verb.BREAK_HOLD)
    if why_not(b, s, r, single_id(s, Verb.WITHDRAW)) == Why.OK:
        return single_id(s, Verb.WITHDRAW)
    step = nearest_exit_step(b, s, unit)
    if step != NONE and why_not(b, s, r, zone_id(s, Verb.MOVE, step)) == Why.OK:
        return zone_id(s, Verb.MOVE, step)
    if why_not(b, s, r, single_id(s, Verb.END)) == Why.OK:
        return single_id(s, Verb.END)
    return single_id(s, Verb.FORFEIT)
