"""Playthroughs in words: files in `tests/playthroughs` that a person can read and a test replays line by line.

    scenario broken_line
    > sword: Attack captain with sword | 8 5
      (what happened, as `wzc play` tells it)
      = sword 9, mage 10, spear 9, captain 10, archer 9

A line `>` is a decision with the dice that it uses, in order; none may be missing or left over. The lines below it and
the Vigor line `=` are compared whole. `python -m tests.playthrough --write` tells the files anew from their `>` lines;
review the difference like code. `--record FILE SCENARIO SEED PARTY FOES` adds a battle of two agents.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.harness import vigor
from wzc_env import policies
from wzc_env.game import DiceError, Match
from wzc_env.render.narrator import Narrator
from wzc_env.scenario import load
from wzc_env.warzone.words import Note

FOLDER = Path(__file__).parent / "playthroughs"


def files() -> list[Path]:
    """Every playthrough."""
    return sorted(FOLDER.glob("*.txt"))


def decisions(text: str) -> Iterator[tuple[str, str, list[int]]]:
    """Who, what and the dice of each `>` line."""
    for line in text.splitlines():
        if line.startswith("> "):
            said, _, dice = line[2:].partition(" | ")
            who, _, action = said.partition(": ")
            yield who, action.strip(), [int(die) for die in dice.split()]


def heading(text: str) -> tuple[list[str], str]:
    """The comment lines of a file and the scenario that it plays."""
    lines = text.splitlines()
    return [line for line in lines if line.startswith("#")], next(
        line.split()[1] for line in lines if line.startswith("scenario ")
    )


def vigor_line(match: Match) -> str:
    """Everybody's Vigor."""
    return "  = " + ", ".join(f"{name} {left}" for name, left in vigor(match).items())


def told(text: str) -> str:
    """The whole file as the present rules tell it. Raises AssertionError where a decision or a die does not fit."""
    comments, name = heading(text)
    match = Match(load(name).compile(), dice=[])
    narrator = Narrator(match)
    out = [*comments, f"scenario {name}", ""]
    out += [line.plain.rstrip() for line in narrator.tell(match.take_events())]
    for who, action, dice in decisions(text):
        assert match.decision is not None, f"the battle is over before {who}: {action}"
        actual = match.names.labels[match.decision.unit]
        assert actual == who, f"{who}: {action}: the decision is {actual}'s, {match.decision.kind.name}"
        number = match.parse(action)
        match.add_dice(dice)
        narrator.decide(number)
        try:
            match.step(number)
        except DiceError as error:
            raise AssertionError(f"{who}: {action}: {error}") from None
        assert match.dice_left == 0, f"{who}: {action}: {match.dice_left} dice left over"
        tail = f" | {' '.join(map(str, dice))}" if dice else ""
        out += ["", f"> {who}: {action}{tail}"]
        out += [line.plain.rstrip() for line in narrator.tell(match.take_events())]
        out.append(vigor_line(match))
    return "\n".join(out) + "\n"


def recorded(name: str, seed: int, party: str, foes: str) -> str:
    """A new playthrough: a battle of two agents, with the dice that each decision used."""
    match = Match(load(name).compile(), seed=seed)
    sides = (policies.get(party), policies.get(foes))
    lines = [f"# {name}, seed {seed}: {party} for the party, {foes} for the foes.", f"scenario {name}", ""]
    assert not [e for e in match.take_events() if e.note == Note.DIE], "dice before the first decision"
    while match.decision is not None:
        who = match.names.labels[match.decision.unit]
        action = policies.decide(sides[match.decision.side], match)
        said = match.words(action)
        match.step(action)
        dice = " ".join(str(e.roll) for e in match.take_events() if e.note == Note.DIE)
        lines.append(f"> {who}: {said}" + (f" | {dice}" if dice else ""))
    return told("\n".join(lines))


def main() -> None:
    """Tell every file anew, or say which differ; `--record FILE SCENARIO SEED PARTY FOES` adds one."""
    if "--record" in sys.argv[1:]:
        file, name, seed, party, foes = sys.argv[sys.argv.index("--record") + 1 :]
        (FOLDER / Path(file).name).write_text(recorded(name, int(seed), party, foes), encoding="utf-8")
        return
    for path in files():
        old = path.read_text(encoding="utf-8")
        new = told(old)
        if "--write" in sys.argv[1:]:
            path.write_text(new, encoding="utf-8")
        print(f"{path.name}: {'unchanged' if new == old else 'changed'}")


if __name__ == "__main__":
    main()
