"""Text of actions: every id there and back, tolerance, truth of annotations, errors that help."""

from types import SimpleNamespace

import pytest

from tests.harness import LINE, legal_words, shipped, stage, unit
from tests.play.walks import walk
from tests.rules.night import NIGHT
from wzc_env.game import Match
from wzc_env.warzone import notation
from wzc_env.warzone.actions import lay_out
from wzc_env.warzone.notation import NotationError, Parts
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Kind, Step, Verb


def assert_all_ids_come_back(match: Match) -> None:
    n = match.setup.actions_n
    texts = [match.words(action) for action in range(n)]
    assert len(set(texts)) == n, "two actions share a text"
    for action, text in enumerate(texts):
        assert notation.parse(match, text) == action, text


@pytest.mark.parametrize("name", ["skirmish", "broken_line", "duel"])
def test_every_id_comes_back_in_states_of_every_kind(name: str) -> None:
    match = shipped(name, seed=3)
    seen: dict[tuple[int, int], int] = {}
    for state in walk(match, seed=3):
        b = state.battle
        step = b.frames[b.depth - 1].step if b.ask == Kind.CHOOSE else -1
        if seen.setdefault((b.ask, step), 0) < 2:
            seen[b.ask, step] += 1
            assert_all_ids_come_back(state)
    assert match.over
    assert_all_ids_come_back(match)
    kinds = {kind for kind, _ in seen}
    assert {Kind.BREATH, Kind.DEFEND, Kind.CHOOSE} <= kinds


def test_every_choice_is_named_after_what_is_chosen() -> None:
    choices: dict[int, set[str]] = {}
    for seed in range(5, 12):
        match = stage(
            ["sword_fighter@square", "magic_user@camp", "orc@camp"],
            ["raider_captain@shrine", ("burrower@sky", {"count": 2}), ("goblin@pit", {"count": 2})],
            battlefield=NIGHT, seed=seed,
        )  # fmt: skip
        for state in walk(match, seed):
            b = state.battle
            if b.ask == Kind.CHOOSE:
                choices.setdefault(b.frames[b.depth - 1].step, set()).update(legal_words(state))
                assert_all_ids_come_back(state)
    assert choices[Step.CHOOSE_SHOVE] & {"Choose shrine", "Choose square", "Choose pit"}
    assert choices[Step.CHOOSE_SPELL] & {"Choose sleep", "Choose magic missile", "Choose fireball"}
    assert {"Choose nobody", "Choose sword"} <= choices[Step.CHOOSE_QUARRY]


def test_first_aid_chooses_the_fallen() -> None:
    match = stage(["cleric@front", "sword_fighter@front", "magic_user@front"], ["goblin@far"], host="osr_dying")
    match.battle.ask, match.battle.who = Kind.CHOOSE, 0
    match.battle.depth = 1
    match.battle.frames[0].step = Step.CHOOSE_AID
    assert match.words(match.parse("Choose mage")) == "Choose mage"
    assert match.parse("choose MAGIC-USER") == match.parse("Choose mage_0")
    with pytest.raises(NotationError, match='"gate" is no choice here'):
        match.parse("Choose gate")


def test_the_texts_are_the_ones_of_the_book() -> None:
    match = stage(["sword_fighter@front"], ["orc@far", "orc@far"])
    said = {match.words(action) for action in range(match.setup.actions_n)}
    assert said >= {
        "End Breath", "Forfeit", "Overload", "Withdraw", "Focus", "Draw", "Break hold", "Pass", "Guard", "Interdict",
        "Parry & Riposte", "Ready Guard", "Ready Parry & Riposte", "Ready Interdict", "Reload", "First aid",
        "Change gear", "Attack orc_1 with sword", "Grapple orc_0", "Shove orc_1", "Move far (Breakthrough, Standard)",
        "Rush melee (Enter the Melee, Standard)", "Forced Exit rear", "Rushed Forced Exit rear", "Release at orc_0",
        "Release at melee", "Release on self", "Release at sword",
    }  # fmt: skip


def test_annotations_follow_the_battle() -> None:
    match = stage(["sword_fighter@melee"], [("orc@front", {"count": 4}), "goblin@far", "goblin@rear"])
    legal = legal_words(match)
    assert "Move flank (Leave the Melee, Standard)" in legal
    assert "Move front (Leave the Melee, Standard, Breakthrough, Hard)" in legal
    assert "Forced Exit front (Breakthrough, Hard)" in legal
    assert "Rushed Forced Exit flank" in legal
    assert "Move rear" in {match.words(a) for a in range(match.setup.actions_n)}


def test_a_pincer_is_said() -> None:
    match = stage(["sword_fighter@front"], ["orc@far"])
    match.battle.zones[match.names.zones.index("front")].arms[1] = 0b1001
    assert "Move back (leave the Pincer, Hard)" in legal_words(match)
    assert "Move melee (Enter the Melee, Hard)" in legal_words(match)


