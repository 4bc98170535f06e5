"""Replays: a battle as JSON lines, complete enough to play it again to equal bytes.

Line 1 is the header (`format`, `version`, `rules_hash`, `name`, `scenario` with everything resolved,
`seed`, `agents`, `commit`), then a line a decision (`n`, `agent`, `kind`, `action`, `words`, `digest` of
the state after it) or a change of the battlefield by the game master (`kind` EDIT, `edit`), then the end (`outcome`,
`reason`, `rounds`, `decisions`, `digest`; `interrupted` is true where the battle was broken off: outcome UNDECIDED,
reason NOT_ENDED). A file is written whole or not at all.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .checked import DEEPEST, flat
from .compiling import Compiled
from .errors import ConfigError
from .game import Match
from .saving import write_whole
from .scenario import from_record
from .version import __version__
from .warzone.words import Kind, Outcome, Reason, Why

FORMAT = "wzc-replay-1"
EDIT = "EDIT"
"""The kind of a line that is no decision: the game master changed the battlefield there (`edit`)."""

_HEADER = {
    "format": str,
    "version": str,
    "rules_hash": str,
    "name": str,
    "scenario": dict,
    "seed": int,
    "agents": dict,
}
_DECISION = {"n": int, "agent": str, "kind": str, "action": int, "words": str, "digest": str}
_END = {"outcome": str, "reason": str, "rounds": int, "decisions": int, "digest": str}


class ReplayError(ValueError):
    """A replay file that cannot be used; one line, `FILE:LINE: what is wrong`."""


class Recorder:
    """Plays a match and remembers what a replay needs."""

    def __init__(self, match: Match, seed: int, agents: dict[str, str], commit: str | None = None) -> None:
        compiled = match.compiled
        self.match = match
        header = {
            "format": FORMAT,
            "version": __version__,
            "rules_hash": compiled.rules_hash,
            "name": compiled.name,
            "seed": seed,
            "agents": agents,
            "commit": commit,
            "scenario": compiled.scenario.to_record(),
        }
        # Each line with the end that the file would have there: an interrupt in the midst of a step leaves both whole
        self._lines: list[tuple[dict[str, Any], dict[str, Any]]] = [(header, _ending(match))]

    def step(self, action: int) -> None:
        """Step the match and note the decision. Raises game.Refused and notes nothing if it is illegal."""
        decision = self.match.decision
        entry = {"n": len(self._lines), **_asked(self.match), "action": action}
        if decision is not None:
            entry["words"] = self.match.words(action)
        self.match.step(action)
        ending = _ending(self.match)
        self._lines.append(({**entry, "digest": ending["digest"]}, ending))

    def edit(self, do: str, **keys: Any) -> None:
        """`Match.edit`, noted. Raises as it does, and notes nothing then."""
        self.match.edit(do, **keys)
        self._note({"do": do, **keys})

    def call(self, name: str) -> None:
        """`Match.call`, noted. Raises as it does, and notes nothing then."""
        self.match.call(name)
        self._note({"call": name})

    def _note(self, edit: dict[str, Any]) -> None:
        words = "call " + edit["call"] if "call" in edit else json.dumps(edit, ensure_ascii=False)
        ending = _ending(self.match)
        entry = {"n": len(self._lines), "agent": "", "kind": EDIT, "action": -1, "words": words, "edit": edit}
        self._lines.append(({**entry, "digest": ending["digest"]}, ending))

    def __len__(self) -> int:
        """How many decisions it has noted, and edits."""
        return len(self._lines) - 1

    def save(self, path: str | Path, interrupted: bool = False) -> None:
        """Write the replay of a battle that is over, or of one that was interrupted up to its last whole decision.

        Raises ValueError before the end of a battle that was not interrupted, and OSError.
        """
        ending = self._lines[-1][1]
        if ending["outcome"] == Outcome.UNDECIDED.name:
            if not interrupted:
                raise ValueError("the battle is not over: a replay holds a whole battle")
            ending = {**ending, "interrupted": True}
        lines = [*(line for line, _ in self._lines), ending]
        write_whole(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def fingerprint(match: Match) -> str:
    """16 hex digits that name the state, without the agents' random streams: a replay asks no agent."""
    streams = match.battle.dice.streams
    kept = streams[1:]
    streams[1:] = [[0] * len(stream) for stream in kept]
    try:
        return match.digest()
    finally:
        streams[1:] = kept


