"""The story: one line an event, sums and rolls gathered, decisions named."""

import random

import pytest

from tests.harness import shipped, stage
from wzc_env.game import Match
from wzc_env.render.events import TELLERS, line
from wzc_env.render.narrator import Narrator
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import (
    FOREVER,
    NONE,
    Course,
    Difficulty,
    Edge,
    Effect,
    Life,
    Mod,
    Note,
    Order,
    Outcome,
    Purpose,
    Reaction,
    Reason,
    SelectedBy,
    Side,
    Trait,
    Trigger,
    Verb,
    Why,
)  # fmt: skip

FIELDS = ("unit", "other", "zone", "what", "amount", "roll", "mod", "total", "need", "won")


def event(note: Note, **fields: int) -> Event:
    e = Event()
    e.note, e.unit, e.other, e.zone = note, NONE, NONE, NONE
    for name, value in fields.items():
        assert name in FIELDS, name
        setattr(e, name, value)
    return e


@pytest.fixture
def match() -> Match:
    """0 sword, 1 mage, 2 captain, 3 goblin_0, 4 goblin_1; Zones 0 back, 1 front, 2 far, 3 rear, 4 melee, 5 flank."""
    return stage(
        ["sword_fighter@front", "magic_user@back"], ["raider_captain@far", ("goblin@far", {"count": 2})],
        hazards=[{"kind": "fire", "zones": ["front"], "damage": "1d6"},
                 {"kind": "collapse", "title": "thin ice", "zones": ["flank"], "after": 9}],
        objectives=[{"side": "foes", "kind": "hold", "zones": ["far"], "lulls": 3}],
        changes=[{"when": {"lull": 3}, "text": "A wall falls", "do": "block", "edge": ["front", "melee"],
                  "opens": {"check": "hard"}}],
    )  # fmt: skip


