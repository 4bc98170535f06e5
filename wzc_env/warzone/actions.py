"""Action ids: flat, in one block a Verb, sized by the scenario (or padded to a common size).

`action = offset[verb] + argument`. Arguments: ATTACK routine * unit_slots + unit; GRAPPLE, SHOVE, COMMAND a unit;
movements, WORK, BLAST a Zone; RELEASE a unit, else unit_slots + Zone, else the last one for oneself; CHOOSE an option
(Zone, spell slot, set of gear, unit or order, as the frame asks); STANCE a row of Setup.stances. Kernel ids are
absolute: unit and Zone numbers are those of the Setup.
"""

from collections.abc import Sequence

from wzc_env.kernel import kernel

from .state import Setup
from .words import MAX_ACTIONS, MAX_ROUTINES, MAX_SPELLS, MAX_UNITS, MAX_ZONES, N_VERBS, Verb

WIDEST = 128
"""Arguments that a Verb has at most, in a layout of the most slots."""

assert max(MAX_ROUTINES * MAX_UNITS, MAX_UNITS + MAX_ZONES + 1) <= WIDEST
assert (N_VERBS + 1) * WIDEST < 1 << 15


def block_sizes(setup: Setup, units: int, zones: int, routines: int, options: int) -> list[int]:
    """The number of actions of each Verb's block; 0 for what no creature of this Setup can ever do."""
    sizes = [1] * N_VERBS
    sizes[Verb.ATTACK] = routines * units
    sizes[Verb.GRAPPLE] = sizes[Verb.SHOVE] = units
    for verb in (Verb.MOVE, Verb.RUSH, Verb.FORCED_EXIT, Verb.RUSHED_EXIT):
        sizes[verb] = zones
    sizes[Verb.RELEASE] = units + zones + 1
    sizes[Verb.CHOOSE] = options
    sizes[Verb.COMMAND] = units if setup.squads_n else 0
    sizes[Verb.RALLY] = 1 if setup.squads_n else 0
    sizes[Verb.WORK] = zones if may_work(setup) else 0
    sizes[Verb.BLAST] = zones if any(sheet.area.uses for sheet in setup.sheets[: setup.units_n]) else 0
    sizes[Verb.STANCE] = setup.stances_n
    sizes[Verb.END_STANCE] = 1 if setup.stances_n else 0
    return sizes


def may_work(setup: Setup) -> bool:
    """Whether the map has, or may come to have, an edge that a maneuver opens."""
    zones = range(setup.zones_n)
    if any(setup.opens[one][two] for one in zones for two in zones):
        return True
    return any(setup.changes[index].opens for index in range(setup.changes_n))


def lay_out(setup: Setup, units: int, zones: int, routines: int, least: Sequence[int] = ()) -> None:
    """Fill the action layout of a Setup (twin or array row) for this many slots.

    `least` is the size that the block of each Verb has at least, so that scenarios which differ in what there is to do
    in them share a layout.

    Raises:
        ValueError: the layout needs more than MAX_ACTIONS ids.
    """
    options = max(units, zones, MAX_SPELLS)
    sizes = block_sizes(setup, units, zones, routines, options)
    if least:
        sizes = [max(pair) for pair in zip(sizes, least, strict=True)]
    total = sum(sizes)
    if total > MAX_ACTIONS:
        raise ValueError(
            f"actions: {total} ids for {units} units, {zones} Zones, {routines} routines; allowed: {MAX_ACTIONS}"
        )
    setup.routine_slots, setup.unit_slots, setup.zone_slots = routines, units, zones
    setup.option_slots, setup.actions_n = options, total
    start = 0
    for verb, size in enumerate(sizes):
        setup.offset[verb] = start
        for action in range(start, start + size):
            setup.verb_of[action] = verb
        start += size
    setup.offset[N_VERBS] = start


@kernel
def verb_of(s: Setup, action: int) -> int:
    """The Verb of a valid action id."""
    return s.verb_of[action]


@kernel
def argument(s: Setup, action: int) -> int:
    """The place of a valid action id in its block."""
    return action - s.offset[s.verb_of[action]]


@kernel
def single_id(s: Setup, verb: Verb) -> int:
    """The id of an action without argument."""
    return s.offset[verb]


@kernel
def attack_id(s: Setup, routine: int, target: int) -> int:
    """The id of an Attack."""
    return s.offset[Verb.ATTACK] + routine * s.unit_slots + target


@kernel
def unit_id(s: Setup, verb: Verb, target: int) -> int:
    """The id of a Grapple, Shove or Command."""
    return s.offset[verb] + target


@kernel
def stance_id(s: Setup, row: int) -> int:
    """The id of declaring a Stance."""
    return s.offset[Verb.STANCE] + row


@kernel
def zone_id(s: Setup, verb: Verb, zone: int) -> int:
    """The id of a movement or of an area attack."""
    return s.offset[verb] + zone


@kernel
def release_id(s: Setup, slot: int) -> int:
    """The id of a Release at a unit (its number), a Zone (unit_slots + number) or oneself (unit_slots + zone_slots)."""
    return s.offset[Verb.RELEASE] + slot


@kernel
def choose_id(s: Setup, option: int) -> int:
    """The id of a choice."""
    return s.offset[Verb.CHOOSE] + option


@kernel
def block_size(s: Setup, verb: int) -> int:
    """How many ids a Verb's block has."""
    return s.offset[verb + 1] - s.offset[verb]


@kernel
def note_of(s: Setup, action: int) -> int:
    """An action as a record keeps it: the same number in every layout, so that padded battles are equal to the byte.

    It is the action's id in a layout of the most slots, with WIDEST ids a Verb.
    """
    verb = verb_of(s, action)
    place = argument(s, action)
    if verb == Verb.ATTACK:
        place = place // s.unit_slots * MAX_UNITS + place % s.unit_slots
    elif verb == Verb.RELEASE and place >= s.unit_slots:
        place += MAX_UNITS - s.unit_slots
        if place >= MAX_UNITS + s.zone_slots:
            place = MAX_UNITS + MAX_ZONES
    return int(verb) * WIDEST + int(place)


@kernel
def action_of(s: Setup, note: int) -> int:
    """The id of an action that a record keeps, see `note_of`."""
    verb = note // WIDEST
    place = note % WIDEST
    if verb == Verb.ATTACK:
        place = place // MAX_UNITS * s.unit_slots + place % MAX_UNITS
    elif verb == Verb.RELEASE and place >= MAX_UNITS:
        place = min(place + s.unit_slots - MAX_UNITS, s.unit_slots + s.zone_slots)
    return int(s.offset[verb]) + int(place)
