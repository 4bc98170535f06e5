"""Chapter 2, the maneuvers: what each does when it is chosen. Whether it may be chosen stands in `legality.py`."""

from wzc_env.kernel import kernel

from .attacks import flurry_of, why_not_foe
from .awe import overawe
from .breath import pay
from .checks import check
from .control import adjacent, recount
from .costs import attack_cost, maneuver_cost
from .events import say, write
from .frames import pop, push
from .movement import move_cost, passes_checks, place
from .stances import end_stance, stance_cost
from .state import Battle, Rules, Setup
from .stealth import reveal, take_advantage
from .words import NONE, Ability, Difficulty, Note, Purpose, Step, Tag, Verb, Why
from .zones import off_map


@kernel
def start_attack(b: Battle, s: Setup, r: Rules, unit: int, routine: int, target: int) -> None:
    """Begin an Attack maneuver; its rolls follow one by one, each with its own reaction window.

    [attack.routine] L160-166: one complete host routine, one Flurry penalty for all its rolls; a heavy one costs 3.
    RULING X8: a Rush helps the next Attack maneuver only (every roll of it: RULING A9).
    """
    used = s.sheets[unit].routines[routine]
    pay(b, unit, attack_cost(b, s, r, unit, routine), Verb.ATTACK)
    if used.heavy != 0:
        b.units[unit].heavies += 1
    if used.reload != 0:
        b.units[unit].unloaded = int(b.units[unit].unloaded) | (1 << routine)
    flurry = flurry_of(b, r, unit)
    b.units[unit].attacks += 1
    write(b, Note.ATTACK, unit, target, NONE, routine, int(b.units[unit].attacks), 0, -flurry, 0, 0, 0)
    push(b, Step.ATTACK, unit)
    frame = b.frames[b.depth - 1]
    frame.target = target
    frame.routine = routine
    frame.blow.flurry = flurry
    overawe(b, s, r, unit)
    if b.units[unit].rushed != 0:
        frame.blow.rush = r.rush_attack
        b.units[unit].rushed = 0
    take_advantage(b, s, r, unit, target, int(used.ranged), frame.blow)


@kernel
def wrestle_difficulty(s: Setup, unit: int, target: int) -> int:
    """How hard a creature is to grapple or shove: Standard, Hard with more HD or levels, Dire when Large.

    [grapple] L168-175: STR; only the hardest applies. RULING X16: breaking a hold goes by the same ladder.
    """
    if s.sheets[target].tags & Tag.LARGE != 0:
        return Difficulty.DIRE
    if s.sheets[target].level > s.sheets[unit].level:
        return Difficulty.HARD
    return Difficulty.STANDARD


@kernel
def grapple(b: Battle, s: Setup, r: Rules, unit: int, target: int) -> None:
    """Seize an enemy: on a success it is held as the host says (it cannot move, and turns on its grappler alone)."""
    pay(b, unit, maneuver_cost(b, r, unit, Verb.GRAPPLE), Verb.GRAPPLE)
    reveal(b, s, r, unit)
    if check(b, s, r, unit, Ability.STR, wrestle_difficulty(s, unit, target), Purpose.GRAPPLE):
        b.units[target].holder = unit
        say(b, Note.HELD, unit, target, NONE, 0, 0)


@kernel
def break_hold(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """Wrench free of a grapple."""
    pay(b, unit, maneuver_cost(b, r, unit, Verb.BREAK_HOLD), Verb.BREAK_HOLD)
    holder = int(b.units[unit].holder)
    if check(b, s, r, unit, Ability.STR, wrestle_difficulty(s, unit, holder), Purpose.BREAK_HOLD):
        b.units[unit].holder = NONE
        say(b, Note.FREED, unit, NONE, NONE, 0, 0)


@kernel
def may_be_shoved(b: Battle, s: Setup, target: int, zone: int) -> bool:
    """Whether a Zone takes a shoved creature.

    RULING M11: over any open edge that the actor picks, without gate, check or Interdict, but not into a full Zone.
    """
    if zone >= s.zones_n or not adjacent(b, int(b.units[target].zone), zone) or b.units[target].body != 0:
        return False
    capacity = b.zones[zone].capacity
    return capacity == 0 or b.zones[zone].occupants[0] + b.zones[zone].occupants[1] < capacity


@kernel
def why_not_shove(b: Battle, s: Setup, target: int) -> int:
    """Whether there is anywhere to shove the target (a Why)."""
    for z in range(s.zones_n):
        if may_be_shoved(b, s, target, z):
            return Why.OK
    return Why.NO_SHOVE_ROOM


@kernel
def shove(b: Battle, s: Setup, r: Rules, unit: int, target: int) -> None:
    """Push an enemy into one adjacent Zone, which the actor then chooses.

    [shove] L168-175: the check of a grapple.
    """
    pay(b, unit, maneuver_cost(b, r, unit, Verb.SHOVE), Verb.SHOVE)
    reveal(b, s, r, unit)
    if check(b, s, r, unit, Ability.STR, wrestle_difficulty(s, unit, target), Purpose.SHOVE):
        push(b, Step.CHOOSE_SHOVE, unit)
        b.frames[b.depth - 1].target = target


@kernel
def finish_shove(b: Battle, s: Setup, r: Rules, zone: int) -> None:
    """Place the shoved creature."""
    target = int(b.frames[b.depth - 1].target)
    pop(b)
    place(b, s, r, target, zone, 1)


@kernel
def declare_stance(b: Battle, s: Setup, r: Rules, unit: int, row: int) -> None:
    """Take up a Stance; what it gives counts at once."""
    pay(b, unit, stance_cost(b, s, r, unit, row), Verb.STANCE)
    b.units[unit].stance = row
    if s.stances[row].rooted != 0:
        b.units[unit].rooted = 1
    say(b, Note.STANCE, unit, NONE, NONE, row, 0)
    recount(b, s, r)


@kernel
def leave_stance(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """End one's own Stance, for nothing (RULING X18: it does not begin the Breath)."""
    end_stance(b, s, unit)
    recount(b, s, r)


@kernel
def start_move(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int) -> None:
    """Pay for a step, make its checks; the Interdict window and the placement follow.

    RULING X2: who comes out of Off-Map names its quarry (or nobody) first, before anyone can Interdict.
    """
    pay(b, unit, move_cost(b, s, r, unit, zone, verb), verb)
    if not passes_checks(b, s, r, unit, zone, verb):
        return
    push(b, Step.ENTRY, unit)
    frame = b.frames[b.depth - 1]
    frame.zone = zone
    frame.verb = verb
    if off_map(b, int(b.units[unit].zone)):
        push(b, Step.CHOOSE_QUARRY, unit)


@kernel
def may_be_quarry(b: Battle, s: Setup, unit: int, option: int) -> bool:
    """Whether an emerging creature may name this one: an enemy that it could be attacking next, or itself for nobody.

    RULING QRY1 (chosen): wherever on the map it is, since the attack may be a missile or cross an engagement line.
    """
    return option == unit or why_not_foe(b, s, unit, option) == Why.OK


@kernel
def name_quarry(b: Battle, unit: int, option: int) -> None:
    """Name whom the emergence falls upon; that one may use no reaction in this Breath."""
    chosen = option
    if option == unit:
        chosen = NONE
    b.units[unit].quarry = chosen
    say(b, Note.QUARRY, unit, chosen, NONE, 0, 0)
