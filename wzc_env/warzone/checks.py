"""Checks: three difficulties and the ladder between them (the book's section on checks)."""

from wzc_env.kernel import kernel, roll_die

from .events import modify, write
from .state import Battle, Rules, Setup, Sheet
from .words import NONE, Ability, Difficulty, Mod, Note, Purpose


@kernel
def shift(difficulty: int, steps: int) -> int:
    """One step on the ladder moves one place; Dire is the ceiling, below Standard no roll is made.

    [checks.ladder] L72, L690.
    """
    return min(max(difficulty + steps, 0), 3)  # Difficulty.AUTOMATIC, Difficulty.DIRE


@kernel
def best_ability(sheet: Sheet, ability: int) -> int:
    """The ability that a check uses.

    RULING CHK1: where the book says "relevant ability" (Melee, Pincer, withdrawal, gates) the mover uses the better
    of STR and DEX (chosen, section 1).
    """
    if ability != Ability.NIMBLE:
        return ability
    if sheet.modifier[Ability.DEX] > sheet.modifier[Ability.STR]:
        return Ability.DEX
    if sheet.score[Ability.DEX] > sheet.score[Ability.STR]:
        return Ability.DEX
    return Ability.STR


@kernel
def target_class(r: Rules, difficulty: int) -> int:
    """The DC of a difficulty for a host that rolls high."""
    if difficulty == Difficulty.STANDARD:
        return r.check_standard_dc
    if difficulty == Difficulty.HARD:
        return r.check_hard_dc
    return r.check_dire_dc


@kernel
def under_malus(r: Rules, difficulty: int) -> int:
    """What a roll-under host takes off the ability score."""
    if difficulty == Difficulty.STANDARD:
        return r.check_standard_under
    if difficulty == Difficulty.HARD:
        return r.check_hard_under
    return r.check_dire_under


@kernel
def check(b: Battle, s: Setup, r: Rules, unit: int, ability: Ability, difficulty: int, purpose: Purpose) -> bool:
    """Make one check: d20 + modifier against 10 / 14 / 18, or d20 equal to or under ability / -4 / -8.

    [checks.difficulties] L62-72. The modifier alone is added: any level bonus would break the bands of L74.
    """
    if difficulty == Difficulty.AUTOMATIC:
        write(b, Note.CHECK, unit, NONE, NONE, purpose, difficulty, 0, 0, 0, 0, 1)
        return True
    sheet = s.sheets[unit]
    which = best_ability(sheet, ability)
    if r.host_roll_under != 0:
        need = sheet.score[which] + modify(b, unit, Mod.ABILITY, -under_malus(r, difficulty))
        natural = roll_die(b.dice, 20, purpose)
        won = natural <= need
        write(b, Note.DIE, unit, NONE, NONE, purpose, 20, natural, 0, natural, need, int(won))
        return won
    modifier = modify(b, unit, Mod.ABILITY, int(sheet.modifier[which]))
    natural = roll_die(b.dice, 20, purpose)
    need = int(target_class(r, difficulty))
    won = natural + modifier >= need
    write(b, Note.DIE, unit, NONE, NONE, purpose, 20, natural, modifier, natural + modifier, need, int(won))
    return won
