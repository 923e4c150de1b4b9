# SPDX-License-Identifier: Apache-2.0
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import is_alive

import rani


def pids(folder: Path) -> list[int]:
    told = json.loads((folder / "run.json").read_text())
    return [node["pid"] for node in told["nodes"]]


def test_a_network_is_asked_changed_and_captured(tmp_path: Path) -> None:
    with rani.up("linear-3", out=tmp_path / "lab") as lab:
        nodes = pids(lab.folder)
        assert len(nodes) == 3
        assert all(map(is_alive, nodes))
        assert {node["state"] for node in lab.state()["nodes"].values()} == {"up"}
        assert lab.links()["n1->n2"]["up"]

        with lab.events() as events, lab.capture("n1:n2", to=tmp_path / "ping.pcapng") as capture:
            assert "5 answered" in lab.exec("n1 ping n3")
            lab.set_link("n1 -> n2", delay="50ms")
            assert lab.links()["n1->n2"]["delay-nanos"] == 50_000_000
            lab.cut("n2 -- n3")
            assert any("n2 -- n3 is cut" in event["text"] for event in events)
        lab.mend("n2 -- n3")

        block, size = capture.path.read_bytes(), capture.path.stat().st_size
        assert block[:4] == b"\n\r\r\n"
        assert size > 10 * 32  # five pings and their answers, at least
        assert int.from_bytes(block[-4:], "little") <= size  # ends with a whole block

        up = [one for one in lab.metrics() if one.name == "rani_lab_node_up"]
        assert {one.labels["node"]: one.value for one in up} == {"n1": 1, "n2": 1, "n3": 1}

        with pytest.raises(rani.RaniError, match="did you mean `n1 -- n2`"):
            lab.cut("n1 -- n9")
        with pytest.raises(rani.RaniError, match="did you mean `ping`"):
            lab.exec("n1 pnig n3")
    assert not any(map(is_alive, nodes))
    with pytest.raises(rani.RaniError, match="has ended"):
        lab.state()


PROGRAM = """
import os, sys, rani
with rani.up(topo="linear,2", out="lab") as lab:
    print(lab._server.pid, flush=True)
    if sys.argv[1] == "raise":
        raise ValueError("of the block")
    sys.stdin.read()
"""


@pytest.mark.parametrize("how", ["raise", "ctrl-c"])
def test_whatever_leaves_the_block_ends_the_network(how: str, tmp_path: Path) -> None:
    python = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert python.stdout is not None
    server = int(python.stdout.readline())
    nodes = pids(tmp_path / "lab")
    if how == "ctrl-c":
        python.send_signal(signal.SIGINT)
    _, said = python.communicate(timeout=120)
    assert ("of the block" if how == "raise" else "KeyboardInterrupt") in said
    assert len(nodes) == 2
    assert not any(map(is_alive, [*nodes, server]))


def test_ctrl_c_while_it_comes_up_leaves_nothing(tmp_path: Path) -> None:
    python = subprocess.Popen(
        [sys.executable, "-c", "import rani; rani.up(topo='linear,2', out='lab', progress=True)"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert python.stderr is not None
    assert "2 nodes" in python.stderr.readline()
    python.send_signal(signal.SIGINT)
    _, said = python.communicate(timeout=120)
    assert "KeyboardInterrupt" in said
    record = tmp_path / "lab" / "run.json"
    assert not record.is_file() or not any(map(is_alive, pids(tmp_path / "lab")))
