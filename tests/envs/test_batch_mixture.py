"""Several scenarios in one batch: one layout, the same battles, shares by weight."""

import numpy as np
import pytest

from wzc_env import scenario
from wzc_env.envs.aec import raw_env
from wzc_env.envs.batch import WarZoneVector
from wzc_env.envs.mixture import padded
from wzc_env.kernel import load
from wzc_env.warzone.actions import action_of, attack_id, note_of, release_id, zone_id
from wzc_env.warzone.observe import size
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import Verb

from .lanes import answers, choose

NAMES = ["duel", "ambush", "broken_line"]


def test_lanes_play_their_scenarios_in_turn_in_the_layout_of_the_largest() -> None:
    """Each lane plays the battle that its scenario alone, padded, plays in the AEC."""
    envs = WarZoneVector(6, NAMES, side="both", autoreset_mode="Disabled")
    assert envs.scenarios == NAMES
    games = [scenario.load(name).compile() for name in NAMES]
    slots = [[int(game.setup[name][0]) for game in games] for name in ("unit_slots", "zone_slots", "routine_slots")]
    units, zones, routines = map(max, slots)
    battles = [raw_env(padded(games[lane % 3], units, zones, routines), control="side") for lane in range(6)]
    seen, infos = envs.reset(seed=30)
    assert envs.scenario_rows.tolist() == [0, 1, 2, 0, 1, 2]
    for lane, battle in enumerate(battles):
        battle.reset(seed=30 + lane)
        assert battle.action_spaces["party_0"].n == envs.single_action_space.n
    for number in range(40):
        for lane, battle in enumerate(battles):
            assert envs.state_bytes(lane) == battle.state_bytes()
            observation = battle.observe(battle.agent_selection)
            np.testing.assert_array_equal(observation["observation"], seen[lane])
            np.testing.assert_array_equal(observation["action_mask"], infos["action_mask"][lane])
            assert envs.words(lane, choose(infos["action_mask"][lane], 2)) == battle.words(
                choose(observation["action_mask"], 2)
            )
        actions = answers(envs, number)
        for lane, battle in enumerate(battles):
            battle.step(int(actions[lane]))
        seen, _, terminated, _, infos = envs.step(actions)
        if terminated.any():
            break
    assert number > 10


def test_padding_gives_room_and_the_same_battle() -> None:
    wide = WarZoneVector(1, "duel", opponent="brute", pad_to={"units": 24, "zones": 12, "routines": 4})
    plain = WarZoneVector(1, "duel", opponent="brute")
    setup = wide._fleet.mixture.first
    assert (setup.unit_slots, setup.zone_slots, setup.routine_slots) == (24, 12, 4)
    assert wide.single_observation_space.shape == (size(setup),)
    assert wide.single_action_space.n > plain.single_action_space.n
    wide.reset(seed=3)
    plain.reset(seed=3)
    for number in range(30):
        assert wide.state_bytes(0) == plain.state_bytes(0)
        masks = wide.action_masks()[0], plain.action_masks()[0]
        legal = [np.flatnonzero(mask) for mask in masks]
        texts = [[one.words(0, int(k)) for k in ids] for one, ids in zip((wide, plain), legal, strict=True)]
        assert sorted(texts[0]) == sorted(texts[1])
        pick = number % len(legal[0])
        wide.step([legal[0][pick]])
        plain.step([legal[1][pick]])


def test_scenarios_are_drawn_by_the_seed_of_the_battle_with_their_weights() -> None:
    envs = WarZoneVector(4000, NAMES, weights=[3, 0, 1], opponent="random", autoreset_mode="SameStep")
    envs.reset(seed=0)
    counts = np.bincount(envs.scenario_rows, minlength=3)
    assert counts[1] == 0
    assert counts[0] == pytest.approx(3000, abs=4 * np.sqrt(4000 * 0.75 * 0.25))
    rows = envs.scenario_rows
    few = WarZoneVector(2, NAMES, weights=[3, 0, 1])
    few.reset(seed=[17, 3999])
    assert few.scenario_rows.tolist() == rows[[17, 3999]].tolist()


def test_a_lane_changes_its_scenario_with_the_battle_where_they_are_drawn() -> None:
    envs = WarZoneVector(4, ["duel", "broken_line"], weights=[1, 1], opponent="random", autoreset_mode="SameStep")
    kept = WarZoneVector(4, ["duel", "broken_line"], opponent="random", autoreset_mode="SameStep")
    envs.reset(seed=1)
    kept.reset(seed=1)
    met: set[tuple[int, int]] = set()
    for number in range(500):
        met |= set(enumerate(envs.scenario_rows.tolist()))
        assert kept.scenario_rows.tolist() == [0, 1, 0, 1]
        envs.step(answers(envs, number))
        kept.step(answers(kept, number))
    assert met == {(lane, row) for lane in range(4) for row in range(2)}


