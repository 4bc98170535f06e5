"""The vocabulary of the rules: every code that stands in a record, in an event or in an answer.

All are `IntEnum`, so that the same source compares and indexes them in plain and in compiled mode.
The numbers are part of saved battles: append, never reorder.
"""

from enum import IntEnum

NONE = -1
"""No unit, no Zone, no spell. It is never used as an index."""

MAX_COMBATANTS = 24
MAX_SQUADS = 6
MAX_MEMBERS = 6  # of one Squad; it has at least LEAST_MEMBERS
LEAST_MEMBERS = 3
MAX_UNITS = MAX_COMBATANTS + MAX_SQUADS  # a Squad is one record beside the combatants
MAX_ZONES = 12
MAX_STANCES = 8  # distinct Stances in one battle
MAX_SPELLS = 8  # distinct spells a caster prepares
MAX_SPELLBOOK = 24  # distinct spells in one battle
MAX_ROUTINES = 4  # attack routines a stat block lists
MAX_ROLLS = 4  # attack rolls in one routine
MAX_GEAR = 3  # sets of gear to change between
MAX_HAZARDS = 6
MAX_OBJECTIVES = 8
MAX_ACTIONS = 512
MAX_FIGURES = 48  # numbers of a stat block that the observation shows
MAX_NOTES = 350  # events in one piece of the rules
MAX_FRAMES = 4  # interrupted procedures under way
MAX_CHANGES = 16  # changes of the battlefield that a scenario prepares


class Side(IntEnum):
    """Whose creature it is; also the owner of a Zone, where BOTH and NOBODY occur."""

    PARTY = 0
    FOES = 1
    BOTH = 2
    NOBODY = 3


class Module(IntEnum):
    """What a table may switch on beside the Count, the menu, reactions and the Lull, as bits."""

    ZONES = 1
    DETAILED_CONTROL = 2
    SQUADS = 4
    STANCES = 8


class Life(IntEnum):
    """Where a creature stands between the battle and its end."""

    UP = 0
    DYING = 1
    DEAD = 2
    GONE = 3  # left the battlefield


class Effect(IntEnum):
    """Timed effects; `Unit.timers[effect]` counts Lulls, `FOREVER` does not run out."""

    HASTE = 0
    SLOW = 1
    HELD = 2
    ASLEEP = 3
    BLESSED = 4
    SHIELDED = 5
    FRIGHTENED = 6


N_EFFECTS = 8  # room for the effects of later spells
FOREVER = 30_000


class Wield(IntEnum):
    """What a Stance needs in hand."""

    NOTHING = 0
    POLEARM = 1
    SHIELD = 2
    MISSILE = 3


class Reaction(IntEnum):
    """The reaction techniques."""

    NONE = 0
    GUARD = 1
    PARRY_RIPOSTE = 2
    INTERDICT = 3


class Trait(IntEnum):
    """Zone roles and traits, as bits; one Zone may have several."""

    FRONT_LINE = 1
    BACK_LINE = 2
    FLANK = 4
    HIGH_GROUND = 8
    MELEE = 16
    UNDERWATER = 32
    OFF_MAP = 64
    FOG = 128  # no missile flies in, out or within


class Edge(IntEnum):
    """The kinds of edge between two Zones."""

    ABSENT = 0
    ORDINARY = 1
    ENGAGEMENT = 2
    VERTICAL = 3
    BLOCKED = 4
    OFF_MAP = 5  # gated access: no adjacency, no distance


class Do(IntEnum):
    """What a change does to the battlefield: the book's six operations, blocking and opening apart."""

    REMOVE = 1
    BLOCK = 2
    OPEN = 3
    CAPACITY = 4
    ADD = 5
    MERGE = 6
    EFFECT = 7


class When(IntEnum):
    """What a prepared change waits for."""

    LULL = 1  # the Lull of a Round
    OPENED = 2  # an edge stands open
    FALLS = 3  # a creature is dead or dying
    HALF = 4  # a creature has at most half its hit points
    ENTERED = 5  # somebody is in a Zone
    CONTROLLED = 6  # a side Controls a Zone
    CALLED = 7  # the game master calls it


FAR = 99  # distance of Zones that no open path joins


class Difficulty(IntEnum):
    """The ladder of checks; AUTOMATIC needs no roll."""

    AUTOMATIC = 0
    STANDARD = 1
    HARD = 2
    DIRE = 3


class Ability(IntEnum):
    """The ability scores that checks use; NIMBLE is the better of STR and DEX."""

    STR = 0
    DEX = 1
    CON = 2
    NIMBLE = 3


