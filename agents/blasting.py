"""Area attacks: what a breath on a Zone is worth, and when it beats a blow."""

from wzc_env.kernel import Mask, kernel
from wzc_env.warzone.actions import argument, block_size, zone_id
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Life, Save, Verb

from .odds import attack_value, harm_value


@kernel
def mean_damage(b: Battle, s: Setup, unit: int) -> float:
    """What an area attack does on average before any save."""
    area = s.sheets[unit].area
    if area.by_hp != 0:
        return float(b.units[unit].hp)
    return area.dice * (area.sides + 1) / 2 + area.plus


@kernel
def fails(s: Setup, unit: int, target: int) -> float:
    """The chance that a creature fails its save against an area attack."""
    area = s.sheets[unit].area
    if area.save == Save.NO_SAVE:
        return 1.0
    need = s.sheets[target].saves[area.save] - area.save_mod
    return min(max(need - 1, 0), 20) / 20


@kernel
def burn_value(b: Battle, s: Setup, r: Rules, unit: int, target: int, fear: float) -> float:
    """What it is worth that an area attack reaches one creature."""
    area = s.sheets[unit].area
    whole = mean_damage(b, s, unit)
    part = 0.0
    if area.halves != 0:
        part = whole / 2
    hp = float(b.units[target].hp)
    failed = fails(s, unit, target)
    share = failed * min(1.0, whole / hp) + (1 - failed) * min(1.0, part / hp)
    death = 0.0
    if whole >= hp:
        death += failed
    if part >= hp:
        death += 1 - failed
    touched = failed
    if part > 0.0:
        touched = 1.0
    return harm_value(b, s, r, target, share, touched, death, fear)


@kernel
def blast_value(b: Battle, s: Setup, r: Rules, unit: int, zone: int, fear: float, dread: float) -> float:
    """What an area attack on a Zone is worth: enemies there, less the friends."""
    total = 0.0
    for i in range(s.units_n):
        if i != unit and b.units[i].zone == zone and b.units[i].life == Life.UP:
            if s.sheets[i].tags & s.sheets[unit].area.spares == 0:
                if s.sheets[i].side == s.sheets[unit].side:
                    total -= burn_value(b, s, r, unit, i, dread)
                elif (int(b.units[i].hidden_from) >> s.sheets[unit].side) & 1 == 0:
                    total += burn_value(b, s, r, unit, i, fear)
    return total


@kernel
def best_blast(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, fear: float, dread: float) -> int:
    """The legal area attack of most value, or NONE where none is worth anything."""
    best = NONE
    most = 0.0
    for zone in range(block_size(s, Verb.BLAST)):
        action = zone_id(s, Verb.BLAST, zone)
        if mask[action] != 0:
            value = blast_value(b, s, r, unit, zone, fear, dread)
            if value > most:
                most = value
                best = action
    return best


@kernel
def let_loose(b: Battle, s: Setup, r: Rules, unit: int, mask: Mask, blow: int, fear: float, dread: float) -> int:
    """The best area attack, where it is worth more than a blow (an Attack, or NONE); else NONE."""
    action = best_blast(b, s, r, unit, mask, fear, dread)
    if action == NONE or blow == NONE:
        return action
    place = argument(s, blow)
    routine = place // s.unit_slots
    target = place - routine * s.unit_slots
    struck = attack_value(b, s, r, unit, routine, target, int(b.units[unit].attacks), fear)
    if blast_value(b, s, r, unit, argument(s, action), fear, dread) > struck:
        return action
    return NONE
