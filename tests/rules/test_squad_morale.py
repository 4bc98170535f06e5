"""Optional Module 2: what shakes a Squad, its flight and its rally (L479-491, L280)."""

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
from tests.proof.maps import CROSSED
from tests.rules.companies import BOW, MODULES, OGRE, block, company, decline, down, order, squad
from tests.rules.fields import NO_MORALE
from wzc_env.warzone.words import Kind, Life, Note, Purpose, Trigger, Why

LEADER = ("goblin@rear", {"leader": True, "morale": 0, "name": "boss"})
BOSS = ("goblin@far", {"leader": True, "morale": 0, "name": "boss", "hp": 1})
SWORD = ("sword_fighter@front", {"hp": 90})


def axes(count: int = 4, **changes):
    return squad("axes", "far", count, **{"hp": 1, **changes})


def rolled(match, events):
    """Each morale test: who, what shook it, the steps, whether it stands."""
    shaken = [(match.names.labels[e.unit], int(e.what)) for e in noted(events, Note.TRIGGER)]
    dice = [(-e.mod, bool(e.won)) for e in noted(events, Note.CHECK) if e.what == Purpose.MORALE]
    return [(*one, *two) for one, two in zip(shaken, dice, strict=True)]


def fallen(dice, count=4, blows=2, rules=None, **changes):
    """The sword fighter fells members of a Squad of axes; then come these dice."""
    match = stage([SWORD], [LEADER, axes(count, **changes)], modules=MODULES, rules={**NO_MORALE, **(rules or {})},
                  dice=[19, 1] * blows + list(dice))  # fmt: skip
    events = []
    for _ in range(blows):
        if "Attack axes with sword" not in legal_words(match):
            until_breath_of(match, "sword")
        events += play(match, "sword: Attack axes")
    return match, events


