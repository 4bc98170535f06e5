"""One event, one line: what each kind of event says by itself. Sums over several are the narrator's."""

from collections.abc import Callable

from rich.text import Text

from ..warzone.explain import explain
from ..warzone.levers import dramatic
from ..warzone.modules import zoned
from ..warzone.naming import (
    LADDER,
    ORDERS,
    REACTIONS,
    TITLES,
    TRAITS,
    View,
    area_name,
    entries,
    name_of,
    routine_name,
    spell_name,
    stance_name,
    unit_name,
    zone_name,
)
from ..warzone.notation import words
from ..warzone.state import Event
from ..warzone.words import (
    FOREVER,
    NONE,
    Course,
    Difficulty,
    Edge,
    Effect,
    Life,
    Module,
    Note,
    Order,
    Outcome,
    Purpose,
    Reaction,
    Reason,
    Side,
    Verb,
    Why,
)
from . import phrases
from .aims import SIDES, aim, hazard_name, progress
from .track import COLOURS, EFFECTS, because, side_style
from .zonemap import CONTROL, EDGES

HEAD, DEED, FACT = "", "  ", "    "
"""Indents: a Breath or a Round; whose decision; what came of it."""

Part = str | tuple[str, str]
"""A piece of a line: text, or text with a style."""

Teller = Callable[[View, Event], list[Part]]

HEADINGS = (Note.ROUND, Note.SELECT, Note.LULL, Note.END, Note.CHANGE)
DEEDS = (Note.FORFEIT, Note.OVERLOAD, Note.BREATH_END, Note.PAY, Note.REACT, Note.READY)


def who(view: View, unit: int) -> tuple[str, str]:
    """A unit's label in the colour of its side."""
    return unit_name(view, unit), side_style(view, unit)


def line(view: View, e: Event) -> Text:
    """The line of one event, with the indent of its kind."""
    note = Note(e.note)
    indent = HEAD if note in HEADINGS else DEED if note in DEEDS else FACT
    text = Text.assemble(indent, *TELLERS[note](view, e))
    if note in HEADINGS:
        text.stylize("bold")
    return text


def _unit(after: str) -> Teller:
    """The unit, then a text with the event's fields filled in."""
    return lambda view, e: [who(view, e.unit), after.format(e=e, cost=abs(e.mod))]


def _select(view: View, e: Event) -> list[Part]:
    limit = f", Breath Limit {e.need}" if e.need and e.need != view.rules.breath_limit else ""
    others = f" and {e.amount - 1} more of its mob" if e.amount > 1 else ""
    return ["▶ ", who(view, e.unit), f"{others}, Vigor {e.total}{limit} ({because(view, e.what, e.total)})"]


def _pay(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f" pays {abs(e.mod)} for {TITLES[Verb(e.what)]} ({e.total} Vigor left)"]


def _die(view: View, e: Event) -> list[Part]:
    if e.what == Purpose.SPREAD:
        verdict = "yes" if e.won else "no"
        spread = f"{hazard_name(view, e.other)} {phrases.ROLLS[Purpose.SPREAD]} {zone_name(view, e.zone)}"
        return [f"{spread}: {phrases.die(e, ())} — {verdict}"]
    return [who(view, e.unit), f": {phrases.ROLLS[Purpose(e.what)]} {phrases.die(e, ())}"]


def _mod(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), ":" + phrases.total_of([e], e.mod)]


def _check(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f": {phrases.automatic(e)}"]


def _attack(view: View, e: Event) -> list[Part]:
    flurry = f", −{abs(e.mod)}" if e.mod else ""
    weapon = routine_name(view, e.unit, e.what)
    return [
        who(view, e.unit),
        " attacks ",
        who(view, e.other),
        f" with {weapon} ({phrases.ordinal(e.amount)} Attack{flurry})",
    ]


def _basic_attack(view: View, e: Event) -> list[Part]:
    deed = " ripostes against " if e.what == Purpose.RIPOSTE else " strikes at the entering "
    flurry = f" ({phrases.ordinal(e.total)} Attack, −{abs(e.mod)})" if e.mod else ""
    return [
        who(view, e.unit),
        deed,
        who(view, e.other),
        f" with {routine_name(view, e.unit, e.amount)}{flurry}",
    ]


def _whose(view: View, e: Event) -> list[Part]:
    """Who is hurt or healed; of a Squad one of its members, by number."""
    return [f"member {e.amount} of ", who(view, e.other)] if e.amount else [who(view, e.other)]