def _asked(match: Match) -> dict[str, Any]:
    decision = match.decision
    if decision is None:
        return {"agent": "", "kind": Kind.OVER.name}
    return {"agent": decision.agent, "kind": Kind(decision.kind).name}


def _ending(match: Match) -> dict[str, Any]:
    b = match.battle
    return {
        "outcome": Outcome(b.outcome).name,
        "reason": Reason(b.reason).name,
        "rounds": int(b.turn),
        "decisions": int(b.decisions),
        "digest": fingerprint(match),
    }


def commit() -> str | None:
    """The commit of the clone that this runs from, with `-dirty` for changed files; None where unknown."""
    root = Path(__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return run.stdout.strip() or None if run.returncode == 0 else None


@dataclass(frozen=True)
class Replay:
    """A replay file, read and checked for its form."""

    path: Path
    header: dict[str, Any]
    decisions: list[dict[str, Any]]
    end: dict[str, Any]

    @property
    def interrupted(self) -> bool:
        """Whether the battle was broken off before its end."""
        return self.end.get("interrupted") is True

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """Read a file. Raises ReplayError naming the file and the line."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ReplayError(f"{path}: not a replay: no UTF-8 text") from error
        except OSError as error:
            raise ReplayError(f"{path}: {error.strerror or error}") from error
        if re.match(r'\s*\{\s*"format": "wzc-results-', text):
            raise ReplayError(f"{path}: the results of several battles (`wzc play --battles`), not a replay of one")
        rows = [_row(path, n, line) for n, line in enumerate(text.splitlines(), 1)]
        if not rows:
            raise ReplayError(f"{path}: empty file, no replay")
        if rows[0].get("format") != FORMAT:
            raise ReplayError(f"{path}:1: format is {rows[0].get('format')!r}; this version reads {FORMAT!r}")
        _check_row(path, 1, rows[0], _HEADER)
        if len(rows) < 2 or "outcome" not in rows[-1]:
            raise ReplayError(f"{path}:{len(rows)}: truncated: the line with the outcome is missing")
        for n, row in enumerate(rows[1:-1], 2):
            _check_row(path, n, row, _DECISION)
            if row["n"] != n - 1:
                raise ReplayError(f"{path}:{n}: decision {row['n']} where decision {n - 1} was due")
        _check_row(path, len(rows), rows[-1], _END)
        return cls(path, rows[0], rows[1:-1], rows[-1])

    def compile(self) -> Compiled:
        """The scenario inside. Raises ReplayError where this version cannot use it."""
        try:
            return from_record(self.header["scenario"], f"{self.path}:1").compile()
        except ConfigError as error:
            raise ReplayError(f"{error} (in the scenario of a replay)") from error

    def play(self, compiled: Compiled | None = None) -> Iterator[tuple[Match, int]]:
        """Play it: yields the match before each step with the action about to be taken, compares after it.

        Before a change by the game master, and at the end, the action is -1. Raises ReplayError where it differs.
        """
        compiled = compiled or self.compile()
        try:
            match = Match(compiled, self.header["seed"])
        except ValueError as error:
            raise ReplayError(f"{self.path}:1: {error}") from error
        for line, row in enumerate(self.decisions, 2):
            where = f"{self.path}:{line}: decision {row['n']}"
            if row["kind"] == EDIT:
                yield match, -1
                self._edit(match, row, where)
                continue
            self._compare(where, row, {**_asked(match), "words": _words(match, row["action"])})
            why = match.why(row["action"])
            if why != Why.OK:
                trouble = match.explain(why, row["action"])
                raise ReplayError(f"{where}: {row['words']!r} (action {row['action']}) is illegal: {trouble}")
            yield match, row["action"]
            match.step(row["action"])
            self._compare(where, row, {"digest": fingerprint(match)})
        where = f"{self.path}:{len(self.decisions) + 2}: the end"
        if not match.over and not self.interrupted:
            raise ReplayError(f"{where}: the battle is not over after {len(self.decisions)} decisions")
        self._compare(where, self.end, _ending(match))
        yield match, -1

    def _edit(self, match: Match, row: dict[str, Any], where: str) -> None:
        """Change the battlefield as the game master did."""
        edit = row.get("edit")
        if not isinstance(edit, dict):
            raise ReplayError(f"{where}: 'edit' is missing, or no table")
        try:
            if "call" in edit:
                match.call(edit["call"])
            else:
                match.edit(**{"do": None, **edit})
        except ConfigError as error:
            raise ReplayError(f"{where}: {error}") from error
        self._compare(where, row, {"digest": fingerprint(match)})

    def _compare(self, where: str, row: dict[str, Any], found: dict[str, Any]) -> None:
        for key, value in found.items():
            if value is not None and row[key] != value:
                raise ReplayError(f"{where}: {key} is {row[key]!r} in the file and {value!r} when played again")


def _words(match: Match, action: int) -> str | None:
    """The text of an action; None for a number that is no action, which is illegal."""
    try:
        return match.words(action)
    except IndexError:
        return None


def _row(path: Path, n: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise ReplayError(f"{path}:{n}: not JSON: {error.msg} (column {error.colno})") from error
    except ValueError as error:  # the one that is left: Python reads no more digits than its limit
        raise ReplayError(f"{path}:{n}: a whole number with too many digits") from error
    except RecursionError:
        row = None
    if row is None or not flat(row):
        raise ReplayError(f"{path}:{n}: nested too deeply; allowed: {DEEPEST} levels at most")
    if not isinstance(row, dict):
        raise ReplayError(f"{path}:{n}: not a replay: a JSON object is expected on every line")
    return row


def _check_row(path: Path, n: int, row: dict[str, Any], shape: dict[str, type]) -> None:
    for key, kind in shape.items():
        if key not in row:
            raise ReplayError(f"{path}:{n}: {key!r} is missing")
        if not isinstance(row[key], kind) or isinstance(row[key], bool):
            raise ReplayError(f"{path}:{n}: {key} = {row[key]!r}: not of type {kind.__name__}")


@dataclass(frozen=True)
class Verdict:
    """What a verification found: the decisions in the file, the first difference if any, warnings."""

    decisions: int
    difference: str | None
    warnings: list[str] = field(default_factory=list)
    interrupted: bool = False  # the file holds a battle that was broken off

    @property
    def ok(self) -> bool:
        """Whether every digest and the end are equal."""
        return self.difference is None


def verify(path: str | Path) -> Verdict:
    """Play a replay again and compare every state with its digest. Raises ReplayError for a bad file."""
    replay = Replay.load(path)
    compiled = replay.compile()
    warnings = rules_warning(replay, compiled)
    difference = None
    try:
        for match, _ in replay.play(compiled):
            match.battle.log.on = 0  # nobody reads the events
    except ReplayError as error:
        difference = str(error)
    return Verdict(len(replay.decisions), difference, warnings, replay.interrupted)


def rules_warning(replay: Replay, compiled: Compiled) -> list[str]:
    """A warning where the file was made under other rules than these."""
    then, now = replay.header["rules_hash"], compiled.rules_hash
    if then == now:
        return []
    made = f"{then} (version {replay.header['version']})"
    return [f"{replay.path}: made under rules {made}, these are {now} (version {__version__})"]
