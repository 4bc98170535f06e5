"""The graph of Zones, range, reach and the Back Line's safety (L289-322)."""

import pytest

from tests.harness import modifiers, play, shipped, stage, until_breath_of, where
from tests.rules.fields import checks, field
from wzc_env.warzone.tables import load as load_table
from wzc_env.warzone.words import Edge, Mod, Purpose, Why


def distance(match, one: str, two: str) -> int:
    names = match.names.zones
    return int(match.battle.distance[names.index(one)][names.index(two)])


@pytest.mark.rule("zones.graph")
def test_the_default_battlefield_has_the_books_edges():
    """L295-298: eleven edges without Off-Map, one of them an engagement line."""
    match = shipped("skirmish")
    names = match.names.zones
    kinds = {}
    for i, one in enumerate(names):
        for j, two in enumerate(names):
            assert match.setup.edge[i][j] == match.setup.edge[j][i]
            if i < j and match.setup.edge[i][j]:
                kinds[frozenset((one, two))] = Edge(match.setup.edge[i][j])
    short = {"friendly": "f", "enemy": "e", "back": "b", "front": "l", "flank": "k", "melee": "m"}

    def tag(name):
        return "".join(short[part] for part in name.split("_"))

    found = {"-".join(sorted(map(tag, pair))): kind.name for pair, kind in kinds.items()}
    ordinary = ["fb-fl", "eb-el", "fb-fk", "fk-fl", "eb-ek", "ek-el", "fl-m", "el-m", "fk-m", "ek-m"]
    assert found == {**dict.fromkeys(ordinary, "ORDINARY"), "el-fl": "ENGAGEMENT"}
    assert [distance(match, *pair) for pair in (
        ("friendly_back", "enemy_front"), ("friendly_back", "enemy_back"), ("friendly_flank", "enemy_flank"),
        ("friendly_flank", "enemy_front"), ("friendly_back", "melee"),
    )] == [2, 3, 2, 2, 2]  # fmt: skip


WARREN = field(
    {
        "hall": "front_line party",
        "stair": "",
        "loft": "high_ground",
        "cellar": "",
        "vault": "",
        "yard": "front_line foes",
    },
    "hall -- stair",
    "stair ^^ loft",
    "hall xx vault",
    "stair -- cellar",
    "cellar -- vault",
    "hall == yard",
    gates={"stair loft": "hard", "hall stair": 3},
)


@pytest.mark.rule("zones.graph")
@pytest.mark.rule("range")
def test_range_counts_open_edges_gated_and_vertical_ones_too_but_never_blocked_ones():
    match = stage(party=["sword_fighter@hall"], foes=["goblin@vault"], battlefield=WARREN)
    assert distance(match, "hall", "hall") == 0
    assert distance(match, "hall", "stair") == 1  # RULING M3
    assert distance(match, "hall", "loft") == 2
    assert distance(match, "hall", "yard") == 1
    assert distance(match, "hall", "vault") == 3  # round by the cellar
    assert distance(match, "yard", "vault") == 4


@pytest.mark.rule("zones.graph")
def test_movement_follows_edges_and_stops_at_blocked_ones():
    match = stage(party=["sword_fighter@hall"], foes=["goblin@vault"], battlefield=WARREN, dice=[11])
    assert match.why(match.parse("Move vault")) == Why.EDGE_BLOCKED
    assert match.why(match.parse("Move loft")) == Why.NO_EDGE
    assert match.why(match.parse("Move cellar")) == Why.NO_EDGE
    assert match.why(match.parse("Move hall")) == Why.SAME_ZONE
    assert match.why(match.parse("Move yard")) == Why.OK  # RULING M2: along an engagement line too
    play(match, "sword: Move stair", "sword: End Breath", "goblin: Forfeit")
    assert match.why(match.parse("Move loft")) == Why.OK
    assert checks(play(match, "sword: Move loft")) == [(Purpose.GATE, 14, False)]
    assert where(match, "sword") == "stair"


