"""The three records of a battle: what changes (`Battle`), what it is made of (`Setup`), what it costs (`Rules`).

Kernel functions take them in this order, `(b, s, r)`, or as arrays `(battles, setups, rules)`, where
`battles[i].setup` is the row of its Setup and of its Rules. Integers only. `NONE` (-1) never indexes.

What changes stands here; `setup.py` and `rules.py` have the other two, which are imported from here as well.
"""

from typing import Annotated

import numpy as np

from wzc_env.kernel import I8, I16, I32, Dice, Field, Record

from .rules import Rules
from .setup import Area, Awe, Change, Hazard, Objective, Place, Roll, Routine, Setup, Sheet, Spell, Stance
from .words import (
    MAX_FRAMES,
    MAX_HAZARDS,
    MAX_MEMBERS,
    MAX_NOTES,
    MAX_OBJECTIVES,
    MAX_SPELLS,
    MAX_SQUADS,
    MAX_UNITS,
    MAX_ZONES,
    N_EFFECTS,
)


class Unit(Record):
    """What changes about one creature."""

    hp: I16
    vigor: I8
    carry: I8  # Vigor to lose at the next Round start
    zone: I8  # where it stands, or lies; NONE once it has left
    body: I16  # Zones (bits) that are parts of its body: a giant's; else 0
    life: I8  # Life
    dying: I8  # Lulls until death while DYING; 0 = stable
    lot: I8  # place in the residual order of ties (roster or drawn)
    rank: I8  # place in the whole order of ties, 0 first
    limit: I8  # limit of its next (or present) Breath
    attacks: I8  # Attack maneuvers made this Round (Flurry)
    exposed: I8
    ready: I8  # Reaction held
    stance: I8  # row of the Stance it maintains in Setup.stances, or NONE
    rooted: I8  # its Stance bars voluntary movement for the rest of the Round
    focus: I8  # slot of the focused spell in Sheet.spells, or NONE
    gear: I8  # set of gear in hand
    unloaded: I8  # bit i: routine i must be reloaded
    released: I8  # it has released a spell this Round
    rushed: I8  # a Rush helps its next Attack maneuver this Round
    begun: I8  # its Breath has paid for something, or Overload was declared
    paid: I8  # Vigor paid in its Breath
    heavies: I8  # heavy Attacks in its Breath
    readied: I8  # a reaction was Readied in its Breath
    overloaded: I8
    stalked: I8  # in its Breath it moved unseen (1: an Ambush) or made an Attack (2: no Ambush any more)
    emerged: I8  # it came from Off-Map in its Breath: a Perfect Ambush, until its next Attack
    charged: I8  # it moved from a Front Line in its Breath: a charge, until its next Attack
    quarry: I8  # whom it fell upon from Off-Map in its Breath, or NONE
    hidden_from: I8  # bit 1 << side: that side does not know where it is
    fleeing: I8
    awed: I8  # it has faced something fearsome in this battle
    blasts: I8  # uses of its area attack that are left
    holder: I8  # unit that grapples it, or NONE
    timers: Annotated[list[int], Field(np.int16, (N_EFFECTS,))]  # Effect -> Lulls left
    slots: Annotated[list[int], Field(np.int8, (MAX_SPELLS,))]  # castings left, by slot of Sheet.spells


class Squad(Record):
    """What changes about one Squad beside its row of `Unit`, whose `hp` is the sum of `hp` here."""

    unit: I8  # its row of units
    leader: I8  # unit that commands it, or NONE: it is leaderless
    wall: I8  # it stands in a Shield Wall
    volleys: I8  # Volleys this Round; `Unit.attacks` counts its Attack orders
    due: I8  # morale triggers (bits) that wait for their test
    made: I8  # triggers (bits) that have had theirs: HALF for the battle, PINCER for the Round
    rallied: I8  # it has been rallied and returns at the next Round start
    hp: Annotated[list[int], Field(np.int16, (MAX_MEMBERS,))]  # of each member, the front one first; 0: out


