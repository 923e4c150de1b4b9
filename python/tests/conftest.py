# SPDX-License-Identifier: Apache-2.0
"""Real runs by the launcher that RANI names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rani

ROOT = Path(__file__).resolve().parents[2]

#: Two variants of a queue that overflows by chance, so that trials differ.
LOSSY = {
    "experiment": "lossy",
    "topology": {
        "nodes": {"n1": {}, "n2": {"services": {"sink": {}}}},
        "links": {"n1 -- n2": {"delay": "5ms", "rate": "100packet/s"}},
        "defaults": {"node": {"queue": {"limit": "${limit}"}}},
    },
    "sweep": {
        "variables": {"limit": ["3packet", "10packet"], "load": ["80packet/s", "130packet/s"]},
        "baseline": {"limit": "3packet"},
        "repeat": 5,
    },
    "traffic": [
        {"from": "n1", "to": "n2", "kind": "poisson", "rate": "${load}", "packets": 200},
    ],
    "expect": [{"name": "some arrive", "metric": "through.n1", "at-least": "10%"}],
    "plots": [{"title": "Arrivals", "x": "load", "metric": "through.n1", "by": "limit"}],
}


@pytest.fixture(scope="session", autouse=True)
def launcher() -> None:
    if not os.environ.get("RANI"):
        pytest.exit("RANI names no launcher to test with", 2)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def hello(tmp_path_factory: pytest.TempPathFactory) -> rani.Run:
    return rani.run("hello", mode="virtual", out=tmp_path_factory.mktemp("runs") / "hello")


@pytest.fixture(scope="session")
def lossy(tmp_path_factory: pytest.TempPathFactory) -> rani.Sweep:
    return rani.sweep(LOSSY, digests=True, out=tmp_path_factory.mktemp("runs") / "lossy")


def is_alive(pid: int) -> bool:
    """Returns whether a process runs; one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
