"""What does not change in a battle: stat blocks, spells, Stances, the map, what threatens and what wins.

`Setup` holds all of it and is shared by every battle of a scenario.
"""

from typing import Annotated

import numpy as np

from wzc_env.kernel import I8, I16, Field, Record

from .words import (
    MAX_ACTIONS,
    MAX_CHANGES,
    MAX_FIGURES,
    MAX_GEAR,
    MAX_HAZARDS,
    MAX_OBJECTIVES,
    MAX_ROLLS,
    MAX_ROUTINES,
    MAX_SPELLBOOK,
    MAX_SPELLS,
    MAX_STANCES,
    MAX_UNITS,
    MAX_ZONES,
    N_EFFECTS,
    N_VERBS,
)


class Roll(Record):
    """One attack roll of a routine: d20 + bonus, damage dice d sides + plus."""

    bonus: I8
    dice: I8
    sides: I8
    plus: I8


class Routine(Record):
    """One complete attack routine of the host game."""

    heavy: I8
    ranged: I8
    reach: I8  # Zone edges a ranged routine covers
    reload: I8  # must be reloaded in a Lull after each use
    gear: I8  # set of gear that wields it; NONE: natural, always at hand
    rolls_n: I8
    twice_mean: I16  # twice its mean damage, were every roll to hit
    rolls: Annotated[list[Roll], Field(Roll, (MAX_ROLLS,))]


class Area(Record):
    """An area attack: a special ability in place of the attack routine that falls on a whole Zone."""

    uses: I8  # in a battle; 0: the creature has none
    heavy: I8
    reach: I8  # Zone edges
    by_hp: I8  # its damage is the hit points that the creature has left, not dice
    dice: I8
    sides: I8
    plus: I8
    save: I8  # Save
    save_mod: I8
    halves: I8
    spares: I16  # Tag bits, any of which spares a creature


class Awe(Record):
    """The fear that a creature strikes into its enemies."""

    save: I8  # Save; NO_SAVE: none
    save_mod: I8
    flees: I16  # creatures below these half Hit Dice take flight
    unmoved: I16  # creatures from these half Hit Dice on need no save
    lasts: I16  # Lulls, or FOREVER


class Sheet(Record):
    """A creature's stat block, as the rules need it."""

    side: I8  # Side
    pc: I8  # a player character
    breed: I8  # roster entry; creatures of one breed and side share morale rolls
    hd_half: I16  # Hit Dice in halves: 1/2 HD = 1, 4+1 HD = 8
    level: I8  # levels of a character, whole Hit Dice of a monster
    score: Annotated[list[int], Field(np.int8, (3,))]  # by Ability
    modifier: Annotated[list[int], Field(np.int8, (3,))]  # by Ability
    leader: I8
    charisma: I8  # modifier
    intelligence: I8  # modifier
    squad: I8  # row of `Battle.squads`; NONE for a single creature
    members: I8  # of a Squad at the start; 0: a single creature
    led_by: I8  # unit that leads the Squad at the start, or NONE
    hp: I16  # at the start; of a Squad all members together
    hp_max: I16
    armour: I8  # Armour
    tags: I16  # Tag bits
    speed: I16  # host movement rate, in feet a turn
    stride: I8  # bands that one Move covers, where there are no Zones
    stealth: I8  # chance in 100 to hide; 0: the host's own
    mob: I8  # group that acts together, from 1; 0: none
    morale: I8  # what the host rolls under: a 2d6 score, or a percentage; 0: never checks
    saves: Annotated[list[int], Field(np.int8, (6,))]  # by Save; [0] unused
    caster: I8  # caster level
    area: Area
    awe: Awe
    zone: I8  # where it starts
    body: I16  # Zones (bits) that are its body
    gear_n: I8
    gear: I8  # set in hand at the start
    ac: Annotated[list[int], Field(np.int8, (MAX_GEAR,))]  # ascending AC, by set of gear
    shield: Annotated[list[int], Field(np.int8, (MAX_GEAR,))]
    polearm: Annotated[list[int], Field(np.int8, (MAX_GEAR,))]
    routines_n: I8
    routines: Annotated[list[Routine], Field(Routine, (MAX_ROUTINES,))]
    spells_n: I8
    spells: Annotated[list[int], Field(np.int8, (MAX_SPELLS,))]  # rows of Setup.spells
    prepared: Annotated[list[int], Field(np.int8, (MAX_SPELLS,))]  # castings, by slot
    timers: Annotated[list[int], Field(np.int16, (N_EFFECTS,))]  # effects at the start
    figures: Annotated[list[int], Field(np.int16, (MAX_FIGURES,))]  # what observations show of it, see senses.figures


class Spell(Record):
    """A host spell, as the rules need it."""

    target: I8  # SpellTarget
    reach: I8  # Zone edges
    effect: I8  # SpellEffect
    timer: I8  # Effect that a TIMED or SLUMBER spell puts on
    lasts: I16  # Lulls, or FOREVER
    dice: I8
    sides: I8
    plus: I8
    per_level: I8  # `dice` are rolled once for each caster level
    save: I8  # Save
    save_mod: I8  # added to the saving throw
    halves: I8  # a save halves instead of sparing
    hd_half_most: I16  # creatures above these half Hit Dice are immune; 0: no limit
    persons: I8  # works on persons only
    living: I8  # does nothing to the undead


