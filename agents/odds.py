"""What attacks and checks may be expected to bring. The rules are asked for every number; none of them is copied.

Chances are probabilities. Values are in points of worth: roughly, the damage that a creature deals in a Round. A side
that takes a creature out gains its worth, and what its fall does to the others' morale (`shock`) besides.
"""

from wzc_env.kernel import kernel
from wzc_env.warzone.actions import argument, attack_id
from wzc_env.warzone.attacks import (
    allies_in,
    attack_total,
    basic_routine,
    defence,
    why_not_attack,
    why_not_routine,
    why_out_of_melee,
)
from wzc_env.warzone.checks import best_ability, target_class, under_malus
from wzc_env.warzone.control import capable
from wzc_env.warzone.costs import attack_cost
from wzc_env.warzone.count import maximum_vigor
from wzc_env.warzone.frames import clear_blow
from wzc_env.warzone.giants import gap
from wzc_env.warzone.morale import new_triggers
from wzc_env.warzone.squads import heads, is_squad, next_member
from wzc_env.warzone.state import Battle, Blow, Roll, Rules, Setup, Spell
from wzc_env.warzone.words import (
    MAX_FRAMES,
    NONE,
    Difficulty,
    Effect,
    Goal,
    Life,
    Mod,
    Reaction,
    SpellEffect,
    SpellTarget,
    Tag,
    Trait,
    Why,
)
from wzc_env.warzone.zones import has

# taste: what the rules do not say
USUAL_AC = 14  # the enemy that a creature's worth is measured against
BODY = 1.0  # what a creature is worth for standing there
SPELL_SHARE = 0.5  # a spell to come, against what it would do now
SPENT = 0.15  # what is left to gain from killing one who can fight no more
WOUND = 0.5  # losing all hit points but the last, against dying
PRIZE = 40.0  # victory, in points of worth
COMMANDS = 2  # strikes that a Squad is ordered to in a Round
PATIENCE = 0.9  # a blow to be struck later, against one now


@kernel
def known_foe(b: Battle, s: Setup, unit: int, other: int) -> bool:
    """Whether `other` is an enemy on its feet whose place the unit's side knows."""
    if s.sheets[other].side == s.sheets[unit].side or b.units[other].life != Life.UP:
        return False
    return (int(b.units[other].hidden_from) >> s.sheets[unit].side) & 1 == 0


@kernel
def roll_chance(r: Rules, need: int) -> float:
    """The chance that the host's attack die shows `need` or more, its natural results considered."""
    die = int(r.host_attack_die)
    faces = min(max(die + 1 - need, die + 1 - r.host_natural_hit), die - r.host_natural_miss)
    return faces / die


@kernel
def check_chance(s: Setup, r: Rules, unit: int, ability: int, difficulty: int) -> float:
    """The chance of passing one check."""
    if difficulty == Difficulty.AUTOMATIC:
        return 1.0
    which = best_ability(s.sheets[unit], ability)
    if r.host_roll_under != 0:
        faces = s.sheets[unit].score[which] - under_malus(r, difficulty)
    else:
        faces = 21 + s.sheets[unit].modifier[which] - target_class(r, difficulty)
    return min(max(faces, 0), 20) / 20


@kernel
def capped_mean(low: int, high: int, cap: int) -> float:
    """Mean of a number spread evenly over low..high, where it never counts above `cap` (exact for one die)."""
    if cap >= high:
        return (low + high) / 2
    if cap <= low:
        return cap
    return ((low + cap - 1) * (cap - low) / 2 + cap * (high - cap + 1)) / (high - low + 1)


@kernel
def at_least(low: int, high: int, goal: int) -> float:
    """The chance that a number spread evenly over low..high is `goal` or more."""
    if goal <= low:
        return 1.0
    return max(0, high - goal + 1) / (high - low + 1)


@kernel
def least_damage(r: Rules, roll: Roll, factor: int) -> int:
    """The least that a hit does."""
    return max(int(r.host_damage_least), roll.dice + roll.plus) * max(1, factor)


@kernel
def most_damage(r: Rules, roll: Roll, factor: int) -> int:
    """The most that a hit does."""
    return max(int(r.host_damage_least), roll.dice * roll.sides + roll.plus) * max(1, factor)


@kernel
def spell_mean(s: Setup, unit: int, spell: Spell) -> float:
    """Mean of a spell's dice in the hands of this caster."""
    dice = int(spell.dice)
    if spell.per_level != 0:
        dice *= s.sheets[unit].caster
    return dice * (spell.sides + 1) / 2 + spell.plus