@pytest.mark.rule("squad.morale")
@pytest.mark.parametrize(("dice", "stands"), [([3, 4], True), ([4, 4], False)])
def test_half_of_its_members_gone_takes_one_off(dice, stands):
    """Morale 8, less 1."""
    match, events = fallen(dice)
    assert rolled(match, events) == [("axes", Trigger.HALF, 1, stands)]
    assert unit(match, "axes").fleeing == int(not stands)
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
@pytest.mark.parametrize(("count", "blows"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_is_met_when_twice_the_rest_is_no_more_than_the_start(count, blows):
    """RULING Q9: not one blow earlier, and only once."""
    match, events = fallen([1, 1], count=count, blows=blows)
    assert len(rolled(match, events)) == 1
    assert down(events)[-1] == count - blows
    if count - blows > 1:
        until_breath_of(match, "sword")
        match.add_dice([19, 1])
        events = play(match, "sword: Attack axes")
        assert (rolled(match, events), down(events)) == ([], [count - blows - 1])


@pytest.mark.rule("squad.morale")
def test_a_squad_without_a_score_never_tests():
    match, events = fallen([], morale=0)
    assert rolled(match, events) == []
    assert unit(match, "axes").fleeing == 0


@pytest.mark.rule("squad.morale")
def test_the_loss_of_its_leader_shakes_every_squad_of_its_own():
    bows = squad("bows", "rear", 3, gear=BOW)
    others = [("orc@rear", {"name": "other", "morale": 0}), squad("last", "rear", 3, led_by="other")]
    match = stage(
        [SWORD], [BOSS, axes(), bows, *others], modules=MODULES, rules=NO_MORALE, dice=[19, 1, 6, 6, 1, 1]
    )  # fmt: skip
    events = play(match, "sword: Attack boss") + decline(match)
    assert rolled(match, events) == [("axes", Trigger.LEADER_LOST, 1, False), ("bows", Trigger.LEADER_LOST, 1, True)]
    assert [block(match, name).leader for name in ("axes", "bows", "last")] == [-1, -1, 4]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
def test_what_comes_at_once_makes_one_roll():
    """RULING Q9: the host's own trigger takes nothing, half and the leader's fall one step each."""
    match = stage(
        [("magic_user@front", {"level": 9, "spells": {"fireball": 1}})],
        [BOSS, axes(4), ("goblin@rear", {"morale": 0})],
        modules=MODULES, dice=[1] * 9 + [1] + [1, 1, 20, 20] + [3, 3], rules={"host.morale_half": 0},
    )  # fmt: skip
    unit_ = match.battle.squads[0]
    for member in (2, 3):
        unit_.hp[member] = 20
    unit(match, "axes").hp = 42
    play(match, "mage: Overload", "mage: Focus")
    if match.decision.kind == Kind.CHOOSE:
        match.step("Choose fireball")
    events = play(match, "mage: Release at far")
    assert rolled(match, events) == [("axes", Trigger.HALF | Trigger.LEADER_LOST | Trigger.HOST, 2, True)]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
@pytest.mark.parametrize(("dice", "goes"), [([3, 4], True), ([4, 4], False)])
def test_an_order_into_the_melee_is_tested_first(dice, goes):
    match = company([OGRE], squad("spears", "front", 4, armour="leather"), dice=dice, rules=NO_MORALE)
    events = order(match, "spears", "Into the Melee", "melee")
    assert rolled(match, events) == [("spears", Trigger.INTO_THE_MELEE, 1, goes)]
    assert where(match, "spears") == ("melee" if goes else "front")
    assert unit(match, "spears").fleeing == int(not goes)
    assert unit(match, "captain").vigor == 9  # the Command is spent either way
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
def test_each_order_into_the_melee_is_a_trigger():
    match = company([OGRE], squad("spears", "front", 4, armour="leather"), dice=[1, 1, 15, 1, 1], rules=NO_MORALE)
    order(match, "spears", "Into the Melee", "melee")
    order(match, "spears", "Fall Back")
    assert where(match, "spears") == "flank"
    events = order(match, "spears", "Into the Melee", "melee")
    assert rolled(match, events) == [("spears", Trigger.INTO_THE_MELEE, 1, True)]


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("pincer.effects")
def test_a_pincer_is_tested_when_it_forms_once_a_round_and_counts_once():
    """RULING P7; RULING Q9: its 1 is not added a second time, but it is taken off other tests while it holds."""
    match = stage(
        [("sword_fighter@west", {"hp": 90}), ("spear_fighter@east", {"hp": 90})],
        [("orc@wood", {"leader": True, "morale": 0, "name": "boss"}), squad("axes", "middle", 4, hp=9)],
        modules=MODULES, battlefield=CROSSED, rules=NO_MORALE, dice=[],
    )  # fmt: skip
    for who in ("sword", "spear"):
        until_breath_of(match, who)
        match.add_dice([2] if who == "sword" else [2, 3, 4])
        events = play(match, f"{who}: Attack axes")
    assert rolled(match, events) == [("axes", Trigger.PINCER, 1, True)]
    match.add_dice([2])
    assert rolled(match, play(match, "spear: Attack axes")) == []
    hp = match.battle.squads[0].hp
    hp[0], hp[1] = 0, 1
    unit(match, "axes").hp = 19
    until_breath_of(match, "spear")
    match.add_dice([20, 6, 1, 1])
    assert rolled(match, play(match, "spear: Attack axes")) == [("axes", Trigger.HALF, 2, True)]


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("pincer.effects")
def test_the_pincer_of_the_next_round_is_tested_anew():
    match = stage(
        [("sword_fighter@west", {"hp": 90}), ("spear_fighter@east", {"hp": 90})],
        [("orc@wood", {"leader": True, "morale": 0, "name": "boss"}), squad("axes", "middle", 4, hp=9)],
        modules=MODULES, battlefield=CROSSED, rules=NO_MORALE, dice=[],
    )  # fmt: skip
    for turn in (1, 2):
        events = []
        for who in ("sword", "spear"):
            until_breath_of(match, who)
            match.add_dice([2] if who == "sword" else [2, 3, 4])
            events += play(match, f"{who}: Attack axes")
        assert match.battle.turn == turn
        assert rolled(match, events) == [("axes", Trigger.PINCER, 1, True)]


@pytest.mark.rule("squad.morale")
def test_a_back_line_overrun_shakes_every_squad_of_its_side():
    """RULING OVR1: when the enemy takes Control of it, and again when it has been lost and is taken again."""
    match = stage(
        [("sword_fighter@far", {"hp": 90, "speed": 300}), ("spear_fighter@front", {})],
        [("goblin@melee", {"leader": True, "morale": 0, "name": "boss"}), squad("axes", "melee", 4)],
        modules=MODULES, rules=NO_MORALE, dice=[2, 2, 1, 1],
    )  # fmt: skip
    events = play(match, "sword: Move rear")
    assert rolled(match, events) == [("axes", Trigger.OVERRUN, 1, True)]
    assert match.battle.overrun == [0, 1 << match.names.zones.index("rear")]
    play(match, "sword: Move far")
    assert match.battle.overrun == [0, 0]
    until_breath_of(match, "sword")
    events = play(match, "sword: Move rear")
    assert rolled(match, events) == [("axes", Trigger.OVERRUN, 1, True)]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
def test_a_back_line_that_the_enemy_holds_from_the_start_is_no_news():
    match = stage(
        [("sword_fighter@rear", {"hp": 90})], [("goblin@melee", {"leader": True}), squad("axes", "melee", 4)],
        modules=MODULES, dice=[],
    )  # fmt: skip
    assert rolled(match, match.take_events()) == []


@pytest.mark.rule("squad.morale")
@pytest.mark.parametrize(("face", "stands"), [(72 - 5, 1), (72 - 4, 0)])
def test_a_step_is_five_points_where_morale_is_a_percentage(face, stands):
    """L489; morale 8 is 72 %."""
    match = stage([SWORD], [LEADER, axes(4)], modules=MODULES, host="osr_percentile", rules=NO_MORALE,
                  dice=[19, 1, 19, 1, face])  # fmt: skip
    play(match, "sword: Attack axes")
    events = play(match, "sword: Attack axes")
    (check,) = [e for e in noted(events, Note.CHECK) if e.what == Purpose.MORALE]
    assert (check.need, check.mod, check.won) == (67, -5, stands)


def broken(dice=(), speed=120, **options):
    """A Squad that has just broken at an order into the Melee."""
    spears = squad("spears", "front", 4, armour="leather", speed=speed)
    match = company([OGRE], spears, dice=[6, 6, *dice], rules=NO_MORALE, **options)
    order(match, "spears", "Into the Melee", "melee")
    assert unit(match, "spears").fleeing == 1
    return match


@pytest.mark.rule("squad.morale")
def test_a_squad_in_flight_counts_for_nothing_and_takes_no_orders():
    match = broken()
    assert list(zone(match, "front").strength) == [0, 0]
    assert zone(match, "front").occupants == [4, 0]
    assert match.why(match.parse("Command spears")) == Why.SQUAD_FLEES


@pytest.mark.rule("squad.morale")
@pytest.mark.parametrize(("face", "strikes"), [(6, 2), (1, 4)])
def test_a_squad_that_breaks_in_its_own_attack_strikes_no_more(face, strikes):
    """L481: the test is immediate. Two ripostes halve the Squad; the other two have not struck yet."""
    dice = [2, 15, 4] * 2 + [face, face] + [2] * (strikes - 2)
    match = company([OGRE], squad("spears", "front", 4), dice=dice, rules=NO_MORALE)
    play(match, "captain: Command spears", "captain: Choose Attack", "ogre: Parry", "ogre: Parry")
    decline(match)
    assert unit(match, "spears").fleeing == (strikes == 2)
    assert (match.decision.agent, match.decision.kind) == ("captain_0", Kind.BREATH)
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("squad.leaderless")
def test_it_flees_a_zone_a_round_and_leaves_by_its_own_back_line():
    """RULING Q10: at the slot after the Count, although its leader lives."""
    match = broken(leader=("raider_captain@front", {"leader": True, "morale": 0}))
    events = until(match, lambda: match.battle.turn == 2)
    order_ = [e.note for e in events if e.note in (Note.MOVE, Note.LULL, Note.LEFT)]
    assert order_ == [Note.MOVE, Note.LULL]
    assert where(match, "spears") == "back"
    events = until(match, lambda: match.battle.turn == 3)
    assert [match.names.labels[e.unit] for e in noted(events, Note.LEFT)] == ["spears"]
    assert (unit(match, "spears").life, unit(match, "spears").zone) == (Life.GONE, -1)


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("withdraw")
@pytest.mark.parametrize(("die", "gone"), [(10, True), (9, False)])
def test_an_adjacent_enemy_asks_a_check_of_a_squad_that_leaves(die, gone):
    """RULING X22; nobody is Exposed, and no Vigor is lost."""
    match = broken(dice=[die], leader=("raider_captain@front", {"leader": True, "morale": 0}), speed=60)
    unit(match, "spears").zone = match.names.zones.index("back")
    unit(match, "ogre").zone = match.names.zones.index("front")
    until(match, lambda: match.battle.phase == 3 or match.battle.turn == 2 or match.over)
    assert (unit(match, "spears").life == Life.GONE) is gone
    assert unit(match, "spears").exposed == 0
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("lull.maintenance")
@pytest.mark.parametrize(("dice", "stands"), [([4, 4], True), ([4, 5], False)])
def test_a_leader_rallies_its_squad_in_the_lull(dice, stands):
    """L280: it tests again, and returns at the start of the next Round."""
    match = broken(dice=dice)
    until(match, lambda: match.decision.kind == Kind.LULL)
    assert match.names.labels[match.decision.unit] == "captain"
    assert legal_words(match) == ["Pass", "Rally"]
    events = play(match, "captain: Rally")
    happened = [e.note for e in events if e.note in (Note.RALLY, Note.CHECK, Note.ROUND, Note.RETURN)]
    assert happened == [Note.RALLY, Note.CHECK, Note.ROUND] + [Note.RETURN] * stands
    assert unit(match, "spears").fleeing == int(not stands)
    if stands:
        assert where(match, "spears") == "back"
        until_breath_of(match, "captain")
        assert match.why(match.parse("Command spears")) == Why.OK
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("lull.hazards")
def test_a_rallied_squad_that_burns_in_the_same_lull_does_not_return():
    fire = {"kind": "fire", "zones": ["back"], "damage": "1d6+9"}
    match = broken(dice=[1, 1, 1], hazards=[fire], leader=("raider_captain@flank", {"leader": True, "morale": 0}))
    until(match, lambda: match.decision.kind == Kind.LULL)
    events = play(match, "captain: Rally")
    assert (where(match, "captain"), unit(match, "spears").life) == ("flank", Life.DEAD)
    assert (noted(events, Note.RETURN), block(match, "spears").rallied) == ([], 0)
    assert_all_dice_used(match)


@pytest.mark.rule("squad.morale")
def test_half_does_not_fire_again_after_a_rally():
    match, _ = fallen([6, 6])
    unit(match, "axes").fleeing = 0
    until_breath_of(match, "sword")
    match.add_dice([19, 1])
    assert rolled(match, play(match, "sword: Attack axes")) == []


@pytest.mark.rule("squad.morale")
@pytest.mark.rule("combat.end")
def test_a_side_whose_squads_all_flee_has_lost():
    """RULING X22."""
    match = stage([SWORD], [axes(4, led_by="nobody")], modules=MODULES, rules=NO_MORALE, dice=[19, 1, 19, 1, 6, 6])
    play(match, "sword: Attack axes")
    play(match, "sword: Attack axes")
    assert match.over
    assert match.outcome.name == "PARTY_WINS"
    assert match.reason.name == "BROKEN"
