"""Chapter 1, the Count: Vigor, whose turn it is, ties, forfeits."""

from wzc_env.kernel import kernel, roll_die

from .control import helpless
from .events import say, tell, write
from .squads import is_squad
from .state import Battle, Rules, Setup
from .words import NONE, Ability, Armour, Effect, Life, Note, Purpose, Reaction, SelectedBy


@kernel
def maximum_vigor(s: Setup, r: Rules, unit: int) -> int:
    """A PC: 10 + DEX modifier, one less in plate. Anyone else: 8 + ceil(HD / 2), at most 13.

    [vigor.maximum] L78-92.
    A Squad has none.
    RULING B12: the whole part of the Hit Dice counts, bonus hit points do not; below 1 the fraction counts.
    """
    sheet = s.sheets[unit]
    if is_squad(s, unit):
        return 0
    if sheet.pc != 0:
        plate = 0
        if sheet.armour == Armour.PLATE:
            plate = int(r.vigor_plate)
        return r.vigor_pc_base + sheet.modifier[Ability.DEX] - plate
    halves = 2 * r.vigor_hd_divisor
    return min(r.vigor_monster_base + (sheet.hd_half + halves - 1) // halves, int(r.vigor_monster_most))


@kernel
def reset_vigor(b: Battle, s: Setup, r: Rules) -> None:
    """At Round start everyone is at the maximum, less a carryover penalty; nothing else ever restores Vigor.

    [vigor.round_reset] L94.
    RULING B11: a side that the host's encounter rules surprised begins Round 1 at 0 Vigor, and so without reactions.
    RULING B9: a carryover takes Vigor to max(0, maximum - penalty) and does not stack.
    """
    for i in range(s.units_n):
        unit = b.units[i]
        if unit.life == Life.UP and not is_squad(s, i):
            unit.vigor = max(0, maximum_vigor(s, r, i) - unit.carry)
            if b.turn == 1 and s.sheets[i].side == s.surprised:
                unit.vigor = 0
                say(b, Note.SURPRISED, i, NONE, NONE, 0, 0)
            tell(b, Note.VIGOR, i, NONE, 0, -unit.carry, int(unit.vigor), 0)
        unit.carry = 0


@kernel
def tie_between(s: Setup, first: int, second: int) -> int:
    """Which rule of ties separates two creatures (a SelectedBy); TIE_ORDER when none does."""
    one = s.sheets[first]
    two = s.sheets[second]
    if one.pc != two.pc:
        return SelectedBy.TIE_PC
    if one.pc != 0 and one.score[Ability.DEX] != two.score[Ability.DEX]:
        return SelectedBy.TIE_DEX
    if one.pc == 0 and one.hd_half != two.hd_half:
        return SelectedBy.TIE_HD
    return SelectedBy.TIE_ORDER


@kernel
def wins_tie(b: Battle, s: Setup, first: int, second: int) -> bool:
    """Whether `first` acts before `second` at equal Vigor.

    [count.ties] L108-113: PCs by DEX, a PC before a monster, monsters by HD, then the GM.
    RULING B4: DEX is compared as a score; the GM's choice is roster order, or a draw from the battle's dice.
    RULING B5: an NPC ally counts as a monster here.
    """
    one = s.sheets[first]
    two = s.sheets[second]
    how = tie_between(s, first, second)
    if how == SelectedBy.TIE_PC:
        return one.pc != 0
    if how == SelectedBy.TIE_DEX:
        return one.score[Ability.DEX] > two.score[Ability.DEX]
    if how == SelectedBy.TIE_HD:
        return one.hd_half > two.hd_half
    return b.units[first].lot < b.units[second].lot


@kernel
def order_ties(b: Battle, s: Setup, r: Rules) -> None:
    """Fix the order of ties for the whole battle: the facts that it rests on do not change."""
    for i in range(s.units_n):
        b.units[i].lot = i
    if r.count_residual_tie != 0:
        for i in range(s.units_n - 1, 0, -1):
            j = roll_die(b.dice, i + 1, Purpose.TIE) - 1
            write(b, Note.DIE, i, j, NONE, Purpose.TIE, i + 1, j + 1, 0, j + 1, 0, 0)
            kept = int(b.units[i].lot)
            b.units[i].lot = b.units[j].lot
            b.units[j].lot = kept
    for i in range(s.units_n):
        before = 0
        for j in range(s.units_n):
            if i != j and wins_tie(b, s, j, i):
                before += 1
        b.units[i].rank = before


@kernel
def acts_before(b: Battle, first: int, second: int) -> bool:
    """Whether `first` stands before `second` on the Count: more Vigor, or the tie."""
    one = b.units[first]
    two = b.units[second]
    if one.vigor != two.vigor:
        return one.vigor > two.vigor
    return one.rank < two.rank


@kernel
def next_on_count(b: Battle, s: Setup) -> int:
    """The unit with the most remaining Vigor, or NONE when all are at 0.

    [count.order] L96-106: it takes one Breath, then all compare again; at 0 everywhere the Lull follows.
    RULING B3: the comparison is made between Breaths only.
    RULING B8: whom reactions took to 0 before it acted is not selected this Round.
    """
    best = NONE
    for i in range(s.units_n):
        unit = b.units[i]
        if unit.life == Life.UP and unit.vigor > 0:
            if best == NONE or acts_before(b, i, best):
                best = i
    return best


@kernel
def as_free(b: Battle, one: int, two: int) -> bool:
    """Whether two creatures are equally free to act: the same limit and speed, flight, helplessness, grip, root."""
    first = b.units[one]
    second = b.units[two]
    if first.limit != second.limit or first.fleeing != second.fleeing or helpless(b, one) != helpless(b, two):
        return False
    if (first.timers[Effect.HASTE] > 0) != (second.timers[Effect.HASTE] > 0):
        return False
    if (first.timers[Effect.SLOW] > 0) != (second.timers[Effect.SLOW] > 0):
        return False
    if first.rooted != second.rooted:
        return False
    return (first.holder == NONE) == (second.holder == NONE)


@kernel
def in_step(b: Battle, s: Setup, one: int, two: int) -> bool:
    """Whether two creatures of a mob take their Breath together.

    [mob.activation] L148-152: minor creatures of equal Vigor take the same combination at the same Count.
    RULING Q1: same stats, Vigor and Zone, and as free to act; any difference splits them.
    RULING MOB2 (chosen): who is in step again is with its mob again.
    """
    sheet = s.sheets[one]
    other = s.sheets[two]
    if sheet.mob == 0 or other.mob != sheet.mob or other.side != sheet.side or other.breed != sheet.breed:
        return False
    first = b.units[one]
    second = b.units[two]
    if second.life != Life.UP or second.vigor != first.vigor or second.zone != first.zone:
        return False
    return as_free(b, one, two)


@kernel
def company(b: Battle, s: Setup, unit: int) -> int:
    """The units (bits) that share the Breath of a selected one: itself, and its mob as far as it is in step."""
    bits = 1 << unit
    for i in range(s.units_n):
        if i != unit and in_step(b, s, unit, i):
            bits |= 1 << i
    return bits


@kernel
def selected_by(b: Battle, s: Setup, unit: int) -> int:
    """Why the Count selects this unit (a SelectedBy): most Vigor, or the rule that broke the tie with the next one.

    A mob has no tie among its own.
    """
    rival = NONE
    for i in range(s.units_n):
        other = b.units[i]
        if i != unit and other.life == Life.UP and other.vigor == b.units[unit].vigor and not in_step(b, s, unit, i):
            if rival == NONE or other.rank < b.units[rival].rank:
                rival = i
    if rival == NONE:
        return SelectedBy.MOST_VIGOR
    return tie_between(s, unit, rival)


@kernel
def clear_breath(b: Battle, unit: int) -> None:
    """Nothing of an earlier Breath counts in the next."""
    one = b.units[unit]
    one.begun = 0
    one.paid = 0
    one.heavies = 0
    one.readied = 0
    one.overloaded = 0
    one.stalked = 0
    one.emerged = 0
    one.charged = 0
    one.quarry = NONE


@kernel
def first_member(b: Battle, s: Setup) -> int:
    """The first of those who share the Breath, in roster order, or NONE."""
    for i in range(s.units_n):
        if (int(b.members) >> i) & 1 != 0:
            return i
    return NONE


@kernel
def mob_size(b: Battle, s: Setup) -> int:
    """How many creatures share the Breath under way."""
    n = 0
    for i in range(s.units_n):
        n += (int(b.members) >> i) & 1
    return n


@kernel
def select(b: Battle, s: Setup, unit: int) -> None:
    """Begin a selection: it ends Exposed before anything else; the Breath itself begins with the first payment.

    [exposed.end] L146 (the Lull ends it too).
    """
    b.members = company(b, s, unit)
    b.mirror = NONE
    b.actor = first_member(b, s)
    one = b.units[unit]
    if b.log.on != 0:
        how = selected_by(b, s, unit)
        many = mob_size(b, s)
        write(b, Note.SELECT, int(b.actor), NONE, NONE, how, many, 0, 0, int(one.vigor), int(one.limit), 0)
    for i in range(s.units_n):
        if (int(b.members) >> i) & 1 != 0:
            clear_breath(b, i)
            if b.units[i].exposed != 0:
                b.units[i].exposed = 0
                say(b, Note.EXPOSED_END, i, NONE, NONE, 0, 0)


@kernel
def forfeit(b: Battle, unit: int) -> None:
    """Drop to 0 at the start of the selection, for the rest of the Round.

    [count.forfeit] L104.
    RULING B7: a forfeit is no Breath: what is Readied stays until the Lull, a pending Limit of 3 is kept.
    """
    tell(b, Note.FORFEIT, unit, NONE, 0, -b.units[unit].vigor, 0, 0)
    b.units[unit].vigor = 0


@kernel
def expire_ready(b: Battle, unit: int) -> None:
    """An unused Readied reaction is lost, without refund."""
    held = int(b.units[unit].ready)
    if held != Reaction.NONE:
        b.units[unit].ready = Reaction.NONE
        say(b, Note.EXPIRE, unit, NONE, NONE, held, 0)