LINES = [
    (event(Note.ROUND, what=2), "═══ Round 2 ═══"),
    (event(Note.VIGOR, unit=0, total=11), "    sword begins the Round with 11 Vigor"),
    (event(Note.SELECT, unit=2, total=10, need=5, what=SelectedBy.MOST_VIGOR), "▶ captain, Vigor 10 (most Vigor)"),
    (event(Note.SELECT, unit=2, total=9, need=3, what=SelectedBy.TIE_HD),
     "▶ captain, Vigor 9, Breath Limit 3 (tie at 9: more Hit Dice go first)"),
    (event(Note.SELECT, unit=3, total=9, need=5, what=SelectedBy.TIE_ORDER),
     "▶ goblin_0, Vigor 9 (tie at 9: roster order)"),
    (event(Note.SELECT, unit=3, total=9, need=5, what=SelectedBy.MOST_VIGOR, amount=1),
     "▶ goblin_0, Vigor 9 (most Vigor)"),
    (event(Note.SELECT, unit=3, total=9, need=5, what=SelectedBy.MOST_VIGOR, amount=2),
     "▶ goblin_0 and 1 more of its mob, Vigor 9 (most Vigor)"),
    (event(Note.FORFEIT, unit=0, mod=-4), "  sword forfeits 4 Vigor"),
    (event(Note.OVERLOAD, unit=0), "  sword declares Overload"),
    (event(Note.LIMIT, unit=0, total=3), "    sword's next Breath has a limit of 3"),
    (event(Note.EXPOSED, unit=0), "    sword is Exposed"),
    (event(Note.EXPOSED_END, unit=0), "    sword is no longer Exposed"),
    (event(Note.BREATH_END, unit=0, total=6), "  sword's Breath is over (6 Vigor left)"),
    (event(Note.PAY, unit=0, what=Verb.ATTACK, mod=-2, total=9), "  sword pays 2 for Attack (9 Vigor left)"),
    (event(Note.DIE, unit=0, what=Purpose.TIE, amount=5, roll=3, total=3), "    sword: order of ties d5 3"),
    (event(Note.DIE, other=0, zone=1, what=Purpose.SPREAD, amount=6, roll=3, total=3),
     "    fire spreading to front: d6 3 — no"),
    (event(Note.MOD, unit=0, what=Mod.FLURRY, mod=-2), "    sword: − 2 (Flurry)"),
    (event(Note.CHECK, unit=0, what=Purpose.WITHDRAW, won=1), "    sword: check to withdraw: no roll needed"),
    (event(Note.ATTACK, unit=0, other=2, what=0, amount=2, mod=-2),
     "    sword attacks captain with sword (2nd Attack, −2)"),
    (event(Note.BASIC_ATTACK, unit=0, other=2, what=Purpose.INTERDICT, amount=0),
     "    sword strikes at the entering captain with sword"),
    (event(Note.BASIC_ATTACK, unit=0, other=2, what=Purpose.RIPOSTE, amount=0, mod=-2, total=2),
     "    sword ripostes against captain with sword (2nd Attack, −2)"),
    (event(Note.DAMAGE, unit=0, other=2, total=7, need=11), "    7 damage; captain 11 HP left"),
    (event(Note.HEAL, unit=1, other=0, total=4, need=20), "    4 healed; sword 20 HP"),
    (event(Note.DOWN, unit=0, what=Life.DEAD), "    sword is dead"),
    (event(Note.DOWN, unit=0, what=Life.DYING), "    sword falls, dying"),
    (event(Note.REACT, unit=0, other=2, what=Reaction.GUARD), "  sword declares Guard (Readied, 0)"),
    (event(Note.REACT, unit=0, other=2, what=Reaction.GUARD, mod=2, total=5),
     "  sword improvises Guard for 2 (5 Vigor left)"),
    (event(Note.READY, unit=0, what=Reaction.INTERDICT), "  sword holds Interdict ready"),
    (event(Note.EXPIRE, unit=0, what=Reaction.PARRY_RIPOSTE), "    sword's Readied Parry & Riposte expires"),
    (event(Note.MOVE, unit=0, zone=2, what=1), "    sword enters far"),
    (event(Note.MOVE, unit=0, zone=2, what=1, amount=1), "    sword is put into far"),
    (event(Note.STOPPED, unit=2, other=0, zone=1), "    captain is stopped by sword and does not enter front"),
    (event(Note.BARRED, unit=2, zone=1, what=Purpose.BREAKTHROUGH), "    captain does not get into front"),
    (event(Note.BARRED, unit=2, what=Purpose.WITHDRAW), "    captain does not get away"),
    (event(Note.CONTROL, zone=1, what=Side.FOES), "    front is Controlled by the foes"),
    (event(Note.CONTROL, zone=1, what=Side.NOBODY), "    front is contested"),
    (event(Note.PINCER, zone=1, what=Side.FOES), "    the foes close a Pincer on front"),
    (event(Note.FOCUS, unit=1, what=0), "    mage focuses magic missile"),
    (event(Note.FOCUS_LOST, unit=1, what=1), "    mage loses sleep"),
    (event(Note.RELEASE, unit=1, other=2, what=0), "    mage releases magic missile at captain"),
    (event(Note.RELEASE, unit=1, zone=2, what=1), "    mage releases sleep at far"),
    (event(Note.RELEASE, unit=1, other=1, what=0), "    mage releases magic missile on itself"),
    (event(Note.AFFECT, other=3, what=Effect.ASLEEP, amount=FOREVER), "    goblin_0 is asleep"),
    (event(Note.AFFECT, other=3, what=Effect.HELD, amount=1), "    goblin_0 is held for 1 Lull"),
    (event(Note.AFFECT, other=3, what=Effect.SLOW, amount=3), "    goblin_0 is slowed for 3 Lulls"),
    (event(Note.EFFECT_END, unit=0, what=Effect.HASTE), "    sword is no longer hasted"),
    (event(Note.HELD, unit=2, other=0), "    captain seizes sword"),
    (event(Note.FREED, unit=0), "    sword is free of the hold"),
    (event(Note.FLEE, unit=3), "    goblin_0 takes flight"),
    (event(Note.LEFT, unit=3), "    goblin_0 has left the battlefield"),
    (event(Note.LULL, what=1), "─── Lull of Round 1 ───"),
    (event(Note.RELOAD, unit=0), "    sword reloads"),
    (event(Note.AID, unit=1, other=0), "    mage gives first aid to sword"),
    (event(Note.STABLE, unit=0), "    sword is stable"),
    (event(Note.GEAR, unit=1, what=1), "    mage takes dagger in hand"),
    (event(Note.STANCE, unit=0, what=1), "    sword is in stance#1"),
    (event(Note.STANCE_END, unit=0, what=0), "    sword's stance#0 ends"),
    (event(Note.HIDDEN, unit=0), "    sword is hidden"),
    (event(Note.SEEN, unit=0), "    sword is no longer hidden"),
    (event(Note.QUARRY, unit=2, other=0), "    captain falls upon sword, who may not react"),
    (event(Note.QUARRY, unit=2, other=NONE), "    captain falls upon nobody"),
    (event(Note.FACTOR, unit=0, other=2, total=2), "    damage × 2"),
    (event(Note.SPLIT, unit=4), "    goblin_1 acts apart from its mob"),
    (event(Note.SURPRISED, unit=0), "    sword is surprised: 0 Vigor this Round"),
    (event(Note.COMMAND, unit=2, other=3, what=Order.VOLLEY, amount=0),
     "    captain commands goblin_0: Volley at sword"),
    (event(Note.COMMAND, unit=2, other=3, what=Order.ADVANCE, zone=1, amount=NONE),
     "    captain commands goblin_0: Advance to front"),
    (event(Note.COMMAND, unit=2, other=3, what=Order.FALL_BACK, amount=NONE),
     "    captain commands goblin_0: Fall Back"),
    (event(Note.BLAST, unit=2, zone=1, amount=2, total=1),
     "    captain lets an area attack loose on front (2nd Attack; 1 more in this battle)"),
    (event(Note.BLAST, unit=2, zone=1, amount=3),
     "    captain lets an area attack loose on front (3rd Attack; the last in this battle)"),
    (event(Note.AWE, unit=2), "    captain strikes fear into all who face it for the first time"),
    (event(Note.NEW_LEADER, unit=2, other=3), "    captain takes command of goblin_0"),
    (event(Note.WALL, unit=3, what=1), "    goblin_0 forms a Shield Wall"),
    (event(Note.WALL, unit=3), "    goblin_0's Shield Wall opens"),
    (event(Note.VOLLEY, unit=3, other=0, what=0, amount=2, mod=-2, total=3),
     "    goblin_0 shoots a Volley at sword with short sword (2nd Volley, −2, 3 missiles on a hit)"),
    (event(Note.TURN, unit=3, other=1), "    goblin_0 turns to mage"),
    (event(Note.DAMAGE, unit=0, other=3, total=7, need=2, amount=3), "    7 damage; member 3 of goblin_0 2 HP left"),
    (event(Note.MEMBER_DOWN, unit=3, what=NONE, amount=4), "    a member of goblin_0 falls, 4 left"),
    (event(Note.MEMBER_DOWN, unit=3, what=Effect.HELD), "    a member of goblin_0 is held and out of it, nobody left"),
    (event(Note.TRIGGER, unit=3, what=Trigger.HALF | Trigger.PINCER),
     "    goblin_0 is shaken: half its members are gone, a Pincer"),
    (event(Note.LEADERLESS, unit=3, what=Order.ATTACK), "    goblin_0, without a leader and engaged, fights on"),
    (event(Note.LEADERLESS, unit=3, what=Order.SHIELD_WALL),
     "    goblin_0, without a leader and engaged, has nothing to strike with"),
    (event(Note.LEADERLESS, unit=3, what=Order.FALL_BACK), "    goblin_0 stands without a leader"),
    (event(Note.RALLY, unit=2, other=3), "    captain rallies goblin_0"),
    (event(Note.RETURN, unit=3), "    goblin_0 is rallied and returns"),
    (event(Note.HAZARD, zone=1, what=0, amount=Course.STRIKES), "    fire in front strikes everybody there"),
    (event(Note.HAZARD, zone=1, what=0, amount=Course.BEGINS), "    fire begins in front"),
    (event(Note.HAZARD, zone=5, what=1, amount=Course.BEGINS), "    thin ice: flank will come down"),
    (event(Note.OBJECTIVE, what=0, total=1, need=3),
     "    the foes, objective: Control far in 3 Lulls in a row: 1 of 3"),
    (event(Note.CHANGE, what=0), "◆ A wall falls"),
    (event(Note.CHANGE, what=0, amount=1), "◆ A wall falls: it can no longer happen"),
    (event(Note.WAY, zone=1, what=4, amount=Edge.BLOCKED), "    the way between front and melee is blocked"),
    (event(Note.WAY, zone=1, what=4, amount=Edge.ENGAGEMENT),
     "    the way between front and melee is open (engagement line)"),
    (event(Note.WAY, unit=0, zone=1, what=4, amount=Edge.ORDINARY), "    sword opens the way between front and melee"),
    (event(Note.WAY, zone=1, what=4, amount=Edge.ORDINARY, mod=1, need=Difficulty.HARD),
     "    from front into melee now: +1 Vigor, Hard check"),
    (event(Note.ZONE_GONE, zone=3, what=NONE), "    rear is gone"),
    (event(Note.ZONE_GONE, zone=3, what=2), "    rear is part of far now"),
    (event(Note.ZONE_NEW, zone=3), "    rear is on the battlefield now"),
    (event(Note.GROUND, zone=3, what=Trait.FLANK | Trait.UNDERWATER, amount=2),
     "    rear is now: Flank, Underwater, Capacity 2"),
    (event(Note.GROUND, zone=3), "    rear is now: open ground"),
    (event(Note.END, what=Outcome.PARTY_WINS, amount=Reason.BROKEN),
     "═══ the party wins: the other side is broken and in flight ═══"),
    (event(Note.SKIPPED, unit=0, what=1, amount=Why.ALREADY_BEGUN),
     '    sword skips "Forfeit": a forfeit comes at the start of the selection, and this Breath has begun'),
]  # fmt: skip


