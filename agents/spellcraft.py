"""What a spell may be expected to bring where it can be released now, and which one to begin."""

from wzc_env.kernel import kernel
from wzc_env.warzone.control import capable, helpless
from wzc_env.warzone.spells import affects, can_cast, covers, fells, why_not_on_unit, why_not_on_zone
from wzc_env.warzone.squads import heads
from wzc_env.warzone.state import Battle, Rules, Setup, Spell
from wzc_env.warzone.words import NONE, Effect, Life, Save, SpellEffect, SpellTarget, Why

from .odds import at_least, body_hp, body_worth, capped_mean, dice_above, harm_value, worth

# taste: what an effect is worth, in parts of the creature that it takes
OUT = 0.9  # held or asleep
QUICK = 0.6  # hasted, or slowed
BLESSING = 0.1
SHIELD_POINT = 0.03  # a point of AC
HEALING = 0.6
REVIVAL = 0.5  # back on its feet, without Vigor


@kernel
def fail_chance(s: Setup, spell: Spell, target: int) -> float:
    """The chance that the target fails its saving throw; 1 where there is none."""
    if spell.save == Save.NO_SAVE:
        return 1.0
    return min(max(s.sheets[target].saves[spell.save] - spell.save_mod - 1, 0), 20) / 20


@kernel
def dice_of(s: Setup, unit: int, spell: Spell) -> int:
    """How many dice a spell rolls."""
    if spell.per_level != 0:
        return spell.dice * s.sheets[unit].caster
    return int(spell.dice)


