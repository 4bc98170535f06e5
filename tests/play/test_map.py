"""The Zone map and the Count track, as people read them."""

import re

from tests.harness import play, shipped, stage, unit, zone
from wzc_env.game import Match
from wzc_env.render.text import scene, track, zone_map
from wzc_env.warzone.words import NONE, Effect, Life, Reaction


def drawn(match: Match, width: int = 100) -> list[str]:
    return zone_map(match, match.compiled.layout, width).plain.split("\n")


def test_the_lane_is_drawn_like_this() -> None:
    assert drawn(shipped("duel")) == [
        "┌ Near end ─────────┐     ┌ Near side ────────┐      ┌ Far side ─────────┐     ┌ Far end ──────────┐",
        "│ Back Line         │─────│ Front Line        │───⇌──│ Front Line        │─────│ Back Line         │",
        "│                   │     │ party 2:0         │      │ foes 0:2          │     │                   │",
        "│                   │     │ sword             │      │ captain           │     │                   │",
        "└───────────────────┘     └───────────────────┘      └───────────────────┘     └───────────────────┘",
        "── ordinary   ⇌ engagement line (melee reaches across)",
    ]


def test_the_default_map_fits_and_draws_all_its_edges() -> None:
    lines = drawn(shipped("skirmish"))
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    assert not [line for line in lines if line.startswith("also:")], "every edge is drawn"
    assert text.count("⇌") == 2  # one edge and the legend
    between = lines[next(k for k, line in enumerate(lines) if "┌ Friendly Flank" in line) - 1]
    assert len(re.findall(r"[│┌┐]", between)) == 6, "six edges lead down"
    for label in ("sword", "mage", "captain", "ogre", "goblin_2"):
        assert label in text


def test_the_broken_line_fits() -> None:
    lines = drawn(shipped("broken_line"))
    assert max(map(len, lines)) <= 100
    assert not [line for line in lines if line.startswith("also:")]
    assert any("┌ the Melee" in line for line in lines)


def test_every_width_is_served() -> None:
    match = shipped("skirmish")
    for width in range(70, 201, 10):
        lines = drawn(match, width)
        assert max(map(len, lines)) <= max(width, 80)
        assert "goblin_2" in "\n".join(lines) or width < 80


def edged(edges: list[dict], at: dict[str, list[int]]) -> Match:
    zones = {name: {"title": name.upper(), "traits": [], "at": place} for name, place in at.items()}
    return stage(
        ["sword_fighter@a"], ["goblin@b"], battlefield={"title": "A map", "zones": zones, "edges": edges}
    )  # fmt: skip


def test_symbols_lanes_and_edges_in_words() -> None:
    at = {"a": [0, 0], "b": [2, 0], "c": [4, 0], "d": [6, 0], "e": [0, 1], "f": [6, 1]}
    match = edged(
        [
            {"join": ["a", "b"], "kind": "vertical"},
            {"join": ["b", "c"], "kind": "blocked"},
            {"join": ["c", "d"]},
            {"join": ["a", "e"], "kind": "vertical"},
            {"join": ["d", "f"]},
            {"join": ["b", "f"]},
            {"join": ["c", "e"], "kind": "engagement"},
            {"join": ["a", "d"]},
        ],
        at,
    )
    lines = drawn(match)
    assert "──↕──" in lines[1]
    assert re.search(r"─x─", lines[1])
    assert "also: a ── d" in lines
    low = next(k for k, line in enumerate(lines) if line.startswith("┌ E "))
    lanes = lines[low - 2 : low]
    assert sum("⇌" in line for line in lanes) == 1
    assert any("└" in line and "┐" in line for line in lanes), "b to f goes along a lane of its own"
    assert any("┘" in line and "┌" in line for line in lanes), "c to e as well"
    assert lines[-1].startswith("── ordinary   ⇌ engagement line")
    assert "↕ vertical   x blocked" in lines[-1]


def test_gates_capacity_pincers_and_the_fallen_are_told() -> None:
    match = stage(["sword_fighter@front", "magic_user@front"], ["orc@far"])
    front, back = (match.names.zones.index(name) for name in ("front", "back"))
    match.battle.gate[back][front] = 2
    match.battle.surcharge[back][front] = 1
    match.battle.zones[front].capacity = 3
    zone(match, "front").arms[1] = 3
    unit(match, "mage").life = Life.DEAD
    text = "\n".join(drawn(match, 160))
    assert "gates: back → front +1 Vigor, Hard check" in text
    assert "Capacity 2/3" in text
    assert "Pincer by foes" in text
    assert "mage†" in text