@kernel
def spell_promise(s: Setup, unit: int, spell: Spell) -> float:
    """A rough value of a spell before anybody knows whom it meets."""
    if spell.effect == SpellEffect.SLUMBER:
        return 3 * spell_mean(s, unit, spell)
    if spell.effect == SpellEffect.TIMED:
        return 8.0
    if spell.target == SpellTarget.ENEMY or spell.target == SpellTarget.ALLY:
        return spell_mean(s, unit, spell)
    return 2 * spell_mean(s, unit, spell)


@kernel
def round_damage(b: Battle, s: Setup, r: Rules, unit: int, routine: int) -> float:
    """What a routine deals in a whole Round of Attacks on the usual enemy."""
    used = s.sheets[unit].routines[routine]
    times = maximum_vigor(s, r, unit) // attack_cost(b, s, r, unit, routine)
    if is_squad(s, unit):
        times = COMMANDS
    if used.reload != 0:
        times = min(times, 1)
    total = 0.0
    for k in range(times):
        for i in range(used.rolls_n):
            roll = used.rolls[i]
            mean = (least_damage(r, roll, 1) + most_damage(r, roll, 1)) / 2
            total += mean * roll_chance(r, USUAL_AC - roll.bonus + k * r.flurry_step)
    return total


@kernel
def magic(b: Battle, s: Setup, unit: int) -> float:
    """What a creature may still cast."""
    total = 0.0
    for slot in range(s.sheets[unit].spells_n):
        total += b.units[unit].slots[slot] * spell_promise(s, unit, s.spells[s.sheets[unit].spells[slot]])
    return SPELL_SHARE * total


@kernel
def worth(b: Battle, s: Setup, r: Rules, unit: int) -> float:
    """What a creature that can fight is worth to its side: a Round of its best routine, and its spells."""
    best = 0.0
    for routine in range(s.sheets[unit].routines_n):
        best = max(best, round_damage(b, s, r, unit, routine))
    return heads(b, s, unit) * (BODY + best) + magic(b, s, unit)


@kernel
def body_worth(b: Battle, s: Setup, r: Rules, unit: int) -> float:
    """What one of the creatures that a unit is, is worth: a member of a Squad, or all of a single creature."""
    return worth(b, s, r, unit) / max(1, heads(b, s, unit))


@kernel
def body_hp(b: Battle, s: Setup, unit: int) -> int:
    """The hit points that a blow has to take: those of the member in front of a Squad, or of the creature."""
    if not is_squad(s, unit):
        return int(b.units[unit].hp)
    front = next_member(b, s, unit, NONE)
    if front == NONE:
        return 0
    return int(b.squads[s.sheets[unit].squad].hp[front])


@kernel
def prize(b: Battle, s: Setup, unit: int) -> float:
    """What the fall of a creature is worth besides, where the other side has it for an objective."""
    for row in range(s.objectives_n):
        goal = s.objectives[row]
        if goal.kind == Goal.KILL and goal.unit == unit:
            return PRIZE
    return 0.0


@kernel
def dice_above(dice: int, sides: int, most: int) -> float:
    """The chance that the sum of some dice exceeds `most`: exact for two, spread evenly for any other number."""
    if dice != 2:
        return at_least(dice, dice * sides, most + 1)
    ways = 0
    for first in range(1, sides + 1):
        ways += min(max(first + sides - most, 0), sides)
    return ways / (sides * sides)


@kernel
def shock(b: Battle, s: Setup, r: Rules, side: int) -> float:
    """The worth that would take flight, on average, if one more of a side fell now."""
    victim = NONE
    for i in range(s.units_n):
        if s.sheets[i].side == side and b.units[i].life == Life.UP:
            victim = i
    if victim == NONE:
        return 0.0
    b.units[victim].life = Life.DEAD
    tested = new_triggers(b, s, r, side) != 0
    b.units[victim].life = Life.UP
    total = 0.0
    if tested:
        for i in range(s.units_n):
            if s.sheets[i].side == side and s.sheets[i].morale > 0 and capable(b, i):
                breaks = dice_above(int(r.host_morale_dice), int(r.host_morale_die), int(s.sheets[i].morale))
                total += breaks * worth(b, s, r, i)
    return total


