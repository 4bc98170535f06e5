"""A whole Command in one text: "Command spears: Volley orc" for its three answers, one after the other."""

from collections.abc import Sequence

from .naming import ORDERS, View, fold, unit_name, zone_name
from .state import Event
from .words import NONE, Note, Order

_TITLES = sorted((fold(title) for title in ORDERS.values()), key=len, reverse=True)


def unfold(text: str) -> list[str]:
    """The answers that a text names: itself, or the Command, its order and the order's Zone or enemy."""
    head, colon, rest = text.partition(":")
    if not colon or not fold(head).startswith("command "):
        return [text]
    rest = fold(rest)
    title = next((title for title in _TITLES if rest == title or rest.startswith(title + " ")), rest)
    aim = rest[len(title) :].strip().removeprefix("at ").removeprefix("to ")
    return [head.strip(), f"Choose {title}", *([f"Choose {aim}"] if aim else [])]


def departs(view: View, parts: Sequence[str], events: Sequence[Event]) -> str:
    """What a Command was not told to do, where the rules chose for want of another choice; empty when all is right."""
    told = next(e for e in events if e.note == Note.COMMAND)
    aim = ""
    if told.zone != NONE:
        aim = zone_name(view, told.zone)
    elif told.amount != NONE:
        aim = unit_name(view, told.amount)
    done = [ORDERS[Order(told.what)], *([aim] if aim else [])]
    for asked, was in zip(parts[1:], done, strict=False):
        if fold(asked) != fold(f"Choose {was}"):
            return f'"{asked.removeprefix("Choose ")}" is no choice here: it can only be {was}'
    return ""
