"""A B/X-like host: d20 attacks, damage dice, five saves, morale by score or percentage.

Its numbers are the table's `host_*` cells.
"""

from wzc_env.kernel import kernel, roll_die
from wzc_env.warzone.events import modify, throw_sum, write
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Effect, Mod, Note, Purpose


@kernel
def attack_hits(r: Rules, natural: int, total: int, armour_class: int) -> bool:
    """Whether an attack roll hits ascending AC; the profile's natural results decide alone.

    [host.contract] L54-62: the host resolves attacks, damage, saves, spells, morale, death; WarZone Count adds Vigor.
    """
    if natural >= r.host_natural_hit:
        return True
    if natural <= r.host_natural_miss:
        return False
    return total >= armour_class


@kernel
def weapon_damage(b: Battle, s: Setup, r: Rules, attacker: int, target: int, routine: int, index: int) -> int:
    """Roll the damage of one attack roll of a routine."""
    roll = s.sheets[attacker].routines[routine].rolls[index]
    points = modify(b, attacker, Mod.DAMAGE_BONUS, int(roll.plus))
    points += throw_sum(b, attacker, target, Purpose.DAMAGE, int(roll.dice), int(roll.sides))
    return max(int(r.host_damage_least), points)


@kernel
def saves_from(b: Battle, s: Setup, unit: int, save: int, bonus: int, source: Mod) -> bool:
    """A saving throw, its bonus noted as that of its source."""
    need = int(s.sheets[unit].saves[save])
    modify(b, unit, source, bonus)
    natural = roll_die(b.dice, 20, Purpose.SAVE)
    won = natural + bonus >= need
    write(b, Note.DIE, unit, NONE, NONE, Purpose.SAVE, 20, natural, bonus, natural + bonus, need, int(won))
    return won


@kernel
def saves(b: Battle, s: Setup, unit: int, save: int, bonus: int) -> bool:
    """A saving throw against a spell: d20 + bonus, equal to or above the number of the stat block."""
    return saves_from(b, s, unit, save, bonus, Mod.SPELL)


@kernel
def stands(b: Battle, s: Setup, r: Rules, unit: int, malus: int) -> bool:
    """A morale check: the sum of the host's morale dice at or below the score, or percentage; `malus` is in steps.

    RULING X4: each -1 lowers the score that the dice are compared with, by 5 points where it is a percentage (L489).
    RULING PCT1 (chosen): so does each +1 of a spell.
    """
    taken = malus * r.host_morale_step
    need = int(s.sheets[unit].morale) - taken
    if b.units[unit].timers[Effect.BLESSED] > 0:
        need += r.host_bless * r.host_morale_step
    if b.units[unit].timers[Effect.FRIGHTENED] > 0:
        need -= r.host_fright * r.host_morale_step
    total = throw_sum(b, unit, NONE, Purpose.MORALE, int(r.host_morale_dice), int(r.host_morale_die))
    won = total <= need
    write(b, Note.CHECK, unit, NONE, NONE, Purpose.MORALE, 0, 0, -taken, total, need, int(won))
    return won
