"""The terminal's view of a battle: Count track, Zone map and story.

Everything is a rich `Text`: coloured where a terminal shows colours. `.plain` is the same without them,
equal for equal battles, so that it may be kept in files and compared.
"""

from collections.abc import Mapping

from rich.text import Text

from ..warzone.naming import View
from .aims import aims
from .events import line
from .narrator import Narrator
from .track import track
from .zonemap import zone_map


def scene(view: View, layout: Mapping[str, tuple[float, float]], width: int = 100) -> list[Text]:
    """The map and the track, as shown at the start of a Round."""
    return [Text(), zone_map(view, layout, width), Text(), track(view), Text()]


__all__ = ["Narrator", "aims", "line", "scene", "track", "zone_map"]
