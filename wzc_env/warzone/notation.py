"""Actions as text and back: what a log prints is what a person may type.

`words` gives the one canonical text of an action id, `parse` takes it back and more besides: any case, any
spacing, agent names and titles where they are unambiguous, and no weapon where the unit has one to use.
What stands in parentheses ("Move gate (Breakthrough, Hard)") may be left out; where it is given it must be
true.
"""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence

from . import actions, movement
from .bands import holds_band
from .control import pincered
from .explain import Refused, explain
from .modules import zoned
from .naming import (
    LADDER,
    PLAIN,
    TITLES,
    TO_ZONE,
    WITH_OBJECT,
    Parts,
    View,
    entries,
    fold,
    name_of,
    options,
    routine_name,
    stance_name,
    unit_name,
    zone_name,
)
from .words import NONE, Difficulty, Edge, Kind, Trait, Verb, Why


class NotationError(Refused):
    """Text that is no action (so `why` is OUT_OF_RANGE). `text` as given, `part` what failed, `near` legal forms."""

    def __init__(self, text: str, part: str, trouble: str, near: Sequence[str] = ()) -> None:
        self.text, self.part, self.near = text, part, tuple(near)
        hint = "; nearest legal: " + ", ".join(f'"{form}"' for form in near) if near else ""
        super().__init__(Why.OUT_OF_RANGE, f'"{text}": {trouble}{hint}')


_ALSO = {
    "end": Verb.END,
    "break the hold": Verb.BREAK_HOLD,
    "ready parry": Verb.READY_PARRY,
    "ready riposte": Verb.READY_PARRY,
    "parry": Verb.PARRY,
    "riposte": Verb.PARRY,
}


def words(view: View, action: int) -> str:
    """The canonical text of an action id, legal or not. Raises IndexError outside 0 .. n_actions - 1."""
    s, b = view.setup, view.battle
    if not 0 <= action < s.actions_n:
        raise IndexError(f"action {action} is outside 0 .. {s.actions_n - 1}")
    verb, k = Verb(actions.verb_of(s, action)), actions.argument(s, action)
    if verb in PLAIN:
        return PLAIN[verb]
    head = WITH_OBJECT[verb]
    if verb == Verb.ATTACK:
        routine, target = divmod(k, s.unit_slots)
        return f"{head} {unit_name(view, target)} with {routine_name(view, b.who, routine)}"
    if verb in TO_ZONE or verb == Verb.WORK:
        terms = annotation(view, verb, k)
        return f"{head} {zone_name(view, k)}" + (f" ({', '.join(terms)})" if terms else "")
    if verb == Verb.BLAST:
        return f"{head} {zone_name(view, k)}"
    if verb == Verb.RELEASE:
        return f"{head} {_release_words(view, k)}"
    if verb == Verb.STANCE:
        return f"{head} {stance_name(view, k)}"
    if verb == Verb.CHOOSE:
        names, kind = options(view)
        return f"{head} {name_of(names, k, kind)}"
    return f"{head} {unit_name(view, k)}"


def _release_words(view: View, slot: int) -> str:
    """The aim of a Release; "unit" or "zone" is said where a unit and a Zone share the name."""
    s = view.setup
    if slot >= s.unit_slots + s.zone_slots:
        return "on self"
    if slot < s.unit_slots:
        name, others, kind = unit_name(view, slot), view.names.zones, "unit"
    else:
        name, others, kind = zone_name(view, slot - s.unit_slots), view.names.labels, "zone"
    shared = fold(name) in {fold(other) for other in others} | {"self"}
    return f"at {kind} {name}" if shared else f"at {name}"


