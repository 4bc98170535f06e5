"""What one seat sees: a flat float32 vector of named slices, every number scaled to about -1..1.

    whole | castings | focus | unit_0 (the observer), unit_1 ... | zone_0 (own end of the map), zone_1 ...

All is told from the observing unit's side. Unit rows: itself, its allies, its enemies, each in roster order.
Zone rows: `compass.zone_order`. A row without a unit or a Zone is 0 throughout. The first number is always 1: no
vector is all zero. `senses.py` holds the vocabulary, `describe(setup)` lists every number of a scenario.
"""

from wzc_env.kernel import Floats, Floats2, kernel

from .attacks import loaded, wields
from .breath import left
from .compass import nibble
from .objectives import arrived
from .senses import (
    N_BODY,
    N_WHOLE,
    SCALE,
    Body,
    Entry,
    Whole,
    body_at,
    describe,
    size,
    slices,
    unit_width,
)
from .squads import heads, is_squad
from .state import Battle, Rules, Setup
from .vista import edges_away, flag, toward, write_zones
from .words import MAX_SPELLS, NONE, Effect, Goal, Kind, Module, Reaction, Side, Step

__all__ = ["Entry", "describe", "observe", "observe_many", "size", "slices"]

# what 1.0 stands for, as factors: compiled code multiplies four times as fast as it divides
PER_5, PER_10, PER_13, PER_SCALE = 1 / 5, 1 / 10, 1 / 13, 1 / SCALE

LEAST_BONUS, MOST_BONUS = Whole.ROLL_BONUS.low, Whole.ROLL_BONUS.high
LEAST_MEAN, MOST_MEAN = Whole.ROLL_MEAN.low, Whole.ROLL_MEAN.high


@kernel
def write_whole(b: Battle, s: Setup, unit: int, out: Floats) -> None:
    """Fill `whole`."""
    side = int(s.sheets[unit].side)
    out[Whole.ONE] = 1.0
    out[Whole.ROUND] = b.turn / max(1, int(s.max_turns))
    if b.ask != Kind.OVER:
        out[Whole.BREATH + b.ask - Kind.BREATH] = 1.0
        out[Whole.MINE] = flag(b.who == unit)
    if b.actor != NONE:
        acting = b.units[b.actor]
        out[Whole.BEGUN] = acting.begun
        out[Whole.LEFT] = left(b, b.actor) * PER_13
        out[Whole.PAID] = acting.paid * PER_13
        out[Whole.HEAVY] = flag(acting.heavies != 0)
        out[Whole.READIED] = acting.readied
        out[Whole.OVERLOADED] = acting.overloaded
    own_n = int(s.party_n)
    if side != Side.PARTY:
        own_n = s.units_n - own_n
    out[Whole.OWN_CAPABLE] = b.capable[side] / max(1, own_n)
    out[Whole.ENEMY_CAPABLE] = b.capable[1 - side] / max(1, s.units_n - own_n)
    out[Whole.OWN_FIRST_LOSS] = b.morale_made[side] & 1
    out[Whole.OWN_HALF] = (b.morale_made[side] >> 1) & 1
    out[Whole.ENEMY_FIRST_LOSS] = b.morale_made[1 - side] & 1
    out[Whole.ENEMY_HALF] = (b.morale_made[1 - side] >> 1) & 1
    out[Whole.DETAILED] = flag(s.modules & Module.DETAILED_CONTROL != 0)
    out[Whole.BANDS] = flag(s.band_feet != 0)
    if s.objectives_n != 0:
        write_aims(b, s, side, out)


@kernel
def write_aims(b: Battle, s: Setup, side: int, out: Floats) -> None:
    """Fill how near either side is to the objective that it has done most for."""
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        at = Whole.OWN_AIM
        if goal.side != side:
            at = Whole.ENEMY_AIM
        share = b.progress[row] / max(1, int(goal.n))
        if goal.kind == Goal.REACH or goal.kind == Goal.ESCORT:
            share = arrived(b, s, goal) / max(1, int(goal.n))
        out[at] = max(out[at], min(1.0, share))


