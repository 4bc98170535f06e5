"""What a side knows at the table: states that differ only in what is hidden look the same to the byte."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wzc_env
from tests.envs.walks import turns
from tests.harness import scenario
from wzc_env.envs.aec import WarZoneAEC
from wzc_env.kernel import compiled, copy_twin, kernel, state_bytes_of, store, zeros
from wzc_env.warzone.control import recount
from wzc_env.warzone.observe import observe, observe_many
from wzc_env.warzone.senses import Body, Ground, Whole, describe, size, slices
from wzc_env.warzone.state import Battle, Rules, Setup, Unit
from wzc_env.warzone.veil import band, veil
from wzc_env.warzone.words import NONE, Kind, Life, Reaction, Side, Step

FIGHTER, MAGE, SNEAK, ORC, SHAMAN = range(5)
PARTY: list[Any] = ["sword_fighter@front", "magic_user@back"]
FOES: list[Any] = [
    ("goblin@flank", {"hp": 20, "count": 1}),
    ("orc@far", {"hp": 20}),
    ("raider_captain@rear", {"hp": 40, "spells": {"sleep": 2, "magic missile": 1}, "caster_level": 3}),
]
FIELD: dict[str, Any] = {
    "title": "A line with a Flank",
    "zones": {
        "back": {"title": "Back", "owner": "party", "traits": ["back_line"]},
        "front": {"title": "Front", "owner": "party", "traits": ["front_line"]},
        "far": {"title": "Far", "owner": "foes", "traits": ["front_line"]},
        "rear": {"title": "Rear", "owner": "foes", "traits": ["back_line"]},
        "flank": {"title": "Flank", "owner": "foes", "traits": ["flank"]},
    },
    "edges": [
        {"join": ["back", "front"]},
        {"join": ["front", "far"], "kind": "engagement"},
        {"join": ["far", "rear"]},
        {"join": ["rear", "flank"]},
        {"join": ["flank", "far"]},
    ],
}


@pytest.fixture(scope="module")
def table() -> WarZoneAEC:
    """A battle in plain mode; the goblin is hidden from the party, the captain has a Focus."""
    made = scenario(party=PARTY, foes=FOES, battlefield=FIELD)
    env = wzc_env.raw_env(made, sees="table", mode="plain")
    env.reset(seed=3)
    return env


@pytest.fixture
def board(table: WarZoneAEC) -> Any:
    table.reset(seed=3)
    b = table._board.twin()
    b.units[SNEAK].hidden_from = 1 << Side.PARTY
    b.units[SHAMAN].focus = 1
    b.units[SHAMAN].hp = 30
    b.units[ORC].hp = 13
    settle(table._board)
    return table._board


def settle(board: Any) -> None:
    recount(board.twin(), board.setup, board.rules)


def seen(board: Any, unit: int = FIGHTER) -> bytes:
    return bytes(board.see(unit).tobytes())


def known(board: Any, side: Side = Side.PARTY) -> bytes:
    """The record that a side's creatures are shown."""
    twin = copy_twin(board.twin())
    veil(twin, board.setup, board.rules, int(side))
    return state_bytes_of(twin)


def hidden_row(board: Any) -> list[float]:
    """What the party sees of the hidden creature."""
    return list(board.see(FIGHTER)[slices(board.setup)["unit_2"]])


def change(board: Any, unit: int, field: str, place: int | None, by: int) -> None:
    """Another value in one field of a unit, and what follows from it for the Zones."""
    one = board.twin().units[unit]
    if place is None:
        setattr(one, field, getattr(one, field) + by)
    else:
        getattr(one, field)[place] += by
    if field == "zone":
        settle(board)


def fields(*but: str) -> list[tuple[str, int | None]]:
    """Every number of a unit: its field and the place in it."""
    blank: Any = Unit()
    return [
        (member.name, place)
        for member in Unit.__members__
        if member.name not in but
        for place in (range(len(getattr(blank, member.name))) if member.shape else [None])
    ]


KNOWN_OF_THE_HIDDEN = ("life", "hidden_from", "rank")


