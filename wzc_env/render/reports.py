"""Tables for the terminal: cells of the rules, creatures of a scenario, results of many battles."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from wzc_env.stats import mean, wilson

from .. import changing
from ..changing import WhenEntry
from ..compiling import Compiled
from ..figures import turned
from ..policies import BatchResult
from ..roster import AttackEntry, Creature
from ..scenario import Scenario, UnitEntry
from ..warzone.naming import TRAITS
from ..warzone.tables import Tables
from ..warzone.words import NONE, Outcome, Reason, Side, Trait
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


def rules_changes(before: Tables, after: Tables) -> list[Text]:
    """The cells in which two tables differ, with both values and where the second comes from."""
    rows: list[Row] = [("cell", "before", "after", "status", "source", "note")]
    for name, (old, new) in before.changes(after).items():
        rows.append((name, str(old.value), str(new.value), new.status, new.source, new.note))
    if len(rows) == 1:
        return [Text("no cell differs")]
    return columns(rows, right=(1, 2))


def creatures(compiled: Compiled) -> list[Text]:
    """Everybody of a scenario with what counts in a fight; AC and attacks in the form of its host."""
    names, one = compiled.names, compiled.scenario
    place = "Zone" if one.battlefield.bands is None else "band"
    rows: list[Row] = [("who", "HD/level", "HP", "AC", place, "morale", "attacks", "spells", "notes")]
    styles: list[str] = []
    older = bool(compiled.rules[0]["host_descending"])
    for unit, (side, entry, creature) in enumerate(one.units()):
        sheet = compiled.setup[0]["sheets"][unit]
        armour_class = int(sheet["ac"][sheet["gear"]])
        rows.append(
            (
                names.labels[unit],
                f"level {creature.level}" if creature.is_pc else f"HD {creature.hd}",
                _hit_points(sheet),
                str(turned(armour_class) if older else armour_class),
                names.zones[sheet["zone"]],
                _morale(int(sheet["morale"]), one.host.morale.form),
                "; ".join(_attack(creature, attack, older) for _, attack in creature.routines),
                ", ".join(f"{name} x{castings}" for name, castings in entry.prepared(creature).items()),
                "; ".join([*_squad(names.labels, sheet), *_notes(entry, creature, sheet)]),
            )
        )
        styles.append(COLOURS[Side[side.upper()]])
    lines = columns(rows, styles, right=(2, 3))
    if one.surprised is not None:
        whose = "the party is" if one.surprised == "party" else "the foes are"
        lines.append(Text(f"{whose} surprised: no Vigor in Round 1"))
    if one.reward != "terminal":
        lines.append(Text(f"reward of its environments: {one.reward}"))
    return lines


def _hit_points(sheet: Any) -> str:
    """`22`, or of each member of a Squad: `5 x 4`."""
    members = int(sheet["members"])
    return f"{members} x {sheet['hp'] // members}" if members else str(sheet["hp"])


def _squad(labels: list[str], sheet: Any) -> Iterator[str]:
    """What makes a Squad, and who leads it."""
    if sheet["members"]:
        led = f"led by {labels[sheet['led_by']]}" if sheet["led_by"] != NONE else "leaderless"
        yield f"Squad of {sheet['members']}, {led}"


def _morale(number: int, form: str) -> str:
    """`8` on 2d6, `72 %`, or nothing for who never checks."""
    return "-" if number == 0 else f"{number} %" if form == "percent" else str(number)


def stances(one: Scenario) -> list[Text]:
    """The Stances of a scenario: price, what they need, what they give in the Control that is in force."""
    rows: list[Row] = [("Stance", "cost", "in hand", "where", "gives", "lasts")]
    for stance in one.stances.values():
        where = ", ".join(TRAITS[Trait[name.upper()]] for name in stance.where) or "anywhere"
        lasts = "the Round" if stance.lasts == "round" else "until ended"
        gives = ", ".join(stance.effects.told("detailed_control" in one.modules)) or "nothing here"
        kept = f"{lasts}, no voluntary move" if stance.rooted else lasts
        rows.append((stance.title, str(stance.cost), stance.wields or "-", where, gives, kept))
    return [Text(), *columns(rows, right=(1,))] if one.stances else []


def changes(one: Scenario) -> list[Text]:
    """What will change on the battlefield of a scenario, and when."""
    planned = changing.parse(one.changes, one.name)
    return [Text(f"change {awaited(change.when)}: {change.text}", style="bright_black") for change in planned]


def awaited(when: WhenEntry) -> str:
    """What a change waits for, in words."""
    value = getattr(when, when.kind)
    by = f" by the {when.by}" if when.by else ""
    told = {
        "lull": f"in Lull {value}",
        "opened": f"when the way between {' and '.join(value)} opens" if when.opened else "",
        "falls": f"when {value} falls",
        "half": f"when {value} has lost half its hit points",
        "entered": f"when {value} is entered{by}",
        "controlled": f"when {value} is Controlled{by}",
        "call": f'on the call "{value}"',
    }
    return told[when.kind]


def _attack(creature: Creature, attack: AttackEntry, older: bool) -> str:
    """`sword +4 (1d8+2)`, or in the older form `sword THAC0 15 (1d8+2)`."""
    bonus = creature.to_hit(attack)
    heavy = ", heavy" if attack.heavy else ""
    return f"{attack.name} {f'THAC0 {turned(bonus)}' if older else f'{bonus:+d}'} ({'/'.join(attack.rolls)}{heavy})"


def _notes(entry: UnitEntry, creature: Creature, sheet: Any) -> Iterator[str]:
    """Command, polearms, tags, stealth, mob and effects at the start."""
    if sheet["leader"]:
        yield f"leader, CHA {sheet['charisma']:+d}" if creature.abilities.cha is not None else "leader"
    if any(gear.polearm for gear in creature.gear):
        yield "polearm: " + ", ".join(gear.name for gear in creature.gear if gear.polearm)
    yield from _special(creature)
    if creature.tags:
        yield ", ".join(creature.tags)
    if creature.stealth is not None:
        yield f"stealth {creature.stealth} %"
    if entry.mob is not None:
        yield f"mob {entry.mob}"
    for name, lasts in entry.effects.items():
        yield f"{name} for the battle" if isinstance(lasts, str) else f"{name} for {lasts} Lull{'s'[: lasts > 1]}"


def _special(creature: Creature) -> Iterator[str]:
    """Its area attack and the fear that it strikes, in words."""
    if creature.area is not None:
        area = creature.area
        save = f", save vs {area.save} {'halves' if area.halves else 'spares'}" if area.save else ""
        reach = f"{area.range} feet" if area.range else "its own Zone"
        heavy = ", heavy" if area.heavy else ""
        yield f"{area.name} on a whole Zone ({area.damage}, {reach}{save}{heavy}), x{area.uses}"
    if creature.fear is not None:
        fear = creature.fear
        flight = f", below HD {fear.flees_below} in flight" if fear.flees_below is not None else ""
        yield f"fear: below HD {fear.unmoved_from} save vs {fear.save} or frightened{flight}"


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