@kernel
def write_open(b: Battle, s: Setup, out: Floats) -> None:
    """Fill what `whole` says of the procedure that waits for an answer."""
    if b.depth == 0:
        return
    frame = b.frames[b.depth - 1]
    if frame.step <= Step.CHOOSE_QUARRY:
        out[Whole.ATTACK_OPEN + frame.step] = 1.0
    if frame.step == Step.ATTACK:
        routine = s.sheets[frame.actor].routines[frame.routine]
        roll = routine.rolls[frame.roll]
        mean = (roll.dice * (roll.sides + 1) / 2 + roll.plus) * 0.0625
        out[Whole.ROLL_BONUS] = min(MOST_BONUS, max(LEAST_BONUS, roll.bonus * PER_10))
        out[Whole.ROLL_MEAN] = min(MOST_MEAN, max(LEAST_MEAN, mean))
        out[Whole.ROLL_RANGED] = routine.ranged
        out[Whole.ROLLS_LEFT] = (routine.rolls_n - frame.roll) * 0.25


@kernel
def write_spells(b: Battle, unit: int, out: Floats) -> None:
    """Fill `castings` (left, by slot, 1.0 = 4 castings) and `focus` (one-hot slot of the focused spell)."""
    one = b.units[unit]
    for slot in range(MAX_SPELLS):
        out[N_WHOLE + slot] = one.slots[slot] * 0.25
    if one.focus != NONE:
        out[N_WHOLE + MAX_SPELLS + one.focus] = 1.0


@kernel
def unit_row(s: Setup, observer: int, unit: int) -> int:
    """The row of a unit: the observer, its allies, its enemies, in roster order (the party stands first in it)."""
    party = int(s.party_n)
    if observer < party:
        first = 0
        if unit >= party:
            return unit
    else:
        first = party
        if unit < party:
            return s.units_n - party + unit
    if unit == observer:
        return 0
    if unit < observer:
        return unit - first + 1
    return unit - first


@kernel
def write_rare(b: Battle, unit: int, out: Floats, at: int) -> None:
    """Fill what is seldom anything but 0 in a unit row."""
    one = b.units[unit]
    out[at + Body.CARRY] = one.carry * PER_13
    out[at + Body.EXPOSED] = one.exposed
    out[at + Body.FOCUSED] = flag(one.focus != NONE)
    out[at + Body.RUSHED] = flag(one.rushed != 0)
    out[at + Body.FLEEING] = one.fleeing
    out[at + Body.GRAPPLED] = flag(one.holder != NONE)
    out[at + Body.HIDDEN] = flag(one.hidden_from != 0)
    out[at + Body.STALKED] = flag(one.stalked == 1)
    out[at + Body.EMERGED] = flag(one.emerged != 0)
    out[at + Body.CHARGED] = flag(one.charged != 0)
    out[at + Body.ROOTED] = flag(one.rooted != 0)


@kernel
def write_stance(s: Setup, row: int, out: Floats, at: int) -> None:
    """Fill what a unit row says of the Stance that it maintains."""
    stance = s.stances[row]
    out[at + Body.STANCE] = 1.0
    out[at + Body.STANCE_MELEE] = stance.melee * 0.25
    out[at + Body.STANCE_RANGED] = stance.ranged * 0.25
    out[at + Body.STANCE_AC] = stance.ac * 0.25


@kernel
def write_squad(b: Battle, s: Setup, unit: int, out: Floats, at: int) -> None:
    """Fill what only a Squad's row has."""
    squad = b.squads[s.sheets[unit].squad]
    out[at + Body.HEADS] = heads(b, s, unit) * 0.125
    out[at + Body.WALL] = flag(squad.wall != 0)
    out[at + Body.LEADERLESS] = flag(squad.leader == NONE)


@kernel
def write_body(b: Battle, s: Setup, unit: int, out: Floats, at: int) -> None:
    """Fill what changes about a unit, from `at`; what concerns the observer or the decision comes elsewhere."""
    one = b.units[unit]
    sheet = s.sheets[unit]
    out[at + Body.PRESENT] = 1.0
    out[at + Body.UP + one.life] = 1.0
    out[at + Body.HP] = one.hp / max(1, int(sheet.hp_max))
    out[at + Body.VIGOR] = one.vigor * PER_13
    out[at + Body.LIMIT] = one.limit * PER_5
    out[at + Body.ATTACKS] = one.attacks * PER_5
    out[at + Body.AC] = (sheet.ac[one.gear] - 10) * PER_10
    out[at + Body.GEAR] = one.gear * 0.5
    if one.ready != Reaction.NONE:
        out[at + Body.GUARD + one.ready - Reaction.GUARD] = 1.0
    if sheet.spells_n != 0:
        castings = 0
        for slot in range(sheet.spells_n):
            castings += one.slots[slot]
        out[at + Body.CASTINGS] = castings * 0.125
    marks = one.carry | one.exposed | one.rushed | one.fleeing | one.hidden_from | one.stalked | one.emerged
    if (marks | one.charged | one.rooted | (one.focus + 1) | (one.holder + 1)) != 0:
        write_rare(b, unit, out, at)
    if one.stance != NONE:
        write_stance(s, int(one.stance), out, at)
    if is_squad(s, unit):
        write_squad(b, s, unit, out, at)
    if sheet.area.uses != 0:
        out[at + Body.AREA_LEFT] = one.blasts * 0.25
    timed = 0
    for effect in range(len(one.timers)):
        timed |= one.timers[effect]
    if timed != 0:
        for effect in range(Effect.FRIGHTENED + 1):
            out[at + Body.HASTE + effect] = flag(one.timers[effect] > 0)


