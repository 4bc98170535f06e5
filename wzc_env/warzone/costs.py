"""What a maneuver costs: the menu of chapter 2, then Haste and Slow. Movement is priced in `movement.py`."""

from wzc_env.kernel import kernel

from .state import Battle, Rules, Setup
from .words import Effect, Reaction, Verb


@kernel
def at_speed(b: Battle, r: Rules, unit: int, cost: int) -> int:
    """The price after the creature's speed, applied last, to base cost plus additive Zone modifiers.

    [haste] L205-214: halved, rounded up, at least 1; Haste does not stack (a timer is on or off).
    [slow] L205-214: doubled.
    [cost.zero] L214: no reduction goes below 1; only triggering a Readied reaction, ending a Stance or an ability
    that says so is free, and those never come here.
    RULING A7: a creature under both pays the plain price.
    RULING A8: the Breath Limit and the ban on two heavy Attacks stay as they are.
    """
    timers = b.units[unit].timers
    hasted = timers[Effect.HASTE] > 0
    slowed = timers[Effect.SLOW] > 0
    price = cost
    if hasted and not slowed:
        price = (cost + r.speed_haste_divisor - 1) // r.speed_haste_divisor
    elif slowed and not hasted:
        price = cost * r.speed_slow_factor
    return max(price, int(r.cost_least))


@kernel
def listed_cost(r: Rules, verb: int) -> int:
    """The menu's price of a maneuver that is neither an Attack nor a movement; 0 for what is no maneuver.

    [maneuver.costs] L154-158: every maneuver pays its listed cost. Drawing other gear is an Improvised Action (simple).
    """
    if verb == Verb.FOCUS:
        return r.cost_focus
    if verb == Verb.RELEASE:
        return r.cost_release
    if verb == Verb.GRAPPLE:
        return r.cost_grapple
    if verb == Verb.SHOVE:
        return r.cost_shove
    if verb == Verb.BREAK_HOLD:
        return r.cost_break_hold
    if verb == Verb.READY_GUARD:
        return r.cost_ready_guard
    if verb == Verb.READY_PARRY:
        return r.cost_ready_parry
    if verb == Verb.READY_INTERDICT:
        return r.cost_ready_interdict
    if verb == Verb.DRAW:
        return r.cost_improvised_simple
    if verb == Verb.HIDE:
        return r.cost_hide
    if verb == Verb.WORK:
        return r.cost_improvised_ordinary
    if verb == Verb.WITHDRAW:
        return r.cost_withdraw
    return 0


@kernel
def maneuver_cost(b: Battle, r: Rules, unit: int, verb: int) -> int:
    """`listed_cost` of a maneuver at the creature's speed; where a table lists 0 it costs the least, never nothing."""
    return at_speed(b, r, unit, listed_cost(r, verb))


@kernel
def attack_cost(b: Battle, s: Setup, r: Rules, unit: int, routine: int) -> int:
    """A normal routine costs 2, a heavy one 3.

    RULING A1: heavy is what the stat block tags so, a missile routine too.
    """
    if s.sheets[unit].routines[routine].heavy != 0:
        return at_speed(b, r, unit, int(r.cost_heavy_attack))
    return at_speed(b, r, unit, int(r.cost_attack))


@kernel
def ready_cost(r: Rules, technique: int) -> int:
    """The prepaid price of a reaction technique."""
    if technique == Reaction.GUARD:
        return r.cost_ready_guard
    if technique == Reaction.PARRY_RIPOSTE:
        return r.cost_ready_parry
    return r.cost_ready_interdict


@kernel
def improvised_cost(b: Battle, r: Rules, unit: int, technique: int) -> int:
    """The price at the trigger without the needed Readied reaction: 1.5 times the Readied cost, rounded up.

    [reaction.improvised] L231-233 (Haste and Slow after that: RULING A7).
    """
    base = (ready_cost(r, technique) * r.reaction_improvised_percent + 99) // 100
    return at_speed(b, r, unit, base)