@pytest.mark.parametrize(("field", "place"), fields(*KNOWN_OF_THE_HIDDEN))
def test_no_field_of_a_hidden_creature_shows(board: Any, field: str, place: int | None) -> None:
    before = (seen(board), seen(board, MAGE), known(board))
    change(board, SNEAK, field, place, 1 if field != "zone" else -1)
    assert (seen(board), seen(board, MAGE), known(board)) == before


@pytest.mark.parametrize("field", KNOWN_OF_THE_HIDDEN)
def test_what_is_known_of_a_hidden_creature_shows(board: Any, field: str) -> None:
    before = seen(board)
    value = {"life": int(Life.DEAD), "hidden_from": 0, "rank": 1}[field]
    setattr(board.twin().units[SNEAK], field, value)
    settle(board)
    assert seen(board) != before


def test_its_own_side_sees_the_hidden_creature(board: Any) -> None:
    for field in ("hp", "vigor", "zone"):
        before = seen(board, ORC)
        change(board, SNEAK, field, None, -1)
        assert seen(board, ORC) != before


def test_the_row_of_a_hidden_creature_holds_what_is_known_alone(board: Any) -> None:
    row = board.see(FIGHTER)[slices(board.setup)["unit_2"]]
    at = next(entry.place for entry in describe(board.setup) if entry.name == "unit_2.present")
    body = board.see(FIGHTER)[at : at + len(Body)]
    told = {Body(int(k)) for k in np.flatnonzero(body)}
    assert told - {Body.AC, Body.RANK} == {Body.PRESENT, Body.SIDE, Body.UP, Body.HIDDEN, Body.DISTANCE}
    assert (body[Body.SIDE], body[Body.DISTANCE]) == (-1, -1)
    assert not row[-board.setup.zone_slots :].any()  # in no Zone


def test_the_room_that_a_hidden_creature_takes_does_not_show(board: Any) -> None:
    def occupants(unit: int) -> float:
        view, parts = board.see(unit), slices(board.setup)
        return sum(
            float(view[parts[f"zone_{z}"]][Ground.ENEMY_OCCUPANTS if unit == FIGHTER else Ground.OWN_OCCUPANTS])
            for z in range(board.setup.zones_n)
        )

    assert (4 * occupants(FIGHTER), 4 * occupants(ORC)) == (2, 3)


@pytest.mark.parametrize("spent", [0, 3])
def test_a_breath_of_a_hidden_creature_does_not_show(board: Any, spent: int) -> None:
    b = board.twin()
    before = hidden_row(board)
    b.ask, b.who, b.actor, b.members, b.depth = Kind.BREATH, SNEAK, SNEAK, 1 << SNEAK, 0
    b.units[SNEAK].begun, b.units[SNEAK].paid = int(spent > 0), spent
    view = board.see(FIGHTER)
    assert hidden_row(board) == before
    assert view[Whole.BREATH] == 1
    assert not view[[Whole.BEGUN, Whole.LEFT, Whole.PAID, Whole.MINE]].any()
    assert board.see(ORC)[Whole.LEFT] > 0
    b.who = b.actor = ORC
    b.members = 1 << ORC
    assert board.see(FIGHTER)[Whole.LEFT] > 0


@pytest.mark.parametrize("part", ["actor", "target"])
def test_a_hidden_creature_does_not_show_in_a_procedure(board: Any, part: str) -> None:
    b = board.twin()
    frame = b.frames[0]
    b.depth, frame.step, frame.zone, frame.actor, frame.target = 1, Step.ENTRY, 2, ORC, MAGE
    open_to_all = seen(board)
    before = hidden_row(board)
    setattr(frame, part, SNEAK)
    hidden = seen(board)
    assert hidden_row(board) == before
    assert hidden != open_to_all
    setattr(frame, part, ORC)
    b.units[ORC].hidden_from, b.units[SNEAK].hidden_from = 1, 0
    assert seen(board) != hidden
    b.units[ORC].hidden_from, b.units[SNEAK].hidden_from = 0, 1
    if part == "actor":
        b.depth = 0
        assert seen(board) == hidden


