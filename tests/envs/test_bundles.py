"""Bundles: one action a Breath, lenient, interrupted by others and resumed."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

import wzc_env
from tests.harness import scenario
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.warzone.words import Kind, Life, Verb


def staged(party: list[Any], foes: list[Any], **options: Any) -> WarZoneAEC:
    env = wzc_env.raw_env(scenario(party=party, foes=foes).compile(), action_mode="bundle", **options)
    env.reset(seed=1)
    return env


def bundle(env: WarZoneAEC, *texts: str) -> list[int]:
    """Seat actions of texts that need no state to be read but who is asked."""
    return [env.parse(text) for text in texts]


def vigor(env: WarZoneAEC, unit: int) -> int:
    return env._board.twin().units[unit].vigor


FIGHTER, GOBLIN = "sword_fighter@front", ("goblin@rear", {"morale": 0})


def test_the_space_is_eight_slots_and_the_mask_is_for_the_first() -> None:
    env = staged([FIGHTER], [GOBLIN])
    assert env.action_space("sword_0") == spaces.MultiDiscrete([env._board.actions] * 8)
    observation = env.observe("sword_0")
    assert env.observation_space("sword_0").contains(observation)
    assert observation["action_mask"].shape == (env._board.actions,)


def test_a_bundle_is_a_whole_breath_in_one_step() -> None:
    env = staged([FIGHTER], [GOBLIN])
    before = vigor(env, 0)
    env.step(bundle(env, "Move back", "Ready Guard"))
    battle = env._board.twin()
    assert battle.decisions == 3  # two maneuvers and the end, which is understood
    assert battle.actor != 0 or battle.units[0].begun == 0
    assert vigor(env, 0) < before
    assert battle.units[0].ready == 1
    assert env.infos["sword_0"]["skipped"] == []


def test_the_same_bundle_padded_or_not_is_the_same_breath() -> None:
    one, two = staged([FIGHTER], [GOBLIN]), staged([FIGHTER], [GOBLIN])
    texts = ("Move back", "Ready Guard")
    one.step(bundle(one, *texts))
    two.step(np.array(bundle(two, *texts) + [0] * 6, np.int64))
    assert one.digest() == two.digest()


def test_what_cannot_be_done_is_skipped_and_said() -> None:
    env = staged([FIGHTER], [GOBLIN])
    far, guard, interdict = bundle(env, "Attack goblin with sword", "Ready Guard", "Ready Interdict")
    env.step([far, guard, interdict])
    assert env.infos["sword_0"]["skipped"] == [(far, "OUT_OF_REACH"), (interdict, "READY_HELD")]
    assert env._board.twin().units[0].ready == 1
    assert "instead" not in env.infos["sword_0"]


def test_with_nothing_to_do_the_first_legal_action_is_played() -> None:
    env = staged([FIGHTER], [GOBLIN])
    forfeit = bundle(env, "Forfeit")[0]
    far = bundle(env, "Attack goblin with sword")[0]
    before = vigor(env, 0)
    env.step([far])
    assert env.infos["sword_0"] | {"action_mask": None} == {
        "action_mask": None, "skipped": [(far, "OUT_OF_REACH")], "instead": forfeit
    }  # fmt: skip
    assert vigor(env, 0) < before
    env.reset(seed=1)
    env.step([])
    assert env.infos["sword_0"]["instead"] == forfeit


def test_a_breath_that_may_not_end_yet_is_handed_back() -> None:
    env = staged([FIGHTER], [GOBLIN])
    overload = bundle(env, "Overload")[0]
    env.step([overload])
    assert env.agent_selection == "sword_0"
    battle = env._board.twin()
    assert (battle.units[0].overloaded, battle.decisions) == (1, 1)
    env.step(bundle(env, "Move back"))
    assert env._board.twin().decisions == 3  # the move and the end


def test_a_reaction_takes_the_first_slot_alone_and_the_bundle_goes_on() -> None:
    env = staged([("sword_fighter@front", {"hp": 30})], [("raider_captain@far", {"hp": 90, "morale": 0})])
    while env.agent_selection != "sword_0":
        env.step([])
    strike, guard, passes = bundle(env, "Attack captain with sword", "Ready Guard", "Pass")
    env.step([strike, guard])
    assert (env.agent_selection, env.decision) == ("captain_0", Kind.DEFEND)
    assert env._board.twin().units[0].ready == 0
    env.step([passes, strike, strike])
    assert env._board.twin().units[0].ready == 1  # the rest of the bundle
    assert env.infos["sword_0"]["skipped"] == []
    assert env.infos["captain_0"]["skipped"] == []


def test_an_illegal_reaction_is_the_first_legal_one() -> None:
    env = staged([("sword_fighter@front", {"hp": 30})], [("raider_captain@far", {"hp": 90, "morale": 0})])
    while env.agent_selection != "sword_0":
        env.step([])
    strike, passes = bundle(env, "Attack captain with sword", "Pass")
    env.step([strike])
    env.step([strike])
    assert env.infos["captain_0"]["skipped"] == [(strike, "WRONG_KIND")]
    assert env.infos["captain_0"]["instead"] == passes


def test_a_second_argument_comes_from_the_bundle_or_is_asked_for() -> None:
    env = staged(["magic_user@back"], [("goblin@rear", {"morale": 0, "tags": []})])
    while env.agent_selection != "mage_0":
        env.step([])
    focus, ready = bundle(env, "Focus", "Ready Guard")
    given, asked = env.clone(), env.clone()
    given.step([focus])
    sleep = given.parse("Choose sleep")
    assert given.decision == Kind.CHOOSE
    asked.step([focus, ready])
    assert (asked.agent_selection, asked.decision) == ("mage_0", Kind.CHOOSE)
    asked.step([sleep, focus, focus])  # its first slot alone; then the bundle goes on
    assert asked._board.twin().units[0].focus >= 0
    assert asked._board.twin().units[0].ready == 1
    env.step([focus, sleep, ready])
    assert env.digest() == asked.digest()
    assert env.infos["mage_0"]["skipped"] == asked.infos["mage_0"]["skipped"] == []


def test_a_wrong_second_argument_is_said_and_replaced() -> None:
    env = staged(["magic_user@back"], [GOBLIN])
    while env.agent_selection != "mage_0":
        env.step([])
    focus, ready = bundle(env, "Focus", "Ready Guard")
    env.step([focus, ready])
    first = int(np.argmax(env.observe("mage_0")["action_mask"]))
    env.step([focus])
    assert env.infos["mage_0"]["skipped"] == [(focus, "WRONG_KIND")]
    assert env.infos["mage_0"]["instead"] == first
    battle = env._board.twin()
    assert battle.units[0].focus == first - env._board.setup.offset[Verb.CHOOSE]
    assert battle.units[0].ready == 1


def test_a_new_battle_knows_no_bundle_of_the_last() -> None:
    env = staged([("sword_fighter@front", {"hp": 30})], [("raider_captain@far", {"hp": 90, "morale": 0})])
    while env.agent_selection != "sword_0":
        env.step([])
    strike, far = bundle(env, "Attack captain with sword", "Move rear")
    env.step([far, strike])
    assert env.decision == Kind.DEFEND  # the bundle waits
    assert env.infos["sword_0"]["skipped"]
    env.reset(seed=1)
    assert all(set(info) == {"action_mask"} for info in env.infos.values())
    assert env._bundles.current is None


def test_a_choice_that_nobody_asks_for_is_no_fault() -> None:
    env = staged([FIGHTER], [GOBLIN])
    guard = bundle(env, "Ready Guard")[0]
    choose = env._board.actions - 1
    env.step([choose, guard, choose])
    assert env.infos["sword_0"]["skipped"] == []
    assert env._board.twin().units[0].ready == 1


def test_a_bundle_does_not_reach_into_the_next_breath() -> None:
    """A Breath without Vigor ends by itself; what is left of the bundle is no part of the same creature's next one."""
    env = staged([FIGHTER], [GOBLIN])
    back, front, guard = bundle(env, "Move back", "Move front", "Ready Guard")
    rounds_begun = 0
    for _ in range(40):
        fighter, battle = env.agent_selection == "sword_0", env._board.twin()
        turn, odd = battle.turn, [guard] * (battle.units[0].vigor % 2)  # so that the last move leaves no Vigor
        moves = [front, back] if battle.units[0].zone == 0 else [back, front]
        env.step([*odd, *(moves * 3)] if fighter else [])
        battle = env._board.twin()
        if fighter and env.agent_selection == "sword_0" and battle.turn > turn:
            rounds_begun += 1
            assert (env.decision, battle.units[0].paid, battle.units[0].begun) == (Kind.BREATH, 0, 0)
    assert rounds_begun > 0