def annotation(view: View, verb: Verb, zone: int) -> list[str]:
    """What a movement or work of the deciding unit on `zone` involves beside its cost; empty where no edge leads.

    Each procedure (Leave the Melee, Breakthrough, Enter the Melee ...) is followed by its check's difficulty.
    """
    b, s, r = view.battle, view.setup, view.rules
    unit = b.who
    if b.ask != Kind.BREATH or unit == NONE or not 0 <= zone < s.zones_n:
        return []
    here = b.units[unit].zone
    if verb == Verb.WORK:
        return _work_terms(view, here, zone)
    if not zoned(s):
        return _march(view, unit, zone) if verb == Verb.MOVE else []
    if here in (NONE, zone) or b.edge[here][zone] in (Edge.ABSENT, Edge.BLOCKED):
        return []
    in_melee = bool(b.zones[here].traits & Trait.MELEE)
    if movement.forced(verb) and not in_melee:
        return []
    tax = int(pincered(b, s.sheets[unit].side, here))
    leave = movement.exit_check(b, s, unit, verb)
    gate = b.gate[here][zone]
    enter = movement.entry_check(b, s, r, unit, zone)
    steps = (
        ("Emerge", bool(b.zones[here].traits & Trait.OFF_MAP), Difficulty.AUTOMATIC),
        ("leave the Pincer", False, movement.pincer_check(leave, gate, enter, tax)),
        ("Leave the Melee", in_melee and not movement.forced(verb), movement.taxed(leave, tax)),
        ("gate", False, movement.taxed(gate, tax)),
        (_entry(view, unit, zone), bool(_entry(view, unit, zone)), movement.taxed(enter, tax)),
    )
    terms: list[str] = []
    for title, always, due in steps:
        if always or due:
            terms.append(title or "entry")
        if due:
            terms.append(LADDER[Difficulty(due)])
    return terms


def _march(view: View, unit: int, band: int) -> list[str]:
    """How far a Move leads where there are no Zones, and whether into melee."""
    b, s = view.battle, view.setup
    here = b.units[unit].zone
    if here in (NONE, band):
        return []
    into = ["into melee"] if holds_band(b, s, 1 - s.sheets[unit].side, band) else []
    return [f"{b.distance[here][band] * s.band_feet} feet", *into]


def _work_terms(view: View, here: int, zone: int) -> list[str]:
    """What the work on the edge to a Zone is, and its check."""
    b = view.battle
    if here == NONE or b.edge[here][zone] != Edge.BLOCKED or not b.opens[here][zone]:
        return []
    due = Difficulty(b.opens[here][zone] >> 3)
    return ["open the way"] + ([LADDER[due]] if due else [])


def _entry(view: View, unit: int, zone: int) -> str:
    """The procedure at the destination of a movement, or nothing."""
    if movement.is_breakthrough(view.battle, view.setup, unit, zone):
        return "Breakthrough"
    if view.battle.zones[zone].traits & Trait.OFF_MAP:
        return "leave the map"
    return "Enter the Melee" if view.battle.zones[zone].traits & Trait.MELEE else ""


def parse(view: View, text: str, legal: Callable[[], Sequence[int]] | None = None) -> int:
    """The action id that `text` names, legal or not. Raises NotationError.

    `legal` gives the legal ids: they decide between two weapons and fill the nearest forms of an error.
    """
    return _Reader(view, text, legal).read()


_STARTS = sorted(
    [(fold(title), verb) for verb, title in TITLES.items()] + list(_ALSO.items()),
    key=lambda pair: -len(pair[0]),
)


