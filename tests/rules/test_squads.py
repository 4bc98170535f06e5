"""Optional Module 2: the Squad as one block of three to six (L443-452)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    legal_words,
    noted,
    play,
    stage,
    unit,
    until,
    until_breath_of,
    vigor,
    zone,
)
from tests.rules.companies import CROSSBOW, MODULES, company, down, members, order, squad
from tests.rules.fields import NO_MORALE, field
from wzc_env.warzone.count import maximum_vigor
from wzc_env.warzone.squads import most_hurt
from wzc_env.warzone.words import Kind, Life, Mod, Note, Purpose, Why

FIGHTER = ("sword_fighter@front", {"hp": 60, "ac": 20})
GOBLINS = ("goblin@rear", {"morale": 0})


@pytest.mark.rule("squad.block")
def test_a_squad_has_no_vigor_and_is_never_selected():
    match = company([GOBLINS], squad())
    assert vigor(match) == {"captain": 10, "spears": 0, "goblin": 9}
    assert maximum_vigor(match.setup, match.rules, 1) == 0
    seen = set()
    while match.battle.turn == 1 and not match.over:
        if match.decision.kind == Kind.BREATH:
            seen.add(match.names.labels[match.decision.unit])
        match.step("Forfeit" if match.decision.kind == Kind.BREATH else "Pass")
    assert seen == {"captain", "goblin"}
    assert vigor(match)["spears"] == 0


@pytest.mark.rule("squad.block")
def test_a_squad_uses_no_reactions():
    """Neither against an attack nor against an entry."""
    match = stage(
        [FIGHTER], [("raider_captain@rear", {"leader": True}), squad("axes", "far", 3)], modules=MODULES, dice=[1, 20]
    )
    play(match, "sword: Attack axes with sword")  # a miss, and nobody is asked
    assert match.decision.kind == Kind.BREATH
    play(match, "sword: Move far")  # the Breakthrough succeeds, nobody is asked
    assert match.names.zones[unit(match, "sword").zone] == "far"
    assert_all_dice_used(match)


@pytest.mark.rule("squad.block")
def test_damage_falls_on_the_front_member_and_the_excess_is_lost():
    match = stage(
        [FIGHTER], [("raider_captain@rear", {"leader": True}), squad("axes", "far", 3)],
        modules=MODULES, dice=[18, 1, 19, 8], rules=NO_MORALE,
    )  # fmt: skip
    assert members(match, "axes") == [4, 4, 4]
    events = play(match, "sword: Attack axes with sword")  # 1 + 2
    assert members(match, "axes") == [1, 4, 4]
    assert [(e.amount, e.total, e.need) for e in noted(events, Note.DAMAGE)] == [(1, 3, 1)]
    events = play(match, "sword: Attack axes with sword")  # 8 + 2 against 1 hit point
    assert members(match, "axes") == [4, 4]
    assert down(events) == [2]
    assert unit(match, "axes").life == Life.UP
    assert_all_dice_used(match)


@pytest.mark.rule("squad.block")
def test_each_roll_of_a_routine_takes_the_member_in_front():
    """RULING SQF1: the Squad is the target until nobody is left, and then it is dead as a whole."""
    claws = [{"name": "claws", "bonus": 9, "rolls": ["1d4+9", "1d4+9", "1d4+9", "1d4+9"]}]
    match = stage(
        [("ogre@front", {"gear": [], "attacks": claws})],
        [("goblin@rear", {"leader": True}), squad("axes", "far", 3, morale=0)], modules=MODULES,
        dice=[10, 1] * 3, rules=NO_MORALE,
    )  # fmt: skip
    events = play(match, "ogre: Attack axes")
    assert down(events) == [2, 1, 0]
    assert (unit(match, "axes").life, unit(match, "axes").hp) == (Life.DEAD, 0)
    assert [e.unit for e in noted(events, Note.DOWN)] == [2]
    assert_all_dice_used(match)  # the fourth roll is lost


def bodies(match, name):
    return list(zone(match, name).bodies)


@pytest.mark.rule("squad.block")
def test_a_squad_counts_its_members_for_control():
    match = company([("goblin@far", {"count": 3}), GOBLINS], squad("spears", "front", 3), rules=NO_MORALE)
    assert bodies(match, "front") == [3, 0]
    assert zone(match, "front").occupants == [3, 0]


@pytest.mark.number("t33")
@pytest.mark.rule("squad.block")
@pytest.mark.parametrize(("count", "wall"), [(3, 5), (4, 6), (5, 8), (6, 9)])
def test_a_shield_wall_counts_half_as_much_again(count, wall):
    """L452; and its AC is 1 better (RULING WAL1: chosen)."""
    match = company([("ogre@far", {"morale": 0})], squad("spears", "front", count), rules=NO_MORALE, dice=[1])
    order(match, "spears", "Shield Wall")
    assert list(zone(match, "front").strength) == [wall, 0]
    assert zone(match, "front").occupants == [count, 0]  # it takes up no more room
    until_breath_of(match, "ogre")
    events = play(match, "ogre: Attack spears")
    assert [e.need for e in dice_rolled(events, Purpose.ATTACK)] == [14]
    assert [(e.what, e.mod) for e in noted(events, Note.MOD) if e.unit == 1] == [(Mod.SHIELD_WALL, 1)]


NARROW = field(
    {"back": "back_line party", "front": "front_line party", "far": "front_line foes 4", "rear": "back_line foes"},
    "back -- front", "front == far", "far -- rear",
)  # fmt: skip


@pytest.mark.rule("squad.block")
@pytest.mark.rule("capacity")
@pytest.mark.parametrize(
    ("inside", "count", "open_"),
    [(1, 3, True), (1, 4, False), (2, 3, False), (0, 5, False), (4, 4, True), (4, 5, False)],
)
def test_every_member_needs_room_under_a_capacity(inside, count, open_):
    """RULING X5: all of them or none; into a Zone that the enemy fills only by a Dire Breakthrough."""
    there = [("goblin@far", {"count": inside, "morale": 0})] if inside else []
    match = company([*there, GOBLINS], squad("spears", "front", count), battlefield=NARROW, dice=None)
    play(match, "captain: Command spears")
    match.step("Choose Advance")
    options = legal_words(match)
    if len(options) == 1 or match.decision.kind != Kind.CHOOSE:  # back was the only Zone
        assert not open_
    else:
        assert options == ["Choose back", "Choose far"]
        assert open_


@pytest.mark.rule("squad.block")
@pytest.mark.rule("grapple")
@pytest.mark.rule("shove")
def test_nobody_in_a_squad_is_seized_or_shoved():
    """RULING X16."""
    match = stage([FIGHTER], [("goblin@rear", {"leader": True}), squad("axes", "far", 3)], modules=MODULES, dice=[])
    for deed in ("Grapple axes", "Shove axes"):
        assert match.why(match.parse(deed)) == Why.IN_A_SQUAD
    assert "Attack axes with sword" in legal_words(match)


def caster(spell, **extra):
    """A magic-user with one spell ready to be released in its first Breath, by Overload."""
    return ("magic_user@front", {"level": 9, "spells": {spell: 1}, "hp": 40, **extra})


def cast(match, spell, aim):
    play(match, "mage: Overload", "mage: Focus")
    if match.decision.kind == Kind.CHOOSE:
        match.step(f"Choose {spell}")
    return play(match, f"mage: Release at {aim}")


@pytest.mark.rule("squad.block")
def test_a_spell_on_a_zone_reaches_every_member_with_a_save_of_its_own():
    match = stage(
        [caster("fireball")], [("goblin@rear", {"leader": True}), squad("axes", "far", 3, hp=20)],
        modules=MODULES, dice=[1] * 9 + [20, 1, 20], rules=NO_MORALE,
    )  # fmt: skip
    events = cast(match, "fireball", "far")
    assert [e.won for e in dice_rolled(events, Purpose.SAVE)] == [1, 0, 1]
    assert members(match, "axes") == [16, 11, 16]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.block")
def test_sleep_takes_members_by_hit_dice_and_they_are_out_of_it():
    """RULING SQH1: they count as lost, for Control and for the morale of the Squad."""
    match = stage(
        [caster("sleep")], [("goblin@rear", {"leader": True}), squad("axes", "far", 5, morale=0)],
        modules=MODULES, dice=[1, 2, 20], rules=NO_MORALE,
    )  # fmt: skip
    events = cast(match, "sleep", "far")
    assert down(events) == [4, 3, 2]
    assert members(match, "axes") == [4, 4]
    assert bodies(match, "far") == [0, 2]
    assert unit(match, "axes").life == Life.UP


@pytest.mark.rule("squad.block")
def test_healing_goes_to_the_most_hurt_and_brings_nobody_back():
    healer = ("cleric@front", {"level": 5, "leader": True, "hp": 40})
    match = stage(
        [healer, squad("spears", "front", 3)], [("ogre@far", {"morale": 0, "hp": 40})], modules=MODULES,
        dice=None, seed=1, rules=NO_MORALE,
    )  # fmt: skip
    hp = match.battle.squads[0].hp
    hp[0], hp[1], hp[2] = 0, 3, 1
    unit(match, "spears").hp = 4
    until_breath_of(match, "cleric")
    play(match, "cleric: Overload", "cleric: Focus")
    while match.decision.kind == Kind.CHOOSE:
        match.step("Choose cure light wounds")
    play(match, "cleric: Release at spears")
    assert match.battle.squads[0].hp[:3] == [0, 3, 4]
    assert unit(match, "spears").hp == 7
    hp[1], hp[2], unit(match, "spears").hp = 2, 2, 4
    assert most_hurt(match.battle, match.setup, 1) == 1  # the first of equals


@pytest.mark.rule("squad.block")
def test_members_count_as_losses_of_their_side_and_the_squad_rolls_for_itself():
    """RULING MOR2: the first member down is the side's first loss; the goblins roll, the Squad rolls, each once."""
    match = stage(
        [FIGHTER], [("goblin@rear", {"leader": True, "count": 2, "morale": 7, "name": "goblin"}),
                    ("goblin@rear", {"leader": False}), squad("axes", "far", 4, led_by="nobody")],
        modules=MODULES, dice=[19, 8, 1, 1, 6, 6],
    )  # fmt: skip
    events = play(match, "sword: Attack axes with sword")
    tests = [(match.names.labels[e.unit], e.need, e.won) for e in noted(events, Note.CHECK)]
    assert tests == [("goblin_0", 7, 1), ("axes", 8, 0)]
    assert unit(match, "axes").fleeing == 1
    assert unit(match, "goblin_0").fleeing == 0
    assert_all_dice_used(match)


