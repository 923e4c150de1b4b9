# SPDX-License-Identifier: Apache-2.0
"""Opens finished runs and sweeps."""

from __future__ import annotations

import os
from pathlib import Path

from ._errors import RaniError
from ._run import Run
from ._sweep import Sweep


def open(folder: str | os.PathLike[str]) -> Run | Sweep:
    """Opens the folder of a finished run or sweep, of this version or an older one."""
    path = Path(folder)
    if (path / "result.json").is_file():
        return Run(path)
    if (path / "sweep.json").is_file():
        return Sweep(path)
    if not path.is_dir():
        raise RaniError(f"{path}: no such folder", 2)
    raise RaniError(f"{path}: not the folder of a finished run or sweep", 2)