class _Reader:
    """One parse: the text, what is legal, and the errors that quote both."""

    def __init__(self, view: View, text: str, legal: Callable[[], Sequence[int]] | None) -> None:
        self.view, self.given, self.legal = view, " ".join(text.split()), legal

    def fail(self, part: str, trouble: str) -> NotationError:
        near: list[str] = []
        if self.legal is not None:
            forms = {words(self.view, action).casefold(): words(self.view, action) for action in self.legal()}
            close = difflib.get_close_matches(self.given.casefold(), forms, n=3, cutoff=0.3)
            near = [forms[form] for form in close or list(forms)[:3]]
        return NotationError(self.given, part, trouble, near)

    def read(self) -> int:
        match = re.fullmatch(r"(.*?)\s*(?:\(([^()]*)\))?", self.given)
        body, note = (match[1], match[2]) if match else (self.given, None)
        s = self.view.setup
        verb, rest = self.verb(body.casefold().replace(" and ", " & "))
        if verb in PLAIN:
            if rest or note is not None:
                raise self.fail(rest, f'"{rest or note}" is not understood after "{PLAIN[verb]}"')
            return actions.single_id(s, verb)
        if not rest:
            raise self.fail("", f'"{WITH_OBJECT[verb]}" needs to be told whom or what')
        if verb in TO_ZONE or verb == Verb.WORK:
            zone = self.zone(rest)
            self.check_note(note, verb, zone)
            return self.to_zone(verb, zone)
        if note is not None:
            raise self.fail(note, f'"({note})" is not understood after "{WITH_OBJECT[verb]}"')
        if verb == Verb.BLAST:
            return actions.zone_id(s, verb, self.zone(rest))
        if verb == Verb.ATTACK:
            return self.attack(rest)
        if verb == Verb.RELEASE:
            return self.release(rest)
        if verb == Verb.STANCE:
            return self.stance(rest)
        if verb == Verb.CHOOSE:
            return self.choose(rest)
        return actions.unit_id(s, verb, self.unit(rest))

    def verb(self, text: str) -> tuple[Verb, str]:
        """The verb that `text` begins with, and the rest of it."""
        for start, verb in _STARTS:
            if text == start or text.startswith(start + " "):
                return verb, text[len(start) :].strip()
        part = text.partition(" ")[0]
        raise self.fail(part, f'"{part}" is no maneuver' if part else "there is nothing to read")

    def to_zone(self, verb: Verb, zone: int) -> int:
        s = self.view.setup
        if zone >= actions.block_size(s, verb):
            raise self.fail("", f'"{WITH_OBJECT[verb]}" is no maneuver here: there is nothing to work on')
        return actions.zone_id(s, verb, zone)

    def unit(self, text: str) -> int:
        found = self.find(text, "unit")
        if found is None:
            raise self.fail(text, f'"{text}" is nobody in this battle')
        return found

    def zone(self, text: str) -> int:
        text = fold(text.removeprefix("to "))
        found = self.find(text, "zone")
        if found is None:
            raise self.fail(text, f'"{text}" is no Zone of this battlefield')
        return found

    def find(self, text: str, kind: str) -> int | None:
        names, s = self.view.names, self.view.setup
        tiers, slots = [names.zones, names.zone_titles], s.zone_slots
        if kind == "unit":
            tiers, slots = [names.labels, names.agents, names.titles], s.unit_slots
        found = _find(text, tiers, kind, slots)
        if len(found) > 1:
            several = ", ".join(name_of(tiers[0], index, kind) for index in found)
            raise self.fail(text, f'"{text}" may be {several}')
        return found[0] if found else None

    def check_note(self, note: str | None, verb: Verb, zone: int) -> None:
        """Refuse an annotation that is not true of this movement now."""
        if note is None:
            return
        true = annotation(self.view, verb, zone)
        for term in re.split("[,;]", note):
            if fold(term) not in {fold(each) for each in true}:
                now = f'it is "({", ".join(true)})"' if true else "it involves none of that"
                raise self.fail(term.strip(), f'"({note})" is not true of this movement now: {now}')

    def attack(self, rest: str) -> int:
        s = self.view.setup
        for target, weapon in _splits(rest, " with "):
            unit = self.find(target, "unit")
            if unit is None:
                continue
            routine = self.routine(weapon) if weapon else self.only_routine(unit)
            if routine is None:
                mine = ", ".join(self.my_routines()) or "none"
                raise self.fail(weapon, f'"{weapon}" is no attack of this unit (it has: {mine})')
            return actions.attack_id(s, routine, unit)
        part = next(_splits(rest, " with "))[0]
        raise self.fail(part, f'"{part}" is nobody in this battle')

    def my_routines(self) -> Sequence[str]:
        return entries(self.view.names.routines, self.view.battle.who)

    def routine(self, text: str) -> int | None:
        found = _find(text, (self.my_routines(),), "routine", self.view.setup.routine_slots)
        return found[0] if found else None

    def only_routine(self, target: int) -> int:
        """The one routine that the unit can use now; of several, the one that is legal on this target."""
        s, names = self.view.setup, self.my_routines()
        usable = [k for k in range(len(names)) if _usable(self.view, k)]
        if len(usable) > 1 and self.legal is not None:
            legal = set(self.legal())
            usable = [k for k in usable if actions.attack_id(s, k, target) in legal] or usable
        if len(usable) == 1:
            return usable[0]
        if not usable:
            raise self.fail("", "this unit has no attack ready: name one (with ...)")
        raise self.fail("", "name the attack: " + " or ".join(f"with {name_of(names, k, 'routine')}" for k in usable))

    def release(self, rest: str) -> int:
        s = self.view.setup
        if rest in ("on self", "self", "at self"):
            return actions.release_id(s, s.unit_slots + s.zone_slots)
        aim = fold(re.sub("^(at|on) ", "", rest))
        kind, _, name = aim.partition(" ")
        if kind in ("unit", "zone") and name:
            slot = self.unit(name) if kind == "unit" else s.unit_slots + self.zone(name)
            return actions.release_id(s, slot)
        unit, zone = self.find(aim, "unit"), self.find(aim, "zone")
        if unit is not None and zone is not None:
            raise self.fail(aim, f'"{aim}" is a creature and a Zone: say "at unit {aim}" or "at zone {aim}"')
        if unit is None and zone is None:
            raise self.fail(aim, f'"{aim}" is neither a creature nor a Zone here')
        return actions.release_id(s, unit if unit is not None else s.unit_slots + int(zone or 0))

    def stance(self, rest: str) -> int:
        found = _find(rest, (self.view.names.stances,), "stance", self.view.setup.stances_n)
        if len(found) != 1:
            mine = ", ".join(self.view.names.stances) or "none"
            raise self.fail(rest, f'"{rest}" is no Stance of this battle (there is: {mine})')
        return actions.stance_id(self.view.setup, found[0])

    def choose(self, rest: str) -> int:
        s = self.view.setup
        names, kind = options(self.view)
        tiers = [names]
        if kind == "zone":
            tiers.append(self.view.names.zone_titles)
        elif kind == "unit":
            tiers += [self.view.names.agents, self.view.names.titles]
        found = _find(rest, tiers, kind, s.option_slots)
        if len(found) != 1:
            trouble = "may be several" if found else "is no choice here"
            raise self.fail(rest, f'"{rest}" {trouble}')
        return actions.choose_id(s, found[0])


