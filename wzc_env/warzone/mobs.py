"""Chapter 1, Mob Activation: creatures of one kind that take the same maneuvers in one Breath.

A mob has no record of its own. When the Count selects one of its members, all who are in step with it share the Breath
(`Battle.members`): the first of them decides, each maneuver is then repeated by the others in roster order, and whoever
falls out of step leaves the Breath and acts for itself when the Count comes to it. A second argument (whom to fall
upon, where to shove somebody) is each member's own, and so are its dice and its Overload check.
"""

from wzc_env.kernel import kernel

from .breath import end_breath
from .count import forfeit
from .events import say
from .state import Battle, Rules, Setup
from .words import NONE, Life, Note


@kernel
def is_member(b: Battle, unit: int) -> bool:
    """Whether a creature shares the Breath under way."""
    return (int(b.members) >> unit) & 1 != 0


@kernel
def next_member(b: Battle, s: Setup, after: int) -> int:
    """The member that follows in roster order, or NONE."""
    for i in range(after + 1, s.units_n):
        if is_member(b, i):
            return i
    return NONE


@kernel
def leave(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """A member leaves the common Breath; if it has paid for something in it, its Breath ends here.

    Without a payment it had no Breath (RULING B6): an Overload that it declared is not checked. Whoever has fallen
    makes no check either, but has used its limit.
    """
    b.members = int(b.members) & ~(1 << unit)
    one = b.units[unit]
    if one.life != Life.UP:
        if one.paid != 0:
            one.limit = r.breath_limit
        return
    if b.members != 0:
        say(b, Note.SPLIT, unit, NONE, NONE, 0, 0)
    if one.paid != 0:
        end_breath(b, s, r, unit)
    one.overloaded = 0


@kernel
def together(b: Battle, one: int, two: int) -> bool:
    """Whether two members have the same Vigor and stand in the same Zone."""
    return b.units[one].vigor == b.units[two].vigor and b.units[one].zone == b.units[two].zone


@kernel
def leader(b: Battle, s: Setup) -> int:
    """The first of the largest part of the members that is together, or NONE without members."""
    best = NONE
    most = 0
    for i in range(s.units_n):
        if is_member(b, i):
            n = 0
            for j in range(s.units_n):
                if is_member(b, j) and together(b, i, j):
                    n += 1
            if n > most:
                best = i
                most = n
    return best


@kernel
def regroup(b: Battle, s: Setup, r: Rules) -> None:
    """After each maneuver: the fallen are out, the larger part that is together goes on, who differs from it leaves.

    RULING MOB1 (chosen): a member differs by Vigor or Zone; of equal parts the one with the first in roster order goes
    on. RULING Q2: a Readied reaction is each one's own, and so are hit points and Flurry: none of them splits it.
    """
    b.mirror = NONE
    for i in range(s.units_n):
        if is_member(b, i) and b.units[i].life != Life.UP:
            leave(b, s, r, i)
    lead = leader(b, s)
    for i in range(s.units_n):
        if is_member(b, i) and not together(b, i, lead):
            leave(b, s, r, i)
    b.actor = lead


@kernel
def end_all(b: Battle, s: Setup, r: Rules) -> None:
    """The Breath ends for every member; each Overload has its own check."""
    for i in range(s.units_n):
        if is_member(b, i):
            end_breath(b, s, r, i)
    b.members = 0
    b.actor = NONE


@kernel
def forfeit_all(b: Battle, s: Setup) -> None:
    """Every member forfeits."""
    for i in range(s.units_n):
        if is_member(b, i):
            forfeit(b, i)
    b.members = 0
    b.actor = NONE
