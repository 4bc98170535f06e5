"""Why an action is refused, in one plain sentence with the numbers at hand."""

from . import actions
from .blasts import blast_cost
from .costs import attack_cost, improvised_cost, maneuver_cost
from .levers import attack_cap
from .movement import move_cost
from .naming import (
    REACTIONS,
    TITLES,
    TO_ZONE,
    TRAITS,
    View,
    entries,
    name_of,
    options,
    routine_name,
    stance_name,
    unit_name,
    zone_name,
)
from .orders import command_cost
from .stances import stance_cost
from .words import NONE, Kind, Reaction, Verb, Why, Wield


class Refused(ValueError):  # noqa: N818 - it reads as what happened: the action was refused
    """An illegal action: `why` is the reason, the text says it in words; `place` is that of a maneuver in a bundle."""

    def __init__(self, why: Why, text: str, place: int = 0) -> None:
        super().__init__(text)
        self.why, self.place = why, place


_SENTENCES = {
    Why.OK: "{title} is legal",
    Why.OUT_OF_RANGE: "there is no action {action}: this battle has actions 0 to {last}",
    Why.WRONG_KIND: "{title} does not answer what is asked now: {asked}",
    Why.BATTLE_OVER: "the battle is over",
    Why.NO_VIGOR: "{title} costs {cost} and {me} has {vigor} Vigor left",
    Why.BREATH_LIMIT: "{title} costs {cost} and {room} of the Breath Limit of {limit} are left",
    Why.SECOND_HEAVY: "a Breath holds one heavy Attack, and this one has it",
    Why.NOTHING_PAID: "a Breath needs at least one paid maneuver before it may end (or forfeit)",
    Why.ALREADY_BEGUN: "a forfeit comes at the start of the selection, and this Breath has begun",
    Why.NO_NEED: "Overload needs more Vigor than the limit leaves: {vigor} Vigor, {room} left of {limit}",
    Why.NO_USE: "Overload is binding, and {vigor} Vigor would not pay for the Ready of any technique",
    Why.ALREADY_OVERLOADED: "this Breath is overloaded already",
    Why.NO_SUCH_UNIT: "there is no {object} in this battle",
    Why.NOT_AN_ENEMY: "{object} is no enemy of {me}",
    Why.TARGET_DOWN: "{object} is down or has left the battlefield",
    Why.NO_SUCH_ROUTINE: "{me} has no such attack",
    Why.NOT_WIELDED: "{me} does not hold what {weapon} needs ({gear} in hand): Draw it first",
    Why.NOT_LOADED: "{weapon} must be reloaded in a Lull",
    Why.OUT_OF_REACH: "{object} is out of reach of {me}",
    Why.BACK_LINE_SAFE: "{object} stands in a Back Line, safe from melee from outside its Zone",
    Why.RANGED_FROM_MELEE: "nobody makes ranged attacks from inside the Melee",
    Why.RANGED_UNDERWATER: "no ranged attack reaches into, out of or within water",
    Why.RANGED_FOG: "no ranged attack reaches into, out of or within fog",
    Why.GRAPPLED: "{me} is held by {holder}: Break hold first",
    Why.NOT_GRAPPLED: "nobody holds {me}",
    Why.NO_SUCH_ZONE: "there is no {object} on this battlefield",
    Why.SAME_ZONE: "{me} is in {object} already",
    Why.NO_EDGE: "no edge leads from {here} to {object}",
    Why.EDGE_BLOCKED: "the edge from {here} to {object} is blocked",
    Why.NO_ROOM: "{object} is full (Capacity {capacity})",
    Why.NOT_IN_MELEE: "a Forced Exit leaves the Melee, and {me} is in {here}",
    Why.NOT_AN_EXIT: "one withdraws from the Back Line or a Flank of one's own side, and {me} is in {here}",
    Why.NO_SPELLS: "{me} has no spell left to focus",
    Why.NOT_FOCUSED: "{me} has no spell in focus to release",
    Why.WRONG_TARGET: "{spell} cannot be released at {object}",
    Why.SPELL_RANGE: "{object} is out of range of {spell}",
    Why.READY_HELD: "one Readied reaction is held at a time, and {me} holds {ready}",
    Why.NO_OTHER_GEAR: "{me} has no other set of gear",
    Why.REACTION_VIGOR: "{title} must be improvised for {cost} and {me} has {vigor} Vigor left",
    Why.RIPOSTE_REACH: "Parry & Riposte answers a melee attack that a riposte can reach",
    Why.NOTHING_TO_RELOAD: "{me} has nothing to reload",
    Why.NOBODY_TO_AID: "no fallen ally lies in the Zone of {me}",
    Why.NO_SUCH_OPTION: "{object} is no choice here",
    Why.ALREADY_HELD: "{object} is held already",
    Why.NO_SHOVE_ROOM: "there is no open edge with room beyond it to shove {object} along",
    Why.UNKNOWN: "nobody on the side of {me} knows where {object} is",
    Why.NOT_A_FLANK: "one hides in a Flank, and {me} is in {here}",
    Why.WATCHED: "an enemy watches {me}",
    Why.ALREADY_HIDDEN: "{me} is hidden already",
    Why.NO_ACCESS: "{me} has no access to the gate between {here} and {object}",
    Why.OFF_MAP: "{object} is Off-Map: nothing reaches it there",
    Why.ATTACK_CAP: "{me} has made every Attack that the cap leaves it this Round ({attacks} of {cap})",
    Why.SPELL_BRAKE: "{me} has released a spell this Round, and the spell brake bars another Focus until the next",
    Why.STANCE_EXPOSED: "{me} is Exposed, and nobody takes up a Stance until that ends",
    Why.STANCE_HELD: "{me} is in {stance}: one Stance at a time, End Stance first",
    Why.STANCE_GEAR: "{object} needs {wields} in hand, and {me} has {gear}",
    Why.STANCE_PLACE: "{object} is kept in {where} only, and {me} is in {here}",
    Why.NO_STANCE: "{me} is in no Stance",
    Why.ROOTED: "{me} took up a Stance this Round that bars moving of its own will until the Lull",
    Why.HELPLESS: "{me} is helpless: it can only end its Breath or forfeit",
    Why.NO_SQUAD: "{object} is no Squad",
    Why.NOT_ITS_LEADER: "{me} does not command {object}",
    Why.SQUAD_FLEES: "{object} is in flight and takes no orders",
    Why.NO_ORDER: "{object} can carry out no order now",
    Why.IN_A_SQUAD: "{object} is a Squad: nobody in it can be seized or shoved",
    Why.NO_SQUAD_FLEES: "no Squad of {me} is in flight",
    Why.SQUADS_DO_NOT: "{me} is a Squad: it reloads or changes gear in the Lull",
    Why.OFF_MAP_LEADER: "{me} is Off-Map: no command carries from there",
    Why.TOO_FAR: "{me} moves {stride} feet at most, and {object} is {way} feet away",
    Why.CUT_OFF: "an enemy stands between {me} and {object}",
    Why.NO_ZONES: "{title} belongs to Zones, and this battle is fought without them",
    Why.CAUGHT: "an enemy at least as fast as {me} is upon it",
    Why.NOT_OWN_END: "one withdraws from the end of one's own side, and {me} is in {here}",
    Why.NOT_BLOCKED: "no blocked edge leads from {here} to {object}",
    Why.WILL_NOT_OPEN: "no maneuver opens the edge from {here} to {object}",
    Why.IS_GROUND: "{me} is the ground that others stand on: it takes no steps",
    Why.NO_BLAST: "{me} has no area attack",
    Why.BLASTS_SPENT: "{me} has used its area attack as often as it can in one battle",
    Why.NOBODY_THERE: "no enemy that {me} knows of stands in {object}",
    Why.OFF_MAP_BLAST: "{me} is Off-Map, and nothing reaches out of it",
    Why.OVER_CAPACITY: "{object} went over its Capacity ({capacity}): nobody enters until fewer are inside",
}