@pytest.mark.parametrize("most", range(1, 41))
def test_the_bands_of_hit_points(most: int) -> None:
    told = {hp: band(hp, most) for hp in range(most + 1)}
    assert (told[0], told[most]) == (0, most)

    def name(hp: int) -> str:
        if hp in (0, most):
            return "down" if hp == 0 else "unhurt"
        return "nearly down" if 4 * hp <= most else "bloodied" if 2 * hp <= most else "hurt"

    for hp, shown in told.items():
        assert name(shown) == name(hp)
        assert all((told[other] == shown) == (name(other) == name(hp)) for other in told)


def test_an_enemys_hit_points_show_in_bands(board: Any) -> None:
    orc = board.twin().units[ORC]
    views: dict[str, set[bytes]] = {"hurt": set(), "bloodied": set(), "nearly down": set(), "unhurt": set()}
    for hp in range(1, 21):
        orc.hp = hp
        key = "unhurt" if hp == 20 else "hurt" if hp > 10 else "bloodied" if hp > 5 else "nearly down"
        views[key].add(seen(board))
    assert [len(one) for one in views.values()] == [1, 1, 1, 1]
    assert len(set.union(*views.values())) == 4
    before = seen(board, SHAMAN)
    orc.hp -= 1
    assert seen(board, SHAMAN) != before  # its own side knows to the point


def test_the_members_of_a_squad_show_in_bands() -> None:
    env = wzc_env.raw_env(scenario(party=PARTY, foes=FOES, battlefield=FIELD), sees="table", mode="plain")
    env.reset(seed=3)
    board = env._board
    sheet, b = board.setup.sheets[ORC], board.twin()
    sheet.members, sheet.squad, sheet.hp_max = 4, 0, 32
    views = {}
    for hp in ([8, 8, 3, 0], [8, 8, 4, 0], [8, 7, 3, 0], [8, 5, 3, 0], [8, 8, 0, 0], [8, 8, 2, 0]):
        b.squads[0].hp[:4] = hp
        b.units[ORC].hp = sum(hp)
        settle(board)
        views[tuple(hp)] = known(board)
        assert np.frombuffer(seen(board), np.float32).any()
    bloodied, still_bloodied, hurt, still_hurt, two, nearly_down = views.values()
    assert bloodied == still_bloodied != nearly_down
    assert hurt == still_hurt != bloodied
    assert len({bloodied, hurt, two, nearly_down}) == 4
    b.units[ORC].hidden_from = 1 << Side.PARTY
    before = set()
    for hp in ([8, 8, 3, 0], [1, 0, 0, 0]):
        b.squads[0].hp[:4] = hp
        settle(board)
        before.add(known(board))
    assert len(before) == 1


