"""Who of a mob shares a Breath at all, and what each member keeps to itself (L148-152)."""

import pytest

from tests.harness import is_breath_of, modifiers, noted, play, stage, unit, until, vigor, where, zone
from tests.rules.fields import NO_MORALE, paid
from tests.rules.fork import FORK
from tests.rules.night import night
from tests.rules.packs import attack, band, company, mob, names, selections
from wzc_env.warzone.words import Kind, Life, Mod, Note, SelectedBy, Side


@pytest.mark.rule("mob.activation")
def test_without_a_mob_everybody_acts_alone():
    match = band(foes=[("wolf@far", {"count": 3})])
    assert company(match) == ["wolf_0"]
    assert noted(match.take_events(), Note.SELECT)[0].what == SelectedBy.TIE_ORDER


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("count.ties")
def test_a_mob_has_no_tie_among_its_own():
    match = band()
    (event,) = noted(match.take_events(), Note.SELECT)
    assert (event.unit, event.amount, event.what) == (1, 3, SelectedBy.MOST_VIGOR)


@pytest.mark.rule("mob.activation")
@pytest.mark.parametrize(
    ("second", "together"),
    [
        ({}, True),
        ({"hp_now": 1}, True),  # hit points are each one's own
        ({"effects": {"haste": 2}}, False),
        ({"effects": {"slow": 2}}, False),
        ({"effects": {"held": 2}}, False),
        ({"effects": {"blessed": 2}}, True),
    ],
)
def test_they_must_be_alike_and_as_free_to_act(second, together):
    """RULING Q1."""
    match = band(foes=[mob(count=1), mob(count=1, **second)])
    assert company(match) == (["wolf_0", "wolf_1"] if together else ["wolf_0"])


@pytest.mark.rule("mob.activation")
def test_they_are_of_one_kind():
    """RULING Q1: same stats. A scenario refuses another mob; so does the Count."""
    match = band(foes=["wolf@far", "goblin@far"])
    for n in (1, 2):
        match.setup.sheets[n].mob = 1
    until(match, lambda: match.battle.turn == 2 and is_breath_of(match, "wolf"))
    assert company(match) == ["wolf"]


@pytest.mark.rule("mob.activation")
def test_they_must_stand_in_one_zone_at_one_vigor_and_limit():
    for field, value in (("zone", 3), ("vigor", 8), ("limit", 3)):
        match = band()
        play(match, "wolf_0: Forfeit")
        setattr(unit(match, "wolf_1"), field, value)
        for n in (0, 2):
            unit(match, f"wolf_{n}").vigor = 9
        unit(match, "wolf_1").vigor = value if field == "vigor" else 9
        play(match, "sword: Forfeit")
        assert company(match) == ["wolf_0", "wolf_2"]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("grapple")
def test_whoever_is_held_fast_acts_for_itself():
    match = band([20], party=[("sword_fighter@front", {"hp": 90})])
    play(match, "sword: Grapple wolf_1", "sword: Ready Guard", "sword: End Breath")  # 8 left
    assert company(match) == ["wolf_0", "wolf_2"]
    play(match, "wolf_0: Ready Guard", "wolf_0: End Breath")
    assert company(match) == ["wolf_1"]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("count.order")
def test_two_mobs_of_one_kind_act_apart():
    """L610: a pack split into two groups."""
    match = band(foes=[mob(count=2), mob(count=2, mob="other")])
    assert company(match) == ["wolf_0", "wolf_1"]
    play(match, "wolf_0: Ready Guard", "wolf_0: End Breath")
    assert company(match) == ["wolf_2", "wolf_3"]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("pincer.forms")
def test_two_mobs_close_a_pincer():
    match = stage(
        [("sword_fighter@road", {"hp": 90, "ac": 20, "abilities": {"dex": 3}})],
        [mob(place="hill", count=2), mob(place="wood", count=2, mob="other")],
        battlefield=FORK, dice=[2] * 6, rules=NO_MORALE,
    )  # fmt: skip
    attack(match, "wolf_0", "sword")
    assert zone(match, "road").arms[Side.FOES] == 0
    play(match, "wolf_0: End Breath")
    events = attack(match, "wolf_2", "sword")
    assert [found.get(Mod.PINCER, 0) for found in modifiers(events)] == [0, 2]  # RULING P3: not the one that closes it
    assert zone(match, "road").arms[Side.FOES] == 0b11


@pytest.mark.rule("mob.activation")
def test_the_last_of_a_mob_is_nobodys_mob():
    match = band(foes=[mob(count=2)])
    unit(match, "wolf_1").life = Life.DEAD
    until(match, lambda: match.battle.turn == 2)
    assert company(match) == ["wolf_0"]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("shove")
