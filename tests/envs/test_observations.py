"""Observations and masks: in their spaces, pure, new at every call, one numbering for rows and arguments."""

import re
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

import wzc_env
from tests import harness
from tests.envs.walks import middle, same_battle, turns
from wzc_env import scenario as scenarios
from wzc_env.envs import seats
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.kernel import load
from wzc_env.warzone import actions
from wzc_env.warzone.notation import options
from wzc_env.warzone.senses import Arm, Body, Figure, Ground, Whole, body_at
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import MAX_SPELLS, Kind, Side, Verb

SCENARIOS = scenarios.names()


@pytest.mark.parametrize(
    ("name", "options"), [(name, {}) for name in SCENARIOS] + [("broken_line", {"control": "side"})]
)
def test_every_observation_and_state_lies_in_its_space(name: str, options: dict[str, Any]) -> None:
    env = wzc_env.raw_env(name, **options)
    for seed in range(3):
        for number, turn in enumerate(turns(env, seed, picks=seed)):
            assert env.observation_space(turn.agent).contains(turn.observation)
            assert env.state_space.contains(env.state())
            for agent in env.agents if number % 5 == 0 else ():
                assert env.observation_space(agent).contains(env.observe(agent))


@pytest.mark.parametrize(
    ("bonus", "extra", "roll", "ends"),
    [(40, 10, "20d100+100", ("high", "high")), (-20, -10, "1d2-100", ("low", "low"))],
    ids=["the most that a stat block may have", "the least"],
)
def test_figures_beyond_their_range_are_shown_as_its_end(bonus: int, extra: int, roll: str, ends: Any) -> None:
    maul = {"name": "maul", "bonus": bonus, "extra": extra, "rolls": [roll]}
    ogre = {"attacks": [maul], "gear": [], "hp": 9999, "count": 1}
    env = wzc_env.raw_env(harness.scenario(party=["sword_fighter@front"], foes=[("ogre@far", ogre)]))
    places = {one.name: one for one in env.describe()}
    mean, rolled = places["unit_1.routine_0.mean"], (places["whole.roll_bonus"], places["whole.roll_mean"])
    shown = set()
    for seed in range(20):
        for turn in turns(env, seed, picks=seed):
            assert env.observation_space(turn.agent).contains(turn.observation)
            view = turn.observation["observation"]
            if turn.agent == "sword_0":
                assert view[mean.place] == pytest.approx(getattr(mean, ends[0]), abs=1e-3)
                shown.add(tuple(float(view[one.place]) for one in rolled))
    assert tuple(getattr(one, end) for one, end in zip(rolled, ends, strict=True)) in shown


def test_a_table_of_ones_own_leaves_observations_in_their_space() -> None:
    rules = {
        "vigor.pc_base": 20, "breath.limit": 40, "control.pc": 20, "control.other": 20, "control.elite": 20,
    }  # fmt: skip
    made = harness.scenario(party=[("sword_fighter@back", {"count": 4})], foes=[("orc@far", {"count": 8})], rules=rules)
    env = wzc_env.raw_env(made, max_rounds=3)
    most: dict[str, float] = {}
    for seed in range(3):
        for turn in turns(env, seed, picks=seed):
            assert env.observation_space(turn.agent).contains(turn.observation)
            for one in env.describe():
                kind = re.sub(r"_\d+", "", one.name)
                most[kind] = max(most.get(kind, 0.0), float(turn.observation["observation"][one.place]))
    assert most["unit.limit"] == 8
    assert most["unit.vigor"] > 1.5
    assert most["zone.enemy_bodies"] == Ground.ENEMY_BODIES.high


