"""An account of a battle kept from its events alone: Vigor, what each Breath paid for, who is Exposed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from wzc_env.game import Match
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import NONE, Note, Verb


@dataclass
class BreathSoFar:
    """What one creature has paid for since it was selected, alone or with its mob."""

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
    ended: int = 0
    left: dict[int, int] = field(default_factory=dict)
    exposed: set[int] = field(default_factory=set)
    surprised: set[int] = field(default_factory=set)
    breaths: dict[int, BreathSoFar] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    leader: int = NONE
    members: int = 0

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

    def breath(self, unit: int) -> BreathSoFar:
        """What this creature has paid for; only those who were selected have a Breath."""
        assert self.leader != NONE
        if unit not in self.breaths:
            self.breaths[unit] = BreathSoFar(self.breaths[self.leader].limit, self.left[unit])
            assert len(self.breaths) <= self.members, "only who was selected takes part in a Breath"
        return self.breaths[unit]

    def on_round(self, event: Event) -> None:
        self.rounds += 1
        assert event.what == self.rounds
        assert not self.exposed, "nobody stays Exposed over a Lull"
        self.left, self.breaths, self.leader = {}, {}, NONE

    def on_vigor(self, event: Event) -> None:
        assert event.unit not in self.left, "Vigor comes back once a Round, as it begins"
        assert self.leader == NONE
        assert event.total == 0 or self.rounds > 1 or event.unit not in self.surprised
        self.left[event.unit] = event.total

    def on_surprised(self, event: Event) -> None:
        assert self.rounds == 1, "one is surprised as the battle begins"
        self.surprised.add(event.unit)

    def on_select(self, event: Event) -> None:
        assert event.total == self.left[event.unit] > 0
        self.leader, self.members = event.unit, event.amount
        self.breaths, self.done = {event.unit: BreathSoFar(event.need, event.total)}, set()

    def on_forfeit(self, event: Event) -> None:
        assert self.breath(event.unit).paid == 0, "one forfeits at the start of a selection"
        self.lower(event, 0)
        self.done.add(event.unit)

    def on_overload(self, event: Event) -> None:
        breath = self.breath(event.unit)
        assert not breath.overloaded
        breath.overloaded = True

    def on_pay(self, event: Event) -> None:
        breath = self.breath(event.unit)
        assert event.mod < 0, "no maneuver is free"
        self.lower(event, event.total)
        breath.paid -= event.mod
        most = breath.vigor if breath.overloaded else min(breath.vigor, breath.limit)
        assert breath.paid <= most
        breath.readied += Verb.READY_GUARD <= event.what <= Verb.READY_INTERDICT
        assert breath.readied <= 1

    def on_attack(self, event: Event) -> None:
        if self.match.setup.sheets[event.unit].members:
            return  # an order, or what a Squad does without one
        breath = self.breath(event.unit)
        breath.heavies += self.match.setup.sheets[event.unit].routines[event.what].heavy
        assert breath.heavies <= 1, "two heavy Attacks never share a Breath"

    def on_react(self, event: Event) -> None:
        assert self.leader != NONE
        assert event.unit not in self.breaths or event.unit in self.done, "nobody reacts in its own Breath"
        assert event.unit not in self.exposed
        assert self.left[event.unit] - event.total == event.mod >= 0
        self.lower(event, event.total)

    def on_exposed(self, event: Event) -> None:
        self.exposed.add(event.unit)

    def on_exposed_end(self, event: Event) -> None:
        self.exposed.remove(event.unit)

    def on_breath_end(self, event: Event) -> None:
        breath = self.breath(event.unit)
        assert breath.paid >= 1 or breath.overloaded, "a Breath pays for something"
        self.lower(event, event.total)
        self.done.add(event.unit)
        self.ended += 1
