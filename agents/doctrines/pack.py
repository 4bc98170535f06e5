"""`pack`: two mobs that come at one place from two sides. One blow from each closes the Pincer; then they bite.

For creatures that act in mobs; the others of their side, and a pack of one mob, fight as the tactician does.
"""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import single_id
from wzc_env.warzone.control import capable
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import FAR, NONE, Edge, Kind, Verb

from ..base import KernelPolicy, acting, is_legal
from ..odds import known_foe, shock
from ..tactician import tactician
from .common import best_blow_at, cheapest_blow, step_to


@kernel
def prey_in(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """How many enemies that the unit's side knows of stand in a Zone."""
    n = 0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and b.units[foe].zone == zone:
            n += 1
    return n


@kernel
def sides_of(b: Battle, s: Setup, zone: int) -> int:
    """How many Zones an engagement line joins to this one: from each of them a pack may bite."""
    n = 0
    for z in range(s.zones_n):
        if b.edge[z][zone] == Edge.ENGAGEMENT:
            n += 1
    return n


@kernel
def prey_zone(b: Battle, s: Setup, unit: int) -> int:
    """The Zone with the most enemies of those that can be taken from two sides, or NONE."""
    best = NONE
    most = 0
    for zone in range(s.zones_n):
        if sides_of(b, s, zone) >= 2:
            n = prey_in(b, s, unit, zone)
            if n > most:
                most = n
                best = zone
    return best


@kernel
def is_first(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a creature is the first of its mob that can fight."""
    sheet = s.sheets[unit]
    if sheet.mob == 0 or not capable(b, unit):
        return False
    for i in range(unit):
        if s.sheets[i].side == sheet.side and s.sheets[i].mob == sheet.mob and capable(b, i):
            return False
    return True


@kernel
def other_mob(b: Battle, s: Setup, unit: int) -> int:
    """The first creature of the other of the two first mobs of the unit's side; NONE: there is one mob, or a third."""
    first = NONE
    second = NONE
    for i in range(s.units_n):
        if s.sheets[i].side == s.sheets[unit].side and is_first(b, s, i):
            if first == NONE:
                first = i
            elif second == NONE:
                second = i
    if second == NONE:
        return NONE
    if s.sheets[unit].mob == s.sheets[first].mob:
        return second
    if s.sheets[unit].mob == s.sheets[second].mob:
        return first
    return NONE


@kernel
def arm_of(b: Battle, s: Setup, unit: int, other: int, prey: int) -> int:
    """The side from which the unit's mob comes, so that both mobs together walk least; NONE where no way leads.

    Both mobs ask the same question, so that they agree; of equal pairs the lower mob has the first Zone.
    """
    one = unit
    two = other
    if s.sheets[unit].mob > s.sheets[other].mob:
        one = other
        two = unit
    best = NONE
    least = FAR
    for a in range(s.zones_n):
        for z in range(s.zones_n):
            if a != z and b.edge[a][prey] == Edge.ENGAGEMENT and b.edge[z][prey] == Edge.ENGAGEMENT:
                way = b.distance[b.units[one].zone][a] + b.distance[b.units[two].zone][z]
                if way < least:
                    least = way
                    best = a
                    if one != unit:
                        best = z
    return best


@kernel
def comes(b: Battle, s: Setup, r: Rules, other: int, zone: int, prey: int) -> bool:
    """Whether the other mob can still strike from its own side in this Round."""
    far = 0
    if b.edge[b.units[other].zone][prey] != Edge.ENGAGEMENT or b.units[other].zone == zone:
        far = int(r.cost_move)
    return b.units[other].vigor >= far + cheapest_blow(b, s, r, other)


@kernel
def in_place(b: Battle, s: Setup, r: Rules, unit: int, other: int, mask: Mask, prey: int, fear: float) -> int:
    """In its arm: the blow that counts for the Pincer, then wait for the other mob's; NONE once there is no waiting."""
    here = int(b.units[unit].zone)
    side = int(s.sheets[unit].side)
    struck = (int(b.zones[prey].struck_from[side]) >> here) & 1 != 0
    if b.zones[prey].arms[side] != 0:
        return NONE
    if not struck:
        return best_blow_at(b, s, r, unit, mask, prey, fear)
    if b.units[unit].vigor > b.units[other].vigor or not comes(b, s, r, other, here, prey):
        return NONE
    if is_legal(s, mask, Verb.END):
        return single_id(s, Verb.END)
    return NONE


@kernel
def hunt(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """The next maneuver of a mob of the pack, or NONE."""
    other = other_mob(b, s, unit)
    prey = prey_zone(b, s, unit)
    if other == NONE or prey == NONE or b.units[unit].holder != NONE:
        return NONE
    arm = arm_of(b, s, unit, other, prey)
    if arm == NONE:
        return NONE
    if b.units[unit].zone == arm:
        return in_place(b, s, r, unit, other, mask, prey, shock(b, s, r, 1 - s.sheets[unit].side))
    return step_to(b, s, r, unit, mask, arm)


@kernel
def pack(b: Battle, s: Setup, r: Rules, mask: Mask) -> int:
    """The pack's answer to the decision that waits."""
    unit = int(b.who)
    action = NONE
    if b.ask == Kind.BREATH and s.sheets[unit].mob != 0:
        action = hunt(b, s, r, unit, mask)
    if action == NONE:
        action = tactician(b, s, r, mask)
    return action


act = acting(pack)
policy = KernelPolicy("pack", act)
