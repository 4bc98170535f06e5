"""The three records of a battle: what changes (`Battle`), what it is made of (`Setup`), what it costs (`Rules`).

Kernel functions take them in this order, `(b, s, r)`, or as arrays `(battles, setups, rules)`, where
`battles[i].setup` is the row of its Setup and of its Rules. Integers only. `NONE` (-1) never indexes.
"""

from typing import Annotated

import numpy as np

from wzc_env.kernel import I8, I16, I32, Dice, Field, Record

from .words import (
    MAX_ACTIONS,
    MAX_CHANGES,
    MAX_FIGURES,
    MAX_FRAMES,
    MAX_GEAR,
    MAX_HAZARDS,
    MAX_MEMBERS,
    MAX_NOTES,
    MAX_OBJECTIVES,
    MAX_ROLLS,
    MAX_ROUTINES,
    MAX_SPELLBOOK,
    MAX_SPELLS,
    MAX_SQUADS,
    MAX_STANCES,
    MAX_UNITS,
    MAX_ZONES,
    N_EFFECTS,
    N_VERBS,
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
    """A change of the battlefield, and what it waits for. Which fields count, `terrain.make` and `terrain.due` say."""

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
    ego_zones: Annotated[list[int], Field(np.int64, (2,))]  # a side's order of the Zones, see observe.zone_order
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


class Rules(Record):
    """The table in force: a field a cell of `configs/rules/book.toml` (`[cost] move` is `cost_move`) or of a host."""

    check_standard_dc: I16
    check_hard_dc: I16
    check_dire_dc: I16
    check_standard_under: I16
    check_hard_under: I16
    check_dire_under: I16
    vigor_pc_base: I16
    vigor_plate: I16
    vigor_monster_base: I16
    vigor_hd_divisor: I16
    vigor_monster_most: I16
    count_residual_tie: I16
    breath_limit: I16
    breath_overloaded_limit: I16
    breath_heavies: I16
    exposed_ac: I16
    cost_move: I16
    cost_rush_extra: I16
    cost_attack: I16
    cost_heavy_attack: I16
    cost_focus: I16
    cost_release: I16
    cost_grapple: I16
    cost_shove: I16
    cost_break_hold: I16
    cost_ready_guard: I16
    cost_ready_parry: I16
    cost_ready_interdict: I16
    cost_improvised_simple: I16
    cost_improvised_ordinary: I16
    cost_breakthrough: I16
    cost_melee_enter: I16
    cost_melee_leave: I16
    cost_forced_exit: I16
    cost_withdraw: I16
    cost_hide: I16
    cost_off_map: I16
    cost_least: I16
    speed_haste_divisor: I16
    speed_slow_factor: I16
    reaction_improvised_percent: I16
    reaction_guard_ac: I16
    reaction_parry_divisor: I16
    flurry_step: I16
    rush_attack: I16
    front_line_melee: I16
    back_line_ranged: I16
    flank_discount: I16
    high_ground_ranged: I16
    melee_attack: I16
    melee_stray_most: I16
    melee_stray_die: I16
    underwater_attack: I16
    underwater_entry: I16
    control_pc: I16
    control_elite: I16
    control_elite_hd: I16
    control_other: I16
    detailed_pc: I16
    detailed_elite: I16
    detailed_elite_hd: I16
    detailed_leader: I16
    detailed_other: I16
    detailed_polearms: I16
    detailed_total_lead: I16
    lever_attack_cap: I16
    lever_monster_base: I16
    lever_monster_divisor: I16
    lever_zone_factor: I16
    lever_spell_brake: I16
    breakthrough_ratio: I16
    ambush_attack: I16
    perfect_ambush_attack: I16
    pincer_attack: I16
    pincer_morale: I16
    capacity_least: I16
    capacity_most: I16
    withdraw_carry: I16
    command_base: I16
    command_able: I16
    command_ability: I16
    command_hd: I16
    squad_wall_percent: I16
    squad_wall_ac: I16
    squad_volley_divisor: I16
    squad_volley_individual: I16
    squad_trigger: I16
    squad_leaderless_die: I16
    range_very_short_feet: I16
    range_short_feet: I16
    range_medium_feet: I16
    range_very_short: I16
    range_short: I16
    range_medium: I16
    range_longer: I16
    host_roll_under: I16
    host_attack_die: I16
    host_natural_hit: I16
    host_natural_miss: I16
    host_damage_least: I16
    host_helpless_bonus: I16
    host_dying_lulls: I16
    host_aid_hp: I16
    host_interrupted_loses_slot: I16
    host_morale_dice: I16
    host_morale_die: I16
    host_morale_step: I16
    host_morale_first_loss: I16
    host_morale_half: I16
    host_stealth: I16
    host_backstab_attack: I16
    host_backstab_factor: I16
    host_charge_attack: I16
    host_charge_factor: I16
    host_bless: I16
    host_fright: I16
    host_shield_melee: I16
    host_shield_missile: I16
    host_descending: I16
    host_move_divisor: I16


__all__ = [
    "Area", "Awe", "Battle", "Blow", "Change", "Danger", "Event", "Frame", "Hazard", "Log", "Objective", "Place",
    "Roll", "Routine", "Rules", "Setup", "Sheet", "Spell", "Squad", "Stance", "Unit", "Zone",
]  # fmt: skip
