"""Chapter 2, Attacks: the roll and its modifiers, damage, basic Attacks, missiles into the Melee."""

from wzc_env.hosts.osr import attack_hits, weapon_damage
from wzc_env.kernel import kernel, roll_die

from .control import helpless, in_arm
from .events import modify, tell, throw, write
from .frames import clear_blow
from .giants import in_grasp, spot
from .harm import hurt
from .squads import heads, in_wall
from .stances import stance_ac, stance_attack
from .state import Battle, Blow, Rules, Setup
from .stealth import reveal
from .words import NONE, Effect, Life, Mod, Note, Purpose, Reaction, Trait, Why
from .zones import has, in_range, melee_covers, off_map, place_modifier, safe_in_back_line

MOST_DAMAGE = 30_000
"""What one blow does at most: a field of 16 bits holds it, and more than any stat block has."""


@kernel
def wields(b: Battle, s: Setup, unit: int, routine: int) -> bool:
    """Whether a routine's weapon is in hand; a natural one always is."""
    gear = s.sheets[unit].routines[routine].gear
    return gear == NONE or gear == b.units[unit].gear


@kernel
def loaded(b: Battle, unit: int, routine: int) -> bool:
    """Whether a routine that must be reloaded is ready."""
    return (int(b.units[unit].unloaded) >> routine) & 1 == 0


@kernel
def why_out_of_grasp(b: Battle, s: Setup, unit: int, target: int) -> int:
    """Whether a melee weapon reaches the target where one of the two is a giant (a Why)."""
    if not in_grasp(b, s, unit, target):
        return Why.OUT_OF_REACH
    there = spot(b, s, target, int(b.units[unit].zone))
    if safe_in_back_line(b, spot(b, s, unit, there), there):
        return Why.BACK_LINE_SAFE
    return Why.OK


@kernel
def why_out_of_melee(b: Battle, s: Setup, unit: int, target: int) -> int:
    """Whether a melee weapon reaches the target (a Why)."""
    if int(b.units[unit].body) | int(b.units[target].body) != 0:
        return why_out_of_grasp(b, s, unit, target)
    here = int(b.units[unit].zone)
    there = int(b.units[target].zone)
    if not melee_covers(b, here, there):
        return Why.OUT_OF_REACH
    if safe_in_back_line(b, here, there):
        return Why.BACK_LINE_SAFE
    return Why.OK


@kernel
def why_out_of_shot(b: Battle, s: Setup, unit: int, target: int, reach: int) -> int:
    """Whether a missile reaches the target (a Why): none flies from inside the Melee, nor in or out of water.

    RULING FOG1 (chosen): nor in, out of or within fog; it stops missiles alone, no blow and no spell.
    """
    here = int(b.units[unit].zone)
    there = int(b.units[target].zone)
    if int(b.units[unit].body) | int(b.units[target].body) != 0:
        there = spot(b, s, target, here)
        here = spot(b, s, unit, there)
    if has(b, here, Trait.MELEE):
        return Why.RANGED_FROM_MELEE
    both = int(b.zones[here].traits) | int(b.zones[there].traits)
    if both & Trait.UNDERWATER != 0:
        return Why.RANGED_UNDERWATER
    if both & Trait.FOG != 0:
        return Why.RANGED_FOG
    if not in_range(b, here, there, reach):
        return Why.OUT_OF_REACH
    return Why.OK


@kernel
def why_not_routine(b: Battle, s: Setup, unit: int, routine: int) -> int:
    """Whether the creature can use a routine now, target apart (a Why)."""
    sheet = s.sheets[unit]
    if routine >= sheet.routines_n:
        return Why.NO_SUCH_ROUTINE
    if not wields(b, s, unit, routine):
        return Why.NOT_WIELDED
    if not loaded(b, unit, routine):
        return Why.NOT_LOADED
    return Why.OK


@kernel
def why_not_enemy(b: Battle, s: Setup, unit: int, target: int) -> int:
    """Whether the target is an enemy on its feet that this creature knows and may turn on, wherever it is (a Why).

    RULING GRP1: a grappled creature attacks its grappler alone.
    RULING X21: whoever is hidden is a target only of those who know where it is.
    """
    if target >= s.units_n:
        return Why.NO_SUCH_UNIT
    if s.sheets[target].side == s.sheets[unit].side:
        return Why.NOT_AN_ENEMY
    if b.units[target].life != Life.UP:
        return Why.TARGET_DOWN
    if (int(b.units[target].hidden_from) >> s.sheets[unit].side) & 1 != 0:
        return Why.UNKNOWN
    holder = b.units[unit].holder
    if holder != NONE and holder != target:
        return Why.GRAPPLED
    return Why.OK


