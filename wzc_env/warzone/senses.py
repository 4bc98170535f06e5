"""The vocabulary and the layout of the observation vector: every number, its place, meaning, unit and range.

`observe.py` writes them. Trained networks depend on the places: a change of the layout is a new minor version.
"""

from enum import IntEnum
from typing import NamedTuple

from wzc_env.kernel import kernel

from .state import Setup, Sheet
from .words import MAX_FIGURES, MAX_ROUTINES, MAX_SPELLS, Tag

YES = ("yes 1, no 0", 0.0, 1.0)
OURS = ("own 1, enemy -1, neither 0", -1.0, 1.0)


class Fact(IntEnum):
    """One number: its place in the row, its meaning, the unit that 1.0 stands for, its least and most.

    What a stat block or a table of one's own brings beyond these is shown as the least or the most.
    """

    meaning: str
    unit: str
    low: float
    high: float

    def __new__(cls, place: int, meaning: str, unit: str, low: float, high: float) -> "Fact":
        """Keep the place as the value, the rest as attributes."""
        fact = int.__new__(cls, place)
        fact._value_ = place
        fact.meaning, fact.unit, fact.low, fact.high = meaning, unit, low, high
        return fact

    def within(self, number: float) -> float:
        """The number, or the end of the range that it lies beyond."""
        return float(min(self.high, max(self.low, number)))


class Whole(Fact):
    """What concerns the whole battle, or the Breath under way."""

    ONE = 0, "constant", "1", 1.0, 1.0
    ROUND = 1, "number of the Round", "share of the round limit", 0.0, 1.0
    BREATH = 2, "a maneuver of a Breath is asked", *YES  # from here in the order of Kind
    DEFEND = 3, "a defence against one roll is asked", *YES
    INTERDICT = 4, "an Interdict is asked", *YES
    LULL = 5, "a maintenance choice is asked", *YES
    CHOOSE = 6, "a second argument is asked", *YES
    MINE = 7, "the observer decides", *YES
    ATTACK_OPEN = 8, "an Attack waits for an answer", *YES  # from here in the order of Step
    ENTRY_OPEN = 9, "an entry waits for an answer", *YES
    CHOOSE_SHOVE = 10, "the Zone of a Shove is asked", *YES
    CHOOSE_SPELL = 11, "the spell to Focus is asked", *YES
    CHOOSE_GEAR = 12, "the set of gear is asked", *YES
    CHOOSE_AID = 13, "the fallen ally to aid is asked", *YES
    CHOOSE_QUARRY = 14, "the quarry of a Perfect Ambush is asked", *YES
    CHOOSE_ORDER = 15, "the order of a Command is asked", *YES
    CHOOSE_MARCH = 16, "the Zone of an order is asked", *YES
    CHOOSE_MARK = 17, "the enemy of an order is asked", *YES
    VOLLEY_OPEN = 18, "a Volley waits for an answer", *YES
    CHOOSE_RALLY = 19, "the Squad to Rally is asked", *YES
    BEGUN = 20, "the present Breath has begun", *YES
    LEFT = 21, "what the present Breath may still spend", "13 Vigor", 0.0, 4.0
    PAID = 22, "what the present Breath has paid", "13 Vigor", 0.0, 4.0
    HEAVY = 23, "a heavy Attack was made in the present Breath", *YES
    READIED = 24, "a reaction was Readied in the present Breath", *YES
    OVERLOADED = 25, "Overload was declared in the present Breath", *YES
    OWN_CAPABLE = 26, "own creatures able to fight", "share of the side's roster", 0.0, 1.0
    ENEMY_CAPABLE = 27, "enemies able to fight", "share of the side's roster", 0.0, 1.0
    OWN_FIRST_LOSS = 28, "own side has tested morale for its first loss", *YES
    OWN_HALF = 29, "own side has tested morale at half", *YES
    ENEMY_FIRST_LOSS = 30, "the enemy has tested morale for its first loss", *YES
    ENEMY_HALF = 31, "the enemy has tested morale at half", *YES
    ROLL_BONUS = 32, "attack bonus of the roll that waits", "10 points", -1.0, 2.0
    ROLL_MEAN = 33, "mean damage of the roll that waits", "16 points", -1.0, 4.0
    ROLL_RANGED = 34, "the roll that waits is ranged", *YES
    ROLLS_LEFT = 35, "rolls of that routine still to come, this one too", "4 rolls", 0.0, 1.0
    DETAILED = 36, "Detailed Control is in play", *YES
    BANDS = 37, "the map is one of bands, not of Zones", *YES
    OWN_AIM = 38, "the own objective that is nearest to be reached: progress", "share of what it needs", 0.0, 1.0
    ENEMY_AIM = 39, "the enemy's objective that is nearest to be reached: progress", "share of what it needs", 0.0, 1.0


