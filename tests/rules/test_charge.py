"""The host's cavalry charge: a step out of a Front Line, then one Attack (L324, L630)."""

import pytest

from tests.harness import assert_all_dice_used, modifiers, noted, play, stage, unit, until_breath_of, where
from tests.rules.fields import NO_MORALE, checks, field, paid
from tests.rules.night import BLADES, strike
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Side

STEPPE = field(
    {
        "camp": "back_line party",
        "line": "front_line party",
        "plain": "",
        "field": "",
        "ring": "melee",
        "hill": "front_line foes",
    },
    "camp -- line",
    "line -- plain",
    "line -- field",
    "plain -- field",
    "line -- ring",
    "line == hill",
)

RIDER = {**BLADES, "hd": 12, "tags": ["charger", "scrapper"], "morale": 0}
"""13 Vigor, ahead of everybody here."""

FOE = ("ogre@plain", {"hp": 60, "ac": 10})


def steppe(start: str, dice, *, foes=(FOE,), rules=None, party=(), **changes) -> Match:
    """The rider's first Breath."""
    return stage(
        party=[(f"centaur@{start}", {**RIDER, **changes}), *party],
        foes=list(foes),
        battlefield=STEPPE,
        dice=dice,
        rules={**NO_MORALE, **(rules or {})},
    )


def ride(match: Match, place: str, verb: str = "Move") -> list[Event]:
    """A step; whoever might Interdict lets it pass."""
    events = play(match, f"centaur: {verb} {place}")
    while match.decision.kind == Kind.INTERDICT:
        events += play(match, f"{match.names.labels[match.decision.unit]}: Pass")
    return events


def damage(events: list[Event]) -> list[int]:
    return [e.total for e in noted(events, Note.DAMAGE)]


@pytest.mark.rule("charge")
@pytest.mark.rule("trait.front_line")
@pytest.mark.parametrize(("verb", "price"), [("Move", 3), ("Rush", 4)])
def test_a_charge_doubles_the_damage_of_the_attack(verb, price):
    """L324: each at its listed cost (here a Breakthrough, then a normal Attack)."""
    match = steppe("line", [20, 15, 4])
    events = ride(match, "plain", verb)
    if verb == "Rush":
        events += play(match, "centaur: Overload")
    events += strike(match, "centaur", "ogre")
    assert paid(events) == [price, 2]
    assert damage(events) == [8]
    assert [e.total for e in noted(events, Note.FACTOR)] == [2]
    assert modifiers(events) == [{Mod.RUSH: 1} if verb == "Rush" else {}]
    assert_all_dice_used(match)


@pytest.mark.rule("charge")
@pytest.mark.rule("attack.routine")
def test_it_serves_every_roll_of_the_one_attack_and_no_second_one():
    match = steppe("line", [20, 15, 4, 15, 5, 15, 3], effects={"haste": 9})
    ride(match, "plain")
    assert damage(strike(match, "centaur", "ogre", "flurry", rolls=2)) == [8, 10]
    assert damage(strike(match, "centaur", "ogre")) == [3]


@pytest.mark.rule("charge")
@pytest.mark.parametrize(("start", "expected"), [("line", 8), ("field", 4)])
def test_it_starts_in_a_front_line(start, expected):
    """L630; RULING A11."""
    match = steppe(start, [20, 15, 4])
    ride(match, "plain")
    assert damage(strike(match, "centaur", "ogre")) == [expected]


@pytest.mark.rule("charge")
@pytest.mark.rule("traits.gating")
def test_whoever_controls_that_front_line():
    """RULING X20."""
    match = steppe("line", [20, 15, 4], foes=[FOE, "raider_captain@line", "raider_captain@line"])
    assert match.battle.zones[1].control == Side.FOES
    ride(match, "plain")
    assert damage(strike(match, "centaur", "ogre")) == [8]
    match = steppe("hill", [15, 4], foes=[("ogre@line", {"hp": 60, "ac": 10, "hd": 1})], party=["orc@line", "orc@line"])
    ride(match, "line")  # nor whose it is
    assert damage(strike(match, "centaur", "ogre")) == [8]


@pytest.mark.rule("charge")
def test_standing_still_is_no_charge():
    match = steppe("line", [15, 4], foes=[("ogre@hill", {"hp": 60, "ac": 10})])
    assert damage(strike(match, "centaur", "ogre")) == [4]


@pytest.mark.rule("charge")
def test_who_does_not_charge_has_nothing_of_it():
    match = steppe("line", [20, 15, 4], tags=["scrapper"])
    ride(match, "plain")
    assert damage(strike(match, "centaur", "ogre")) == [4]


@pytest.mark.rule("charge")
def test_it_is_one_breath():
    match = steppe("line", [20, 15, 4])
    ride(match, "plain")
    play(match, "centaur: End Breath")
    until_breath_of(match, "centaur")
    assert damage(strike(match, "centaur", "ogre")) == [4]


