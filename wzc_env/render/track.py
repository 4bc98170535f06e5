"""The Count track: everybody in the order of the Count, with Vigor as a bar, and who is next and why."""

from rich.text import Text

from ..warzone import count
from ..warzone.naming import REACTIONS, View, entries, name_of, stance_name, unit_name, zone_name
from ..warzone.words import FOREVER, NONE, Effect, Kind, Life, Reaction, SelectedBy, Side

COLOURS = {Side.PARTY: "cyan", Side.FOES: "red", Side.BOTH: "magenta", Side.NOBODY: "yellow"}
"""Side -> its colour in the terminal."""

_BECAUSE = {
    SelectedBy.MOST_VIGOR: "most Vigor",
    SelectedBy.TIE_DEX: "tie at {vigor}: the higher DEX goes first",
    SelectedBy.TIE_PC: "tie at {vigor}: a player character goes before a monster",
    SelectedBy.TIE_HD: "tie at {vigor}: more Hit Dice go first",
    SelectedBy.TIE_ORDER: "tie at {vigor}: {order}",
}

EFFECTS = {Effect.HASTE: "hasted", Effect.SLOW: "slowed", Effect.HELD: "held", Effect.ASLEEP: "asleep"} | {
    Effect.BLESSED: "blessed",
    Effect.SHIELDED: "shielded",
    Effect.FRIGHTENED: "frightened",
}
"""Effect -> the word for who is under it."""

BAR = 13


def side_style(view: View, unit: int) -> str:
    """The colour of a unit's side."""
    return COLOURS[Side(view.setup.sheets[unit].side)]


def order(view: View) -> list[int]:
    """All units as the track lists them: the standing by Vigor and ties, then the fallen, then who left."""
    b = view.battle

    def key(unit: int) -> tuple[int, int, int]:
        one = b.units[unit]
        return (one.life, -one.vigor, one.rank)

    return sorted(range(view.setup.units_n), key=key)


def because(view: View, how: int, vigor: int) -> str:
    """Why the Count selects somebody with this much Vigor, in words; `how` is a SelectedBy."""
    order = "the order that was drawn" if view.rules.count_residual_tie else "roster order"
    return _BECAUSE[SelectedBy(how)].format(vigor=vigor, order=order)


def states(view: View, unit: int) -> list[str]:
    """What is to know about a unit beside its numbers, in words."""
    b, s, names = view.battle, view.setup, view.names
    one, sheet = b.units[unit], s.sheets[unit]
    if one.life == Life.DYING:
        return [f"dying ({one.dying} Lulls left)" if one.dying else "down, stable"]
    if one.life != Life.UP:
        return ["dead" if one.life == Life.DEAD else "has left"]
    told: list[str] = []
    if one.exposed:
        told.append("Exposed")
    if one.ready != Reaction.NONE:
        told.append("Ready " + REACTIONS[Reaction(one.ready)])
    if one.stance != NONE:
        told.append(stance_name(view, one.stance))
    if one.rooted:
        told.append("rooted to the Lull")
    if one.focus != NONE:
        told.append("Focus " + name_of(names.spells, sheet.spells[one.focus], "spell"))
    if b.members >> unit & 1 and one.overloaded:
        told.append("Overload")
    if one.limit != view.rules.breath_limit:
        told.append(f"Breath Limit {one.limit}")
    told += [_timed(word, one.timers[effect]) for effect, word in EFFECTS.items() if one.timers[effect]]
    if one.holder != NONE:
        told.append(f"held by {unit_name(view, one.holder)}")
    if one.hidden_from:
        told.append("hidden")
    if one.fleeing:
        told.append("fleeing")
    if one.body:
        parts = one.body.bit_count()
        told.append(f"its body is {parts} Zone{'' if parts == 1 else 's'}")
    if one.rushed:
        told.append("rushed")
    if one.carry:
        told.append(f"-{one.carry} Vigor next Round")
    if sheet.members:
        told = [_strength(view, unit), *told]
    if sheet.mob:
        told.append(f"mob {name_of(names.mobs, sheet.mob - 1, 'mob')}")
    mine = entries(names.routines, unit)
    told += [f"reload {mine[k]}" for k in range(len(mine)) if one.unloaded >> k & 1]
    return told


def _strength(view: View, unit: int) -> str:
    """How many of a Squad are left, of how many, who leads it, and its Shield Wall."""
    squad = view.battle.squads[view.setup.sheets[unit].squad]
    members = [hp for hp in squad.hp if hp > 0]
    text = f"{len(members)} of {view.setup.sheets[unit].members} ({'/'.join(map(str, members))})"
    text += f", led by {unit_name(view, squad.leader)}" if squad.leader != NONE else ", leaderless"
    if squad.rallied:
        text += ", rallied"
    return text + (", Shield Wall" if squad.wall else "")


def _timed(word: str, lulls: int) -> str:
    return word if lulls >= FOREVER else f"{word} ({lulls} Lull{'' if lulls == 1 else 's'})"


def _acting(view: View, unit: int) -> str:
    """Who acts, and how many of its mob with it."""
    members = view.battle.members
    others = members.bit_count() - 1 if members >> unit & 1 else 0
    return unit_name(view, unit) + (f" and {others} more of its mob" if others else "")


def track(view: View) -> Text:
    """The whole track: a heading line that says who is next and why, then a row a creature."""
    b, s = view.battle, view.setup
    ahead = NONE if b.ask == Kind.OVER else b.actor if b.actor != NONE else count.next_on_count(b, s)
    text = Text(f"Count, Round {b.turn}", style="bold")
    if b.ask == Kind.OVER:
        text.append("   the battle is over", style="not bold")
    elif b.actor != NONE and b.units[b.actor].begun:
        acting = b.units[b.actor]
        spent = f"{acting.paid} of " + ("all its Vigor" if acting.overloaded else f"{acting.limit}")
        text.append(f"   in its Breath: {_acting(view, b.actor)} ({spent} spent)", style="not bold")
    elif ahead != NONE:
        why = because(view, count.selected_by(b, s, ahead), b.units[ahead].vigor)
        text.append(f"   next: {_acting(view, ahead)} ({why})", style="not bold")
    else:
        text.append("   all Vigor is spent", style="not bold")
    wide = max((len(unit_name(view, unit)) for unit in range(s.units_n)), default=0)
    places = max((len(name) for name in view.names.zones), default=0)
    for unit in order(view):
        text.append("\n")
        text.append_text(_row(view, unit, unit == ahead, wide, places))
    return text


def _row(view: View, unit: int, ahead: bool, wide: int, places: int) -> Text:
    """One creature: mark, label, bar, Vigor, HP, place, states."""
    one, sheet = view.battle.units[unit], view.setup.sheets[unit]
    up = one.life == Life.UP
    style = side_style(view, unit) if up else "bright_black"
    row = Text("> " if ahead else "  ", style="bold")
    row.append(f"{unit_name(view, unit):<{wide}}", style=style)
    if sheet.members:
        row.append(f"  {'a Squad':<{BAR}}  -", style="bright_black")
    else:
        filled = min(BAR, max(0, one.vigor)) if up else 0
        row.append("  " + "█" * filled, style=style)
        row.append("░" * (BAR - filled), style="bright_black")
        row.append(f" {one.vigor if up else '-':>2}")
    row.append(f"  hp {one.hp:>2}/{sheet.hp_max:<2}")
    place = zone_name(view, one.zone) if one.zone != NONE else "-"
    row.append(f"  {place:<{places}}")
    told = ", ".join(states(view, unit))
    if told:
        row.append("  " + told, style="yellow" if up else "bright_black")
    row.rstrip()
    return row
