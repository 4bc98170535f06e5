"""Numbers and codes of events as words: sums, dice, checks, modifiers."""

from collections.abc import Sequence

from ..figures import turned
from ..warzone.naming import LADDER
from ..warzone.state import Event, Rules
from ..warzone.words import Difficulty, Mod, Outcome, Purpose, Reason, Trigger

MODIFIERS = {
    Mod.ATTACK_BONUS: "bonus",
    Mod.FLURRY: "Flurry",
    Mod.FRONT_LINE: "Front Line",
    Mod.BACK_LINE: "Back Line",
    Mod.HIGH_GROUND: "High Ground",
    Mod.IN_THE_MELEE: "in the Melee",
    Mod.UNDERWATER: "Underwater",
    Mod.PINCER: "Pincer",
    Mod.RUSH: "Rush",
    Mod.HELPLESS: "helpless target",
    Mod.GUARD: "Guard",
    Mod.PARRY: "Parry",
    Mod.EXPOSED: "Exposed",
    Mod.ABILITY: "ability",
    Mod.SPELL: "spell",
    Mod.DAMAGE_BONUS: "",
    Mod.AMBUSH: "Ambush",
    Mod.PERFECT_AMBUSH: "Perfect Ambush",
    Mod.BACKSTAB: "backstab",
    Mod.CHARGE: "charge",
    Mod.BLESS: "blessed",
    Mod.STANCE: "Stance",
    Mod.HAZARD: "hazard",
    Mod.FRIGHT: "frightened",
    Mod.SHIELD_WALL: "Shield Wall",
}
"""Mod -> its word beside the number; damage bonuses need none."""

ROLLS = {
    Purpose.ATTACK: "attack",
    Purpose.DAMAGE: "damage",
    Purpose.RIPOSTE: "riposte",
    Purpose.INTERDICT: "Interdict",
    Purpose.OVERLOAD: "Overload check",
    Purpose.GRAPPLE: "Grapple check",
    Purpose.SHOVE: "Shove check",
    Purpose.BREAK_HOLD: "check to break the hold",
    Purpose.BREAKTHROUGH: "Breakthrough check",
    Purpose.ENTER_MELEE: "check to enter the Melee",
    Purpose.LEAVE_MELEE: "check to leave the Melee",
    Purpose.GATE: "check at the gate",
    Purpose.LEAVE_PINCER: "check to slip the Pincer",
    Purpose.WITHDRAW: "check to withdraw",
    Purpose.STRAY: "stray missile",
    Purpose.STRAY_TARGET: "whom it hits",
    Purpose.SAVE: "saving throw",
    Purpose.MORALE: "morale",
    Purpose.SPELL: "spell dice",
    Purpose.HEALING: "healing",
    Purpose.TIE: "order of ties",
    Purpose.HIDE: "stealth",
    Purpose.SPREAD: "spreading to",
    Purpose.HAZARD: "hazard dice",
    Purpose.DODGE: "check to get clear",
    Purpose.BLAST: "area damage",
    Purpose.LEADERLESS: "odd it holds, even it goes back",
    Purpose.WORK: "check to open the way",
    Purpose.COLLAPSE: "the fall",
}
"""Purpose -> what the die is called."""

TRIGGERS = {
    Trigger.HOST: "the losses of its side",
    Trigger.HALF: "half its members are gone",
    Trigger.LEADER_LOST: "its leader is lost",
    Trigger.PINCER: "a Pincer",
    Trigger.INTO_THE_MELEE: "ordered into the Melee",
    Trigger.OVERRUN: "its Back Line is overrun",
}
"""Trigger -> what shakes a Squad."""

ENDINGS = {
    Outcome.UNDECIDED: "undecided",
    Outcome.PARTY_WINS: "the party wins",
    Outcome.FOES_WIN: "the foes win",
    Outcome.DRAW: "a draw",
    Outcome.ROUND_LIMIT: "stopped at the round limit",
}
REASONS = {
    Reason.NOT_ENDED: "not ended",
    Reason.DESTROYED: "the other side is down",
    Reason.BROKEN: "the other side is broken and in flight",
    Reason.WITHDREW: "the other side has left the battlefield",
    Reason.ROUND_LIMIT: "no decision within the round limit",
    Reason.REACHED: "the place was reached",
    Reason.HELD: "the place was held long enough",
    Reason.OPENED: "the way was opened",
    Reason.ESCORTED: "whom they brought is in safety",
    Reason.ESCAPED: "enough have escaped",
    Reason.KILLED: "whom they came for is down",
    Reason.BOTH_MET: "each side has what it came for",
}

SUMMED = (
    Purpose.DAMAGE,
    Purpose.SPELL,
    Purpose.HEALING,
    Purpose.MORALE,
    Purpose.HAZARD,
    Purpose.COLLAPSE,
    Purpose.BLAST,
)
"""Purposes whose dice are added up before anything is said."""


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th ..."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def plus(value: int, why: str = "") -> str:
    """ " + 5 (bonus)" or " − 2 (Flurry)"; nothing for 0."""
    if value == 0:
        return ""
    return f" {'+' if value > 0 else '−'} {abs(value)}" + (f" ({why})" if why else "")


