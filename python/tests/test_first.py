# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import rani


def test_runs_and_opens_what_it_has_run(tmp_path: Path) -> None:
    run = rani.run("hello", mode="virtual", out=tmp_path / "hello")
    assert run.passed
    opened = rani.open(run.folder)
    assert isinstance(opened, rani.Run)
    assert opened.digest == run.digest