@pytest.mark.parametrize("options", [{}, {"control": "side"}, {"mode": "plain"}, {"render_mode": "ansi"}], ids=str)
def test_random_bundles_play_whole_battles(options: dict[str, Any]) -> None:
    env, fast = (wzc_env.raw_env("broken_line", action_mode="bundle", **more) for more in (options, {}))
    generator, kinds, steps = np.random.default_rng(0), Counter[Kind](), Counter[str]()
    for seed in range(3):
        env.reset(seed=seed)
        fast.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            assert env.observation_space(agent).contains(observation)
            if terminated or truncated:
                env.step(None)
                fast.step(None)
                continue
            kinds[env.decision] += 1
            slots = generator.integers(0, env._board.actions, 8)
            slots[0] = generator.choice(np.flatnonzero(observation["action_mask"]))
            assert env.action_space(agent).contains(slots)
            decided = env._board.twin().decisions
            env.step(slots)
            fast.step(slots)
            steps[agent] += env._board.twin().decisions - decided
            assert env.digest() == fast.digest()
            if agent in env.infos and env.infos[agent].get("skipped"):
                assert all(why != "OK" for _, why in env.infos[agent]["skipped"])
    assert kinds[Kind.BREATH] > 30
    assert kinds[Kind.DEFEND] > 3
    assert sum(steps.values()) > 1.5 * sum(kinds.values())


def test_wrapped_bundles_are_checked_for_the_space_and_never_illegal() -> None:
    env = wzc_env.env("duel", action_mode="bundle")
    env.reset(seed=0)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step([0] * 9)
    generator = np.random.default_rng(1)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        assert reward in (-1, 0, 1)
        env.step(None if terminated or truncated else env.action_space(agent).sample())
        if generator.random() < 0.01:
            env.observe(env.possible_agents[0])
    assert env.agents == []
    assert env.unwrapped._board.outcome.name != "UNDECIDED"
    assert Life.UP in [unit.life for unit in env.unwrapped._board.twin().units[:2]]