@kernel
def write_figures(s: Setup, unit: int, out: Floats, at: int) -> None:
    """Copy what a stat block shows, routines included, to `at`."""
    sheet = s.sheets[unit]
    for k in range(body_at(s)):
        out[at + k] = sheet.figures[k] * PER_SCALE


@kernel
def write_decision(b: Battle, s: Setup, observer: int, width: int, out: Floats, at: int) -> None:
    """Mark the rows of those who take part in the Breath under way, the decision and the procedure that waits.

    `at` is where the changing part of row 0 begins.
    """
    if b.actor != NONE:
        out[at + width * unit_row(s, observer, int(b.actor)) + Body.ACTING] = 1.0
    for i in range(s.units_n):
        if (int(b.members) >> i) & 1 != 0:
            out[at + width * unit_row(s, observer, i) + Body.MEMBER] = 1.0
    if b.who != NONE:  # at the end, and where a side does not know who is asked (see `veil`)
        out[at + width * unit_row(s, observer, int(b.who)) + Body.ASKED] = 1.0
    if b.depth != 0:
        frame = b.frames[b.depth - 1]
        out[at + width * unit_row(s, observer, int(frame.actor)) + Body.STRIKING] = 1.0
        if frame.target != NONE:
            out[at + width * unit_row(s, observer, int(frame.target)) + Body.STRUCK] = 1.0


@kernel
def write_units(b: Battle, s: Setup, observer: int, order: int, out: Floats, at: int) -> None:
    """Fill the unit rows: the observer, its allies, its enemies, in roster order."""
    width = unit_width(s)
    changing = body_at(s)
    per_rank = 1 / max(1, s.units_n - 1)
    here = int(b.units[observer].zone)
    for i in range(s.units_n):
        row = at + width * unit_row(s, observer, i)
        body = row + changing
        one = b.units[i]
        write_figures(s, i, out, row)
        write_body(b, s, i, out, body)
        out[body + Body.SIDE] = toward(int(s.sheets[observer].side), int(s.sheets[i].side))
        out[body + Body.RANK] = one.rank * per_rank
        out[body + Body.DISTANCE] = edges_away(b, here, int(one.zone))
        for k in range(s.sheets[i].routines_n):
            out[body + N_BODY + k] = flag(wields(b, s, i, k) and loaded(b, i, k))
        if one.zone != NONE:
            out[body + N_BODY + s.routine_slots + nibble(order, one.zone)] = 1.0
    write_decision(b, s, observer, width, out, at + changing)
    for row in range(s.objectives_n):
        unit = int(s.objectives[row].unit)
        if unit != NONE:
            place = at + width * unit_row(s, observer, unit) + changing
            out[place + Body.AIM] = toward(int(s.sheets[observer].side), int(s.objectives[row].side))


@kernel
def observe(b: Battle, s: Setup, r: Rules, unit: int, out: Floats) -> None:
    """Write what `unit` sees into `out` (float32, at least `size(s)` long; what lies beyond is set to 0)."""
    for k in range(len(out)):
        out[k] = 0.0
    order = int(s.ego_zones[s.sheets[unit].side])
    units_at = N_WHOLE + 2 * MAX_SPELLS
    write_whole(b, s, unit, out)
    write_open(b, s, out)
    write_spells(b, unit, out)
    write_units(b, s, unit, order, out, units_at)
    write_zones(b, s, unit, order, out, units_at + s.unit_slots * unit_width(s))


@kernel
def observe_many(battles: list[Battle], setups: list[Setup], rules: list[Rules], out: Floats2) -> None:
    """`observe` by the unit that decides in each battle, unit 0 where it is over; `out` is (n, size)."""
    for i in range(len(battles)):
        b = battles[i]
        unit = 0
        if b.ask != Kind.OVER:
            unit = int(b.who)
        observe(b, setups[b.setup], rules[b.setup], unit, out[i])