def _damage(view: View, e: Event) -> list[Part]:
    return [f"{e.total} damage; ", *_whose(view, e), f" {e.need} HP left"]


def _heal(view: View, e: Event) -> list[Part]:
    return [f"{e.total} healed; ", *_whose(view, e), f" {e.need} HP"]


def _down(view: View, e: Event) -> list[Part]:
    how = " falls, dying" if e.what == Life.DYING else " is dead"
    if view.setup.sheets[e.unit].members:
        how = " is destroyed"
    return [who(view, e.unit), (how, "bold")]


def _react(view: View, e: Event) -> list[Part]:
    title = REACTIONS[Reaction(e.what)]
    if e.mod == 0:
        return [who(view, e.unit), f" declares {title} (Readied, 0)"]
    return [who(view, e.unit), f" improvises {title} for {abs(e.mod)} ({e.total} Vigor left)"]


def _ready(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f" holds {REACTIONS[Reaction(e.what)]} ready"]


def _expire(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f"'s Readied {REACTIONS[Reaction(e.what)]} expires"]


def _move(view: View, e: Event) -> list[Part]:
    if not zoned(view.setup):
        return [who(view, e.unit), " is pushed to " if e.amount else " moves to ", zone_name(view, e.zone)]
    deed = " is put into " if e.amount else " enters "
    return [who(view, e.unit), deed, zone_name(view, e.zone)]


def _stopped(view: View, e: Event) -> list[Part]:
    return [
        who(view, e.unit),
        " is stopped by ",
        who(view, e.other),
        f" and does not {'enter' if zoned(view.setup) else 'come to'} {zone_name(view, e.zone)}",
    ]


def _barred(view: View, e: Event) -> list[Part]:
    if e.what == Purpose.WITHDRAW:
        return [who(view, e.unit), " does not get away"]
    return [who(view, e.unit), f" does not get into {zone_name(view, e.zone)}"]


def _control(view: View, e: Event) -> list[Part]:
    side = Side(e.what)
    verdict = "is contested" if side == Side.NOBODY else f"is Controlled by the {CONTROL[side]}"
    if e.amount:
        verdict = f"is under Total Control of the {CONTROL[side]}"
    weighed = view.setup.modules & (Module.DETAILED_CONTROL | Module.STANCES | Module.SQUADS)
    strength = f" ({e.mod}:{e.total})" if weighed else ""  # elsewhere the people to be seen are the count
    return [f"{zone_name(view, e.zone)} ", (verdict, COLOURS[side]), strength]


def _pincer(view: View, e: Event) -> list[Part]:
    side = Side(e.what)
    return [(f"the {CONTROL[side]}", COLOURS[side]), f" close a Pincer on {zone_name(view, e.zone)}"]


def _focus(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f" focuses {spell_name(view, e.what)}"]


def _focus_lost(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f" loses {spell_name(view, e.what)}"]


def _release(view: View, e: Event) -> list[Part]:
    if e.zone != NONE:
        aim: list[Part] = [f" at {zone_name(view, e.zone)}"]
    elif e.other == e.unit:
        aim = [" on itself"]
    else:
        aim = [" at ", who(view, e.other)]
    return [who(view, e.unit), f" releases {spell_name(view, e.what)}", *aim]


def _affect(view: View, e: Event) -> list[Part]:
    lasts = "" if e.amount >= FOREVER else f" for {e.amount} Lull{'' if e.amount == 1 else 's'}"
    return [who(view, e.other), f" is {EFFECTS[Effect(e.what)]}{lasts}"]


def _effect_end(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f" is no longer {EFFECTS[Effect(e.what)]}"]


def _held(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), " seizes ", who(view, e.other)]


def _aid(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), " gives first aid to ", who(view, e.other)]


def _gear(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f" takes {name_of(entries(view.names.gear, e.unit), e.what, 'gear')} in hand"]


def _end(view: View, e: Event) -> list[Part]:
    outcome, reason = Outcome(e.what), Reason(e.amount)
    return [f"═══ {phrases.ENDINGS[outcome]}: {phrases.REASONS[reason]} ═══"]


def _skipped(view: View, e: Event) -> list[Part]:
    return [who(view, e.unit), f' skips "{words(view, e.what)}": {explain(Why(e.amount), view, e.what)}']


def _blast(view: View, e: Event) -> list[Part]:
    left = f"{e.total} more in this battle" if e.total else "the last in this battle"
    return [
        who(view, e.unit),
        f" lets {area_name(view, e.unit)} loose on {zone_name(view, e.zone)}"
        f" ({phrases.ordinal(e.amount)} Attack; {left})",
    ]


