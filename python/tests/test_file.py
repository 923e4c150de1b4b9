# SPDX-License-Identifier: Apache-2.0
import json
import math
from pathlib import Path
from typing import Any

import networkx as nx  # type: ignore[import-untyped]
import pytest

import rani

NODES: dict[str, Any] = {"n1": {}, "n2": {"services": {"sink": {}}}}


def topology(**link: Any) -> rani.Topology:
    return rani.Topology(nodes=NODES, links={"n1 -- n2": link})


def problem(file: rani.Topology | rani.Experiment | str) -> rani.Problem:
    with pytest.raises(rani.InvalidFile) as caught:
        rani.validate(file)
    return caught.value.problems[0]


def test_a_valid_one_is_told_of() -> None:
    assert rani.validate(topology(delay="5ms"))["nodes"] == 2


def test_a_problem_of_a_mapping_has_its_path_of_keys() -> None:
    found = problem(topology(dealy="5ms"))
    assert found.path == ("links", "n1 -- n2", "dealy")
    assert found.hint == "did you mean `delay`?"
    assert str(found).startswith('["links"]["n1 -- n2"]["dealy"]: unknown key')


def test_a_problem_in_a_list_has_the_place_in_it() -> None:
    sent = [{"from": "n1", "to": "n2", "packets": 10}, {"from": "n1", "to": "n3", "packets": 10}]
    found = problem(rani.Experiment(topology=topology(), traffic=sent))
    assert found.path[:2] == ("traffic", 1)
    assert "n3" in found.message


def test_a_problem_of_a_file_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("topology: bad\nnodes:\n  n1: {}\n  n2: {quue: {}}\n")
    found = problem(str(file))
    assert (found.line, found.column, found.path) == (4, 8, ())


def test_run_sweep_and_up_refuse_alike() -> None:
    bad = topology(rate="fast")
    experiment = rani.Experiment(topology=bad, traffic=[])
    for call in (
        lambda: rani.run(experiment, mode="virtual"),
        lambda: rani.sweep(experiment),
        lambda: rani.up(bad),
    ):
        with pytest.raises(rani.InvalidFile) as caught:
            call()
        assert caught.value.problems[0].path[-1] == "rate"
        assert caught.value.exit_code == 2


def test_a_change_that_is_not_valid_is_refused() -> None:
    with pytest.raises(rani.InvalidFile):
        rani.run("hello", mode="virtual", set={"traffic.0.packets": "many"})


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), {1: 2}])
def test_what_no_file_can_hold_is_named_with_its_place(value: Any) -> None:
    with pytest.raises(rani.InvalidFile) as caught:
        rani.Topology(nodes={"n1": {"position": [0, value]}})
    assert caught.value.problems[0].path == ("nodes", "n1", "position", 1)


def test_it_is_a_file_for_the_command_line(tmp_path: Path) -> None:
    topology(delay="5ms").write(tmp_path / "two.yaml")
    assert json.loads((tmp_path / "two.yaml").read_text())["nodes"] == NODES
    assert rani.validate(tmp_path / "two.yaml")["links"] == 1


def test_a_graph_keeps_nodes_links_and_attributes() -> None:
    graph = nx.petersen_graph()
    nx.set_edge_attributes(graph, "3ms", "delay")
    made = rani.from_networkx(graph, defaults={"link": {"rate": "1Mbit/s"}}).check()
    assert (len(made["nodes"]), len(made["links"])) == (10, 15)
    assert all(link == {"delay": "3ms"} for link in made["links"].values())


def test_names_that_no_topology_has_become_valid_and_unlike() -> None:
    graph = nx.Graph([("São Paulo", "S-o Paulo"), ("S-o-Paulo", 7), (7, "total"), ("x" * 40, 7)])
    made = rani.from_networkx(graph).check()
    assert len(made["nodes"]) == 6
    assert "S-o-Paulo" in made["nodes"]


def test_directions_that_differ_stay_apart_and_parallel_edges_too() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", delay="1ms")
    graph.add_edge("b", "a", delay="2ms")
    graph.add_edge("b", "a", delay="3ms")
    graph.add_edge("a", "a")
    made = rani.from_networkx(graph).check()
    assert made["links"] == {
        "a -- b": {"a -> b": {"delay": "1ms"}, "b -> a": {"delay": "2ms"}},
        "a -- b #2": {"delay": "3ms"},
    }
