"""The story of a battle: events as lines, with the arithmetic of every roll and whose decision was taken.

Tell it each decision before the step and the events after it:

    story.decide(action); match.step(action); lines = story.tell(match.take_events())
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from ..warzone import actions, notation
from ..warzone.naming import View
from ..warzone.state import Event
from ..warzone.words import Kind, Note, Purpose, Step, Verb
from . import phrases
from .events import DEED, FACT, HEADINGS, TELLERS, Part, line, who

_ECHO = {
    Note.BREATH_END: (Verb.END,),
    Note.FORFEIT: (Verb.FORFEIT,),
    Note.OVERLOAD: (Verb.OVERLOAD,),
    Note.READY: (Verb.READY_GUARD, Verb.READY_PARRY, Verb.READY_INTERDICT),
    Note.REACT: (Verb.GUARD, Verb.PARRY, Verb.INTERDICT),
}
"""Events that only repeat a decision: they are told in its line."""

ORDERING = (Step.CHOOSE_ORDER, Step.CHOOSE_MARCH, Step.CHOOSE_MARK)
"""Choices that make up a Command."""

_PASSED = {
    Kind.DEFEND: " does not react",
    Kind.INTERDICT: " does not Interdict",
    Kind.LULL: " does no maintenance",
}
"""What passing means, by what was asked."""


@dataclass
class _Deed:
    """A decision that is to be told: who, what, in which words."""

    unit: int
    verb: Verb
    kind: Kind
    words: str
    ordered: bool = False  # part of a Command, which is told when it is carried out


@dataclass
class _Sum:
    """Dice that are being added up for one purpose."""

    unit: int
    purpose: Purpose
    flat: int
    factor: int = 1
    dice: list[Event] = field(default_factory=list)


class Narrator:
    """Turns the events of one battle into lines; `scene` gives what to show at the start of each Round."""

    def __init__(self, view: View, scene: Callable[[], Iterable[Text]] = tuple) -> None:
        self.view, self.scene = view, scene
        self._deed: _Deed | None = None
        self._mods: list[Event] = []
        self._sum: _Sum | None = None
        self._blow: Event | None = None
        self._vigor: list[Event] = []
        self._surprised: set[int] = set()
        self._control: list[Event] = []
        self._lines: list[Text] = []

    def decide(self, action: int) -> None:
        """Remember the decision that is about to be stepped."""
        b = self.view.battle
        verb = Verb(actions.verb_of(self.view.setup, action))
        ordered = b.ask == Kind.CHOOSE and b.frames[b.depth - 1].step in ORDERING
        self._deed = _Deed(b.who, verb, Kind(b.ask), notation.words(self.view, action), ordered)

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """The lines for what happened since the last call."""
        self._lines = []
        for e in self._tell_deed(events):
            note = Note(e.note)
            self._settle(note, e)
            self._take(note, e)
        self._settle(None, None)
        return self._lines

    def _say(self, *parts: Part, indent: str = FACT) -> None:
        self._lines.append(Text.assemble(indent, *parts))

    # A decision

    def _tell_deed(self, events: Sequence[Event]) -> Sequence[Event]:
        """The line of the decision, with what it cost; returns the events that are left to tell."""
        deed, self._deed = self._deed, None
        if deed is None or deed.ordered:
            return events
        until = next((k for k, e in enumerate(events) if e.note in HEADINGS), len(events))
        cost = self._first(events[:until], lambda e: e.note == Note.PAY and e.unit == deed.unit)
        echo = self._first(events[:until], lambda e: e.unit == deed.unit and deed.verb in _ECHO.get(Note(e.note), ()))
        self._say(*self._deed_words(deed, cost, echo), indent=DEED)
        return [e for e in events if e is not cost and e is not echo]

    @staticmethod
    def _first(events: Sequence[Event], fits: Callable[[Event], bool]) -> Event | None:
        return next((e for e in events if fits(e)), None)

    def _deed_words(self, deed: _Deed, cost: Event | None, echo: Event | None) -> list[Part]:
        me = who(self.view, deed.unit)
        if deed.verb == Verb.PASS:
            return [me, _PASSED.get(deed.kind, " passes")]
        if deed.verb == Verb.END:
            return [me, " ends the Breath" + (f" ({echo.total} Vigor left)" if echo else "")]
        if echo is not None and echo.note in (Note.FORFEIT, Note.OVERLOAD, Note.REACT):
            return TELLERS[Note(echo.note)](self.view, echo)
        return [me, f": {deed.words}" + (f" ({abs(cost.mod)} Vigor, {cost.total} left)" if cost else "")]

    # What is gathered before it is told: modifiers, dice of a sum, an announced blow, the Vigor of a Round

    def _settle(self, note: Note | None, e: Event | None) -> None:
        """Tell what was gathered and is not continued by the coming event (None: there is no more)."""
        if self._vigor and note not in (Note.VIGOR, Note.SURPRISED):
            self._tell_vigor()
        if self._control and note != Note.CONTROL:
            self._tell_control()
        if self._blow is not None and note not in (Note.MOD, Note.DIE):
            self._lines.append(line(self.view, self._blow))
            self._blow = None
        if self._sum is not None and not self._continues(note, e):
            text, total = phrases.dice_sum(self._sum.dice, self._sum.flat)
            self._say(f"{phrases.ROLLS[self._sum.purpose]}: {text} = {total}")
            self._sum = None

    def _continues(self, note: Note | None, e: Event | None) -> bool:
        """Whether the coming event belongs to the sum that is open."""
        if e is None or self._sum is None:
            return False
        if note == Note.FACTOR:
            return True
        if note == Note.DIE:
            return (e.what, e.unit) == (self._sum.purpose, self._sum.unit) and not self._mods
        if note == Note.CHECK:
            return self._sum.purpose == Purpose.MORALE == e.what
        return note in (Note.DAMAGE, Note.HEAL)

    def _tell_vigor(self) -> None:
        parts: list[Part] = ["Vigor: "]
        for k, e in enumerate(self._vigor):
            parts += [", " if k else "", who(self.view, e.unit), f" {e.total}"]
            if e.mod:
                parts.append(f" (−{abs(e.mod)})")
            if e.unit in self._surprised:
                parts.append(" (surprised)")
        self._vigor, self._surprised = [], set()
        self._say(*parts, indent=DEED)
        self._lines += self.scene()

    def _tell_control(self) -> None:
        """Changes of Control that come together stand in one line."""
        parts: list[Part] = []
        for e in self._control:
            parts += ["; " if parts else "", *TELLERS[Note.CONTROL](self.view, e)]
        self._control = []
        self._say(*parts)

    def _take(self, note: Note, e: Event) -> None:
        """Gather one event, or tell it."""
        if note == Note.VIGOR:
            self._vigor.append(e)
        elif note == Note.SURPRISED:
            self._surprised.add(e.unit)
        elif note == Note.CONTROL:
            self._control.append(e)
        elif note == Note.MOD:
            self._mods.append(e)
        elif note in (Note.ATTACK, Note.BASIC_ATTACK, Note.VOLLEY):
            self._blow = e
        elif note == Note.DIE:
            self._take_die(e)
        elif note == Note.CHECK and e.what == Purpose.MORALE:
            self._tell_morale(e)
        elif note == Note.FACTOR and self._sum is not None:
            self._sum.factor = e.total
        elif note in (Note.DAMAGE, Note.HEAL) and self._sum is not None:
            self._tell_points(note, e)
        else:
            self._lines.append(line(self.view, e))

    def _take_die(self, e: Event) -> None:
        mods, self._mods = self._mods, []
        purpose = Purpose(e.what)
        if purpose in phrases.SUMMED:
            if self._sum is None:
                flat = sum(mod.mod for mod in mods)
                self._sum = _Sum(e.unit, purpose, flat)
            self._sum.dice.append(e)
        elif purpose in (Purpose.ATTACK, Purpose.RIPOSTE, Purpose.INTERDICT):
            blow = TELLERS[Note(self._blow.note)](self.view, self._blow) if self._blow else self._again(e)
            self._blow = None
            self._say(*blow, f": {phrases.attack(e, mods, self.view.rules)}")
        elif e.need:
            self._say(
                who(self.view, e.unit),
                f": {phrases.ROLLS[purpose]} {phrases.check(e, mods, self.view.rules)}",
            )
        elif purpose in (Purpose.STRAY, Purpose.STRAY_TARGET):
            self._say(f"{phrases.ROLLS[purpose]}: {phrases.die(e, mods)}{self._strays(e)}")
        else:
            self._lines.append(line(self.view, e))

    def _again(self, e: Event) -> list[Part]:
        """A roll whose Attack was announced before: after a reaction, or a further roll of the routine."""
        return [who(self.view, e.unit), " rolls against ", who(self.view, e.other)]

    def _strays(self, e: Event) -> str:
        if e.what == Purpose.STRAY_TARGET:
            return ""
        most = self.view.rules.melee_stray_most
        return f" — {'into an ally there, if there is one' if e.roll <= most else 'into nobody'}"

    def _tell_morale(self, e: Event) -> None:
        dice = self._sum.dice if self._sum else []
        self._sum = None
        text, total = phrases.dice_sum(dice, 0)
        percent = " %" if self.view.rules.host_morale_die == 100 else ""
        score = f"{e.need}{percent}" + (f" (−{abs(e.mod)})" if e.mod else "")
        verdict = "holds" if e.won else "breaks"
        self._say(self._breed(e.unit), f": morale {text} = {total} vs {score} — {verdict}")

    def _breed(self, unit: int) -> Part:
        """Whom a morale roll is for: a creature, or all of its breed and side."""
        sheets = self.view.setup.sheets[: self.view.setup.units_n]
        mine = sheets[unit]
        alike = sum((sheet.side, sheet.breed) == (mine.side, mine.breed) for sheet in sheets)
        text, style = who(self.view, unit)
        return (text if alike == 1 else f"{text} and its kind"), style

    def _tell_points(self, note: Note, e: Event) -> None:
        """Damage or healing that ends a sum; a sum that does not come to the points says so."""
        assert self._sum is not None
        text, total = phrases.dice_sum(self._sum.dice, self._sum.flat)
        if self._sum.factor > 1:
            text, total = f"({text}) × {self._sum.factor}", total * self._sum.factor
        self._sum = None
        shown = f"{text} = " if text != str(total) else ""
        if total != e.total:
            shown += f"{total}, that is "
        self._say(shown, *TELLERS[note](self.view, e))