class Stance(Record):
    """A Stance, as the rules need it."""

    cost: I8
    wields: I8  # Wield
    where: I16  # Trait bits, any of which will do; 0: anywhere
    for_round: I8  # it ends in the Lull
    rooted: I8  # it bars voluntary movement for the rest of the Round
    melee: I8
    ranged: I8
    ac: I8
    detailed: I8  # what it adds to Detailed Control
    simple: I8  # what it adds to Simple Control


class Place(Record):
    """A Zone as the map states it."""

    traits: I16  # Trait bits
    owner: I8  # Side
    capacity: I8  # 0: none
    absent: I8  # a change of the battlefield puts it in


class Change(Record):
    """A change of the battlefield, and what it waits for. Which fields count, `changes.make` and `changes.due` say."""

    when: I8  # When
    what: I8  # of it: the Lull's Round, the creature, a Zone
    whose: I8  # of it: Side (BOTH: anyone), or the other Zone of an edge
    do: I8  # Do
    zone: I8  # the Zone, or an end of the edge
    other: I8  # the other end; the Zone that a gate's way comes from; NONE
    zones: I16  # Zones (bits) that become one with `zone`
    to: I8  # where the occupants of a removed Zone go; NONE: to a neighbour
    kind: I8  # Edge
    opens: I8  # as Setup.opens
    needs: I16  # Tag bits
    traits: I16  # Trait bits; NONE: those of all
    owner: I8  # Side; NONE: that of all
    capacity: I8
    surcharge: I8
    gate: I8  # Difficulty
    dice: I8  # damage to the occupants of a removed Zone
    sides: I8
    plus: I8
    save: I8  # Save that halves it


class Hazard(Record):
    """A hazard of Zones, as the scenario states it."""

    starts: I16  # the Lull in which it begins; 0: it is there from the beginning
    zones: I16  # Zones (bits) where it begins
    route_n: I8
    route: Annotated[list[int], Field(np.int8, (MAX_ZONES,))]  # Zones that it takes one after another
    every: I8  # Lulls from one step of its spread to the next; 0: it stays
    chance: I8  # in 6, for each Zone beside it that it may spread to
    lasts: I8  # Lulls in each Zone, until it burns out or brings the Zone down; 0: for good
    trait: I16  # Trait bit of the Zones where it is, or 0
    falls: I8  # it brings its Zones down
    into: I8  # where the occupants of a fallen Zone are thrown, or NONE
    save: I8  # Save
    save_mod: I8
    check: I8  # Difficulty of a check that serves as a save
    halves: I8
    dice: I8
    sides: I8
    plus: I8


class Objective(Record):
    """What one side may do to win at once."""

    side: I8  # Side
    kind: I8  # Goal
    zones: I16  # Zones (bits), any of which will do
    one: I8  # ends of the edge to open
    two: I8
    unit: I8  # the creature that it is about, or NONE
    n: I8  # creatures, or Lulls
    total: I8  # Lulls count in all, not only in a row


class Setup(Record):
    """All that does not change in a battle; shared by every battle of a scenario."""

    modules: I16  # Module bits
    units_n: I16  # the party first
    party_n: I16
    squads_n: I16
    zones_n: I16
    spells_n: I16
    max_turns: I16
    actions_n: I16
    routine_slots: I16  # routines in the ATTACK block
    unit_slots: I16  # units in the blocks x unit (padded)
    zone_slots: I16
    option_slots: I16
    band_feet: I16  # depth of a band, where there are no Zones
    offset: Annotated[list[int], Field(np.int16, (N_VERBS + 1,))]  # first id of each Verb's block
    verb_of: Annotated[list[int], Field(np.int8, (MAX_ACTIONS,))]  # action id -> Verb
    sheets: Annotated[list[Sheet], Field(Sheet, (MAX_UNITS,))]
    places: Annotated[list[Place], Field(Place, (MAX_ZONES,))]
    ego_zones: Annotated[list[int], Field(np.int64, (2,))]  # a side's order of the Zones, see compass.zone_order
    edge: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Edge, symmetric
    surprised: I8  # Side that begins at 0 Vigor; NOBODY
    needs: Annotated[list[list[int]], Field(np.int16, (MAX_ZONES, MAX_ZONES))]  # Tag bits, any of which opens the way
    surcharge: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Vigor, from row to column
    gate: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Difficulty, from row to column
    opens: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Edge + 8 x Difficulty; 0: not at all
    changes_n: I8
    changes: Annotated[list[Change], Field(Change, (MAX_CHANGES,))]
    spells: Annotated[list[Spell], Field(Spell, (MAX_SPELLBOOK,))]
    stances_n: I16
    stances: Annotated[list[Stance], Field(Stance, (MAX_STANCES,))]
    hazards_n: I8
    hazards: Annotated[list[Hazard], Field(Hazard, (MAX_HAZARDS,))]
    objectives_n: I8
    objectives: Annotated[list[Objective], Field(Objective, (MAX_OBJECTIVES,))]