class Zone(Record):
    """What changes about one Zone. The pairs are indexed by Side (PARTY, FOES)."""

    traits: I16  # Trait bits; these, owner and Capacity begin as the map states them, and play may change them
    own: I16  # Trait bits without what hazards bring
    parts: I16  # Zones (bits) that it is made of: itself, and what has become one with it; none while it is absent
    owner: I8  # Side
    capacity: I8  # 0: none
    control: I8  # Side.PARTY, Side.FOES, or Side.NOBODY while Contested
    absent: I8  # it is not on the map (yet, or any more)
    crowded: I8  # it went over its Capacity and is not below it again: nobody enters
    total: I8  # who Controls it has Total Control
    bodies: Annotated[list[int], Field(np.int16, (2,))]  # what each side counts here before any bonus
    strength: Annotated[list[int], Field(np.int16, (2,))]  # what each side brings to Control: `bodies` and bonuses
    occupants: Annotated[list[int], Field(np.int8, (2,))]  # creatures of each side who take up room
    struck_from: Annotated[list[int], Field(np.int16, (2,))]  # Zones (bits) from which a side completed an Attack here
    arms: Annotated[list[int], Field(np.int16, (2,))]  # Zones (bits) that are arms of a side's Pincer on this Zone


class Danger(Record):
    """What changes about one hazard."""

    taken: I8  # Zones of its route that it has taken
    age: Annotated[list[int], Field(np.int8, (MAX_ZONES,))]  # Lulls it saw there, from 1; 0: not there; NONE: over


class Blow(Record):
    """What serves every roll of one Attack maneuver, or the one roll of a basic Attack."""

    flurry: I8  # penalty
    rush: I8
    charge: I8
    edge: I8  # bonus of an Ambush, a Perfect Ambush or a backstab
    edge_of: I8  # Mod: which of these
    factor: I8  # damage is multiplied; 0 as 1


class Frame(Record):
    """A procedure that waits for somebody's answer."""

    step: I8  # Step
    actor: I8
    target: I8
    zone: I8  # destination of an entry
    routine: I8  # or the Order of a Command
    roll: I8  # index of the roll in the routine
    member: I8  # of a Squad that strikes
    verb: I8  # Verb that began it
    asked: I32  # units (bits) that were already offered the reaction
    blow: Blow


class Event(Record):
    """One thing that happened. `Note` says which fields count; unused ones are 0.

    ROUND what=number · VIGOR unit, mod=-carryover, total · SELECT unit, total=Vigor, need=limit, what=SelectedBy,
    amount=creatures who share the Breath · PAY unit, what=Verb, mod=-cost, total=Vigor left ·
    FORFEIT unit, mod=-Vigor · BREATH_END unit, total=Vigor left ·
    DIE unit, other, what=Purpose, amount=sides, roll, mod, total, need, won (need 0: no target number) ·
    MOD unit, what=Mod, mod: precedes the DIE that it modifies ·
    CHECK unit, what=Purpose, amount=Difficulty, mod, total, need, won: a check without a die (need 0: automatic
    success), or the sum of the dice before it (morale) ·
    ATTACK unit, other, what=routine, amount=ordinal this Round, mod=-Flurry ·
    BASIC_ATTACK unit, other, what=Purpose, amount=routine, mod=-Flurry, total=Attacks this Round ·
    DAMAGE / HEAL unit=source, other, total=points, need=HP left · DOWN unit, what=Life ·
    REACT unit, other, what=Reaction, mod=cost, total=Vigor left · READY / EXPIRE unit, what=Reaction ·
    MOVE unit, zone=to, what=from, amount=1 when forced · STOPPED unit, other=Interdictor, zone ·
    BARRED unit, zone, what=Purpose · PINCER zone, what=Side ·
    CONTROL zone, what=Side, amount=1 for Total Control, mod and total=strength of party and foes ·
    FOCUS / FOCUS_LOST unit, what=spell row · RELEASE unit, other, zone, what=spell row ·
    AFFECT other, what=Effect, amount=Lulls · EFFECT_END unit, what=Effect · HELD unit=grappler, other ·
    STANCE / STANCE_END unit, what=row ·
    FREED / FLEE / LEFT / RELOAD / STABLE / EXPOSED / EXPOSED_END / OVERLOAD unit ·
    HIDDEN / SEEN / SURPRISED / SPLIT unit · QUARRY unit, other (NONE: nobody) · FACTOR unit, total: times damage ·
    AID unit, other · GEAR unit, what=set · LIMIT unit, total · LULL what=number · END what=Outcome, amount=Reason ·
    BLAST unit, zone, amount=ordinal this Round, total=uses left · AWE unit ·
    HAZARD zone, what=row, amount=Course (DIE for its spread: other=row, zone) ·
    OBJECTIVE what=row, total=progress, need=goal, won: it has fallen ·
    SKIPPED unit, what=action, amount=Why.
    """

    note: I16
    unit: I16
    other: I16
    zone: I16
    what: I16
    amount: I16
    roll: I16
    mod: I16
    total: I16
    need: I16
    won: I16


