"""The optional module Detailed Control (L416-441)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    legal_words,
    noted,
    play,
    stage,
    unit,
    until,
    until_breath_of,
    where,
    zone,
)
from tests.rules.companies import squad
from tests.rules.fields import NO_MORALE, field
from wzc_env.render.text import line, zone_map
from wzc_env.warzone.control import recount
from wzc_env.warzone.words import Note, Side

PC = "sword_fighter"
DETAILED = {"modules": ["zones", "detailed_control"]}
DRAGON = {"hd": 9, "hp": 45, "name": "Dragon"}


def led(kind, cha, **changes):
    """A leader with this CHA score."""
    return kind, {"leader": True, "abilities": {"cha": cha}, **changes}


def held_by(party, foes, at="front", **options):
    """A Match with everybody in one Zone."""

    def there(entry):
        return f"{entry}@{at}" if isinstance(entry, str) else (f"{entry[0]}@{at}", entry[1])

    return stage([there(e) for e in party], [there(e) for e in foes], **{**DETAILED, **options})


@pytest.mark.rule("detailed.contributions")
@pytest.mark.parametrize(
    ("party", "foes", "strength", "control"),
    [
        ([PC], ["goblin"], [2, 1], Side.PARTY),
        ([(PC, {"level": 9})], ["goblin", "orc"], [2, 2], Side.NOBODY),  # a PC is 2 at any level, never 4
        ([PC], ["raider_captain"], [2, 4], Side.FOES),  # HD 4 is 4, where Simple Control says 2
        ([PC], [("ogre", {"hd": "3+2"})], [2, 1], Side.PARTY),  # points on top do not count
        ([PC], [led("orc", 10)], [2, 2], Side.NOBODY),  # a leader below HD 4 is 2
        ([PC], [("raider_captain", {"leader": True})], [2, 4], Side.FOES),  # one of HD 4 or more uses the HD row
        ([(PC, {"leader": True, "level": 5})], ["orc"], [2, 1], Side.PARTY),  # nor does a PC leader add a row
        (["raider_captain"], ["goblin"] * 3, [4, 3], Side.PARTY),  # an ally that is no PC counts by Hit Dice
    ],
)
def test_each_creature_counts_by_one_row(party, foes, strength, control):
    match = held_by(party, foes)
    assert zone(match, "front").strength == strength == zone(match, "front").bodies
    assert zone(match, "front").control == control


@pytest.mark.rule("detailed.contributions")
@pytest.mark.parametrize(
    ("party", "foes", "strength"),
    [
        ([led(PC, 16)], ["goblin"], [2 + 2, 1]),
        ([led(PC, 18), led(PC, 13)], ["goblin"], [4 + 3, 1]),  # the highest alone
        ([led(PC, 13), led(PC, 18)], ["goblin"], [4 + 3, 1]),  # whichever stands first
        ([led(PC, 16), led(PC, 16, hp=9)], ["goblin"], [4 + 2, 1]),  # one of two equals
        ([led(PC, 6)], ["goblin"], [2, 1]),  # a negative modifier takes nothing off
        ([(PC, {"abilities": {"cha": 18}})], ["goblin"], [2, 1]),  # who leads nobody adds nothing
        ([led(PC, 13)], [led("orc", 18), led("orc", 16, hp=9)], [2 + 1, 4 + 3]),  # one on each side
    ],
)
def test_the_best_leader_of_each_side_adds_its_charisma(party, foes, strength):
    assert zone(held_by(party, foes), "front").strength == strength


@pytest.mark.rule("detailed.contributions")
def test_a_leader_counts_in_its_own_zone_while_it_is_fit():
    chief = (f"{PC}@back", led(PC, 18, name="Chief")[1])
    match = stage([f"{PC}@front", chief], [("goblin@front", {"count": 3})], dice=[20], **DETAILED)
    assert (zone(match, "front").strength, zone(match, "back").strength) == ([2, 3], [5, 0])
    until_breath_of(match, "chief")
    play(match, "chief: Move front (Breakthrough, Standard)")
    until(match, lambda: where(match, "chief") == "front")  # nobody Interdicts
    assert_all_dice_used(match)
    assert (zone(match, "front").strength, zone(match, "front").control) == ([2 + 2 + 3, 3], Side.PARTY)
    assert zone(match, "back").strength == [0, 0]


@pytest.mark.rule("detailed.contributions")
@pytest.mark.parametrize("effect", ["held", "asleep"])
def test_a_helpless_leader_gives_way_to_the_next(effect):
    match = held_by([led(PC, 18, effects={effect: 3}), led(PC, 13)], ["goblin"])
    assert zone(match, "front").strength == [2 + 1, 1]


@pytest.mark.rule("detailed.contributions")
def test_a_leader_in_hiding_gives_way_to_the_next():
    match = stage([(f"{PC}@flank", led(PC, 18)[1]), (f"{PC}@flank", led(PC, 13)[1])], ["goblin@rear"], **DETAILED)
    assert zone(match, "flank").strength == [4 + 3, 0]
    unit(match, "sword_0").hidden_from = 1 << Side.FOES
    recount(match.battle, match.setup, match.rules)
    assert zone(match, "flank").strength == [2 + 1, 0]


@pytest.mark.rule("detailed.contributions")
@pytest.mark.parametrize(("block", "modules", "strength"), [
    ({"hd": 4}, ["detailed_control", "squads"], 3),  # a Squad has a row of its own: 1 for each member
    ({"hd": 4}, ["squads"], 6),
    ({"hd": 3}, ["squads"], 3),
])  # fmt: skip
def test_a_squad_of_mighty_members_counts_their_heads(block, modules, strength):
    ogres = squad("ogres", "front", 3, led_by="nobody", **block)
    match = stage([f"{PC}@back", ogres], ["goblin@rear"], modules=["zones", *modules])
    assert zone(match, "front").strength == [strength, 0]


@pytest.mark.rule("detailed.melee")
@pytest.mark.parametrize(("modules", "strength"), [(["squads"], 6), (["detailed_control", "squads"], 4)])
def test_a_shield_wall_counts_in_the_melee_under_simple_control_alone(modules, strength):
    captain = ("raider_captain@back", {"leader": True})
    match = stage([captain, squad("spears", "melee", 4)], ["goblin@rear"], modules=["zones", *modules])
    play(match, "captain: Command spears: Shield Wall")
    assert zone(match, "melee").strength == [strength, 0]


@pytest.mark.rule("detailed.contributions")
def test_simple_control_knows_neither_rows_nor_charisma():
    match = held_by([led(PC, 18)], [led("raider_captain", 18)], modules=["zones"])
    assert zone(match, "front").strength == [2, 2]
    assert zone(match, "front").total == 0


@pytest.mark.rule("detailed.melee")
def test_the_melee_compares_base_contributions_only():
    match = held_by([led(PC, 18)], ["raider_captain"], at="melee")
    assert (zone(match, "melee").strength, zone(match, "melee").control) == ([2, 4], Side.FOES)
    outside = held_by([led(PC, 18)], ["raider_captain"])
    assert (zone(outside, "front").strength, zone(outside, "front").control) == ([5, 4], Side.PARTY)


@pytest.mark.rule("detailed.melee")
def test_entering_the_melee_leaves_the_bonus_behind():
    match = stage([(f"{PC}@front", led(PC, 18)[1])], ["goblin@rear"], dice=[20], **DETAILED)
    assert zone(match, "front").strength == [5, 0]
    play(match, "sword: Move melee")
    assert_all_dice_used(match)
    assert where(match, "sword") == "melee"
    assert (zone(match, "melee").strength, zone(match, "front").strength) == ([2, 0], [0, 0])
    assert zone(match, "melee").total == 0


@pytest.mark.rule("detailed.total")
@pytest.mark.parametrize(("foes", "hard", "need"), [(4, False, 10), (5, True, 14), (6, True, 14)])
def test_a_lead_of_five_makes_a_breakthrough_hard(foes, hard, need):
    """Four goblins are twice the fighter's two and would be Hard under Simple Control; a lead of 4 is not total."""
    crowd = [("goblin@far", {"count": foes})]
    match = stage([f"{PC}@front"], crowd, dice=[20], **DETAILED)
    assert zone(match, "far").total == int(hard)
    assert f"Move far (Breakthrough, {'Hard' if hard else 'Standard'})" in legal_words(match)
    events = play(match, "sword: Move far")
    assert [e.need for e in noted(events, Note.DIE)] == [need]
    simple = stage([f"{PC}@front"], crowd)
    assert "Move far (Breakthrough, Hard)" in legal_words(simple)
    assert zone(simple, "far").total == 0


