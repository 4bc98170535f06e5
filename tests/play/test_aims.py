"""Hazards and objectives in words: in the list of a scenario, on the map, at the start of a battle and in its Lulls."""

import pytest
from typer.testing import CliRunner

from tests.harness import stage, until
from wzc_env.cli import app
from wzc_env.render.aims import hazards_in
from wzc_env.render.narrator import Narrator
from wzc_env.render.text import aims, zone_map

WINDOW = {
    "title": "A window",
    "zones": {"hall": {"title": "Hall", "traits": ["back_line"], "owner": "both"}, "yard": {"title": "Yard"}},
    "edges": [{"join": ["hall", "yard"], "kind": "blocked", "opens": {}}],
}


def told(**options) -> list[str]:
    """The lines of a battle's hazards and objectives."""
    return [line.plain for line in aims(stage(["sword_fighter@front", "cleric@back"], ["orc@far"], **options))]


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ({"kind": "reach", "zones": ["flank", "melee"]}, "anybody to reach melee or flank"),
        ({"kind": "reach", "zones": ["flank"], "count": 2}, "2 together to reach flank"),
        ({"kind": "reach", "zones": ["flank"], "creature": "cleric"}, "cleric to reach flank"),
        ({"kind": "hold", "zones": ["front"], "lulls": 1}, "Control front in 1 Lull in a row"),
        ({"kind": "hold", "zones": ["front"], "lulls": 3, "total": True}, "Control front in 3 Lulls altogether"),
        ({"kind": "escort", "zones": ["flank"], "creature": "sword"}, "bring sword to flank"),
        ({"kind": "escape", "count": 2}, "2 to leave the battlefield"),
        ({"kind": "escape", "count": 2, "zones": ["back"]}, "2 to leave the battlefield by back"),
        ({"kind": "kill", "creature": "orc", "title": "The chief"}, "The chief (bring down orc)"),
    ],
)
def test_an_objective_in_words(goal, text):
    assert told(objectives=[{"side": "party", **goal}]) == [f"the party wins at once: {text}"]


def test_an_edge_to_open_in_words():
    goal = {"side": "foes", "kind": "open", "edge": ["yard", "hall"]}
    match = stage(["sword_fighter@hall"], ["orc@hall"], battlefield=WINDOW, objectives=[goal])
    assert [line.plain for line in aims(match)] == ["the foes win at once: open the way from yard to hall"]
    assert zone_map(match, match.compiled.layout).plain.count("◎ open") == 2


@pytest.mark.parametrize(
    ("hazard", "text"),
    [
        (
            {"kind": "fire", "zones": ["back"], "damage": "1d6", "save": "breath", "save_modifier": -2, "halves": True},
            "fire in back; in each Lull 1d6 to everybody there, half on a save vs breath -2",
        ),
        (
            {"kind": "fire", "zones": ["back"], "damage": "2d4+1", "spreads": 1, "chance": 2, "burns_out": 3},
            "fire in back; in each Lull 2d4+1 to everybody there; spreads every Lull along open edges "
            "(2 in 6 for each Zone); burns out after 3 Lulls in a Zone",
        ),
        (
            {"kind": "fog", "title": "mist", "zones": ["back", "front"], "starts": 2},
            "mist in back and front from Lull 2; no missile in, out or within",
        ),
        (
            {"kind": "flood", "zones": ["back"], "spreads": 2, "route": ["front", "far"]},
            "flood in back; the Zone is Underwater; goes on every 2 Lulls to front, then far",
        ),
        (
            {"kind": "collapse", "zones": ["rear"], "after": 3, "starts": 1, "damage": "2d6", "check": "hard"},
            "collapse in rear from Lull 1; in Lull 4 the Zone comes down, its people fall to a Zone beside it; "
            "2d6 to each of them, none on a Hard check",
        ),
    ],
)
def test_a_hazard_in_words(hazard, text):
    assert told(hazards=[hazard]) == [f"hazard: {text}"]


def test_the_map_shows_what_burns_what_will_fall_and_what_counts():
    match = stage(
        ["sword_fighter@front"], ["orc@far"],
        hazards=[
            {"kind": "fire", "zones": ["front"], "damage": "1d6"},
            {"kind": "collapse", "zones": ["rear"], "after": 3},
        ],
        objectives=[{"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 3}],
    )  # fmt: skip
    shown = zone_map(match, match.compiled.layout).plain
    assert "FIRE" in shown
    assert hazards_in(match, match.names.zones.index("rear")) == ["COLLAPSE in Lull 3"]
    assert "◎ hold 0/3" in shown


def test_a_lull_tells_of_hazards_and_progress():
    match = stage(
        ["sword_fighter@back"], ["orc@far"], dice=[2, 4],
        hazards=[{"kind": "fire", "zones": ["far"], "damage": "1d3", "spreads": 1, "chance": 1}],
        objectives=[{"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 3}], rules={"host.morale_half": 0},
    )  # fmt: skip
    narrator = Narrator(match)
    match.add_dice([5, 6])
    lines = [line.plain.strip() for line in narrator.tell(until(match, lambda: match.battle.turn == 2))]
    at = lines.index("fire in far strikes everybody there")
    assert lines[at + 1 : at + 5] == [
        "d3 2 = 2 damage; orc 3 HP left",
        "fire spreading to front: d6 4 — no",
        "fire spreading to rear: d6 5 — no",
        "fire spreading to melee: d6 6 — no",
    ]
    assert "the foes, objective: Control far in 3 Lulls in a row: 1 of 3" in lines


@pytest.mark.parametrize("words", [["scenario", "show", "ritual"], ["play", "ritual", "--no-map"]])
def test_the_program_lists_them(words):
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert "the foes win at once: The rite (Control circle in 3 Lulls in a row)" in result.stdout
    assert "hazard: poisonous mist in fen; no missile in, out or within" in result.stdout


def test_the_program_says_which_objective_decided():
    result = CliRunner().invoke(app, ["play", "ritual", "--quiet", "--party", "tactician", "--foes", "tactician"])
    assert "the foes win (the place was held long enough)" in result.stdout