@pytest.mark.parametrize(("e", "text"), LINES, ids=lambda value: value if isinstance(value, str) else "")
def test_the_line_of_each_event(match: Match, e: Event, text: str) -> None:
    assert line(match, e).plain == text


def test_every_kind_of_event_has_its_line() -> None:
    assert set(TELLERS) == set(Note)
    assert {Note(e.note) for e, _ in LINES} == set(Note)


def told(match: Match, *events: Event) -> list[str]:
    return [text.plain for text in Narrator(match).tell(events)]


def test_an_attack_is_one_line_with_its_arithmetic(match: Match) -> None:
    assert told(
        match,
        event(Note.ATTACK, unit=2, other=0, what=0, amount=2, mod=-2),
        event(Note.MOD, unit=2, what=Mod.ATTACK_BONUS, mod=5),
        event(Note.MOD, unit=2, what=Mod.FLURRY, mod=-2),
        event(Note.MOD, unit=0, what=Mod.GUARD, mod=4),
        event(Note.DIE, unit=2, other=0, what=Purpose.ATTACK, amount=20, roll=13, mod=3, total=16, need=21),
    ) == [
        "    captain attacks sword with two-handed sword (2nd Attack, −2): "
        "d20 13 + 5 (bonus) − 2 (Flurry) = 16 vs AC 17 + 4 (Guard) = 21 — misses"
    ]


