"""Optional Module 2: Command, its price and its orders (L454-468)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    legal_words,
    modifiers,
    noted,
    play,
    unit,
    until,
    until_breath_of,
    where,
    zone,
)
from tests.rules.companies import (
    CAPTAIN,
    CROSSBOW,
    OGRE,
    SPEAR,
    block,
    company,
    down,
    members,
    order,
    squad,
)
from tests.rules.fields import BRIDGE, NO_MORALE, armour_classes, checks, field, paid
from wzc_env.warzone.movement import place
from wzc_env.warzone.words import Edge, Kind, Mod, Note, Order, Purpose, Reaction, Verb, Why

PC = ("sword_fighter@back", {"name": "captain", "leader": True})


def leader(place: str = "back", **changes):
    return f"raider_captain@{place}", {"leader": True, "morale": 0, **changes}


def pc(**abilities: int):
    return "sword_fighter@back", {"name": "captain", "leader": True, "abilities": abilities}


@pytest.mark.rule("squad.command")
@pytest.mark.number("t35")
@pytest.mark.parametrize(
    ("who", "price"),
    [
        (pc(), 2), (pc(cha=15, int=15), 2), (pc(cha=16), 1), (pc(int=16), 1), (pc(cha=18, int=3), 1),
        (leader(), 1), (leader(hd=3), 2), (leader(hd="3+1"), 2), (leader(hd=9), 1),
        (leader(hd=3, abilities={"int": 18, "cha": 18}), 2),
    ],
)  # fmt: skip
def test_the_price_of_a_command(who, price):
    """L458-460: 2; a player character of INT or CHA +2, and a monster leader of HD 4, pay 1."""
    match = company([OGRE], squad(), leader=who)
    until_breath_of(match, "captain")
    match.take_events()
    assert paid(order(match, "spears", "Shield Wall")) == [price]


@pytest.mark.rule("squad.command")
@pytest.mark.rule("haste")
@pytest.mark.rule("slow")
@pytest.mark.parametrize(("effect", "hd", "price"), [("haste", 3, 1), ("haste", 4, 1), ("slow", 4, 2), ("slow", 3, 4)])
def test_speed_changes_the_price(effect, hd, price):
    match = company([OGRE], squad(), leader=leader(hd=hd, effects={effect: "battle"}))
    until_breath_of(match, "captain")
    match.take_events()
    assert paid(order(match, "spears", "Shield Wall")) == [price]


@pytest.mark.rule("squad.command")
def test_several_commands_fit_one_breath_and_one_squad():
    """L468: as long as the total fits the limit; the Squad itself pays nothing."""
    match = company([OGRE], squad(), squad("second", "back", 3), dice=[])
    for what, whom in (("Shield Wall", "spears"), ("Fall Back", "spears"), ("Shield Wall", "second")):
        order(match, whom, what)
    order(match, "spears", "Shield Wall")
    assert where(match, "spears") == "back"
    assert (unit(match, "captain").paid, unit(match, "spears").vigor) == (4, 0)
    order(match, "second", "Advance", "front")
    assert match.why(match.parse("Command second")) == Why.BREATH_LIMIT


@pytest.mark.rule("squad.command")
def test_only_its_leader_commands_a_squad():
    """RULING LDR1; a creature that is no leader commands none."""
    other = ("orc@back", {"leader": True, "name": "other"})
    match = company(
        [OGRE], squad(led_by="captain"), other, squad("second", "back", 3, led_by="other"), ("goblin@back", {}), dice=[]
    )
    assert match.why(match.parse("Command second")) == Why.NOT_ITS_LEADER
    assert match.why(match.parse("Command ogre")) == Why.NO_SQUAD
    until_breath_of(match, "other")
    assert match.why(match.parse("Command spears")) == Why.NOT_ITS_LEADER
    assert match.why(match.parse("Command second")) == Why.OK
    until_breath_of(match, "goblin")
    assert match.why(match.parse("Command second")) == Why.NOT_ITS_LEADER


@pytest.mark.rule("squad.command")
def test_a_leader_off_the_map_commands_nobody():
    """RULING Q6."""
    match = company([OGRE], squad(), dice=[])
    trait = zone(match, "back").traits
    zone(match, "back").traits = 64
    assert match.why(match.parse("Command spears")) == Why.OFF_MAP_LEADER
    zone(match, "back").traits = trait
    assert match.why(match.parse("Command spears")) == Why.OK


@pytest.mark.rule("squad.command")
def test_a_leader_commands_from_anywhere_on_the_map():
    match = company([OGRE], squad("spears", "flank"), leader=leader("rear"), dice=[])
    until_breath_of(match, "captain")
    order(match, "spears", "Shield Wall")
    assert block(match, "spears").wall == 1


@pytest.mark.rule("squad.command")
@pytest.mark.rule("breakthrough")
def test_a_squad_breaks_through_as_one_and_pays_nothing_for_it():
    """L466: one check; four bodies against three are no two to one."""
    match = company([("goblin@far", {"count": 5})], squad("spears", "front", 4), dice=[10], rules=NO_MORALE)
    events = order(match, "spears", "Advance", "far")
    assert paid(events) == [1]
    assert checks(events) == [(Purpose.BREAKTHROUGH, 10, True)]
    assert where(match, "spears") == "far"
    assert [(e.unit, e.zone) for e in noted(events, Note.MOVE)] == [(1, 2)]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
def test_a_squad_that_fails_does_not_enter_and_is_not_exposed():
    """RULING Q3."""
    match = company([("goblin@far", {"count": 8})], squad("spears", "front", 4), dice=[13], rules=NO_MORALE)
    events = order(match, "spears", "Advance", "far")
    assert checks(events) == [(Purpose.BREAKTHROUGH, 14, False)]  # 8 to 4: Hard
    assert (where(match, "spears"), unit(match, "spears").exposed) == ("front", 0)
    assert noted(events, Note.EXPOSED) == []


@pytest.mark.rule("squad.command")
@pytest.mark.rule("melee.enter")
def test_the_melee_asks_its_own_check_of_the_squad():
    """Chain and a failed Standard check: not entered, not Exposed."""
    match = company([OGRE], squad("spears", "front", 4, armour="chain", morale=0), dice=[9])
    events = order(match, "spears", "Into the Melee", "melee")
    assert checks(events) == [(Purpose.ENTER_MELEE, 10, False)]
    assert (where(match, "spears"), unit(match, "spears").exposed) == ("front", 0)


@pytest.mark.rule("squad.command")
def test_a_command_covers_every_surcharge_but_no_check():
    """RULING M19: the gate's Vigor is not paid; the riverbed and the courtyard ask for theirs as ever."""
    bridge = {"battlefield": BRIDGE, "leader": leader("road")}
    match = company([("ogre@riverbed", {"morale": 0})], squad("spears", "bridge", 3), dice=[], **bridge)
    events = order(match, "spears", "Advance", "gate")
    assert (paid(events), where(match, "spears")) == ([1], "gate")
    match = company([("ogre@riverbed", {"morale": 0})], squad("spears", "courtyard", 3), dice=[9], **bridge)
    events = order(match, "spears", "Advance", "gate")
    assert (checks(events), where(match, "spears")) == ([(Purpose.GATE, 10, False)], "courtyard")