@kernel
def harm_value(
    b: Battle, s: Setup, r: Rules, target: int, share: float, touched: float, death: float, fear: float
) -> float:
    """What it is worth that a creature loses a share of its hit points, is hurt and dies with these chances.

    `fear` is the shock that its fall would be. Who sleeps is better left asleep; a Focus is lost to any hurt.
    """
    one = b.units[target]
    value = body_worth(b, s, r, target)
    if s.objectives_n != 0:
        value += prize(b, s, target)
    if one.timers[Effect.ASLEEP] > 0:
        return death * (SPENT * value + fear) - (touched - death) * value
    if not capable(b, target):
        return death * (SPENT * value + fear) + share * SPENT * WOUND * value
    gain = share * WOUND * value + death * ((1 - WOUND) * value + fear)
    if one.focus != NONE:
        gain += touched * spell_promise(s, target, s.spells[s.sheets[target].spells[one.focus]])
    return gain


@kernel
def needed(
    b: Battle, s: Setup, r: Rules, unit: int, target: int, routine: int, index: int, blow: Blow, reaction: int
) -> int:
    """What the attack die must show for one roll of a routine."""
    ranged = int(s.sheets[unit].routines[routine].ranged)
    total = attack_total(b, s, r, unit, target, routine, index, blow, True)
    return defence(b, s, r, target, reaction, ranged) - total


@kernel
def rolls_value(
    b: Battle, s: Setup, r: Rules, unit: int, target: int, routine: int, first: int, last: int, blow: Blow,
    reaction: int, fear: float,
) -> float:  # fmt: skip
    """The mean value of the rolls `first` up to `last` (excluded) of a routine against a target."""
    hp = max(1, body_hp(b, s, target))
    spared = 1.0
    alive = 1.0
    dealt = 0.0
    for index in range(first, last):
        roll = s.sheets[unit].routines[routine].rolls[index]
        chance = roll_chance(r, needed(b, s, r, unit, target, routine, index, blow, reaction))
        low = least_damage(r, roll, int(blow.factor))
        high = most_damage(r, roll, int(blow.factor))
        left = max(1, hp - int(dealt))
        dealt += alive * chance * capped_mean(low, high, left)
        alive *= 1 - chance * at_least(low, high, left)
        spared *= 1 - chance
    return harm_value(b, s, r, target, min(1.0, dealt / hp), 1 - spared, 1 - alive, fear)


@kernel
def aim(b: Battle, s: Setup, r: Rules, unit: int, target: int, ranged: int, made: int, blow: Blow) -> None:
    """Fill in what would help or hinder an Attack maneuver after `made` others this Round."""
    one = b.units[unit]
    clear_blow(blow)
    blow.flurry = made * r.flurry_step
    if one.rushed != 0:
        blow.rush = r.rush_attack
    if one.emerged != 0 and one.quarry == target:
        blow.edge = r.perfect_ambush_attack
        blow.edge_of = Mod.PERFECT_AMBUSH
    elif one.hidden_from != 0 and ranged == 0 and s.sheets[unit].tags & Tag.BACKSTAB != 0:
        blow.edge = r.host_backstab_attack
        blow.edge_of = Mod.BACKSTAB
        blow.factor = r.host_backstab_factor
    elif one.hidden_from != 0 and one.stalked != 0:
        blow.edge = r.ambush_attack
        blow.edge_of = Mod.AMBUSH
    if one.charged != 0 and ranged == 0:
        blow.charge = r.host_charge_attack
        blow.factor = max(1, int(blow.factor)) * r.host_charge_factor


@kernel
def stray_value(b: Battle, s: Setup, r: Rules, unit: int, target: int, routine: int, blow: Blow) -> float:
    """What a shot into the Melee may do to one's own."""
    zone = int(b.units[target].zone)
    friends = allies_in(b, s, unit, zone)
    if friends == 0 or not has(b, zone, Trait.MELEE):
        return 0.0
    miss = 1 - roll_chance(r, needed(b, s, r, unit, target, routine, 0, blow, Reaction.NONE))
    total = 0.0
    roll = s.sheets[unit].routines[routine].rolls[0]
    for i in range(s.units_n):
        if i != unit and s.sheets[i].side == s.sheets[unit].side:
            if b.units[i].life == Life.UP and b.units[i].zone == zone:
                hp = max(1, body_hp(b, s, i))
                low = least_damage(r, roll, 1)
                high = most_damage(r, roll, 1)
                total += heads(b, s, i) * harm_value(
                    b, s, r, i, capped_mean(low, high, hp) / hp, 1.0, at_least(low, high, hp), 0.0
                )
    return miss * r.melee_stray_most / r.melee_stray_die * total / friends


