"""Optional Module 2, Command: what a leader pays, which orders a Squad can carry out, and how it does.

A Command is paid first; the leader then chooses the order, and its Zone or its enemy where it needs one. The order is
carried out at once.
"""

from wzc_env.hosts.osr import weapon_damage
from wzc_env.kernel import kernel

from .attacks import roll_to_hit, stray_shot, why_not_attack, why_not_routine
from .breath import pay
from .control import attack_completed, recount
from .costs import at_speed
from .events import say, write
from .frames import pop, push
from .giants import gap, spot
from .harm import hurt, wound
from .levers import capped
from .movement import nearest_exit_step, passes_checks, why_not_move
from .squad_morale import test_squad
from .squads import heads, in_wall, is_squad, leads, next_member, open_wall, take_command
from .state import Battle, Frame, Rules, Setup
from .words import N_ORDERS, NONE, Life, Note, Order, Purpose, Step, Trait, Trigger, Verb, Why
from .zones import has, passable


@kernel
def command_cost(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """The Vigor of one Command.

    [squad.command] L454-468: 2; a player character of INT or CHA +2 and a monster leader of HD 4 pay 1. A Squad pays
    nothing for what it is ordered to do; one Breath may hold several Commands, also to the same Squad.
    """
    sheet = s.sheets[unit]
    cost = int(r.command_base)
    if sheet.pc != 0:
        if max(int(sheet.charisma), int(sheet.intelligence)) >= r.command_ability:
            cost = int(r.command_able)
    elif sheet.hd_half >= 2 * r.command_hd:
        cost = int(r.command_able)
    return at_speed(b, r, unit, cost)


@kernel
def squad_routine(b: Battle, s: Setup, unit: int, ranged: int) -> int:
    """The first melee or missile routine of the stat block at hand, or NONE."""
    for routine in range(s.sheets[unit].routines_n):
        if s.sheets[unit].routines[routine].ranged == ranged and why_not_routine(b, s, unit, routine) == Why.OK:
            return routine
    return NONE


@kernel
def striking_routine(b: Battle, s: Setup, unit: int, target: int, ranged: int) -> int:
    """The routine that an order against this enemy uses: the first at hand that reaches it, or NONE."""
    for routine in range(s.sheets[unit].routines_n):
        if s.sheets[unit].routines[routine].ranged == ranged and why_not_routine(b, s, unit, routine) == Why.OK:
            if why_not_attack(b, s, unit, routine, target) == Why.OK:
                return routine
    return NONE


@kernel
def may_strike(b: Battle, s: Setup, unit: int, target: int, ranged: int) -> bool:
    """Whether a Squad reaches this enemy with its melee or missile weapon."""
    return striking_routine(b, s, unit, target, ranged) != NONE


@kernel
def may_march(b: Battle, s: Setup, unit: int, zone: int, melee: bool) -> bool:
    """Whether a Squad may be sent into a Zone, by the order for the Melee or that for any other Zone.

    RULING M19: surcharges are not paid (the Command covers the movement); every check is made.
    """
    if zone >= s.zones_n or not passable(b, int(b.units[unit].zone), zone):
        return False
    return has(b, zone, Trait.MELEE) == melee and why_not_move(b, s, unit, zone) == Why.OK


@kernel
def may_fall_back(b: Battle, s: Setup, unit: int) -> bool:
    """Whether there is a step to the Squad's own Back Line or Flank; never through the Melee."""
    step = nearest_exit_step(b, s, unit)
    return step != NONE and may_march(b, s, unit, step, False)


@kernel
def may_order(b: Battle, s: Setup, r: Rules, unit: int, order: int) -> bool:
    """Whether a Squad can carry out an order now."""
    if order == Order.SHIELD_WALL:
        return b.squads[s.sheets[unit].squad].wall == 0
    if order == Order.FALL_BACK:
        return may_fall_back(b, s, unit)
    if order == Order.ADVANCE or order == Order.INTO_THE_MELEE:
        for zone in range(s.zones_n):
            if may_march(b, s, unit, zone, order == Order.INTO_THE_MELEE):
                return True
    elif not capped(b, s, r, unit):
        for target in range(s.units_n):
            if may_strike(b, s, unit, target, int(order == Order.VOLLEY)):
                return True
    return False


@kernel
def why_not_command(b: Battle, s: Setup, r: Rules, unit: int, target: int) -> int:
    """Whether a leader may command this Squad (a Why).

    RULING Q6: from anywhere on the map. RULING Q7: a leader without Vigor leaves the Squad idle, not leaderless.
    """
    if target >= s.units_n:
        return Why.NO_SUCH_UNIT
    if not is_squad(s, target):
        return Why.NO_SQUAD
    if not leads(b, s, unit, target):
        return Why.NOT_ITS_LEADER
    if b.units[target].life != Life.UP:
        return Why.TARGET_DOWN
    if b.units[target].fleeing != 0:
        return Why.SQUAD_FLEES
    for order in range(N_ORDERS):
        if may_order(b, s, r, target, order):
            return Why.OK
    return Why.NO_ORDER


@kernel
def command(b: Battle, s: Setup, r: Rules, unit: int, squad_unit: int) -> None:
    """Pay for a Command; the order is chosen next."""
    pay(b, unit, command_cost(b, s, r, unit), Verb.COMMAND)
    take_command(b, s, unit, squad_unit)
    push(b, Step.CHOOSE_ORDER, unit)
    frame = b.frames[b.depth - 1]
    frame.target = squad_unit
    frame.verb = Verb.COMMAND


@kernel
def choose_order(b: Battle, s: Setup, r: Rules, unit: int, order: int) -> None:
    """The order is chosen: carry it out, or ask for its Zone or enemy."""
    frame = b.frames[b.depth - 1]
    frame.routine = order
    if order == Order.ADVANCE or order == Order.INTO_THE_MELEE:
        frame.step = Step.CHOOSE_MARCH
    elif order == Order.ATTACK or order == Order.VOLLEY:
        frame.step = Step.CHOOSE_MARK
    else:
        carry_out(b, s, r, unit, NONE)


@kernel
def may_choose(b: Battle, s: Setup, r: Rules, frame: Frame, option: int) -> bool:
    """Whether an option answers what the Command asks: an order, its Zone or its enemy."""
    squad_unit = int(frame.target)
    if frame.step == Step.CHOOSE_ORDER:
        return option < N_ORDERS and may_order(b, s, r, squad_unit, option)
    if frame.step == Step.CHOOSE_MARCH:
        return may_march(b, s, squad_unit, option, frame.routine == Order.INTO_THE_MELEE)
    return may_strike(b, s, squad_unit, option, int(frame.routine == Order.VOLLEY))


@kernel
def carry_out(b: Battle, s: Setup, r: Rules, unit: int, option: int) -> None:
    """The Squad does what it was told; `option` is the Zone or the enemy of the order."""
    frame = b.frames[b.depth - 1]
    squad_unit = int(frame.target)
    order = int(frame.routine)
    marches = frame.step == Step.CHOOSE_MARCH
    pop(b)
    if marches:
        say(b, Note.COMMAND, unit, squad_unit, option, order, NONE)
    else:
        say(b, Note.COMMAND, unit, squad_unit, NONE, order, option)
    if order == Order.SHIELD_WALL:
        raise_wall(b, s, r, squad_unit)
        return
    break_wall(b, s, r, squad_unit)
    if order == Order.ATTACK:
        squad_attack(b, s, r, squad_unit, option)
    elif order == Order.VOLLEY:
        volley(b, s, r, squad_unit, option)
    elif order == Order.FALL_BACK:
        march(b, s, r, squad_unit, nearest_exit_step(b, s, squad_unit))
    else:
        if order == Order.INTO_THE_MELEE:
            squad = b.squads[s.sheets[squad_unit].squad]
            squad.due = int(squad.due) | Trigger.INTO_THE_MELEE
            test_squad(b, s, r, int(s.sheets[squad_unit].squad))
        if b.units[squad_unit].fleeing == 0:
            march(b, s, r, squad_unit, option)


@kernel
def raise_wall(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """Form a Shield Wall: more for Control, and a better AC, until the Squad does anything else or breaks.

    RULING WAL1 (chosen): any Squad may, whatever it has in hand.
    """
    b.squads[s.sheets[unit].squad].wall = 1
    say(b, Note.WALL, unit, NONE, NONE, 1, 0)
    recount(b, s, r)


@kernel
def break_wall(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """A Shield Wall ends as soon as the Squad is ordered to do anything else."""
    if in_wall(b, s, unit):
        open_wall(b, s, unit)
        recount(b, s, r)


@kernel
def march(b: Battle, s: Setup, r: Rules, unit: int, zone: int) -> None:
    """Move one Zone as a single unit: every check once, then the Interdict window and the placement.

    RULING Q4: an Interdict that hits stops the whole Squad and wounds one member.
    """
    if passes_checks(b, s, r, unit, zone, Verb.MOVE):
        push(b, Step.ENTRY, unit)
        frame = b.frames[b.depth - 1]
        frame.zone = zone
        frame.verb = Verb.MOVE


@kernel
def begin_strikes(b: Battle, s: Setup, unit: int, target: int, routine: int, step: Step, flurry: int) -> None:
    """The frame of an order that strikes; its rolls follow."""
    if s.sheets[unit].routines[routine].reload != 0:
        b.units[unit].unloaded = int(b.units[unit].unloaded) | (1 << routine)
    push(b, step, unit)
    frame = b.frames[b.depth - 1]
    frame.target = target
    frame.routine = routine
    frame.member = next_member(b, s, unit, NONE)
    frame.blow.flurry = flurry


@kernel
def squad_attack(b: Battle, s: Setup, r: Rules, unit: int, target: int) -> None:
    """Every member on its feet makes one melee routine; each roll may be Guarded or parried.

    RULING Q5: Flurry grows with each Attack order of the Round.
    """
    routine = striking_routine(b, s, unit, target, 0)
    flurry = b.units[unit].attacks * r.flurry_step
    b.units[unit].attacks += 1
    write(b, Note.ATTACK, unit, target, NONE, routine, int(b.units[unit].attacks), 0, -flurry, 0, 0, 0)
    begin_strikes(b, s, unit, target, routine, Step.ATTACK, flurry)


@kernel
def volley(b: Battle, s: Setup, r: Rules, unit: int, target: int) -> None:
    """All shoot at one enemy: one roll for the Squad, or one for each member where the table wants that.

    [squad.volley] L470-477: on a hit half of the missiles, rounded up, hit, with damage for each; on a miss none, and
    into the Melee one friendly-fire roll.
    RULING Q11: each earlier Volley of the Round takes 2 off. RULING X12: Attack orders are counted apart.
    RULING VOL1 (chosen): with rolls for each member every miss is a miss of its own.
    """
    routine = striking_routine(b, s, unit, target, 1)
    squad = b.squads[s.sheets[unit].squad]
    flurry = squad.volleys * r.flurry_step
    squad.volleys += 1
    missiles = heads(b, s, unit)
    step = Step.ATTACK
    if r.squad_volley_individual == 0:
        step = Step.VOLLEY
        missiles = missiles_that_hit(r, missiles)
    write(b, Note.VOLLEY, unit, target, NONE, routine, int(squad.volleys), 0, -flurry, missiles, 0, 0)
    begin_strikes(b, s, unit, target, routine, step, flurry)


@kernel
def missiles_that_hit(r: Rules, members: int) -> int:
    """How many missiles of a Volley hit: half of them, rounded up."""
    return (members + r.squad_volley_divisor - 1) // r.squad_volley_divisor


@kernel
def resolve_volley(b: Battle, s: Setup, r: Rules, reaction: int) -> None:
    """The one roll of a Volley, and its missiles.

    RULING X12: one creature takes them all; of a Squad one member after another.
    """
    frame = b.frames[b.depth - 1]
    unit = int(frame.actor)
    target = int(frame.target)
    routine = int(frame.routine)
    zone = spot(b, s, target, int(b.units[unit].zone))
    frame.roll += 1
    if not roll_to_hit(b, s, r, unit, target, routine, 0, frame.blow, reaction, Purpose.ATTACK):
        if has(b, zone, Trait.MELEE):
            stray_shot(b, s, r, unit, zone, routine, 0)
        return
    struck = NONE
    for _ in range(missiles_that_hit(r, heads(b, s, unit))):
        if b.units[target].life == Life.UP:
            points = weapon_damage(b, s, r, unit, target, routine, 0)
            if not is_squad(s, target):
                hurt(b, s, r, unit, target, points)
            else:
                struck = next_member(b, s, target, struck)
                if struck == NONE:
                    struck = next_member(b, s, target, NONE)
                wound(b, s, r, unit, target, struck, points)


@kernel
def nearest_foe(b: Battle, s: Setup, unit: int, ranged: int) -> int:
    """The nearest enemy that a Squad reaches with its melee or missile weapon, the first in roster order, or NONE."""
    best = NONE
    for target in range(s.units_n):
        if s.sheets[target].side != s.sheets[unit].side and may_strike(b, s, unit, target, ranged):
            if best == NONE or gap(b, s, unit, target) < gap(b, s, unit, best):
                best = target
    return best


@kernel
def next_striker(b: Battle, s: Setup, frame: Frame) -> bool:
    """After a member's routine: whether another member goes on.

    RULING X13: what is left of a routine is lost when its target falls; the next member turns to the nearest foe in
    reach. In a Volley nobody turns.
    RULING FLE3 (chosen): in a Squad that takes flight in the middle of its Attack nobody else strikes.
    """
    unit = int(frame.actor)
    if not is_squad(s, unit) or frame.step != Step.ATTACK or b.units[unit].fleeing != 0:
        return False
    member = next_member(b, s, unit, int(frame.member))
    if member == NONE:
        return False
    target = int(frame.target)
    if b.units[target].life != Life.UP:
        foe = nearest_foe(b, s, unit, 0)
        if foe == NONE or s.sheets[unit].routines[frame.routine].ranged != 0:
            return False
        here = int(b.units[unit].zone)
        if spot(b, s, foe, here) != spot(b, s, target, here):
            attack_completed(b, s, unit, spot(b, s, target, here))
        frame.target = foe
        say(b, Note.TURN, unit, foe, NONE, 0, 0)
    frame.member = member
    frame.roll = 0
    frame.asked = 0
    return True