@pytest.mark.rule("squad.command")
@pytest.mark.rule("interdict")
def test_an_interdict_stops_the_whole_squad_and_wounds_one():
    """RULING Q4."""
    guard = ("ogre@far", {"morale": 0, "gear": [{"name": "club", "attacks": [
        {"name": "club", "bonus": 3, "rolls": ["1d6"]}]}], "attacks": []})  # fmt: skip
    match = company([guard], squad("spears", "front", 3), dice=[15, 14, 3], leader=leader(hd=9), rules=NO_MORALE)
    play(match, "captain: Command spears")
    match.step("Choose Advance")
    match.step("Choose far")
    assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.INTERDICT, "ogre")
    events = play(match, "ogre: Interdict")
    assert [e.unit for e in noted(events, Note.STOPPED)] == [1]
    assert (where(match, "spears"), members(match, "spears")) == ("front", [1, 4, 4])
    assert match.decision.kind == Kind.BREATH
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
def test_every_member_makes_one_routine():
    match = company([OGRE], squad("spears", "front", 3), dice=[2, 15, 4, 15, 6], rules=NO_MORALE)
    events = order(match, "spears", "Attack", "ogre")
    assert [e.roll for e in dice_rolled(events, Purpose.ATTACK)] == [2, 15, 15]
    assert unit(match, "ogre").hp == 50
    assert paid(events) == [1]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
@pytest.mark.rule("flurry")
def test_flurry_grows_with_each_attack_order():
    """RULING Q5: one penalty for the whole order."""
    match = company([OGRE], squad("spears", "front", 3), dice=[2] * 6, rules=NO_MORALE)
    order(match, "spears", "Attack", "ogre")
    events = order(match, "spears", "Attack", "ogre")
    assert [found.get(Mod.FLURRY) for found in modifiers(events)] == [-2, -2, -2]
    assert unit(match, "spears").attacks == 2
    assert unit(match, "captain").attacks == 0