SECRETS: dict[str, Callable[[Any], None]] = {
    "castings left": lambda b: b.units[SHAMAN].slots.__setitem__(0, 0),
    "the focused spell": lambda b: setattr(b.units[SHAMAN], "focus", 0),
    "hit points within a band": lambda b: setattr(b.units[SHAMAN], "hp", 29),
    "how long an effect lasts": lambda b: b.units[ORC].timers.__setitem__(0, 9),
    "how long the dying live": lambda b: setattr(b.units[SNEAK], "dying", 7),
    "the dice to come": lambda b: b.dice.streams[0].__setitem__(0, 12345),
}
OPEN: dict[str, Callable[[Any], None]] = {
    "Vigor": lambda b: setattr(b.units[ORC], "vigor", 1),
    "a Readied technique": lambda b: setattr(b.units[ORC], "ready", int(Reaction.GUARD)),
    "that there is a Focus": lambda b: setattr(b.units[SHAMAN], "focus", -1),
    "an effect": lambda b: b.units[ORC].timers.__setitem__(0, 0),
    "Exposed": lambda b: setattr(b.units[ORC], "exposed", 1),
    "flight": lambda b: setattr(b.units[ORC], "fleeing", 1),
    "own castings": lambda b: b.units[MAGE].slots.__setitem__(0, 9),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_of_an_enemy_does_not_show(board: Any, secret: str) -> None:
    b = board.twin()
    b.units[ORC].timers[0] = 2
    b.units[SNEAK].life, b.units[SNEAK].dying, b.units[SNEAK].hidden_from = int(Life.DYING), 2, 0
    before = (seen(board), seen(board, MAGE), known(board))
    SECRETS[secret](b)
    assert (seen(board), seen(board, MAGE), known(board)) == before


@pytest.mark.parametrize("fact", OPEN)
def test_what_is_open_shows(board: Any, fact: str) -> None:
    b = board.twin()
    b.units[ORC].timers[0] = 2
    before = seen(board, MAGE)
    OPEN[fact](b)
    assert seen(board, MAGE) != before


@pytest.mark.parametrize("secret", ["castings left", "hit points within a band"])
def test_who_sees_all_sees_the_secrets_too(board: Any, secret: str) -> None:
    b = board.twin()
    before = board.see_all(MAGE).tobytes()
    SECRETS[secret](b)
    assert board.see_all(MAGE).tobytes() != before


@pytest.mark.parametrize("name", ["ambush", "skirmish", "broken_line"])
def test_only_the_observation_is_filtered(name: str) -> None:
    """Battle, masks, rewards, state and own row are the same; both modes see the same; something is hidden."""
    told: Counter[str] = Counter()
    everything, plain = wzc_env.raw_env(name), wzc_env.raw_env(name, sees="table", mode="plain")
    for seed in range(2):
        env = wzc_env.raw_env(name, sees="table")
        everything.reset(seed=seed)
        plain.reset(seed=seed)
        for number, turn in enumerate(turns(env, seed, picks=seed)):
            whole = everything.last()
            assert env.state_bytes() == everything.state_bytes()
            assert np.array_equal(turn.observation["action_mask"], whole[0]["action_mask"])
            assert turn[2:5] == whole[1:4]
            assert env.observation_space(turn.agent).contains(turn.observation)
            told["differs"] += not np.array_equal(turn.observation["observation"], whole[0]["observation"])
            if number % 7 == 0:
                assert np.array_equal(env.state(), everything.state())
                for agent in env.agents:
                    mine = env.observe(agent)["observation"]
                    assert np.array_equal(mine, plain.observe(agent)["observation"])
                    own = env.slices()["unit_0"]
                    assert np.array_equal(mine[own], everything.observe(agent)["observation"][own])
            everything.step(turn.action)
            plain.step(turn.action)
    assert told["differs"] > 10


@kernel
def veil_many(battles: list[Battle], setups: list[Setup], rules: list[Rules]) -> None:
    """`veil` for the side that is asked in each battle, the party where it is over."""
    for i in range(len(battles)):
        row = int(battles[i].setup)
        side = 0
        if battles[i].who != NONE:
            side = int(setups[row].sheets[battles[i].who].side)
        veil(battles[i], setups[row], rules[row], side)


def test_many_battles_are_veiled_each_for_the_side_that_is_asked(board: Any) -> None:
    battles = zeros(Battle, 2)
    expected = []
    for row, who in enumerate((FIGHTER, ORC)):
        twin = copy_twin(board.twin())
        twin.who = who
        store(twin, battles, row)
        veil(twin, board.setup, board.rules, int(board.setup.sheets[who].side))
        out = [0.0] * size(board.setup)
        observe(twin, board.setup, board.rules, who, out)
        expected.append(out)
    setups, rules = board.game.setup, board.game.rules
    seen_by_each = np.zeros((2, size(board.setup)), np.float32)
    compiled(veil_many)(battles, setups, rules)
    compiled(observe_many)(battles, setups, rules, seen_by_each)
    assert seen_by_each == pytest.approx(np.array(expected), abs=1e-6)
    assert not np.array_equal(seen_by_each[0], seen_by_each[1])


def test_bad_values() -> None:
    with pytest.raises(ValueError, match=r"sees = 'some': allowed: 'all', 'table'"):
        wzc_env.raw_env("duel", sees="some")
