"""Optional Module 2, the morale of Squads: what shakes a Squad, its test, its flight and its rally."""

from wzc_env.hosts.osr import stands
from wzc_env.kernel import kernel

from .control import capable, controls, pincered, recount
from .events import say
from .squads import heads, is_squad, leads, take_command
from .state import Battle, Rules, Setup
from .words import NONE, Life, Note, Trait, Trigger, Why
from .zones import has, off_map

COUNTED = int(Trigger.HALF | Trigger.LEADER_LOST | Trigger.INTO_THE_MELEE | Trigger.OVERRUN)
"""Triggers (bits) with a step of their own; the Pincer's is taken while it holds, the host's takes none."""


@kernel
def is_lost(b: Battle, leader: int) -> bool:
    """Whether a leader can command no more.

    RULING LDR2 (chosen): it is down, has left, or has taken flight; asleep or held it may be back (RULING Q7).
    """
    return b.units[leader].life != Life.UP or b.units[leader].fleeing != 0


@kernel
def overrun_lines(b: Battle, s: Setup, side: int) -> int:
    """A side's own Back Lines (bits) that the enemy Controls.

    RULING OVR1 (chosen): a Squad's Back Line is any that its side owns alone.
    """
    lines = 0
    for z in range(s.zones_n):
        if b.zones[z].owner == side and has(b, z, Trait.BACK_LINE) and controls(b, 1 - side, z):
            lines |= 1 << z
    return lines


@kernel
def shake(b: Battle, s: Setup, unit: int, overrun: int) -> None:
    """Note what has just befallen a Squad."""
    squad = b.squads[s.sheets[unit].squad]
    made = int(squad.made)
    met = 0
    if 2 * heads(b, s, unit) <= s.sheets[unit].members:
        met |= Trigger.HALF
    if pincered(b, int(s.sheets[unit].side), int(b.units[unit].zone)):
        met |= Trigger.PINCER
    met &= ~made
    squad.made = made | met
    if squad.leader != NONE and is_lost(b, int(squad.leader)):
        squad.leader = NONE
        met |= Trigger.LEADER_LOST
    if overrun != 0:
        met |= Trigger.OVERRUN
    squad.due = int(squad.due) | met


@kernel
def steps_off(b: Battle, s: Setup, r: Rules, unit: int, due: int) -> int:
    """What triggers and a Pincer take off the morale score together, in steps."""
    steps = 0
    counted = due & COUNTED
    while counted != 0:
        counted &= counted - 1
        steps += r.squad_trigger
    if pincered(b, int(s.sheets[unit].side), int(b.units[unit].zone)):
        steps += r.pincer_morale
    return steps


@kernel
def test_squad(b: Battle, s: Setup, r: Rules, k: int) -> None:
    """One roll for all the triggers that are due; a Squad that fails takes flight.

    [squad.morale] L479-491: half its members gone, its leader lost, a Pincer, an order into the Melee, its Back Line
    overrun: each takes 1 off the host's morale score.
    RULING Q9: half fires once; what comes at once makes one roll; the Pincer's 1 counts once.
    RULING P7: a Pincer is tested once a Round, when it is first suffered.
    """
    squad = b.squads[k]
    unit = int(squad.unit)
    due = int(squad.due)
    squad.due = 0
    if due == 0 or s.sheets[unit].morale == 0 or not capable(b, unit):
        return
    say(b, Note.TRIGGER, unit, NONE, NONE, due, 0)
    if not stands(b, s, r, unit, steps_off(b, s, r, unit, due)):
        squad.wall = 0
        b.units[unit].fleeing = 1
        say(b, Note.FLEE, unit, NONE, NONE, 0, 0)
        recount(b, s, r)


@kernel
def test_squads(b: Battle, s: Setup, r: Rules) -> None:
    """Note for every Squad what has just befallen it, and test those that something has."""
    for side in range(2):
        lines = overrun_lines(b, s, side)
        fresh = lines & ~int(b.overrun[side])
        b.overrun[side] = lines
        for k in range(s.squads_n):
            unit = int(b.squads[k].unit)
            if s.sheets[unit].side == side and b.units[unit].life == Life.UP:
                shake(b, s, unit, fresh)
    for k in range(s.squads_n):
        if b.squads[k].due != 0:
            test_squad(b, s, r, k)


@kernel
def may_rally(b: Battle, s: Setup, unit: int, target: int) -> bool:
    """Whether a leader may try to rally this Squad: one in flight that it commands, or may take over.

    RULING RAL1 (chosen): from anywhere on the map, as a Command.
    """
    if target >= s.units_n or not is_squad(s, target) or not leads(b, s, unit, target):
        return False
    one = b.units[target]
    return one.life == Life.UP and one.fleeing != 0 and not off_map(b, int(b.units[unit].zone))


@kernel
def why_not_rally(b: Battle, s: Setup, unit: int) -> int:
    """Whether a leader has a Squad to rally (a Why)."""
    for k in range(s.squads_n):
        if may_rally(b, s, unit, int(b.squads[k].unit)):
            return Why.OK
    return Why.NO_SQUAD_FLEES


@kernel
def rally(b: Battle, s: Setup, r: Rules, unit: int, target: int) -> None:
    """The Squad tests morale again; if it stands it returns at the next Round start."""
    say(b, Note.RALLY, unit, target, NONE, 0, 0)
    take_command(b, s, unit, target)
    if stands(b, s, r, target, steps_off(b, s, r, target, 0)):
        b.squads[s.sheets[target].squad].rallied = 1


@kernel
def return_rallied(b: Battle, s: Setup) -> None:
    """Rallied Squads are in order again."""
    for k in range(s.squads_n):
        if b.squads[k].rallied != 0:
            b.squads[k].rallied = 0
            unit = int(b.squads[k].unit)
            if b.units[unit].life == Life.UP:  # a hazard may have come between
                b.units[unit].fleeing = 0
                say(b, Note.RETURN, unit, NONE, NONE, 0, 0)