@kernel
def why_not_foe(b: Battle, s: Setup, unit: int, target: int) -> int:
    """Whether the target is an enemy that this creature may aim at: nobody who is Off-Map (a Why)."""
    why = why_not_enemy(b, s, unit, target)
    if why == Why.OK and off_map(b, int(b.units[target].zone)):
        return Why.OFF_MAP
    return why


@kernel
def why_not_attack(b: Battle, s: Setup, unit: int, routine: int, target: int) -> int:
    """Whether a usable routine may be aimed at the target (a Why)."""
    why = why_not_foe(b, s, unit, target)
    if why != Why.OK:
        return why
    used = s.sheets[unit].routines[routine]
    if used.ranged != 0:
        return why_out_of_shot(b, s, unit, target, int(used.reach))
    return why_out_of_melee(b, s, unit, target)


@kernel
def defence(b: Battle, s: Setup, r: Rules, target: int, reaction: int, ranged: int) -> int:
    """The armour class that one roll must reach: gear, Exposed, the declared reaction.

    [guard] L235, L243: better AC against one roll, declared before it; works on missiles too (RULING R5).
    """
    unit = b.units[target]
    total = int(s.sheets[target].ac[unit.gear])
    if unit.timers[Effect.SHIELDED] > 0:
        if ranged != 0:
            total = max(total, int(r.host_shield_missile))
        else:
            total = max(total, int(r.host_shield_melee))
    total += modify(b, target, Mod.STANCE, stance_ac(b, s, target))
    if in_wall(b, s, target):
        total += modify(b, target, Mod.SHIELD_WALL, int(r.squad_wall_ac))
    if unit.exposed != 0:
        total += modify(b, target, Mod.EXPOSED, -r.exposed_ac)
    if reaction == Reaction.GUARD:
        total += modify(b, target, Mod.GUARD, int(r.reaction_guard_ac))
    elif reaction == Reaction.PARRY_RIPOSTE:
        total += modify(b, target, Mod.PARRY, r.reaction_guard_ac // r.reaction_parry_divisor)
    return total


@kernel
def attack_total(
    b: Battle,
    s: Setup,
    r: Rules,
    unit: int,
    target: int,
    routine: int,
    index: int,
    blow: Blow,
    arm: bool,
) -> int:
    """The sum of an attack roll's modifiers, each noted.

    [flurry] L193-203: the penalty grows by 2 with each Attack maneuver of the Round and is one for the whole routine.
    """
    used = s.sheets[unit].routines[routine]
    total = modify(b, unit, Mod.ATTACK_BONUS, int(used.rolls[index].bonus))
    total += modify(b, unit, Mod.FLURRY, -blow.flurry)
    total += place_modifier(b, s, r, unit, int(used.ranged))
    total += modify(b, unit, Mod.STANCE, stance_attack(b, s, unit, int(used.ranged)))
    here = int(b.units[unit].zone)
    if arm and in_arm(b, int(s.sheets[unit].side), here, spot(b, s, target, here)):
        total += modify(b, unit, Mod.PINCER, int(r.pincer_attack))
    total += modify(b, unit, Mod.RUSH, int(blow.rush))
    total += modify(b, unit, Mod.CHARGE, int(blow.charge))
    total += modify(b, unit, blow.edge_of, int(blow.edge))
    if b.units[unit].timers[Effect.BLESSED] > 0:
        total += modify(b, unit, Mod.BLESS, int(r.host_bless))
    if b.units[unit].timers[Effect.FRIGHTENED] > 0:
        total += modify(b, unit, Mod.FRIGHT, -r.host_fright)
    if helpless(b, target):
        total += modify(b, unit, Mod.HELPLESS, int(r.host_helpless_bonus))
    return total


@kernel
def roll_to_hit(
    b: Battle, s: Setup, r: Rules, unit: int, target: int, routine: int, index: int, blow: Blow,
    reaction: int, purpose: Purpose,
) -> bool:  # fmt: skip
    """Make one attack roll; returns whether it hit.

    Pincer's bonus serves Attacks and ripostes, not an Interdict (RULING X11).
    """
    arm = purpose != Purpose.INTERDICT
    modifier = attack_total(b, s, r, unit, target, routine, index, blow, arm)
    armour_class = defence(b, s, r, target, reaction, int(s.sheets[unit].routines[routine].ranged))
    natural = roll_die(b.dice, int(r.host_attack_die), purpose)
    total = natural + modifier
    hit = attack_hits(r, natural, total, armour_class)
    write(
        b,
        Note.DIE,
        unit,
        target,
        NONE,
        purpose,
        int(r.host_attack_die),
        natural,
        modifier,
        total,
        armour_class,
        int(hit),
    )
    return hit


@kernel
def strike(
    b: Battle, s: Setup, r: Rules, unit: int, target: int, routine: int, index: int, blow: Blow,
    reaction: int, purpose: Purpose,
) -> bool:  # fmt: skip
    """Make one attack roll and deal its damage; returns whether it hit."""
    hit = roll_to_hit(b, s, r, unit, target, routine, index, blow, reaction, purpose)
    if hit:
        points = weapon_damage(b, s, r, unit, target, routine, index)
        if blow.factor > 1:
            tell(b, Note.FACTOR, unit, target, 0, 0, int(blow.factor), 0)
            points = min(points * blow.factor, MOST_DAMAGE)
        hurt(b, s, r, unit, target, points)
    return hit


@kernel
def flurry_of(b: Battle, r: Rules, unit: int) -> int:
    """The penalty on a creature's next Attack maneuver.

    RULING A3: it goes by maneuvers made, hit or miss; an Interdict neither pays nor counts.
    RULING A2: Grapple and Shove neither.
    """
    return b.units[unit].attacks * r.flurry_step


@kernel
def basic_routine(b: Battle, s: Setup, unit: int, target: int) -> int:
    """The wielded melee routine of a basic Attack on this target, or NONE.

    RULING R12: reactions strike with a wielded melee weapon. RULING GRP1 holds here too. Who is just coming out of
    Off-Map may be struck.
    """
    if why_not_enemy(b, s, unit, target) != Why.OK:
        return NONE
    sheet = s.sheets[unit]
    for i in range(sheet.routines_n):
        if sheet.routines[i].ranged == 0 and wields(b, s, unit, i):
            return i
    return NONE


@kernel
def basic_attack(b: Battle, s: Setup, r: Rules, unit: int, target: int, purpose: Purpose) -> bool:
    """One roll with a wielded melee weapon, for no Vigor: a riposte or an Interdict's opportunity Attack.

    [reaction.window] L216-220: reactions interrupt at the trigger, then the maneuver goes on.
    RULING R17: with a heavy weapon too; it does not touch the one heavy Attack a Breath.
    RULING R7: a riposte takes its place in the Round's Flurry.
    """
    routine = basic_routine(b, s, unit, target)
    blow = b.blow
    clear_blow(blow)
    if purpose == Purpose.RIPOSTE:
        blow.flurry = flurry_of(b, r, unit)
        b.units[unit].attacks += 1
    write(
        b,
        Note.BASIC_ATTACK,
        unit,
        target,
        NONE,
        purpose,
        routine,
        0,
        -blow.flurry,
        int(b.units[unit].attacks),
        0,
        0,
    )
    reveal(b, s, r, unit)
    return strike(b, s, r, unit, target, routine, 0, blow, Reaction.NONE, purpose)


@kernel
def allies_in(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """How many creatures of the unit's side, itself apart, are on their feet in a Zone."""
    n = 0
    for i in range(s.units_n):
        if i != unit and s.sheets[i].side == s.sheets[unit].side:
            if b.units[i].life == Life.UP and b.units[i].zone == zone:
                n += heads(b, s, i)
    return n


@kernel
def nth_ally_in(b: Battle, s: Setup, unit: int, zone: int, index: int) -> int:
    """The unit of the `index`-th (from 0) of these allies, in roster order."""
    n = 0
    for i in range(s.units_n):
        if i != unit and s.sheets[i].side == s.sheets[unit].side:
            if b.units[i].life == Life.UP and b.units[i].zone == zone:
                n += heads(b, s, i)
                if n > index:
                    return i
    return NONE


@kernel
def stray_shot(b: Battle, s: Setup, r: Rules, unit: int, zone: int, routine: int, index: int) -> None:
    """A missile into the Melee that misses: on d6 1-2 it hits a random ally there, for normal damage.

    [melee.friendly_fire] L334-336.
    RULING X13: the d6 is rolled on every such miss, also with no ally there.
    RULING A12: the victim is drawn among the shooter's allies in the Melee; nobody may Guard (RULING R6).
    RULING STR1 (chosen): each member of a Squad there is one of them.
    """
    if throw(b, unit, NONE, Purpose.STRAY, int(r.melee_stray_die)) > r.melee_stray_most:
        return
    allies = allies_in(b, s, unit, zone)
    if allies == 0:
        return
    drawn = 1
    if allies > 1:
        drawn = throw(b, unit, NONE, Purpose.STRAY_TARGET, allies)
    victim = nth_ally_in(b, s, unit, zone, drawn - 1)
    hurt(b, s, r, unit, victim, weapon_damage(b, s, r, unit, victim, routine, index))