def test_an_attack_that_waits_for_an_answer_is_two_lines(match: Match) -> None:
    narrator = Narrator(match)
    first = narrator.tell([event(Note.ATTACK, unit=2, other=0, what=0, amount=1)])
    assert [text.plain for text in first] == ["    captain attacks sword with two-handed sword (1st Attack)"]
    die = event(Note.DIE, unit=2, other=0, what=Purpose.ATTACK, amount=20, roll=20, total=20, need=30, won=1)
    assert [text.plain for text in narrator.tell([die])] == [
        "    captain rolls against sword: d20 20 vs AC 30 — a natural 20 hits"
    ]


def test_damage_shows_its_dice(match: Match) -> None:
    bonus = event(Note.MOD, unit=0, what=Mod.DAMAGE_BONUS, mod=2)
    die = event(Note.DIE, unit=0, other=2, what=Purpose.DAMAGE, amount=8, roll=5, total=5)
    hurt = event(Note.DAMAGE, unit=0, other=2, total=7, need=11)
    assert told(match, bonus, die, hurt) == ["    d8 5 + 2 = 7 damage; captain 11 HP left"]
    least = event(Note.DAMAGE, unit=0, other=2, total=8, need=10)
    assert told(match, bonus, die, least) == ["    d8 5 + 2 = 7, that is 8 damage; captain 10 HP left"]


