"""Spells of the host that change how fast, how safe and how sure somebody is; they are data."""

import pytest

from tests.harness import modifiers, noted, play, stage
from tests.rules.fields import NO_MORALE, armour_classes
from wzc_env.warzone.words import Effect, Kind, Mod, Note, Purpose


def caster(spell, dice, foes=("goblin@far",), others=("sword_fighter@front",), host="osr", **changes):
    """A quick magic-user in the party's Front Line, who has released its one spell on itself or where it says."""
    block = {"abilities": {"dex": 18}, "spells": {spell: 1}, **changes}
    match = stage([("magic_user@front", block), *others], list(foes), dice=dice, rules=NO_MORALE, host=host)
    play(match, "mage: Focus", f"mage: Choose {spell}", "mage: Overload")
    return match


def timers(match, effect):
    return {
        match.names.labels[i]: int(match.battle.units[i].timers[effect])
        for i in range(match.setup.units_n)
        if match.battle.units[i].timers[effect]
    }


@pytest.mark.rule("release")
@pytest.mark.rule("haste")
def test_haste_is_for_friends_in_one_zone_the_caster_among_them():
    match = caster("haste", [20], others=["sword_fighter@front", "cleric@back"])
    play(match, "mage: Release at front")
    assert timers(match, Effect.HASTE) == {"mage": 180, "sword": 180}
    match = caster("haste", [20], others=["sword_fighter@back", "cleric@back"], foes=["goblin@front"])
    play(match, "mage: Release at back")
    assert timers(match, Effect.HASTE) == {"sword": 180, "cleric": 180}


@pytest.mark.rule("release")
@pytest.mark.rule("slow")
def test_slow_is_for_enemies_and_each_may_save():
    match = caster("slow", [15, 16, 20], foes=["orc@far", "orc@far", "orc@rear"])
    play(match, "mage: Release at far")
    assert timers(match, Effect.SLOW) == {"orc_0": 180}


@pytest.mark.rule("release")
def test_lightning_spares_friends_and_fire_does_not():
    """RULING ZSP2 for fire; lightning is aimed."""
    for spell, hurt in (("lightning bolt", {"orc"}), ("fireball", {"orc", "sword"})):
        saves = [1] * len(hurt)
        match = caster(spell, [*[2] * 5, *saves, 20], others=["sword_fighter@far"], foes=["orc@far", "goblin@rear"])
        events = play(match, "mage: Release at far")
        told = {match.names.labels[e.other]: e.total for e in noted(events, Note.DAMAGE)}
        assert told == dict.fromkeys(hurt, 10)


@pytest.mark.rule("release")
@pytest.mark.rule("host.contract")
def test_bless_helps_attacks_of_friends():
    match = caster("bless", [20, 2, 2], foes=["ogre@far"])
    play(match, "mage: Release at front", "mage: End Breath")
    events = play(match, "sword: Attack ogre", "ogre: Pass")
    assert modifiers(events) == [{Mod.ATTACK_BONUS: 4, Mod.FRONT_LINE: 1, Mod.BLESS: 1}]
    plain = stage(["sword_fighter@front"], ["ogre@far"], dice=[2])
    assert Mod.BLESS not in modifiers(play(plain, "sword: Attack ogre", "ogre: Pass"))[0]


@pytest.mark.rule("release")
@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(("dice", "stands"), [([4, 5], True), ([4, 6], False)])
def test_bless_helps_morale(dice, stands):
    """The orcs have 8; blessed they stand at 9."""
    blessed = ("orc@far", {"count": 3, "effects": {"blessed": 9}})
    match = stage(["sword_fighter@front"], [blessed], dice=[20, 6, *dice])
    events = play(match, "sword: Attack orc_0")
    if match.decision.kind == Kind.DEFEND:
        events += play(match, "orc_0: Pass")
    ((need, won),) = [(e.need, bool(e.won)) for e in noted(events, Note.CHECK) if e.what == Purpose.MORALE]
    assert (need, won) == (9, stands)


@pytest.mark.rule("release")
@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(("attack", "armour"), [("blade", 15), ("bow", 17)])
def test_shield_is_an_armour_class_of_its_own(attack, armour):
    """15 against melee, 17 against missiles, or one's own where that is better."""
    both = {"gear": [], "attacks": [
        {"name": "blade", "bonus": 0, "rolls": ["1d6"]}, {"name": "bow", "bonus": 0, "range": 90, "rolls": ["1d6"]}
    ]}  # fmt: skip
    for ac, expected in ((10, armour), (19, 19)):
        mage = ("magic_user@front", {"ac": ac, "effects": {"shielded": 9}, "abilities": {"dex": 3}})
        match = stage([mage], [("ogre@far", both)], dice=[2])
        events = play(match, f"ogre: Attack mage with {attack}", "mage: Pass")
        assert armour_classes(events) == [expected]
        match = stage([mage], [("ogre@far", both)], dice=[2])
        events = play(match, f"ogre: Attack mage with {attack}", "mage: Guard")
        assert armour_classes(events) == [expected + 4]  # a Guard comes on top


@pytest.mark.rule("release")
def test_shield_is_for_the_caster_alone():
    match = caster("shield", [20])
    play(match, "mage: Release on self")
    assert timers(match, Effect.SHIELDED) == {"mage": 120}
    match = caster("shield", [20])
    assert match.why(match.parse("Release at sword")) != 0
    assert match.why(match.parse("Release at front")) != 0
