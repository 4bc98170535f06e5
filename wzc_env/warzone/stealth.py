"""Chapter 5, surprise once battle is joined: hiding, Ambush, Off-Map and Perfect Ambush, the charge."""

from wzc_env.kernel import kernel, roll_die

from .control import capable, recount
from .events import say, write
from .giants import in_zone
from .modules import zoned
from .state import Battle, Blow, Rules, Setup
from .words import NONE, Life, Mod, Note, Purpose, Tag, Trait, Why
from .zones import has, off_map

UNSEEN = 1  # Unit.stalked: it moved unseen
STRUCK = 2  # it has made an Attack: no Ambush any more in this Breath


@kernel
def watched(b: Battle, s: Setup, unit: int) -> bool:
    """Whether a combat-capable enemy stands in the same Zone, or an enemy anywhere is in this creature's grip."""
    zone = int(b.units[unit].zone)
    for i in range(s.units_n):
        if s.sheets[i].side != s.sheets[unit].side:
            if b.units[i].holder == unit or (in_zone(b, i, zone) and capable(b, i)):
                return True
    return False


@kernel
def why_not_hide(b: Battle, s: Setup, unit: int) -> int:
    """Whether a creature may try to hide (a Why).

    RULING HID2 (chosen): in a Flank, with no combat-capable enemy in the same Zone, and nobody held either way.
    """
    if not zoned(s):
        return Why.NO_ZONES
    if not has(b, int(b.units[unit].zone), Trait.FLANK):
        return Why.NOT_A_FLANK
    if b.units[unit].holder != NONE:
        return Why.GRAPPLED
    if b.units[unit].hidden_from != 0:
        return Why.ALREADY_HIDDEN
    if watched(b, s, unit):
        return Why.WATCHED
    return Why.OK


@kernel
def hide(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """Try the host's stealth: d100 at or below the chance of the stat block, or else of everybody."""
    need = int(s.sheets[unit].stealth)
    if need == 0:
        need = int(r.host_stealth)
    natural = roll_die(b.dice, 100, Purpose.HIDE)
    write(b, Note.DIE, unit, NONE, NONE, Purpose.HIDE, 100, natural, 0, natural, need, int(natural <= need))
    if natural <= need:
        b.units[unit].hidden_from = 1 << (1 - s.sheets[unit].side)
        say(b, Note.HIDDEN, unit, NONE, NONE, 0, 0)
        recount(b, s, r)


@kernel
def reveal(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """A hidden creature is known again.

    RULING HID3: hiding ends on attacking (also by Grapple, Shove, a spell or a reaction), on being hurt, and on leaving
    a Flank but for the Move of an Ambush, which ends with the Breath.
    """
    if b.units[unit].hidden_from != 0:
        b.units[unit].hidden_from = 0
        say(b, Note.SEEN, unit, NONE, NONE, 0, 0)
        if b.units[unit].life == Life.UP:
            recount(b, s, r)


@kernel
def depart(b: Battle, s: Setup, r: Rules, unit: int, origin: int, involuntary: int) -> None:
    """What leaving a Zone means for the Breath under way: an Ambush begins, a Perfect Ambush, a charge; or hiding ends.

    [charge] L324: from a Front Line, Move or Rush, then one Attack with the host's charge bonus.
    RULING A11, X20: it starts in a Front Line Zone, whoever Controls it. RULING X8: the mover must have been placed.
    RULING BND5 (chosen): without Zones there is no such line, and a charge starts anywhere.
    """
    one = b.units[unit]
    own = involuntary == 0 and (int(b.members) >> unit) & 1 != 0
    if one.hidden_from != 0:
        if own and one.stalked == 0 and has(b, origin, Trait.FLANK):
            one.stalked = UNSEEN
        else:
            reveal(b, s, r, unit)
    if own and off_map(b, origin):
        one.emerged = 1
    if own and s.sheets[unit].tags & Tag.CHARGER != 0 and (has(b, origin, Trait.FRONT_LINE) or not zoned(s)):
        one.charged = 1


@kernel
def end_stalking(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """An Ambush that did not strike in its Breath is over."""
    if b.units[unit].stalked == UNSEEN:
        reveal(b, s, r, unit)


@kernel
def let_slip(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """An Attack begins: whatever surprise or speed would have given to the next one is over, and hiding ends."""
    b.units[unit].emerged = 0
    b.units[unit].charged = 0
    b.units[unit].stalked = STRUCK
    reveal(b, s, r, unit)


@kernel
def take_advantage(b: Battle, s: Setup, r: Rules, unit: int, target: int, ranged: int, blow: Blow) -> None:
    """What surprise and speed give to the Attack that begins; it serves this one maneuver, and hiding ends.

    [ambush] L326-330: a creature that hid in a Flank and Moves and attacks in one Breath has +2 on that first attack;
    where the host's backstab applies, that is used instead.
    [perfect_ambush] L332: Move and Attack from Off-Map have +2 against the quarry, who may not react.
    RULING X2: the +2 of a Perfect Ambush holds only against the quarry named on emerging.
    RULING A10: an Ambush serves the first Attack of its Breath, and needs Move and Attack in it; after an Attack there
    is no other in the same Breath.
    """
    one = b.units[unit]
    unseen = one.hidden_from != 0
    if one.emerged != 0 and one.quarry == target:
        blow.edge = r.perfect_ambush_attack
        blow.edge_of = Mod.PERFECT_AMBUSH
    elif unseen and ranged == 0 and s.sheets[unit].tags & Tag.BACKSTAB != 0:
        blow.edge = r.host_backstab_attack
        blow.edge_of = Mod.BACKSTAB
        blow.factor = r.host_backstab_factor
    elif unseen and one.stalked == UNSEEN:
        blow.edge = r.ambush_attack
        blow.edge_of = Mod.AMBUSH
    if one.charged != 0 and ranged == 0:
        blow.charge = r.host_charge_attack
        blow.factor = max(1, int(blow.factor)) * r.host_charge_factor
    let_slip(b, s, r, unit)
