"""The Count against a naive oracle: every selection and Round start of many battles, forced ones included."""

import random

import pytest

from wzc_env.game import Match
from wzc_env.kernel import load
from wzc_env.warzone import count, flow
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Ability, Armour, Kind, Life, Note, Purpose, SelectedBy

from . import oracle
from .players import choices
from .worlds import NAMES, compiled_world

SEEDS = range(4)
TIES = ("skirmish", "crowd", "brawl", "crossed")


class Watch:
    """Stands beside the two functions of the Count and compares what they answer; the answers are theirs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lots: list[int]) -> None:
        self.lots = lots
        self.selected: list[tuple[int, SelectedBy]] = []
        self.rounds = 0
        self._next, self._select, self._reset = flow.next_on_count, flow.select, flow.reset_vigor
        monkeypatch.setattr(flow, "next_on_count", self.next_on_count)
        monkeypatch.setattr(flow, "select", self.select)
        monkeypatch.setattr(flow, "reset_vigor", self.reset_vigor)

    def next_on_count(self, b: Battle, s: Setup) -> int:
        answer = self._next(b, s)
        sheets, units = s.sheets[: s.units_n], b.units[: s.units_n]
        assert answer == oracle.next_actor(sheets, units, self.lots)
        return answer

    def select(self, b: Battle, s: Setup, unit: int) -> None:
        self._select(b, s, unit)
        company = [i for i in range(s.units_n) if b.members >> i & 1]
        assert unit in company
        assert b.actor == company[0]
        assert {b.units[i].vigor for i in company} == {b.units[unit].vigor}
        self.selected.append((company[0], self.reason(s.sheets, b.units[: s.units_n], unit, company)))

    def reason(self, sheets: list, units: list, chosen: int, company: list[int]) -> SelectedBy:
        """What decided, by the first place in which the next one on the Count differs; a mob has no tie of its own."""
        able = [i for i, u in enumerate(units) if i not in company and u.life == Life.UP and u.vigor > 0]
        standings = sorted(oracle.standing(sheets[i], units[i].vigor, self.lots[i]) for i in able)
        mine = oracle.standing(sheets[chosen], units[chosen].vigor, self.lots[chosen])
        if not able or standings[-1][0] < mine[0]:
            return SelectedBy.MOST_VIGOR
        if standings[-1][1] < mine[1]:
            return SelectedBy.TIE_PC
        if standings[-1][2] < mine[2]:
            return SelectedBy.TIE_DEX if sheets[chosen].pc else SelectedBy.TIE_HD
        return SelectedBy.TIE_ORDER

    def reset_vigor(self, b: Battle, s: Setup, r: Rules) -> None:
        units = b.units[: s.units_n]
        penalties, before = [unit.carry for unit in units], [unit.vigor for unit in units]
        self._reset(b, s, r)
        expected = oracle.hard_reset(s.sheets[: s.units_n], penalties)
        for unit, sheet, old, new in zip(units, s.sheets, before, expected, strict=False):
            surprised = b.turn == 1 and sheet.side == s.surprised
            assert unit.vigor == (old if unit.life != Life.UP else 0 if surprised else new)
            assert unit.carry == 0
        self.rounds += 1


def lots_of(name: str, seed: int) -> list[int]:
    """The order that decides the last ties: the roster's, or the one drawn by the first dice of the battle."""
    world = compiled_world(name)
    setup, battle = load(Setup, world.setup, 0), Battle()
    if world.tables.cells["count.residual_tie"].value == 0:
        return list(range(setup.units_n))
    battle.log.on = 1
    flow.start(battle, setup, load(Rules, world.rules, 0), 0, seed)
    events = battle.log.events[: battle.log.n]
    draws = [e.total for e in events if e.note == Note.DIE and e.what == Purpose.TIE]
    return oracle.drawn_lots(setup.units_n, draws)


@pytest.mark.rule("count.order")
@pytest.mark.rule("count.ties")
@pytest.mark.rule("vigor.maximum")
@pytest.mark.rule("vigor.round_reset")
@pytest.mark.parametrize("name", NAMES)
def test_every_selection_and_round_start_is_the_oracles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in SEEDS:
        watch = Watch(monkeypatch, lots_of(name, seed))
        match = Match(compiled_world(name), seed=seed)
        for action in choices(match, seed):
            if match.battle.ask == Kind.BREATH and match.battle.units[match.battle.who].begun == 0:
                n = match.setup.units_n
                expected = oracle.next_actor(match.setup.sheets[:n], match.battle.units[:n], watch.lots)
                assert match.battle.members >> expected & 1
                assert match.battle.members >> match.battle.who & 1
                assert match.battle.members == 1 << expected or match.setup.sheets[expected].mob
            match.step(action)
        told = [(e.unit, e.what) for e in match.take_events() if e.note == Note.SELECT]
        assert told == watch.selected
        assert watch.rounds == match.battle.turn
        assert len(told) >= watch.rounds
        monkeypatch.undo()


@pytest.mark.rule("count.ties")
def test_every_kind_of_tie_has_come_up(monkeypatch: pytest.MonkeyPatch) -> None:
    met = set()
    for name in TIES:
        watch = Watch(monkeypatch, lots_of(name, 0))
        match = Match(compiled_world(name), seed=0)
        for action in choices(match, 0):
            match.step(action)
        met |= {reason for _, reason in watch.selected}
        monkeypatch.undo()
    assert met == set(SelectedBy)


@pytest.mark.rule("vigor.maximum")
def test_the_maximum_is_the_oracles_for_every_stat_block() -> None:
    world = compiled_world("duel")
    setup, rules = load(Setup, world.setup, 0), load(Rules, world.rules, 0)
    sheet = setup.sheets[0]
    for sheet.pc in (0, 1):
        for sheet.armour in Armour:
            for sheet.modifier[Ability.DEX] in range(-3, 4):
                for sheet.hd_half in range(1, 61):
                    assert count.maximum_vigor(setup, rules, 0) == oracle.maximum(sheet)


@pytest.mark.rule("count.order")
@pytest.mark.rule("count.ties")
@pytest.mark.parametrize("drawn", [0, 1])
def test_any_band_is_counted_off_in_the_oracles_order(drawn: int) -> None:
    """Random stat blocks with many equal values, taken off the Count one by one."""
    world, chance = compiled_world("duel"), random.Random(drawn)
    rules = load(Rules, world.rules, 0)
    rules.count_residual_tie = drawn
    for seed in range(150):
        setup, battle = load(Setup, world.setup, 0), Battle()
        setup.units_n = chance.randint(1, 24)
        for sheet in setup.sheets[: setup.units_n]:
            sheet.pc, sheet.hd_half = chance.randint(0, 1), chance.choice([1, 2, 4, 8])
            sheet.score[Ability.DEX] = chance.randint(9, 12)
        battle.log.on = 1
        flow.start(battle, setup, rules, 0, seed)
        shown = [e.total for e in battle.log.events[: battle.log.n] if e.note == Note.DIE]
        lots = oracle.drawn_lots(setup.units_n, shown) if drawn else list(range(setup.units_n))
        for unit in battle.units[: setup.units_n]:
            unit.vigor = chance.randint(0, 3)
        while (actor := count.next_on_count(battle, setup)) >= 0:
            n = setup.units_n
            assert actor == oracle.next_actor(setup.sheets[:n], battle.units[:n], lots)
            battle.units[actor].vigor -= chance.randint(1, battle.units[actor].vigor)
        assert all(unit.vigor == 0 for unit in battle.units[: setup.units_n])