class Log(Record):
    """The events since it was last emptied. Outside the compared bytes; switched off in batches."""

    on: I8
    overflow: I8
    n: I16
    events: Annotated[list[Event], Field(Event, (MAX_NOTES,))]
    spare: Annotated[list[int], Field(np.int64, (2,))]  # rounds the Battle off to three pages of memory


class Battle(Record):
    """All that changes in a battle. Clone and compare: the bytes before `log`."""

    __tail__ = ("log",)

    setup: I16  # row of its Setup and Rules
    turn: I16  # Round number, from 1
    phase: I8  # Phase
    outcome: I8  # Outcome
    reason: I8  # Reason
    ask: I8  # Kind of the decision that is waited for
    who: I8  # unit that decides
    actor: I8  # unit whose Breath it is, or NONE
    mirror: I16  # what a mob's leader did and its members are repeating (`actions.note_of`), or NONE
    members: I32  # units (bits) that share the Breath under way: the actor, or a mob
    cursor: I8  # unit whose maintenance choice is due
    depth: I8  # frames in use
    objective: I8  # row of the objective that fell, or NONE
    trouble: I8  # a limit of the record was hit: the battle must stop
    morale_due: Annotated[list[int], Field(np.int8, (2,))]  # morale checks waiting, per side
    morale_made: Annotated[list[int], Field(np.int8, (2,))]  # bit 0 first loss, bit 1 half, per side
    capable: Annotated[list[int], Field(np.int8, (2,))]  # combat-capable creatures, per side
    decisions: I32  # decisions answered so far
    progress: Annotated[list[int], Field(np.int8, (MAX_OBJECTIVES,))]  # Lulls held, creatures escaped, by objective
    hazards: Annotated[list[Danger], Field(Danger, (MAX_HAZARDS,))]
    frames: Annotated[list[Frame], Field(Frame, (MAX_FRAMES,))]
    zones: Annotated[list[Zone], Field(Zone, (MAX_ZONES,))]
    edge: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Edge; here, since play may change it
    needs: Annotated[list[list[int]], Field(np.int16, (MAX_ZONES, MAX_ZONES))]  # Tag bits, any of which opens the way
    surcharge: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Vigor, from row to column
    gate: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # Difficulty, from row to column
    opens: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # how a maneuver opens it, see Setup
    changed: I32  # changes of the battlefield (bits) that have happened
    distance: Annotated[list[list[int]], Field(np.int8, (MAX_ZONES, MAX_ZONES))]  # open edges; FAR where none leads
    blow: Blow  # of the basic Attack under way
    dice: Dice
    units: Annotated[list[Unit], Field(Unit, (MAX_UNITS,))]
    squads: Annotated[list[Squad], Field(Squad, (MAX_SQUADS,))]
    overrun: Annotated[list[int], Field(np.int16, (2,))]  # a side's own Back Lines (bits) that the enemy Controls
    log: Log


__all__ = [
    "Area",
    "Awe",
    "Battle",
    "Blow",
    "Change",
    "Danger",
    "Event",
    "Frame",
    "Hazard",
    "Log",
    "Objective",
    "Place",
    "Roll",
    "Routine",
    "Rules",
    "Setup",
    "Sheet",
    "Spell",
    "Squad",
    "Stance",
    "Unit",
    "Zone",
]
