"""The tactician's reactions: what a Guard, a parry or an Interdict is worth, declared now or Readied for later."""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import single_id
from wzc_env.warzone.attacks import basic_routine
from wzc_env.warzone.control import capable
from wzc_env.warzone.costs import improvised_cost
from wzc_env.warzone.frames import clear_blow
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import MAX_FRAMES, NONE, Reaction, Verb

from .base import is_legal
from .ground import likely_blow, share_of
from .odds import (
    PATIENCE,
    aim,
    basic_value,
    intent,
    known_foe,
    needed,
    prospect,
    roll_chance,
    rolls_value,
    shock,
    worth,
)


@kernel
def reaction_price(b: Battle, r: Rules, unit: int, technique: Reaction) -> int:
    """The Vigor that a reaction takes now."""
    if b.units[unit].ready == technique:
        return 0
    return improvised_cost(b, r, unit, technique)


@kernel
def after_reaction(b: Battle, s: Setup, r: Rules, unit: int, attack: int, price: int, more: int, fear: float) -> float:
    """What the Vigor left after a reaction is good for, `more` Attacks into the Flurry."""
    one = b.units[unit]
    return PATIENCE * prospect(b, s, r, unit, attack, one.vigor - price, one.attacks + more, fear)


@kernel
def defend(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """Guard or parry the coming roll where that saves more than its Vigor would win."""
    frame = b.frames[b.depth - 1]
    foe = int(frame.actor)
    routine = int(frame.routine)
    index = int(frame.roll)
    side = int(s.sheets[unit].side)
    fear = shock(b, s, r, 1 - side)
    dread = shock(b, s, r, side)
    attack = intent(b, s, r, unit, fear)
    best = single_id(s, Verb.PASS)
    most = after_reaction(b, s, r, unit, attack, 0, 0, fear)
    most -= rolls_value(b, s, r, foe, unit, routine, index, index + 1, frame.blow, Reaction.NONE, dread)
    if is_legal(s, mask, Verb.GUARD):
        price = reaction_price(b, r, unit, Reaction.GUARD)
        value = after_reaction(b, s, r, unit, attack, price, 0, fear)
        value -= rolls_value(b, s, r, foe, unit, routine, index, index + 1, frame.blow, Reaction.GUARD, dread)
        if value > most:
            most = value
            best = single_id(s, Verb.GUARD)
    if is_legal(s, mask, Verb.PARRY):
        price = reaction_price(b, r, unit, Reaction.PARRY_RIPOSTE)
        hit = roll_chance(r, needed(b, s, r, foe, unit, routine, index, frame.blow, Reaction.PARRY_RIPOSTE))
        value = hit * after_reaction(b, s, r, unit, attack, price, 0, fear)
        value -= rolls_value(b, s, r, foe, unit, routine, index, index + 1, frame.blow, Reaction.PARRY_RIPOSTE, dread)
        back = basic_value(b, s, r, unit, foe, int(b.units[unit].attacks), fear)
        value += (1 - hit) * (back + after_reaction(b, s, r, unit, attack, price, 1, fear))
        if value > most:
            best = single_id(s, Verb.PARRY)
    return best


@kernel
def intercept(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask) -> int:
    """Interdict an entry where the blow, and the step that it may stop, are worth the Vigor."""
    frame = b.frames[b.depth - 1]
    mover = int(frame.actor)
    fear = shock(b, s, r, 1 - s.sheets[unit].side)
    attack = intent(b, s, r, unit, fear)
    price = reaction_price(b, r, unit, Reaction.INTERDICT)
    gain = basic_value_on_entry(b, s, r, unit, mover, fear)
    gain += after_reaction(b, s, r, unit, attack, price, 0, fear) - after_reaction(b, s, r, unit, attack, 0, 0, fear)
    if gain > 0 and is_legal(s, mask, Verb.INTERDICT):
        return single_id(s, Verb.INTERDICT)
    return single_id(s, Verb.PASS)


@kernel
def basic_value_on_entry(b: Battle, s: Setup, r: Rules, unit: int, mover: int, fear: float) -> float:
    """The blow of an Interdict, free of Flurry, and the step that it stops."""
    routine = basic_routine(b, s, unit, mover)
    slate = b.frames[MAX_FRAMES - 1].blow
    hit = roll_chance(r, needed(b, s, r, unit, mover, routine, 0, slate, Reaction.NONE))
    value = rolls_value(b, s, r, unit, mover, routine, 0, 1, slate, Reaction.NONE, fear)
    return value + hit * STOPPED * worth(b, s, r, mover)


STOPPED = 0.15  # a step that failed, in parts of who made it


@kernel
def moves_first(b: Battle, foe: int, unit: int, after: int) -> bool:
    """Whether an enemy has a Breath before this creature's next one, once that one has so much Vigor left."""
    vigor = int(b.units[foe].vigor)
    if vigor <= 0 or not capable(b, foe):
        return False
    return vigor > after or (vigor == after and b.units[foe].rank < b.units[unit].rank)


@kernel
def ready_gain(
    b: Battle, s: Setup, r: Rules, foe: int, unit: int, routine: int, technique: Reaction, fear: float, dread: float
) -> float:
    """What a Readied Guard or Parry saves, and wins, against the first roll of an enemy's routine."""
    slate = b.frames[MAX_FRAMES - 1].blow
    aim(b, s, r, foe, unit, int(s.sheets[foe].routines[routine].ranged), int(b.units[foe].attacks), slate)
    gain = rolls_value(b, s, r, foe, unit, routine, 0, 1, slate, Reaction.NONE, dread)
    gain -= rolls_value(b, s, r, foe, unit, routine, 0, 1, slate, technique, dread)
    hit = roll_chance(r, needed(b, s, r, foe, unit, routine, 0, slate, technique))
    clear_blow(slate)
    if technique == Reaction.PARRY_RIPOSTE:
        gain += (1 - hit) * basic_value(b, s, r, unit, foe, int(b.units[unit].attacks), fear)
    return gain


@kernel
def ready_value(
    b: Battle, s: Setup, r: Rules, unit: int, technique: Reaction, after: int, fear: float, dread: float
) -> float:
    """What it is worth to hold a Guard or a Parry over the Breaths that come before the next own one."""
    untouched = 1.0
    weight = 0.0
    total = 0.0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and moves_first(b, foe, unit, after):
            routine = likely_blow(b, s, r, foe, unit, dread)
            if routine != NONE:
                ranged = int(s.sheets[foe].routines[routine].ranged)
                share = share_of(b, s, unit, ranged)
                if technique != Reaction.PARRY_RIPOSTE or ranged == 0:
                    untouched *= 1 - share
                    weight += share
                    total += share * ready_gain(b, s, r, foe, unit, routine, technique, fear, dread)
    if weight == 0.0:
        return 0.0
    return (1 - untouched) * total / weight


@kernel
def calm(b: Battle, s: Setup, r: Rules, unit: int, after: int) -> float:
    """The chance that nothing hurts this creature before its next Breath."""
    chance = 1.0
    for foe in range(s.units_n):
        if known_foe(b, s, unit, foe) and moves_first(b, foe, unit, after):
            routine = likely_blow(b, s, r, foe, unit, 0.0)
            if routine != NONE:
                ranged = int(s.sheets[foe].routines[routine].ranged)
                slate = b.frames[MAX_FRAMES - 1].blow
                hit = roll_chance(r, needed(b, s, r, foe, unit, routine, 0, slate, Reaction.NONE))
                chance *= 1 - share_of(b, s, unit, ranged) * hit
    return chance
