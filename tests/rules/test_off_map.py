"""Off-Map: the gate, the protection, the Perfect Ambush (L300, L332, L592-600)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    is_breath_of,
    legal_words,
    modifiers,
    noted,
    play,
    unit,
    until_breath_of,
    vigor,
    where,
    zone,
)
from tests.rules.fields import checks, field, paid
from tests.rules.night import BLADES, NIGHT, lurker, night, strike
from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import FAR, Kind, Mod, Note, Purpose, Reaction, Side, Why

MOLE = ("burrower@sky", {**BLADES, "tags": ["off_map_access", "scrapper"], "hp": 40, "hd": 12})
"""It begins Off-Map, with 13 Vigor."""

WALL = ("sword_fighter@camp", {"hp": 60})
SLOW = ("sword_fighter@camp", {"hp": 60, "abilities": {"dex": 3}})
"""7 Vigor: the mole has two Breaths before it."""


def mole(dice, party=(WALL,), **options) -> Match:
    """The mole's first Breath."""
    match = night(list(party), [MOLE], dice, **options)
    assert is_breath_of(match, "burrower")
    return match


def emerge(match: Match, place: str, quarry: str, verb: str = "Move") -> list[Event]:
    return play(match, f"burrower: {verb} {place}", f"burrower: Choose {quarry}")


@pytest.mark.rule("trait.off_map")
@pytest.mark.parametrize(
    ("tags", "needs", "why"),
    [
        (["person"], None, Why.NO_ACCESS),
        (["off_map_access"], None, Why.OK),
        (["off_map_access"], ["invisible"], Why.NO_ACCESS),
        (["invisible"], ["invisible", "skirmisher"], Why.OK),
        (["skirmisher", "large"], ["invisible", "skirmisher"], Why.OK),
    ],
)
def test_the_gate_opens_to_who_has_access(tags, needs, why):
    """Both ways; the map says which tags open it."""
    land = field({"camp": "back_line party", "sky": "off_map", "far": "foes"}, "camp -- far", "camp ~~ sky")
    if needs is not None:
        land["edges"][1]["needs"] = needs
    match = night([("sword_fighter@camp", {"tags": tags}), "cleric@camp"], ["goblin@far"], battlefield=land)
    assert match.why(match.parse("Move sky")) == why
    assert match.why(match.parse("Rush sky")) == why
    assert ("Move sky (leave the map)" in legal_words(match)) == (why == Why.OK)
    if why == Why.OK:
        play(match, "sword: Move sky")
        assert match.why(match.parse("Move camp")) == Why.OK


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("movement.costs")
@pytest.mark.rule("trait.flank")
@pytest.mark.parametrize(
    ("start", "verb", "price", "made"),
    [
        ("camp", "Move", 2, []),
        ("camp", "Rush", 3, []),
        ("wood", "Move", 2, []),  # RULING X3: a Flank saves nothing on the way Off-Map
        ("wood", "Rush", 3, []),
        ("pit", "Move", 2, [Purpose.LEAVE_MELEE]),
        ("pit", "Forced Exit", 4, []),
    ],
)
def test_entering_costs_a_move(start, verb, price, made):
    flier = (f"sword_fighter@{start}", {"tags": ["off_map_access"]})
    match = night([flier], ["goblin@store"], [20] * len(made))
    events = play(match, f"sword: {verb} sky")
    assert (paid(events), [purpose for purpose, _, _ in checks(events)]) == ([price], made)
    assert where(match, "sword") == "sky"
    assert_all_dice_used(match)