_ASKED = {
    Kind.OVER: "nothing, the battle is over",
    Kind.BREATH: "the next maneuver of a Breath",
    Kind.DEFEND: "a reaction to an attack",
    Kind.INTERDICT: "whether to Interdict",
    Kind.LULL: "a maintenance choice of the Lull",
    Kind.CHOOSE: "the rest of a maneuver (Choose ...)",
}

_TECHNIQUES = {
    Verb.GUARD: Reaction.GUARD,
    Verb.PARRY: Reaction.PARRY_RIPOSTE,
    Verb.INTERDICT: Reaction.INTERDICT,
}

_PRICED = (Why.NO_VIGOR, Why.BREATH_LIMIT, Why.REACTION_VIGOR)


def explain(why: Why | int, view: View, action: int) -> str:
    """One plain sentence, without a full stop, why the deciding unit may not take `action` in this state."""
    why = Why(why)
    if why == Why.OUT_OF_RANGE:
        return _SENTENCES[why].format(action=action, last=view.setup.actions_n - 1)
    if why == Why.BATTLE_OVER or view.battle.who == NONE:
        return _SENTENCES[Why.BATTLE_OVER]
    facts = _facts(view, action)
    if why in _PRICED:
        facts["cost"] = _price(view, action)
    return _SENTENCES[why].format_map(facts)


