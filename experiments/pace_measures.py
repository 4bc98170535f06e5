"""How each claim about the pace is measured: exactly, by every face of the dice and every line, and by play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from wzc_env.game import Match
from wzc_env.stats import Interval, mean, wilson
from wzc_env.warzone.words import Mod, Note, Purpose, Verb

from .arena import (
    STRIKER,
    Arena,
    Counts,
    exact_hits,
    extreme,
    kind_face,
    next_attack,
    paid,
    seeded,
    seen_in_play,
    simulated_hits,
    verbs_open,
)
from .lines import settled, ways

CONFIDENCE = 0.999
"""Of the intervals: with some fifty of them, 95 % would deny two true claims in each run."""

HEAVY: dict[str, Any] = {"attacks": [{"name": "maul", "bonus": 0, "heavy": True, "rolls": ["1d2"]}]}
CASTER = {"caster_level": 5, "spells": {"magic missile": 9}}
HASTED, SLOWED = {"haste": "battle"}, {"slow": "battle"}
POSTS: dict[str, dict[str, Any]] = {"standard": {}, "hard": {"hd": 9}, "dire": {"tags": ["large"]}}
BLOWS = {Verb.ATTACK, Verb.END, Verb.OVERLOAD}
CASTS = {Verb.FOCUS, Verb.RELEASE, Verb.END}


@dataclass(frozen=True)
class Found:
    """What was measured: exact values, and from play an interval for each, or none where play has nothing to add."""

    exact: Sequence[float]
    played: Sequence[Interval] = ()


Measure = Callable[[int, int], Found]
"""From the number of battles and the first seed."""


def certain(values: Sequence[int]) -> list[Interval]:
    """What play showed without exception, or at the most."""
    return [Interval(value, value, value) for value in values]


def seeds_of(battles: int, seed: int) -> range:
    """The seeds of so many battles."""
    return range(seed, seed + battles)


def checks(host: str, difficulty: str) -> Measure:
    """The chance of a Shove against a target that makes it Standard, Hard or Dire, for four abilities."""
    scores = (8, 10, 13, 16) if host == "dc" else (10, 11, 12, 13)  # modifiers -1 to +2; abilities 10 to 13
    post = POSTS[difficulty]

    def measure(battles: int, seed: int) -> Found:
        exact, played = [], []
        for score in scores:
            rules = {"host.roll_under": int(host == "under")}
            start = Arena(striker={"abilities": {"str": score}}, post=post, rules=rules).match()
            (shove,) = verbs_open(start, {Verb.SHOVE})
            exact.append(float(sum(part for part, then in ways(start, shove) if check_won(then))))
            won = 0
            for match in seeded(start, seeds_of(battles, seed)):
                match.take_events()
                match.step(shove)
                won += check_won(match)
            played.append(wilson(won, battles, CONFIDENCE))
        return Found(exact, played)

    return measure


def check_won(match: Match) -> bool:
    """Whether the Shove that was just made has succeeded."""
    return any(e.won for e in match.take_events() if e.note == Note.DIE and e.what == Purpose.SHOVE)


def hits(most: int, ac: int = 11, options: Sequence[str] = (), over: int = 0) -> Measure:
    """The mean hits of so many Attacks of one Round; with `over`, as a multiple of those of so many."""

    def measure(battles: int, seed: int) -> Found:
        start = Arena(post={"ac": ac}, options=options).match()
        base = exact_hits(start, over) if over else Fraction(1)
        many = [simulated_hits(match, most) / float(base) for match in seeded(start, seeds_of(battles, seed))]
        return Found([float(exact_hits(start, most) / base)], [mean(many, CONFIDENCE)])

    return measure


def accurate_gain(battles: int, seed: int) -> Found:
    """What five Attacks are of one at 75 % (AC 6) and at 25 % (AC 16)."""
    parts = [hits(5, ac, over=1)(battles, seed) for ac in (6, 16)]
    return Found([*parts[0].exact, *parts[1].exact], [*parts[0].played, *parts[1].played])


def attacks(_: Match, counts: Counts) -> int:
    """Attacks of the Round so far."""
    return counts[Verb.ATTACK]


def releases(_: Match, counts: Counts) -> int:
    """Spells released in the Round so far."""
    return counts[Verb.RELEASE]


def heavies(match: Match, _: Counts) -> int:
    """Heavy Attacks in the striker's Breath."""
    return int(match.battle.units[STRIKER].heavies)


def at_most(arenas: Sequence[Arena], verbs: set[Verb], score: Callable[[Match, Counts], int]) -> Measure:
    """The most that any line of a Round comes to, and that random play does, in each arena."""

    def measure(battles: int, seed: int) -> Found:
        starts = [arena.match() for arena in arenas]
        played = [seen_in_play(seeded(one, seeds_of(battles, seed)), verbs, score, seed) for one in starts]
        return Found([extreme(one, verbs, score) for one in starts], certain(played))

    return measure


