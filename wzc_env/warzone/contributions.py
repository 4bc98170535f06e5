"""Chapter 5 and the book's first optional module: what one creature brings to the Control of its Zone."""

from wzc_env.kernel import kernel

from .modules import detailed
from .squads import heads, in_wall, is_squad
from .stances import stance_control
from .state import Battle, Rules, Setup
from .words import Trait


@kernel
def simple_row(s: Setup, r: Rules, unit: int) -> int:
    """How many bodies a creature counts: a PC 2 at any level, an individual of HD 4 or more 2, anyone else 1.

    [control.simple] L349-358 (`control.recount` compares the totals).
    """
    sheet = s.sheets[unit]
    if sheet.pc != 0:
        return r.control_pc
    if sheet.hd_half >= 2 * r.control_elite_hd:
        return r.control_elite
    return r.control_other


@kernel
def detailed_row(s: Setup, r: Rules, unit: int) -> int:
    """What a creature contributes under Detailed Control: a PC 2, HD 4 or more 4, a leader below that 2, anyone else 1.

    [detailed.contributions] L416-429: one row each, the first that fits, so that a leader of HD 4 contributes as its
    Hit Dice say and a PC never does, and a Squad 1 for each member on its feet; bonuses come on top (`contribution`,
    `control.leadership`).
    """
    sheet = s.sheets[unit]
    if is_squad(s, unit):
        return r.detailed_other
    if sheet.pc != 0:
        return r.detailed_pc
    if sheet.hd_half >= 2 * r.detailed_elite_hd:
        return r.detailed_elite
    if sheet.leader != 0:
        return r.detailed_leader
    return r.detailed_other


@kernel
def base_contribution(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """What a creature counts before any bonus, in the system that is in force.

    It is what a mover counts for the 2:1 test, and all that the Melee counts under Detailed Control.
    """
    if detailed(s):
        return heads(b, s, unit) * detailed_row(s, r, unit)
    return heads(b, s, unit) * simple_row(s, r, unit)


@kernel
def counts_bonuses(b: Battle, s: Setup, zone: int) -> bool:
    """Whether anything but the base counts in a Zone.

    [detailed.melee] L439-441: in the Melee, Detailed Control compares base contributions only.
    """
    return not detailed(s) or b.zones[zone].traits & Trait.MELEE == 0


@kernel
def polearm_rank(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """What a rank of polearms adds under Detailed Control.

    RULING X19: for each polearm Squad in a Front Line; that of an individual is its Spearwall, a Stance.
    """
    if not detailed(s) or not is_squad(s, unit) or s.sheets[unit].polearm[b.units[unit].gear] == 0:
        return 0
    if b.zones[b.units[unit].zone].traits & Trait.FRONT_LINE == 0:
        return 0
    return r.detailed_polearms


@kernel
def contribution(b: Battle, s: Setup, r: Rules, unit: int) -> int:
    """What a creature brings to the Control of its Zone, with the bonuses that are its own.

    A Squad in a Shield Wall brings half as much again, rounded up, in either system (L428, L452); what a Stance and a
    rank of polearms add comes on top of it.
    RULING STA5 (chosen): a Stance that costs Control leaves a creature at least nothing, so that nobody Controls a Zone
    for want of an enemy's own weight.
    """
    count = base_contribution(b, s, r, unit)
    if not counts_bonuses(b, s, int(b.units[unit].zone)):
        return count
    if in_wall(b, s, unit):
        count = (count * r.squad_wall_percent + 99) // 100
    return max(count + polearm_rank(b, s, r, unit) + stance_control(b, s, unit), 0)