def _price(view: View, action: int) -> int:
    """What the action would cost the deciding unit now."""
    b, s, r = view.battle, view.setup, view.rules
    verb, k = Verb(actions.verb_of(s, action)), actions.argument(s, action)
    if verb in _TECHNIQUES:
        return improvised_cost(b, r, b.who, _TECHNIQUES[verb])
    if verb == Verb.BLAST:
        return blast_cost(b, s, r, b.who)
    if verb == Verb.ATTACK:
        return attack_cost(b, s, r, b.who, k // s.unit_slots)
    if verb in TO_ZONE:
        return move_cost(b, s, r, b.who, k, verb)
    if verb == Verb.COMMAND:
        return command_cost(b, s, r, b.who)
    if verb == Verb.STANCE:
        return stance_cost(b, s, r, b.who, k)
    return maneuver_cost(b, r, b.who, verb)


def _facts(view: View, action: int) -> dict[str, object]:
    """All that a sentence may mention, for the unit that decides."""
    b, s, names = view.battle, view.setup, view.names
    unit, sheet = b.units[b.who], s.sheets[b.who]
    verb = Verb(actions.verb_of(s, action))
    limit = int(unit.limit)
    facts: dict[str, object] = {
        "me": unit_name(view, b.who),
        "title": TITLES[verb],
        "asked": _ASKED[Kind(b.ask)],
        "vigor": unit.vigor,
        "limit": limit,
        "room": max(0, limit - unit.paid),
        "here": zone_name(view, unit.zone) if unit.zone != NONE else "no Zone",
        "holder": unit_name(view, unit.holder) if unit.holder != NONE else "nobody",
        "ready": REACTIONS.get(Reaction(unit.ready), "one"),
        "gear": name_of(entries(names.gear, b.who), unit.gear, "gear"),
        "spell": "the spell",
        "weapon": "the weapon",
        "capacity": 0,
        "stride": sheet.stride * s.band_feet,
        "way": 0,
        "wields": "nothing",
        "where": "any Zone",
        "stance": stance_name(view, unit.stance),
        "attacks": int(unit.attacks),
        "cap": attack_cap(s, view.rules, b.who),
    }
    if unit.focus != NONE and unit.focus < sheet.spells_n:
        facts["spell"] = name_of(names.spells, sheet.spells[unit.focus], "spell")
    facts |= _object(view, verb, actions.argument(s, action))
    return facts


def _object(view: View, verb: Verb, k: int) -> dict[str, object]:
    """The thing that the action names, and what belongs to it."""
    b, s = view.battle, view.setup
    if verb == Verb.ATTACK:
        routine, k = divmod(k, s.unit_slots)
        return {"object": unit_name(view, k), "weapon": routine_name(view, b.who, routine)}
    if verb == Verb.STANCE:
        return _stance(view, k)
    zone = NONE
    if verb in TO_ZONE or verb == Verb.WORK or verb == Verb.BLAST:
        zone = k
    elif verb == Verb.RELEASE:
        if k >= s.unit_slots + s.zone_slots:
            return {"object": "oneself"}
        if k >= s.unit_slots:
            zone = k - s.unit_slots
    elif verb == Verb.CHOOSE:
        names, kind = options(view)
        return {"object": name_of(names, k, kind)}
    if zone == NONE:
        return {"object": unit_name(view, k)}
    if zone >= s.zones_n:
        return {"object": zone_name(view, zone)}
    here = b.units[b.who].zone
    way = b.distance[here][zone] * s.band_feet if here != NONE else 0
    return {"object": zone_name(view, zone), "capacity": b.zones[zone].capacity, "way": way}


_IN_HAND = {Wield.POLEARM: "a polearm", Wield.SHIELD: "a shield", Wield.MISSILE: "a missile weapon"}


def _stance(view: View, row: int) -> dict[str, object]:
    """A Stance, and what it needs."""
    stance = view.setup.stances[row]
    traits = [title for trait, title in TRAITS.items() if stance.where & trait]
    return {
        "object": stance_name(view, row),
        "wields": _IN_HAND.get(Wield(stance.wields), "nothing"),
        "where": " or ".join(traits) or "any Zone",
    }
