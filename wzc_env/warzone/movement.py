"""Chapter 5, movement: what a step costs, which checks it makes, what a failure does, and leaving the battlefield."""

from wzc_env.kernel import kernel

from .bands import band_of_flight, fastest_foe_at_hand, why_not_march, why_not_quit
from .breath import pay
from .checks import check, shift
from .contributions import base_contribution
from .control import controls, pincered, recount
from .costs import at_speed, maneuver_cost
from .count import expire_ready
from .events import say
from .harm import expose, free_held
from .levers import dramatic, way_surcharge
from .modules import detailed, zoned
from .objectives import count_escape
from .squads import heads, is_squad, open_wall
from .stances import end_stance, why_rooted
from .state import Battle, Rules, Setup
from .stealth import depart
from .words import NONE, Ability, Armour, Difficulty, Edge, Life, Note, Purpose, Tag, Trait, Verb, Why
from .zones import enemy_near, has, is_exit, off_map


@kernel
def forced(verb: int) -> bool:
    """Whether the movement is a Forced Exit."""
    return verb == Verb.FORCED_EXIT or verb == Verb.RUSHED_EXIT


@kernel
def rushed(verb: int) -> bool:
    """Whether the movement is a Rush of its kind."""
    return verb == Verb.RUSH or verb == Verb.RUSHED_EXIT


@kernel
def full_of_enemies(b: Battle, s: Setup, unit: int, zone: int) -> bool:
    """One side alone fills the Capacity of a narrow Zone: it blocks the other side's way.

    [capacity] L386-390. RULING X5: filled by both sides together it is not blocked, but there is no room.
    """
    capacity = b.zones[zone].capacity
    return capacity > 0 and b.zones[zone].occupants[1 - s.sheets[unit].side] == capacity


@kernel
def is_breakthrough(b: Battle, s: Setup, unit: int, zone: int) -> bool:
    """Moving into a Zone that the enemy Controls, or fills to its Capacity, is a Breakthrough; never into the Melee.

    RULING M6: out of Off-Map one pays a plain Move even into an enemy-Controlled Zone. RULING X15: into one that the
    enemy fills it is a Dire Breakthrough.
    """
    enemy = 1 - s.sheets[unit].side
    if has(b, zone, Trait.MELEE):
        return False
    if off_map(b, int(b.units[unit].zone)):
        return full_of_enemies(b, s, unit, zone)
    return controls(b, enemy, zone) or full_of_enemies(b, s, unit, zone)