def _quarry(view: View, e: Event) -> list[Part]:
    if e.other == NONE:
        return [who(view, e.unit), " falls upon nobody"]
    return [who(view, e.unit), " falls upon ", who(view, e.other), ", who may not react"]


COURSES = {
    Course.BEGINS: "{hazard} begins in {zone}",
    Course.SPREADS: "{hazard} spreads to {zone}",
    Course.STRIKES: "{hazard} in {zone} strikes everybody there",
    Course.ENDS: "{hazard} is over in {zone}",
    Course.FALLS: "{hazard}: {zone} comes down with everybody in it",
    Course.STANDS: "{hazard}: {zone} stands after all",
}
"""Course -> its line."""


def _hazard(view: View, e: Event) -> list[Part]:
    line = COURSES[Course(e.amount)]
    if e.amount == Course.BEGINS and view.setup.hazards[e.what].falls:
        line = "{hazard}: {zone} will come down"
    told = line.format(hazard=hazard_name(view, e.what), zone=zone_name(view, e.zone))
    return [(told, "yellow")]


def _objective(view: View, e: Event) -> list[Part]:
    side = Side(view.setup.objectives[e.what].side)
    whose = (f"the {SIDES[side]}", COLOURS[side])
    if e.won:
        deed = " reaches its objective: " if side == Side.PARTY else " reach their objective: "
        return [whose, (deed, "bold"), aim(view, e.what)]
    return [whose, f", objective: {aim(view, e.what)}: {progress(e.total, e.need)}"]


def _member_down(view: View, e: Event) -> list[Part]:
    how = "falls" if e.what == NONE else f"is {EFFECTS[Effect(e.what)]} and out of it"
    left = f"{e.amount} left" if e.amount else "nobody left"
    return ["a member of ", who(view, e.unit), f" {how}, {left}"]


def _trigger(view: View, e: Event) -> list[Part]:
    told = [words_ for trigger, words_ in phrases.TRIGGERS.items() if e.what & trigger]
    return [who(view, e.unit), f" is shaken: {', '.join(told)}"]


def _command(view: View, e: Event) -> list[Part]:
    order = Order(e.what)
    aim: list[Part] = []
    if e.zone != NONE:
        aim = [f" to {zone_name(view, e.zone)}"]
    elif e.amount != NONE:
        aim = [" at ", who(view, e.amount)]
    return [who(view, e.unit), " commands ", who(view, e.other), f": {ORDERS[order]}", *aim]


def _volley(view: View, e: Event) -> list[Part]:
    flurry = f", −{abs(e.mod)}" if e.mod else ""
    if view.rules.squad_volley_individual:
        each = f"{e.total} missiles"
    else:
        each = f"{e.total} missile{'s'[: e.total > 1]} on a hit"
    weapon = routine_name(view, e.unit, e.what)
    return [
        who(view, e.unit),
        " shoots a Volley at ",
        who(view, e.other),
        f" with {weapon} ({phrases.ordinal(e.amount)} Volley{flurry}, {each})",
    ]


def _leaderless(view: View, e: Event) -> list[Part]:
    if e.what == Order.ATTACK:
        return [who(view, e.unit), ", without a leader and engaged, fights on"]
    if e.what == Order.SHIELD_WALL:
        return [who(view, e.unit), ", without a leader and engaged, has nothing to strike with"]
    return [who(view, e.unit), " stands without a leader"]


def _change(view: View, e: Event) -> list[Part]:
    told = name_of(view.names.changes, e.what, "change")
    return [f"◆ {told}" + (": it can no longer happen" if e.amount else "")]


def _way(view: View, e: Event) -> list[Part]:
    one, two, edge = zone_name(view, e.zone), zone_name(view, e.what), Edge(e.amount)
    if e.mod or e.need:
        told = [f"+{dramatic(view.rules, e.mod)} Vigor"] if e.mod else []
        told += [f"{LADDER[Difficulty(e.need)]} check"] if e.need else []
        return [f"from {one} into {two} now: {', '.join(told)}"]
    if edge == Edge.BLOCKED:
        return [f"the way between {one} and {two} is blocked"]
    if e.unit != NONE:
        return [who(view, e.unit), f" opens the way between {one} and {two}"]
    return [f"the way between {one} and {two} is open ({EDGES[edge]})"]


