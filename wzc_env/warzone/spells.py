"""Chapter 2, Focus and Release; the host's spells are data, a handful of effects act on them."""

from wzc_env.hosts.osr import saves
from wzc_env.kernel import kernel

from .control import helpless
from .events import modify, say, throw_sum
from .giants import gap, in_zone, spot
from .harm import afflict, heal, hurt, lose_focus, lose_member, wound
from .levers import braked
from .squads import is_squad, next_member
from .state import Battle, Rules, Setup, Spell
from .stealth import reveal
from .words import NONE, Effect, Life, Mod, Note, Purpose, Save, SpellEffect, SpellTarget, Tag, Why
from .zones import in_range, off_map


@kernel
def can_cast(b: Battle, s: Setup, unit: int, slot: int) -> bool:
    """Whether a casting of this slot is left besides the one in focus."""
    held = 0
    if b.units[unit].focus == slot:
        held = 1
    return slot < s.sheets[unit].spells_n and b.units[unit].slots[slot] > held


@kernel
def why_not_focus(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """Whether there is a spell to name, and no lever against it (a Why)."""
    if braked(b, r, unit):
        return Why.SPELL_BRAKE
    for slot in range(s.sheets[unit].spells_n):
        if can_cast(b, s, unit, slot):
            return Why.OK
    return Why.NO_SPELLS


@kernel
def focus(b: Battle, s: Setup, r: Rules, unit: int, slot: int) -> None:
    """Begin casting and hold the spell.

    [focus.hold] L177-181: one spell is held; the caster may move; it is no Stance and lasts over Rounds and Lulls; a
    new Focus loses the old one as an interrupted casting.
    """
    lose_focus(b, s, r, unit)
    b.units[unit].focus = slot
    say(b, Note.FOCUS, unit, NONE, NONE, int(s.sheets[unit].spells[slot]), 0)


@kernel
def held_spell(b: Battle, s: Setup, unit: int) -> int:
    """The row in Setup.spells of the spell in focus, or NONE."""
    slot = int(b.units[unit].focus)
    if slot == NONE:
        return NONE
    return int(s.sheets[unit].spells[slot])


@kernel
def affects(b: Battle, s: Setup, spell: Spell, target: int) -> bool:
    """Whether a creature can be touched by a spell at all: on its feet, of the right kind, not too mighty."""
    if b.units[target].life != Life.UP:
        return False
    if spell.persons != 0 and s.sheets[target].tags & Tag.PERSON == 0:
        return False
    if spell.living != 0 and s.sheets[target].tags & Tag.UNDEAD != 0:
        return False
    return spell.hd_half_most == 0 or s.sheets[target].hd_half <= spell.hd_half_most


@kernel
def why_not_on_unit(b: Battle, s: Setup, unit: int, spell: Spell, target: int) -> int:
    """Whether a spell may be released at one creature (a Why)."""
    if target >= s.units_n:
        return Why.NO_SUCH_UNIT
    if spell.target != SpellTarget.ENEMY and spell.target != SpellTarget.ALLY:
        return Why.WRONG_TARGET
    friend = s.sheets[target].side == s.sheets[unit].side
    if friend != (spell.target == SpellTarget.ALLY) or target == unit:
        return Why.WRONG_TARGET
    mends = spell.effect == SpellEffect.HEAL and b.units[target].life == Life.DYING
    if b.units[target].life != Life.UP and not mends:
        return Why.TARGET_DOWN
    if not friend and off_map(b, int(b.units[target].zone)):
        return Why.OFF_MAP
    if (int(b.units[target].hidden_from) >> s.sheets[unit].side) & 1 != 0:
        return Why.UNKNOWN
    if not mends and not affects(b, s, spell, target):
        return Why.WRONG_TARGET
    if gap(b, s, unit, target) > spell.reach:
        return Why.SPELL_RANGE
    return Why.OK


@kernel
def why_not_on_zone(b: Battle, s: Setup, unit: int, spell: Spell, zone: int) -> int:
    """Whether a spell may be released at a Zone (a Why).

    RULING ZSP1 (chosen): a Zone is named only while somebody stands in it, known to the caster, whom the spell is for.
    """
    if zone >= s.zones_n:
        return Why.NO_SUCH_ZONE
    if spell.target < SpellTarget.ZONE or spell.target == SpellTarget.CASTER:
        return Why.WRONG_TARGET
    if off_map(b, zone):
        return Why.OFF_MAP
    if not in_range(b, spot(b, s, unit, zone), zone, int(spell.reach)):
        return Why.SPELL_RANGE
    for i in range(s.units_n):
        if in_zone(b, i, zone) and affects(b, s, spell, i):
            friend = s.sheets[i].side == s.sheets[unit].side
            known = (int(b.units[i].hidden_from) >> s.sheets[unit].side) & 1 == 0
            if friend == (spell.target == SpellTarget.ZONE_ALLIES) and known:
                return Why.OK
    return Why.WRONG_TARGET


@kernel
def covers(s: Setup, unit: int, spell: Spell, target: int) -> bool:
    """Whether a spell on a Zone is for this creature in it: all but the caster, enemies, or allies and the caster."""
    friend = s.sheets[target].side == s.sheets[unit].side
    if spell.target == SpellTarget.ZONE_ALLIES:
        return friend
    if spell.target == SpellTarget.ZONE_ENEMIES:
        return not friend
    return target != unit


@kernel
def why_not_release(b: Battle, s: Setup, unit: int, slot: int) -> int:
    """Whether the spell in focus may be released at a RELEASE slot: a unit, then a Zone, then oneself (a Why)."""
    row = held_spell(b, s, unit)
    if row == NONE:
        return Why.NOT_FOCUSED
    spell = s.spells[row]
    if slot < s.unit_slots:
        return why_not_on_unit(b, s, unit, spell, slot)
    if slot < s.unit_slots + s.zone_slots:
        return why_not_on_zone(b, s, unit, spell, slot - s.unit_slots)
    if spell.target == SpellTarget.CASTER or spell.target == SpellTarget.ALLY:
        return Why.OK
    return Why.WRONG_TARGET


@kernel
def power(b: Battle, s: Setup, unit: int, spell: Spell, purpose: Purpose) -> int:
    """Roll a spell's dice, once a caster level where it says so; never less than 0."""
    dice = int(spell.dice)
    if spell.per_level != 0:
        dice = spell.dice * s.sheets[unit].caster
    flat = modify(b, unit, Mod.DAMAGE_BONUS, int(spell.plus))
    return max(0, flat + throw_sum(b, unit, NONE, purpose, dice, int(spell.sides)))


@kernel
def touch(b: Battle, s: Setup, r: Rules, unit: int, target: int, spell: Spell, points: int) -> None:
    """What a released spell does to one creature, its saving throw first."""
    saved = False
    if spell.save != Save.NO_SAVE:
        saved = saves(b, s, target, int(spell.save), int(spell.save_mod))
    if spell.effect == SpellEffect.HEAL:
        heal(b, s, r, unit, target, points)
    elif spell.effect == SpellEffect.DAMAGE:
        if saved and spell.halves != 0:
            hurt(b, s, r, unit, target, points // 2)
        elif not saved:
            hurt(b, s, r, unit, target, points)
    elif not saved:
        afflict(b, s, r, target, spell.timer, int(spell.lasts))


@kernel
def fells(spell: Spell) -> bool:
    """Whether a spell takes its targets one by one: it wounds them, or makes them helpless."""
    if spell.effect == SpellEffect.DAMAGE:
        return True
    return spell.effect == SpellEffect.TIMED and (spell.timer == Effect.HELD or spell.timer == Effect.ASLEEP)


@kernel
def touch_members(b: Battle, s: Setup, r: Rules, unit: int, target: int, spell: Spell, points: int) -> None:
    """A spell on a whole Zone reaches every member of a Squad, each with its own save."""
    member = next_member(b, s, target, NONE)
    while member != NONE:
        saved = False
        if spell.save != Save.NO_SAVE:
            saved = saves(b, s, target, int(spell.save), int(spell.save_mod))
        if spell.effect == SpellEffect.DAMAGE:
            if saved and spell.halves != 0:
                wound(b, s, r, unit, target, member, points // 2)
            elif not saved:
                wound(b, s, r, unit, target, member, points)
        elif not saved:
            lose_member(b, s, r, target, member, spell.timer)
        member = next_member(b, s, target, member)


@kernel
def least_awake(b: Battle, s: Setup, unit: int, zone: int, spell: Spell) -> int:
    """The enemy of the caster in a Zone with the fewest Hit Dice that a SLUMBER spell can still take, or NONE."""
    best = NONE
    for i in range(s.units_n):
        if s.sheets[i].side != s.sheets[unit].side and in_zone(b, i, zone):
            if affects(b, s, spell, i) and not helpless(b, i):
                if best == NONE or s.sheets[i].hd_half < s.sheets[best].hd_half:
                    best = i
    return best


@kernel
def slumber(b: Battle, s: Setup, r: Rules, unit: int, zone: int, spell: Spell) -> None:
    """Take enemies in a Zone by Hit Dice, lowest first, while the dice last; below 1 HD counts as 1.

    RULING SLP2 (chosen): the caster's enemies alone are taken, one whose Hit Dice exceed what is left ends it.
    """
    budget = 2 * power(b, s, unit, spell, Purpose.SPELL)
    while True:
        target = least_awake(b, s, unit, zone, spell)
        if target == NONE:
            return
        price = max(2, int(s.sheets[target].hd_half))
        if price > budget:
            return
        budget -= price
        afflict(b, s, r, target, spell.timer, int(spell.lasts))


@kernel
def sweep(b: Battle, s: Setup, r: Rules, unit: int, zone: int, spell: Spell) -> None:
    """A spell on a whole Zone: one roll of its dice, everyone there whom it covers, each with its own save.

    RULING ZSP2 (chosen): friends in the Zone are not spared; the caster places the spell so that it is.
    """
    points = power(b, s, unit, spell, Purpose.SPELL)
    for i in range(s.units_n):
        if in_zone(b, i, zone) and affects(b, s, spell, i) and covers(s, unit, spell, i):
            if is_squad(s, i) and fells(spell):
                touch_members(b, s, r, unit, i, spell, points)
            else:
                touch(b, s, r, unit, i, spell, points)


@kernel
def release(b: Battle, s: Setup, r: Rules, unit: int, slot: int) -> None:
    """The held spell takes effect by the host's rules, and its slot is used.

    [release] L185-191: split, forced (with an Overload) and across the Lull alike.
    RULING A6: it is no attack: no defensive reaction (RULING R6), no Flurry, and it may be released inside or into the
    Melee.
    RULING A5: right after its Focus nothing comes between; a maneuver between them that brings damage loses the spell.
    """
    row = held_spell(b, s, unit)
    spell = s.spells[row]
    held = int(b.units[unit].focus)
    b.units[unit].focus = NONE
    b.units[unit].slots[held] -= 1
    b.units[unit].released = 1
    reveal(b, s, r, unit)
    zone = NONE
    target = slot
    if slot >= s.unit_slots + s.zone_slots:
        target = unit
    elif slot >= s.unit_slots:
        target = NONE
        zone = slot - s.unit_slots
    say(b, Note.RELEASE, unit, target, zone, row, 0)
    if spell.effect == SpellEffect.SLUMBER:
        slumber(b, s, r, unit, zone, spell)
    elif zone != NONE:
        sweep(b, s, r, unit, zone, spell)
    else:
        purpose = Purpose.SPELL
        if spell.effect == SpellEffect.HEAL:
            purpose = Purpose.HEALING
        touch(b, s, r, unit, target, spell, power(b, s, unit, spell, purpose))