def total_of(mods: Sequence[Event], whole: int) -> str:
    """Modifiers in a row; what they do not account for of `whole` stands last, without a word."""
    told = "".join(plus(mod.mod, MODIFIERS[Mod(mod.what)]) for mod in mods)
    return told + plus(whole - sum(mod.mod for mod in mods))


def die(e: Event, mods: Sequence[Event]) -> str:
    """One die with its modifiers and their sum: `d20 13 + 5 (bonus) − 2 (Flurry) = 16`."""
    text = f"d{e.amount} {e.roll}{total_of(mods, e.mod)}"
    return text if e.total == e.roll and not mods else f"{text} = {e.total}"


def attack(e: Event, mods: Sequence[Event], r: Rules) -> str:
    """An attack roll against an armour class: modifiers of the target are in `need` and stand with it."""
    mine = [mod for mod in mods if mod.unit == e.unit]
    theirs = [mod for mod in mods if mod.unit != e.unit]
    sides = older_sides(e, mine, theirs) if r.host_descending else newer_sides(e, mine, theirs)
    verdict = "hits" if e.won else "misses"
    if bool(e.won) != (e.total >= e.need):
        verdict = f"a natural {e.roll} {verdict}"
    return f"{sides[0]} vs {sides[1]} — {verdict}"


def newer_sides(e: Event, mine: Sequence[Event], theirs: Sequence[Event]) -> tuple[str, str]:
    """Die and bonus, and the ascending AC that they must reach."""
    base = e.need - sum(mod.mod for mod in theirs)
    goal = f"AC {base}{total_of(theirs, e.need - base)}"
    return die(e, mine), f"{goal} = {e.need}" if theirs else goal


def older_sides(e: Event, mine: Sequence[Event], theirs: Sequence[Event]) -> tuple[str, str]:
    """The die with all but the bonus, and THAC0 less the descending AC: the same sum, turned round.

    A better AC is lower, so what helps the target is taken off: `d20 13 − 2 (Flurry) = 11 vs THAC0 15 − AC 5 = 10`.
    """
    bonus = sum(mod.mod for mod in mine if mod.what == Mod.ATTACK_BONUS)
    others = [mod for mod in mine if mod.what != Mod.ATTACK_BONUS]
    rolled = f"d{e.amount} {e.roll}{total_of(others, e.mod - bonus)}"
    if e.mod != bonus or others:
        rolled += f" = {signed(e.total - bonus)}"
    target = f"AC {signed(turned(e.need - sum(mod.mod for mod in theirs)))}"
    for mod in theirs:
        target += plus(-mod.mod, MODIFIERS[Mod(mod.what)])
    if theirs:
        target = f"({target})"
    return rolled, f"THAC0 {turned(bonus)} − {target} = {signed(e.need - bonus)}"


def signed(value: int) -> str:
    """A number with a real minus sign."""
    return str(value) if value >= 0 else f"−{-value}"


def check(e: Event, mods: Sequence[Event], r: Rules) -> str:
    """A check or saving throw with its target number."""
    verdict = "succeeds" if e.won else "fails"
    if e.what == Purpose.SAVE:
        return f"{die(e, mods)} vs {e.need} — {'saved' if e.won else 'fails'}"
    if r.host_roll_under or e.what == Purpose.HIDE:
        return f"d{e.amount} {e.roll} {'≤' if e.won else '>'} {under(e, mods, r)} — {verdict}"
    classes = {r.check_standard_dc: "Standard", r.check_hard_dc: "Hard", r.check_dire_dc: "Dire"}
    named = f" ({classes[e.need]})" if e.need in classes else ""
    return f"{die(e, mods)} vs DC {e.need}{named} — {verdict}"


def under(e: Event, mods: Sequence[Event], r: Rules) -> str:
    """What is rolled under: an ability and what the difficulty takes off (`13 − 4 (Hard) = 9`), or a chance."""
    taken = sum(mod.mod for mod in mods)
    ladder = {r.check_standard_under: "Standard", r.check_hard_under: "Hard", r.check_dire_under: "Dire"}
    named = ladder.get(-taken, "") if e.what != Purpose.HIDE else ""
    if taken:
        return f"{e.need - taken}{plus(taken, named)} = {signed(e.need)}"
    return f"{e.need}" + (f" ({named})" if named else "")


def dice_sum(dice: Sequence[Event], flat: int) -> tuple[str, int]:
    """Dice of one sum: "d8 5 + 2" or "3d6 2+5+1", and what they come to."""
    total = sum(e.roll for e in dice) + flat
    groups: list[list[Event]] = []
    for e in dice:
        if groups and groups[-1][0].amount == e.amount:
            groups[-1].append(e)
        else:
            groups.append([e])
    told = []
    for group in groups:
        many = f"{len(group)}" if len(group) > 1 else ""
        told.append(f"{many}d{group[0].amount} {'+'.join(str(e.roll) for e in group)}")
    return " + ".join(told) + plus(flat), total


def automatic(e: Event) -> str:
    """A check that needs no die."""
    ladder = LADDER.get(Difficulty(e.amount), "no") if e.amount else "no"
    return f"{ROLLS[Purpose(e.what)]}: {ladder} roll needed"
