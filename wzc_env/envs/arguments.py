"""Arguments of the adapters: checked, with a text that says what is allowed."""

import operator
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium.error

from wzc_env import rewards
from wzc_env import scenario as scenarios
from wzc_env.compiling import Compiled
from wzc_env.rewards import Reward, Worth
from wzc_env.scenario import Scenario

from .board import with_round_limit


class WrongTypeError(gymnasium.error.Error, TypeError):
    """A value that is of no use as an argument: the error of Gymnasium and Python's own."""


class WrongValueError(gymnasium.error.Error, ValueError):
    """A value out of range, or no name that is known: the error of Gymnasium and Python's own."""


MOST_ROUNDS = 200
MOST_SEED = 2**63 - 1

Source = str | Path | Scenario | Compiled
"""What names a scenario: its name, the path of its file, or itself."""

Wages = str | Reward | Worth | None
"""What names a reward: its name, itself, a function of the position's worth, or None for the scenario's own."""


def one_of(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """A value from a list. Raises ValueError."""
    if value not in allowed:
        raise WrongValueError(f"{name} = {value!r}: allowed: {', '.join(repr(one) for one in allowed)}")
    return value


def number(name: str, value: Any, least: int, most: int) -> int:
    """An integer in a range. Raises TypeError, ValueError."""
    try:
        if isinstance(value, bool):
            raise TypeError
        whole = operator.index(value)
    except TypeError:
        raise WrongTypeError(f"{name} = {value!r}: allowed: an integer from {least} to {most}") from None
    if not least <= whole <= most:
        raise WrongValueError(f"{name} = {value}: allowed: an integer from {least} to {most}")
    return whole


def seed(name: str, value: Any) -> int:
    """A seed of a battle. Raises TypeError, ValueError."""
    return number(name, value, 0, MOST_SEED)


def action(value: Any, actions: int) -> int:
    """An action as a Python integer, in range or not. Raises TypeError."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise WrongTypeError(f"action = {value!r}: allowed: an integer from 0 to {actions - 1}") from None


def game(scenario: Source, max_rounds: int | None) -> Compiled:
    """The records of a scenario. Raises ConfigError, TypeError, ValueError."""
    if isinstance(scenario, Compiled):
        made = scenario
    elif isinstance(scenario, Scenario):
        made = scenario.compile()
    elif isinstance(scenario, str | Path):
        made = scenarios.load(scenario).compile()
    else:
        raise WrongTypeError(f"scenario = {scenario!r}: allowed: a name, a path, a Scenario or a compiled one")
    if max_rounds is None:
        return made
    return with_round_limit(made, number("max_rounds", max_rounds, 1, MOST_ROUNDS))


def reward(value: Any, made: Compiled) -> Reward:
    """A reward, None being the scenario's own. Raises TypeError, ValueError."""
    return rewards.get(made.scenario.reward if value is None else value)
