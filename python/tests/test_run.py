# SPDX-License-Identifier: Apache-2.0
import json
import re
from pathlib import Path

import pytest
from conftest import LOSSY, ROOT

import rani


def test_has_what_its_files_have(hello: rani.Run) -> None:
    told = json.loads((hello.folder / "result.json").read_text())
    assert dict(hello.metrics) == told["metrics"]
    assert hello.digest == told["digest"]
    assert (hello.passed, hello.mode, hello.seed, hello.trials) == (True, "virtual", 1, 1)
    assert [one.name for one in hello.expectations] == [one["name"] for one in told["expect"]]
    assert hello.trust.verdict == "exact"
    assert hello.report.is_file()


def test_is_opened_again(hello: rani.Run) -> None:
    again = rani.open(hello.folder)
    assert isinstance(again, rani.Run)
    assert again.digest == hello.digest


def test_a_seed_repeats_it_and_another_does_not() -> None:
    one, same, other = (
        rani.run(
            LOSSY,
            mode="virtual",
            seed=seed,
            trials=1,
            pick={"limit": "3packet", "load": "80packet/s"},
        )
        for seed in (1, 1, 2)
    )
    assert one.digest == same.digest != other.digest


def test_a_file_with_variants_is_for_a_sweep() -> None:
    with pytest.raises(rani.RaniError, match=r"4 variants: pick=… leaves one") as caught:
        rani.run(LOSSY, mode="virtual", trials=1)
    folder = caught.value.message.split(" is in ")[1].split(",")[0]
    opened = rani.open(folder)
    assert isinstance(opened, rani.Sweep)
    assert len(opened.trials) == 4


def test_expectations_that_fail_are_no_exception() -> None:
    run = rani.run("hello", mode="virtual", set={"topology.links.n1 -- n2.loss": "50%"})
    assert not run.passed
    assert not all(one.passed for one in run.expectations)


def test_delays_are_those_of_the_links(hello: rani.Run) -> None:
    """Two links of 5 ms and 2 Mbit/s: 1000 bytes take 4 ms each."""
    frame = hello.frame("delay.n1")
    assert len(frame) == 20
    assert frame["value"].to_list() == pytest.approx([0.018] * 20)
    assert frame["time_seconds"].diff().dropna().to_list() == pytest.approx([0.02] * 19)


def test_tables_and_events_agree(hello: rani.Run) -> None:
    flows = hello.flows()
    assert flows["delivered"].sum() == 20
    sunk = [one for one in hello.events("delivery", node="n3") if one["at"] == "sink"]
    assert len(sunk) == 20
    assert hello.events("drop") == []
    assert len(hello.frame("queue")) == 20


def test_metrics_have_units_and_meanings(hello: rani.Run) -> None:
    assert hello.metrics.unit("delay.n1.p95") == "s"
    assert hello.metrics.unit("throughput.n1") == "bit/s"
    assert hello.metrics.frame()["metric"].to_list() == list(hello.metrics)


def test_a_metric_that_is_not_there_is_told_with_the_nearest(hello: rani.Run) -> None:
    with pytest.raises(KeyError, match=r"did you mean 'delay\.n1\.p9"):
        hello.metrics["delay.n1.p96"]


def test_another_span_has_other_numbers(hello: rani.Run) -> None:
    """From 0.1 s on 15 or 16 packets of 1000 bytes come, the last at 0.398 s."""
    measured = hello.measure(since="100ms", metrics="throughput.*")
    assert measured.as_recorded
    assert measured.metrics["throughput.n1"] == pytest.approx(15 * 8000 / 0.298, rel=1e-6)


def test_charts_are_vega_lite(hello: rani.Run) -> None:
    spec = hello.chart(metric="delay.n1", kind="cdf").to_dict(validate=False)
    assert "vega-lite" in spec["$schema"]


def test_two_runs_are_compared(hello: rani.Run) -> None:
    slow = rani.run("hello", mode="virtual", set={"topology.links.n1 -- n2.delay": "25ms"})
    frame = rani.compare(hello, slow, metrics="delay.n1.mean").frame()
    assert frame["difference"].to_list() == pytest.approx([0.02])


def test_is_shown_small(hello: rani.Run) -> None:
    shown = hello._repr_html_()
    assert "every packet arrives" in shown
    assert len(shown) < 10_000


def test_what_a_newer_version_wrote_is_refused(hello: rani.Run, tmp_path: Path) -> None:
    told = json.loads((hello.folder / "result.json").read_text())
    told |= {"format": 99, "rani": "9.9.9"}
    (tmp_path / "result.json").write_text(json.dumps(told))
    with pytest.raises(rani.RaniError, match=re.escape("9.9.9")):
        rani.open(tmp_path)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(rani.RaniError, match="not the folder"):
        rani.open(tmp_path)


RELEASED = sorted(ROOT.glob("src/test/resources/golden/released/*/*/result.json"))


@pytest.mark.skipif(not RELEASED, reason="there is no release yet")
def test_folders_of_releases_are_opened() -> None:
    for file in RELEASED:
        opened = rani.open(file.parent)
        assert isinstance(opened, rani.Run)
        assert opened.metrics
