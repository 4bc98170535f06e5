"""Host spells: `configs/spells/*.toml`, one table a spell."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, RootModel, model_validator

from . import figures
from .checked import Label, Model, between, check, parsed, read, word, wrong
from .paths import find, label
from .warzone.words import FOREVER, Effect, Save, SpellEffect, SpellTarget


def _lulls(value: Any) -> None:
    if value != "battle" and not (type(value) is int and 1 <= value < FOREVER):
        raise wrong("not a duration", f'Lulls, 1 to {FOREVER - 1}, or "battle"')


Lulls = Annotated[int | str, parsed(_lulls)]
"""How long a timed effect lasts: Lulls, or "battle"."""


def lulls(value: int | str) -> int:
    """The duration as the record holds it."""
    return FOREVER if isinstance(value, str) else value


class SpellEntry(Model):
    """A spell as its table states it: whom, how far (feet), what it does, which save spares or halves."""

    target: Annotated[str, word("target", SpellTarget)]
    range: Annotated[int, between(0, 10_000)]
    effect: Annotated[str, word("effect", SpellEffect)]
    dice: Annotated[str, parsed(figures.dice)] | None = None
    per_level: bool = False
    timer: Annotated[str, word("timed effect", Effect)] | None = None
    lasts: Lulls | None = None
    save: Annotated[str, word("save", [name.lower() for name in Save.__members__ if name != "NO_SAVE"])] | None = None
    save_modifier: Annotated[int, between(-10, 10)] = 0
    halves: bool = False
    most_hd: Annotated[int | str, parsed(figures.hit_dice)] | None = None
    persons: bool = False
    living: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "SpellEntry":
        """Each effect has the keys that it needs, and none that would do nothing."""
        timed = self.effect in ("timed", "slumber")
        rolled = self.effect != "timed"
        for key, needed in (("dice", rolled), ("timer", timed), ("lasts", timed)):
            value = getattr(self, key)
            if needed and value is None:
                raise wrong(f"is missing: effect {self.effect} needs it", path=(key,))
            if not needed and value is not None:
                raise wrong(f"effect {self.effect} does not use it", path=(key,), value=value)
        if self.save is None and self.save_modifier:
            raise wrong("without a save it does nothing", path=("save_modifier",), value=self.save_modifier)
        if self.halves and (self.save is None or self.effect != "damage"):
            raise wrong("only a save against damage halves", path=("halves",), value=True)
        return self


class SpellList(RootModel[dict[Label, SpellEntry]]):
    """A list of spells by name."""

    model_config = ConfigDict(frozen=True, strict=True)


def load(name: str | Path) -> dict[str, SpellEntry]:
    """The spells of a list by name, in its order. Raises ConfigError."""
    path = find("spells", name)
    return check(SpellList, read(path), label(path)).root
