"""Battles for proofs: the shipped scenarios, some made for what they leave out, and generated ones."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tests import harness
from wzc_env import paths, profile, scenario
from wzc_env.compiling import Compiled
from wzc_env.experiments import exhaustive
from wzc_env.scenario import Scenario

from .maps import CROSSED, NARROW, NIGHT, alley, wide

SPELLS: dict[str, dict[str, Any]] = {
    "quicken": {
        "target": "ally", "range": 60, "effect": "timed", "timer": "haste", "lasts": 2,
    },
    "lame": {
        "target": "enemy", "range": 60, "effect": "timed", "timer": "slow", "lasts": 3, "save": "spells",
    },
    "storm": {
        "target": "zone_enemies", "range": 120, "effect": "damage", "dice": "2d4", "save": "breath", "halves": True,
    },
    "mend": {"target": "caster", "range": 0, "effect": "heal", "dice": "1d8"},
}  # fmt: skip
"""Host spells beside the shipped ones: every kind of target and of effect occurs."""

SHIPPED_SPELLS = ("magic missile", "sleep", "fireball", "cure light wounds", "hold person")


def with_spells(made: Scenario, casters: Mapping[str, Mapping[str, int]]) -> Scenario:
    """The same scenario with these prepared spells (castings) for some of its creatures."""
    record = made.to_record()
    book = profile.load(paths.find("hosts", "osr")).spells
    for creature, spells in casters.items():
        record["creatures"][creature]["spells"] = dict(spells)
        record["spells"].update({name: SPELLS.get(name) or book[name].model_dump(mode="json") for name in spells})
    return scenario.from_record(record, "test")


def dying() -> Scenario:
    """Who falls is dying, is given first aid and healed."""
    return harness.scenario(
        ["sword_fighter@front", "cleric@front", ("spear_fighter@flank", {"hp_now": 3}), "magic_user@back"],
        [("raider_captain@far", {"hp_now": 9}), ("orc@far", {"count": 3}), "raider_archer@rear"],
        host="osr_dying",
        rules={"host.aid_hp": 1, "host.morale_half": 0, "host.morale_first_loss": 0},
    )


def stabilising() -> Scenario:
    """Who falls is dying and stays down when given first aid; a seeded draw breaks the last ties."""
    return harness.scenario(
        [("spear_fighter@front", {"count": 2, "hp_now": 4}), "cleric@front"],
        [("orc@far", {"count": 4}), ("goblin@melee", {"count": 2})],
        host="osr_dying",
        rules={"count.residual_tie": 1},
    )


def roll_under() -> Scenario:
    """Checks are rolled under the ability."""
    return harness.scenario(
        ["sword_fighter@front", "cleric@melee", "magic_user@flank"],
        ["raider_captain@far", "ogre@melee", ("orc@rear", {"abilities": {"str": 15, "dex": 12, "con": 3}})],
        rules={"host.roll_under": 1},
    )


def speeds() -> Scenario:
    """Haste, Slow, both at once, for some Lulls or for the whole battle; spells that give them."""
    made = harness.scenario(
        [
            ("sword_fighter@front", {"effects": {"haste": "battle"}}),
            ("cleric@back", {"effects": {"slow": 2}}),
            ("magic_user@back", {"effects": {"haste": 3}}),
        ],
        [
            ("raider_captain@far", {"effects": {"slow": "battle"}}),
            ("raider_archer@rear", {"effects": {"haste": 1, "slow": 2}}),
            "ogre@melee",
        ],
    )
    casters = {
        "magic_user": {"quicken": 2, "lame": 2, "mend": 1},
        "cleric": {"storm": 2, "hold person": 1},
    }
    return with_spells(made, casters)


def narrow() -> Scenario:
    """Narrow Zones, gates, surcharges, water and height."""
    return harness.scenario(
        [("sword_fighter@bridge", {"speed": 120}), "spear_fighter@bridge", "cleric@road", "magic_user@roof"],
        [
            "raider_captain@gate", ("orc@gate", {"tags": ["person", "skirmisher"]}),
            "ogre@pit", ("goblin@yard", {"count": 3}),
        ],
        battlefield=NARROW,
    )  # fmt: skip


def crossed() -> Scenario:
    """A Pincer forms nearly every Round, across two engagement lines; archers shoot into the Melee among their own."""
    tough = {"morale": 0, "hp": 30}
    return harness.scenario(
        ["sword_fighter@west", "spear_fighter@east", ("raider_archer@camp", {"count": 3}), ("orc@ring", {"count": 2})],
        [("ogre@middle", {**tough, "count": 2}), ("goblin@ring", tough), ("orc@wood", {"count": 2, "morale": 5})],
        battlefield=CROSSED,
    )


def brawl() -> Scenario:
    """Routines of several rolls, heavy and light; weapons to draw and to reload; monsters alone on both sides."""
    claws = [
        {"name": "claws", "bonus": 2, "rolls": ["1d3", "1d3", "1d6"]},
        {"name": "rend", "bonus": 4, "heavy": True, "rolls": ["2d6+1"]},
    ]
    beast = {"gear": [], "attacks": claws, "hp": 12, "morale": 0, "tags": []}
    stones = {"name": "stones", "attacks": [{"name": "stone", "bonus": 0, "range": 30, "rolls": ["1d3"]}]}
    shield = {"name": "axe and shield", "shield": True, "attacks": [{"name": "axe", "bonus": 1, "rolls": ["1d6"]}]}
    armed = {"gear": [shield, stones, {"name": "bare hands"}], "hp": 8, "morale": 6}
    return harness.scenario(
        [("ogre@front", beast), ("orc@flank", {"count": 2}), ("goblin@back", {"hd": "1/2", "hp": 2})],
        [("ogre@far", beast), ("orc@melee", armed), ("orc@melee", {}), ("goblin@rear", {"hd": 9, "hp": 14})],
        rules={"count.residual_tie": 1, "reaction.guard_ac": 2},
    )


def crowd() -> Scenario:
    """As much as a battle holds: 24 creatures, 12 Zones, casters of 8 spells."""
    made = harness.scenario(
        [
            ("magic_user@z0", {"count": 4, "hp": 30, "level": 9}),
            ("sword_fighter@z0", {"count": 4}), ("cleric@z1", {"count": 4}),
        ],
        [
            ("magic_user@z3", {"hp": 24, "level": 7, "count": 3}),
            ("raider_captain@z3", {"count": 3}), ("orc@z9", {"count": 3}), ("goblin@z2", {"count": 3}),
        ],
        battlefield=wide(),
    )  # fmt: skip
    eight = dict.fromkeys([*SHIPPED_SPELLS[:4], *SPELLS], 9)
    return with_spells(made, {"magic_user_party_0": eight, "magic_user_foes_0": eight, "cleric": eight})


HOST_SPELLS = ("lightning bolt", "haste", "slow", "bless", "shield")


def ambushes() -> Scenario:
    """Thieves and other hiders, who comes from Off-Map, cavalry, packs in mobs; one side is surprised."""
    lurker = {"stealth": 80, "hp": 14}
    made = harness.scenario(
        [
            ("thief@roof", {**lurker, "count": 2}), ("centaur@square", {"morale": 0}),
            ("magic_user@market", {"hp": 20}), ("sword_fighter@canal", {"stealth": 60}),
        ],
        [
            ("wolf@shrine", {"mob": "pack", "count": 4, "morale": 0}), ("burrower@sky", {"hp": 30, "count": 2}),
            ("goblin@canal", {"mob": "gang", "count": 3, "stealth": 70, "morale": 6}),
        ],
        battlefield=NIGHT,
        surprised="party",
    )  # fmt: skip
    return with_spells(made, {"magic_user_party_2": dict.fromkeys(HOST_SPELLS, 2)})


def packs() -> Scenario:
    """Mobs on both sides, riding, burrowing, hasted or wounded; they break in the middle of a Breath."""
    goblin = {"mob": "gang", "stealth": 50}
    burrower = {"hd": 2, "hp": 9, "tags": ["off_map_access", "scrapper"], "count": 3, "mob": "moles"}
    return harness.scenario(
        [
            ("centaur@square", {"count": 2, "mob": "riders"}), ("orc@roof", {"count": 4, "mob": "orcs"}),
            ("wolf@canal", {"count": 2, "mob": "dogs"}),
        ],
        [
            ("goblin@shrine", {**goblin, "count": 3}), ("goblin@shrine", {**goblin, "hp_now": 1}),
            ("burrower@sky", burrower),
            ("wolf@shrine", {"count": 3, "mob": "wolves", "effects": {"haste": 2}}),
        ],
        battlefield=NIGHT,
        surprised="foes",
        rules={"count.residual_tie": 1, "host.charge_attack": 1},
    )  # fmt: skip


def blaze() -> Scenario:
    """Fire that may spread, fog that poisons, a flood on its way; a hold, an escape and a named enemy to bring down."""
    fire = {"kind": "fire", "zones": ["market"], "damage": "1d4", "save": "breath", "halves": True, "spreads": 1}
    return harness.scenario(
        [
            ("sword_fighter@square", {"count": 2}), ("raider_archer@roof", {"count": 2}),
            ("cleric@market", {"hp": 30}), ("thief@canal", {"stealth": 60, "hp": 14}),
        ],
        [("orc@shrine", {"count": 3}), ("goblin@ring", {"hp": 9, "count": 2}), ("ogre@store", {"hp": 40})],
        battlefield=NIGHT,
        hazards=[
            {**fire, "save_modifier": -2, "chance": 2, "burns_out": 3},
            {"kind": "fog", "zones": ["roof", "square"], "damage": "1d3-1", "check": "standard", "burns_out": 2},
            {"kind": "flood", "zones": ["canal"], "starts": 1, "spreads": 1, "route": ["store", "shrine", "ring"]},
        ],
        objectives=[
            {"side": "party", "kind": "kill", "creature": "ogre"},
            {"side": "party", "kind": "escape", "count": 2, "zones": ["market", "canal"]},
            {"side": "party", "kind": "escort", "creature": "thief", "zones": ["shrine"]},
            {"side": "foes", "kind": "hold", "zones": ["shrine"], "lulls": 4},
            {"side": "foes", "kind": "reach", "zones": ["market"], "count": 3},
        ],
    )  # fmt: skip


SHOOTERS = [
    {"name": "crossbow", "attacks": [
        {"name": "crossbow", "bonus": 2, "range": 240, "reload": True, "rolls": ["1d6"]}
    ]},
    {"name": "knife", "attacks": [{"name": "knife", "bonus": 1, "rolls": ["1d4"]}]},
]  # fmt: skip
BOWMEN = [{"name": "kit", "attacks": [
    {"name": "bow", "bonus": 1, "range": 120, "rolls": ["1d6"]}, {"name": "axe", "bonus": 1, "rolls": ["1d6", "1d6"]}
]}]  # fmt: skip


def companies() -> Scenario:
    """Two Squads a side with their captains and a magic-user: Volleys, walls, sleep and fire among them."""
    squads = {"squad": True, "morale": 7, "hp": 5}
    made = harness.scenario(
        [
            ("raider_captain@front", {"leader": True, "hp": 30, "morale": 0, "speed": 120}),
            ("magic_user@back", {"level": 9, "hp": 30}), ("orc@front", {**squads, "name": "spears", "count": 6}),
            ("orc@back", {**squads, "name": "bolts", "count": 4, "gear": SHOOTERS}),
        ],
        [
            ("veteran_captain@far", {"leader": True, "morale": 0}), ("goblin@rear", {"leader": True, "morale": 0}),
            ("goblin@far", {**squads, "name": "axes", "count": 5, "led_by": "captain"}),
            ("bugbear@rear", {"squad": True, "name": "bears", "count": 3, "led_by": "goblin"}), "raider_archer@rear",
        ],
        modules=("zones", "squads"),
    )  # fmt: skip
    return with_spells(made, {"magic_user_party_1": {"fireball": 1, "sleep": 2, "hold person": 1}})


def warbands() -> Scenario:
    """Six Squads under Detailed Control, each arrow rolled for; some begin leaderless, and morale is low."""
    squads = {"squad": True, "morale": 6, "hp": 6, "gear": BOWMEN, "armour": "chain"}
    return harness.scenario(
        [
            ("sword_fighter@west", {"leader": True, "hp": 40, "effects": {"haste": 4}}),
            ("orc@west", {**squads, "name": "wests", "count": 4}),
            ("orc@east", {**squads, "name": "easts", "count": 5}),
            ("orc@camp", {**squads, "name": "strays", "count": 3, "led_by": "nobody"}),
        ],
        [
            ("ogre@middle", {"leader": True, "morale": 0, "hp": 50}), ("cleric@wood", {"leader": True, "hp": 30}),
            ("orc@middle", {**squads, "name": "mids", "count": 6, "led_by": "ogre"}),
            ("orc@wood", {**squads, "name": "woods", "count": 4, "led_by": "cleric"}),
            ("orc@ring", {**squads, "name": "rings", "count": 3, "led_by": "nobody"}),
        ],
        battlefield=CROSSED,
        modules=("zones", "squads", "detailed_control"),
        rules={"squad.volley_individual": 1, "count.residual_tie": 1},
    )  # fmt: skip


def dragons() -> Scenario:
    """Area attacks of every kind on both sides, on friends, the fireproof and a Squad; fear that some do not stand."""
    gas = {"name": "gas", "damage": "2d4+1", "range": 60, "uses": 3, "save": "breath", "halves": True}
    roar = {"name": "roar", "damage": "3d6", "heavy": True, "uses": 2, "save": "paralysis", "save_modifier": 1}
    fear = {"save": "spells", "unmoved_from": 5, "flees_below": 2, "lasts": 2}
    return harness.scenario(
        [
            ("sword_fighter@square", {"tags": ["fireproof"], "hp": 40}), ("goblin@market", {"count": 3}),
            ("ogre@canal", {"area": roar, "hp": 40}), ("cleric@market", {"hp": 30}),
        ],
        [
            ("dragon@shrine", {"leader": True, "hp": 30, "morale": 0}),
            ("ogre@canal", {"area": gas, "fear": fear, "morale": 0}),
            ("orc@shrine", {"squad": True, "name": "gang", "count": 4, "hp": 4, "led_by": "dragon"}),
        ],
        battlefield=NIGHT,
        modules=("zones", "squads"),
    )  # fmt: skip


def rout() -> Scenario:
    """Nearly everybody on both sides takes flight through a long alley, and nobody is asked for a long time."""
    return harness.scenario(
        [("orc@z5", {"count": 11, "morale": 2}), "sword_fighter@z5"],
        [("goblin@z5", {"count": 11, "morale": 2}), ("ogre@z5", {"morale": 0, "hp": 60})],
        battlefield=alley(),
    )


def braced() -> Scenario:
    """Detailed Control with leaders, polearms and every Stance, in a crowd that shoves, flees and breaks through."""
    return harness.scenario(
        [
            ("marshal@front", {"hp": 40}), ("spear_fighter@front", {"hp": 30, "count": 2}),
            ("magic_user@back", {"hp": 20}),
        ],
        [
            ("raider_captain@far", {"leader": True, "abilities": {"cha": 15}, "hp": 40}),
            ("orc_pike@far", {"count": 3, "mob": "pikes", "hp": 9, "morale": 6}), "goblin@rear",
        ],
        modules=["zones", "detailed_control", "stances"],
        rules={"lever.attack_cap": 3, "lever.zone_factor": 2, "lever.spell_brake": 1},
    )  # fmt: skip


def shifting() -> Scenario:
    """A battlefield that changes under everybody in each of the six ways, a giant, and edges to work on."""
    field = {
        **NARROW,
        "edges": [
            *NARROW["edges"][:-2],
            {"join": ["roof", "gate"], "kind": "blocked", "opens": {"check": "standard", "kind": "engagement"}},
            {"join": ["roof", "pit"], "kind": "blocked", "opens": {}},
            {"join": ["yard", "pit"]},
        ],
    }
    return harness.scenario(
        ["sword_fighter@bridge", "spear_fighter@bridge", "cleric@road", "thief@roof"],
        [("ogre@yard", {"body": ["gate", "pit"], "hp": 40, "morale": 0}), ("goblin@yard", {"count": 3, "morale": 0})],
        battlefield=field,
        changes=[
            {"when": {"entered": "yard", "by": "party"}, "do": "effect", "zone": "yard", "traits": ["underwater"]},
            {"when": {"lull": 1}, "do": "add", "zone": "isle", "title": "Isle", "traits": ["flank"], "owner": "both",
             "edges": [{"join": ["isle", "river"], "into": {"isle": {"check": "hard"}}}, {"join": ["isle", "road"]}]},
            {"when": {"opened": ["roof", "pit"]}, "do": "capacity", "zone": "pit", "capacity": 2},
            {"when": {"half": "ogre"}, "do": "merge", "zones": ["gate", "pit"]},
            {"when": {"falls": "goblin_0"}, "do": "block", "edge": ["road", "roof"], "opens": {"check": "hard"}},
            {"when": {"lull": 2}, "do": "remove", "zone": "bridge", "to": "river", "damage": "1d4", "save": "death"},
            {"when": {"lull": 3}, "do": "open", "edge": ["river", "gate"], "kind": "vertical"},
            {"when": {"controlled": "river", "by": "party"}, "do": "effect", "edge": ["river", "yard"], "into": "yard",
             "surcharge": 1},
        ],
    )  # fmt: skip


CUSTOM: dict[str, Callable[[], Scenario]] = {
    made.__name__: made
    for made in (
        dying,
        stabilising,
        roll_under,
        speeds,
        narrow,
        crossed,
        brawl,
        crowd,
        ambushes,
        packs,
        blaze,
        dragons,
        companies,
        warbands,
        braced,
        shifting,
    )
}
SHIPPED = scenario.names()
NAMES = [*SHIPPED, *CUSTOM, "muster", "landslide"]
"""The last two are worlds of the exhaustive runner."""


@cache
def compiled_world(name: str) -> Compiled:
    """The records of a world, made once."""
    return CUSTOM[name]().compile() if name in CUSTOM else exhaustive.world(name)
