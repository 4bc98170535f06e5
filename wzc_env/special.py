"""What a stat block may have beside its attack routines: an area attack (a breath), and the fear that it strikes."""

from typing import Annotated, Any

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from . import figures
from .checked import Label, Model, between, parsed, word, wrong
from .spellbook import Lulls
from .warzone.words import Save, Tag

HitDice = Annotated[int | str, parsed(figures.hit_dice)]

SAVES = [name.lower() for name in Save.__members__ if name != "NO_SAVE"]

HIT_POINTS = "hit points"
"""The damage of a breath that does as much as its creature has hit points left."""


def _area_damage(value: Any) -> None:
    if value != HIT_POINTS:
        try:
            figures.dice(value)
        except PydanticCustomError:
            raise wrong(
                "no damage", f'dice such as "6d6", or "{HIT_POINTS}": those that the creature has left'
            ) from None


Several = Annotated[int, between(1, 99)]


class AreaEntry(Model):
    """A special ability in place of the attack routine that falls on a whole Zone: a breath.

    It reaches the creature's own Zone, or as far as its `range` (feet). Everyone there but its source and those with a
    tag of `spares` makes the saving throw `save`, where there is one, and takes half or nothing on a success. `uses` is
    how often in one battle.
    """

    name: Label
    damage: Annotated[str, parsed(_area_damage)]
    heavy: bool = False
    range: Annotated[int, between(1, 10_000)] | None = None
    uses: Several = 1
    save: Annotated[str, word("saving throw", SAVES)] | None = None
    save_modifier: Annotated[int, between(-10, 10)] = 0
    halves: bool = False
    spares: list[Annotated[str, word("tag", Tag)]] = Field(default_factory=list)

    @model_validator(mode="after")
    def _whole(self) -> "AreaEntry":
        if self.halves and self.save is None:
            raise wrong("only a save halves, and there is none", path=("halves",), value=True)
        if self.save is None and self.save_modifier:
            raise wrong("without a save it does nothing", path=("save_modifier",), value=self.save_modifier)
        return self


class FearEntry(Model):
    """The fear that a creature strikes into enemies at its first Attack: those below some Hit Dice must save.

    Who fails is frightened for so many Lulls (or the battle); below `flees_below` Hit Dice it takes flight.
    """

    save: Annotated[str, word("saving throw", SAVES)]
    save_modifier: Annotated[int, between(-10, 10)] = 0
    unmoved_from: HitDice
    flees_below: HitDice | None = None
    lasts: Lulls = "battle"