@pytest.mark.rule("range")
@pytest.mark.number("t39")
def test_feet_become_edges():
    """L308-312: about 10 feet the same Zone, 30 an adjacent one, 120 two edges, longer three."""
    table = load_table()
    found = [table.edges(feet) for feet in (5, 10, 11, 30, 31, 120, 121, 240, 1000)]
    assert found == [0, 0, 1, 1, 2, 2, 3, 3, 3]


ROW = field({"a": "", "b": "", "c": "", "d": "", "e": ""}, "a -- b", "b -- c", "c -- d", "d -- e")


@pytest.mark.rule("range")
@pytest.mark.number("t39")
@pytest.mark.parametrize(("feet", "reach"), [(10, 0), (30, 1), (120, 2), (160, 3)])
def test_a_missile_covers_its_edges_without_a_penalty(feet, reach):
    bow = [{"name": "bow", "bonus": 2, "range": feet, "rolls": ["1d6"]}]
    foes = [f"ogre@{place}" for place in "abcde"]
    match = stage(party=[("sword_fighter@a", {"gear": [], "attacks": bow})], foes=foes, battlefield=ROW, dice=[2])
    reached = [i for i in range(5) if match.why(match.parse(f"Attack ogre_{i} with bow")) == Why.OK]
    assert reached == list(range(reach + 1))
    assert match.why(match.parse("Attack ogre_4 with bow")) == Why.OUT_OF_REACH
    events = play(match, f"sword: Attack ogre_{reach}", f"ogre_{reach}: Pass")
    assert modifiers(events) == [{Mod.ATTACK_BONUS: 2}]


@pytest.mark.rule("range")
@pytest.mark.number("t39")
def test_spells_use_the_same_edges():
    match = stage(party=["magic_user@a"], foes=["ogre@d", "goblin@e"], battlefield=ROW)
    play(match, "mage: Overload", "mage: Focus", "mage: Choose magic missile")
    assert match.why(match.parse("Release at ogre")) == Why.OK
    assert match.why(match.parse("Release at goblin")) == Why.SPELL_RANGE


@pytest.mark.rule("range")
def test_melee_reaches_the_same_zone_and_across_an_engagement_line_both_ways():
    foes = ["ogre@hall", "goblin@yard", "orc@stair"]
    match = stage(party=["sword_fighter@hall"], foes=foes, battlefield=WARREN)
    assert match.why(match.parse("Attack ogre")) == Why.OK
    assert match.why(match.parse("Attack goblin")) == Why.OK  # RULING M2
    assert match.why(match.parse("Attack orc")) == Why.OUT_OF_REACH
    until_breath_of(match, "goblin")
    assert match.why(match.parse("Attack sword")) == Why.OK


LINES = field(
    {"front": "front_line party", "camp": "back_line foes", "rear": "back_line foes"}, "front == camp", "camp -- rear"
)


@pytest.mark.rule("trait.back_line")
@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize("helpers", [0, 3])
def test_a_back_line_is_safe_from_melee_from_outside_whoever_controls_it(helpers):
    """L322: a protection, so Control does not matter."""
    party = ["sword_fighter@front", *(["spear_fighter@camp"] * helpers)]
    match = stage(party=party, foes=["goblin@camp", "ogre@rear"], battlefield=LINES)
    assert match.why(match.parse("Attack goblin")) == Why.BACK_LINE_SAFE
    if helpers:
        until_breath_of(match, "spear_0")
        assert match.why(match.parse("Attack goblin")) == Why.OK  # inside the Zone it is no shelter


@pytest.mark.rule("trait.back_line")
def test_a_back_line_is_no_shelter_from_missiles_and_strikes_out():
    match = stage(party=["sword_fighter@front", "magic_user@front"], foes=["goblin@camp"], battlefield=LINES, dice=[2])
    until_breath_of(match, "mage")
    assert match.why(match.parse("Attack goblin with sling")) == Why.OK
    until_breath_of(match, "goblin")
    play(match, "goblin: Attack sword")
    assert match.battle.depth == 0  # the blow was struck: the fighter has forfeited and could not answer
    assert match.dice_left == 0
