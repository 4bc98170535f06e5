"""Chapter 3, reactions: what may be declared when, and what it costs."""

from wzc_env.kernel import kernel

from .attacks import basic_attack, basic_routine, why_out_of_melee
from .control import capable
from .costs import improvised_cost
from .count import acts_before
from .events import say, write
from .giants import in_zone
from .levers import capped
from .squads import is_squad
from .state import Battle, Frame, Rules, Setup
from .words import NONE, Life, Note, Purpose, Reaction, Why
from .zones import off_map


@kernel
def make_ready(b: Battle, unit: int, technique: Reaction) -> None:
    """Hold one prepaid use of a technique.

    [reaction.readied] L222-229: one is held at a time, triggering it costs 0, unused it expires at the creature's next
    Breath or in the Lull, and nothing is refunded.
    RULING X18: Readying while Exposed is legal, and idle until Exposed ends.
    """
    b.units[unit].readied = 1
    b.units[unit].ready = technique
    say(b, Note.READY, unit, NONE, NONE, technique, 0)


@kernel
def why_not_ready(b: Battle, unit: int) -> int:
    """Whether another technique may be Readied in this Breath (a Why).

    RULING R16: one is held at a time and it cannot be used in the same Breath, so a second Ready is refused.
    """
    if b.units[unit].readied != 0:
        return Why.READY_HELD
    return Why.OK


@kernel
def why_not_pay(b: Battle, r: Rules, unit: int, technique: Reaction) -> int:
    """Whether the technique is Readied, or can be improvised now (a Why).

    RULING R2: there is no debt. RULING R3: holding another technique does not bar improvising this one.
    """
    one = b.units[unit]
    if one.ready == technique or one.vigor >= improvised_cost(b, r, unit, technique):
        return Why.OK
    return Why.REACTION_VIGOR


@kernel
def is_quarry(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a Perfect Ambush of the Breath under way is on this creature; of a mob, whoever's of its members.

    RULING X2: it uses no reaction in that Breath, Interdict included; others may. RULING R14: nobody else is barred.
    """
    for i in range(s.units_n):
        if (int(b.members) >> i) & 1 != 0 and b.units[i].quarry == unit:
            return True
    return False


@kernel
def may_react(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a creature can react at all.

    [reaction.limits] L239-246: one defensive reaction a roll, declared before it, each roll of a routine a new window;
    Interdict has its own window; nothing of it counts against a Breath Limit.
    RULING R1: nobody reacts in its own Breath, nor in its mob's.
    RULING FLE1 (chosen): who flees does not react. A Squad never does.
    """
    if is_squad(s, unit):
        return False
    if (int(b.members) >> unit) & 1 != 0 or not capable(b, unit) or b.units[unit].exposed != 0:
        return False
    return not is_quarry(b, s, unit)


@kernel
def why_not_guard(b: Battle, r: Rules, unit: int) -> int:
    """Whether Guard may be declared against the coming roll (a Why)."""
    return why_not_pay(b, r, unit, Reaction.GUARD)


@kernel
def why_not_parry(b: Battle, s: Setup, r: Rules, unit: int, frame: Frame) -> int:
    """Whether Parry & Riposte may be declared (a Why).

    RULING R5: against melee only, and only where the riposte can reach.
    """
    if s.sheets[frame.actor].routines[frame.routine].ranged != 0:
        return Why.RIPOSTE_REACH
    attacker = int(frame.actor)
    if basic_routine(b, s, unit, attacker) == NONE or why_out_of_melee(b, s, unit, attacker) != Why.OK:
        return Why.RIPOSTE_REACH
    return why_not_pay(b, r, unit, Reaction.PARRY_RIPOSTE)


@kernel
def may_defend(b: Battle, s: Setup, r: Rules, frame: Frame) -> bool:
    """Whether the target of the coming roll has anything to declare."""
    target = int(frame.target)
    if not may_react(b, s, target):
        return False
    if why_not_guard(b, r, target) == Why.OK:
        return True
    return why_not_parry(b, s, r, target, frame) == Why.OK


@kernel
def spend_reaction(b: Battle, r: Rules, unit: int, other: int, technique: Reaction) -> None:
    """Use the Readied technique for 0, or pay for it at the trigger.

    RULING R18: what is declared is spent, even if the roll would have missed anyway.
    RULING R4: one Readied use covers one roll.
    """
    one = b.units[unit]
    cost = 0
    if one.ready == technique:
        one.ready = Reaction.NONE
    else:
        cost = improvised_cost(b, r, unit, technique)
        one.vigor -= cost
    write(b, Note.REACT, unit, other, NONE, technique, 0, 0, cost, int(one.vigor), 0, 0)


@kernel
def riposte(b: Battle, s: Setup, r: Rules, unit: int, attacker: int) -> None:
    """The blow missed: one basic Attack back, which counts for Flurry.

    [parry_riposte] L235, L246: half of Guard's protection (see `defence`), and a riposte on a miss.
    RULING R7: at a cap on Attacks the protection is all that there is.
    """
    if capped(b, s, r, unit):
        return
    if b.units[unit].life == Life.UP and b.units[attacker].life == Life.UP:
        basic_attack(b, s, r, unit, attacker, Purpose.RIPOSTE)


@kernel
def may_interdict(b: Battle, s: Setup, r: Rules, unit: int, frame: Frame) -> bool:
    """Whether a creature may answer an entry with an opportunity Attack.

    RULING X15: never in Off-Map.
    RULING R8: only from inside the destination Zone. RULING R9: any entry counts but a forced one.
    RULING R12: with a wielded melee weapon.
    """
    one = b.units[unit]
    mover = int(frame.actor)
    if s.sheets[unit].side == s.sheets[mover].side or one.life != Life.UP:
        return False
    if not in_zone(b, unit, int(frame.zone)):
        return False
    if (int(frame.asked) >> unit) & 1 != 0 or not may_react(b, s, unit) or off_map(b, int(frame.zone)):
        return False
    if basic_routine(b, s, unit, mover) == NONE:
        return False
    return why_not_pay(b, r, unit, Reaction.INTERDICT) == Why.OK


@kernel
def next_interdictor(b: Battle, s: Setup, r: Rules, frame: Frame) -> int:
    """Who is offered the Interdict next, or NONE.

    RULING R11: in the present Count order, stopping at the first hit; later ones keep theirs.
    """
    best = NONE
    for i in range(s.units_n):
        if may_interdict(b, s, r, i, frame):
            if best == NONE or acts_before(b, i, best):
                best = i
    return best


@kernel
def interdict(b: Battle, s: Setup, r: Rules, unit: int, mover: int, zone: int) -> bool:
    """Strike at an entry; a hit cancels it. Returns whether the way is still open.

    [interdict] L237, L371: the window opens after every check and cost, before placement (RULING R10); a hit deals
    normal damage and the mover is not placed, without refund and without Exposed.
    RULING R13: the damage breaks a Focus like any other.
    """
    spend_reaction(b, r, unit, mover, Reaction.INTERDICT)
    if basic_attack(b, s, r, unit, mover, Purpose.INTERDICT):
        say(b, Note.STOPPED, mover, unit, zone, 0, 0)
        return False
    return True