class Figure(Fact):
    """What a stat block says of a unit, the same through the whole battle: the first part of its row."""

    PC = 0, "is a player character", *YES
    HIT_DICE = 1, "Hit Dice", "8 HD", 0.0, 4.5
    LARGE = 2, "is large", *YES
    HP_MAX = 3, "most hit points", "32 points", 0.0, 16.0
    SPEED = 4, "host movement rate", "128 feet", 0.0, 8.0
    MORALE = 5, "morale score, 0 for who never tests", "16 points", 0.0, 7.0
    LEADER = 6, "may lead Squads", *YES
    MEMBERS = 7, "members that a Squad began with; 0: it is no Squad", "8 members", 0.0, 1.0
    AREA = 8, "mean damage of its area attack in one Zone; 0: it has none", "32 points", 0.0, 16.0


class Arm(Fact):
    """One attack routine of a unit, as the stat block has it; these follow the figures."""

    HEAVY = 0, "is heavy", *YES
    RANGED = 1, "is ranged", *YES
    REACH = 2, "Zone edges that it covers, if ranged", "4 edges", 0.0, 4.0
    BONUS = 3, "attack bonus of its first roll", "8 points", -2.5, 6.5
    MEAN = 4, "mean damage, were every roll to hit", "16 points", -1.0, 15.0


class Body(Fact):
    """One unit as it is now. Whether each routine is at hand and its Zone, one-hot by Zone row, follow."""

    PRESENT = 0, "a unit has this row", *YES
    SIDE = 1, "whose it is", "own 1, enemy -1", -1.0, 1.0
    UP = 2, "stands", *YES  # from here in the order of Life
    DYING = 3, "is dying", *YES
    DEAD = 4, "is dead", *YES
    GONE = 5, "has left the battlefield", *YES
    HP = 6, "hit points left", "share of its most", 0.0, 1.0
    VIGOR = 7, "Vigor left", "13 Vigor", 0.0, 4.0
    LIMIT = 8, "limit of its next or present Breath", "5 Vigor", 0.0, 8.0
    ATTACKS = 9, "Attacks made this Round", "5 Attacks", 0.0, 3.0
    RANK = 10, "place in the order of ties, 0 first", "share of the roster", 0.0, 1.0
    AC = 11, "ascending AC with the gear in hand, less 10", "10 points", -1.0, 5.0
    GEAR = 12, "set of gear in hand", "2 sets", 0.0, 1.0
    CASTINGS = 13, "castings left, all spells together", "8 castings", 0.0, 9.0
    DISTANCE = 14, "open edges from the observer; -1 where no path leads", "4 edges", -1.0, 3.0
    GUARD = 15, "holds a Readied Guard", *YES  # from here in the order of Reaction
    PARRY = 16, "holds a Readied Parry & Riposte", *YES
    INTERDICT = 17, "holds a Readied Interdict", *YES
    CARRY = 18, "Vigor to lose at the next Round start", "13 Vigor", 0.0, 4.0
    EXPOSED = 19, "is Exposed", *YES
    FOCUSED = 20, "holds a focused spell", *YES
    RUSHED = 21, "a Rush helps its next Attack", *YES
    FLEEING = 22, "flees", *YES
    GRAPPLED = 23, "is grappled", *YES
    HIDDEN = 24, "is hidden from the other side", *YES
    STALKED = 25, "has moved unseen in its Breath", *YES
    EMERGED = 26, "has come from Off-Map in its Breath", *YES
    CHARGED = 27, "has set out on a charge in its Breath", *YES
    HASTE = 28, "is hasted", *YES  # from here in the order of Effect
    SLOW = 29, "is slowed", *YES
    HELD = 30, "is held by a spell", *YES
    ASLEEP = 31, "is asleep", *YES
    BLESSED = 32, "is blessed", *YES
    SHIELDED = 33, "is under the spell of shield", *YES
    FRIGHTENED = 34, "is frightened", *YES
    ACTING = 35, "the present Breath is its own", *YES
    MEMBER = 36, "shares the present Breath", *YES
    ASKED = 37, "the decision is its own", *YES
    STRIKING = 38, "acts in the procedure that waits", *YES
    STRUCK = 39, "is the target of the procedure that waits", *YES
    STANCE = 40, "maintains a Stance", *YES
    ROOTED = 41, "its Stance bars voluntary movement this Round", *YES
    STANCE_MELEE = 42, "what its Stance adds to melee attacks", "4 points", -5.0, 5.0
    STANCE_RANGED = 43, "what its Stance adds to ranged attacks", "4 points", -5.0, 5.0
    STANCE_AC = 44, "what its Stance adds to AC", "4 points", -5.0, 5.0
    HEADS = 45, "members of a Squad on their feet", "8 members", 0.0, 1.0
    WALL = 46, "is a Squad in a Shield Wall", *YES
    LEADERLESS = 47, "is a Squad without a leader", *YES
    AREA_LEFT = 48, "uses of its area attack that are left", "4 uses", 0.0, 32.0
    AIM = 49, "an objective is about it", "an own one 1, one of the enemy's -1", -1.0, 1.0


