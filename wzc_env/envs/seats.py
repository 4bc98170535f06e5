"""How a seat numbers things, and the few array calls that adapters step a battle with.

Action arguments and observation rows share one order: unit 0 is oneself, then the allies, then the enemies, in
roster order; Zone 0 lies at the own end of the map. So one policy serves every creature of both sides. Kernel ids
are absolute; `action_table` translates.
"""

import numpy as np
import numpy.typing as npt

from wzc_env.kernel import Floats, Mask, Words, kernel, reseed
from wzc_env.warzone.actions import attack_id, block_size, choose_id, release_id, unit_id, zone_id
from wzc_env.warzone.compass import nibble
from wzc_env.warzone.flow import go_on, start, step, take
from wzc_env.warzone.legality import why_not
from wzc_env.warzone.mask import legal
from wzc_env.warzone.observe import observe
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.veil import veil
from wzc_env.warzone.words import Kind, Life, Step, Verb, Why

OVER = -1
TROUBLE = -2
REFUSED = -1000
"""What `turn` returns where no unit is asked: the end, a battle that outgrew its record, REFUSED - why."""

MEANINGS = 3
"""What an option of CHOOSE stands for: a slot of one's own (spell, gear) or an order, a Zone, a unit."""

ZONE_MOVES = (Verb.MOVE, Verb.RUSH, Verb.FORCED_EXIT, Verb.RUSHED_EXIT)


def unit_rows(s: Setup, unit: int) -> list[int]:
    """The unit in each row of a seat's view; a row beyond the roster keeps its own number."""
    side = s.sheets[unit].side
    others = [i for i in range(s.units_n) if i != unit]
    allies = [i for i in others if s.sheets[i].side == side]
    enemies = [i for i in others if s.sheets[i].side != side]
    return [unit, *allies, *enemies, *range(s.units_n, s.unit_slots)]


def zone_rows(s: Setup, side: int) -> list[int]:
    """The Zone in each row of a side's view; a row beyond the map keeps its own number."""
    order = s.ego_zones[side]
    return [*sorted(range(s.zones_n), key=lambda z: nibble(order, z)), *range(s.zones_n, s.zone_slots)]


def action_table(s: Setup) -> npt.NDArray[np.int64]:
    """Kernel ids by seat action, shape (MEANINGS * units, actions): see `table_row` for the rows."""
    table = np.tile(np.arange(s.actions_n), (MEANINGS * s.units_n, 1))
    for unit in range(s.units_n):
        units, zones = unit_rows(s, unit), zone_rows(s, s.sheets[unit].side)
        for meaning, things in enumerate(([], zones, units)):
            row = table[MEANINGS * unit + meaning]
            _fill_blocks(s, row, units, zones)
            for k, thing in enumerate(things):
                row[choose_id(s, k)] = choose_id(s, thing)
    return table


def _fill_blocks(s: Setup, row: npt.NDArray[np.int64], units: list[int], zones: list[int]) -> None:
    """The blocks with units and Zones as arguments."""
    for k, unit in enumerate(units):
        for routine in range(s.routine_slots):
            row[attack_id(s, routine, k)] = attack_id(s, routine, unit)
        for verb in (Verb.GRAPPLE, Verb.SHOVE, Verb.COMMAND)[: 3 if s.squads_n else 2]:
            row[unit_id(s, verb, k)] = unit_id(s, verb, unit)
        row[release_id(s, k)] = release_id(s, unit)
    for k, zone in enumerate(zones):
        for verb in ZONE_MOVES:
            row[zone_id(s, verb, k)] = zone_id(s, verb, zone)
        if block_size(s, Verb.BLAST):
            row[zone_id(s, Verb.BLAST, k)] = zone_id(s, Verb.BLAST, zone)
        row[release_id(s, s.unit_slots + k)] = release_id(s, s.unit_slots + zone)


@kernel
def table_row(b: Battle) -> int:
    """The row of `action_table` for the decision that waits."""
    meaning = 0
    if b.ask == Kind.CHOOSE:
        asked = b.frames[b.depth - 1].step
        if asked == Step.CHOOSE_SHOVE or asked == Step.CHOOSE_MARCH:
            meaning = 1
        elif (
            asked == Step.CHOOSE_AID
            or asked == Step.CHOOSE_QUARRY
            or asked == Step.CHOOSE_MARK
            or asked == Step.CHOOSE_RALLY
        ):
            meaning = 2
    return MEANINGS * b.who + meaning