def test_a_gate_is_said() -> None:
    gated = {**LINE, "edges": [*LINE["edges"][1:], {"join": ["front", "back"], "check": {"back": "hard"}}]}
    try:
        match = stage(["sword_fighter@front"], ["orc@far"], battlefield=gated)
    except ValueError:
        match = stage(["sword_fighter@front"], ["orc@far"])
        front, back = (match.names.zones.index(name) for name in ("front", "back"))
        match.battle.gate[front][back] = 2
    assert "Move back (gate, Hard)" in legal_words(match)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("  attack   ORC_1 with SWORD ", "Attack orc_1 with sword"),
        ("attack orc 1", "Attack orc_1 with sword"),
        ("Attack Orc 1 with the sword", "Attack orc_1 with sword"),
        ("grapple orc_0", "Grapple orc_0"),
        ("ready parry and riposte", "Ready Parry & Riposte"),
        ("Ready parry", "Ready Parry & Riposte"),
        ("end", "End Breath"),
        ("move far", "Move far (Breakthrough, Hard)"),
        ("move to the enemy front line", "Move far (Breakthrough, Hard)"),
        ("Move far ( hard )", "Move far (Breakthrough, Hard)"),
        ("rush the Melee (enter the melee)", "Rush melee (Enter the Melee, Standard)"),
        ("Release self", "Release on self"),
        ("release on zone melee", "Release at melee"),
        ("Release at unit orc_1", "Release at orc_1"),
    ],
)
def test_tolerance(said: str, meant: str) -> None:
    match = stage([("sword_fighter@front", {})], [("orc@far", {"count": 2}), "goblin@far", "goblin@far"])
    assert match.words(match.parse(said)) == meant


def test_the_weapon_may_be_left_out_where_one_can_be_used() -> None:
    match = stage(["magic_user@front"], ["orc@far"])
    assert match.words(match.parse("Attack orc")) == "Attack orc with sling"
    unit(match, "mage").gear = 1
    assert match.words(match.parse("Attack orc")) == "Attack orc with dagger"
    claws = [{"name": "claws", "bonus": 1, "rolls": ["1d4"]}]
    match = stage([("magic_user@front", {"attacks": claws})], ["orc@far", "goblin@rear"])
    with pytest.raises(NotationError, match="name the attack: with sling or with claws"):
        match.parse("Attack orc")
    assert match.words(match.parse("Attack goblin")) == "Attack goblin with sling"  # claws do not reach


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        ("", '"": there is nothing to read'),
        ("Atack orc_0", '"atack" is no maneuver; nearest legal: "Attack orc_0 with sword"'),
        ("Attack orc", '"orc" may be orc_0, orc_1'),
        ("Attack troll", '"troll" is nobody in this battle; nearest legal: '),
        ("Attack orc_0 with bow", '"bow" is no attack of this unit'),
        ("Move nowhere", '"nowhere" is no Zone of this battlefield; nearest legal: '),
        ("Move", '"Move" needs to be told whom or what'),
        ("Move far (Dire)", r'"\(Dire\)" is not true of this movement now: it is "\(Breakthrough, Hard\)"'),
        ("Move back (Breakthrough)", r'"\(Breakthrough\)" is not true of this movement now: it involves none of that'),
        ("End Breath now", '"now" is not understood after "End Breath"'),
        ("Grapple orc_0 (Hard)", r'"\(Hard\)" is not understood after "Grapple"'),
        ("Release at nobody", '"nobody" is neither a creature nor a Zone here'),
        ("Choose gate", '"gate" is no choice here'),
    ],
)
def test_errors_name_the_text_the_part_and_the_nearest_forms(said: str, trouble: str) -> None:
    match = stage(["sword_fighter@front"], [("orc@far", {"count": 2, "title": "Orc"}), "goblin@far", "goblin@far"])
    if said == "Attack orc":
        match.names.titles[1:3] = ["Orc", "Orc"]
    with pytest.raises(NotationError, match=trouble) as caught:
        match.parse(said)
    assert str(caught.value).startswith(f'"{said}": ')
    assert all(match.why(match.parse(form)) == 0 for form in caught.value.near)


def crowded() -> Parts:
    """A view whose names collide and whose Setup is padded: 2 units of 6, 2 Zones of 4."""
    setup, battle = Setup(), Battle()
    setup.units_n, setup.zones_n = 2, 2
    lay_out(setup, 6, 4, 3)
    battle.ask, battle.who = Kind.BREATH, 0
    battle.edge[0][1] = battle.edge[1][0] = 1
    names = SimpleNamespace(
        agents=["gate_0", "self_0"], labels=["gate", "self"], titles=["Gate", "Self"], zones=["gate", "yard"],
        zone_titles=["The Gate", "The Yard"], spells=[], unit_spells=[[], []], routines=[["claw", "claw"], []],
        gear=[["as it is"], ["as it is"]],
    )  # fmt: skip
    return Parts(setup, Rules(), battle, names)


def test_shared_and_missing_names_are_told_apart() -> None:
    view = crowded()
    texts = [notation.words(view, action) for action in range(view.setup.actions_n)]
    assert len(set(texts)) == len(texts)
    assert [notation.parse(view, text) for text in texts] == list(range(len(texts)))
    first = view.setup.offset[Verb.RELEASE]
    assert texts[first : first + 3] == ["Release at unit gate", "Release at unit self", "Release at unit#2"]
    assert texts[first + 6 : first + 8] == ["Release at zone gate", "Release at yard"]
    assert texts[view.setup.offset[Verb.ATTACK]] == "Attack gate with claw#0"
    assert texts[view.setup.offset[Verb.ATTACK] + 5 + 12] == "Attack unit#5 with routine#2"
    with pytest.raises(NotationError, match='"gate" is a creature and a Zone: say "at unit gate" or "at zone gate"'):
        notation.parse(view, "Release at gate")


def test_words_refuse_what_is_no_action() -> None:
    match = shipped("duel")
    for action in (-1, match.setup.actions_n):
        with pytest.raises(IndexError, match=f"action {action} is outside 0"):
            match.words(action)
