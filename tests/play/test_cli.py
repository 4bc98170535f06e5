"""The command line: what it prints, one line for what was typed wrong, exit codes, pipes and interrupts."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wzc_env.cli import app
from wzc_env.options import names as option_names
from wzc_env.version import __version__

from .shell import ROOT, wzc


def test_a_battle_is_told() -> None:
    result = wzc("play", "duel", "--seed", "3")
    assert result.exit_code == 0, result.output
    lines = result.stdout.split("\n")
    assert lines[0] == "A duel"
    assert "═══ Round 1 ═══" in lines
    assert "┌ Near end ─────────┐" in result.stdout
    assert any(line.startswith("▶ sword, Vigor 11") for line in lines)
    assert re.search(r"d20 \d+ \+ 4 \(bonus\)", result.stdout)
    assert re.fullmatch(r"the (party wins|foes win) \(.*\) in \d+ Rounds, \d+ decisions, state [0-9a-f]{16}", lines[-2])


def test_one_round_is_not_several(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    text = (ROOT / "configs/scenarios/duel.toml").read_text(encoding="utf-8")
    text, changed = re.subn(r"^max_rounds = .*$", "", text, flags=re.MULTILINE)
    assert changed <= 1
    file.write_text("max_rounds = 1\n" + text, encoding="utf-8")
    assert " in 1 Round, " in wzc("play", file, "--quiet").stdout
    assert "; at most 1 Round\n" in wzc("scenario", "show", file).stdout


def test_the_same_seed_tells_the_same_story() -> None:
    first, second, other = (wzc("play", "duel", "--seed", seed).stdout for seed in (5, 5, 6))
    assert first == second != other


def test_without_the_map_and_quiet() -> None:
    assert "┌" not in wzc("play", "duel", "--no-map").stdout
    quiet = wzc("play", "duel", "--seed", 3, "--quiet").stdout
    assert quiet.count("\n") == 1
    assert quiet == wzc("play", "duel", "--seed", 3).stdout.split("\n")[-2] + "\n"


def with_agents(folder: Path, agents: str) -> Path:
    """A duel whose file says who plays."""
    file = folder / "seats.toml"
    text = (ROOT / "configs/scenarios/duel.toml").read_text(encoding="utf-8")
    file.write_text(f"agents = {agents}\n{text}", encoding="utf-8")
    return file


def test_a_scenario_says_who_plays_where_nobody_else_does(tmp_path: Path) -> None:
    file, saved = with_agents(tmp_path, '{ foes = "random" }'), tmp_path / "seats.jsonl"

    def players(*asked: str) -> dict[str, str]:
        assert wzc("play", file, "--quiet", "--save", saved, *asked).exit_code == 0
        seats: dict[str, str] = json.loads(saved.read_text(encoding="utf-8").splitlines()[0])["agents"]
        return seats

    assert players() == {"party": "brute", "foes": "random"}
    assert players("--party", "random", "--foes", "brute") == {"party": "random", "foes": "brute"}
    assert "agents: random for the foes\n" in wzc("scenario", "show", file).stdout
    assert "agents:" not in wzc("scenario", "show", "duel").stdout


def test_a_scenario_whose_agent_nobody_knows_is_one_line(tmp_path: Path) -> None:
    file = with_agents(tmp_path, '{ party = "brutus" }')
    refused = wzc("play", file)
    assert refused.exit_code == 2
    assert re.fullmatch(
        r"(wzc: )?agents.party: agent = 'brutus': no such agent, did you mean 'brute'.*\n", refused.stderr
    )
    assert wzc("play", file, "--party", "brute", "--quiet").exit_code == 0


def test_a_saved_battle_is_replayed_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    told = wzc("play", "duel", "--seed", 3, "--foes", "random", "--save", file)
    assert told.stdout.endswith(f"replay: {file}\n")
    again = wzc("replay", file)
    assert again.exit_code == 0
    assert re.fullmatch(rf"{file}: \d+ decisions, every state equal\n", again.stdout)
    shown = wzc("replay", file, "--show")
    assert shown.stdout == told.stdout.replace(f"replay: {file}\n", "")


def test_a_changed_replay_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    wzc("play", "duel", "--quiet", "--save", file)
    file.write_text(file.read_text(encoding="utf-8").replace('"seed": 1', '"seed": 2', 1), encoding="utf-8")
    for options in ((), ("--show",)):
        result = wzc("replay", file, *options)
        assert result.exit_code == 2
        assert re.fullmatch(rf"wzc: {file}:\d+: decision \d+: .* when played again\n", result.stderr)


def test_other_rules_are_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    wzc("play", "duel", "--quiet", "--save", file)
    text = re.sub(r'"rules_hash": "\w+"', '"rules_hash": "feedfeedfeedfeed"', file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    result = wzc("replay", file)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"wzc: warning: {file}: made under rules feedfeedfeedfeed")


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["play", "dule"], r'scenario = "dule": no such scenario, did you mean "duel"\?; allowed: .*'),
        (["play", "nowhere.toml"], r'scenario = "nowhere.toml": no such file; .*'),
        (["play", "configs/scenarios"], r'scenario = "configs/scenarios": is a folder; allowed: .*'),
        (["play", "configs"], r'scenario = "configs": is a folder; allowed: .*'),
        (["play", "--party", "brut"], r"--party: agent = 'brut': no such agent, did you mean 'brute'\?; .*"),
        (["play", "--foes", "x"], r"--foes: agent = 'x': no such agent; allowed: .*"),
        (["play", "--battles", "-3"], r"--battles = -3: out of range; allowed: 1 to \d+"),
        (["play", "--battles", "0"], r"--battles = 0: out of range; allowed: 1 to 10000000"),
        (["play", "--battles", "10000001"], r"--battles = 10000001: out of range; allowed: 1 to 10000000"),
        (["play", "--seed", "-1"], r"--seed = -1: out of range; allowed: 0 to \d+"),
        (["play", "--seed", "one"], r"Invalid value for '--seed': .* \(see wzc play --help\)"),
        (["play", "--sede", "1"], r"No such option: --sede .*\(see wzc play --help\)"),
        (["play", "--save", "/nowhere/a"], r"--save: there is no folder /nowhere"),
        (["play", "--save", ""], r"--save: the name is empty; give the name of a file"),
        (["play", "--save", "/"], r"--save: / is a folder; give the name of a file"),
        (["play", "duel", "more"], r"Got unexpected extra argument.*"),
        (["dance"], r"No such command 'dance'.*"),
        (["replay"], r"Missing argument 'FILE'.*"),
        (["replay", "nowhere.jsonl"], r"nowhere.jsonl: No such file or directory"),
        (["replay", "pyproject.toml"], r"pyproject.toml:1: not JSON: .*"),
        (["scenario"], r"Missing command.*"),
        (["scenario", "show", "dule"], r'scenario = "dule": no such scenario, did you mean "duel"\?; .*'),
        (["scenario", "check", "nowhere.toml"], r'scenario = "nowhere.toml": no such file; .*'),
        (["rules", "show", "dule"], r'scenario = "dule": no such scenario, .*'),
    ],
)
def test_what_was_typed_wrong_is_one_line(args: list[str], line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(app, args, prog_name="wzc")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.fullmatch(f"wzc: {line}\n", result.stderr), result.stderr


def test_bad_scenario_files_are_one_line_each(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "Bad"\nbattlefield = "lane"\nmax_rounds = 0\n', encoding="utf-8")
    worse = tmp_path / "worse.toml"
    worse.write_text("title = \n", encoding="utf-8")
    result = wzc("scenario", "check", "duel", bad, worse)
    assert result.exit_code == 2
    assert result.stdout == "duel: ok\n"
    errors = result.stderr.splitlines()
    assert len(errors) == 2
    assert errors[0].startswith(f"wzc: {bad}: ")
    assert errors[1].startswith(f"wzc: {worse}: ")


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("max_rounds = " + "1" * 5000, "a whole number with too many digits"),
        ("rules = " + "[" * 5000, "nested too deeply; allowed: 40 levels at most"),
        ("a" + ".a" * 5000 + " = 1", "nested too deeply; allowed: 40 levels at most"),
    ],
)
def test_monstrous_scenario_files_are_one_line(text: str, trouble: str, tmp_path: Path) -> None:
    file = tmp_path / "monster.toml"
    file.write_text(text + "\n", encoding="utf-8")
    result = wzc("play", file)
    assert result.exit_code == 2
    assert result.stderr == f"wzc: {file}: {trouble}\n"


def test_scenarios_are_listed_and_shown() -> None:
    listed = wzc("scenario", "list")
    assert listed.exit_code == 0
    assert {line.split()[0] for line in listed.stdout.splitlines()} >= {"name", "skirmish", "duel", "broken_line"}
    shown = wzc("scenario", "show", "skirmish").stdout
    assert "┌ the Melee ────────┐" in shown
    assert "host: Classic play" in shown
    captain = next(line for line in shown.splitlines() if line.startswith("captain "))
    assert re.fullmatch(r"captain +HD 4 +22 +14 +enemy_front +9 +two-handed sword \+3 \(.*heavy\).*", captain)


def test_show_tells_of_stances_and_of_who_leads() -> None:
    shown = [line.strip() for line in wzc("scenario", "show", "ranks").stdout.splitlines()]
    assert "modules: zones, detailed_control, stances; options: none" in shown
    rows = [re.split(r"\s{2,}", line) for line in shown]
    assert ["Spearwall", "2", "polearm", "Front Line", "Control +1", "until ended"] in rows
    assert ["Holding Stance", "2", "-", "anywhere", "Control +2", "the Round, no voluntary move"] in rows
    assert any(row[0] == "marshal" and row[-1].startswith("leader, CHA +2; polearm: poleaxe") for row in rows)


def test_the_table_of_rules(tmp_path: Path) -> None:
    book = wzc("rules", "show").stdout
    assert re.search(r"^cost.move +2  S +L121$", book, re.MULTILINE)
    assert "host." not in book
    chosen = wzc("rules", "show", "--chosen").stdout.splitlines()
    assert len(chosen) > 10
    assert all(line.split()[2] == "C" for line in chosen[1:-1])
    file = tmp_path / "hot.toml"
    text = (ROOT / "configs/scenarios/duel.toml").read_text(encoding="utf-8")
    file.write_text(text + '\n[rules]\n"cost.move" = 3\n', encoding="utf-8")
    table = wzc("rules", "show", file).stdout
    assert re.search(r"^cost.move +3  C +\S*hot.toml +instead of 2 \(S, L121\)$", table, re.MULTILINE)
    assert re.search(r"^host.morale_dice +2 ", table, re.MULTILINE)


def test_what_an_option_changes() -> None:
    told = wzc("rules", "show", "--with", "lever.sharp_fatigue", "--with", "lever.slow_attacks").stdout.splitlines()
    assert [line.split()[:4] for line in told[1:]] == [["cost.attack", "2", "3", "S"], ["flurry.step", "2", "3", "S"]]
    assert told[2].endswith("L534    instead of 2 (S, L197-L201)")
    assert wzc("rules", "show", "duel", "--with", "lever.sharp_fatigue").stdout.splitlines()[1] == told[2]
    listed = wzc("rules", "options").stdout.splitlines()
    assert [line.split()[0] for line in listed[1:]] == option_names()


def test_play_under_an_option() -> None:
    """Slower Attacks: the tale has none for 2 Vigor. An option that is none is one line."""
    game = ("play", "duel", "--seed", 3, "--no-map")
    usual, slow = wzc(*game).stdout, wzc(*game, "--with", "lever.slow_attacks").stdout
    costs = [set(re.findall(r"sword: Attack captain with sword \((\d) Vigor", told)) for told in (usual, slow)]
    assert costs == [{"2"}, {"3"}]
    bad = wzc("play", "duel", "--with", "slow")
    assert bad.exit_code == 2
    assert bad.stderr.startswith('wzc: --with = "slow": no such option')


def test_version_and_help() -> None:
    assert wzc("--version").stdout == f"wzc {__version__}\n"
    assert "play" in wzc("--help").stdout
    bare = wzc()
    assert bare.exit_code == 0
    assert "Usage" in bare.stdout
    assert "Examples" in wzc("play", "--help").stdout