@kernel
def row_of(battles: list[Battle]) -> int:
    """`table_row` of the battle."""
    return table_row(battles[0])


@kernel
def begin(battles: list[Battle], setups: list[Setup], rules: list[Rules], seed: int, listen: bool) -> None:
    """Put the battle at its beginning, before anything has run."""
    b = battles[0]
    b.log.n = 0
    b.log.on = 0
    if listen:
        b.log.on = 1
    start(b, setups[0], rules[0], 0, seed)


@kernel
def reseed_agents(battles: list[Battle], seed: int) -> None:
    """Seed the streams that the agents of both sides draw from; the dice stay."""
    reseed(battles[0].dice, 1, seed)
    reseed(battles[0].dice, 2, seed)


@kernel
def look(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], table: Words, scratch: Mask, mask: Mask
) -> int:
    """Fill the mask of seat actions, all 0 at the end; returns the unit that is asked, OVER or TROUBLE."""
    b = battles[0]
    s = setups[0]
    if b.trouble != 0 or b.log.overflow != 0:
        return TROUBLE
    if b.ask == Kind.OVER:
        for action in range(s.actions_n):
            mask[action] = 0
        return OVER
    legal(b, s, rules[0], scratch)
    row = table[table_row(b)]
    for action in range(s.actions_n):
        mask[action] = scratch[row[action]]
    return int(b.who)


@kernel
def turn(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], table: Words, action: int, scratch: Mask, mask: Mask
) -> int:
    """Answer with a seat action (0 ... actions - 1), run on, then `look`; REFUSED - why where it is illegal."""
    b = battles[0]
    if b.ask == Kind.OVER:
        return REFUSED - Why.BATTLE_OVER
    row = table_row(b)
    why = step(b, setups[0], rules[0], int(table[row][action]))
    if why != Why.OK:
        return REFUSED - why
    return look(battles, setups, rules, table, scratch, mask)


@kernel
def doubt(battles: list[Battle], setups: list[Setup], rules: list[Rules], table: Words, action: int) -> int:
    """Why a seat action is refused, a Why."""
    row = table_row(battles[0])
    return why_not(battles[0], setups[0], rules[0], int(table[row][action]))


@kernel
def take_up(battles: list[Battle], setups: list[Setup], rules: list[Rules], table: Words, action: int) -> int:
    """Answer with a seat action without running on; returns a Why. For those who listen to the events."""
    b = battles[0]
    if b.ask == Kind.OVER:
        return Why.BATTLE_OVER
    row = table_row(b)
    return take(b, setups[0], rules[0], int(table[row][action]))


@kernel
def run_piece(battles: list[Battle], setups: list[Setup], rules: list[Rules]) -> bool:
    """Run the rules by one piece; returns whether more follows by itself."""
    return go_on(battles[0], setups[0], rules[0])


@kernel
def cut_log(battles: list[Battle], room: int) -> bool:
    """Whether the log holds more than `room` events; with a negative `room`, empty it."""
    if room < 0:
        battles[0].log.n = 0
    return battles[0].log.n > room


@kernel
def has_begun(battles: list[Battle], unit: int) -> bool:
    """Whether the Breath of a unit has paid for something, or Overload was declared in it."""
    return battles[0].units[unit].begun != 0


@kernel
def first_standing(battles: list[Battle], setups: list[Setup], side: int) -> int:
    """The first unit of a side that stands; the first of all where none does."""
    first = -1
    for i in range(setups[0].units_n):
        if setups[0].sheets[i].side == side:
            if battles[0].units[i].life == Life.UP:
                return i
            if first < 0:
                first = i
    return first


@kernel
def see(battles: list[Battle], setups: list[Setup], rules: list[Rules], unit: int, out: Floats) -> None:
    """Write what a unit sees into `out` (float32, `senses.size` long), whoever is asked."""
    observe(battles[0], setups[0], rules[0], unit, out)


@kernel
def see_veiled(battles: list[Battle], setups: list[Setup], rules: list[Rules], unit: int, out: Floats) -> None:
    """`see` with what its side knows at the table; `battles` holds a copy, which is spent by it."""
    veil(battles[0], setups[0], rules[0], int(setups[0].sheets[unit].side))
    observe(battles[0], setups[0], rules[0], unit, out)
