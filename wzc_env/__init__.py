"""wzc: a tactical environment on the WarZone Count rules.

In a clone, `agents` and `experiments` stand beside this package; in an installed wheel they lie inside it.
The search path below makes `wzc_env.agents` and `wzc_env.experiments` the one name of each in both.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .envs.ids import register
from .version import __version__

if TYPE_CHECKING:
    from .envs.aec import env, raw_env
    from .envs.batch import make_vec

if not (Path(__file__).parent / "agents").is_dir():
    __path__.append(str(Path(__file__).parent.parent))

register()

__all__ = ["__version__", "env", "make_vec", "raw_env"]


def __getattr__(name: str) -> Any:
    """The environments, PettingZoo's (`env`, `raw_env`) and Gymnasium's (`make_vec`): imported when asked for."""
    if name in ("env", "raw_env"):
        from .envs import aec  # noqa: PLC0415 - as the docstring says

        return getattr(aec, name)
    if name == "make_vec":
        from .envs import batch  # noqa: PLC0415 - as the docstring says

        return batch.make_vec
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
