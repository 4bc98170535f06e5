"""Array entry points: what adapters, batches and policies call in compiled mode, for many battles at once.

`battles[i].setup` names the row of `setups` and of `rules`. Actions are int64, masks uint8, whys int64 (a Why each).
"""

from wzc_env.kernel import Floats2, Ints, Masks, kernel

from .flow import advance, start, step
from .legality import why_not
from .mask import legal
from .state import Battle, Rules, Setup
from .words import Kind, Outcome, Why


@kernel
def advance_many(battles: list[Battle], setups: list[Setup], rules: list[Rules]) -> None:
    """Run each battle to its next decision, or to its end."""
    for i in range(len(battles)):
        row = int(battles[i].setup)
        advance(battles[i], setups[row], rules[row])


@kernel
def new_many(battles: list[Battle], setups: list[Setup], rules: list[Rules], seeds: Ints) -> None:
    """Start every battle on its present row and run it to its first decision."""
    for i in range(len(battles)):
        row = int(battles[i].setup)
        start(battles[i], setups[row], rules[row], row, int(seeds[i]))
        advance(battles[i], setups[row], rules[row])


@kernel
def legal_many(battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks) -> None:
    """Fill one row of the mask a battle; all zero where the battle is over."""
    for i in range(len(battles)):
        row = int(battles[i].setup)
        legal(battles[i], setups[row], rules[row], masks[i])


@kernel
def why_many(battles: list[Battle], setups: list[Setup], rules: list[Rules], actions: Ints, whys: Ints) -> None:
    """Judge one action a battle (a Why each)."""
    for i in range(len(battles)):
        row = int(battles[i].setup)
        whys[i] = why_not(battles[i], setups[row], rules[row], int(actions[i]))


@kernel
def step_many(battles: list[Battle], setups: list[Setup], rules: list[Rules], actions: Ints, whys: Ints) -> None:
    """Answer one decision a battle; battles that are over are passed over, refused actions change nothing."""
    for i in range(len(battles)):
        if battles[i].ask == Kind.OVER:
            whys[i] = Why.BATTLE_OVER
        else:
            row = int(battles[i].setup)
            whys[i] = step(battles[i], setups[row], rules[row], int(actions[i]))


@kernel
def returns_many(battles: list[Battle], out: Floats2) -> None:
    """The result for party and foes: +1, -1, or 0 for a draw, a truncation or a battle under way."""
    for i in range(len(battles)):
        out[i][0] = 0.0
        out[i][1] = 0.0
        if battles[i].outcome == Outcome.PARTY_WINS:
            out[i][0] = 1.0
            out[i][1] = -1.0
        elif battles[i].outcome == Outcome.FOES_WIN:
            out[i][0] = -1.0
            out[i][1] = 1.0