@kernel
def why_no_room(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """Whether Capacity bars the entry outright (a Why).

    RULING M9: at full Capacity no friend enters either. RULING X5: over Capacity everyone is barred, until below it; a
    Squad needs room for every member, and one larger than the Capacity never enters.
    """
    capacity = b.zones[zone].capacity
    if capacity == 0:
        return Why.OK
    inside = b.zones[zone].occupants[0] + b.zones[zone].occupants[1]
    if b.zones[zone].crowded != 0:
        return Why.OVER_CAPACITY
    coming = heads(b, s, unit)
    if coming > capacity or (inside + coming > capacity and not full_of_enemies(b, s, unit, zone)):
        return Why.NO_ROOM
    return Why.OK


@kernel
def base_cost(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int) -> int:
    """Move, or what replaces it: Breakthrough, Melee entry, Melee exit, Forced Exit; the dearest where two apply.

    RULING M17: out of the Melee into an enemy-Controlled Zone both prices replace Move: the larger is paid.
    """
    leaving = has(b, int(b.units[unit].zone), Trait.MELEE)
    cost = 0
    if leaving and forced(verb):
        cost = int(r.cost_forced_exit)
    elif leaving:
        cost = int(r.cost_melee_leave)
    if has(b, zone, Trait.MELEE):
        cost = max(cost, int(r.cost_melee_enter))
    if is_breakthrough(b, s, unit, zone):
        cost = max(cost, int(r.cost_breakthrough))
    if off_map(b, zone):
        cost = max(cost, int(r.cost_off_map))
    if cost == 0:
        return r.cost_move
    return cost


@kernel
def is_plain(b: Battle, s: Setup, unit: int, zone: int) -> bool:
    """A movement that is neither Breakthrough nor in or out of the Melee, nor off the map."""
    if has(b, int(b.units[unit].zone), Trait.MELEE) or has(b, zone, Trait.MELEE) or off_map(b, zone):
        return False
    return not is_breakthrough(b, s, unit, zone)


@kernel
def discount(b: Battle, s: Setup, r: Rules, unit: int, zone: int) -> int:
    """What a step out of a Flank costs less.

    [trait.flank] L330, L394: from a Flank that one's side Controls the step costs less; whoever Controls it, a Flank is
    an exit (`zones.is_exit`) and the place to hide in for an Ambush (`stealth.why_not_hide`).
    RULING X3: for a plain Move or Rush that starts there, not for a Breakthrough, the Melee, a withdrawal or Off-Map.
    """
    here = int(b.units[unit].zone)
    if has(b, here, Trait.FLANK) and controls(b, int(s.sheets[unit].side), here) and is_plain(b, s, unit, zone):
        return dramatic(r, int(r.flank_discount))
    return 0


@kernel
def move_cost(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int) -> int:
    """The price of one step: base, + surcharges of the way, + 1 for a Rush, - a Flank's discount, then speed.

    [movement.costs] L316-318: Breakthrough, Melee entry and Forced Exit replace Move; surcharges add; Rush adds 1; all
    count as moving.
    RULING M1: a Rush crosses one edge, like a Move.
    RULING M18: surcharges are due on entering, once a crossing, also when the entry then fails.
    """
    cost = base_cost(b, s, r, unit, zone, verb) + way_surcharge(b, r, int(b.units[unit].zone), zone)
    if has(b, zone, Trait.UNDERWATER):
        cost += dramatic(r, int(r.underwater_entry))
    if rushed(verb):
        cost += r.cost_rush_extra
    less = discount(b, s, r, unit, zone)
    if less != 0:
        cost = max(int(r.cost_least), cost - less)
    return at_speed(b, r, unit, cost)


@kernel
def least_step_cost(b: Battle, s: Setup, r: Rules, unit: int, verb: int) -> int:
    """A price below which no step from here can be, wherever it leads: what a mask asks before it looks at the ways."""
    cost = min(int(r.cost_move), int(r.cost_melee_enter), int(r.cost_melee_leave), int(r.cost_breakthrough))
    cost = min(cost, int(r.cost_forced_exit), int(r.cost_off_map))
    if rushed(verb):
        cost += r.cost_rush_extra
    if has(b, int(b.units[unit].zone), Trait.FLANK):
        cost -= dramatic(r, int(r.flank_discount))
    return at_speed(b, r, unit, max(cost, int(r.cost_least)))


@kernel
def enters_freely(b: Battle, s: Setup, unit: int) -> bool:
    """Who enters the Melee without a check: light skirmishers, [Scrapper], no more than leather and no shield.

    [melee.enter] L373-377.
    """
    sheet = s.sheets[unit]
    if sheet.tags & (Tag.SKIRMISHER | Tag.SCRAPPER) != 0:
        return True
    return sheet.armour <= Armour.LEATHER and sheet.shield[b.units[unit].gear] == 0


@kernel
def exit_check(b: Battle, s: Setup, unit: int, verb: int) -> int:
    """Leaving the Melee: a Standard check for the cheap way, none for a Forced Exit.

    [melee.leave] L379-384.
    """
    if has(b, int(b.units[unit].zone), Trait.MELEE) and not forced(verb):
        return Difficulty.STANDARD
    return Difficulty.AUTOMATIC


@kernel
def entry_check(b: Battle, s: Setup, r: Rules, unit: int, zone: int) -> int:
    """The check at the destination: the Melee's, or a Breakthrough's.

    [breakthrough] L362-371: Standard STR; Hard where the defenders' bodies are at least twice the mover's own; Dire
    into a narrow way that the enemy fills; the hardest applies.
    RULING M5: allies inside do not count for the 2:1 test; what their stance adds to the defenders does (chosen).
    Under Detailed Control it is Hard into Total Control instead.
    RULING X6: into a Melee whose Capacity the enemy fills the entry check is Dire.
    """
    if full_of_enemies(b, s, unit, zone):
        return Difficulty.DIRE
    if has(b, zone, Trait.MELEE):
        if enters_freely(b, s, unit):
            return Difficulty.AUTOMATIC
        return Difficulty.STANDARD
    if is_breakthrough(b, s, unit, zone):
        defenders = b.zones[zone].strength[1 - s.sheets[unit].side]
        if detailed(s):
            hard = b.zones[zone].total != 0
        else:
            hard = defenders >= r.breakthrough_ratio * base_contribution(b, s, r, unit)
        if hard:
            return Difficulty.HARD
        return Difficulty.STANDARD
    return Difficulty.AUTOMATIC


@kernel
def taxed(difficulty: int, tax: int) -> int:
    """A check under a Pincer's tax: one step harder, where there is a check."""
    if difficulty == Difficulty.AUTOMATIC:
        return difficulty
    return shift(difficulty, tax)


@kernel
def pincer_check(exit_due: int, gate_due: int, entry_due: int, tax: int) -> int:
    """A taxed movement that makes no other check makes one Hard check (RULING X7).

    RULING M16: so does a Forced Exit out of a Pincered Melee; the exit for 2 has a check and is one step harder.
    """
    if tax != 0 and exit_due == 0 and gate_due == 0 and entry_due == 0:
        return Difficulty.HARD
    return Difficulty.AUTOMATIC


@kernel
def fail_entry(b: Battle, s: Setup, r: Rules, unit: int, zone: int, purpose: Purpose, exposes: bool) -> bool:
    """A failed check bars the movement; what was paid is spent. Returns False.

    RULING Q3: a Squad is not Exposed by it.
    """
    say(b, Note.BARRED, unit, NONE, zone, purpose, 0)
    if exposes and not is_squad(s, unit):
        expose(b, s, r, unit)
    return False


@kernel
def passes_checks(b: Battle, s: Setup, r: Rules, unit: int, zone: int, verb: int) -> bool:
    """Make every check of a movement, in order: exit, gate of the edge, entry; the first failure stops it.

    RULING X7: each failure has its own consequence.
    RULING M15: a failed gate or Pincer check spends the cost, bars the way and exposes nobody.
    """
    here = int(b.units[unit].zone)
    tax = int(pincered(b, int(s.sheets[unit].side), here))
    leave = exit_check(b, s, unit, verb)
    gate = int(b.gate[here][zone])
    enter = entry_check(b, s, r, unit, zone)
    snare = pincer_check(leave, gate, enter, tax)
    if snare != Difficulty.AUTOMATIC:
        if not check(b, s, r, unit, Ability.NIMBLE, snare, Purpose.LEAVE_PINCER):
            return fail_entry(b, s, r, unit, zone, Purpose.LEAVE_PINCER, False)
    if leave != Difficulty.AUTOMATIC:
        if not check(b, s, r, unit, Ability.NIMBLE, taxed(leave, tax), Purpose.LEAVE_MELEE):
            return fail_entry(b, s, r, unit, zone, Purpose.LEAVE_MELEE, True)
    if gate != Difficulty.AUTOMATIC:
        if not check(b, s, r, unit, Ability.NIMBLE, taxed(gate, tax), Purpose.GATE):
            return fail_entry(b, s, r, unit, zone, Purpose.GATE, False)
    if enter == Difficulty.AUTOMATIC:
        return True
    if has(b, zone, Trait.MELEE):
        if not check(b, s, r, unit, Ability.NIMBLE, taxed(enter, tax), Purpose.ENTER_MELEE):
            return fail_entry(b, s, r, unit, zone, Purpose.ENTER_MELEE, True)
    elif not check(b, s, r, unit, Ability.STR, taxed(enter, tax), Purpose.BREAKTHROUGH):
        return fail_entry(b, s, r, unit, zone, Purpose.BREAKTHROUGH, True)
    return True


@kernel
def put(b: Battle, s: Setup, r: Rules, unit: int, zone: int, involuntary: int) -> None:
    """Put a creature into a Zone; holds that it has or suffers end, and so do its Stance and a Squad's Shield Wall.

    Control is not yet counted anew.
    """
    origin = int(b.units[unit].zone)
    b.units[unit].zone = zone
    say(b, Note.MOVE, unit, NONE, zone, origin, involuntary)
    end_stance(b, s, unit)
    free_held(b, s, unit)
    open_wall(b, s, unit)
    depart(b, s, r, unit, origin, involuntary)


@kernel
def place(b: Battle, s: Setup, r: Rules, unit: int, zone: int, involuntary: int) -> None:
    """Put one creature into a Zone."""
    put(b, s, r, unit, zone, involuntary)
    recount(b, s, r)


@kernel
def why_not_leave(b: Battle, s: Setup, unit: int, verb: int) -> int:
    """Whether the creature may go anywhere in this way (a Why)."""
    if b.units[unit].body != 0:
        return Why.IS_GROUND
    if b.units[unit].holder != NONE:
        return Why.GRAPPLED
    if verb != Verb.MOVE and not zoned(s):
        return Why.NO_ZONES
    if forced(verb) and not has(b, int(b.units[unit].zone), Trait.MELEE):
        return Why.NOT_IN_MELEE
    return why_rooted(b, unit)


@kernel
def why_not_move(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """Whether the way to a Zone is open, price apart (a Why)."""
    here = int(b.units[unit].zone)
    if zone >= s.zones_n:
        return Why.NO_SUCH_ZONE
    if zone == here:
        return Why.SAME_ZONE
    if not zoned(s):
        return why_not_march(b, s, unit, zone)
    edge = b.edge[here][zone]
    if edge == Edge.ABSENT:
        return Why.NO_EDGE
    if edge == Edge.BLOCKED:
        return Why.EDGE_BLOCKED
    if edge == Edge.OFF_MAP and s.sheets[unit].tags & b.needs[here][zone] == 0:
        return Why.NO_ACCESS
    return why_no_room(b, s, unit, zone)


@kernel
def why_not_withdraw(b: Battle, s: Setup, unit: int) -> int:
    """Whether the creature stands where it may leave the battlefield (a Why)."""
    if b.units[unit].body != 0:
        return Why.IS_GROUND
    if b.units[unit].holder != NONE:
        return Why.GRAPPLED
    if not zoned(s):
        return why_not_quit(b, s, unit)
    if not is_exit(b, int(b.units[unit].zone), int(s.sheets[unit].side)):
        return Why.NOT_AN_EXIT
    return why_rooted(b, unit)


@kernel
def pursuer_of(b: Battle, s: Setup, unit: int) -> int:
    """The enemy that a creature must outrun to leave: the fastest at hand or, with Zones, in the next one; or NONE."""
    if zoned(s):
        return enemy_near(b, s, unit)
    return fastest_foe_at_hand(b, s, unit)


@kernel
def withdrawal_check(b: Battle, s: Setup, unit: int) -> int:
    """The difficulty of leaving: none without an adjacent enemy or when faster, else Standard; a Pincer taxes it."""
    due = Difficulty.STANDARD
    pursuer = pursuer_of(b, s, unit)
    if pursuer == NONE or s.sheets[unit].speed > s.sheets[pursuer].speed:
        due = Difficulty.AUTOMATIC
    tax = int(pincered(b, int(s.sheets[unit].side), int(b.units[unit].zone)))
    return max(taxed(due, tax), pincer_check(due, 0, 0, tax))


@kernel
def leave_the_field(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """The creature is off the battlefield and does not come back."""
    free_held(b, s, unit)
    expire_ready(b, unit)
    b.units[unit].hidden_from = 0
    count_escape(b, s, unit)
    b.units[unit].life = Life.GONE
    end_stance(b, s, unit)
    b.units[unit].vigor = 0
    b.units[unit].zone = NONE
    say(b, Note.LEFT, unit, NONE, NONE, 0, 0)
    recount(b, s, r)


@kernel
def withdraw(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """Leave the battlefield from one's own Back Line or Flank.

    [withdraw] L392-399: 3 Vigor; on a failure Exposed, all Vigor lost, and 3 less at the next Round start. Under a
    Pincer, where no other check is due, the failure only bars the way (RULING M15).
    """
    pay(b, unit, maneuver_cost(b, r, unit, Verb.WITHDRAW), Verb.WITHDRAW)
    pursuer = pursuer_of(b, s, unit)
    chased = pursuer != NONE and s.sheets[unit].speed <= s.sheets[pursuer].speed
    if check(b, s, r, unit, Ability.NIMBLE, withdrawal_check(b, s, unit), Purpose.WITHDRAW):
        leave_the_field(b, s, r, unit)
        return
    say(b, Note.BARRED, unit, NONE, NONE, Purpose.WITHDRAW, 0)
    if chased:
        b.units[unit].vigor = 0
        b.units[unit].carry = r.withdraw_carry
        expose(b, s, r, unit)


@kernel
def nearest_exit_step(b: Battle, s: Setup, unit: int) -> int:
    """The next Zone on the shortest way to one's own exit, or NONE when there is no way or it is reached."""
    here = int(b.units[unit].zone)
    side = int(s.sheets[unit].side)
    if not zoned(s):
        return band_of_flight(b, s, unit)
    best = NONE
    nearest = int(b.distance[here][here]) + 100
    for z in range(s.zones_n):
        if is_exit(b, z, side) and b.distance[here][z] < nearest:
            nearest = int(b.distance[here][z])
            best = z
    if best == NONE or best == here:
        return NONE
    for z in range(s.zones_n):
        if b.edge[here][z] != Edge.BLOCKED and b.distance[here][z] == 1 and b.distance[z][best] == nearest - 1:
            return z
    return NONE
