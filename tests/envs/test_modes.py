"""One battle, three ways: compiled, plain and as a Match; and how seeds lead to battles."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import wzc_env
from tests.envs.walks import middle, same_battle, to_the_end, turns
from wzc_env import scenario as scenarios
from wzc_env.envs import board
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.envs.story import LINES, WIDTH
from wzc_env.render.text import Narrator, scene


@pytest.mark.parametrize("name", scenarios.names())
def test_compiled_plain_and_match_are_the_same_battle(name: str) -> None:
    fast, plain = wzc_env.raw_env(name), wzc_env.raw_env(name, mode="plain")
    for seed in range(2):
        plain.reset(seed=seed)
        match = same_battle(fast, seed)
        for turn in turns(fast, seed, picks=seed):
            assert fast.state_bytes() == plain.state_bytes() == match.state_bytes()
            assert plain.agent_selection == turn.agent
            other = plain.last()
            assert np.array_equal(other[0]["observation"], turn.observation["observation"])
            assert np.array_equal(other[0]["action_mask"], turn.observation["action_mask"])
            assert other[1:4] == turn[2:5]
            if turn.action is not None:
                assert match.decision is not None
                assert match.decision.agent == turn.agent
                match.step(fast._board.kernel_id(turn.action))
            plain.step(turn.action)
        assert match.over
        assert not plain.agents


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_listening_changes_no_battle(mode: str) -> None:
    told, quiet = wzc_env.raw_env("skirmish", render_mode="ansi", mode=mode), wzc_env.raw_env("skirmish")
    quiet.reset(seed=3)
    for number, turn in enumerate(turns(told, 3)):
        assert told.state_bytes() == quiet.state_bytes()
        quiet.step(turn.action)
        if number == 60:
            break


def test_rendered_text_is_the_same_in_both_modes() -> None:
    fast, plain = (wzc_env.raw_env("broken_line", render_mode="ansi", mode=mode) for mode in ("compiled", "plain"))
    plain.reset(seed=5)
    frames = []
    for turn in turns(fast, 5):
        frames.append(fast.render())
        assert frames[-1] == plain.render()
        plain.step(turn.action)
    assert len(set(frames)) > 20
    first = frames[0] or ""
    assert "sword" in first
    assert "Count, Round 1" in first
    assert "the battle is over" in (frames[-1] or "")


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_the_story_is_the_same_however_often_the_log_is_emptied(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seldom, often = (wzc_env.raw_env("broken_line", render_mode="ansi", mode=mode) for _ in range(2))
    often.reset(seed=5)
    for number, turn in enumerate(turns(seldom, 5)):
        assert seldom.render() == often.render()
        with monkeypatch.context() as patch:
            patch.setattr(board, "ROOM", 0)
            often.step(turn.action)
        if number == 60:
            break


@pytest.mark.parametrize("what", ["overflow", "trouble"])
def test_a_battle_that_outgrows_its_record_stops_with_an_error(what: str) -> None:
    env = wzc_env.raw_env("duel", mode="plain")
    env.reset(seed=0)
    battle = env._board.twin()
    setattr(battle.log if what == "overflow" else battle, what, 1)
    with pytest.raises(RuntimeError, match="duel: the battle outgrew its record"):
        env.step(int(np.argmax(env._board.mask)))


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_the_frame_is_map_track_and_the_last_lines_of_the_story(mode: str) -> None:
    env = wzc_env.raw_env("broken_line", render_mode="ansi", mode=mode)
    for seed in (5, 6):  # the second battle shows nothing of the first
        match = same_battle(env, seed)
        narrator = Narrator(match)
        lines = [line.plain for line in narrator.tell(match.take_events())]
        for number, turn in enumerate(turns(env, seed)):
            drawn = [text.plain for text in scene(match, match.compiled.layout, WIDTH)]
            assert env.render() == "\n".join([*drawn, *lines[-LINES:]]).strip("\n") + "\n"
            if turn.action is None or number == 30:
                break
            assert env.words(turn.action) == match.words(env._board.kernel_id(turn.action))
            narrator.decide(env._board.kernel_id(turn.action))
            match.step(env._board.kernel_id(turn.action))
            lines += [line.plain for line in narrator.tell(match.take_events())]
        assert len(lines) > 2 * LINES


def test_render_without_a_mode_warns_and_returns_nothing() -> None:
    env = wzc_env.raw_env("duel")
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def battle(env: WarZoneAEC) -> tuple[int, str]:
    return env.battle_seed, env.digest()


def test_reset_with_a_seed_is_the_battle_of_that_seed() -> None:
    env = wzc_env.raw_env("skirmish")
    env.reset(seed=41)
    first = battle(env)
    middle(env, 41, 30)
    env.reset(seed=41)
    assert battle(env) == first == (41, same_battle(env, 41).digest())
    env.reset(seed=42)
    assert battle(env)[1] != first[1]


def test_reset_without_a_seed_goes_on_in_the_stream_of_the_last_seed() -> None:
    def seeds(env: Any, *asked: int | None) -> list[int]:
        drawn = []
        for seed in asked:
            env.reset(seed=seed)
            drawn.append(env.battle_seed)
        return drawn

    env = wzc_env.raw_env("duel")
    drawn = seeds(env, 7, None, None, 7, None, None)
    assert drawn[:3] == drawn[3:]
    assert len(set(drawn[:3])) == 3
    assert seeds(wzc_env.raw_env("duel"), 8, None)[1] != drawn[1]
    assert seeds(wzc_env.raw_env("duel"), None) != seeds(wzc_env.raw_env("duel"), None)  # never seeded: from the system


def test_a_seed_of_the_constructor_serves_the_first_reset() -> None:
    env = wzc_env.raw_env("duel", seed=9)
    env.reset()
    first = battle(env)
    assert first[0] == 9
    env.reset()
    second = battle(env)
    assert second[0] != 9
    env.reset(seed=9)
    assert battle(env) == first
    env.reset()
    assert battle(env) == second
    other = wzc_env.raw_env("duel", seed=9)
    other.reset(seed=4)  # a seed that is asked for comes before
    assert battle(other)[0] == 4


def test_a_scenario_may_be_a_name_a_file_or_an_object(tmp_path: Any) -> None:
    from wzc_env import paths, scenario

    path = paths.find("scenarios", "duel")
    whole = scenario.load("duel")
    games = [wzc_env.raw_env(one) for one in ("duel", path, str(path), whole, whole.compile())]
    ends = set()
    for game in games:
        to_the_end(game, 2)
        ends.add(game.digest())
    assert len(ends) == 1


def test_the_package_imports_no_library_before_an_environment_is_asked_for() -> None:
    script = (
        "import sys, wzc_env, wzc_env.envs\n"
        "heavy = ('numpy', 'numba', 'gymnasium', 'pettingzoo')\n"
        "assert not [name for name in heavy if name in sys.modules], sys.modules.keys()\n"
        "assert wzc_env.env.__module__ == 'wzc_env.envs.aec' and 'pettingzoo' in sys.modules\n"
        "try:\n    wzc_env.nothing\nexcept AttributeError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert "no attribute 'nothing'" in done.stdout