class Save(IntEnum):
    """The five saving throws of the classic games; NO_SAVE where none applies."""

    NO_SAVE = 0
    DEATH = 1
    WANDS = 2
    PARALYSIS = 3
    BREATH = 4
    SPELLS = 5


class Goal(IntEnum):
    """Kinds of objective, in the order of the Reasons from REACHED on."""

    REACH = 0
    HOLD = 1
    OPEN = 2
    ESCORT = 3
    ESCAPE = 4
    KILL = 5


class Course(IntEnum):
    """What a hazard does in a Lull."""

    BEGINS = 0
    SPREADS = 1
    STRIKES = 2
    ENDS = 3
    FALLS = 4
    STANDS = 5  # it would have fallen, but the map would be cut in two, or its people had nowhere to go


class Armour(IntEnum):
    """Grades of armour that the rules ask about."""

    UNARMOURED = 0
    LEATHER = 1
    CHAIN = 2
    PLATE = 3


class Tag(IntEnum):
    """Module tags and host facts of a stat block, as bits."""

    LARGE = 1
    SCRAPPER = 2
    SKIRMISHER = 4  # thief or another class of stealth or light skirmishing
    PERSON = 8  # a humanoid of ordinary size: hold person works
    BACKSTAB = 16  # the host's backstab or its like
    CHARGER = 32  # cavalry, or a creature that charges like it
    OFF_MAP_ACCESS = 64  # burrowing, flying: may use the Off-Map gate
    UNDEAD = 128  # sleep and hold person do nothing
    INVISIBLE = 256
    FIREPROOF = 512


class SpellTarget(IntEnum):
    """What a Release names."""

    ENEMY = 0
    ALLY = 1  # an ally or the caster
    ZONE = 2  # everybody in one Zone but the caster
    ZONE_ENEMIES = 3
    CASTER = 4
    ZONE_ALLIES = 5  # the caster and its allies in one Zone


class SpellEffect(IntEnum):
    """What a released spell does."""

    DAMAGE = 0
    HEAL = 1
    TIMED = 2  # puts a timed effect on its targets
    SLUMBER = 3  # a timed effect on targets taken by Hit Dice, lowest first


class Kind(IntEnum):
    """The kinds of decision. The state is always at exactly one, or the battle is over."""

    OVER = 0
    BREATH = 1  # next maneuver, Overload, end, forfeit
    DEFEND = 2  # none, Guard, Parry & Riposte
    INTERDICT = 3  # no, yes
    LULL = 4  # one maintenance choice
    CHOOSE = 5  # the rest of a maneuver that needs a second argument


class Verb(IntEnum):
    """Blocks of action ids, in this order: single actions first, so that a scan for legal ones ends early."""

    END = 0
    FORFEIT = 1
    OVERLOAD = 2
    READY_GUARD = 3
    READY_PARRY = 4
    READY_INTERDICT = 5
    PASS = 6  # no reaction, no Interdict, no maintenance
    GUARD = 7
    PARRY = 8
    INTERDICT = 9
    BREAK_HOLD = 10
    WITHDRAW = 11
    FOCUS = 12  # then CHOOSE the spell
    DRAW = 13  # then CHOOSE the set of gear
    HIDE = 14
    RELOAD = 15
    FIRST_AID = 16  # then CHOOSE the fallen ally
    CHANGE_GEAR = 17  # then CHOOSE the set of gear
    ATTACK = 18  # x routine x unit
    GRAPPLE = 19  # x unit
    SHOVE = 20  # x unit, then CHOOSE the Zone
    MOVE = 21  # x Zone; what replaces it follows from the map; from Off-Map, then CHOOSE the quarry
    RUSH = 22  # x Zone
    FORCED_EXIT = 23  # x Zone
    RUSHED_EXIT = 24  # x Zone; a Forced Exit that is rushed
    RELEASE = 25  # x (units, Zones, self)
    CHOOSE = 26  # x option
    COMMAND = 27  # x unit (a Squad), then CHOOSE the order, and its Zone or target
    RALLY = 28  # then CHOOSE the Squad in flight
    WORK = 29  # x Zone: open the blocked edge that leads there
    BLAST = 30  # x Zone; an area attack
    STANCE = 31  # x Stance
    END_STANCE = 32


N_VERBS = 33