def test_one_sum_for_many_is_told_before_the_saves(match: Match) -> None:
    dice = [event(Note.DIE, unit=1, what=Purpose.SPELL, amount=6, roll=n, total=n) for n in (3, 6, 1)]
    assert told(
        match,
        event(Note.RELEASE, unit=1, zone=2, what=2),
        *dice,
        event(Note.DIE, unit=2, what=Purpose.SAVE, amount=20, roll=17, total=17, need=16, won=1),
        event(Note.DAMAGE, unit=1, other=2, total=5, need=13),
        event(Note.MOD, unit=3, what=Mod.SPELL, mod=-2),
        event(Note.DIE, unit=3, what=Purpose.SAVE, amount=20, roll=7, mod=-2, total=5, need=16),
        event(Note.DAMAGE, unit=1, other=3, total=10, need=0),
    ) == [
        "    mage releases fireball at far",
        "    spell dice: 3d6 3+6+1 = 10",
        "    captain: saving throw d20 17 vs 16 — saved",
        "    5 damage; captain 13 HP left",
        "    goblin_0: saving throw d20 7 − 2 (spell) = 5 vs 16 — fails",
        "    10 damage; goblin_0 0 HP left",
    ]


def test_healing_shows_what_the_spell_adds() -> None:
    match = stage(["cleric@front"], ["goblin@far"])
    row = match.names.spells.index("cure light wounds")
    assert (
        told(
            match,
            event(Note.RELEASE, unit=0, other=0, what=row),
            event(Note.MOD, unit=0, what=Mod.DAMAGE_BONUS, mod=1),
            event(Note.DIE, unit=0, what=Purpose.HEALING, amount=6, roll=3, total=3),
            event(Note.HEAL, unit=0, other=0, total=4, need=9),
        )[1]
        == "    d6 3 + 1 = 4 healed; cleric 9 HP"
    )


def test_morale_is_one_line_for_a_breed(match: Match) -> None:
    dice = [event(Note.DIE, unit=3, what=Purpose.MORALE, amount=6, roll=n, total=n) for n in (3, 5)]
    check = event(Note.CHECK, unit=3, what=Purpose.MORALE, mod=-1, total=8, need=6)
    assert told(match, *dice, check) == ["    goblin_0 and its kind: morale 2d6 3+5 = 8 vs 6 (−1) — breaks"]


def test_checks_name_their_difficulty(match: Match) -> None:
    mod = event(Note.MOD, unit=2, what=Mod.ABILITY, mod=1)
    die = event(Note.DIE, unit=2, what=Purpose.BREAKTHROUGH, amount=20, roll=9, mod=1, total=10, need=14)
    assert told(match, mod, die) == ["    captain: Breakthrough check d20 9 + 1 (ability) = 10 vs DC 14 (Hard) — fails"]
    match.rules.host_roll_under = 1
    die = event(Note.DIE, unit=2, what=Purpose.OVERLOAD, amount=20, roll=9, total=9, need=12, won=1)
    assert told(match, die) == ["    captain: Overload check d20 9 ≤ 12 (Standard) — succeeds"]
    automatic = event(Note.CHECK, unit=2, what=Purpose.GRAPPLE, amount=Difficulty.AUTOMATIC, won=1)
    assert told(match, automatic) == ["    captain: Grapple check: no roll needed"]