def test_the_track_is_in_the_order_of_the_count() -> None:
    match = shipped("broken_line")
    lines = track(match).plain.split("\n")
    assert lines[0] == "Count, Round 1   next: sword (most Vigor)"
    assert [line[2:].split()[0] for line in lines[1:]] == ["sword", "mage", "captain", "spear", "archer"]
    assert lines[1].startswith("> sword    ███████████░░ 11  hp ")
    play(match, "sword: Ready Guard")
    assert track(match).plain.split("\n")[0] == "Count, Round 1   in its Breath: sword (1 of 5 spent)"
    play(match, "sword: End Breath")
    lines = track(match).plain.split("\n")
    assert lines[0] == "Count, Round 1   next: sword (tie at 10: the higher DEX goes first)"
    assert "Ready Guard" in lines[1]


def test_the_track_tells_every_state() -> None:
    match = stage(["magic_user@back", "sword_fighter@front"], [("orc@far", {"count": 2})])
    mage, sword, orc = unit(match, "mage"), unit(match, "sword"), unit(match, "orc_0")
    mage.exposed, mage.focus, mage.limit, mage.carry, mage.rushed = 1, 1, 3, 3, 1
    mage.ready = Reaction.INTERDICT
    sword.timers[Effect.HASTE], sword.timers[Effect.SLOW], sword.holder = 2, 1, 2
    orc.fleeing, orc.unloaded = 1, 1
    unit(match, "orc_1").life, unit(match, "orc_1").zone = Life.GONE, NONE
    lines = track(match).plain.split("\n")

    def row(who: str) -> str:
        return next(line for line in lines[1:] if f" {who} " in line)

    assert row("mage").endswith("Exposed, Ready Interdict, Focus sleep, Breath Limit 3, rushed, -3 Vigor next Round")
    assert row("sword").endswith("hasted (2 Lulls), slowed (1 Lull), held by orc_0")
    assert row("orc_0").endswith("fleeing, reload crossbow")
    assert row("orc_1").endswith("-        has left") or row("orc_1").endswith("has left")
    orc.life, orc.dying = Life.DYING, 4
    lines = track(match).plain.split("\n")
    assert row("orc_0").endswith("dying (4 Lulls left)")


def test_the_track_tells_of_mobs() -> None:
    match = stage(["sword_fighter@front"], [("wolf@far", {"count": 3, "mob": "pack"})])
    assert track(match).plain.split("\n")[0] == "Count, Round 1   next: sword (most Vigor)"
    play(match, "sword: Forfeit")
    lines = track(match).plain.split("\n")
    assert lines[0] == "Count, Round 1   next: wolf_0 and 2 more of its mob (most Vigor)"
    assert [line.endswith("mob pack") for line in lines[1:]] == [True, True, True, False]
    play(match, "wolf_0: Overload")
    lines = track(match).plain.split("\n")
    assert lines[0] == "Count, Round 1   in its Breath: wolf_0 and 2 more of its mob (0 of all its Vigor spent)"
    assert all("Overload" in line for line in lines[1:4])


def test_nobody_controls_off_map() -> None:
    lines = drawn(shipped("ambush"))
    top = next(number for number, line in enumerate(lines) if "┌ Off-Map" in line)
    assert "burrower" in lines[top + 1]
    assert "contested" not in lines[top + 1]
    assert "≈ Off-Map gate" in lines[-1]


def test_the_end_is_said() -> None:
    match = shipped("duel", seed=1)
    while not match.over:
        match.step(match.legal_actions()[0])
        match.take_events()
    assert track(match).plain.startswith(f"Count, Round {match.battle.turn}   the battle is over\n")


def test_plain_text_is_the_same_each_time() -> None:
    first, second = ([text.plain for text in scene(m, m.compiled.layout)] for m in (shipped("skirmish"),) * 2)
    assert first == second
    assert not [line for text in first for line in text.split("\n") if line != line.rstrip()]
