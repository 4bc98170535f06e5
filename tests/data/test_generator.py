"""Generated battles: a seed is a battle, splits never share one, the file says the same as the scenario."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from wzc_env import generator, scenario
from wzc_env.cli import app
from wzc_env.game import Match
from wzc_env.generator import ATTEMPTS, FIELDS, SPLITS, Recipe, generate, split_of
from wzc_env.policies import any_legal

RUN = CliRunner()


@pytest.fixture(scope="module")
def drafts() -> dict[str, list[generator.Draft]]:
    return {split: [generate(seed, split=split) for seed in range(60)] for split in SPLITS}


def test_a_seed_is_one_battle(drafts) -> None:
    for draft in drafts["train"][:10]:
        again = generate(int(draft.scenario.name.removeprefix("train_")))
        assert again.tables == draft.tables
        assert again.scenario == draft.scenario
    assert generate(3, difficulty=0.9).tables != generate(3, difficulty=0.1).tables


def test_numpys_integers_are_whole_numbers_too() -> None:
    drawn = generate(np.int64(3), level=np.int32(2), heroes=np.uint8(3))
    assert drawn == generate(3, level=2, heroes=3)
    assert drawn.scenario.name == "train_3"


def test_splits_share_no_battle(drafts) -> None:
    texts = {}
    for split, some in drafts.items():
        assert all(split_of(draft.tables) == split for draft in some)
        texts[split] = {draft.toml.partition("\n")[2] for draft in some}  # without the title
        assert len(texts[split]) > 55, "seeds repeat each other"
    assert not texts["train"] & texts["test"]


def test_the_title_does_not_choose_the_split(drafts) -> None:
    for draft in drafts["test"]:
        assert split_of(draft.tables | {"title": "Another"}) == "test"
    moved = [split_of({**draft.tables, "max_rounds": 7}) for draft in drafts["test"]]
    assert "train" in moved  # but what is played does


def test_the_file_makes_the_same_scenario(drafts, tmp_path: Path) -> None:
    for split, some in drafts.items():
        for draft in some[:20]:
            path = tmp_path / f"{draft.scenario.name}.toml"
            path.write_text(draft.toml, encoding="utf-8")
            assert scenario.load(path) == draft.scenario, split


def test_battles_differ_in_every_part_and_can_be_played(drafts) -> None:
    some = drafts["train"]
    edits = Counter(edit["do"] for draft in some for edit in draft.tables.get("edits", ()))
    assert set(edits) == {"remove", "block", "capacity", "add", "effect"}
    assert {draft.tables["battlefield"] for draft in some} == set(FIELDS)
    assert any("mob" in entry for draft in some for entry in draft.tables["foes"])
    for seed, draft in enumerate(some[:15]):
        match = Match(draft.scenario.compile(), seed)
        match.battle.log.on = 0
        while not match.over:
            match.step(any_legal(match.battle, match.setup, match.legal()))


def test_the_knob_buys_hit_dice() -> None:
    def dice(difficulty: float) -> float:
        made = [generate(seed, difficulty=difficulty, level=2, heroes=5).scenario for seed in range(25)]
        return sum(c.half_dice / 2 for one in made for side, _, c in one.units() if side == "foes") / len(made)

    assert dice(0.0) < dice(0.5) < dice(1.0)
    for difficulty in (0.0, 1.0):
        budget = Recipe(0, difficulty=difficulty, level=2, heroes=5).budget
        assert dice(difficulty) <= budget
        assert budget == pytest.approx(10 * (0.8 + 1.6 * difficulty))


def test_the_party_is_as_it_was_asked_for() -> None:
    made = generate(11, level=5, heroes=7, field="lane").scenario
    assert [entry.level for entry in made.party] == [5] * 7
    assert made.battlefield.title.startswith("A lane")


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({"seed": -1}, "seed = -1: must be a whole number; allowed: 0 or more"),
        ({"seed": 1.5}, "seed = 1.5: must be a whole number; allowed: 0 or more"),
        ({"seed": 0, "split": "dev"}, "split = 'dev': no such split; allowed: train, test"),
        ({"seed": 0, "difficulty": 1.2}, "difficulty = 1.2: out of range; allowed: 0 to 1"),
        ({"seed": 0, "difficulty": "hard"}, "difficulty = 'hard': out of range; allowed: 0 to 1"),
        ({"seed": 0, "level": 6}, "level = 6: out of range; allowed: 1 to 5"),
        ({"seed": 0, "heroes": 0}, "heroes = 0: out of range; allowed: 1 to 8"),
    ],
)
def test_a_wrong_wish_is_one_line(wishes, expected: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole text is compared
        generate(**wishes)
    assert str(caught.value) == expected


def test_an_unknown_field_lists_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"^field = 'moor': no such battlefield; allowed: .*lane"):
        generate(0, field="moor")


def test_what_cannot_be_drawn_says_so(monkeypatch) -> None:
    monkeypatch.setattr(generator, "split_of", lambda stated: "neither")
    with pytest.raises(ValueError, match=f"^seed = 5: no battle in {ATTEMPTS} draws"):
        generate(5)


def test_the_command_prints_one_battle_and_writes_many(tmp_path: Path) -> None:
    shown = RUN.invoke(app, ["scenario", "generate", "--seed", "4"])
    assert shown.exit_code == 0
    assert shown.stdout == generate(4).toml
    folder = tmp_path / "new" / "battles"
    asked = ["scenario", "generate", "--count", "3", "--split", "test", "--out", str(folder)]
    assert RUN.invoke(app, asked).exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["test_0.toml", "test_1.toml", "test_2.toml"]
    assert scenario.load(folder / "test_1.toml") == generate(1, split="test").scenario
    kept = (folder / "test_0.toml").read_bytes()
    (folder / "test_2.toml").unlink()
    again = RUN.invoke(app, asked)
    assert again.exit_code == 2
    assert "test_0.toml is there already" in again.stderr
    assert not (folder / "test_2.toml").exists()
    assert (folder / "test_0.toml").read_bytes() == kept


def test_the_command_complains_in_one_line() -> None:
    bad = RUN.invoke(app, ["scenario", "generate", "--split", "dev"])
    assert (bad.exit_code, bad.stderr) == (2, "wzc: split = 'dev': no such split; allowed: train, test\n")