@pytest.mark.rule("detailed.total")
def test_the_two_to_one_rule_is_replaced():
    """Two captains are 8 against 4 and hold the Zone totally when nobody opposes them, one PC inside makes it a lead
    of 6, two a lead of 4."""
    captains = [("raider_captain@far", {"count": 2})]
    totals = []
    for inside in range(3):
        party = [f"{PC}@front", *[(f"{PC}@far", {"hp": 20})] * inside]
        match = stage(party, captains, **DETAILED)
        totals.append((zone(match, "far").strength, zone(match, "far").total))
    assert totals == [([0, 8], 1), ([2, 8], 1), ([4, 8], 0)]


@pytest.mark.rule("detailed.total")
@pytest.mark.number("t32")
def test_a_dragon_alone_has_no_total_control_and_with_a_bonus_of_two_it_has():
    """L620: 4 alone is less than the 5 that Total Control needs; 4 + 2 is enough."""
    alone = stage([f"{PC}@front"], [("ogre@far", DRAGON)], **DETAILED)
    assert (zone(alone, "far").strength, zone(alone, "far").total) == ([0, 4], 0)
    until_breath_of(alone, "sword")
    assert "Move far (Breakthrough, Standard)" in legal_words(alone)
    leading = stage([f"{PC}@front"], [("ogre@far", {**DRAGON, **led("ogre", 16)[1]})], **DETAILED)
    assert (zone(leading, "far").strength, zone(leading, "far").total) == ([0, 6], 1)
    until_breath_of(leading, "sword")
    assert "Move far (Breakthrough, Hard)" in legal_words(leading)