def test_spaces_are_the_same_objects_at_every_call_and_one_an_agent() -> None:
    env = wzc_env.raw_env("broken_line")
    for ask in (env.observation_space, env.action_space):
        assert all(ask(agent) is ask(agent) for agent in env.possible_agents)
        assert len({id(ask(agent)) for agent in env.possible_agents}) == len(env.possible_agents)
    env.reset(seed=1)
    space = env.observation_space("mage_0")
    assert isinstance(space, spaces.Dict)
    assert (space["observation"].dtype, space["action_mask"].dtype) == (np.float32, np.int8)
    assert env.action_space("mage_0") == spaces.Discrete(env._board.actions)
    assert len(env.describe()) == space["observation"].shape[0] == env._board.length


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_observing_anybody_changes_nothing_and_gives_new_arrays(mode: str) -> None:
    env = wzc_env.raw_env("broken_line", mode=mode)
    middle(env, 2, 20)
    kept = (env.state_bytes(), env._cumulative_rewards.copy(), env.agent_selection)
    first = {agent: env.observe(agent) for agent in env.agents}
    again = {agent: env.observe(agent) for agent in env.agents}
    arrays = [array for seen in (*first.values(), *again.values()) for array in seen.values()]
    arrays += [info["action_mask"] for info in env.infos.values()] + [env.state(), env.state()]
    for i, one in enumerate(arrays):
        assert one.flags.writeable
        assert not any(np.shares_memory(one, other) for other in arrays[i + 1 :])
    for array in arrays:
        array[:] = 9  # whatever a user does to them
    assert (env.state_bytes(), env._cumulative_rewards, env.agent_selection) == kept
    for agent, seen in first.items():
        fresh = env.observe(agent)
        assert not (fresh["observation"] == seen["observation"]).all()
        assert set(np.unique(fresh["action_mask"])) <= {0, 1}
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    before = env.observe(env.agent_selection)
    copied = {name: array.copy() for name, array in before.items()}
    env.step(int(legal[0]))
    assert all(np.array_equal(before[name], copied[name]) for name in before)  # a step overwrites nothing handed out


def test_the_mask_is_that_of_the_rules_and_zero_off_turn() -> None:
    env = wzc_env.raw_env("broken_line")
    for seed in range(2):
        match = same_battle(env, seed)
        for turn in turns(env, seed, picks=seed):
            for agent in env.agents:
                mask = env.observe(agent)["action_mask"]
                assert mask.dtype == np.int8
                assert np.array_equal(mask, env.infos[agent]["action_mask"])  # the mirror
                assert mask.any() == (agent == turn.agent and turn.action is not None)
                assert env.observe(agent)["observation"][Whole.ONE] == 1  # never all zero
            if turn.action is None:
                continue
            mine = {env._board.kernel_id(int(action)) for action in np.flatnonzero(turn.observation["action_mask"])}
            assert mine == set(match.legal_actions())
            match.step(env._board.kernel_id(turn.action))


def test_infos_hold_nothing_that_differs_between_runs() -> None:
    runs = []
    for _ in range(2):
        env = wzc_env.raw_env("duel")
        runs.append([{name: np.array(value).tolist() for name, value in turn.info.items()} for turn in turns(env, 3)])
    assert runs[0] == runs[1]
    assert {name for info in runs[0] for name in info} == {"action_mask", "outcome", "reason"}


def rows_of(env: WarZoneAEC, agent: str) -> dict[str, np.ndarray]:
    seen = env.observe(agent)["observation"]
    return {name: seen[part] for name, part in env.slices().items()}