def _find(text: str, tiers: Sequence[Sequence[str]], kind: str, slots: int) -> list[int]:
    """The indices that `text` names, by the first list of names that knows it; `name#3`, `kind#3` count."""
    text = fold(text)
    _, mark, number = text.rpartition("#")
    if mark and number.isdigit() and int(number) < slots:
        index = int(number)
        if fold(name_of(tiers[0], index, kind)) == text:
            return [index]
    for names in tiers:
        found = [index for index, name in enumerate(names) if fold(name) == text]
        if found:
            return found
    return []


def _splits(text: str, mark: str) -> Iterator[tuple[str, str]]:
    """`text` cut in two at each `mark`, the whole of it last."""
    at = text.find(mark)
    while at >= 0:
        yield text[:at].strip(), text[at + len(mark) :].strip()
        at = text.find(mark, at + 1)
    yield text, ""


def _usable(view: View, routine: int) -> bool:
    """Whether the deciding unit holds the weapon of a routine, loaded."""
    b, s = view.battle, view.setup
    if b.who == NONE:
        return False
    unit = b.units[b.who]
    sheet = s.sheets[b.who]
    if routine >= sheet.routines_n or unit.unloaded >> routine & 1:
        return False
    return sheet.routines[routine].gear in (NONE, unit.gear)


__all__ = ["NotationError", "Parts", "View", "annotation", "explain", "options", "parse", "words"]
