"""All that can happen in a battle, and what the events of one step tick off: the list of the exhaustive runner."""

from collections.abc import Iterable, Iterator

from wzc_env import paths
from wzc_env.game import Match
from wzc_env.hazards import KINDS
from wzc_env.warzone.actions import verb_of
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import (
    Course,
    Do,
    Edge,
    Effect,
    Goal,
    Mod,
    Note,
    Order,
    Outcome,
    Purpose,
    Reaction,
    Reason,
    SpellEffect,
    SpellTarget,
    Trait,
    Trigger,
    Verb,
    When,
)

Item = tuple[str, str]
"""A kind of thing, and one of that kind."""

NEVER = {
    ("note", "SKIPPED"),  # a bundle's own event
    ("reaction", "NONE readied"),
    ("reaction", "NONE improvised"),
    ("ready", "NONE"),
    ("edge", "ABSENT"),
    ("edge", "BLOCKED"),
    ("attack from", "OFF_MAP"),  # nothing reaches out of it
    ("ending", "NOT_ENDED"),
    ("outcome", "UNDECIDED"),
}

ADVANTAGES = ("hidden_from", "stalked", "emerged", "charged", "rushed")

PATTERNS: dict[str, list[Item]] = {
    "burrower": [("edge", "OFF_MAP"), ("note", "QUARRY"), ("modifier", "PERFECT_AMBUSH")],
    "pack": [("modifier", "PINCER")],
    "centaurs": [("modifier", "RUSH"), ("note", "FACTOR"), ("modifier", "PINCER")],
    "dragon": [("note", "BLAST"), ("note", "ATTACK"), ("stance", "holding_stance")],
    "mercenaries": [
        ("order", "VOLLEY"), ("order", "ATTACK"), ("order", "SHIELD_WALL"), ("order", "ADVANCE"),
        ("ready", "INTERDICT"), ("stance", "holding_stance"), ("note", "RELOAD"),
    ],
}  # fmt: skip
"""What each doctrine does in its own scenario."""


def everything() -> set[Item]:
    """All that is to happen."""
    items = {("verb", verb.name) for verb in Verb}
    items |= {("reaction", f"{r.name} {how}") for r in Reaction for how in ("readied", "improvised")}
    items |= {("ready", r.name) for r in Reaction}
    items |= {("attack from", trait.name) for trait in Trait} | {("edge", edge.name) for edge in Edge}
    items |= {("modifier", mod.name) for mod in Mod} | {("purpose", p.name) for p in Purpose}
    items |= {("note", note.name) for note in Note} | {("effect", effect.name) for effect in Effect}
    items |= {("advantage", name) for name in ADVANTAGES}
    items |= {("ending", reason.name) for reason in Reason} | {("outcome", outcome.name) for outcome in Outcome}
    items |= {("order", order.name) for order in Order} | {("morale", trigger.name) for trigger in Trigger}
    items |= {("stance", name) for name in paths.names("stances")}
    items |= {("spell on", aim.name) for aim in SpellTarget} | {("spell", effect.name) for effect in SpellEffect}
    items |= {("hazard", kind) for kind in KINDS} | {("course", course.name) for course in Course}
    items |= {("objective", goal.name) for goal in Goal}
    items |= {("change", do.name) for do in Do} | {("change when", when.name) for when in When}
    items |= {(doctrine, " ".join(item)) for doctrine, pattern in PATTERNS.items() for item in pattern}
    return items - NEVER


def ticked(match: Match, e: Event) -> Iterator[Item]:
    """What one event ticks off."""
    note, scenario = Note(e.note), match.compiled.scenario
    yield "note", note.name
    if note in (Note.DIE, Note.CHECK):
        yield "purpose", Purpose(e.what).name
    elif note == Note.MOD:
        yield "modifier", Mod(e.what).name
    elif note == Note.REACT:
        yield "reaction", f"{Reaction(e.what).name} {'improvised' if e.mod else 'readied'}"
    elif note == Note.READY:
        yield "ready", Reaction(e.what).name
    elif note == Note.MOVE:
        yield "edge", Edge(match.battle.edge[e.what][e.zone]).name
    elif note == Note.COMMAND:
        yield "order", Order(e.what).name
    elif note == Note.TRIGGER:
        yield from (("morale", trigger.name) for trigger in Trigger if e.what & trigger)
    elif note == Note.STANCE:
        yield "stance", list(scenario.stances)[e.what]
    elif note == Note.RELEASE:
        yield "spell on", SpellTarget(match.setup.spells[e.what].target).name
        yield "spell", SpellEffect(match.setup.spells[e.what].effect).name
    elif note == Note.AFFECT:
        yield "effect", Effect(e.what).name
    elif note == Note.HAZARD:
        yield "hazard", scenario.hazards[e.what].kind
        yield "course", Course(e.amount).name
    elif note == Note.OBJECTIVE:
        yield "objective", Goal(match.setup.objectives[e.what].kind).name
    elif note == Note.CHANGE and not e.amount:
        yield "change", Do(match.setup.changes[e.what].do).name
        yield "change when", When(match.setup.changes[e.what].when).name
    elif note == Note.END:
        yield "outcome", Outcome(e.what).name
        yield "ending", Reason(e.amount).name


def happened(match: Match, events: Iterable[Event], doctrine: str | None) -> set[Item]:
    """What the events of one step tick off; `doctrine` plays the foes, if any does."""
    found: set[Item] = set()
    for e in events:
        items = list(ticked(match, e))
        found |= set(items)
        if doctrine in PATTERNS and e.unit >= match.setup.party_n:
            found |= {(doctrine, " ".join(item)) for item in items if item in PATTERNS[doctrine]}
    return found


def attack_places(match: Match, action: int) -> set[Item]:
    """From which kinds of place, and with which advantages, an Attack is about to be made."""
    if verb_of(match.setup, action) != Verb.ATTACK:
        return set()
    one = match.battle.units[match.battle.who]
    traits = match.battle.zones[one.zone].traits
    found = {("attack from", trait.name) for trait in Trait if traits & trait}
    return found | {("advantage", name) for name in ADVANTAGES if getattr(one, name)}
