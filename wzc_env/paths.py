"""Where the configuration files are."""

import os.path
from pathlib import Path

from .errors import ConfigError, listed, unknown

KINDS = {
    "rules": "table of rules",
    "hosts": "host",
    "spells": "list of spells",
    "stances": "Stance",
    "roster": "creature",
    "battlefields": "battlefield",
    "scenarios": "scenario",
}
"""Folders of `configs/`, with the word for one of their files."""


def config_dir() -> Path:
    """The folder `configs`: inside the package where it was installed, beside it in a clone."""
    package = Path(__file__).resolve().parent
    inside = package / "configs"
    return inside if inside.is_dir() else package.parent / "configs"


def names(kind: str) -> list[str]:
    """Names of the shipped files of a kind, in alphabetical order."""
    return sorted(path.stem for path in (config_dir() / kind).glob("*.toml"))


def find(kind: str, name: str | Path, *, file: str = "", key: str = "", base: Path | None = None) -> Path:
    """The file that a name or a path means.

    A plain name is looked up in `configs/KIND`; anything with a slash or ending in `.toml` is a path,
    relative to `base` (the folder of the file that mentions it) or else to the working directory. `file` and
    `key` say where the name was written, for the error.
    """
    what = KINDS[kind]
    text = str(name)
    if isinstance(name, Path) or text.endswith(".toml") or "/" in text or "\\" in text:
        path = (base or Path()) / os.path.expanduser(text)
        if os.path.isfile(path):  # unlike Path.is_file, also False where the name itself is impossible
            return path
        raise ConfigError(
            file,
            key or what,
            text,
            "is a folder" if os.path.isdir(path) else "no such file",
            f"a {what} by name ({listed(names(kind))}) or a .toml file",
        )
    path = config_dir() / kind / f"{text}.toml"
    known = names(kind)
    if text in known:
        return path
    problem = unknown(what, text, known)
    if not file and os.path.isdir(text):  # typed, where a file might have been meant
        problem = "is a folder"
    raise ConfigError(file, key or what, text, problem, listed(known))


def label(path: Path) -> str:
    """A path as messages name it: short where it lies below the working directory or in `configs/`."""
    full = path.resolve()
    for root in (Path.cwd(), config_dir().parent):
        if full.is_relative_to(root):
            return full.relative_to(root).as_posix()
    return str(path)
