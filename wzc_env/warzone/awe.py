"""The host's fear of mighty creatures: a saving throw at their first attack, and what comes of failing it."""

from wzc_env.hosts.osr import saves
from wzc_env.kernel import kernel

from .control import capable, recount
from .events import say
from .harm import afflict, take_flight
from .state import Battle, Rules, Setup
from .words import NONE, Effect, Note, Save, Tag
from .zones import off_map


@kernel
def may_fear(b: Battle, s: Setup, unit: int, other: int) -> bool:
    """Whether an enemy of a fearsome creature has still to face it; who is Off-Map or undead does not."""
    if s.sheets[other].side == s.sheets[unit].side or b.units[other].awed != 0 or not capable(b, other):
        return False
    return s.sheets[other].tags & Tag.UNDEAD == 0 and not off_map(b, int(b.units[other].zone))


@kernel
def overawe(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """When a fearsome creature begins an Attack, each enemy on the map who can fight saves, once in a battle.

    RULING AWE1 (chosen, the host's rule is the classic one): creatures of many Hit Dice are unmoved; of the others who
    fail, those of few take flight and the rest are frightened: worse attack rolls and worse morale, so that the
    module's morale triggers come on top. A Squad saves as one.
    """
    awe = s.sheets[unit].awe
    if awe.save == Save.NO_SAVE:
        return
    shaken = False
    for i in range(s.units_n):
        if may_fear(b, s, unit, i):
            b.units[i].awed = 1
            if s.sheets[i].hd_half < awe.unmoved:
                if not shaken:
                    say(b, Note.AWE, unit, NONE, NONE, 0, 0)
                shaken = True
                if not saves(b, s, i, int(awe.save), int(awe.save_mod)):
                    if s.sheets[i].hd_half < awe.flees:
                        take_flight(b, s, i)
                    else:
                        afflict(b, s, r, i, Effect.FRIGHTENED, int(awe.lasts))
    if shaken:
        recount(b, s, r)
