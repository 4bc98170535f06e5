"""Hazards and objectives in words: what threatens, and what each side may do to win at once."""

from rich.text import Text

from ..warzone.naming import LADDER, View, name_of, unit_name, zone_name
from ..warzone.objectives import ends_at, is_goal_zone
from ..warzone.state import Hazard
from ..warzone.words import NONE, Difficulty, Goal, Save, Side, Trait
from .track import COLOURS

SIDES = {Side.PARTY: "party", Side.FOES: "foes"}
"""Side -> its word."""


def hazard_name(view: View, row: int) -> str:
    """What a hazard is called."""
    return name_of(view.names.hazards, row, "hazard")


def hazards_in(view: View, zone: int) -> list[str]:
    """The hazards in a Zone, as its box on the map tells them."""
    found = []
    for row in range(view.setup.hazards_n):
        if view.battle.hazards[row].age[zone] > 0:
            hazard = view.setup.hazards[row]
            when = f" in Lull {hazard.starts + hazard.lasts}" if hazard.falls else ""
            found.append(hazard_name(view, row).upper() + when)
    return found


def marks(view: View, zone: int) -> list[tuple[Side, str]]:
    """What a Zone is to the objectives, as its box on the map tells it: whose, and "hold 1/3"."""
    found = []
    for row in range(view.setup.objectives_n):
        goal = view.setup.objectives[row]
        if goal.kind == Goal.OPEN:
            here = ends_at(view.battle, view.setup, goal, zone)
        else:
            here = is_goal_zone(view.battle, goal, zone)
        if here:
            told = f"◎ {Goal(goal.kind).name.lower()}"
            if goal.kind in (Goal.HOLD, Goal.ESCAPE):
                told += f" {view.battle.progress[row]}/{goal.n}"
            found.append((Side(goal.side), told))
    return found


def progress(done: int, needed: int) -> str:
    """How far it is."""
    return f"{done} of {needed}"


def _zones(view: View, bits: int, word: str = "or") -> str:
    names = [zone_name(view, zone) for zone in range(view.setup.zones_n) if bits >> zone & 1]
    return f" {word} ".join(names)


def _lulls(n: int) -> str:
    return f"{n} Lull{'' if n == 1 else 's'}"


def aim(view: View, row: int) -> str:
    """What has to be done, with the title of the objective in front where it has one."""
    goal = view.setup.objectives[row]
    places = _zones(view, goal.zones)
    who = unit_name(view, goal.unit) if goal.unit != NONE else "anybody" if goal.n == 1 else f"{goal.n} together"
    if goal.kind == Goal.REACH:
        told = f"{who} to reach {places}"
    elif goal.kind == Goal.HOLD:
        told = f"Control {places} in {_lulls(goal.n)}{' altogether' if goal.total else ' in a row'}"
    elif goal.kind == Goal.OPEN:
        told = f"open the way from {zone_name(view, goal.one)} to {zone_name(view, goal.two)}"
    elif goal.kind == Goal.ESCORT:
        told = f"bring {who} to {places}"
    elif goal.kind == Goal.ESCAPE:
        told = f"{goal.n} to leave the battlefield" + (f" by {places}" if goal.zones else "")
    else:
        told = f"bring down {who}"
    title = view.names.objectives[row]
    return f"{title} ({told})" if title else told


def threat(view: View, row: int) -> str:
    """What a hazard does, where and when."""
    hazard = view.setup.hazards[row]
    start = f" from Lull {hazard.starts}" if hazard.starts else ""
    told = [f"{hazard_name(view, row)} in {_zones(view, hazard.zones, 'and')}{start}"]
    if hazard.trait:
        told.append("no missile in, out or within" if hazard.trait == Trait.FOG else "the Zone is Underwater")
    if hazard.falls:
        told.append(
            f"in Lull {hazard.starts + hazard.lasts} the Zone comes down, its people fall to {_below(view, hazard)}"
        )
        if hazard.dice:
            told.append(f"{_dice(hazard)} to each of them{_spared(hazard)}")
    elif hazard.dice:
        told.append(f"in each Lull {_dice(hazard)} to everybody there{_spared(hazard)}")
    if hazard.every:
        often = "every Lull" if hazard.every == 1 else f"every {hazard.every} Lulls"
        if hazard.route_n:
            way = ", then ".join(zone_name(view, hazard.route[k]) for k in range(hazard.route_n))
            told.append(f"goes on {often} to {way}")
        else:
            odds = "" if hazard.chance >= 6 else f" ({hazard.chance} in 6 for each Zone)"
            told.append(f"spreads {often} along open edges{odds}")
    if hazard.lasts and not hazard.falls:
        told.append(f"burns out after {_lulls(hazard.lasts)} in a Zone")
    return "; ".join(told)


def _below(view: View, hazard: Hazard) -> str:
    return "a Zone beside it" if hazard.into == NONE else zone_name(view, hazard.into)


def _dice(hazard: Hazard) -> str:
    plus = f"{hazard.plus:+d}" if hazard.plus else ""
    return f"{hazard.dice}d{hazard.sides}{plus}"


def _spared(hazard: Hazard) -> str:
    """The save or check against it."""
    half = "half" if hazard.halves else "none"
    if hazard.save:
        extra = f" {hazard.save_mod:+d}" if hazard.save_mod else ""
        return f", {half} on a save vs {Save(hazard.save).name.lower()}{extra}"
    if hazard.check:
        return f", {half} on a {LADDER[Difficulty(hazard.check)]} check"
    return ""


def aims(view: View) -> list[Text]:
    """The hazards and objectives of a battle, a line each; nothing where there are none."""
    lines = [Text(f"hazard: {threat(view, row)}", style="yellow") for row in range(view.setup.hazards_n)]
    for row in range(view.setup.objectives_n):
        side = Side(view.setup.objectives[row].side)
        win = "wins" if side == Side.PARTY else "win"
        lines.append(Text(f"the {SIDES[side]} {win} at once: {aim(view, row)}", style=COLOURS[side]))
    return lines
