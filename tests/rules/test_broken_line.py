"""The worked Round: three timelines, played from their files, against figures that are written down here by hand."""

from dataclasses import dataclass, field

import pytest

from tests.harness import shipped
from tests.playthrough import FOLDER, decisions, files, told
from wzc_env.game import Match
from wzc_env.warzone.words import Life, Note, Purpose, Reaction


@dataclass
class Row:
    """One Breath: who, Vigor before and after, and what is paid for, in order."""

    who: str
    before: int
    after: int = -1
    paid: list[int] = field(default_factory=list)


BL1 = [
    ("sword", 11, 7, [2, 2]), ("mage", 10, 5, [4, 1]), ("captain", 10, 5, [3, 2]), ("spear", 9, 5, [2, 2]),
    ("archer", 9, 5, [3, 1]), ("sword", 7, 2, [2, 2, 1]), ("mage", 5, 0, [2, 2, 1]), ("spear", 5, 0, [2, 2, 1]),
    ("captain", 5, 0, [3, 2]), ("archer", 5, 0, [2, 2, 1]), ("sword", 2, 0, [2]),
]  # fmt: skip
BL2 = [
    ("sword", 11, 7, [2, 2]), ("mage", 10, 5, [4, 1]), ("captain", 10, 5, [3, 2]), ("spear", 9, 4, [2, 2, 1]),
    ("archer", 9, 4, [2, 2, 1]), ("sword", 7, 2, [2, 2, 1]), ("mage", 5, 0, [2, 2, 1]), ("captain", 5, 0, [3, 2]),
    ("spear", 4, 0, [2, 2]), ("archer", 4, 0, [3, 1]), ("sword", 2, 0, [2]),
]  # fmt: skip
BL3 = [
    ("sword", 11, 7, [2, 2]), ("mage", 10, 5, [4, 1]), ("captain", 10, 6, [3, 1]), ("spear", 9, 5, [2, 2]),
    ("archer", 9, 5, [2, 2]), ("sword", 7, 2, [2, 2, 1]), ("captain", 6, 3, [3]), ("mage", 5, 0, [2, 2, 1]),
    ("spear", 5, 0, [2, 2, 1]), ("archer", 5, 0, [2, 2, 1]), ("captain", 3, 0, [3]), ("sword", 2, 0, [2]),
]  # fmt: skip
TIMELINES = {"broken_line_1": BL1, "broken_line_2": BL2, "broken_line_3": BL3}


def played(name: str):
    """The Match after a timeline, with every event."""
    match = shipped("broken_line", dice=[])
    events = match.take_events()
    for _, action, dice in decisions((FOLDER / f"{name}.txt").read_text(encoding="utf-8")):
        match.add_dice(dice)
        match.step(action)
        events += match.take_events()
    return match, events


def breaths(match: Match, events) -> list[tuple[str, int, int, list[int]]]:
    """The Breaths of Round 1 as rows of the timeline."""
    rows: list[Row] = []
    for e in events:
        if e.note == Note.LULL:
            break
        if e.note == Note.SELECT:
            rows.append(Row(match.names.labels[e.unit], int(e.total)))
        elif e.note == Note.PAY:
            rows[-1].paid.append(-e.mod)
        elif e.note == Note.BREATH_END:
            rows[-1].after = int(e.total)
    return [(row.who, row.before, row.after, row.paid) for row in rows]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_playthrough_is_told_as_it_stands(path):
    text = path.read_text(encoding="utf-8")
    assert told(text) == text


@pytest.mark.rule("example.broken_line")
@pytest.mark.rule("count.order")
@pytest.mark.number("t40")
@pytest.mark.parametrize("name", TIMELINES)
def test_every_breath_and_vigor_figure(name):
    match, events = played(name)
    assert breaths(match, events) == TIMELINES[name]


