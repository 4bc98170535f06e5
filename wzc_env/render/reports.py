"""Tables for the terminal: cells of the rules, creatures of a scenario, results of many battles."""

from collections.abc import Sequence

from rich.text import Text

from wzc_env.stats import mean, wilson

from ..compiling import Compiled
from ..policies import BatchResult
from ..warzone.tables import Tables
from ..warzone.words import Outcome, Reason, Side
from .track import COLOURS

Row = Sequence[str]


def columns(rows: Sequence[Row], styles: Sequence[str] = (), right: Sequence[int] = ()) -> list[Text]:
    """Rows as aligned lines, two blanks between columns; the first row is the heading.

    `styles` gives a style a row (missing: none), `right` the columns that are set to the right.
    """
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines: list[Text] = []
    for n, row in enumerate(rows):
        cells = [
            cell.rjust(w) if k in right else cell.ljust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        style = "bold" if n == 0 else styles[n - 1] if n <= len(styles) else ""
        lines.append(Text("  ".join(cells).rstrip(), style=style))
    return lines


def rules_table(tables: Tables, chosen: bool = False) -> list[Text]:
    """The table in force: chosen cells in yellow, changed ones (the note says what was there) in magenta."""
    rows: list[Row] = [("cell", "value", "status", "source", "note")]
    styles: list[str] = []
    for name, cell in tables.cells.items():
        if chosen and cell.status != "C":
            continue
        rows.append((name, str(cell.value), cell.status, cell.source, cell.note))
        changed = cell.note.startswith("instead of")
        styles.append("magenta" if changed else "yellow" if cell.status == "C" else "")
    lines = columns(rows, styles, right=(1,))
    count = sum(cell.status == "C" for cell in tables.cells.values())
    lines.append(Text(f"{len(tables.cells)} cells, {count} chosen (C), the others stated (S) or derived (D)"))
    return lines


def creatures(compiled: Compiled) -> list[Text]:
    """Everybody of a scenario with what counts in a fight."""
    rows: list[Row] = [("who", "HD/level", "HP", "AC", "Zone", "morale", "attacks", "spells")]
    styles: list[str] = []
    names = compiled.names
    for unit, (side, entry, creature) in enumerate(compiled.scenario.units()):
        sheet = compiled.setup[0]["sheets"][unit]
        attacks = [
            f"{a.name} {creature.to_hit(a):+d} ({'/'.join(a.rolls)}{', heavy' if a.heavy else ''})"
            for _, a in creature.routines
        ]
        spells = [f"{name} x{castings}" for name, castings in entry.prepared(creature).items()]
        dice = f"level {creature.level}" if creature.is_pc else f"HD {creature.hd}"
        rows.append(
            (
                names.labels[unit],
                dice,
                str(sheet["hp"]),
                str(sheet["ac"][sheet["gear"]]),
                names.zones[sheet["zone"]],
                str(creature.morale or "-"),
                "; ".join(attacks),
                ", ".join(spells),
            )
        )
        styles.append(COLOURS[Side[side.upper()]])
    return columns(rows, styles, right=(2, 3))


def results(result: BatchResult, party: str, foes: str) -> list[Text]:
    """How many battles ended: wins with Wilson 95 % intervals, draws, truncations, means, reasons."""
    n = len(result)
    rows: list[Row] = [("outcome", "battles", "share", "95 % interval")]
    for outcome, title in (
        (Outcome.PARTY_WINS, f"party ({party}) wins"),
        (Outcome.FOES_WIN, f"foes ({foes}) win"),
        (Outcome.DRAW, "draw"),
        (Outcome.ROUND_LIMIT, "round limit"),
    ):
        won = result.count(outcome)
        share = wilson(won, n)
        rows.append((title, str(won), f"{share.estimate:.1%}", f"{share.low:.1%} to {share.high:.1%}"))
    lines = columns(rows, (COLOURS[Side.PARTY], COLOURS[Side.FOES]), right=(1, 2))
    rounds, decisions = mean(result.rounds.tolist()), mean(result.decisions.tolist())
    lines.append(Text(f"mean Rounds {rounds.estimate:.2f}, mean decisions {decisions.estimate:.1f}"))
    told = [f"{reason.name.lower().replace('_', ' ')} {count}" for reason, count in result.reasons().items() if count]
    lines.append(Text("ended by: " + ", ".join(told)))
    return lines


def summary(result: BatchResult) -> dict[str, object]:
    """The same as values for a result file."""
    n = len(result)
    shares = {outcome: wilson(result.count(outcome), n) for outcome in Outcome if outcome != Outcome.UNDECIDED}
    return {
        "battles": n,
        "outcomes": {
            outcome.name: {
                "battles": result.count(outcome),
                "share": share.estimate,
                "low": share.low,
                "high": share.high,
            }
            for outcome, share in shares.items()
        },
        "reasons": {reason.name: count for reason, count in result.reasons().items() if reason != Reason.NOT_ENDED},
        "mean_rounds": mean(result.rounds.tolist()).estimate,
        "mean_decisions": mean(result.decisions.tolist()).estimate,
    }