class Order(IntEnum):
    """What a Squad may be commanded to do; the options of CHOOSE after COMMAND."""

    ADVANCE = 0  # then CHOOSE the Zone
    ATTACK = 1  # then CHOOSE the enemy
    VOLLEY = 2  # then CHOOSE the enemy
    SHIELD_WALL = 3
    INTO_THE_MELEE = 4  # then CHOOSE the Zone
    FALL_BACK = 5


N_ORDERS = 6


class Trigger(IntEnum):
    """Why a Squad tests morale, as bits."""

    HOST = 1  # the host's own trigger for the whole side
    HALF = 2
    LEADER_LOST = 4
    PINCER = 8
    INTO_THE_MELEE = 16
    OVERRUN = 32


class Step(IntEnum):
    """What an interrupted procedure (a frame) is."""

    ATTACK = 0
    ENTRY = 1
    CHOOSE_SHOVE = 2
    CHOOSE_SPELL = 3
    CHOOSE_GEAR = 4
    CHOOSE_AID = 5
    CHOOSE_QUARRY = 6
    CHOOSE_ORDER = 7
    CHOOSE_MARCH = 8  # the Zone of an order
    CHOOSE_MARK = 9  # the enemy of an order
    VOLLEY = 10
    CHOOSE_RALLY = 11


class Phase(IntEnum):
    """Where in the Round the battle is."""

    ROUND_START = 0
    COUNT = 1
    LULL = 2
    MAINTENANCE = 3
    LULL_END = 4
    OVER = 5
    LEADERLESS = 6  # all Vigor is spent: Squads without a leader and Squads in flight


class Outcome(IntEnum):
    """How a battle ended."""

    UNDECIDED = 0
    PARTY_WINS = 1
    FOES_WIN = 2
    DRAW = 3
    ROUND_LIMIT = 4  # truncated, not ended


class Reason(IntEnum):
    """Why a battle ended."""

    NOT_ENDED = 0
    DESTROYED = 1  # the losers are down, helpless or gone, none of them by flight
    BROKEN = 2  # at least one of the losers is in flight after a failed morale check
    WITHDREW = 3  # the losers who are not down have left the battlefield
    ROUND_LIMIT = 4
    REACHED = 5  # from here in the order of Goal
    HELD = 6
    OPENED = 7
    ESCORTED = 8
    ESCAPED = 9
    KILLED = 10
    BOTH_MET = 11  # each side had an objective fall in the same moment


class SelectedBy(IntEnum):
    """Why the Count selects this creature."""

    MOST_VIGOR = 0
    TIE_DEX = 1
    TIE_PC = 2
    TIE_HD = 3
    TIE_ORDER = 4


class Purpose(IntEnum):
    """What a die is rolled for."""

    ATTACK = 1
    DAMAGE = 2
    RIPOSTE = 3
    INTERDICT = 4
    OVERLOAD = 5
    GRAPPLE = 6
    SHOVE = 7
    BREAK_HOLD = 8
    BREAKTHROUGH = 9
    ENTER_MELEE = 10
    LEAVE_MELEE = 11
    GATE = 12
    LEAVE_PINCER = 13
    WITHDRAW = 14
    STRAY = 15
    STRAY_TARGET = 16
    SAVE = 17
    MORALE = 18
    SPELL = 19
    HEALING = 20
    TIE = 21
    HIDE = 22
    SPREAD = 23
    WORK = 24
    COLLAPSE = 25
    HAZARD = 26
    DODGE = 27
    BLAST = 28
    LEADERLESS = 30


class Mod(IntEnum):
    """Sources of a modifier, for the arithmetic shown beside a roll."""

    ATTACK_BONUS = 1
    FLURRY = 2
    FRONT_LINE = 3
    BACK_LINE = 4
    HIGH_GROUND = 5
    IN_THE_MELEE = 6
    UNDERWATER = 7
    PINCER = 8
    RUSH = 9
    HELPLESS = 10
    GUARD = 11
    PARRY = 12
    EXPOSED = 13
    ABILITY = 14
    SPELL = 15
    DAMAGE_BONUS = 16
    AMBUSH = 17
    PERFECT_AMBUSH = 18
    BACKSTAB = 19
    CHARGE = 20
    BLESS = 21
    STANCE = 22
    SHIELD_WALL = 23
    HAZARD = 25
    FRIGHT = 26