def test_targets_are_numbered_like_the_rows() -> None:
    env = wzc_env.raw_env("broken_line")
    compared = 0
    for seed in range(4):
        for turn in turns(env, seed, picks=seed):
            if turn.action is None:
                break
            board, setup = env._board, env._board.setup
            rows, battle, who = rows_of(env, turn.agent), env._board.twin(), env._board.who
            for action in np.flatnonzero(turn.observation["action_mask"]):
                verb, place = Verb(actions.verb_of(setup, int(action))), actions.argument(setup, int(action))
                kernel = actions.argument(setup, board.kernel_id(int(action)))
                if verb == Verb.ATTACK:
                    row, target = rows[f"unit_{place % setup.unit_slots}"], kernel % setup.unit_slots
                    assert place // setup.unit_slots == kernel // setup.unit_slots
                elif verb in (Verb.GRAPPLE, Verb.SHOVE):
                    row, target = rows[f"unit_{place}"], kernel
                elif verb in (Verb.MOVE, Verb.RUSH):
                    assert rows[f"zone_{place}"][Ground.STEP] == 1
                    assert rows[f"zone_{place}"][Ground.OWN_BODIES] == battle.zones[kernel].bodies[
                        setup.sheets[who].side] / 8  # fmt: skip
                    continue
                else:
                    continue
                compared += 1
                body = row[body_at(setup) :]
                assert body[Body.SIDE] == -1
                assert body[Body.HP] == np.float32(battle.units[target].hp / setup.sheets[target].hp_max)
                assert row[Figure.HP_MAX] == np.float32(setup.sheets[target].hp_max / 32)
    assert compared > 200


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_numbering_is_one_to_one_and_oneself_comes_first(name: str) -> None:
    setup = load(Setup, scenarios.load(name).compile().setup, 0)
    table = seats.action_table(setup)
    assert table.shape == (seats.MEANINGS * setup.units_n, setup.actions_n)
    for row in table:
        assert sorted(row) == list(range(setup.actions_n))
    for unit in range(setup.units_n):
        rows = seats.unit_rows(setup, unit)
        assert rows[0] == unit
        of_sides = [setup.sheets[one].side == setup.sheets[unit].side for one in rows]
        assert of_sides == sorted(of_sides, reverse=True)
        for meaning in range(seats.MEANINGS):
            row = table[seats.MEANINGS * unit + meaning]
            verbs = [actions.verb_of(setup, int(kernel)) for kernel in row]
            assert verbs == [actions.verb_of(setup, action) for action in range(setup.actions_n)]
            assert row[actions.release_id(setup, 0)] == actions.release_id(setup, unit)
            own = actions.release_id(setup, setup.unit_slots + setup.zone_slots)
            assert row[own] == own
            for place, zone in enumerate(seats.zone_rows(setup, setup.sheets[unit].side)):
                at, there = (actions.release_id(setup, setup.unit_slots + k) for k in (place, zone))
                assert row[at] == there
                for verb in seats.ZONE_MOVES:
                    assert row[actions.zone_id(setup, verb, place)] == actions.zone_id(setup, verb, zone)
    for side in (Side.PARTY, Side.FOES):
        zones = seats.zone_rows(setup, side)
        assert sorted(zones) == list(range(setup.zone_slots))
        owned = [setup.places[zone].owner == side for zone in zones]
        assert owned[0] or not any(owned)  # on the dragon's back nobody owns anything


def test_a_choice_is_numbered_by_what_is_asked() -> None:
    """Options are Zones or units in the seat's own order, but spells and sets of gear by their slot."""
    env = wzc_env.raw_env("broken_line")
    setup, found = env._board.setup, 0
    for seed in range(12):
        for turn in turns(env, seed, picks=seed):
            if turn.action is None:
                break
            if env.decision != Kind.CHOOSE:
                continue
            battle = env._board.twin()
            step = battle.frames[battle.depth - 1].step
            rows = rows_of(env, turn.agent)
            first = actions.choose_id(setup, 0)
            for action in np.flatnonzero(turn.observation["action_mask"]):
                option, kernel = int(action) - first, env._board.kernel_id(int(action)) - first
                if step == seats.Step.CHOOSE_SHOVE:
                    found += 1
                    victim = battle.frames[battle.depth - 1].target
                    edges = rows[f"zone_{option}"]
                    assert kernel == seats.zone_rows(setup, setup.sheets[env._board.who].side)[option]
                    assert kernel != battle.units[victim].zone
                    assert edges[Ground.PRESENT] == 1
                elif step in (seats.Step.CHOOSE_SPELL, seats.Step.CHOOSE_GEAR):
                    assert option == kernel
    assert found > 0


def test_every_kind_of_choice_has_its_meaning() -> None:
    env = wzc_env.raw_env("broken_line")
    env.reset(seed=0)
    view = env._board.view()
    battle = view.battle
    battle.ask, battle.who, battle.depth = Kind.CHOOSE, 3, 1
    steps = [step for step in seats.Step if step.name.startswith("CHOOSE")]
    assert len(steps) >= 5
    for step in steps:
        battle.frames[0].step = step
        meaning = {"zone": 1, "unit": 2}.get(options(view)[1], 0)
        assert seats.table_row(battle) == seats.MEANINGS * 3 + meaning, step.name