@pytest.mark.rule("squad.block")
@pytest.mark.rule("melee.friendly_fire")
def test_a_stray_shot_may_hit_any_member_in_the_melee():
    """RULING STR1: the archer's side has a goblin and three orcs there."""
    archer = ("raider_archer@front", {"hp": 20})
    match = stage(
        [archer, ("goblin@melee", {"leader": True}), squad("spears", "melee", 3)], [("ogre@melee", {"morale": 0})],
        modules=MODULES, dice=[2, 1, 4, 3], rules=NO_MORALE,
    )  # fmt: skip
    until_breath_of(match, "archer")
    events = play(match, "archer: Attack ogre with bow")
    events += play(match, "ogre: Pass") if match.decision.kind == Kind.DEFEND else []
    assert [e.amount for e in dice_rolled(events, Purpose.STRAY_TARGET)] == [4]
    assert members(match, "spears") == [1, 4, 4]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.block")
@pytest.mark.rule("lull.maintenance")
def test_a_squad_reloads_all_its_weapons_with_one_choice():
    match = company(
        [("ogre@far", {"morale": 0, "ac": 30})], squad("bolts", "front", 4, gear=CROSSBOW), dice=[5], rules=NO_MORALE
    )
    order(match, "bolts", "Volley", "ogre")
    assert unit(match, "bolts").unloaded == 1
    assert match.why(match.parse("Command bolts")) == Why.OK
    while match.decision.kind != Kind.LULL:
        match.step("Forfeit" if not unit(match, match.names.labels[match.decision.unit]).begun else "End Breath")
    assert match.names.labels[match.decision.unit] == "bolts"
    assert legal_words(match) == ["Pass", "Reload", "Change gear"]
    assert match.why(match.parse("First aid")) == Why.SQUADS_DO_NOT
    events = play(match, "bolts: Reload")
    assert [e.unit for e in noted(events, Note.RELOAD)] == [1]
    assert unit(match, "bolts").unloaded == 0