class Ground(Fact):
    """One Zone. Its edges to every Zone row follow: open 1, blocked -1, none 0."""

    PRESENT = 0, "a Zone has this row", *YES
    FRONT_LINE = 1, "is a Front Line", *YES  # from here in the order of the bits of Trait
    BACK_LINE = 2, "is a Back Line", *YES
    FLANK = 3, "is a Flank", *YES
    HIGH_GROUND = 4, "is High Ground", *YES
    MELEE = 5, "is the Melee", *YES
    UNDERWATER = 6, "is Underwater", *YES
    OFF_MAP = 7, "is Off-Map", *YES
    FOG = 8, "lies in fog", *YES
    OWNER = 9, "whose part of the map it is", *OURS
    CONTROL = 10, "who Controls it", *OURS
    OWN_BODIES = 11, "bodies of the own side", "8 bodies", 0.0, 6.0
    ENEMY_BODIES = 12, "bodies of the enemy", "8 bodies", 0.0, 6.0
    OWN_OCCUPANTS = 13, "own creatures that take up room", "4 creatures", 0.0, 6.0
    ENEMY_OCCUPANTS = 14, "enemies that take up room", "4 creatures", 0.0, 6.0
    CAPACITY = 15, "its Capacity; 0 where it has none", "4 creatures", 0.0, 1.0
    OWN_STRUCK = 16, "own side completed an Attack on it from next to it this Round", *YES
    ENEMY_STRUCK = 17, "the enemy completed an Attack on it from next to it this Round", *YES
    OWN_PINCER = 18, "own side has a Pincer on it", *YES
    ENEMY_PINCER = 19, "the enemy has a Pincer on it", *YES
    HERE = 20, "the observer is in it", *YES
    DISTANCE = 21, "open edges from the observer; -1 where no path leads", "4 edges", -1.0, 3.0
    ENTRY = 22, "somebody waits to enter it", *YES
    STEP = 23, "an open edge leads here from the observer's Zone", *YES
    ENGAGEMENT = 24, "an engagement line leads here from the observer's Zone", *YES
    BLOCKED = 25, "a blocked edge leads here from the observer's Zone", *YES
    SURCHARGE = 26, "Vigor that the way here from the observer's Zone adds", "3 Vigor", 0.0, 1.0
    GATE = 27, "check at the gate on the way here from the observer's Zone", "3 steps of the ladder", 0.0, 1.0
    ABSENT = 28, "is not on the map, yet or any more", *YES
    TOTAL = 29, "who has Total Control of it", *OURS
    OWN_STRENGTH = 30, "what the own side brings to Control, bonuses included", "8 bodies", 0.0, 12.0
    ENEMY_STRENGTH = 31, "what the enemy brings to Control, bonuses included", "8 bodies", 0.0, 12.0
    HAZARDS = 32, "hazards that strike here in the next Lull", "2 hazards", 0.0, 4.0
    OWN_BODY = 33, "is part of a creature of the own side", *YES
    ENEMY_BODY = 34, "is part of an enemy", *YES
    OWN_GOAL = 35, "an objective of the own side is about it", *YES
    ENEMY_GOAL = 36, "an objective of the enemy is about it", *YES


N_WHOLE = len(Whole)
N_BODY = len(Body)
N_FIGURE = len(Figure)
N_ARM = len(Arm)
N_STATIC = N_FIGURE + N_ARM * MAX_ROUTINES
"""Numbers of a stat block that `Sheet.figures` keeps ready."""

assert N_STATIC <= MAX_FIGURES

SCALE = 2048
"""What 1.0 is in `Sheet.figures`, which are whole numbers: copied and scaled, a row of them costs next to nothing."""

N_GROUND = len(Ground)


@kernel
def body_at(s: Setup) -> int:
    """Where the changing part (`Body`) of a unit row begins, after its figures and routines."""
    return N_FIGURE + N_ARM * s.routine_slots


