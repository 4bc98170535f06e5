"""Files that are written: checked before the work begins, written whole or not at all."""

import argparse
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path


class SaveError(ValueError):
    """A file that cannot be written; one line that names it and says why."""


def target(name: str, sources: Iterable[Path] = ()) -> Path:
    """The file that a name means for writing, looked at where symbolic links lead.

    Raises SaveError for what could not be written later: an empty name, a missing or closed folder, anything but a
    regular file, or one of `sources`, the files that are being read.
    """
    if not name.strip():
        raise SaveError("the name is empty; give the name of a file")
    try:
        wanted = Path(os.path.expanduser(name))
        path = Path(os.path.realpath(wanted))
        if os.path.lexists(path):
            _existing(name, path, sources)
        if not path.parent.is_dir():
            raise SaveError(f"there is no folder {path.parent}")
        handle, beside = _part(path)  # what permissions and the kind of file system allow is best tried
        os.close(handle)
        os.unlink(beside)
    except OSError as error:
        raise SaveError(f"{name}: {error.strerror or error}") from None
    return wanted


def argument(name: str) -> Path:
    """`target` for `argparse`, so that a file that cannot be written is told of before the work and not after it."""
    try:
        return target(name)
    except SaveError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _existing(name: str, path: Path, sources: Iterable[Path]) -> None:
    """Only a regular file of no further meaning is replaced."""
    if path.is_symlink():  # still one after all were followed
        raise SaveError(f"{name} is a symbolic link that leads to itself")
    if path.is_dir():
        raise SaveError(f"{name} is a folder; give the name of a file")
    if not stat.S_ISREG(path.stat().st_mode):
        raise SaveError(f"{name} is no regular file (a device, a pipe or a socket); give the name of a file")
    for source in sources:
        if path.samefile(source):
            raise SaveError(f"{name} is the scenario itself; give another name")
    if not os.access(path, os.W_OK):
        raise SaveError(f"{name} is write-protected; give another name")


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all: beside its place first, then moved there. Raises OSError.

    A symbolic link stays, and the file that it leads to is written.
    """
    path = Path(os.path.realpath(path))
    handle, beside = _part(path)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _part(path: Path) -> tuple[int, str]:
    """An open file beside the place of another, and its name."""
    return tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