@kernel
def damage_value(b: Battle, s: Setup, r: Rules, unit: int, spell: Spell, target: int, fear: float) -> float:
    """What the damage of a spell is worth to the target's enemies."""
    dice = dice_of(s, unit, spell)
    low = max(0, dice + spell.plus)
    high = max(0, dice * spell.sides + spell.plus)
    hp = max(1, body_hp(b, s, target))
    fails = fail_chance(s, spell, target)
    share = fails * capped_mean(low, high, hp)
    death = fails * at_least(low, high, hp)
    touched = fails
    if spell.halves != 0:
        share += (1 - fails) * capped_mean(low // 2, high // 2, hp)
        death += (1 - fails) * at_least(low // 2, high // 2, hp)
        touched = 1.0
    return harm_value(b, s, r, target, share / hp, touched, death, fear)


@kernel
def healing_value(b: Battle, s: Setup, r: Rules, unit: int, spell: Spell, target: int) -> float:
    """What the healing of a spell is worth to its target's side."""
    one = b.units[target]
    dice = dice_of(s, unit, spell)
    gained = capped_mean(dice + spell.plus, dice * spell.sides + spell.plus, s.sheets[target].hp_max - one.hp)
    if one.life == Life.DYING:
        return REVIVAL * worth(b, s, r, target)
    return HEALING * worth(b, s, r, target) * gained / (one.hp + gained + 1)


@kernel
def timed_value(b: Battle, s: Setup, r: Rules, spell: Spell, target: int) -> float:
    """What a timed effect is worth, whoever gains by it; 0 where it is on the target already."""
    if b.units[target].timers[spell.timer] > 0 or not capable(b, target):
        return 0.0
    value = fail_chance(s, spell, target) * worth(b, s, r, target)
    if spell.timer == Effect.HELD or spell.timer == Effect.ASLEEP:
        return OUT * fail_chance(s, spell, target) * body_worth(b, s, r, target)
    if spell.timer == Effect.HASTE or spell.timer == Effect.SLOW:
        return QUICK * value
    if spell.timer == Effect.BLESSED:
        return BLESSING * value
    points = int(r.host_shield_melee) - s.sheets[target].ac[b.units[target].gear]
    return max(0, points) * SHIELD_POINT * value


@kernel
def touch_value(
    b: Battle, s: Setup, r: Rules, unit: int, spell: Spell, target: int, fear: float, dread: float
) -> float:
    """What a spell on one creature is worth to the caster's side; `fear` and `dread` are the shocks of a fall there
    and here."""  # fmt: skip
    friend = s.sheets[target].side == s.sheets[unit].side
    if spell.effect == SpellEffect.DAMAGE:
        if friend:
            return -damage_value(b, s, r, unit, spell, target, dread)
        return damage_value(b, s, r, unit, spell, target, fear)
    if spell.effect == SpellEffect.HEAL:
        return healing_value(b, s, r, unit, spell, target)
    value = timed_value(b, s, r, spell, target)
    boon = spell.timer != Effect.SLOW and spell.timer != Effect.HELD and spell.timer != Effect.ASLEEP
    if friend == boon:
        return value
    return -value


@kernel
def next_sleeper(b: Battle, s: Setup, unit: int, zone: int, spell: Spell, after: int) -> int:
    """The enemy in a Zone whom a SLUMBER spell takes after `after` (NONE: the first), by Hit Dice; or NONE."""
    best = NONE
    for i in range(s.units_n):
        if s.sheets[i].side != s.sheets[unit].side and b.units[i].zone == zone:
            if affects(b, s, spell, i) and not helpless(b, i):
                rank = s.sheets[i].hd_half * s.units_n + i
                if after == NONE or rank > s.sheets[after].hd_half * s.units_n + after:
                    if best == NONE or rank < s.sheets[best].hd_half * s.units_n + best:
                        best = i
    return best


@kernel
def slumber_value(b: Battle, s: Setup, r: Rules, unit: int, zone: int, spell: Spell) -> float:
    """Each enemy in a Zone counts with the chance that the dice go as far as to it."""
    total = 0.0
    price = 0
    target = next_sleeper(b, s, unit, zone, spell, NONE)
    while target != NONE:
        price += max(2, int(s.sheets[target].hd_half))
        reached = dice_above(dice_of(s, unit, spell), int(spell.sides), (price + 1) // 2 - 1 - spell.plus)
        if capable(b, target):
            total += reached * OUT * body_worth(b, s, r, target)
        target = next_sleeper(b, s, unit, zone, spell, target)
    return total


@kernel
def zone_value(b: Battle, s: Setup, r: Rules, unit: int, spell: Spell, zone: int, fear: float, dread: float) -> float:
    """What a spell on a Zone is worth: friends whom it does not spare are taken off."""
    if spell.effect == SpellEffect.SLUMBER:
        return slumber_value(b, s, r, unit, zone, spell)
    total = 0.0
    for i in range(s.units_n):
        if b.units[i].zone == zone and affects(b, s, spell, i) and covers(s, unit, spell, i):
            value = touch_value(b, s, r, unit, spell, i, fear, dread)
            if fells(spell):
                value *= heads(b, s, i)
            total += value
    return total


@kernel
def slot_value(b: Battle, s: Setup, r: Rules, unit: int, row: int, slot: int, fear: float, dread: float) -> float:
    """What a Release at one RELEASE slot is worth; 0 where it is not possible."""
    spell = s.spells[row]
    if slot < s.unit_slots:
        if why_not_on_unit(b, s, unit, spell, slot) == Why.OK:
            return touch_value(b, s, r, unit, spell, slot, fear, dread)
    elif slot < s.unit_slots + s.zone_slots:
        if why_not_on_zone(b, s, unit, spell, slot - s.unit_slots) == Why.OK:
            return zone_value(b, s, r, unit, spell, slot - s.unit_slots, fear, dread)
    elif spell.target == SpellTarget.CASTER or spell.target == SpellTarget.ALLY:
        return touch_value(b, s, r, unit, spell, unit, fear, dread)
    return 0.0


@kernel
def best_slot(b: Battle, s: Setup, r: Rules, unit: int, row: int, fear: float, dread: float) -> int:
    """The RELEASE slot where a spell does most good from where the caster stands; NONE where it does none."""
    best = NONE
    most = 0.0
    for slot in range(s.unit_slots + s.zone_slots + 1):
        value = slot_value(b, s, r, unit, row, slot, fear, dread)
        if value > most:
            most = value
            best = slot
    return best


@kernel
def cast_value(b: Battle, s: Setup, r: Rules, unit: int, row: int, fear: float, dread: float) -> float:
    """What a spell is worth where it does most good; 0 where it does none."""
    slot = best_slot(b, s, r, unit, row, fear, dread)
    if slot == NONE:
        return 0.0
    return slot_value(b, s, r, unit, row, slot, fear, dread)


@kernel
def spell_to_begin(b: Battle, s: Setup, r: Rules, unit: int, fear: float, dread: float) -> int:
    """The slot of the prepared spell that is worth most now; NONE where none is worth anything."""
    best = NONE
    most = 0.0
    for slot in range(s.sheets[unit].spells_n):
        if can_cast(b, s, unit, slot):
            value = cast_value(b, s, r, unit, int(s.sheets[unit].spells[slot]), fear, dread)
            if value > most:
                most = value
                best = slot
    return best
