"""The command line: what it prints, one line for what was typed wrong, exit codes, pipes and interrupts."""

import json
import os
import re
import resource
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.harness import shipped
from wzc_env import policies
from wzc_env.cli import app
from wzc_env.options import names as option_names
from wzc_env.version import __version__

ROOT = Path(__file__).resolve().parents[2]


def wzc(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


def run(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """The real program in a process of its own."""
    command = [sys.executable, "-c", "from wzc_env.cli import main; main()", *map(str, args)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False, cwd=ROOT, **options
    )


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


def test_an_interrupted_battle_is_saved_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def decide(policy: policies.Policy, match: Any) -> int:
        asked.append(policy)
        if len(asked) == 5:
            raise KeyboardInterrupt
        return int(match.legal_actions()[0])

    monkeypatch.setattr(policies, "decide", decide)
    file = tmp_path / "cut.jsonl"
    result = wzc("play", "duel", "--save", file)
    assert result.exit_code == 130
    assert result.stderr == "wzc: interrupted\n"
    assert result.stdout.endswith(f"replay: {file} (interrupted after 4 decisions)\n")
    again = wzc("replay", file)
    assert again.exit_code == 0
    assert again.stdout == f"{file}: 4 decisions, every state equal; the battle was interrupted there\n"
    assert wzc("replay", file, "--show").stdout.splitlines()[-1].startswith("undecided (not ended) in 3 Rounds, 4")


def test_an_interrupt_without_a_file_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(policies, "decide", decide)
    result = wzc("play", "duel", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "wzc: interrupted\n")


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wzc_env.saving.os.fsync", full)
    result = wzc("play", "duel", "--quiet", "--save", tmp_path / "a.jsonl")
    assert result.exit_code == 2
    assert result.stderr == f"wzc: --save: {tmp_path / 'a.jsonl'}: No space left on device\n"
    assert list(tmp_path.iterdir()) == []


class Lazy:
    """A policy in ordinary Python: the first legal action."""

    name = "lazy"

    def choose(self, match: Any) -> int:
        return int(match.legal_actions()[0])


def test_many_battles_are_counted_and_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "get", lambda name: Lazy())
    file = tmp_path / "results.json"
    result = wzc("play", "duel", "--battles", 3, "--seed", 10, "--save", file)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert result.stdout.startswith("A duel: 3 battles, seeds 10 to 12\noutcome ")
    assert result.stdout.endswith(f"results: {file}\n")
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["format"] == "wzc-results-1"
    assert saved["version"] == __version__
    assert saved["seeds"] == [10, 12]
    assert saved["agents"] == {"party": "lazy", "foes": "lazy"}
    assert saved["interrupted"] is False
    assert saved["battles"] == sum(entry["battles"] for entry in saved["outcomes"].values()) == 3
    assert sum(saved["reasons"].values()) == 3
    assert re.fullmatch("[0-9a-f]{16}", saved["rules_hash"])
    assert saved["scenario"] == shipped("duel").compiled.scenario.to_record()


@pytest.mark.parametrize(("choice", "trouble"), [(0, "a Breath needs"), (-1, "action -1 is outside")])
def test_an_agent_that_breaks_the_rules_is_named(choice: int, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lazy, "choose", lambda self, match: choice)
    monkeypatch.setattr(policies, "get", lambda name: Lazy())
    result = wzc("play", "duel", "--quiet")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"wzc: agent 'lazy' chose action {choice}: {trouble}")
    assert result.stderr.count("\n") == 1


def test_an_agent_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> policies.Policy:
        raise ImportError("No module named 'torch'")

    monkeypatch.setattr(policies, "get", broken)
    result = wzc("play", "--foes", "deep")
    assert result.exit_code == 2
    assert result.stderr == "wzc: --party: agent 'brute' cannot be loaded: No module named 'torch'\n"


class Tired(Lazy):
    """Interrupts after so many decisions."""

    def __init__(self, most: int) -> None:
        self.left = most

    def choose(self, match: Any) -> int:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().choose(match)


