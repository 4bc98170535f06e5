"""An account of a battle kept from its events alone: Vigor, what each Breath paid for, who is Exposed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Note, Verb


@dataclass
class BreathSoFar:
    """What one selection has paid for."""

    unit: int
    limit: int
    vigor: int
    paid: int = 0
    heavies: int = 0
    readied: int = 0
    overloaded: bool = False


@dataclass
class Ledger:
    """Reads events in order and refuses what no battle may show."""

    match: Match
    rounds: int = 0
    breaths: int = 0
    left: dict[int, int] = field(default_factory=dict)
    exposed: set[int] = field(default_factory=set)
    breath: BreathSoFar | None = None

    def read(self, events: Sequence[Event]) -> None:
        """Account for what happened since the last decision, and compare with the record."""
        for event in events:
            entry = getattr(self, f"on_{Note(event.note).name.lower()}", None)
            if entry is not None:
                entry(event)
        for i, left in self.left.items():
            unit = self.match.battle.units[i]
            assert unit.vigor <= left, "Vigor rose without an event"
            assert bool(unit.exposed) == (i in self.exposed)
            self.left[i] = unit.vigor

    def lower(self, event: Event, now: int) -> None:
        assert 0 <= now <= self.left[event.unit], "Vigor never rises inside a Round"
        self.left[event.unit] = now

    def on_round(self, event: Event) -> None:
        self.rounds += 1
        assert event.what == self.rounds
        assert not self.exposed, "nobody stays Exposed over a Lull"
        self.left, self.breath = {}, None

    def on_vigor(self, event: Event) -> None:
        assert event.unit not in self.left, "Vigor comes back once a Round, as it begins"
        assert self.breath is None
        self.left[event.unit] = event.total

    def on_select(self, event: Event) -> None:
        assert event.total == self.left[event.unit] > 0
        self.breath = BreathSoFar(event.unit, event.need, event.total)

    def on_forfeit(self, event: Event) -> None:
        assert self.breath is not None
        assert (event.unit, 0) == (self.breath.unit, self.breath.paid), "one forfeits at the start of a selection"
        self.lower(event, 0)

    def on_overload(self, event: Event) -> None:
        assert self.breath is not None
        assert not self.breath.overloaded
        assert event.unit == self.breath.unit
        self.breath.overloaded = True

    def on_pay(self, event: Event) -> None:
        breath = self.breath
        assert breath is not None
        assert event.unit == breath.unit, "only the actor pays for maneuvers"
        assert event.mod < 0, "no maneuver is free"
        self.lower(event, event.total)
        breath.paid -= event.mod
        most = breath.vigor if breath.overloaded else min(breath.vigor, breath.limit)
        assert breath.paid <= most
        breath.readied += Verb.READY_GUARD <= event.what <= Verb.READY_INTERDICT
        assert breath.readied <= 1

    def on_attack(self, event: Event) -> None:
        assert self.breath is not None
        self.breath.heavies += self.match.setup.sheets[event.unit].routines[event.what].heavy
        assert self.breath.heavies <= 1, "two heavy Attacks never share a Breath"

    def on_react(self, event: Event) -> None:
        assert self.breath is not None
        assert event.unit != self.breath.unit, "nobody reacts in its own Breath"
        assert event.unit not in self.exposed
        assert self.left[event.unit] - event.total == event.mod >= 0
        self.lower(event, event.total)

    def on_exposed(self, event: Event) -> None:
        self.exposed.add(event.unit)

    def on_exposed_end(self, event: Event) -> None:
        self.exposed.remove(event.unit)

    def on_breath_end(self, event: Event) -> None:
        assert self.breath is not None
        assert event.unit == self.breath.unit
        assert self.breath.paid >= 1, "a Breath pays for something"
        self.lower(event, event.total)
        self.breaths += 1
