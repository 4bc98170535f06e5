"""The host's spells when they are released: targets, ranges, saves, immunity, friends in the way."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    index,
    is_breath_of,
    noted,
    play,
    stage,
    unit,
    until,
    until_breath_of,
    zone,
)
from wzc_env.warzone.words import Effect, Kind, Life, Mod, Note, Purpose, Reaction, Side, Why

CHAIN = {
    "title": "A long road",
    "zones": {name: {"title": f"Stretch {name}"} for name in ("one", "two", "three", "four", "five")},
    "edges": [{"join": list(pair)} for pair in (("one", "two"), ("two", "three"), ("three", "four"), ("four", "five"))],
}


def why(match, text):
    """Why an action, in words, is refused."""
    return match.why(match.parse(text))


def casting(spell, party, foes, **options):
    """The first of the party has this spell in focus and 10 Vigor; nobody else has any."""
    match = stage(party, foes, **options)
    for i in range(match.setup.units_n):
        match.battle.units[i].vigor = 0
    caster = match.battle.units[0]
    caster.vigor, caster.focus = 10, match.names.unit_spells[0].index(spell)
    until(match, lambda: is_breath_of(match, match.names.labels[0]))
    match.take_events()
    return match


def hit_points(match):
    """Everybody's hit points."""
    return {label: int(match.battle.units[i].hp) for i, label in enumerate(match.names.labels)}


def asleep(match):
    """Who sleeps."""
    return [label for label in match.names.labels if unit(match, label).timers[Effect.ASLEEP] > 0]


@pytest.mark.rule("release")
def test_magic_missile_does_d6_and_1_to_one_enemy_without_a_save():
    match = casting(
        "magic missile", ["magic_user@front", "cleric@front"], [("orc@far", {"hp": 20}), "goblin@far"], dice=[6]
    )
    assert why(match, "Release at cleric") == Why.WRONG_TARGET
    assert why(match, "Release on self") == Why.WRONG_TARGET
    assert why(match, "Release at zone far") == Why.WRONG_TARGET
    events = play(match, "mage: Release at orc")
    assert hit_points(match)["orc"] == 13
    assert hit_points(match)["goblin"] == 3
    assert [(e.amount, e.what) for e in dice_rolled(events)] == [(6, Purpose.SPELL)]
    assert [(e.other, match.names.spells[e.what]) for e in noted(events, Note.RELEASE)] == [
        (index(match, "orc"), "magic missile")
    ]


@pytest.mark.rule("release")
@pytest.mark.rule("range")
@pytest.mark.parametrize(("spell", "reach"), [("magic missile", 3), ("sleep", 3), ("fireball", 3), ("hold person", 3)])
@pytest.mark.parametrize("distance", [0, 1, 2, 3, 4])
def test_spells_reach_the_zones_that_their_range_in_feet_covers(spell, reach, distance):
    caster = "cleric" if spell == "hold person" else "magic_user"
    there = list(CHAIN["zones"])[distance]
    match = casting(spell, [f"{caster}@one"], [f"orc@{there}"], battlefield=CHAIN)
    aim = f"zone {there}" if spell in ("sleep", "fireball") else "orc"
    assert why(match, f"Release at {aim}") == (Why.OK if distance <= reach else Why.SPELL_RANGE)


@pytest.mark.rule("release")
@pytest.mark.rule("range")
@pytest.mark.parametrize(("feet", "reach"), [(10, 0), (11, 1), (30, 1), (31, 2), (120, 2), (121, 3)])
def test_feet_become_edges(feet, reach):
    match = stage(["magic_user@front"], ["orc@far"])
    assert match.compiled.tables.edges(feet) == reach


@pytest.mark.rule("release")
def test_the_fallen_are_no_target():
    match = casting("magic missile", ["magic_user@front"], ["orc@far", "goblin@far"])
    unit(match, "orc").life = Life.DEAD
    assert why(match, "Release at orc") == Why.TARGET_DOWN
    assert why(match, "Release at goblin") == Why.OK


@pytest.mark.rule("release")
def test_cure_light_wounds_heals_an_ally_in_the_zone_up_to_its_maximum():
    party = ["cleric@front", ("sword_fighter@front", {"hp_now": 10}), "spear_fighter@back"]
    match = casting("cure light wounds", party, ["orc@far"], dice=[4])
    assert why(match, "Release at spear") == Why.SPELL_RANGE
    assert why(match, "Release at orc") == Why.WRONG_TARGET
    events = play(match, "cleric: Release at sword")
    assert unit(match, "sword").hp == 15
    assert [(e.total, e.need) for e in noted(events, Note.HEAL)] == [(5, 15)]
    match = casting("cure light wounds", [party[0], ("sword_fighter@front", {"hp_now": 22})], ["orc@far"], dice=[4])
    events = play(match, "cleric: Release at sword")
    assert unit(match, "sword").hp == 24
    assert [(e.total, e.need) for e in noted(events, Note.HEAL)] == [(2, 24)]


