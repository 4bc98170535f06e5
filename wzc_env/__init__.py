"""wzc: a tactical environment on the WarZone Count rules.

In a clone, `agents` and `experiments` stand beside this package; in an installed wheel they lie inside it.
The search path below makes `wzc_env.agents` and `wzc_env.experiments` the one name of each in both.
"""

from pathlib import Path

from .version import __version__

if not (Path(__file__).parent / "agents").is_dir():
    __path__.append(str(Path(__file__).parent.parent))

__all__ = ["__version__"]
