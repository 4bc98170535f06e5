"""The Zone map: a box a Zone with its traits, Control and people, the edges drawn with the book's symbols."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from rich.text import Text

from ..warzone.levers import way_surcharge
from ..warzone.modules import zoned
from ..warzone.naming import LADDER, TRAITS, View, fold, unit_name, zone_name
from ..warzone.squads import heads
from ..warzone.words import Difficulty, Edge, Life, Side, Trait
from .aims import hazards_in, marks
from .bandmap import band_map
from .canvas import Canvas, Word, wrap
from .track import COLOURS, side_style

SYMBOLS = {Edge.ORDINARY: "──", Edge.ENGAGEMENT: "⇌", Edge.VERTICAL: "↕", Edge.BLOCKED: "x", Edge.OFF_MAP: "≈"}
LEGEND = {
    Edge.ORDINARY: "── ordinary",
    Edge.ENGAGEMENT: "⇌ engagement line (melee reaches across)",
    Edge.VERTICAL: "↕ vertical",
    Edge.BLOCKED: "x blocked",
    Edge.OFF_MAP: "≈ Off-Map gate",
}
EDGES = {
    Edge.ORDINARY: "ordinary edge",
    Edge.ENGAGEMENT: "engagement line",
    Edge.VERTICAL: "vertical edge",
    Edge.BLOCKED: "blocked edge",
    Edge.OFF_MAP: "Off-Map gate",
}

CONTROL = {Side.PARTY: "party", Side.FOES: "foes", Side.BOTH: "both", Side.NOBODY: "contested"}
"""Side -> the word for who Controls a Zone."""

NARROWEST, WIDEST, LEAST_GAP = 14, 28, 5
EDGE_STYLE = {Edge.ENGAGEMENT: "bold", Edge.BLOCKED: "bright_black"}


def traits(view: View, zone: int) -> list[str]:
    """The roles and traits of a Zone, in words, with its Capacity; without what its title says already."""
    place = view.battle.zones[zone]
    title = fold(view.names.zone_titles[zone])
    told = [word for trait, word in TRAITS.items() if place.traits & trait and fold(word) != title]
    if place.capacity:
        inside = sum(view.battle.zones[zone].occupants)
        told.append(f"Capacity {inside}/{place.capacity}")
    return told


def _contents(view: View, zone: int, width: int) -> list[list[Word]]:
    """The lines inside the box of a Zone, each at most `width` characters."""
    b, s = view.battle, view.setup
    lines = wrap([(word, "") for word in traits(view, zone)], width)
    lines += wrap([(word, "yellow") for word in hazards_in(view, zone)], width)
    lines += wrap([(word, COLOURS[side]) for side, word in marks(view, zone)], width)
    holder = Side(b.zones[zone].control)
    here = [unit for unit in range(s.units_n) if b.units[unit].zone == zone and b.units[unit].life != Life.GONE]
    strength = b.zones[zone].strength
    if here and not b.zones[zone].traits & Trait.OFF_MAP:  # nobody Controls Off-Map
        count = f" {strength[0]}:{strength[1]}" if sum(strength) else ""
        whole = " total" if b.zones[zone].total else ""
        lines += wrap([(CONTROL[holder] + count + whole, COLOURS[holder])], width)
    for side in (Side.PARTY, Side.FOES):
        if b.zones[zone].arms[side]:
            lines += wrap([(f"Pincer by {CONTROL[side]}", COLOURS[side])], width)
    people: list[Word] = []
    for unit in here:
        up = b.units[unit].life == Life.UP
        left = f" ×{heads(b, s, unit)}" if s.sheets[unit].members else ""
        name = unit_name(view, unit) + (left if up else "†")
        people.append((name, side_style(view, unit) if up else "bright_black"))
    for unit in range(s.units_n):
        if b.units[unit].body >> zone & 1 and b.units[unit].zone != zone:
            up = b.units[unit].life == Life.UP
            people.append((f"[{unit_name(view, unit)}]", side_style(view, unit) if up else "bright_black"))
    return lines + wrap(people, width)


@dataclass
class _Box:
    """One Zone on the canvas: its row in the grid, and left, right, top, bottom in cells."""

    row: int
    left: int
    right: int
    lines: list[list[Word]]
    top: int = 0
    bottom: int = 0

    @property
    def middle(self) -> int:
        return (self.left + self.right) // 2


Boxes = dict[int, _Box]
"""Zone -> its box; a Zone that is not on the map has none."""


@dataclass
class _Link:
    """An edge drawn between two neighbouring rows: ports in the upper and the lower box, and its lane."""

    edge: Edge
    upper: int
    lower: int
    x_upper: int = 0
    x_lower: int = 0
    lane: int = 0


def zone_map(view: View, layout: Mapping[str, tuple[float, float]], width: int = 100) -> Text:
    """The map, about `width` columns wide; below it the edges that are not drawn, gates and the legend.

    `layout` gives column and row of each Zone by id, as in `Compiled.layout`.
    """
    if not zoned(view.setup):
        return band_map(view, width)
    boxes, rows = _place(view, layout, width)
    flat, links, spoken = _sort_edges(view, boxes)
    gaps = _route(boxes, links, len(rows))
    y = 0
    for row, zones in enumerate(rows):
        height = 2 + max(len(boxes[zone].lines) for zone in zones)
        for zone in zones:
            boxes[zone].top, boxes[zone].bottom = y, y + height - 1
        y += height + (gaps[row] if row < len(gaps) else 0)
    canvas = Canvas(1 + max(box.right for box in boxes.values()), y)
    for zone, box in boxes.items():
        _draw_box(canvas, view, zone, box)
    for one, two, edge in flat:
        _draw_flat(canvas, boxes[one], boxes[two], edge)
    for link in sorted(links, key=lambda link: link.x_upper == link.x_lower):
        _draw_link(canvas, boxes, link)
    return Text("\n").join([canvas.text(), *_notes(view, spoken)])


def _place(view: View, layout: Mapping[str, tuple[float, float]], width: int) -> tuple[Boxes, list[list[int]]]:
    """Boxes with their horizontal place, and the Zones of each row from left to right.

    Zones that are not on the map (yet, or any more) keep their room, so that the others stand where they stood.
    """
    names = view.names.zones
    at = [layout[name] for name in names]
    shown = [z for z in range(len(names)) if not view.battle.zones[z].absent]
    levels = sorted({at[z][1] for z in shown})
    rows = [sorted((z for z in shown if at[z][1] == level), key=lambda z: at[z][0]) for level in levels]
    first = min(x for x, _ in at)
    span = max(x for x, _ in at) - first
    steps = [
        two[0] - one[0] for one, two in pairwise(sorted(at, key=lambda spot: (spot[1], spot[0]))) if one[1] == two[1]
    ]
    step = min(steps, default=1.0)
    if span == 0:
        wide, unit = WIDEST, 0.0
    else:
        wide = int((step * width / span - LEAST_GAP) / (1 + step / span))
        wide = max(NARROWEST, min(WIDEST, wide))
        unit = max((wide + LEAST_GAP) / step, min((width - wide) / span, (wide + 9) / step))
    boxes = {}
    for zone in shown:
        left = round((at[zone][0] - first) * unit)
        boxes[zone] = _Box(levels.index(at[zone][1]), left, left + wide - 1, _contents(view, zone, wide - 4))
    return boxes, rows


Flat = tuple[int, int, Edge]


def _sort_edges(view: View, boxes: Boxes) -> tuple[list[Flat], list[_Link], list[Flat]]:
    """The edges by how they are drawn: along a row, between two neighbouring rows, in words."""
    flat: list[Flat] = []
    links: list[_Link] = []
    spoken: list[Flat] = []
    for one in boxes:
        for two in (zone for zone in boxes if zone > one):
            edge = Edge(view.battle.edge[one][two])
            if edge == Edge.ABSENT:
                continue
            upper, lower = sorted((one, two), key=lambda zone: (boxes[zone].row, boxes[zone].left))
            if boxes[one].row == boxes[two].row:
                between = [
                    b
                    for b in boxes.values()
                    if b.row == boxes[one].row and boxes[upper].left < b.left < boxes[lower].left
                ]
                (spoken if between else flat).append((upper, lower, edge))
            elif boxes[lower].row - boxes[upper].row == 1:
                links.append(_Link(edge, upper, lower))
            else:
                spoken.append((upper, lower, edge))
    return flat, links, spoken


def _route(boxes: Boxes, links: list[_Link], rows: int) -> list[int]:
    """Give every link its ports and lane; the height of the gap below each row but the last."""
    used: list[set[int]] = [set() for _ in range(rows)]
    lanes: list[list[list[tuple[int, int]]]] = [[] for _ in range(rows)]
    for link in sorted(links, key=lambda link: -_overlap(boxes, link)):
        upper, lower = boxes[link.upper], boxes[link.lower]
        row = upper.row
        if _overlap(boxes, link) >= 1:
            left, right = max(upper.left, lower.left) + 1, min(upper.right, lower.right) - 1
            link.x_upper = link.x_lower = _free(used[row], (left + right) // 2, left, right)
            continue
        aside = -1 if lower.middle < upper.middle else 1
        link.x_upper = _free(used[row], upper.middle + aside * 3, upper.left + 1, upper.right - 1)
        link.x_lower = _free(used[row], lower.middle - aside * 3, lower.left + 1, lower.right - 1)
        span = (min(link.x_upper, link.x_lower), max(link.x_upper, link.x_lower))
        link.lane = _free_lane(lanes[row], span)
    return [max(1, len(lanes[row])) for row in range(rows - 1)]


def _overlap(boxes: Boxes, link: _Link) -> int:
    upper, lower = boxes[link.upper], boxes[link.lower]
    return min(upper.right, lower.right) - max(upper.left, lower.left) - 1


def _free(used: set[int], wish: int, left: int, right: int) -> int:
    """The column nearest to `wish` in left..right that no other line uses; it is used from now on."""
    columns = sorted(range(left, right + 1), key=lambda x: (abs(x - wish), x))
    x = next((x for x in columns if not {x - 1, x, x + 1} & used), columns[0])
    used.add(x)
    return x


def _free_lane(lanes: list[list[tuple[int, int]]], span: tuple[int, int]) -> int:
    """The first lane in which nothing overlaps `span`; a new one where there is none."""
    for k, taken in enumerate(lanes):
        if all(span[1] < other[0] or other[1] < span[0] for other in taken):
            taken.append(span)
            return k
    lanes.append([span])
    return len(lanes) - 1


def _draw_box(canvas: Canvas, view: View, zone: int, box: _Box) -> None:
    name, title = zone_name(view, zone), view.names.zone_titles[zone]
    room = box.right - box.left - 3
    heading = title if fold(title) == fold(name) else f"{title} [{name}]"
    if len(heading) > room:
        heading = name
    style = COLOURS[Side(view.battle.zones[zone].control)] if any(view.battle.zones[zone].strength) else ""
    canvas.box(box.left, box.top, box.right - box.left + 1, box.bottom - box.top + 1, (heading, "bold"), style)
    for k, line in enumerate(box.lines):
        x = box.left + 2
        for text, word_style in line:
            canvas.put(x, box.top + 1 + k, text, word_style)
            x += len(text)


def _draw_flat(canvas: Canvas, left: _Box, right: _Box, edge: Edge) -> None:
    gap = right.left - left.right - 1
    style = EDGE_STYLE.get(edge, "")
    canvas.put(left.right + 1, left.top + 1, "─" * gap, style)
    if edge != Edge.ORDINARY:
        canvas.put(left.right + 1 + gap // 2, left.top + 1, SYMBOLS[edge], style)


def _draw_link(canvas: Canvas, boxes: Boxes, link: _Link) -> None:
    """A straight line down, or down, along its lane and down again; the symbol in the middle."""
    top, bottom = boxes[link.upper].bottom + 1, boxes[link.lower].top - 1
    style = EDGE_STYLE.get(link.edge, "")
    lane = top + link.lane
    if link.x_upper == link.x_lower:
        for y in range(top, bottom + 1):
            canvas.put(link.x_upper, y, "│", style)
        mark = (link.x_upper, (top + bottom) // 2)
    else:
        for y in range(top, lane):
            canvas.put(link.x_upper, y, "│", style)
        for y in range(lane + 1, bottom + 1):
            canvas.put(link.x_lower, y, "│", style)
        left, right = sorted((link.x_upper, link.x_lower))
        canvas.put(left, lane, "─" * (right - left + 1), style)
        canvas.put(link.x_upper, lane, "└" if link.x_upper < link.x_lower else "┘", style)
        canvas.put(link.x_lower, lane, "┐" if link.x_upper < link.x_lower else "┌", style)
        mark = ((left + right) // 2, lane)
    if link.edge != Edge.ORDINARY:
        canvas.put(*mark, SYMBOLS[link.edge], style)


def _notes(view: View, spoken: list[Flat]) -> list[Text]:
    """Below the drawing: edges that it does not show, gates and surcharges, the legend of symbols."""
    b, r, n = view.battle, view.rules, view.setup.zones_n
    lines: list[Text] = []
    if spoken:
        also = "; ".join(f"{zone_name(view, one)} {SYMBOLS[edge]} {zone_name(view, two)}" for one, two, edge in spoken)
        lines.append(Text(f"also: {also}"))
    gates: list[str] = []
    for one in range(n):
        for two in range(n):
            more = way_surcharge(b, r, one, two)
            told = [f"+{more} Vigor"] if more else []
            if b.gate[one][two]:
                told.append(f"{LADDER[Difficulty(b.gate[one][two])]} check")
            if told:
                gates.append(f"{zone_name(view, one)} → {zone_name(view, two)} {', '.join(told)}")
    works = [
        f"{zone_name(view, one)} x {zone_name(view, two)}{_work(b.opens[one][two])}"
        for one in range(n)
        for two in range(one + 1, n)
        if b.edge[one][two] == Edge.BLOCKED and b.opens[one][two]
    ]
    if works:
        lines.append(Text("can be opened: " + "; ".join(works)))
    if gates:
        lines.append(Text("gates: " + "; ".join(gates)))
    kinds = {Edge(b.edge[one][two]) for one in range(n) for two in range(one)} - {Edge.ABSENT}
    lines.append(Text("   ".join(LEGEND[kind] for kind in sorted(kinds)), style="bright_black"))
    return lines


def _work(how: int) -> str:
    """The check that opens a blocked edge, in parentheses."""
    due = Difficulty(how >> 3)
    return f" ({LADDER[due]} check)" if due else ""
