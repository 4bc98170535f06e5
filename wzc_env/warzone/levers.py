"""Tuning the pace: the book's campaign levers, as far as they are more than another number in the table.

Each lever is a file of cells in `configs/rules`; with the table as it stands none of them does anything.
"""

from wzc_env.kernel import kernel

from .squads import is_squad
from .state import Battle, Rules, Setup
from .words import Why


@kernel
def attack_cap(s: Setup, r: Rules, unit: int) -> int:
    """The most Attack maneuvers that a creature makes in a Round; 0: as many as it can pay for.

    The low-level cap is for everybody, the monster cap grows with Hit Dice; under both the smaller holds.
    RULING LEV1 (chosen): an ally that is no player character is a monster here, as for Vigor.
    """
    cap = int(r.lever_attack_cap)
    if r.lever_monster_divisor > 0 and s.sheets[unit].pc == 0:
        halves = 2 * r.lever_monster_divisor
        monster = r.lever_monster_base + (s.sheets[unit].hd_half + halves - 1) // halves
        if cap == 0 or monster < cap:
            cap = monster
    return cap


@kernel
def capped(b: Battle, s: Setup, r: Rules, unit: int) -> bool:
    """Whether a creature has made all the Attacks that a cap leaves it: ripostes count, Interdicts do not.

    RULING X12: Attack orders and Volleys of a Squad count together.
    """
    cap = attack_cap(s, r, unit)
    made = int(b.units[unit].attacks)
    if is_squad(s, unit):
        made += b.squads[s.sheets[unit].squad].volleys
    return cap > 0 and made >= cap


@kernel
def why_not_capped(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """Whether a cap leaves room for another Attack maneuver (a Why)."""
    if capped(b, s, r, unit):
        return Why.ATTACK_CAP
    return Why.OK


@kernel
def braked(b: Battle, r: Rules, unit: int) -> bool:
    """Whether the spell brake keeps a caster from another Focus: it has released a spell this Round."""
    return r.lever_spell_brake != 0 and b.units[unit].released != 0


@kernel
def dramatic(r: Rules, value: int) -> int:
    """A Zone modifier as the table at hand plays it, plain or dramatic.

    RULING M14: attack bonuses and penalties, discounts and surcharges of places; not Pincer, Ambush or Flurry.
    """
    return value * r.lever_zone_factor


@kernel
def way_surcharge(b: Battle, r: Rules, one: int, two: int) -> int:
    """The Vigor that the map lays on a step from one Zone to another."""
    return dramatic(r, int(b.surcharge[one][two]))