@kernel
def attack_value(b: Battle, s: Setup, r: Rules, unit: int, routine: int, target: int, made: int, fear: float) -> float:
    """The mean value of an Attack maneuver after `made` others this Round.

    The last frame of the stack is never in use while somebody is asked: its blow serves as a slate, wiped again.
    """
    used = s.sheets[unit].routines[routine]
    slate = b.frames[MAX_FRAMES - 1].blow
    aim(b, s, r, unit, target, int(used.ranged), made, slate)
    value = rolls_value(b, s, r, unit, target, routine, 0, int(used.rolls_n), slate, Reaction.NONE, fear)
    if used.ranged != 0:
        value -= stray_value(b, s, r, unit, target, routine, slate)
    clear_blow(slate)
    return value


@kernel
def best_attack(b: Battle, s: Setup, r: Rules, unit: int, fear: float) -> int:
    """The Attack of most value from where the creature stands, price apart; NONE where none is worth anything."""
    best = NONE
    most = 0.0
    for routine in range(s.sheets[unit].routines_n):
        if why_not_routine(b, s, unit, routine) == Why.OK:
            for target in range(s.units_n):
                if why_not_attack(b, s, unit, routine, target) == Why.OK:
                    value = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
                    if value > most:
                        most = value
                        best = attack_id(s, routine, target)
    return best


@kernel
def steps_to(b: Battle, s: Setup, unit: int, routine: int, target: int) -> int:
    """About how many steps lead to where a routine reaches the target."""
    if why_not_attack(b, s, unit, routine, target) == Why.OK:
        return 0
    distance = gap(b, s, unit, target)
    return max(1, distance - s.sheets[unit].routines[routine].reach)


@kernel
def hope(b: Battle, s: Setup, r: Rules, unit: int, fear: float) -> int:
    """The Attack of most value out of reach, the fewer steps away the better; NONE where none is worth the walk."""
    best = NONE
    most = 0.0
    for routine in range(s.sheets[unit].routines_n):
        if why_not_routine(b, s, unit, routine) == Why.OK:
            for target in range(s.units_n):
                if known_foe(b, s, unit, target) and not has(b, int(b.units[target].zone), Trait.OFF_MAP):
                    value = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
                    value /= 1 + steps_to(b, s, unit, routine, target)
                    if value > most:
                        most = value
                        best = attack_id(s, routine, target)
    return best


@kernel
def intent(b: Battle, s: Setup, r: Rules, unit: int, fear: float) -> int:
    """The Attack that a creature's Vigor would go to: the best in reach, else the best hope; or NONE."""
    attack = best_attack(b, s, r, unit, fear)
    if attack == NONE:
        return hope(b, s, r, unit, fear)
    return attack


@kernel
def prospect(b: Battle, s: Setup, r: Rules, unit: int, attack: int, vigor: int, made: int, fear: float) -> float:
    """What so much Vigor is good for: the way there, and one Attack over and over, after `made` others this Round."""
    if attack == NONE:
        return 0.0
    place = argument(s, attack)
    routine = place // s.unit_slots
    target = place - routine * s.unit_slots
    steps = steps_to(b, s, unit, routine, target)
    times = max(0, vigor - steps * r.cost_move) // attack_cost(b, s, r, unit, routine)
    if s.sheets[unit].routines[routine].reload != 0:
        times = min(times, 1)
    total = 0.0
    weight = 1 / (1 + steps)
    for k in range(times):
        total += weight * attack_value(b, s, r, unit, routine, target, made + k, fear)
        weight *= PATIENCE
    return total


@kernel
def basic_value(b: Battle, s: Setup, r: Rules, unit: int, target: int, made: int, fear: float) -> float:
    """The mean value of a reaction's basic Attack, after `made` Attacks this Round; 0 where none reaches."""
    routine = basic_routine(b, s, unit, target)
    if routine == NONE or why_out_of_melee(b, s, unit, target) != Why.OK:
        return 0.0
    slate = b.frames[MAX_FRAMES - 1].blow
    clear_blow(slate)
    slate.flurry = made * r.flurry_step
    value = rolls_value(b, s, r, unit, target, routine, 0, 1, slate, Reaction.NONE, fear)
    clear_blow(slate)
    return value