def test_a_second_argument_is_each_ones_own():
    """Where to shove somebody; the second finds its target gone and splits."""
    match = band([20, 20], foes=[mob(count=2)])
    events = play(match, "wolf_0: Shove sword")
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.CHOOSE, "wolf_0")
    events += play(match, "wolf_0: Choose far")
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.CHOOSE, "wolf_1")
    events += play(match, "wolf_1: Choose front")
    assert where(match, "sword") == "front"
    assert paid(events) == [2, 2]
    assert company(match) == ["wolf_0", "wolf_1"]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("ambush")
def test_each_hides_on_its_own_dice_and_they_go_on_together():
    """RULING MOB1."""
    sneak = mob("goblin", "alley", stealth=50, mob="gang")
    match = night([("sword_fighter@square", {"hp": 90, "ac": 20, "abilities": {"dex": 3}})], [sneak], [1, 99, 2])
    events = play(match, "goblin_0: Hide")
    assert names(match, events, Note.HIDDEN) == ["goblin_0", "goblin_2"]
    assert company(match) == ["goblin_0", "goblin_1", "goblin_2"]
    events = play(match, "goblin_0: Move pit")
    assert names(match, events, Note.SEEN) == []
    assert company(match) == ["goblin_0", "goblin_1", "goblin_2"]
    events = play(match, "goblin_0: End Breath")
    assert names(match, events, Note.SEEN) == ["goblin_0", "goblin_2"]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("perfect_ambush")
def test_the_quarry_of_one_may_not_react_to_the_others():
    """RULING X2: in that Breath, which is theirs together; whom a member falls upon is its own choice."""
    moles = mob("burrower", "sky", count=2, hd=2, tags=["off_map_access", "scrapper"])
    slow = {"hp": 90, "ac": 20, "abilities": {"dex": 3}}
    party = [("sword_fighter@camp", slow), ("spear_fighter@camp", slow)]
    match = night(party, [moles], [2, 2])
    play(match, "burrower_0: Move camp", "burrower_0: Choose sword")
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.INTERDICT, "spear")
    play(match, "spear: Pass", "burrower_1: Choose nobody")
    assert match.names.labels[match.decision.unit] == "spear"  # again: the sword fighter is nobody's reactor
    play(match, "spear: Pass")
    events = play(match, "burrower_0: Attack sword")
    assert [Mod.PERFECT_AMBUSH in found for found in modifiers(events)] == [True, False]
    assert (match.decision.kind, company(match)) == (Kind.BREATH, ["burrower_0", "burrower_1"])


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("reaction.limits")
def test_each_target_answers_each_member():
    # 9 Vigor, and a PC goes first
    match = band([2] * 3, party=[("sword_fighter@front", {"hp": 90, "ac": 20, "abilities": {"dex": 6}})])
    play(match, "sword: Ready Guard", "sword: End Breath")  # 8
    play(match, "wolf_0: Attack sword", "sword: Guard", "sword: Guard", "sword: Guard")
    assert vigor(match)["sword"] == 8 - 2 - 2


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("lull.maintenance")
def test_in_the_lull_each_maintains_alone():
    match = band(foes=[mob("orc", hp=5)], rules={})
    until(match, lambda: match.decision.kind == Kind.LULL)
    asked = []
    while match.decision.kind == Kind.LULL:
        asked.append(match.names.labels[match.decision.unit])
        match.step("Pass")
    assert asked == ["orc_0", "orc_1", "orc_2"]


@pytest.mark.rule("mob.activation")
def test_who_took_flight_in_the_middle_repeats_no_attack():
    """RULING FLE2: the riposte that fells the leader breaks the others, who have not struck yet."""
    match = stage(
        [("sword_fighter@front", {"hp": 90, "ac": 20, "abilities": {"dex": 3}})],
        [mob(hp_now=1, morale=2), ("ogre@rear", {"morale": 0})],
        dice=[2, 20, 8, 6, 6],
    )
    until(match, lambda: is_breath_of(match, "wolf_0"))
    events = play(match, "wolf_0: Attack sword", "sword: Parry & Riposte")
    assert names(match, events, Note.DOWN) == ["wolf_0"]
    assert names(match, events, Note.FLEE) == ["wolf_1", "wolf_2"]
    assert names(match, events, Note.ATTACK) == ["wolf_0"]
    # they flee as a mob: a Move to the Back Line and away, for 2 + 3 of their 9
    assert selections(match, events)[0] == ("wolf_1", 2, 9)
    assert names(match, events, Note.LEFT) == ["wolf_1", "wolf_2"]