@pytest.mark.rule("squad.block")
@pytest.mark.rule("lull.maintenance")
def test_a_squad_with_two_empty_weapons_reloads_both():
    """L277: the weapons of all its members, where a single creature reloads one."""
    two = [{"name": "kit", "attacks": [CROSSBOW[0]["attacks"][0], {**CROSSBOW[0]["attacks"][0], "name": "pistol"}]}]
    match = company([("ogre@rear", {"morale": 0})], squad("bolts", "back", 4, gear=two), dice=[], rules=NO_MORALE)
    unit(match, "bolts").unloaded = 3
    until(match, lambda: match.decision.kind == Kind.LULL)
    play(match, "bolts: Reload")
    assert unit(match, "bolts").unloaded == 0
    assert unit(match, "bolts").unloaded == 0


@pytest.mark.rule("squad.block")
def test_one_spell_on_the_fullest_zone_is_told_whole():
    """Twenty-two creatures and six Squads of six in one Zone: the record of events holds what befalls them all."""
    mage = ("magic_user@front", {"level": 36, "spells": {"fireball": 1}, "hp": 40})
    many = [("orc@far", {"count": 22, "hp": 4, "morale": 2}), ("goblin@rear", {"leader": True, "morale": 0})]
    squads = [squad(name, "far", 6, morale=2) for name in ("a", "b", "c", "d", "e", "f")]
    match = stage([mage], [*many, *squads], modules=(*MODULES, "detailed_control"), seed=3)
    until_breath_of(match, "mage")
    events = cast(match, "fireball", "far")
    assert len(noted(events, Note.MEMBER_DOWN)) == 36
    assert len(dice_rolled(events, Purpose.SAVE)) == 22 + 36
