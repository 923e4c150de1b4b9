# SPDX-License-Identifier: Apache-2.0
"""Services in WebAssembly."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import rani

#: A module of 124 bytes: the service ``trapper``, number 40002, whose every packet is a trap.
TRAPPER = b64decode(
    "AGFzbQEAAAABBQFgAAF/AwMCAAAFAwEAAQchAwZtZW1vcnkCAAhkZXNjcmliZQAACW9uX3BhY2tldAABCgsCBABB"
    "EAsEAAAACwsxAQBBEAsrbmFtZSB0cmFwcGVyCm51bWJlciA0MDAwMgpyZWFjaCBldmVyeS1ob3AKAA=="
)

#: A module of 8,000 bytes, whose text is longer than a part of it may be.
HOP_COUNTER = ROOT / "config" / "topologies" / "hop-counter.wasm"


def capsules(module: Any, count: int = 5, code: str = "any-sandboxed") -> rani.Experiment:
    """Returns an experiment in which capsules of ``trapper`` go from n1 to n2."""
    send = {"capsule": ["send", "trapper", "n2", f"count={count}"]}
    topology = rani.Topology(
        modules={"trapper": module},
        nodes={
            "n1": {"code": "any-sandboxed", "services": {"capsule": {"holds": "trapper"}}},
            "n2": {"code": code, "services": {"capsule": {}}},
        },
        links={"n1 -- n2": {"delay": "5ms"}},
    )
    return rani.Experiment(
        topology=topology,
        schedule=[{"at": "1s", "node": "n1", "tell": send}],
        run={"until": "4s", "max": "60s"},
    )


def test_bytes_and_a_file_are_the_same_run(tmp_path: Path) -> None:
    (tmp_path / "trapper.wasm").write_bytes(TRAPPER)
    runs = [
        rani.run(capsules(module), mode="virtual", seed=1, out=tmp_path / f"run-{i}")
        for i, module in enumerate(
            [TRAPPER, memoryview(TRAPPER), Path("trapper.wasm"), "trapper.wasm"]
        )
    ]
    assert len({run.digest for run in runs}) == 1
    assert len({(run.folder / "topology.yaml").read_text() for run in runs}) == 1

    (failed,) = runs[0].service_failures
    assert (failed.node, failed.failures, failed.suspended) == ("n2", 3, True)
    assert failed.service.startswith("trapper@")
    assert failed.last_failure.startswith("unreachable")
    assert runs[0].passed


def test_what_runs_nothing_fails_nowhere(tmp_path: Path) -> None:
    run = rani.run(capsules(TRAPPER, code="none"), mode="virtual", out=tmp_path / "run")
    assert run.service_failures == ()


def test_a_long_module_is_held_in_parts_and_written(tmp_path: Path) -> None:
    made = rani.Topology(
        modules={"hop-counter": HOP_COUNTER.read_bytes()}, nodes={"n1": {}, "n2": {}}
    )
    parts = made["modules"]["hop-counter"]
    assert [len(part) for part in parts[:-1]] == [4000] * (len(parts) - 1)
    assert len(parts) > 1
    made.check().write(tmp_path / "counted.yaml")
    written = json.loads((tmp_path / "counted.yaml").read_text())
    assert rani.Topology(written).check()["modules"] == dict(made["modules"])


@pytest.mark.parametrize("bad", [b"no module", TRAPPER[:60], b""])
def test_what_is_no_module_is_refused_with_its_place(bad: bytes) -> None:
    with pytest.raises(rani.InvalidFile) as caught:
        rani.Topology(modules={"bad": bad}, nodes={"n1": {}}).check()
    assert caught.value.problems[0].path[:2] == ("modules", "bad")


def test_a_module_may_be_at_some_nodes() -> None:
    plain = rani.Topology(modules={"a": TRAPPER}, nodes={"n1": {}})
    made = rani.Topology(modules={"a": {"file": TRAPPER, "at": "n1"}}, nodes={"n1": {}})
    assert made["modules"]["a"] == {"file": plain["modules"]["a"], "at": "n1"}


def test_bytes_are_modules_alone() -> None:
    with pytest.raises(rani.InvalidFile) as caught:
        rani.Topology(modules={"a": TRAPPER}, nodes={"n1": {"position": b"12"}})
    assert caught.value.problems[0].path == ("nodes", "n1", "position")


def test_a_node_s_code_is_checked() -> None:
    with pytest.raises(rani.InvalidFile) as caught:
        rani.Topology(nodes={"n1": {"code": "any-sandbox"}}).check()
    problem = caught.value.problems[0]
    assert problem.path == ("nodes", "n1", "code")
    assert "any-sandboxed" in f"{problem.message} {problem.hint}"


def test_code_of_a_network_that_is_up_is_listed(tmp_path: Path) -> None:
    topology = capsules(TRAPPER)["topology"]
    with rani.up(topology, out=tmp_path / "lab") as lab:
        (held,) = lab.code()
        assert (held.node, held.name, held.origin, held.state) == ("n1", "trapper", "file", "kept")
        assert held.bytes == len(TRAPPER)
        with lab.events() as events:
            lab.tell("n1", "capsule", "send", "trapper", "n2", "count=3", "gap=1ms")
            assert any("is suspended" in event["text"] for event in events)
        (came,) = lab.code(node="n2")
        assert (came.sha256, came.state, came.packets) == (held.sha256, "suspended", 3)
        assert came.last_failure is not None and came.last_failure.startswith("unreachable")
