"""A small game with the shape of a rules kernel: enums, nested records, dice, events, a mask."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from wzc_env.kernel import (
    I8,
    I16,
    I32,
    U8,
    Dice,
    Field,
    Floats,
    Ints,
    Mask,
    Masks,
    Record,
    dice,
    kernel,
    roll_die,
    wide,
)

UNITS = 6
ZONES = 4
COSTS = (0, 1, 2, 3)


class Verb(IntEnum):
    """What a unit may do."""

    WAIT = 0
    STRIKE = 1
    MOVE = 2
    MEND = 3


class Why(IntEnum):
    """Why not."""

    OK = 0
    DEAD = 1
    TIRED = 2


class Events(Record):
    """What happened last."""

    count: I32
    codes: Annotated[list[int], Field(np.int16, (16,))]


class Unit(Record):
    """One creature."""

    hp: I16
    vigor: I8
    zone: U8
    marks: Annotated[list[int], Field(np.uint8, (4,))]


class Zone(Record):
    """One place."""

    heat: I16
    owner: I8


class Battle(Record):
    """The whole game."""

    turn: I32
    units: Annotated[list[Unit], Field(Unit, (UNITS,))]
    zones: Annotated[list[Zone], Field(Zone, (ZONES,))]
    edge: Annotated[list[list[int]], Field(np.int8, (ZONES, ZONES))]
    dice: Dice
    events: Events
    __tail__ = ("events",)


@kernel
def note(battle: Battle, code: int) -> None:
    """Write one event."""
    battle.events.codes[battle.events.count % 16] = code
    battle.events.count += 1


@kernel
def refusal(unit: Unit, verb: Verb) -> Why:
    """Why a unit may not do something."""
    if unit.hp <= 0:
        return Why.DEAD
    if unit.vigor < COSTS[verb]:
        return Why.TIRED
    return Why.OK


@kernel
def strike(battle: Battle, attacker: Unit, target: Unit) -> None:
    """Roll to hit; distances are differences of unsigned fields."""
    apart = wide(attacker.zone) - target.zone
    if roll_die(battle.dice, 20, Verb.STRIKE) + apart < 8:
        note(battle, -1)
        return
    target.hp -= roll_die(battle.dice, 6, 100 + Verb.STRIKE)
    target.marks[attacker.zone] = (target.marks[attacker.zone] + 200) % 251
    note(battle, target.hp)


@kernel
def move(battle: Battle, unit: Unit) -> None:
    """Go to a random zone."""
    origin = unit.zone
    unit.zone = roll_die(battle.dice, ZONES, 7) - 1
    battle.edge[origin][unit.zone] = (battle.edge[origin][unit.zone] + 1) % 100
    zone = battle.zones[unit.zone]
    zone.heat = (zone.heat * 3 - unit.hp) % 1000
    zone.owner = Verb.MOVE if zone.heat % 2 == 1 else Verb.WAIT


@kernel
def act(battle: Battle, actor: int, verb: Verb) -> Why:
    """One action of one unit, paid for, or the reason why not."""
    unit = battle.units[actor]
    why = refusal(unit, verb)
    if why != Why.OK:
        return why
    unit.vigor -= COSTS[verb]
    match verb:
        case Verb.STRIKE:
            for k in range(UNITS):
                if k != actor and battle.units[k].hp > 0:
                    strike(battle, unit, battle.units[k])
                    break
        case Verb.MOVE:
            move(battle, unit)
        case Verb.MEND:
            unit.hp = min(unit.hp + 5, 20)
        case _:
            unit.vigor = min(unit.vigor + 2, 9)
    battle.turn += 1
    return Why.OK


@kernel
def new(battles: list[Battle], seed: int) -> None:
    """Start every battle."""
    for i in range(len(battles)):
        dice.seed_streams(battles[i].dice, seed + i)
        for k in range(UNITS):
            battles[i].units[k].hp = 20
            battles[i].units[k].vigor = 6


@kernel
def step(battles: list[Battle], i: int, actor: int, verb: int) -> int:
    """The entry: act, then let exhausted units recover by chance."""
    why = act(battles[i], actor, verb)
    if why != Why.OK:
        battles[i].units[actor].vigor = dice.draw(battles[i].dice, 1, 6)
        battles[i].units[actor].hp = max(battles[i].units[actor].hp, 1)
    return why


@kernel
def look(battles: list[Battle], mask: Mask, masks: Masks, numbers: Ints, floats: Floats) -> float:
    """Fill arrays of every kind from all battles; the share of living units."""
    alive = 0
    for i in range(len(battles)):
        for k in range(UNITS):
            unit = battles[i].units[k]
            mask[k] = unit.hp > 0
            masks[i][k] = refusal(unit, Verb.MEND) == Why.OK
            numbers[k] = unit.hp * 100000 - unit.vigor
            floats[k] = unit.hp / 20
            if mask[k] != 0:
                alive += 1
    return alive / (len(battles) * UNITS)