@kernel
def unit_width(s: Setup) -> int:
    """Numbers in one unit row."""
    return body_at(s) + N_BODY + s.routine_slots + s.zone_slots


@kernel
def zone_width(s: Setup) -> int:
    """Numbers in one Zone row."""
    return N_GROUND + s.zone_slots


@kernel
def size(s: Setup) -> int:
    """Length of the vector."""
    return N_WHOLE + 2 * MAX_SPELLS + s.unit_slots * unit_width(s) + s.zone_slots * zone_width(s)


def area_mean(sheet: Sheet) -> float:
    """Mean damage of a creature's area attack, unhurt as it is, where nobody saves; 0 where it has none."""
    area = sheet.area
    if area.uses == 0:
        return 0.0
    return float(sheet.hp_max) if area.by_hp else area.dice * (area.sides + 1) / 2 + area.plus


def figures(sheet: Sheet) -> list[int]:
    """What a stat block shows, in units of 1 / SCALE: `Figure`, then an `Arm` for each of its routines."""
    shown = {
        Figure.PC: sheet.pc,
        Figure.HIT_DICE: sheet.hd_half / 16,
        Figure.LARGE: sheet.tags & Tag.LARGE != 0,
        Figure.HP_MAX: sheet.hp_max / 32,
        Figure.SPEED: sheet.speed / 128,
        Figure.MORALE: sheet.morale / 16,
        Figure.LEADER: sheet.leader,
        Figure.MEMBERS: sheet.members / 8,
        Figure.AREA: area_mean(sheet) / 32,
    }
    numbers = [fact.within(shown[fact]) for fact in Figure]
    for routine in sheet.routines[: sheet.routines_n]:
        arm = {
            Arm.HEAVY: routine.heavy,
            Arm.RANGED: routine.ranged,
            Arm.REACH: routine.reach / 4,
            Arm.BONUS: routine.rolls[0].bonus / 8,
            Arm.MEAN: routine.twice_mean / 32,
        }
        numbers += [fact.within(arm[fact]) for fact in Arm]
    most = (1 << 15) - 1  # what 16 bits hold: 16.0, as of 512 hit points
    return [min(most, round(number * SCALE)) for number in numbers]


class Entry(NamedTuple):
    """One number of a scenario's vector: index, name, meaning, the unit that 1.0 stands for, range."""

    place: int
    name: str
    meaning: str
    unit: str
    low: float
    high: float


def slices(s: Setup) -> dict[str, slice]:
    """The named parts of the vector, in order: `whole`, `castings`, `focus`, `unit_0` ..., `zone_0` ..."""
    widths = {"whole": N_WHOLE, "castings": MAX_SPELLS, "focus": MAX_SPELLS}
    widths |= {f"unit_{k}": unit_width(s) for k in range(s.unit_slots)}
    widths |= {f"zone_{k}": zone_width(s) for k in range(s.zone_slots)}
    parts, at = {}, 0
    for name, width in widths.items():
        parts[name] = slice(at, at + width)
        at += width
    return parts


def describe(s: Setup) -> list[Entry]:
    """Every number of the vector, in order."""
    entries: list[Entry] = []

    def put(name: str, meaning: str, unit: str, low: float, high: float) -> None:
        entries.append(Entry(len(entries), name, meaning, unit, low, high))

    def put_all(prefix: str, facts: type[Fact]) -> None:
        for fact in facts:
            put(f"{prefix}.{fact.name.lower()}", fact.meaning, fact.unit, fact.low, fact.high)

    put_all("whole", Whole)
    for k in range(MAX_SPELLS):
        put(f"castings.{k}", "own castings left, by slot", "4 castings", 0.0, 4.0)
    for k in range(MAX_SPELLS):
        put(f"focus.{k}", "slot of the own focused spell", *YES)
    for k in range(s.unit_slots):
        put_all(f"unit_{k}", Figure)
        for arm in range(s.routine_slots):
            put_all(f"unit_{k}.routine_{arm}", Arm)
        put_all(f"unit_{k}", Body)
        for arm in range(s.routine_slots):
            put(f"unit_{k}.routine_{arm}.usable", "is at hand and loaded", *YES)
        for z in range(s.zone_slots):
            put(f"unit_{k}.zone_{z}", "is in the Zone of this row", *YES)
    for k in range(s.zone_slots):
        put_all(f"zone_{k}", Ground)
        for z in range(s.zone_slots):
            put(f"zone_{k}.edge_{z}", "edge to the Zone of that row", "open 1, blocked -1, none 0", -1.0, 1.0)
    return entries
