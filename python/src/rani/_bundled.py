# SPDX-License-Identifier: Apache-2.0
"""The release of rani that the platform wheel brings, in `rani/_bundle`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

_FOLDER = Path(__file__).parent / "_bundle"

#: What the AOT caches of the release are compared with, by name, size and time.
_COMPARED = ("lib/*.jar", "jvm/*.lib/*.jar", "java/lib/modules")


def launcher() -> str | None:
    """Returns the path of the launcher in this package; ``None`` if it brings none."""
    path = _FOLDER / "rani"
    if not path.is_file():
        return None
    _give_times()
    return str(path)


def _give_times() -> None:
    """Gives the jars the time that they have in the archive.

    An installer gives files the time at which it writes them, and a JVM passes over a cache whose
    jars are of another time: each start then takes half a second longer, and nothing else. So
    where another owns the files, it is left at that.
    """
    try:
        time = int((_FOLDER / "time").read_text("ascii"))
        for pattern in _COMPARED:
            for path in _FOLDER.glob(pattern):
                if path.stat().st_mtime_ns != time * 1_000_000_000:
                    os.utime(path, (time, time))
    except (OSError, ValueError):
        pass


def main() -> NoReturn:
    """Becomes the launcher: the command `rani` of the wheel."""
    path = launcher()
    if path is None:
        sys.exit("rani: this installation of rani-net has no launcher; install its wheel again")
    os.execv(path, [path, *sys.argv[1:]])