def breaths(_battles: int, _seed: int) -> Found:
    """The Vigor paid in each Breath of a Round that attacks whenever it can."""
    match, spent, found = Arena().match(), 0, []
    match.take_events()
    while (action := next_attack(match)) is not None:
        match = settled(match, action, kind_face)
        for e in match.take_events():
            if e.unit == STRIKER and e.note == Note.PAY:
                spent -= e.mod
            elif e.unit == STRIKER and e.note == Note.BREATH_END:
                found.append(spent)
                spent = 0
    return Found(found)


def bundle_fits(options: Sequence[str]) -> bool:
    """Whether two Attacks and a Readied Guard fit one Breath without Overload."""
    match = Arena(options=options).match()
    for verb in (Verb.ATTACK, Verb.ATTACK, Verb.READY_GUARD):
        found = verbs_open(match, {verb})
        if not found:
            return False
        match = settled(match, found[0], kind_face)
    return True


def slow_attacks(_battles: int, _seed: int) -> Found:
    """What two Attacks and a Readied Guard cost under lever 3, in two Breaths, since one does not hold them."""
    match = Arena(options=["lever.slow_attacks"]).match()
    lines = ("Attack post with weapon", "End Breath", "Attack post with weapon", "Ready Guard")
    return Found([sum(paid(match, *lines))])


def slow_attacks_out(_battles: int, _seed: int) -> Found:
    """Whether such a Breath is legal under lever 3, where it is by the book."""
    if not bundle_fits([]):
        raise ValueError("two Attacks and a Guard do not fit a Breath by the book's own costs")
    return Found([int(bundle_fits(["lever.slow_attacks"]))])


def zone_modifier(traits: Sequence[str], mod: Mod) -> Measure:
    """What a place adds to an attack roll under lever 5; from play, by how often an even chance hits."""

    def measure(battles: int, seed: int) -> Found:
        start = Arena(traits=traits, options=["lever.dramatic_zones"]).match()
        (attack,) = verbs_open(start, {Verb.ATTACK})
        start.take_events()
        told = settled(start, attack, kind_face).take_events()
        exact = sum(int(e.mod) for e in told if e.note == Note.MOD and e.what == mod)
        won = sum(simulated_hits(match, 1) for match in seeded(start, seeds_of(battles, seed)))
        share = wilson(won, battles, CONFIDENCE)
        return Found([exact], [Interval(*(20 * (part - 0.5) for part in share))])

    return measure


def dramatic_zones(battles: int, seed: int) -> Found:
    """A Front Line's +1 and the water's -1."""
    parts = [
        zone_modifier(traits, mod)(battles, seed)
        for traits, mod in ((["front_line"], Mod.FRONT_LINE), (["underwater"], Mod.UNDERWATER))
    ]
    return Found([*parts[0].exact, *parts[1].exact], [*parts[0].played, *parts[1].played])


def prices(arena: Arena, *lines: str) -> Measure:
    """What these maneuvers cost."""
    return lambda _battles, _seed: Found(paid(arena.match(), *lines))


BOTH = {"attacks": [{"name": "weapon", "bonus": 0, "rolls": ["1d2"]}, *HEAVY["attacks"]]}

MEASURES: dict[str, Measure] = {
    **{f"{name}_{host}": checks(host, name) for host in ("dc", "under") for name in ("standard", "hard", "dire")},
    "most_attacks": at_most([Arena()], BLOWS, attacks),
    "breaths_4_4_2": breaths,
    "five_hits": hits(5),
    "five_ratio": hits(5, over=1),
    "two_hits": hits(2),
    "two_ratio": hits(2, over=1),
    "accurate_gain": accurate_gain,
    "most_heavies": at_most([Arena(striker=HEAVY)], BLOWS, attacks),
    "heavies_a_breath": at_most([Arena(striker=HEAVY)], BLOWS, heavies),
    "attack_cap": at_most([Arena(options=["lever.attack_cap"])], BLOWS, attacks),
    "sharp_fatigue": hits(5, options=["lever.sharp_fatigue"]),
    "slow_attacks": slow_attacks,
    "slow_attacks_out": slow_attacks_out,
    "monster_cap": at_most(
        [Arena(striker={"hd": hd}, options=["lever.monster_cap"]) for hd in (1, 4, 5, 8, 9, 12)], BLOWS, attacks
    ),
    "dramatic_zones": dramatic_zones,
    "spell_brake": at_most(
        [Arena(striker=CASTER, effects=HASTED, options=["lever.spell_brake"])], CASTS, releases
    ),
    "haste_casts": prices(
        Arena(striker=CASTER, effects=HASTED), "Focus", "Release at post"
    ),
    "haste_several": at_most([Arena(striker=CASTER, effects=HASTED)], CASTS, releases),
    "haste_costs": prices(
        Arena(striker=BOTH, effects=HASTED), "Attack post with weapon", "Attack post with maul", "Ready Guard",
        "End Breath", "Ready Interdict",
    ),
    "slow_costs": prices(Arena(effects=SLOWED), "Attack post with weapon", "End Breath", "Move side"),
    "haste_order": prices(Arena(effects=HASTED, apart=True, post={"hd": 9}), "Move side"),
}  # fmt: skip
"""Claim -> how it is measured."""