@pytest.mark.rule("release")
def test_cure_light_wounds_works_on_the_caster_and_never_on_the_dead():
    match = casting(
        "cure light wounds", [("cleric@front", {"hp_now": 1}), "sword_fighter@front"], ["orc@far"], dice=[6]
    )
    unit(match, "sword").life = Life.DEAD
    assert why(match, "Release at sword") == Why.TARGET_DOWN
    assert why(match, "Release at cleric") == Why.WRONG_TARGET  # oneself has its own word
    play(match, "cleric: Release on self")
    assert unit(match, "cleric").hp == 8
    assert unit(match, "cleric").slots[0] == 1


@pytest.mark.rule("release")
def test_fireball_burns_everyone_in_the_zone_but_the_caster_each_with_its_own_save_for_half():
    party = ["magic_user@front", ("sword_fighter@front", {}), "spear_fighter@back"]
    foes = [("orc@front", {"hp": 90}), ("ogre@front", {"hp": 90}), ("goblin@far", {})]
    dice = [1, 2, 3, 4, 5, 13, 16, 14]  # five dice at caster level 5; saves of sword, orc, ogre
    match = casting("fireball", party, foes, dice=dice)
    before = hit_points(match)
    events = play(match, "mage: Release at front")
    after = hit_points(match)
    assert {who: before[who] - after[who] for who in after} == {
        "mage": 0, "sword": 15, "spear": 0, "orc": 7, "ogre": 7, "goblin": 0,
    }  # fmt: skip
    saves = [(match.names.labels[e.unit], e.need, e.won) for e in dice_rolled(events, Purpose.SAVE)]
    assert saves == [("sword", 14, 0), ("orc", 16, 1), ("ogre", 14, 1)]
    assert_all_dice_used(match)


@pytest.mark.rule("release")
def test_fireball_opens_no_reaction_and_spares_the_fallen():
    match = casting("fireball", ["magic_user@front"], [("orc@far", {"hp": 90}), ("goblin@far", {})], dice=[1] * 5 + [1])
    orc = unit(match, "orc")
    orc.vigor, orc.ready = 9, Reaction.GUARD
    unit(match, "goblin").life = Life.DEAD
    unit(match, "goblin").hp = 0
    events = play(match, "mage: Release at far")
    assert not noted(events, Note.REACT)
    assert [match.names.labels[e.other] for e in noted(events, Note.DAMAGE)] == ["orc"]
    assert orc.ready == Reaction.GUARD


@pytest.mark.rule("release")
def test_a_zone_is_named_only_where_an_enemy_stands():
    match = casting("fireball", ["magic_user@front", "cleric@back"], ["orc@far"])
    assert why(match, "Release at far") == Why.OK
    for other in ("back", "front", "rear", "melee", "flank"):
        assert why(match, f"Release at {other}") == Why.WRONG_TARGET
    assert why(match, "Release at orc") == Why.WRONG_TARGET


@pytest.mark.rule("release")
def test_fireball_may_fell_friend_and_foe_and_each_falls_by_the_hosts_rule():
    foes = [("orc@far", {"count": 2}), "ogre@rear"]
    match = casting(
        "fireball", ["magic_user@front", ("goblin@far", {"morale": 0})], foes, dice=[6] * 5 + [1, 1, 1, 1, 1]
    )
    events = play(match, "mage: Release at far")  # the ogre's morale stands: 1 + 1
    assert [match.names.labels[e.unit] for e in noted(events, Note.DOWN)] == ["goblin", "orc_0", "orc_1"]
    assert_all_dice_used(match)


@pytest.mark.rule("release")
def test_hold_person_holds_one_person_who_fails_a_save_at_2_less():
    match = casting("hold person", ["cleric@front"], ["orc@far", "ogre@far"], dice=[17])
    assert why(match, "Release at ogre") == Why.WRONG_TARGET  # no person
    play(match, "cleric: Release at orc")  # 17 - 2 < 16
    orc = unit(match, "orc")
    assert orc.timers[Effect.HELD] == 540
    match = casting("hold person", ["cleric@front"], ["orc@far", "ogre@far"], dice=[18])
    play(match, "cleric: Release at orc")
    assert unit(match, "orc").timers[Effect.HELD] == 0