def _zone_gone(view: View, e: Event) -> list[Part]:
    if e.what == NONE:
        return [f"{zone_name(view, e.zone)} is gone"]
    return [f"{zone_name(view, e.zone)} is part of {zone_name(view, e.what)} now"]


def _ground(view: View, e: Event) -> list[Part]:
    told = [word for trait, word in TRAITS.items() if e.what & trait]
    if e.amount:
        told.append(f"Capacity {e.amount}")
    return [f"{zone_name(view, e.zone)} is now: {', '.join(told) or 'open ground'}"]


TELLERS: dict[Note, Teller] = {
    Note.ROUND: lambda view, e: [f"═══ Round {e.what} ═══"],
    Note.VIGOR: _unit(" begins the Round with {e.total} Vigor"),
    Note.SELECT: _select,
    Note.FORFEIT: _unit(" forfeits {cost} Vigor"),
    Note.OVERLOAD: _unit(" declares Overload"),
    Note.LIMIT: _unit("'s next Breath has a limit of {e.total}"),
    Note.EXPOSED: _unit(" is Exposed"),
    Note.EXPOSED_END: _unit(" is no longer Exposed"),
    Note.BREATH_END: _unit("'s Breath is over ({e.total} Vigor left)"),
    Note.PAY: _pay,
    Note.DIE: _die,
    Note.MOD: _mod,
    Note.CHECK: _check,
    Note.ATTACK: _attack,
    Note.BASIC_ATTACK: _basic_attack,
    Note.DAMAGE: _damage,
    Note.HEAL: _heal,
    Note.DOWN: _down,
    Note.REACT: _react,
    Note.READY: _ready,
    Note.EXPIRE: _expire,
    Note.MOVE: _move,
    Note.STOPPED: _stopped,
    Note.BARRED: _barred,
    Note.CONTROL: _control,
    Note.PINCER: _pincer,
    Note.FOCUS: _focus,
    Note.FOCUS_LOST: _focus_lost,
    Note.RELEASE: _release,
    Note.AFFECT: _affect,
    Note.EFFECT_END: _effect_end,
    Note.HELD: _held,
    Note.FREED: _unit(" is free of the hold"),
    Note.FLEE: _unit(" takes flight"),
    Note.LEFT: _unit(" has left the battlefield"),
    Note.LULL: lambda view, e: [f"─── Lull of Round {e.what} ───"],
    Note.RELOAD: _unit(" reloads"),
    Note.AID: _aid,
    Note.STABLE: _unit(" is stable"),
    Note.GEAR: _gear,
    Note.STANCE: lambda view, e: [who(view, e.unit), f" is in {stance_name(view, e.what)}"],
    Note.STANCE_END: lambda view, e: [who(view, e.unit), f"'s {stance_name(view, e.what)} ends"],
    Note.HIDDEN: _unit(" is hidden"),
    Note.SEEN: _unit(" is no longer hidden"),
    Note.QUARRY: _quarry,
    Note.FACTOR: lambda view, e: [f"damage × {e.total}"],
    Note.BLAST: _blast,
    Note.AWE: _unit(" strikes fear into all who face it for the first time"),
    Note.SPLIT: _unit(" acts apart from its mob"),
    Note.SURPRISED: _unit(" is surprised: 0 Vigor this Round"),
    Note.MEMBER_DOWN: _member_down,
    Note.TRIGGER: _trigger,
    Note.COMMAND: _command,
    Note.WALL: lambda view, e: [who(view, e.unit), " forms a Shield Wall" if e.what else "'s Shield Wall opens"],
    Note.VOLLEY: _volley,
    Note.LEADERLESS: _leaderless,
    Note.RALLY: lambda view, e: [who(view, e.unit), " rallies ", who(view, e.other)],
    Note.RETURN: _unit(" is rallied and returns"),
    Note.NEW_LEADER: lambda view, e: [who(view, e.unit), " takes command of ", who(view, e.other)],
    Note.TURN: lambda view, e: [who(view, e.unit), " turns to ", who(view, e.other)],
    Note.HAZARD: _hazard,
    Note.OBJECTIVE: _objective,
    Note.CHANGE: _change,
    Note.WAY: _way,
    Note.ZONE_GONE: _zone_gone,
    Note.ZONE_NEW: lambda view, e: [f"{zone_name(view, e.zone)} is on the battlefield now"],
    Note.GROUND: _ground,
    Note.END: _end,
    Note.SKIPPED: _skipped,
}
"""Note -> the pieces of its line."""
