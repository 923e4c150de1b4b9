# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import LOSSY, is_alive

import rani
from rani import _bundled


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_a_missing_one_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RANI")
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(_bundled, "launcher", lambda: None)
    with pytest.raises(rani.LauncherNotFound, match=r"pip install rani-net.*variable RANI"):
        rani.run("hello", mode="virtual")


def test_another_program_of_that_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = script(tmp_path / "rani", "echo a mail reader")
    monkeypatch.setattr(rani, "launcher", other)
    with pytest.raises(rani.LauncherNotFound, match=r"from rani\.launcher, is not rani"):
        rani.version()


def test_one_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = script(tmp_path / "rani", """echo '{"version": "9.0.0", "commit": "0123"}'""")
    monkeypatch.setenv("RANI", str(other))
    with pytest.raises(rani.LauncherNotFound, match=r"is rani 9\.0\.0, and this package is"):
        rani.version()


def test_what_the_program_names_comes_before_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rani, "launcher", os.environ["RANI"])
    monkeypatch.setenv("RANI", "/nonexistent")
    assert rani.version()["commit"]


def test_an_error_has_the_message_and_the_exit_code(hello: rani.Run) -> None:
    with pytest.raises(rani.RaniError, match="no series") as caught:
        hello.frame("delay.n9")
    assert caught.value.exit_code == 2


def test_ctrl_c_ends_the_process(tmp_path: Path) -> None:
    """A sweep of a million trials, which is interrupted after its first."""
    program = f"""
import rani
rani.sweep({LOSSY!r}, trials=250_000, out="long", progress=True)
"""
    python = subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    journal = tmp_path / "long" / "journal.jsonl"
    deadline = time.monotonic() + 120
    while not (journal.is_file() and journal.stat().st_size):
        assert python.poll() is None and time.monotonic() < deadline
        time.sleep(0.1)
    [child] = Path(f"/proc/{python.pid}/task/{python.pid}/children").read_text().split()
    python.send_signal(signal.SIGINT)
    _, said = python.communicate(timeout=120)
    assert "KeyboardInterrupt" in said
    assert not is_alive(int(child))
