"""Chapter 4: the Round's end. Each step of the Lull is one function, in the book's order; `flow.py` calls them."""

from wzc_env.kernel import kernel

from .control import helpless, recount
from .count import expire_ready
from .events import say, tell
from .squads import is_squad
from .stances import expire_stances
from .state import Battle, Rules, Setup
from .words import FOREVER, N_EFFECTS, NONE, Life, Note, Trigger, Why


@kernel
def end_exposed(b: Battle, s: Setup) -> None:
    """Step 1: nobody stays Exposed."""
    for i in range(s.units_n):
        if b.units[i].exposed != 0:
            b.units[i].exposed = 0
            say(b, Note.EXPOSED_END, i, NONE, NONE, 0, 0)


@kernel
def discard_readied(b: Battle, s: Setup) -> None:
    """Step 2: unused Readied reactions are gone; a Focus stays."""
    for i in range(s.units_n):
        expire_ready(b, i)


@kernel
def reset_counts(b: Battle, s: Setup) -> None:
    """Step 3: Attacks, a Release, a Rush's help and what makes a Pincer are counted a Round.

    RULING A9: a Rush's +1 that served no Attack lapses here.
    """
    for i in range(s.units_n):
        b.units[i].attacks = 0
        b.units[i].rushed = 0
        b.units[i].released = 0
    for k in range(s.squads_n):
        b.squads[k].volleys = 0
        b.squads[k].made = int(b.squads[k].made) & ~Trigger.PINCER
    for z in range(s.zones_n):
        for side in range(2):
            b.zones[z].struck_from[side] = 0
            b.zones[z].arms[side] = 0


@kernel
def open_lull(b: Battle, s: Setup) -> None:
    """The first three steps; the maintenance choices follow.

    [lull.order] L264-272: end Exposed, discard Readied, reset counts, maintenance, durations and hazards, end check.
    """
    say(b, Note.LULL, NONE, NONE, NONE, int(b.turn), 0)
    end_exposed(b, s)
    discard_readied(b, s)
    reset_counts(b, s)


@kernel
def may_maintain(b: Battle, unit: int) -> bool:
    """Whether a creature has a maintenance choice.

    [lull.maintenance] L274-283: one of Reload, First aid, Rally, Change gear (or nothing); no Vigor comes back. A Squad
    reloads or changes gear, all its members at once.
    """
    one = b.units[unit]
    return one.life == Life.UP and one.fleeing == 0 and not helpless(b, unit)


@kernel
def why_not_reload(b: Battle, unit: int) -> int:
    """Whether a weapon waits to be reloaded (a Why)."""
    if b.units[unit].unloaded == 0:
        return Why.NOTHING_TO_RELOAD
    return Why.OK


@kernel
def reload(b: Battle, s: Setup, unit: int) -> None:
    """Reload the weapon that was fired: one a choice, the first in the order of the stat block; of a Squad, all."""
    bits = int(b.units[unit].unloaded)
    b.units[unit].unloaded = bits & (bits - 1)
    if is_squad(s, unit):
        b.units[unit].unloaded = 0
    say(b, Note.RELOAD, unit, NONE, NONE, 0, 0)


@kernel
def needs_aid(b: Battle, s: Setup, unit: int, fallen: int) -> bool:
    """Whether first aid can help: a dying, not yet stable ally in the same Zone (RULING Q12)."""
    if fallen >= s.units_n or s.sheets[fallen].side != s.sheets[unit].side:
        return False
    other = b.units[fallen]
    return other.life == Life.DYING and other.dying > 0 and other.zone == b.units[unit].zone


@kernel
def why_not_aid(b: Battle, s: Setup, unit: int) -> int:
    """Whether anybody can be given first aid (a Why)."""
    for i in range(s.units_n):
        if needs_aid(b, s, unit, i):
            return Why.OK
    return Why.NOBODY_TO_AID


@kernel
def first_aid(b: Battle, s: Setup, r: Rules, unit: int, fallen: int) -> None:
    """The host's stabilization: the fallen no longer dies, and wakes with `host.aid_hp` hit points if that is not 0."""
    say(b, Note.AID, unit, fallen, NONE, 0, 0)
    other = b.units[fallen]
    other.dying = 0
    if r.host_aid_hp > 0:
        other.life = Life.UP
        other.hp = r.host_aid_hp
        other.vigor = 0
        tell(b, Note.HEAL, unit, fallen, 0, 0, int(r.host_aid_hp), int(other.hp))
        recount(b, s, r)
    else:
        say(b, Note.STABLE, fallen, NONE, NONE, 0, 0)


@kernel
def why_not_gear(s: Setup, unit: int) -> int:
    """Whether there is another set of gear to take in hand (a Why)."""
    if s.sheets[unit].gear_n < 2:
        return Why.NO_OTHER_GEAR
    return Why.OK


@kernel
def take_gear(b: Battle, s: Setup, r: Rules, unit: int, gear: int) -> None:
    """Take another set of gear in hand, in the Lull for nothing or in a Breath as an Improvised Action."""
    b.units[unit].gear = gear
    say(b, Note.GEAR, unit, NONE, NONE, gear, 0)
    if s.stances_n != 0:
        recount(b, s, r)


@kernel
def run_down(b: Battle, s: Setup, r: Rules) -> None:
    """Step 5: one Round of the host game has passed for durations and the dying.

    [round.scale] L248-250: one Round is one host round. RULING X21: durations count Lulls.
    """
    for i in range(s.units_n):
        unit = b.units[i]
        for effect in range(N_EFFECTS):
            if 0 < unit.timers[effect] < FOREVER:
                unit.timers[effect] -= 1
                if unit.timers[effect] == 0 and unit.life == Life.UP:
                    say(b, Note.EFFECT_END, i, NONE, NONE, effect, 0)
        if unit.life == Life.DYING and unit.dying > 0:
            unit.dying -= 1
            if unit.dying == 0:
                unit.life = Life.DEAD
                say(b, Note.DOWN, i, NONE, NONE, Life.DEAD, 0)
    if s.stances_n != 0:
        expire_stances(b, s)
    recount(b, s, r)
