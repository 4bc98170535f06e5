"""What befalls a creature: damage, healing, falling, Exposed, lost concentration, holds."""

from wzc_env.kernel import kernel

from .control import recount
from .count import expire_ready
from .events import say, tell, write
from .squads import heads, is_squad, member_hp, most_hurt, next_member
from .stances import end_stance
from .state import Battle, Rules, Setup
from .stealth import reveal
from .words import NONE, Effect, Life, Note


@kernel
def lose_focus(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """A held spell is lost: no Vigor comes back, and the host's rule for interrupted casting takes its slot.

    [focus.interrupted] L183.
    RULING A4: any damage, Exposed or a new Focus breaks it; attacking and reacting do not. Helplessness does (chosen).
    """
    slot = int(b.units[unit].focus)
    if slot == NONE:
        return
    b.units[unit].focus = NONE
    if r.host_interrupted_loses_slot != 0 and b.units[unit].slots[slot] > 0:
        b.units[unit].slots[slot] -= 1
    say(b, Note.FOCUS_LOST, unit, NONE, NONE, int(s.sheets[unit].spells[slot]), 0)


@kernel
def expose(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """Become Exposed: worse AC (read where attacks are rolled), no reactions, no Stance, and a held spell is lost.

    [exposed.effects] L138-144.
    RULING O5: in mid-Breath the later maneuvers go on; it ends at the next selection, before anything else.
    RULING O6: a Readied reaction is not discarded, but it cannot be used while Exposed.
    """
    if b.units[unit].exposed == 0:
        b.units[unit].exposed = 1
        say(b, Note.EXPOSED, unit, NONE, NONE, 0, 0)
    lose_focus(b, s, r, unit)
    if end_stance(b, s, unit):
        recount(b, s, r)


@kernel
def free_held(b: Battle, s: Setup, unit: int) -> None:
    """End every hold that `unit` has on others, and the hold on it."""
    for i in range(s.units_n):
        if b.units[i].holder == unit or (i == unit and b.units[i].holder != NONE):
            b.units[i].holder = NONE
            say(b, Note.FREED, i, NONE, NONE, 0, 0)


@kernel
def fall(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """A creature at 0 HP: dead, or dying where the host says so.

    RULING B10: whoever is defeated, gone or made helpless in a Round counts as having 0 Vigor; the rest of its
    Breath is lost.
    """
    fallen = b.units[unit]
    fallen.hp = 0
    fallen.vigor = 0
    fallen.hidden_from = 0
    if r.host_dying_lulls > 0 and not is_squad(s, unit):
        fallen.life = Life.DYING
        fallen.dying = r.host_dying_lulls
    else:
        fallen.life = Life.DEAD
    say(b, Note.DOWN, unit, NONE, NONE, int(fallen.life), 0)
    lose_focus(b, s, r, unit)
    end_stance(b, s, unit)
    expire_ready(b, unit)
    free_held(b, s, unit)
    b.morale_due[s.sheets[unit].side] = 1
    recount(b, s, r)


@kernel
def lose_member(b: Battle, s: Setup, r: Rules, target: int, member: int, cause: int) -> None:
    """A member of a Squad is out, with whatever hit points it had; with the last one the Squad is gone.

    RULING SQD1 (chosen): it is out for the battle, without first aid; its side counts it as a loss.
    """
    squad = b.squads[s.sheets[target].squad]
    b.units[target].hp -= squad.hp[member]
    squad.hp[member] = 0
    left = heads(b, s, target)
    say(b, Note.MEMBER_DOWN, target, NONE, NONE, cause, left)
    if left == 0:
        squad.wall = 0
        fall(b, s, r, target)
        return
    b.morale_due[s.sheets[target].side] = 1
    recount(b, s, r)


@kernel
def wound(b: Battle, s: Setup, r: Rules, source: int, target: int, member: int, points: int) -> None:
    """One member of a Squad takes damage; what exceeds its hit points is lost."""
    squad = b.squads[s.sheets[target].squad]
    dealt = min(points, int(squad.hp[member]))
    squad.hp[member] -= dealt
    b.units[target].hp -= dealt
    write(b, Note.DAMAGE, source, target, NONE, 0, member + 1, 0, 0, points, int(squad.hp[member]), 0)
    if squad.hp[member] == 0:
        lose_member(b, s, r, target, member, NONE)


@kernel
def hurt(b: Battle, s: Setup, r: Rules, source: int, target: int, points: int) -> None:
    """Take damage: a Focus breaks, a sleeper wakes (RULING SLP1, chosen), at 0 HP it falls.

    RULING B10: Hit Points never go below 0 in the record.
    RULING SQF1 (chosen): whatever is aimed at a Squad falls on its front member, the first on its feet.
    """
    unit = b.units[target]
    if is_squad(s, target):
        wound(b, s, r, source, target, next_member(b, s, target, NONE), points)
        return
    unit.hp = max(0, unit.hp - points)
    tell(b, Note.DAMAGE, source, target, 0, 0, points, int(unit.hp))
    if points == 0:  # half of 1 is no damage
        return
    if unit.hp == 0:
        fall(b, s, r, target)
        return
    reveal(b, s, r, target)
    lose_focus(b, s, r, target)
    if unit.timers[Effect.ASLEEP] > 0:
        unit.timers[Effect.ASLEEP] = 0
        say(b, Note.EFFECT_END, target, NONE, NONE, Effect.ASLEEP, 0)
        recount(b, s, r)


@kernel
def heal_member(b: Battle, s: Setup, source: int, target: int, points: int) -> None:
    """The most hurt member of a Squad regains hit points (RULING SQD1: nobody comes back into it)."""
    squad = b.squads[s.sheets[target].squad]
    member = most_hurt(b, s, target)
    gained = min(points, member_hp(s, target) - squad.hp[member])
    squad.hp[member] += gained
    b.units[target].hp += gained
    write(b, Note.HEAL, source, target, NONE, 0, member + 1, 0, 0, gained, int(squad.hp[member]), 0)


@kernel
def take_flight(b: Battle, s: Setup, unit: int) -> None:
    """A creature or Squad runs; what it held ready, its Stance or Shield Wall are over.

    RULING STA4 (chosen): nor does a Stance keep it in place any longer; flight is no movement of its own will.
    """
    b.units[unit].fleeing = 1
    b.units[unit].rooted = 0
    end_stance(b, s, unit)
    if is_squad(s, unit):
        b.squads[s.sheets[unit].squad].wall = 0
    expire_ready(b, unit)
    say(b, Note.FLEE, unit, NONE, NONE, 0, 0)


@kernel
def heal(b: Battle, s: Setup, r: Rules, source: int, target: int, points: int) -> None:
    """Regain hit points up to the maximum; a dying creature comes back with 0 Vigor, the dead do not come back."""
    unit = b.units[target]
    if is_squad(s, target):
        heal_member(b, s, source, target, points)
        return
    gained = min(points, s.sheets[target].hp_max - unit.hp)
    unit.hp += gained
    tell(b, Note.HEAL, source, target, 0, 0, gained, int(unit.hp))
    if unit.life == Life.DYING:
        unit.life = Life.UP
        unit.dying = 0
        unit.vigor = 0
        recount(b, s, r)


@kernel
def afflict(b: Battle, s: Setup, r: Rules, target: int, effect: int, lulls: int) -> None:
    """Put a timed effect on a creature, counted in Lulls (RULING X21).

    The helpless lose Vigor, Ready, Focus and Stance.

    RULING SQH1 (chosen): what makes helpless takes one member out of a Squad, for good.
    """
    unit = b.units[target]
    if is_squad(s, target) and (effect == Effect.HELD or effect == Effect.ASLEEP):
        lose_member(b, s, r, target, next_member(b, s, target, NONE), effect)
        return
    unit.timers[effect] = max(int(unit.timers[effect]), lulls)
    say(b, Note.AFFECT, NONE, target, NONE, effect, lulls)
    if effect == Effect.HELD or effect == Effect.ASLEEP:
        unit.vigor = 0
        lose_focus(b, s, r, target)
        end_stance(b, s, target)
        expire_ready(b, target)
        for i in range(s.units_n):
            if b.units[i].holder == target:
                b.units[i].holder = NONE
                say(b, Note.FREED, i, NONE, NONE, 0, 0)
        recount(b, s, r)
