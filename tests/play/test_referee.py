"""The game master changes a battle under way: what is refused, and that a replay holds it to equal bytes."""

import json

import pytest

from tests import harness
from tests.harness import LINE, stage
from tests.proof.maps import NIGHT
from wzc_env import policies, scenario
from wzc_env.errors import ConfigError
from wzc_env.game import DiceError, Match
from wzc_env.referee import field_of
from wzc_env.replay import Recorder, Replay, ReplayError, verify
from wzc_env.warzone.words import Edge

pytestmark = pytest.mark.rule("battlefield.edit")

POOL = {"when": {"call": "the pool"}, "do": "add", "zone": "pool", "title": "Pool",
        "edges": [{"join": ["pool", "melee"]}, {"join": ["pool", "rear"]}]}  # fmt: skip


@pytest.fixture
def match():
    return stage(["sword_fighter@front"], ["goblin@far"], changes=[POOL])


def test_the_battlefield_as_it_is_now(match):
    assert list(field_of(match).zones) == list(LINE["zones"])
    match.edit("effect", zone="far", surcharge=2, check="dire")
    match.edit("block", edge=["front", "melee"])
    field = field_of(match)
    edges = {frozenset(edge.join): edge for edge in field.edges}
    assert edges[frozenset(("front", "melee"))].kind == "blocked"
    gate = edges[frozenset(("front", "far"))].into["far"]
    assert (gate.surcharge, gate.check) == (2, "dire")


def test_an_edit_asks_the_same_creature_again(match):
    before = match.decision
    match.edit("block", edge=["front", "far"])
    assert match.decision == before
    assert match.battle.edge[1][2] == Edge.BLOCKED
    assert match.take_events()


def test_a_prepared_change_is_called_by_name_once(match):
    assert match.battle.zones[6].absent == 1
    match.call("the pool")
    assert match.battle.zones[6].absent == 0
    with pytest.raises(ConfigError, match=r'^edit: call = "the pool": no such change that waits; allowed: none$'):
        match.call("the pool")


@pytest.mark.parametrize(
    ("do", "keys", "expected"),
    [
        (
            "blok",
            {},
            'edit: do = "blok": no such edit, did you mean "block"?; '
            "allowed: remove, block, open, capacity, add, merge, effect",
        ),
        (
            "block",
            {"edge": ["front", "rear"]},
            'edit: edge = ["front", "rear"]: no edge joins them; '
            "allowed: front and back, front and far, front and melee",
        ),
        (
            "block",
            {"edge": ["far", "rear"]},
            'edit: cuts "rear" off from "back", and nothing opens the way again; '
            "allowed: opens on the edge, or a change that opens it",
        ),
        (
            "block",
            {"edge": ["front", "far"], "opens": {}},
            "edit: opens: no maneuver opens edges in this scenario; allowed: none",
        ),
        ("remove", {"zone": "far", "to": "front"}, 'edit: makes zones.rear: no path joins it to "back"'),
        (
            "remove",
            {"zone": "rear", "to": "reer"},
            'edit: to = "reer": no such Zone, did you mean "rear"?; allowed: back, front, far, melee, flank',
        ),
        (
            "remove",
            {"zone": "rear", "to": "rear"},
            'edit: to = "rear": it is the Zone that goes; allowed: back, front, far, melee, flank',
        ),
        (
            "merge",
            {"zones": ["front", "far"], "title": "One line"},
            'edit: title = "One line": a Zone keeps its title while it is fought over; allowed: none',
        ),
        (
            "capacity",
            {"zone": "front", "capacity": 9},
            "edit: makes zones.front.capacity = 9: out of range; allowed: 2 to 4, or 0 for none",
        ),
        (
            "add",
            {"zone": "x", "title": "X"},
            'edit: do = "add": a Zone comes from the scenario; allowed: call, with [[changes]] that hold it ready',
        ),
        (
            "effect",
            {"zone": "front"},
            "edit: surcharge: is missing: there is no effect; allowed: surcharge, check, or traits of a zone",
        ),
    ],
)
def test_what_is_refused_changes_nothing(match, do, keys, expected):
    before = match.state_bytes()
    with pytest.raises(ConfigError) as caught:
        match.edit(do, **keys)
    assert str(caught.value) == expected
    assert match.state_bytes() == before


def test_not_in_the_midst_of_a_maneuver(match):
    match.step("Attack goblin with sword")
    assert match.battle.depth == 1  # the goblin may react
    with pytest.raises(ConfigError, match="a maneuver is under way; allowed: the next decision of a Breath or a Lull"):
        match.edit("block", edge=["front", "far"])


def test_not_after_the_end():
    match = Match(scenario.load("duel").compile(), seed=1)
    while not match.over:
        match.step(policies.decide(policies.get("brute"), match))
    with pytest.raises(ConfigError, match="the battle is over"):
        match.edit("block", edge=["near_side", "far_side"])


def test_a_collapse_without_dice_is_taken_back():
    match = stage(["sword_fighter@flank"], ["goblin@far"], dice=[3])
    before = match.state_bytes()
    with pytest.raises(DiceError):
        match.edit("remove", zone="flank", to="back", damage="2d6")
    assert match.state_bytes() == before
    match.add_dice([4])
    match.edit("remove", zone="flank", to="back", damage="2d6")
    assert match.battle.units[0].hp == match.setup.sheets[0].hp_max - 7


def test_a_clone_goes_its_own_way(match):
    twin = match.clone()
    twin.edit("merge", zones=["front", "far"])
    assert twin.battle.zones[2].absent == 1
    assert match.battle.zones[2].absent == 0


@pytest.fixture
def saved(tmp_path):
    """A battle in which the game master has a hand, as a replay."""
    tough = {"hp": 60, "morale": 0}
    made = harness.scenario([("fighter@square", tough), "thief@roof"], [("orc@shrine", tough)], battlefield=NIGHT)
    match = Match(made.compile(), seed=5)
    recorder = Recorder(match, 5, {"party": "brute", "foes": "brute"})
    turns = {1: lambda: recorder.edit("open", edge=["square", "canal"]),
             2: lambda: recorder.edit("remove", zone="roof", to="market", damage="1d4"),
             3: lambda: recorder.edit("merge", zones=["square", "shrine"])}  # fmt: skip
    while not match.over:
        if match.battle.depth == 0:
            turns.pop(match.battle.turn, lambda: None)()
        recorder.step(policies.decide(policies.get("brute"), match))
    path = tmp_path / "hand.jsonl"
    recorder.save(path)
    return path


def test_the_replay_holds_what_the_game_master_did(saved):
    verdict = verify(saved)
    assert (verdict.ok, verdict.difference) == (True, None)
    rows = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    edits = [row["edit"] for row in rows if row.get("kind") == "EDIT"]
    assert edits[0] == {"do": "open", "edge": ["square", "canal"]}
    assert len(edits) == 3
    end = [match.digest() for match, action in Replay.load(saved).play() if action == -1]
    assert len(end) == len(edits) + 1


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"edit": {"do": "open"', '"edit": {"do": "opn"', "no such edit"),
        ('"edge": ["square", "canal"]}, "digest"', '"edge": ["market", "shrine"]}, "digest"', "digest is"),
        ('"edit": {"do"', '"edit_": {"do"', "'edit' is missing"),
    ],
)
def test_a_spoilt_edit_is_found(saved, old, new, expected):
    text = saved.read_text(encoding="utf-8")
    assert old in text
    saved.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        difference = verify(saved).difference
    except ReplayError as error:
        difference = str(error)
    assert difference is not None
    assert expected in difference
    assert "\n" not in difference
