"""Chapter 2, area attacks: one special ability in place of the attack routine that falls on a whole Zone (a breath)."""

from wzc_env.hosts.osr import saves
from wzc_env.kernel import kernel

from .awe import overawe
from .breath import pay, why_not_afford, why_not_heavy
from .control import attack_completed
from .costs import at_speed
from .events import modify, throw_sum, write
from .giants import in_zone, spot
from .harm import hurt, wound
from .levers import why_not_capped
from .squads import is_squad, next_member
from .state import Battle, Rules, Setup
from .stealth import let_slip
from .words import NONE, Life, Mod, Note, Purpose, Save, Verb, Why
from .zones import in_range, off_map


@kernel
def blast_cost(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """The Attack cost that the stat block gives an area attack: normal or heavy (`attack.routine`)."""
    if s.sheets[unit].area.heavy != 0:
        return at_speed(b, r, unit, int(r.cost_heavy_attack))
    return at_speed(b, r, unit, int(r.cost_attack))


@kernel
def why_not_blast(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """Whether an area attack may be made at all now, its Zone apart (a Why)."""
    area = s.sheets[unit].area
    if area.uses == 0:
        return Why.NO_BLAST
    if b.units[unit].blasts == 0:
        return Why.BLASTS_SPENT
    if off_map(b, int(b.units[unit].zone)):
        return Why.OFF_MAP_BLAST
    why = why_not_capped(b, s, r, unit)
    if why != Why.OK:
        return why
    if area.heavy != 0:
        why = why_not_heavy(b, r, unit)
        if why != Why.OK:
            return why
    return why_not_afford(b, unit, blast_cost(b, s, r, unit))


@kernel
def why_not_blast_at(b: Battle, s: Setup, unit: int, zone: int) -> int:
    """Whether an area attack may fall on a Zone (a Why).

    RULING BLA1 (chosen): like a spell, only where an enemy stands whose place is known. It is no missile: it flies from
    and into the Melee, water and fog. RULING GRP1: who is held turns on its grappler's Zone alone.
    """
    if zone >= s.zones_n:
        return Why.NO_SUCH_ZONE
    holder = int(b.units[unit].holder)
    if holder != NONE and b.units[holder].zone != zone:
        return Why.GRAPPLED
    if off_map(b, zone):
        return Why.OFF_MAP
    if not in_range(b, spot(b, s, unit, zone), zone, int(s.sheets[unit].area.reach)):
        return Why.OUT_OF_REACH
    for i in range(s.units_n):
        if in_zone(b, i, zone) and b.units[i].life == Life.UP and s.sheets[i].side != s.sheets[unit].side:
            if (int(b.units[i].hidden_from) >> s.sheets[unit].side) & 1 == 0:
                return Why.OK
    return Why.NOBODY_THERE


@kernel
def blast_points(b: Battle, s: Setup, unit: int) -> int:
    """The damage of an area attack before any save: its dice, or the hit points that the creature has left."""
    area = s.sheets[unit].area
    if area.by_hp != 0:
        return int(b.units[unit].hp)
    flat = modify(b, unit, Mod.DAMAGE_BONUS, int(area.plus))
    return max(0, flat + throw_sum(b, unit, NONE, Purpose.BLAST, int(area.dice), int(area.sides)))


@kernel
def portion(b: Battle, s: Setup, unit: int, target: int, points: int) -> int:
    """What of the damage falls on one target, after its save."""
    area = s.sheets[unit].area
    if area.save == Save.NO_SAVE or not saves(b, s, target, int(area.save), int(area.save_mod)):
        return points
    if area.halves != 0:
        return points // 2
    return 0


@kernel
def engulf(b: Battle, s: Setup, r: Rules, unit: int, target: int, points: int) -> None:
    """An area attack reaches one creature, or every member of a Squad, each with its own save."""
    if not is_squad(s, target):
        hurt(b, s, r, unit, target, portion(b, s, unit, target, points))
        return
    member = next_member(b, s, target, NONE)
    while member != NONE:
        wound(b, s, r, unit, target, member, portion(b, s, unit, target, points))
        member = next_member(b, s, target, member)


@kernel
def blast(b: Battle, s: Setup, r: Rules, unit: int, zone: int) -> None:
    """Let an area attack loose on a Zone.

    RULING X14: it hits everyone in the Zone but its source, friends and the hidden too, opens no defensive window, and
    counts as an Attack: for Flurry, for caps, for the one heavy Attack of a Breath, and for a Pincer. Who is spared by
    the host (`spares`) is not touched. RULING X8: a Rush, a charge or an Ambush is spent on it without effect.
    """
    sheet = s.sheets[unit]
    pay(b, unit, blast_cost(b, s, r, unit), Verb.BLAST)
    if sheet.area.heavy != 0:
        b.units[unit].heavies += 1
    b.units[unit].blasts -= 1
    b.units[unit].attacks += 1
    b.units[unit].rushed = 0
    made = int(b.units[unit].attacks)
    write(b, Note.BLAST, unit, NONE, zone, 0, made, 0, 0, int(b.units[unit].blasts), 0, 0)
    let_slip(b, s, r, unit)
    overawe(b, s, r, unit)
    points = blast_points(b, s, unit)
    for i in range(s.units_n):
        if i != unit and in_zone(b, i, zone) and b.units[i].life == Life.UP:
            if s.sheets[i].tags & sheet.area.spares == 0:
                engulf(b, s, r, unit, i, points)
    attack_completed(b, s, unit, zone)
