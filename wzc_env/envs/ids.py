"""The ids under which Gymnasium makes the environment: one for each shipped scenario, `wzc/ProvingGround-v0`.

Importing `wzc_env` is enough for `gymnasium.make` to know them, in whichever order the two are imported; Gymnasium
itself is imported for it neither then nor here.
"""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from wzc_env import paths

REGISTRY = "gymnasium.envs.registration"
SOLO = "wzc_env.envs.solo:WarZoneSolo"
VECTOR = "wzc_env.envs.batch:WarZoneVector"


def id_of(scenario: str) -> str:
    """The id of a shipped scenario: `proving_ground` is `wzc/ProvingGround-v0`."""
    return f"wzc/{''.join(part.capitalize() for part in scenario.split('_'))}-v0"


def register() -> None:
    """Tell Gymnasium of the environments: now if it is there, else as soon as it is imported."""
    if REGISTRY in sys.modules:
        _register(sys.modules[REGISTRY])
    elif not any(isinstance(finder, _Watch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watch())


def _register(registry: Any) -> None:
    for scenario in paths.names("scenarios"):
        if id_of(scenario) not in registry.registry:
            registry.register(
                id=id_of(scenario), entry_point=SOLO, vector_entry_point=VECTOR, kwargs={"scenario": scenario}
            )


class _Watch(MetaPathFinder):
    """Waits on the path of imports until Gymnasium's registry is loaded, then steps aside."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The ordinary spec of the registry, with a loader that registers once it has run; None for all else."""
        if fullname != REGISTRY:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Then(spec.loader)
        return spec


class _Then(Loader):
    """Loads a module as its own loader does, then registers."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As the loader does."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """As the loader does; afterwards the module has that loader again."""
        assert module.__spec__ is not None
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        _register(module)
