"""The opening of a battle: the board is cleared, the map laid out, the creatures take their places."""

from wzc_env.kernel import kernel

from .hazards import lay_out_hazards
from .squads import form_up, is_squad
from .state import Battle, Rules, Setup, Squad, Unit, Zone
from .words import NONE, Life, Reaction, Side
from .zones import measure


@kernel
def clear_zone(zone: Zone) -> None:
    """All bytes of a Zone to 0."""
    zone.traits = 0
    zone.own = 0
    zone.parts = 0
    zone.owner = 0
    zone.capacity = 0
    zone.control = 0
    zone.absent = 0
    zone.crowded = 0
    zone.total = 0
    for side in range(2):
        zone.bodies[side] = 0
        zone.strength[side] = 0
        zone.occupants[side] = 0
        zone.struck_from[side] = 0
        zone.arms[side] = 0


@kernel
def clear_unit(unit: Unit) -> None:
    """All bytes of a creature to 0."""
    unit.hp = 0
    unit.vigor = 0
    unit.carry = 0
    unit.zone = 0
    unit.body = 0
    unit.life = 0
    unit.dying = 0
    unit.lot = 0
    unit.rank = 0
    unit.limit = 0
    unit.attacks = 0
    unit.exposed = 0
    unit.ready = 0
    unit.stance = 0
    unit.rooted = 0
    unit.focus = 0
    unit.gear = 0
    unit.unloaded = 0
    unit.released = 0
    unit.rushed = 0
    unit.begun = 0
    unit.paid = 0
    unit.heavies = 0
    unit.readied = 0
    unit.overloaded = 0
    unit.stalked = 0
    unit.emerged = 0
    unit.charged = 0
    unit.quarry = 0
    unit.hidden_from = 0
    unit.fleeing = 0
    unit.awed = 0
    unit.blasts = 0
    unit.holder = 0
    for effect in range(len(unit.timers)):
        unit.timers[effect] = 0
    for slot in range(len(unit.slots)):
        unit.slots[slot] = 0


@kernel
def clear_squad(squad: Squad) -> None:
    """All bytes of a Squad to 0."""
    squad.unit = 0
    squad.leader = 0
    squad.wall = 0
    squad.volleys = 0
    squad.due = 0
    squad.made = 0
    squad.rallied = 0
    for member in range(len(squad.hp)):
        squad.hp[member] = 0


@kernel
def clear_ways(b: Battle) -> None:
    """All edges and gates to 0; a loop for each, since compiled code clears one array at a stroke."""
    n = len(b.zones)
    for z in range(n):
        for other in range(n):
            b.edge[z][other] = 0
    for z in range(n):
        for other in range(n):
            b.needs[z][other] = 0
    for z in range(n):
        for other in range(n):
            b.surcharge[z][other] = 0
    for z in range(n):
        for other in range(n):
            b.gate[z][other] = 0
    for z in range(n):
        for other in range(n):
            b.opens[z][other] = 0
    for z in range(n):
        for other in range(n):
            b.distance[z][other] = 0


@kernel
def clear_board(b: Battle) -> None:
    """Leave nothing of an earlier battle, which may have had more creatures and Zones than the next."""
    b.changed = 0
    for z in range(len(b.zones)):
        clear_zone(b.zones[z])
    clear_ways(b)
    for i in range(len(b.units)):
        clear_unit(b.units[i])
    b.objective = NONE
    for row in range(len(b.progress)):
        b.progress[row] = 0
    for h in range(len(b.hazards)):
        b.hazards[h].taken = 0
        for z in range(len(b.zones)):
            b.hazards[h].age[z] = 0
    for k in range(len(b.squads)):
        clear_squad(b.squads[k])
    for side in range(2):
        b.overrun[side] = 0


@kernel
def draw_way(b: Battle, s: Setup, one: int, two: int) -> None:
    """The way from one Zone to another, as the map states it."""
    b.edge[one][two] = s.edge[one][two]
    b.needs[one][two] = s.needs[one][two]
    b.surcharge[one][two] = s.surcharge[one][two]
    b.gate[one][two] = s.gate[one][two]
    b.opens[one][two] = s.opens[one][two]


@kernel
def lay_out_zones(b: Battle, s: Setup) -> None:
    """Take the map from the Setup."""
    for z in range(s.zones_n):
        zone = b.zones[z]
        zone.traits = s.places[z].traits
        zone.own = s.places[z].traits
        zone.owner = s.places[z].owner
        zone.capacity = s.places[z].capacity
        zone.control = Side.NOBODY
        zone.absent = s.places[z].absent
        zone.parts = (1 - s.places[z].absent) << z
        for other in range(s.zones_n):
            if s.places[z].absent == 0 and s.places[other].absent == 0:
                draw_way(b, s, z, other)
    measure(b, s)
    lay_out_hazards(b, s)


@kernel
def muster(b: Battle, s: Setup, r: Rules, i: int) -> None:
    """Take one creature from its stat block; what is not set here begins at 0."""
    unit = b.units[i]
    sheet = s.sheets[i]
    unit.hp = sheet.hp
    unit.zone = sheet.zone
    unit.body = sheet.body
    unit.life = Life.UP
    unit.limit = r.breath_limit
    unit.ready = Reaction.NONE
    unit.stance = NONE
    unit.focus = NONE
    unit.gear = sheet.gear
    unit.holder = NONE
    unit.quarry = NONE
    unit.blasts = sheet.area.uses
    for effect in range(len(unit.timers)):
        unit.timers[effect] = sheet.timers[effect]
    for slot in range(len(unit.slots)):
        unit.slots[slot] = sheet.prepared[slot]
    if is_squad(s, i):
        form_up(b, s, i)