@pytest.mark.rule("charge")
def test_the_attack_comes_after_the_step():
    match = steppe("line", [15, 4, 20], foes=[("ogre@hill", {"hp": 60, "ac": 10})])
    assert damage(strike(match, "centaur", "ogre")) == [4]
    ride(match, "hill")
    assert where(match, "centaur") == "hill"


@pytest.mark.rule("charge")
def test_two_steps_are_one_charge():
    match = steppe("line", [20, 15, 4], effects={"haste": 9})
    ride(match, "field")
    ride(match, "plain")
    assert damage(strike(match, "centaur", "ogre")) == [8]


@pytest.mark.rule("charge")
@pytest.mark.rule("melee.enter")
def test_into_the_melee_and_across_the_line():
    """All of these count as moving (L318)."""
    for place in ("ring", "hill"):
        dice = [15, 4] if place == "ring" else [20, 15, 4]  # a Scrapper enters freely; the hill is broken into
        match = steppe("line", dice, foes=[(f"ogre@{place}", {"hp": 60, "ac": 10})])
        ride(match, place)
        assert damage(strike(match, "centaur", "ogre")) == [8]
        assert_all_dice_used(match)


@pytest.mark.rule("charge")
def test_a_missile_is_no_charge_and_spends_it():
    """RULING X8: the next Attack maneuver, and only it."""
    match = steppe("line", [15, 4, 15, 4], effects={"haste": 9})
    ride(match, "field")
    assert damage(strike(match, "centaur", "ogre", "bow")) == [4]
    match = steppe("line", [20, 15, 4, 15, 5], effects={"haste": 9})
    ride(match, "plain")
    assert damage(strike(match, "centaur", "ogre", "bow")) == [4]
    assert damage(strike(match, "centaur", "ogre")) == [5]


@pytest.mark.rule("charge")
def test_who_is_barred_does_not_charge():
    """RULING X8: the mover must be placed."""
    match = steppe("line", [2, 15, 4], foes=[("ogre@hill", {"hp": 60, "ac": 10})])
    events = ride(match, "hill")
    assert checks(events) == [(Purpose.BREAKTHROUGH, 10, False)]
    assert damage(strike(match, "centaur", "ogre")) == [4]


@pytest.mark.rule("charge")
@pytest.mark.rule("interdict")
def test_who_is_stopped_does_not_charge():
    match = steppe("line", [20, 20, 1, 15, 4], foes=[("ogre@hill", {"hp": 60, "ac": 10})], hp=30)
    play(match, "centaur: Move hill", "ogre: Interdict")
    assert where(match, "centaur") == "line"
    assert damage(strike(match, "centaur", "ogre")) == [4]


@pytest.mark.rule("charge")
@pytest.mark.rule("shove")
def test_a_shove_out_of_a_front_line_is_no_charge():
    match = steppe("line", [20, 15, 4], foes=[("ogre@hill", {"hp": 60, "ac": 10, "abilities": {"str": 18}})])
    play(match, "centaur: Ready Guard", "centaur: End Breath")
    until_breath_of(match, "ogre")
    play(match, "ogre: Shove centaur", "ogre: Choose plain", "ogre: End Breath")
    assert (where(match, "centaur"), unit(match, "centaur").charged) == ("plain", 0)


@pytest.mark.rule("charge")
@pytest.mark.rule("parry_riposte")
def test_a_riposte_is_no_charge():
    match = steppe("line", [20, 2, 15, 4], foes=[(FOE[0], {**FOE[1], "hd": 11})])  # 13 Vigor, second on the tie
    ride(match, "plain")
    play(match, "centaur: End Breath")
    events = play(match, "ogre: Attack centaur", "centaur: Parry & Riposte")
    assert damage(events) == [4]
    assert modifiers(events, Purpose.RIPOSTE) == [{}]


@pytest.mark.rule("charge")
@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(("rules", "mods", "points"), [
    ({"host.charge_attack": 2, "host.charge_factor": 1}, {Mod.CHARGE: 2}, 4),
    ({"host.charge_factor": 3}, {}, 12),
])  # fmt: skip
def test_what_a_charge_is_worth_is_the_hosts(rules, mods, points):
    match = steppe("line", [20, 15, 4], rules=rules)
    ride(match, "plain")
    events = strike(match, "centaur", "ogre")
    assert (modifiers(events), damage(events)) == ([mods], [points])
    assert len(noted(events, Note.FACTOR)) == (points != 4)


@pytest.mark.rule("charge")
def test_the_centaur_of_the_roster_charges_with_its_whole_routine():
    match = stage(
        party=["sword_fighter@plain"],
        foes=["centaur@line"],
        battlefield=STEPPE,
        dice=[20, 20, 1, 20, 2, 20, 3],
    )
    until_breath_of(match, "centaur")
    play(match, "centaur: Move plain")
    assert damage(strike(match, "centaur", "sword", "hooves and lance", rolls=3)) == [2, 4, 6]
