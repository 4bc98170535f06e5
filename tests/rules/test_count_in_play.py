"""What holds in every Count, whatever is chosen: seeded random play of the shipped scenarios against a small oracle."""

import random

import pytest

from wzc_env.game import Match
from wzc_env.scenario import load, names
from wzc_env.warzone.words import Ability, Kind, Life, Outcome, Phase

ROUNDS = 3
MOST_DECISIONS = 4000


def battle(name, seed):
    """A shipped scenario, cut to a few Rounds."""
    return Match(load(name).model_copy(update={"max_rounds": ROUNDS}).compile(), seed=seed)


def oracle(match):
    """Who must be selected, from the book's own words: most Vigor, PC by DEX, PC first, monsters by HD, the roster."""

    def place(i):
        sheet = match.setup.sheets[i]
        standing = sheet.score[Ability.DEX] if sheet.pc else sheet.hd_half
        return -match.battle.units[i].vigor, not sheet.pc, -standing, i

    alive = [i for i in range(match.setup.units_n) if match.battle.units[i].life == Life.UP]
    return min((i for i in alive if match.battle.units[i].vigor > 0), key=place)


def played(name, seed, look):
    """Play at random to the end; `look(match, before)` after every step, with everybody's Vigor and Round before it."""
    match, chooser = battle(name, seed), random.Random(seed)
    steps = 0
    while not match.over:
        before = match.battle.turn, [int(u.vigor) for u in match.battle.units[: match.setup.units_n]]
        match.step(chooser.choice(match.legal_actions()))
        look(match, before)
        steps += 1
        assert steps < MOST_DECISIONS, "the Count does not end"
    return match


CASES = pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in names() for seed in range(4)])


@pytest.mark.rule("count.order")
@pytest.mark.rule("count.ties")
@pytest.mark.parametrize("name", names())
def test_the_actor_is_always_the_oracles_answer(name):
    asked = []

    def look(match, _):
        if match.battle.ask == Kind.BREATH and not match.battle.units[match.battle.who].begun:
            asked.append(match.battle.who)
            assert match.battle.who == oracle(match)

    for seed in range(4):
        played(name, seed, look)
    assert len(set(asked)) > 1


@pytest.mark.rule("vigor.round_reset")
@pytest.mark.number("t42")
@CASES
def test_vigor_never_rises_inside_a_round(name, seed):
    def look(match, before):
        turn, vigor = before
        if match.battle.turn == turn:
            now = [int(u.vigor) for u in match.battle.units[: match.setup.units_n]]
            assert all(after <= was for after, was in zip(now, vigor, strict=True))
            assert min(now) >= 0

    assert played(name, seed, look).over


@pytest.mark.rule("count.order")
@pytest.mark.rule("round.scale")
@pytest.mark.number("t43")
@CASES
def test_every_count_ends_and_the_lull_follows_only_when_all_are_at_0(name, seed):
    def look(match, _):
        if match.battle.ask == Kind.LULL:
            assert match.battle.phase == Phase.MAINTENANCE
            assert not any(u.vigor for u in match.battle.units[: match.setup.units_n] if u.life == Life.UP)

    match = played(name, seed, look)
    assert match.battle.turn <= ROUNDS
    assert match.outcome != Outcome.UNDECIDED