def test_an_interrupted_batch_saves_what_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tired = Tired(3000)
    monkeypatch.setattr(policies, "get", lambda name: tired)
    file = tmp_path / "results.json"
    result = wzc("play", "duel", "--battles", 1000, "--seed", 5, "--save", file)
    assert result.exit_code == 130
    assert result.stderr == "wzc: interrupted\n"
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["interrupted"] is True
    assert 1 <= saved["battles"] < 1000
    assert saved["seeds"] == [5, 4 + saved["battles"]]
    assert result.stdout.endswith(f"results: {file} (interrupted after {saved['battles']} of 1000 battles)\n")


def test_a_batch_without_a_complete_battle_says_that_nothing_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tired = Tired(3)
    monkeypatch.setattr(policies, "get", lambda name: tired)
    result = wzc("play", "duel", "--battles", 1000, "--save", tmp_path / "results.json")
    assert result.exit_code == 130
    assert result.stdout == f"no battle is complete: nothing is saved to {tmp_path / 'results.json'}\n"
    assert list(tmp_path.iterdir()) == []


def test_in_a_pipe_there_is_no_colour() -> None:
    done = run("play", "duel", "--seed", 3)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout == wzc("play", "duel", "--seed", 3).stdout


def test_a_terminal_gets_colour() -> None:
    done = run("play", "duel", "--no-map", env={**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b[36msword\x1b[0m" in done.stdout


def test_a_closed_pipe_is_quiet() -> None:
    command = [sys.executable, "-c", "from wzc_env.cli import main; main()", "play", "skirmish"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline() == "A skirmish\n"
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 141


@pytest.mark.parametrize("library", ["typer", "rich.text", "wzc_env.terminal"])
def test_an_interrupt_while_it_starts_is_quiet(library: str) -> None:
    program = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {library!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from wzc_env.__main__ import main; main()"
    )
    command = [sys.executable, "-c", program, "play", "duel"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "wzc: interrupted\n")


def test_the_program_begins_at_the_thin_door() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts == {"wzc": "wzc_env.__main__:main"}
    command = [sys.executable, "-m", "wzc_env", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT)
    assert done.stdout == f"wzc {__version__}\n"


def one_file_of(size: int) -> None:
    """In a process to be: no file may grow beyond this, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("args", [["play", "duel"], ["play", "duel", "--quiet"], ["--version"], ["--help"]])
def test_an_output_that_is_full_is_one_line(args: list[str], tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as out:
        command = [sys.executable, "-B", "-c", "from wzc_env.cli import main; main()", *args]
        done = subprocess.run(
            command,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
            cwd=ROOT,
            preexec_fn=partial(one_file_of, 0),
        )
    assert done.returncode == 2
    assert done.stderr == "wzc: standard output: File too large\n"


@pytest.mark.parametrize("args", ["play duel --quiet", "--version"])
def test_an_output_that_is_closed_is_one_line(args: str) -> None:
    program = f'"{sys.executable}" -c "from wzc_env.cli import main; main()" {args} >&-'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == "wzc: standard output: Bad file descriptor\n"


def test_complaints_without_a_stream_for_them_still_end_with_2() -> None:
    program = f'"{sys.executable}" -c "from wzc_env.cli import main; main()" play nowhere 2>&-'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_an_output_without_box_characters_still_works() -> None:
    done = run("play", "duel", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
    assert "??? Round 1 ???" in done.stdout


@pytest.mark.parametrize("args", [["play", "nowhere"], ["replay", "nowhere"], ["play", "--battles", "none"]])
def test_no_traceback_reaches_a_person(args: list[str]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("wzc: ")
    assert done.stderr.count("\n") == 1


def test_a_battle_needs_no_compiler() -> None:
    program = (
        "import sys; from wzc_env.cli import app\n"
        "app(['play', 'duel', '--quiet'], standalone_mode=False)\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules} & {'numba', 'llvmlite'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == ""