@pytest.mark.rule("squad.command")
def test_members_turn_to_the_next_foe_in_reach():
    """RULING X13: the nearest, the first in roster order; the rest of a routine is lost."""
    twice = [{"name": "blades", "attacks": [{"name": "blade", "bonus": 9, "rolls": ["1d4+6", "1d4"]}]}]
    weak = {"hp": 5, "morale": 0}
    match = company(
        [("goblin@far", {**weak, "count": 2}), OGRE], squad("spears", "front", 4, gear=twice),
        dice=[10, 1, 10, 1, 10, 4, 10, 1, 10, 4, 10, 1], rules=NO_MORALE,
    )  # fmt: skip
    events = order(match, "spears", "Attack", "goblin_0")
    assert [match.names.labels[e.other] for e in noted(events, Note.TURN)] == ["goblin_1", "ogre"]
    assert [match.names.labels[e.unit] for e in noted(events, Note.DOWN)] == ["goblin_0", "goblin_1"]
    assert unit(match, "ogre").hp == 60 - 10 - 1 - 10 - 1
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
@pytest.mark.rule("guard")
def test_each_roll_of_an_order_is_a_window_of_its_own():
    match = company([OGRE], squad("spears", "front", 3), dice=[12, 12, 1, 1], rules=NO_MORALE)
    play(match, "captain: Command spears")
    match.step("Choose Attack")
    asked = []
    events = []
    for answer in ("Guard", "Pass", "Pass"):
        asked.append((match.names.labels[match.decision.unit], match.decision.kind))
        match.step(answer)
        events += match.take_events()
    assert asked == [("ogre", Kind.DEFEND)] * 3
    assert armour_classes(events) == [16, 12, 12]
    assert unit(match, "ogre").vigor == 8
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
@pytest.mark.rule("parry_riposte")
def test_a_riposte_wounds_the_member_in_front():
    match = company([OGRE], squad("spears", "front", 3), dice=[2, 15, 9, 2, 2], rules=NO_MORALE)
    play(match, "captain: Command spears")
    match.step("Choose Attack")
    match.step("Parry & Riposte")
    events = match.take_events()
    assert down(events) == [2]
    match.step("Pass")
    match.step("Pass")
    assert match.decision.kind == Kind.BREATH  # two were left to strike
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
@pytest.mark.rule("parry_riposte")
def test_the_routine_of_a_member_that_falls_is_lost():
    """The first of two rolls is parried, the riposte fells the member that made it."""
    twice = [{"name": "blades", "attacks": [{"name": "blade", "bonus": 1, "rolls": ["1d4", "1d4"]}]}]
    match = company([OGRE], squad("spears", "front", 3, gear=twice), dice=[2, 15, 9, 2, 2, 2, 2], rules=NO_MORALE)
    play(match, "captain: Command spears")
    match.step("Choose Attack")
    match.step("Parry & Riposte")
    events = match.take_events()
    while match.decision.kind == Kind.DEFEND:
        match.step("Pass")
        events += match.take_events()
    assert len(dice_rolled(events, Purpose.ATTACK)) == 5
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
@pytest.mark.parametrize("what", ["Advance", "Attack", "Volley", "Into the Melee", "Fall Back"])
def test_any_other_order_opens_the_shield_wall(what):
    both = [{"name": "kit", "attacks": [SPEAR[0]["attacks"][0], {**CROSSBOW[0]["attacks"][0], "reload": False}]}]
    match = company([("goblin@far", {"hp": 90, "morale": 0})], squad("spears", "front", 3, gear=both, morale=0),
                    dice=[1] * 3, seed=1, rules=NO_MORALE)  # fmt: skip
    order(match, "spears", "Shield Wall")
    assert list(zone(match, "front").strength) == [5, 0]
    aim = {"Advance": "back", "Into the Melee": "melee", "Attack": "goblin", "Volley": "goblin"}.get(what)
    if what == "Into the Melee":
        match.add_dice([20])
    events = order(match, "spears", what, aim)
    assert [e.what for e in noted(events, Note.WALL)] == [0]
    assert block(match, "spears").wall == 0


@pytest.mark.rule("squad.command")
def test_a_squad_in_a_shield_wall_is_not_told_to_form_one():
    match = company([OGRE], squad("spears", "front", 4), dice=[], rules=NO_MORALE)
    order(match, "spears", "Shield Wall")
    play(match, "captain: Command spears")
    assert "Choose Shield Wall" not in legal_words(match)


@pytest.mark.rule("squad.command")
def test_a_shield_wall_breaks_in_fear():
    """A Squad saves as one against a mighty creature (RULING AWE1), and in flight there is no wall."""
    fear = {"save": "spells", "unmoved_from": 4, "flees_below": 3}
    claws = [{"name": "claws", "bonus": 9, "rolls": ["1d4"]}]
    drake = ("ogre@far", {"hd": 9, "hp": 40, "morale": 0, "gear": [], "attacks": claws, "fear": fear})
    match = company([drake], squad("spears", "front", 4), rules=NO_MORALE, dice=[1, 1])
    until_breath_of(match, "captain")
    order(match, "spears", "Shield Wall")
    play(match, "captain: End Breath")
    until_breath_of(match, "ogre")
    play(match, "ogre: Attack spears")  # the Squad fails its save, the captain is unmoved
    assert (unit(match, "spears").fleeing, block(match, "spears").wall) == (1, 0)
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
def test_a_shield_wall_lasts_over_the_lull():
    match = company([("goblin@rear", {"morale": 0})], squad(), dice=[])
    order(match, "spears", "Shield Wall")
    until(match, lambda: match.battle.turn == 2)
    assert block(match, "spears").wall == 1
    assert list(zone(match, "front").strength) == [6, 0]