@pytest.mark.rule("trait.off_map")
def test_the_price_of_the_gate_is_a_cell():
    flier = ("sword_fighter@camp", {"tags": ["off_map_access"]})
    for value in (1, 4):
        match = night([flier], ["goblin@store"], rules={"cost.off_map": value})
        assert paid(play(match, "sword: Move sky")) == [max(2, value) if value > 2 else value]


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("range")
def test_nothing_is_near_or_far_from_off_map():
    """The contract: adjacency and range exclude it."""
    match = mole([])
    names = match.names.zones
    sky = names.index("sky")
    assert {int(match.battle.distance[sky][z]) for z in range(len(names)) if z != sky} == {FAR}
    assert match.battle.distance[names.index("camp")][names.index("store")] == 3  # not 2 through the sky
    for action in ("Attack sword with blade", "Attack sword with bow"):
        assert match.why(match.parse(action)) == Why.OUT_OF_REACH


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize("place", ["camp", "sky"])
def test_nobody_aims_at_whoever_is_off_map(place):
    """L332; not even from there, and whoever else Controls what."""
    spells = {"magic missile": 1, "fireball": 1}
    hunter = (
        f"magic_user@{place}",
        {**BLADES, "tags": ["off_map_access"], "spells": spells, "abilities": {"dex": 18}},
    )
    match = night([hunter, WALL], [MOLE])
    for action in ("Attack burrower with blade", "Attack burrower with bow", "Grapple burrower", "Shove burrower"):
        assert match.why(match.parse(action)) == Why.OFF_MAP
    play(match, "mage: Focus", "mage: Choose magic missile", "mage: Overload")
    assert match.why(match.parse("Release at burrower")) == Why.OFF_MAP
    match = night([hunter, WALL], [MOLE])
    play(match, "mage: Focus", "mage: Choose fireball", "mage: Overload")
    assert match.why(match.parse("Release at sky")) == Why.OFF_MAP
    assert "Release at sky" not in legal_words(match)


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("control.simple")
def test_nobody_controls_off_map_and_nobody_interdicts_there():
    """RULING OFF1, X15."""
    flier = ("sword_fighter@camp", {"tags": ["off_map_access"], "hp": 60})
    match = mole([], party=[flier])
    sky = zone(match, "sky")
    assert (sky.bodies, sky.control) == ([0, 4 // 2], Side.NOBODY)
    assert match.battle.capable == [1, 1]
    play(match, "burrower: Ready Interdict", "burrower: End Breath")
    events = play(match, "sword: Move sky")
    assert (paid(events), checks(events), match.decision.kind) == ([2], [], Kind.BREATH)
    assert where(match, "sword") == "sky"


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("withdraw")
def test_whoever_is_off_map_pursues_nobody():
    match = night([("sword_fighter@camp", {"abilities": {"dex": 18}, "speed": 10})], [MOLE])
    events = play(match, "sword: Withdraw")
    assert (checks(events), match.over) == ([], True)


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("movement.costs")
def test_emerging_is_a_plain_move_even_into_an_enemys_zone():
    """RULING M6; the contract: 2, and whatever check applies."""
    match = mole([])
    assert zone(match, "camp").control == Side.PARTY
    assert match.words(match.parse("Move camp")) == "Move camp (Emerge)"
    events = emerge(match, "camp", "sword")
    assert (paid(events), checks(events)) == ([2], [])
    assert where(match, "burrower") == "camp"
    match = mole([])
    assert paid(emerge(match, "camp", "nobody", verb="Rush")) == [3]


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("melee.enter")
@pytest.mark.parametrize(("die", "enters"), [(10, True), (9, False)])
def test_emerging_into_the_melee_makes_its_check(die, enters):
    """RULING X15. Who fails has named nobody."""
    clumsy = (MOLE[0], {**MOLE[1], "tags": ["off_map_access"], "armour": "plate"})
    match = night([WALL], [clumsy], [die])
    until_breath_of(match, "burrower")
    events = play(match, "burrower: Move pit (Emerge, Enter the Melee, Standard)")
    assert (paid(events), checks(events)) == ([2], [(Purpose.ENTER_MELEE, 10, enters)])
    assert unit(match, "burrower").exposed == (not enters)
    assert (match.decision.kind == Kind.CHOOSE) == enters


@pytest.mark.rule("trait.off_map")
@pytest.mark.rule("capacity")
def test_emerging_into_a_zone_full_of_enemies_is_a_dire_breakthrough():
    """RULING X15."""
    land = {**NIGHT, "zones": {**NIGHT["zones"], "camp": {**NIGHT["zones"]["camp"], "capacity": 2}}}
    match = mole([18], party=[WALL, "cleric@camp"], battlefield=land)
    events = play(match, "burrower: Move camp (Emerge, Breakthrough, Dire)")
    assert (paid(events), checks(events)) == ([3], [(Purpose.BREAKTHROUGH, 18, True)])


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("trait.off_map")
@pytest.mark.number("t38")
def test_a_perfect_ambush_has_two_and_no_reaction():
    """L332: on every roll of the one Attack; 13 Vigor, and a Guard held ready, would allow any reaction."""
    match = mole([10, 9])
    unit(match, "sword").ready = Reaction.GUARD
    emerge(match, "camp", "sword")
    events = play(match, "burrower: Attack sword with flurry")
    assert [each[Mod.PERFECT_AMBUSH] for each in modifiers(events)] == [2, 2]
    assert not noted(events, Note.REACT)
    assert match.decision.kind == Kind.BREATH
    assert unit(match, "sword").ready == Reaction.GUARD
    assert_all_dice_used(match)


@pytest.mark.rule("perfect_ambush")
def test_the_bonus_is_a_cell_and_serves_one_attack():
    match = mole([2, 2], rules={"perfect_ambush.attack": 4})
    emerge(match, "camp", "sword", verb="Rush")
    (first,) = modifiers(play(match, "burrower: Attack sword with blade"))
    assert first == {Mod.PERFECT_AMBUSH: 4, Mod.RUSH: 1}
    play(match, "burrower: Overload")
    (second,) = modifiers(play(match, "burrower: Attack sword with blade"))
    assert second == {Mod.FLURRY: -2}
    assert not noted(match.take_events(), Note.REACT)


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("reaction.limits")
def test_the_quarry_may_not_react_in_that_breath_and_may_in_the_next():
    """RULING X2: to no Attack of it; the ban ends with the Breath."""
    match = mole([2, 2, 2])
    emerge(match, "camp", "sword")
    play(match, "burrower: Attack sword with blade", "burrower: Overload", "burrower: Attack sword with blade")
    assert match.decision.kind == Kind.BREATH
    match = mole([2, 2, 2], party=[SLOW])
    emerge(match, "camp", "sword")
    play(match, "burrower: Attack sword with blade", "burrower: End Breath")
    play(match, "burrower: Attack sword with blade")
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.DEFEND, "sword")
    play(match, "sword: Parry & Riposte")


@pytest.mark.rule("perfect_ambush")
def test_the_bonus_holds_against_the_quarry_alone():
    """RULING X2, X8: another target spends it, and may react."""
    match = mole([2, 2], party=[WALL, "cleric@camp"])
    emerge(match, "camp", "sword")
    play(match, "cleric: Pass")  # an Interdict
    events = play(match, "burrower: Attack cleric with blade", "cleric: Guard")
    assert modifiers(events) == [{Mod.GUARD: 4}]
    play(match, "burrower: Overload")
    events = play(match, "burrower: Attack sword with blade")
    assert modifiers(events) == [{Mod.FLURRY: -2}]
    assert not noted(events, Note.REACT)


@pytest.mark.rule("perfect_ambush")
def test_falling_upon_nobody_gives_nothing():
    match = mole([2])
    emerge(match, "camp", "nobody")
    play(match, "sword: Pass")
    events = strike(match, "burrower", "sword")
    assert modifiers(events) == [{}]
    assert unit(match, "burrower").quarry == -1
    assert match.decision.kind == Kind.BREATH


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("interdict")
@pytest.mark.parametrize(("who", "may"), [("sword", False), ("cleric", True), ("nobody", True)])
def test_the_quarry_may_not_interdict_the_emergence(who, may):
    """RULING X2: others in that Zone may; the quarry is named before anybody is asked."""
    match = mole([2], party=[WALL, ("cleric@camp", {"effects": {"held": 9}})])
    emerge(match, "camp", who)
    asked = match.decision.kind == Kind.INTERDICT
    assert asked == may
    if asked:
        assert match.names.labels[match.decision.unit] == "sword"
    assert where(match, "burrower") == ("sky" if asked else "camp")


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("interdict")
def test_an_interdict_that_hits_keeps_it_off_map():
    match = mole([20, 4], party=[WALL, "cleric@camp"])
    emerge(match, "camp", "cleric")
    play(match, "sword: Interdict")
    assert where(match, "burrower") == "sky"
    assert vigor(match)["burrower"] == 11
    assert (unit(match, "burrower").emerged, unit(match, "burrower").exposed) == (0, 0)
    emerge(match, "store", "nobody")  # it may try another way
    assert where(match, "burrower") == "store"


@pytest.mark.rule("perfect_ambush")
def test_the_quarry_may_stand_anywhere_on_the_map():
    """RULING QRY1: the Attack may be a missile, or cross an engagement line."""
    match = mole([2], party=[WALL, ("cleric@square", {"hp": 30})])
    emerge(match, "shrine", "cleric")
    events = play(match, "burrower: Attack cleric with blade")
    assert modifiers(events) == [{Mod.FRONT_LINE: 1, Mod.PERFECT_AMBUSH: 2}]
    assert match.decision.kind == Kind.BREATH


@pytest.mark.rule("perfect_ambush")
def test_whom_it_may_name():
    """Enemies on their feet whom it knows, on the map; or nobody."""
    party = [WALL, ("cleric@wood", {"stealth": 90, "abilities": {"dex": 18}}), ("thief@sky", {"tags": ["invisible"]})]
    land = {**NIGHT, "edges": [dict(edge) for edge in NIGHT["edges"]]}
    land["edges"][-1]["needs"] = ["invisible", "off_map_access"]
    match = night(party, [MOLE, "goblin@store"], [1], battlefield=land)
    unit(match, "cleric").hidden_from = 1 << Side.FOES
    until_breath_of(match, "burrower")
    play(match, "burrower: Move camp")
    assert sorted(legal_words(match)) == ["Choose nobody", "Choose sword"]


@pytest.mark.rule("perfect_ambush")
def test_with_nobody_to_name_nobody_is_asked():
    match = mole([], party=["sword_fighter@wood"])
    unit(match, "sword").hidden_from = 1 << Side.FOES
    events = play(match, "burrower: Move camp")
    assert [e.other for e in noted(events, Note.QUARRY)] == [-1]
    assert match.decision.kind == Kind.BREATH


@pytest.mark.rule("perfect_ambush")
def test_it_needs_the_attack_in_the_same_breath():
    match = mole([2])
    emerge(match, "camp", "sword")
    play(match, "burrower: End Breath")
    until_breath_of(match, "burrower")
    assert modifiers(strike(match, "burrower", "sword")) == [{}]


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("parry_riposte")
def test_a_riposte_is_no_perfect_ambush():
    """The contract: never a riposte. Nor does going Off-Map make one."""
    match = mole([2, 2, 2])
    emerge(match, "camp", "sword")
    play(match, "burrower: End Breath")
    until_breath_of(match, "sword")
    events = play(match, "sword: Attack burrower", "burrower: Parry & Riposte")
    assert modifiers(events, Purpose.RIPOSTE) == [{}]


@pytest.mark.rule("perfect_ambush")
def test_move_and_attack_of_a_heavy_routine_fit_one_breath():
    """L600: the normal costs, here 2 + 3."""
    match = night([WALL], ["burrower@sky"], [2])
    until_breath_of(match, "burrower")
    events = emerge(match, "camp", "sword") + play(match, "burrower: Attack sword with mandibles")
    assert paid(events) == [2, 3]
    assert modifiers(events) == [{Mod.ATTACK_BONUS: 3, Mod.PERFECT_AMBUSH: 2}]


@pytest.mark.rule("perfect_ambush")
@pytest.mark.rule("ambush")
def test_a_hidden_way_off_the_map_is_no_ambush():
    """It leaves the Flank unseen, and is known again when the Breath ends, out of reach."""
    match = night([lurker(tags=["off_map_access"])], ["ogre@shrine"], [1])
    play(match, "sword: Hide", "sword: Move sky", "sword: End Breath")
    assert unit(match, "sword").hidden_from == 0
