"""Chapter 1, the Breath: its limit, what is paid in it, Overload."""

from wzc_env.kernel import kernel

from .checks import check
from .costs import maneuver_cost
from .count import expire_ready
from .events import say, tell
from .harm import expose
from .state import Battle, Rules, Setup
from .stealth import end_stalking
from .words import NONE, Ability, Difficulty, Life, Note, Purpose, Verb, Why


@kernel
def left(b: Battle, unit: int) -> int:
    """What the creature may still spend in this Breath.

    [breath.limit] L115-117: one or more maneuvers, in total at most the limit and at most the remaining Vigor.
    RULING B1: a Breath is taken maneuver by maneuver, with or without Overload.
    RULING B2: Vigor is paid at each maneuver as it starts; an Overload reserves nothing.
    """
    one = b.units[unit]
    if b.units[unit].overloaded != 0:
        return int(one.vigor)
    return min(int(one.vigor), one.limit - b.units[unit].paid)


@kernel
def why_not_afford(b: Battle, unit: int, cost: int) -> int:
    """Whether this Breath still holds a maneuver of this cost (a Why)."""
    if cost > b.units[unit].vigor:
        return Why.NO_VIGOR
    if cost > left(b, unit):
        return Why.BREATH_LIMIT
    return Why.OK


@kernel
def why_not_heavy(b: Battle, r: Rules, unit: int) -> int:
    """Two heavy Attacks never share a Breath.

    [breath.one_heavy] L134, L711: not even through Overload (RULING O3: no other ceiling but Vigor).
    """
    if b.units[unit].heavies >= r.breath_heavies:
        return Why.SECOND_HEAVY
    return Why.OK


@kernel
def begin(b: Battle, unit: int) -> None:
    """The first payment or an Overload begins the Breath: what was Readied in an earlier one expires now."""
    if b.units[unit].begun == 0:
        b.units[unit].begun = 1
        expire_ready(b, unit)


@kernel
def pay(b: Battle, unit: int, cost: int, verb: int) -> None:
    """Pay for a maneuver as it starts."""
    begin(b, unit)
    b.units[unit].vigor -= cost
    b.units[unit].paid += cost
    tell(b, Note.PAY, unit, NONE, verb, -cost, int(b.units[unit].vigor), 0)


@kernel
def affords_a_ready(b: Battle, r: Rules, unit: int) -> bool:
    """Whether all its Vigor pays for the Ready of some technique, which is open to whoever has paid for nothing yet."""
    for verb in range(Verb.READY_GUARD, Verb.READY_INTERDICT + 1):
        if maneuver_cost(b, r, unit, verb) <= b.units[unit].vigor:
            return True
    return False


@kernel
def why_not_overload(b: Battle, r: Rules, unit: int) -> int:
    """Whether Overload may be declared (a Why).

    RULING X9: only while Vigor exceeds what the limit leaves.
    RULING O2: at a limit of 3 as well.
    RULING OVL1 (chosen): nor as the first word of a Breath that might pay for nothing, since it bars a forfeit. It
    takes a table on which every Ready costs more than a whole Breath.
    """
    if b.units[unit].overloaded != 0:
        return Why.ALREADY_OVERLOADED
    one = b.units[unit]
    if one.vigor <= one.limit - b.units[unit].paid:
        return Why.NO_NEED
    if one.paid == 0 and not affords_a_ready(b, r, unit):
        return Why.NO_USE
    return Why.OK


@kernel
def declare_overload(b: Battle, unit: int) -> None:
    """Lift the limit to the remaining Vigor for this Breath; it is free and binding."""
    begin(b, unit)
    b.units[unit].overloaded = 1
    say(b, Note.OVERLOAD, unit, NONE, NONE, 0, 0)


@kernel
def why_not_end(b: Battle, unit: int) -> int:
    """A Breath ends when it has paid for something (a Why).

    RULING B6: a Breath needs a maneuver that costs 1 or more; passing is a forfeit.
    """
    if b.units[unit].paid == 0:
        return Why.NOTHING_PAID
    return Why.OK


@kernel
def end_breath(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """End the Breath; an Overload's CON check is made now.

    [breath.overload] L125-136: success leaves the next Breath a limit of 3, also across the Lull; failure takes the
    remaining Vigor and leaves the creature Exposed.
    RULING O1: the check is rolled when the Breath ends, so that no maneuver is chosen in the light of it.
    RULING O4: at 0 Vigor it is not selected again, so that Exposed lasts to the Lull.
    """
    one = b.units[unit]
    if one.life != Life.UP:
        return
    one.limit = r.breath_limit
    end_stalking(b, s, r, unit)
    if b.units[unit].overloaded != 0:
        if check(b, s, r, unit, Ability.CON, Difficulty.STANDARD, Purpose.OVERLOAD):
            one.limit = r.breath_overloaded_limit
            tell(b, Note.LIMIT, unit, NONE, 0, 0, int(one.limit), 0)
        else:
            one.vigor = 0
            expose(b, s, r, unit)
    tell(b, Note.BREATH_END, unit, NONE, 0, 0, int(one.vigor), 0)
