# SPDX-License-Identifier: Apache-2.0
import re
from pathlib import Path

import pytest
from conftest import ROOT

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_every_block_is_executed(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    names: dict[str, object] = {}
    executed = 0
    for block in BLOCK.finditer(text):
        if block[1] == "python":
            line = text[: block.start()].count("\n") + 1
            exec(compile("\n" * line + block[2], str(Path(page)), "exec"), names)
            executed += 1
        else:  # how the package comes here, which .ci/python does
            assert block[2].startswith("pip install")
    assert executed