def test_scenarios_with_different_things_to_do_share_a_layout() -> None:
    """Squads, area attacks, Stances, work on edges: each scenario has what the others lack."""
    names = ["mercenaries", "dragon", "ranks", "night_market", "duel", "open_road"]
    envs = WarZoneVector(12, names, side="both", autoreset_mode="Disabled")
    plain = [raw_env(name, control="side") for name in names]
    envs.reset(seed=3)
    for lane, battle in enumerate(plain):
        battle.reset(seed=3 + lane)
    offered: set[str] = set()
    generator = np.random.default_rng(0)
    for _ in range(150):
        masks = envs.action_masks()
        actions = np.array([generator.choice(np.flatnonzero(mask)) for mask in masks])
        for lane, battle in enumerate(plain):
            assert envs.state_bytes(lane) == battle.state_bytes(), names[lane]
            if envs._ended[lane]:
                continue
            legal = [envs.words(lane, int(action)) for action in np.flatnonzero(masks[lane])]
            own = np.flatnonzero(battle.observe(battle.agent_selection)["action_mask"])
            assert sorted(legal) == sorted(battle.words(int(action)) for action in own)
            offered |= {text.split()[0] for text in legal}
            battle.step(battle.parse(envs.words(lane, int(actions[lane]))))
        ended = envs.step(actions)[2] | envs._ended
        if ended.any():
            break
    assert {"Command", "Blast", "Declare"} <= offered


def test_a_mob_that_is_interrupted_is_the_same_battle_in_every_layout() -> None:
    """What its leader did is kept while somebody reacts, and the rest of the mob repeats it."""
    game = scenario.load("pack").compile()
    plain, wide = raw_env(game, control="side"), raw_env(padded(game, 30, 12, 4, special=1), control="side")
    generator, interrupted = np.random.default_rng(0), 0
    for seed in range(25):
        plain.reset(seed=seed)
        wide.reset(seed=seed)
        for _ in range(60):
            assert plain.state_bytes() == wide.state_bytes()
            if plain.terminations["party_0"]:
                break
            interrupted += plain._board.twin().mirror != -1
            mask = plain.observe(plain.agent_selection)["action_mask"]
            action = int(generator.choice(np.flatnonzero(mask)))
            wide.step(wide.parse(plain.words(action)))
            plain.step(action)
    assert interrupted > 5


def test_an_action_is_kept_as_the_same_number_in_every_layout() -> None:
    game = scenario.load("proving_ground").compile()
    plain, wide = (load(Setup, one.setup, 0) for one in (game, padded(game, 30, 12, 4, stances=8, special=1)))
    units, zones, routines = plain.unit_slots, plain.zone_slots, plain.routine_slots
    same = [
        *((attack_id(plain, r, u), attack_id(wide, r, u)) for r in range(routines) for u in range(units)),
        *((release_id(plain, u), release_id(wide, u)) for u in range(units)),
        *((release_id(plain, units + z), release_id(wide, 30 + z)) for z in range(zones)),
        (release_id(plain, units + zones), release_id(wide, 42)),
        *((zone_id(plain, Verb.RUSH, z), zone_id(wide, Verb.RUSH, z)) for z in range(zones)),
    ]
    assert (units, zones, routines) != (30, 12, 4)
    assert [note_of(plain, one) for one, _ in same] == [note_of(wide, other) for _, other in same]
    for layout in (plain, wide):
        every = range(layout.actions_n)
        assert [action_of(layout, note_of(layout, action)) for action in every] == list(every)


def test_room_for_what_few_scenarios_have() -> None:
    small = WarZoneVector(1, "duel", opponent="brute", pad_to={"units": 30, "zones": 12, "routines": 4})
    wide = WarZoneVector(
        1, "duel", opponent="brute", pad_to={"units": 30, "zones": 12, "routines": 4, "stances": 8, "special": 1}
    )
    assert wide.single_action_space.n == small.single_action_space.n + 8 + 1 + 12 + 12 + 30 + 1
    mercenaries = WarZoneVector(
        1, "mercenaries", pad_to={"units": 30, "zones": 12, "routines": 4, "stances": 8, "special": 1}
    )
    assert mercenaries.single_action_space == wide.single_action_space
    assert mercenaries.single_observation_space == wide.single_observation_space
    wide.reset(seed=1)
    small.reset(seed=1)
    for _ in range(30):
        assert wide.action_masks().sum() == small.action_masks().sum()
        assert wide.state_bytes(0) == small.state_bytes(0)
        both = [np.array([int(np.argmax(one.action_masks()[0]))]) for one in (wide, small)]
        wide.step(both[0])
        small.step(both[1])


@pytest.mark.parametrize(
    ("slots", "error", "text"),
    [
        ((1, 12, 4), ValueError, r"\['units'\] = 1: allowed: an integer from 2 to 30"),
        ((-1, 12, 4), ValueError, r"\['units'\] = -1"),
        ((24, 13, 4), ValueError, r"\['zones'\] = 13: allowed: an integer from \d to 12"),
        ((24, 12, 2.5), TypeError, r"\['routines'\] = 2.5"),
    ],
)
def test_room_that_does_not_do_for_the_scenario(slots: tuple[int, int, int], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        padded(scenario.load("duel").compile(), *slots)