def test_the_state_is_the_same_whoever_is_asked_and_holds_what_all_know() -> None:
    env = wzc_env.raw_env("skirmish")
    middle(env, 1, 40)
    state, space = env.state(), env.state_space
    assert state.shape == space.shape
    assert (space.low < space.high).all()
    setup = env._board.setup
    firsts = (0, next(u for u in range(setup.units_n) if setup.sheets[u].side == Side.FOES))
    length = env._board.length
    for place, unit in enumerate(firsts):
        name = env.possible_agents[unit]
        assert np.array_equal(state[place * length : (place + 1) * length], env.observe(name)["observation"])
    casters = [u for u in range(setup.units_n) if setup.sheets[u].spells_n and u not in firsts]
    assert len(casters) >= 2
    book = 2 * MAX_SPELLS
    for place, unit in enumerate(casters):
        own = env.observe(env.possible_agents[unit])["observation"][len(Whole) : len(Whole) + book]
        at = 2 * length + place * book
        assert np.array_equal(state[at : at + book], own)
    assert len(state) == 2 * length + len(casters) * book


def test_a_caster_at_the_head_of_a_side_is_in_the_state_once() -> None:
    env = wzc_env.raw_env(
        harness.scenario(party=["magic_user@back"], foes=["goblin@rear", "magic_user@rear"]).compile()
    )
    env.reset(seed=0)
    assert len(env.state()) == 2 * env._board.length + 2 * MAX_SPELLS


def table_of(text: str, head: str) -> dict[str, tuple[str, str]]:
    """A Markdown table of the docstring: first cell -> the two others."""
    lines = text.split(f"| {head} |", 1)[1].splitlines()[2:]
    rows = {}
    for line in lines:
        if not line.strip().startswith("|"):
            break
        first, second, third = (cell.strip() for cell in line.strip().strip("|").split("|"))
        rows[first] = (second, third)
    return rows


def test_the_documented_slices_are_the_ones_that_are_written() -> None:
    text = WarZoneAEC.__doc__ or ""
    whole, parts = table_of(text, "Slice"), table_of(text, "Part")
    names = [name for cell in whole for name in re.findall(r"`(\w+)`", cell)]
    env = wzc_env.raw_env("broken_line")  # five units, five Zones
    written = list(env.slices())
    assert [name for name in written if name in names] == names
    assert {re.sub(r"\d+", "", name) for name in written} == {re.sub(r"\d+", "", name) for name in names}
    for cell, facts in (
        ("`whole`", Whole),
        ("figures of a unit row", Figure),
        ("routine of a unit row, each", Arm),
        ("unit row", Body),
        ("Zone row", Ground),
    ):
        count, listed = {**whole, **parts}[cell]
        assert listed.split(", ") == [fact.name.lower() for fact in facts], cell
        assert int(count) == len(facts)
    assert whole["`castings`"][0] == whole["`focus`"][0] == str(MAX_SPELLS)
    setup = env._board.setup
    unit, zone = env.slices()["unit_1"], env.slices()["zone_0"]
    rows = len(Figure) + setup.routine_slots * len(Arm) + len(Body) + setup.routine_slots + setup.zone_slots
    assert unit.stop - unit.start == rows
    assert zone.stop - zone.start == len(Ground) + setup.zone_slots


def test_the_documented_action_blocks_are_the_ones_of_the_rules() -> None:
    text = WarZoneAEC.__doc__ or ""
    blocks = text.split("| Block | Size | Argument |", 1)[1].split("Units and Zones are numbered", 1)[0]
    from wzc_env.warzone.naming import TITLES

    said = [name.strip() for row in re.findall(r"^ *\| ([^|]*[a-z][^|]*) \|", blocks, re.M) for name in row.split(",")]
    assert said == [TITLES[verb] for verb in Verb]


def example() -> str:
    block = re.search(r"```python\n(.*?)```", WarZoneAEC.__doc__ or "", re.S)
    assert block is not None
    return "\n".join(line.removeprefix("    ") for line in block[1].splitlines())


def test_the_example_of_the_docstring_plays_a_battle() -> None:
    source = example()
    assert len(source.splitlines()) <= 15
    space: dict[str, Any] = {}
    exec(source, space)
    assert space["env"].agents == []
    assert space["terminated"] or space["truncated"]
    assert space["env"].unwrapped.battle_seed == 7