@pytest.mark.rule("squad.command")
def test_a_shield_wall_does_not_survive_being_put_elsewhere():
    """As by a collapse of the place where it stands."""
    match = company([("goblin@rear", {"morale": 0})], squad(), dice=[])
    order(match, "spears", "Shield Wall")
    place(match.battle, match.setup, match.rules, 1, match.names.zones.index("back"), 1)
    assert (block(match, "spears").wall, where(match, "spears")) == (0, "back")
    assert list(zone(match, "back").strength) == [6, 0]  # the captain's two and four


@pytest.mark.rule("squad.command")
def test_orders_that_cannot_be_carried_out_are_not_offered():
    """Nobody in reach, no missiles, no way to the Melee, at home already."""
    match = company([("goblin@rear", {"morale": 0})], squad("spears", "back", 4), dice=[])
    play(match, "captain: Command spears")
    assert legal_words(match) == ["Choose Advance", "Choose Shield Wall"]
    match.step("Choose Advance")
    assert legal_words(match) == ["Choose front", "Choose flank"]


@pytest.mark.rule("squad.command")
def test_a_squad_does_not_fall_back_through_the_melee():
    pit = field({"yard": "", "pit": "melee", "camp": "back_line party", "hill": "back_line foes"},
                "yard -- pit", "pit -- camp", "yard -- hill")  # fmt: skip
    match = company([("goblin@hill", {"morale": 0})], squad("spears", "yard", 4), dice=[], battlefield=pit,
                    leader=leader("camp"))  # fmt: skip
    play(match, "captain: Command spears")
    assert legal_words(match) == ["Choose Advance", "Choose Shield Wall", "Choose Into the Melee"]


@pytest.mark.rule("squad.command")
@pytest.mark.rule("pincer.forms")
def test_an_order_earns_a_pincer():
    """RULING P7: two Squads in two arms; RULING X11: then orders have its bonus."""
    from tests.proof.maps import CROSSED

    match = company(
        [("ogre@middle", {"morale": 0, "hp": 90, "ac": 30})], squad("left", "west", 3), squad("right", "east", 3),
        dice=[2] * 9, leader=leader("camp"), battlefield=CROSSED, rules=NO_MORALE,
    )  # fmt: skip
    assert match.battle.edge[match.names.zones.index("west")][match.names.zones.index("middle")] == Edge.ENGAGEMENT
    order(match, "left", "Attack", "ogre")
    events = order(match, "right", "Attack", "ogre")
    assert len(noted(events, Note.PINCER)) == 1
    assert [found.get(Mod.PINCER) for found in modifiers(events)] == [None] * 3  # RULING P3
    events = order(match, "left", "Attack", "ogre")
    assert [found.get(Mod.PINCER) for found in modifiers(events)] == [2, 2, 2]


FORKED = field(
    {"home": "back_line party", "a": "front_line party", "b": "front_line foes", "c": "front_line foes"},
    "home -- a", "a == b", "a == c",
)  # fmt: skip


@pytest.mark.rule("squad.command")
@pytest.mark.rule("pincer.forms")
def test_members_who_turn_to_another_zone_have_struck_both():
    """Either may be the target of a Pincer that this arm has part in."""
    match = company(
        [("goblin@b", {"hp": 1, "morale": 0}), ("ogre@c", {"morale": 0, "ac": 30})], squad("spears", "a", 3),
        dice=[19, 1, 2, 2], leader=leader("home"), battlefield=FORKED, rules=NO_MORALE,
    )  # fmt: skip
    order(match, "spears", "Attack", "goblin")
    arm = 1 << match.names.zones.index("a")
    assert [zone(match, name).struck_from[0] for name in ("b", "c")] == [arm, arm]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.command")
def test_what_is_told_of_a_command():
    match = company([OGRE], squad("spears", "front", 3), dice=[1, 1, 1], rules=NO_MORALE)
    events = order(match, "spears", "Attack", "ogre")
    told = [(e.unit, e.other, e.what, e.zone, e.amount) for e in noted(events, Note.COMMAND)]
    assert told == [(0, 1, Order.ATTACK, -1, 2)]
    assert [e.what for e in noted(events, Note.PAY)] == [Verb.COMMAND]
    assert unit(match, "spears").ready == Reaction.NONE
    assert CAPTAIN[1]["leader"]