def test_vigor_and_control_are_gathered_and_the_scene_follows(match: Match) -> None:
    shown = []
    narrator = Narrator(match, lambda: shown.append(1) or ())
    lines = narrator.tell(
        [
            event(Note.ROUND, what=1),
            event(Note.VIGOR, unit=0, total=11),
            event(Note.VIGOR, unit=2, mod=-3, total=7),
            event(Note.CONTROL, zone=1, what=Side.PARTY),
            event(Note.CONTROL, zone=2, what=Side.NOBODY),
        ]
    )
    assert [text.plain for text in lines] == [
        "═══ Round 1 ═══",
        "  Vigor: sword 11, captain 7 (−3)",
        "    front is Controlled by the party; far is contested",
    ]
    assert shown == [1]


def test_the_surprised_stand_in_the_line_of_vigor(match: Match) -> None:
    shown = []
    narrator = Narrator(match, lambda: shown.append(1) or ())
    lines = narrator.tell(
        [
            event(Note.ROUND, what=1),
            event(Note.VIGOR, unit=0, total=11),
            event(Note.SURPRISED, unit=2),
            event(Note.VIGOR, unit=2),
            event(Note.SURPRISED, unit=3),
            event(Note.VIGOR, unit=3),
            event(Note.SELECT, unit=0, total=11, need=5),
        ]
    )
    assert [text.plain for text in lines] == [
        "═══ Round 1 ═══",
        "  Vigor: sword 11, captain 0 (surprised), goblin_0 0 (surprised)",
        "▶ sword, Vigor 11 (most Vigor)",
    ]
    assert shown == [1]


def test_multiplied_damage_shows_its_factor(match: Match) -> None:
    bonus = event(Note.MOD, unit=0, what=Mod.DAMAGE_BONUS, mod=2)
    die = event(Note.DIE, unit=0, other=2, what=Purpose.DAMAGE, amount=8, roll=5, total=5)
    factor = event(Note.FACTOR, unit=0, other=2, total=2)
    hurt = event(Note.DAMAGE, unit=0, other=2, total=14, need=8)
    assert told(match, bonus, die, factor, hurt) == ["    (d8 5 + 2) × 2 = 14 damage; captain 8 HP left"]


def test_decisions_are_named_with_their_price(match: Match) -> None:
    match.take_events()
    narrator = Narrator(match)
    said = []
    for text in (
        "Attack captain with sword", "Pass", "Ready Guard", "End Breath", "Focus", "Choose sleep", "Overload",
        "End Breath", "Attack sword", "Guard",
    ):  # fmt: skip
        action = match.parse(text)
        narrator.decide(action)
        match.step(action)
        said += [told.plain for told in narrator.tell(match.take_events())]
    deeds = [text for text in said if text.startswith("  ") and not text.startswith("   ")]
    assert deeds == [
        "  sword: Attack captain with sword (2 Vigor, 9 left)",
        "  captain does not react",
        "  sword: Ready Guard (1 Vigor, 8 left)",
        "  sword ends the Breath (8 Vigor left)",
        "  mage: Focus (4 Vigor, 6 left)",
        "  mage: Choose sleep",
        "  mage declares Overload",
        said[[text.startswith("  mage ends the Breath") for text in said].index(True)],
        "  captain: Attack sword with two-handed sword (3 Vigor, 7 left)",
        "  sword declares Guard (Readied, 0)",
    ]


def test_whole_battles_are_told_without_gaps() -> None:
    for seed in range(4):
        match, rng = shipped("skirmish", seed=seed), random.Random(seed)
        narrator = Narrator(match)
        lines = [text.plain for text in narrator.tell(match.take_events())]
        while not match.over:
            action = rng.choice(match.legal_actions())
            narrator.decide(action)
            match.step(action)
            fresh = [text.plain for text in narrator.tell(match.take_events())]
            assert fresh[0].startswith("  ")
            assert not fresh[0].startswith("   ")
            lines += fresh
        assert lines[-1].startswith("═══ ")
        assert not [text for text in lines if "None" in text or "#" in text]