class Note(IntEnum):
    """Kinds of event. The fields that each uses are listed in `state.Event`."""

    ROUND = 1
    VIGOR = 2
    SELECT = 3
    FORFEIT = 4
    OVERLOAD = 5
    LIMIT = 6
    EXPOSED = 7
    EXPOSED_END = 8
    BREATH_END = 9
    PAY = 10
    DIE = 11
    MOD = 12
    ATTACK = 13
    DAMAGE = 14
    HEAL = 15
    DOWN = 16
    REACT = 17
    EXPIRE = 18
    READY = 19
    MOVE = 20
    STOPPED = 21
    BARRED = 22
    CONTROL = 23
    PINCER = 24
    FOCUS = 25
    FOCUS_LOST = 26
    RELEASE = 27
    AFFECT = 28
    EFFECT_END = 29
    HELD = 30
    FREED = 31
    FLEE = 32
    LEFT = 33
    LULL = 34
    RELOAD = 35
    AID = 36
    GEAR = 37
    END = 38
    CHECK = 39
    SKIPPED = 40
    BASIC_ATTACK = 41
    STABLE = 42
    HIDDEN = 43
    SEEN = 44
    QUARRY = 45
    FACTOR = 46
    SPLIT = 47
    SURPRISED = 48
    STANCE = 51
    STANCE_END = 52
    MEMBER_DOWN = 55
    TRIGGER = 56
    COMMAND = 57
    WALL = 58
    VOLLEY = 59
    LEADERLESS = 60
    RALLY = 61
    RETURN = 62
    NEW_LEADER = 63
    TURN = 64
    CHANGE = 70
    WAY = 71
    ZONE_GONE = 72
    ZONE_NEW = 73
    GROUND = 74
    HAZARD = 75
    OBJECTIVE = 76
    BLAST = 80
    AWE = 81


class Why(IntEnum):
    """Why an action is refused. OK is 0, so that a truth test reads "refused"."""

    OK = 0
    OUT_OF_RANGE = 1
    WRONG_KIND = 2
    BATTLE_OVER = 3
    NO_VIGOR = 4
    BREATH_LIMIT = 5
    SECOND_HEAVY = 6
    NOTHING_PAID = 7
    ALREADY_BEGUN = 8
    NO_NEED = 9
    ALREADY_OVERLOADED = 10
    NO_SUCH_UNIT = 11
    NOT_AN_ENEMY = 12
    TARGET_DOWN = 13
    NO_SUCH_ROUTINE = 14
    NOT_WIELDED = 15
    NOT_LOADED = 16
    OUT_OF_REACH = 17
    BACK_LINE_SAFE = 18
    RANGED_FROM_MELEE = 19
    RANGED_UNDERWATER = 20
    GRAPPLED = 21
    NOT_GRAPPLED = 22
    NO_SUCH_ZONE = 23
    SAME_ZONE = 24
    NO_EDGE = 25
    EDGE_BLOCKED = 26
    NO_ROOM = 27
    NOT_IN_MELEE = 28
    NOT_AN_EXIT = 29
    NO_SPELLS = 30
    NOT_FOCUSED = 31
    WRONG_TARGET = 32
    SPELL_RANGE = 33
    READY_HELD = 34
    NO_OTHER_GEAR = 35
    REACTION_VIGOR = 36
    RIPOSTE_REACH = 38
    NOTHING_TO_RELOAD = 39
    NOBODY_TO_AID = 40
    NO_SUCH_OPTION = 41
    ALREADY_HELD = 43
    NO_SHOVE_ROOM = 44
    OVER_CAPACITY = 45
    HELPLESS = 46
    UNKNOWN = 47
    NOT_A_FLANK = 48
    WATCHED = 49
    ALREADY_HIDDEN = 50
    NO_ACCESS = 51
    OFF_MAP = 52
    ATTACK_CAP = 57
    SPELL_BRAKE = 58
    STANCE_EXPOSED = 59
    STANCE_HELD = 60
    STANCE_GEAR = 61
    STANCE_PLACE = 62
    NO_STANCE = 63
    ROOTED = 64
    NO_SQUAD = 65
    NOT_ITS_LEADER = 66
    SQUAD_FLEES = 67
    NO_ORDER = 68
    IN_A_SQUAD = 69
    NO_SQUAD_FLEES = 70
    SQUADS_DO_NOT = 71
    OFF_MAP_LEADER = 72
    TOO_FAR = 75
    CUT_OFF = 76
    NO_ZONES = 77
    CAUGHT = 78
    NOT_OWN_END = 79
    NOT_BLOCKED = 80
    WILL_NOT_OPEN = 81
    IS_GROUND = 82
    RANGED_FOG = 85
    NO_BLAST = 90
    BLASTS_SPENT = 91
    NOBODY_THERE = 92
    OFF_MAP_BLAST = 93
    NO_USE = 94
