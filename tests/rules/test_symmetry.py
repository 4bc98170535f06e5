"""Neither side is favoured: monsters against monsters on a mirrored map, every decision and mask mirrored.

Characters are left out on purpose: they win ties and count two bodies. Hit Dice all differ, so that no tie falls back
on the roster, which lists the party first.
"""

import random

import pytest

from tests.harness import scenario
from wzc_env.game import Match
from wzc_env.warzone.actions import argument, verb_of
from wzc_env.warzone.words import Outcome, Verb

ZONES = ["back", "front", "flank", "melee", "across", "beyond", "far_flank"]
MIRROR = dict(zip(ZONES, ["beyond", "across", "far_flank", "melee", "front", "back", "flank"], strict=True))
FIELD = {
    "title": "A mirrored map",
    "zones": {
        "back": {"title": "A", "traits": ["back_line"], "owner": "party"},
        "front": {"title": "B", "traits": ["front_line"], "owner": "party"},
        "flank": {"title": "C", "traits": ["flank"], "owner": "party"},
        "melee": {"title": "D", "traits": ["melee"]},
        "across": {"title": "E", "traits": ["front_line"], "owner": "foes"},
        "beyond": {"title": "F", "traits": ["back_line"], "owner": "foes"},
        "far_flank": {"title": "G", "traits": ["flank"], "owner": "foes"},
    },
    "edges": [
        {"join": ["back", "front"]},
        {"join": ["front", "across"], "kind": "engagement"},
        {"join": ["across", "beyond"]},
        {"join": ["front", "melee"]},
        {"join": ["across", "melee"]},
        {"join": ["flank", "melee"]},
        {"join": ["far_flank", "melee"]},
        {"join": ["back", "flank"]},
        {"join": ["beyond", "far_flank"]},
    ],
}
BOW = [{"name": "bow", "attacks": [{"name": "bow", "bonus": 1, "range": 150, "rolls": ["1d6"]}]}]
ONE = [("ogre@front", {"hd": 5}), ("goblin@flank", {"hd": 1}), ("raider_archer@back", {"hd": 3, "gear": BOW})]
OTHER = [("ogre@across", {"hd": 4}), ("bugbear@far_flank", {"hd": 2})]
SIZES = len(ONE), len(OTHER)


def across(entry):
    """The same creature in the mirrored Zone."""
    place, changes = entry
    kind, zone = place.split("@")
    return f"{kind}@{MIRROR[zone]}", changes


def mirrored_unit(unit: int) -> int:
    """The number of a creature when the sides change places."""
    return unit + SIZES[1] if unit < SIZES[0] else unit - SIZES[0]


def mirrored_action(match: Match, action: int) -> int:
    """The same action with units and Zones mirrored."""
    s = match.setup
    verb, place = verb_of(s, action), argument(s, action)
    zones = [ZONES.index(MIRROR[zone]) for zone in ZONES]
    if verb == Verb.ATTACK:
        routine, unit = divmod(place, s.unit_slots)
        place = routine * s.unit_slots + mirrored_unit(unit)
    elif verb in (Verb.GRAPPLE, Verb.SHOVE):
        place = mirrored_unit(place)
    elif Verb.MOVE <= verb <= Verb.RUSHED_EXIT or verb == Verb.CHOOSE:  # only Zones are chosen here, after a Shove
        place = zones[place] if place < len(zones) else place
    elif verb == Verb.RELEASE:
        if place < s.unit_slots:
            place = mirrored_unit(place)
        elif place < s.unit_slots + s.zone_slots:
            place = s.unit_slots + zones[place - s.unit_slots]
    return int(s.offset[verb]) + place


@pytest.mark.rule("control.simple")
@pytest.mark.rule("count.ties")
@pytest.mark.parametrize("seed", range(12))
def test_a_mirrored_battle_has_mirrored_decisions_masks_and_ends(seed):
    plain = Match(scenario(ONE, OTHER, battlefield=FIELD).compile(), seed=seed)
    swapped = Match(
        scenario([across(e) for e in OTHER], [across(e) for e in ONE], battlefield=FIELD).compile(), seed=seed
    )
    rng = random.Random(seed)
    while not plain.over:
        assert swapped.decision is not None
        assert swapped.decision.unit == mirrored_unit(plain.decision.unit)
        assert swapped.decision.kind == plain.decision.kind
        legal = plain.legal_actions()
        assert sorted(mirrored_action(plain, action) for action in legal) == swapped.legal_actions()
        action = rng.choice(legal)
        plain.step(action)
        swapped.step(mirrored_action(plain, action))
    assert swapped.over
    ends = {Outcome.PARTY_WINS: Outcome.FOES_WIN, Outcome.FOES_WIN: Outcome.PARTY_WINS}
    assert swapped.outcome == ends.get(plain.outcome, plain.outcome)
