"""What the tactician expects: exact where dice are simple, equal to the rules' own sums, and without a trace."""

import itertools

import pytest

from tests.harness import stage, until_breath_of
from wzc_env import policies, scenario
from wzc_env.agents import odds
from wzc_env.game import Match
from wzc_env.policies import decide
from wzc_env.warzone.frames import clear_blow
from wzc_env.warzone.words import MAX_FRAMES, Ability, Difficulty, Kind, Note, Purpose, Reaction, Verb

TACTICIAN = policies.get("tactician")


@pytest.mark.parametrize(("low", "high"), [(1, 8), (3, 10), (4, 4)])
@pytest.mark.parametrize("hp", [1, 4, 7, 30])
def test_one_die_of_damage_is_counted_out(low, high, hp):
    faces = range(low, high + 1)
    assert odds.capped_mean(low, high, hp) == pytest.approx(sum(min(face, hp) for face in faces) / len(faces))
    assert odds.at_least(low, high, hp) == pytest.approx(sum(face >= hp for face in faces) / len(faces))


@pytest.mark.parametrize("most", range(1, 14))
def test_two_dice_of_morale_are_counted_out(most):
    rolls = list(itertools.product(range(1, 7), repeat=2))
    assert odds.dice_above(2, 6, most) == pytest.approx(sum(sum(roll) > most for roll in rolls) / len(rolls))


@pytest.mark.parametrize("host", ["osr", "osr_roll_under"])
def test_a_check_is_as_likely_as_its_faces(host):
    match = stage(["sword_fighter@front"], ["ogre@far"], host=host)  # STR 16, +2
    chances = [
        odds.check_chance(match.setup, match.rules, 0, Ability.STR, step)
        for step in (Difficulty.AUTOMATIC, Difficulty.STANDARD, Difficulty.HARD, Difficulty.DIRE)
    ]
    expected = [1.0, 0.65, 0.45, 0.25] if host == "osr" else [1.0, 0.8, 0.6, 0.4]
    assert chances == pytest.approx(expected)


def foretold(match: Match, routine: int, target: int) -> int:
    """What the die must show for the first roll of an Attack by whoever decides."""
    b, s, r = match.battle, match.setup, match.rules
    unit = match.decision.unit
    ranged = int(s.sheets[unit].routines[routine].ranged)
    slate = b.frames[MAX_FRAMES - 1].blow
    b.log.on = 0
    odds.aim(b, s, r, unit, target, ranged, int(b.units[unit].attacks), slate)
    need = odds.needed(b, s, r, unit, target, routine, 0, slate, Reaction.NONE)
    clear_blow(slate)
    b.log.on = 1
    return need


@pytest.mark.parametrize("name", ["skirmish", "ambush"])
def test_the_roll_foreseen_is_the_roll_made(name):
    seen = 0
    for seed in range(3):
        match = Match(scenario.load(name).compile(), seed=seed)
        while not match.over:
            action = decide(TACTICIAN, match)
            place = action - int(match.setup.offset[Verb.ATTACK])
            attack = match.setup.verb_of[action] == Verb.ATTACK
            need = foretold(match, *divmod(place, match.setup.unit_slots)) if attack else 0
            match.step(action)
            events = match.take_events()
            roll = next((e for e in events if e.note == Note.DIE and e.what == Purpose.ATTACK), None)
            if attack and roll is not None:  # otherwise the target is asked first
                assert roll.need - roll.mod == need
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("name", ["skirmish", "ambush", "proving_ground"])
def test_thinking_leaves_no_trace(name):
    match = Match(scenario.load(name).compile(), seed=4)
    kinds = set()
    match.take_events()
    while not match.over:
        kinds.add(match.decision.kind)
        before = match.state_bytes()
        action = decide(TACTICIAN, match)
        assert match.state_bytes() == before
        assert not match.take_events()
        match.step(action)
        match.take_events()
    assert {Kind.BREATH, Kind.DEFEND} <= kinds


def test_a_sleeper_is_better_left_asleep():
    match = stage(["sword_fighter@front"], [("ogre@far", {"effects": {"asleep": 5}}), "ogre@far"])
    until_breath_of(match, "sword")
    b, s, r = match.battle, match.setup, match.rules
    b.log.on = 0
    values = [odds.attack_value(b, s, r, 0, 0, target, 0, 0.0) for target in (1, 2)]
    assert values[0] < 0 < values[1]


def test_flurry_and_a_shaken_side_change_the_value_of_a_blow():
    match = stage(["sword_fighter@front"], ["goblin@far", "goblin@far"])
    until_breath_of(match, "sword")
    b, s, r = match.battle, match.setup, match.rules
    b.log.on = 0
    assert odds.attack_value(b, s, r, 0, 0, 1, 3, 0.0) < odds.attack_value(b, s, r, 0, 0, 1, 0, 0.0)
    fear = odds.shock(b, s, r, 1)
    assert fear == pytest.approx(2 * odds.worth(b, s, r, 1) * odds.dice_above(2, 6, 7))
    assert odds.shock(b, s, r, 0) == 0.0  # characters never test
    assert odds.attack_value(b, s, r, 0, 0, 1, 0, fear) > odds.attack_value(b, s, r, 0, 0, 1, 0, 0.0)
