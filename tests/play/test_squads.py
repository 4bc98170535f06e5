"""Squads in text: a whole Command in one line, the story, the Count track, the map, `scenario show`."""

import pytest

from tests.harness import noted, stage, unit
from tests.rules.companies import BOW, MODULES, company, decline, squad
from tests.rules.fields import NO_MORALE
from wzc_env.game import Breath, DiceError, Match
from wzc_env.render.narrator import Narrator
from wzc_env.render.reports import creatures
from wzc_env.render.track import track
from wzc_env.render.zonemap import zone_map
from wzc_env.warzone.explain import Refused
from wzc_env.warzone.words import Kind, Note, Order, Why

OGRES = ("ogre@far", {"morale": 0, "hp": 40, "ac": 12, "count": 2})


def ready(dice=(), **options) -> Match:
    bows = squad("bows", "back", 4, gear=BOW)
    return company([OGRES], squad("spears", "front", 3), bows, dice=list(dice), rules=NO_MORALE, **options)


@pytest.mark.parametrize(
    ("text", "order", "aim"),
    [
        ("Command bows: Volley ogre_1", Order.VOLLEY, "ogre_1"),
        ("command BOWS : volley at ogre 1", Order.VOLLEY, "ogre_1"),
        ("Command spears: Attack ogre_0", Order.ATTACK, "ogre_0"),
        ("Command spears: Advance to far", Order.ADVANCE, "far"),
        ("Command spears: Into the Melee", Order.INTO_THE_MELEE, "melee"),
        ("Command spears: Into the Melee melee", Order.INTO_THE_MELEE, "melee"),
        ("Command spears: Shield Wall", Order.SHIELD_WALL, None),
        ("Command spears: Fall Back", Order.FALL_BACK, None),
    ],
)
def test_a_command_may_be_said_whole(text: str, order: Order, aim: str | None) -> None:
    match = ready([1] * 4)
    match.step(text)
    (told,) = noted(match.take_events(), Note.COMMAND)
    assert told.what == order
    if aim in match.names.zones:
        assert match.names.zones[told.zone] == aim
    elif aim is not None:
        assert match.names.labels[told.amount] == aim
    decline(match)
    assert match.decision is not None
    assert (match.decision.kind, match.decision.unit) == (Kind.BREATH, 0)


@pytest.mark.parametrize(
    ("text", "why", "told"),
    [
        ("Command bows: Attack ogre_0", Why.NO_SUCH_OPTION, "Attack is no choice here"),
        ("Command bows: Sing", Why.OUT_OF_RANGE, '"sing" is no choice here'),
        ("Command bows: Volley spears", Why.NO_SUCH_OPTION, "spears is no choice here"),
        ("Command bows: Volley", Why.OUT_OF_RANGE, "the order needs to be told whom or where"),
        ("Command bows: Fall Back", Why.NO_SUCH_OPTION, "Fall Back is no choice here"),
        ("Command ogre_0: Volley spears", Why.NO_SQUAD, "ogre_0 is no Squad"),
        ("Command spears: Into the Melee far", Why.OUT_OF_RANGE, '"far" is no choice here: it can only be melee'),
    ],
)
def test_a_command_that_cannot_be_carried_out_changes_nothing(text: str, why: Why, told: str) -> None:
    match = ready([1] * 4)
    before = match.digest()
    with pytest.raises(Refused, match=told) as refused:
        match.step(text)
    assert refused.value.why == why
    assert (match.digest(), match.dice_left) == (before, 4)


def test_a_command_without_dice_for_it_changes_nothing() -> None:
    match = ready([])
    for ogre in ("ogre_0", "ogre_1"):
        unit(match, ogre).vigor = 0
    before = match.digest()
    with pytest.raises(DiceError):
        match.step("Command bows: Volley ogre_0")
    assert match.digest() == before


def test_a_breath_may_hold_whole_commands() -> None:
    match = ready([1, 1, 1, 1])
    match.breath(Breath(["Command spears: Shield Wall", "Command bows: Volley ogre_1", "Ready Guard"]))
    decline(match)
    assert match.skipped == []
    assert (match.battle.squads[0].wall, match.battle.squads[1].volleys) == (1, 1)
    assert unit(match, "captain").vigor == 7


def test_the_story_of_a_command_is_one_line_and_its_deeds() -> None:
    match = ready([15, 3, 4])
    match.take_events()
    story, lines = Narrator(match), []
    for text in ("Command bows", "Choose Volley", "Choose ogre_1", "Pass"):
        action = match.parse(text)
        story.decide(action)
        match.step(action)
        lines += [line.plain for line in story.tell(match.take_events())]
    assert lines == [
        "  captain: Command bows (1 Vigor, 9 left)",
        "    captain commands bows: Volley at ogre_1",
        "    bows shoots a Volley at ogre_1 with bow (1st Volley, 2 missiles on a hit)",
        "  ogre_1 does not react",
        "    bows rolls against ogre_1: d20 15 + 1 (bonus) + 1 (Back Line) = 17 vs AC 12 — hits",
        "    d6 3 = 3 damage; ogre_1 37 HP left",
        "    d6 4 = 4 damage; ogre_1 33 HP left",
    ]


def test_the_track_shows_members_leader_and_wall() -> None:
    match = ready()
    match.step("Command spears: Shield Wall")
    match.battle.squads[0].hp[0] = 1
    rows = {line.split()[0]: line for line in track(match).plain.splitlines()[1:] if line[0] != ">"}
    assert rows["spears"].endswith("3 of 3 (1/4/4), led by captain, Shield Wall")
    assert "a Squad" in rows["spears"]
    match.battle.squads[0].hp[0] = 0
    match.battle.squads[0].leader = -1
    rows = {line.split()[0]: line for line in track(match).plain.splitlines()[1:] if line[0] != ">"}
    assert rows["spears"].endswith("2 of 3 (4/4), leaderless, Shield Wall")


def test_the_map_shows_how_many_are_left() -> None:
    match = ready()
    drawn = zone_map(match, match.compiled.layout).plain
    assert "spears ×3" in drawn
    assert "bows ×4" in drawn


def test_a_scenario_shows_its_squads() -> None:
    match = stage(
        [("orc@back", {"name": "serjeant"}), squad("spears", "front", 5, led_by="serjeant")],
        [("ogre@far", {}), squad("axes", "far", 3, led_by="nobody")], modules=MODULES,
    )  # fmt: skip
    rows = [line.plain for line in creatures(match.compiled)]
    assert any("5 x 4" in row and "Squad of 5, led by serjeant" in row for row in rows)
    assert any("3 x 4" in row and "Squad of 3, leaderless" in row for row in rows)


@pytest.mark.parametrize("text", ["Command spears", "Rally", "Choose Shield Wall", "Choose Into the Melee"])
def test_words_come_back(text: str) -> None:
    match = ready()
    if text.startswith("Choose"):
        match.step("Command spears")
    assert match.words(match.parse(text.upper())) == text
