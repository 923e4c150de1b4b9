# SPDX-License-Identifier: Apache-2.0
"""rani from Python: experiments, sweeps and live networks.

It starts the launcher ``rani`` and reads what that writes; it computes nothing itself.
"""

from __future__ import annotations

import os as _os

from ._errors import InvalidFile, LauncherNotFound, Problem, RaniError
from ._file import Experiment, Topology
from ._file import check as validate
from ._lab import Capture, Code, Events, Lab, Sample, up
from ._launcher import version
from ._networkx import from_networkx
from ._open import open
from ._run import (
    Comparison,
    Expectation,
    Field,
    Measurement,
    Metrics,
    Run,
    ServiceFailure,
    Trust,
    compare,
    measure,
    run,
)
from ._sensitivity import Sensitivity, sensitivity
from ._sweep import Sweep, TrialResult, sweep
from ._table import Table
from ._version import __version__

#: The launcher that is started; ``None``: that of RANI, of the package, or of the PATH.
launcher: str | _os.PathLike[str] | None = None

__all__ = [
    "Capture",
    "Code",
    "Comparison",
    "Events",
    "Expectation",
    "Experiment",
    "Field",
    "InvalidFile",
    "Lab",
    "LauncherNotFound",
    "Measurement",
    "Metrics",
    "Problem",
    "RaniError",
    "Run",
    "Sample",
    "Sensitivity",
    "ServiceFailure",
    "Sweep",
    "Table",
    "Topology",
    "TrialResult",
    "Trust",
    "__version__",
    "compare",
    "from_networkx",
    "launcher",
    "measure",
    "open",
    "run",
    "sensitivity",
    "sweep",
    "up",
    "validate",
    "version",
]