@pytest.mark.rule("example.broken_line")
@pytest.mark.parametrize("name", TIMELINES)
def test_prepaid_reactions_move_no_vigor_and_nothing_is_improvised(name):
    _, events = played(name)
    reactions = [e for e in events if e.note == Note.REACT]
    assert len(reactions) >= 5
    assert all(e.mod == 0 for e in reactions)
    assert Reaction.INTERDICT in {e.what for e in reactions}
    assert Reaction.PARRY_RIPOSTE in {e.what for e in reactions}


@pytest.mark.rule("example.broken_line")
@pytest.mark.rule("lull.order")
@pytest.mark.parametrize("name", TIMELINES)
def test_only_the_guards_of_mage_and_archer_are_left_for_the_lull(name):
    match, events = played(name)
    lull = next(i for i, e in enumerate(events) if e.note == Note.LULL)
    expired = [(match.names.labels[e.unit], e.what) for e in events[lull:] if e.note == Note.EXPIRE]
    assert expired == [("mage", Reaction.GUARD), ("archer", Reaction.GUARD)]


@pytest.mark.rule("example.broken_line")
@pytest.mark.rule("interdict")
@pytest.mark.parametrize(
    ("name", "mover"), [("broken_line_1", "archer"), ("broken_line_2", "archer"), ("broken_line_3", "captain")]
)
def test_the_breakthrough_is_hard_succeeds_and_is_stopped(name, mover):
    match, events = played(name)
    checks = [e for e in events if e.note == Note.DIE and e.what == Purpose.BREAKTHROUGH]
    assert [(match.names.labels[e.unit], e.need, e.won) for e in checks] == [(mover, 14, 1)]
    stopped = [e for e in events if e.note == Note.STOPPED]
    assert [(match.names.labels[e.unit], match.names.labels[e.other]) for e in stopped] == [(mover, "spear")]
    assert not [e for e in events if e.note == Note.EXPOSED]


@pytest.mark.rule("example.broken_line")
@pytest.mark.parametrize("name", TIMELINES)
def test_nobody_falls_and_only_the_spear_fighter_changes_zone(name):
    match, events = played(name)
    assert all(match.battle.units[i].life == Life.UP for i in range(match.setup.units_n))
    moved = [match.names.labels[e.unit] for e in events if e.note == Note.MOVE]
    assert moved == ["spear"]


@pytest.mark.rule("example.broken_line")
@pytest.mark.rule("flurry")
@pytest.mark.parametrize(
    ("name", "penalties"),
    [
        ("broken_line_1", {"sword": [0, -2, -4, -6, -8], "captain": [0, -2, -4], "spear": [0, -2], "archer": [0, -2]}),
        ("broken_line_2", {"sword": [0, -2, -4, -6, -8], "captain": [0, -2, -4], "spear": [0, -2], "archer": [0, -2]}),
        ("broken_line_3", {"sword": [0, -2, -4, -6, -8], "captain": [0, -2], "spear": [0, -2],
                           "archer": [0, -2, -4, -6]}),
    ],
)  # fmt: skip
def test_riposte_counts_for_flurry_and_interdict_does_not(name, penalties):
    match, events = played(name)
    made = {who: [] for who in penalties}
    for e in events:
        counted = e.note == Note.ATTACK or (e.note == Note.BASIC_ATTACK and e.what == Purpose.RIPOSTE)
        if counted and match.names.labels[e.unit] in made:
            made[match.names.labels[e.unit]].append(int(e.mod))
    assert made == penalties


@pytest.mark.rule("example.broken_line")
@pytest.mark.rule("focus.hold")
@pytest.mark.parametrize("name", TIMELINES)
def test_the_spell_is_focused_in_one_breath_and_released_in_the_next(name):
    match, events = played(name)
    mage = match.names.labels.index("mage")
    mine = [
        e.note
        for e in events
        if e.unit == mage and e.note in (Note.FOCUS, Note.RELEASE, Note.BREATH_END, Note.FOCUS_LOST)
    ]
    assert mine == [Note.FOCUS, Note.BREATH_END, Note.RELEASE, Note.BREATH_END]
