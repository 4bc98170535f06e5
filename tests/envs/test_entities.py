"""Entities: the parts of the vector, in every environment, in their spaces."""

import numpy as np
import pytest
from gymnasium import spaces

import wzc_env
from wzc_env.envs.aec import raw_env
from wzc_env.envs.entities import Entities
from wzc_env.envs.solo import WarZoneSolo
from wzc_env.warzone.senses import N_GROUND, Body, Ground, body_at, slices
from wzc_env.warzone.words import Edge

PARTS = ["globals", "units", "zones", "edges", "unit_mask", "zone_mask"]


def test_the_parts_are_the_rows_of_the_vector() -> None:
    env = raw_env("broken_line")
    env.reset(seed=3)
    setup = env._board.setup
    agent = env.agent_selection
    view = env.observe(agent)["observation"]
    seen = Entities(setup).split(view)
    assert list(seen) == PARTS
    named = {name: view[part] for name, part in slices(setup).items()}
    assert np.array_equal(seen["globals"], np.concatenate([named["whole"], named["castings"], named["focus"]]))
    for k in range(setup.units_n):
        assert np.array_equal(seen["units"][k], named[f"unit_{k}"])
    for k in range(setup.zones_n):
        assert np.array_equal(seen["zones"][k], named[f"zone_{k}"][:N_GROUND])
        assert np.array_equal(seen["edges"][k], named[f"zone_{k}"][N_GROUND:])
    assert seen["unit_mask"].tolist() == [1] * setup.units_n
    assert seen["zone_mask"].tolist() == [1] * setup.zones_n
    total = sum(seen[name].size for name in PARTS[:4])
    assert total == view.size
    assert all(np.shares_memory(seen[name], view) for name in PARTS[:4])


def test_edges_are_those_of_the_map() -> None:
    env = raw_env("night_market", observation="entities")
    env.reset(seed=0)
    seen, battle, setup = env.observe(env.agent_selection), env._board.twin(), env._board.setup
    edges = seen["edges"]
    assert np.array_equal(edges, edges.T)
    drawn = [battle.edge[i][j] for i in range(setup.zones_n) for j in range(i)]
    assert (edges == -1).sum() == 2 * drawn.count(Edge.BLOCKED) > 0
    assert (edges == 1).sum() == 2 * sum(edge not in (Edge.ABSENT, Edge.BLOCKED, Edge.OFF_MAP) for edge in drawn)


def test_padding_is_masked_out() -> None:
    envs = wzc_env.make_vec("duel", 3, observation="entities", pad_to={"units": 6, "zones": 9})
    seen, _ = envs.reset(seed=1)
    assert isinstance(seen, dict)
    assert seen["unit_mask"].tolist() == [[1, 1, 0, 0, 0, 0]] * 3
    zones = int(seen["zone_mask"][0].sum())
    assert 0 < zones < 9
    assert not seen["units"][:, 2:].any()
    assert not seen["zones"][:, zones:].any()
    assert seen["edges"].shape == (3, 9, 9)


@pytest.mark.parametrize("name", ["skirmish", "burning_granary", "mercenaries"])
def test_every_environment_hands_out_the_same_parts(name: str) -> None:
    solo = WarZoneSolo(name, opponent="random", observation="entities")
    plain = WarZoneSolo(name, opponent="random")
    batch = wzc_env.make_vec(name, 2, opponent="random", observation="entities")
    alone, info = solo.reset(seed=5)
    vector, _ = plain.reset(seed=5)
    many, _ = batch.reset(seed=5)
    split = Entities(plain._board.setup)
    for _ in range(40):
        assert isinstance(alone, dict)
        assert isinstance(many, dict)
        assert solo.observation_space.contains(alone)
        assert batch.single_observation_space.contains({key: value[0] for key, value in many.items()})
        for key, part in split.split(np.asarray(vector)).items():
            assert np.array_equal(alone[key], part), key
            assert np.array_equal(many[key][0], part), key
        action = int(np.flatnonzero(info["action_mask"])[0])
        alone, _, over, cut, info = solo.step(action)
        vector = plain.step(action)[0]
        many = batch.step(np.array([action, int(np.argmax(many["action_mask"][1]))]))[0]
        if over or cut:
            break


def test_the_pettingzoo_environment_has_them_beside_the_mask() -> None:
    env = raw_env("duel", observation="entities")
    env.reset(seed=0)
    for agent in env.agents:
        space = env.observation_space(agent)
        assert isinstance(space, spaces.Dict)
        assert set(space) == {*PARTS, "action_mask"}
        assert space.contains(env.observe(agent))
    own = env.observe(env.agent_selection)
    assert own["units"][0][body_at(env._board.setup) + Body.ASKED] == 1
    assert own["zones"][:, Ground.HERE].sum() == 1


def test_an_unknown_form_says_what_there_is() -> None:
    with pytest.raises(ValueError, match="observation = 'graph': allowed: 'vector', 'entities'"):
        raw_env("duel", observation="graph")
    with pytest.raises(ValueError, match="observation = 'graph': allowed: 'vector', 'dict', 'entities'"):
        wzc_env.make_vec("duel", 2, observation="graph")