@pytest.mark.rule("holding_stance")
@pytest.mark.number("t32")
def test_a_dragon_in_its_holding_stance_has_total_control():
    """L620: 4 and 2 Vigor's worth of 2 more."""
    match = stage([f"{PC}@front"], [("ogre@far", DRAGON)], **DETAILED)
    until_breath_of(match, "dragon")
    left = unit(match, "dragon").vigor
    match.step("Declare Holding Stance")
    assert left - unit(match, "dragon").vigor == 2
    assert (zone(match, "far").strength, zone(match, "far").total) == ([0, 6], 1)


@pytest.mark.rule("detailed.total")
def test_a_narrow_route_that_is_blocked_is_dire_all_the_same():
    gap = field({"road": "back_line party", "gap": "front_line foes 2"}, "road -- gap")
    match = stage([f"{PC}@road"], [("raider_captain@gap", {"count": 2})], battlefield=gap, **DETAILED)
    assert zone(match, "gap").total == 1
    assert "Move gap (Breakthrough, Dire)" in legal_words(match)


@pytest.mark.rule("detailed.total")
def test_total_control_ends_when_the_lead_shrinks():
    match = stage([f"{PC}@front"], [("goblin@far", {"count": 5, "hp": 1})], dice=[20, 8], rules=NO_MORALE, **DETAILED)
    assert zone(match, "far").total == 1
    match.take_events()
    events = play(match, "sword: Attack goblin_0 with sword", "goblin_0: Pass")
    control = noted(events, Note.CONTROL)
    assert [(e.zone, e.what, e.amount, e.mod, e.total) for e in control] == [
        (match.names.zones.index("far"), Side.FOES, 0, 0, 4)
    ]
    assert line(match, control[0]).plain.strip() == "far is Controlled by the foes (0:4)"
    assert zone(match, "far").total == 0


def test_the_map_tells_strength_and_total_control():
    match = stage([(f"{PC}@front", led(PC, 16)[1])], [("goblin@far", {"count": 6})], **DETAILED)
    shown = zone_map(match, match.compiled.layout).plain
    assert "party 4:0" in shown
    assert "foes 0:6 total" in shown
    told = [line(match, e).plain.strip() for e in noted(match.take_events(), Note.CONTROL)]
    assert "far is under Total Control of the foes (0:6)" in told
