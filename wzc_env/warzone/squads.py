"""Optional Module 2, the Squad as a block: its members, its place on the Count and on the map, its Shield Wall.

A Squad has a row of units like a creature, so that it is a target, takes up room, flees and leaves; what is its own
stands in `Battle.squads`. Its orders are in `orders.py`, its morale in `squad_morale.py`, what it does without a leader
in `leaderless.py`; wounds reach its members in `harm.py`.
"""

from wzc_env.kernel import kernel

from .events import say
from .state import Battle, Setup
from .words import MAX_MEMBERS, NONE, Note


@kernel
def is_squad(s: Setup, unit: int) -> bool:
    """Whether a unit is a Squad.

    [squad.block] L443-452: three to six identical members move, test morale and count for Control as one, while hit
    points, attacks, damage and saves stay each member's own. It has no Vigor (`count.maximum_vigor`), so the Count
    never selects it, and no reactions (`reactions.may_react`).
    """
    return s.sheets[unit].members != 0


@kernel
def next_member(b: Battle, s: Setup, unit: int, after: int) -> int:
    """The first member of a Squad on its feet behind place `after`, or NONE."""
    squad = b.squads[s.sheets[unit].squad]
    for member in range(after + 1, MAX_MEMBERS):
        if squad.hp[member] > 0:
            return member
    return NONE


@kernel
def heads(b: Battle, s: Setup, unit: int) -> int:
    """How many creatures a unit is: the members of a Squad on their feet, or one."""
    if not is_squad(s, unit):
        return 1
    squad = b.squads[s.sheets[unit].squad]
    n = 0
    for member in range(MAX_MEMBERS):
        if squad.hp[member] > 0:
            n += 1
    return n


@kernel
def in_wall(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a unit is a Squad in a Shield Wall."""
    return is_squad(s, unit) and b.squads[s.sheets[unit].squad].wall != 0


@kernel
def open_wall(b: Battle, s: Setup, unit: int) -> None:
    """A Shield Wall ends with the first step, willing or not, or other deed of the Squad; who calls this recounts."""
    if in_wall(b, s, unit):
        b.squads[s.sheets[unit].squad].wall = 0
        say(b, Note.WALL, unit, NONE, NONE, 0, 0)


@kernel
def most_hurt(b: Battle, s: Setup, unit: int) -> int:
    """The member on its feet with the fewest hit points, the first of equals."""
    squad = b.squads[s.sheets[unit].squad]
    best = next_member(b, s, unit, NONE)
    for member in range(MAX_MEMBERS):
        if 0 < squad.hp[member] < squad.hp[best]:
            best = member
    return best


@kernel
def member_hp(s: Setup, unit: int) -> int:
    """The hit points of an unhurt member."""
    return s.sheets[unit].hp_max // s.sheets[unit].members


@kernel
def leads(b: Battle, s: Setup, unit: int, squad_unit: int) -> bool:
    """Whether a creature commands a Squad: as its leader, or as a leader of its side that takes over a leaderless one.

    RULING LDR1 (chosen): nobody commands a Squad that has another leader; a stat block or an entry makes a leader.
    """
    sheet = s.sheets[unit]
    other = s.sheets[squad_unit]
    if sheet.side != other.side or is_squad(s, unit):
        return False
    leader = b.squads[other.squad].leader
    return leader == unit or (leader == NONE and sheet.leader != 0)


@kernel
def take_command(b: Battle, s: Setup, unit: int, squad_unit: int) -> None:
    """A new leader takes over a leaderless Squad with its first Command or Rally."""
    squad = b.squads[s.sheets[squad_unit].squad]
    if squad.leader != unit:
        squad.leader = unit
        say(b, Note.NEW_LEADER, unit, squad_unit, NONE, 0, 0)


@kernel
def form_up(b: Battle, s: Setup, unit: int) -> None:
    """A Squad at the start of the battle."""
    sheet = s.sheets[unit]
    squad = b.squads[sheet.squad]
    squad.unit = unit
    squad.leader = sheet.led_by
    for member in range(sheet.members):
        squad.hp[member] = sheet.hp // sheet.members