@pytest.mark.rule("release")
def test_the_held_lose_vigor_and_readied_reaction_forfeit_and_do_not_count_for_control():
    match = casting("hold person", ["cleric@front"], ["orc@far", "goblin@rear"], dice=[1])
    orc = unit(match, "orc")
    orc.vigor, orc.ready = 7, Reaction.GUARD
    assert zone(match, "far").control == Side.FOES
    events = play(match, "cleric: Release at orc")
    assert (orc.vigor, orc.ready) == (0, Reaction.NONE)
    assert zone(match, "far").control == Side.NOBODY
    assert [(e.other, e.what, e.amount) for e in noted(events, Note.AFFECT)] == [
        (index(match, "orc"), Effect.HELD, 540)
    ]
    asked = []
    while match.battle.turn == 1 or not is_breath_of(match, "cleric"):
        asked.append(match.names.labels[match.decision.unit])
        match.step(
            "Forfeit"
            if match.decision.kind == Kind.BREATH and not match.battle.units[match.battle.who].begun
            else match.legal_actions()[0]
        )
    match.take_events()
    events = until(match, lambda: match.battle.turn == 3)
    forfeits = [match.names.labels[e.unit] for e in noted(events, Note.FORFEIT)]
    assert "orc" in forfeits  # its Vigor came back and it dropped to 0 unasked
    assert "orc" not in asked


@pytest.mark.rule("release")
def test_sleep_takes_enemies_in_the_zone_by_hit_dice_lowest_first_while_the_dice_last():
    foes = [("orc@far", {"hd": 2}), ("goblin@far", {"hd": "1/2", "count": 2}), ("raider_captain@far", {})]
    match = casting("sleep", ["magic_user@front", "cleric@far"], foes, dice=[1, 4])
    events = play(match, "mage: Release at far")  # 5 Hit Dice: 1 + 1 + 2; the 4 of the captain exceed the 1 left
    assert asleep(match) == ["orc", "goblin_0", "goblin_1"]
    assert [match.names.labels[e.other] for e in noted(events, Note.AFFECT)] == ["goblin_0", "goblin_1", "orc"]
    assert [(e.amount, e.roll) for e in dice_rolled(events)] == [(8, 1), (8, 4)]


@pytest.mark.rule("release")
def test_sleep_stops_at_the_first_that_is_too_much_and_skips_the_immune():
    foes = [("ogre@far", {"hd": 5}), ("orc@far", {"hd": 3}), ("goblin@far", {"hd": "4+1"})]
    match = casting("sleep", ["magic_user@front"], foes, dice=[1, 1])
    play(match, "mage: Release at far")  # 2 Hit Dice: not even the 3 of the orc
    assert asleep(match) == []
    match = casting("sleep", ["magic_user@front"], foes, dice=[8, 8])
    play(match, "mage: Release at far")
    assert asleep(match) == ["orc", "goblin"]
    match = casting("sleep", ["magic_user@front"], foes[:1])
    assert why(match, "Release at far") == Why.WRONG_TARGET  # nobody there whom it can touch


@pytest.mark.rule("release")
def test_sleep_takes_a_whole_die_for_creatures_below_1_hit_die():
    match = casting("sleep", ["magic_user@front"], [("goblin@far", {"hd": "1/2", "count": 3})], dice=[1, 1])
    play(match, "mage: Release at far")
    assert asleep(match) == ["goblin_0", "goblin_1"]


@pytest.mark.rule("release")
def test_sleepers_are_not_asked_do_not_react_and_wake_when_hurt():
    party = ["magic_user@front", "sword_fighter@front"]
    match = casting("sleep", party, [("orc@far", {"hp": 90, "ac": 13}), ("goblin@rear", {})], dice=[1, 1])
    play(match, "mage: Release at far", "mage: End", "mage: Forfeit")
    orc = unit(match, "orc")
    assert orc.timers[Effect.ASLEEP] > 540
    until(match, lambda: match.battle.turn == 2)
    orc.ready = Reaction.GUARD
    match.add_dice([4, 1])
    events = play(match, "sword: Attack orc")  # 4 + 4 + 4 for a sleeper + 1 of the Front Line
    (struck,) = dice_rolled(events, Purpose.ATTACK)
    assert (struck.total, struck.won) == (13, 1)
    assert [e.mod for e in noted(events, Note.MOD) if e.what == Mod.HELPLESS] == [4]
    assert [e.what for e in noted(events, Note.EFFECT_END)] == [Effect.ASLEEP]
    assert zone(match, "far").control == Side.FOES
    until_breath_of(match, "orc")


@pytest.mark.rule("release")
def test_a_battle_whose_last_enemies_sleep_is_won():
    match = casting("sleep", ["magic_user@front"], ["orc@far"], dice=[1, 1])
    play(match, "mage: Release at far")
    assert match.over
    assert match.returns() == (1.0, -1.0)
