"""The map of a battle without Zones: a line a band, with its people; who shares one is in melee."""

from rich.text import Text

from ..warzone.bands import holds_band
from ..warzone.naming import View, unit_name, zone_name
from ..warzone.words import Life, Side
from .canvas import wrap
from .track import COLOURS, side_style

ENDS = {Side.PARTY: "the party's end", Side.FOES: "the foes' end"}
ENGAGED = "engaged: "


def band_map(view: View, width: int = 100) -> Text:
    """The bands from the party's end to the foes', about `width` columns wide; below them what a band means."""
    s = view.setup
    names = [zone_name(view, band) for band in range(s.zones_n)]
    wide = max(len(name) for name in names)
    text = Text()
    for band, name in enumerate(names):
        for row, line in enumerate(_people(view, band, max(20, width - wide - 5))):
            text.append(f"{name if row == 0 else '':>{wide}} ", style="bold")
            text.append("│ ", style=COLOURS[Side(view.battle.zones[band].owner)])
            text.append_text(line)
            text.rstrip()
            text.append("\n")
    text.append(f"Bands of {s.band_feet} feet, no Zones: who shares a band is in melee reach.", style="bright_black")
    return text


def _people(view: View, band: int, width: int) -> list[Text]:
    """Who stands or lies in a band, and whether two sides meet there; at the ends, whose they are."""
    b, s = view.battle, view.setup
    words: list[tuple[str, str]] = []
    for unit in range(s.units_n):
        one = b.units[unit]
        if one.zone == band and one.life != Life.GONE:
            up = one.life == Life.UP
            mark, style = ("", side_style(view, unit)) if up else ("†", "bright_black")
            words.append((unit_name(view, unit) + mark, style))
    met = holds_band(b, s, Side.PARTY, band) and holds_band(b, s, Side.FOES, band)
    lines = [Text.assemble(*line) for line in wrap(words, width - (len(ENGAGED) if met else 0))] or [Text()]
    if met:
        lines[0] = Text.assemble((ENGAGED, "bold"), lines[0])
    owner = Side(b.zones[band].owner)
    if owner in ENDS:
        lines[-1].append(f"{' ' if words else ''}({ENDS[owner]})", style="bright_black")
    return lines
