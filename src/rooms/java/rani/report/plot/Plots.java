// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.LocatedYaml;
import rani.model.topology.TopologyFile;
import rani.study.expectation.MetricPlaces;
import rani.study.experiment.Plot;
import rani.study.experiment.PlotReader;

/** Plots and charts from the keys of a file. */
final class Plots {
  private Plots() {}

  /** Reads a plot from the inside of a YAML mapping in one line. */
  static Plot plot(String keys, PlotRun... runs) throws FileError {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    List.of(runs).forEach(run -> variables.putAll(run.variables()));
    return PlotReader.read(
            List.of(LocatedYaml.mapping("test.yaml", ("{" + keys + "}").getBytes(UTF_8))),
            variables,
            anywhere())
        .getFirst();
  }

  static Chart chart(String keys, PlotRun... runs) throws FileError, LabFailure {
    Plot plot = plot(keys, runs);
    return PlotChart.of(plot, List.of(runs), plot.title(), List.of("made up"));
  }

  private static MetricPlaces anywhere() throws FileError {
    MetricPlaces places = new MetricPlaces();
    places.add(
        TopologyFile.load(
            "net.yaml", "{topology: net, nodes: {a: {}, b: {}, c: {}}, links: {a -- b: {}}}"));
    return places;
  }

  /** Returns the only layer of a kind in a panel. */
  static <L extends Chart.Layer> L only(Chart.Panel panel, Class<L> kind) {
    List<L> found = panel.layers().stream().filter(kind::isInstance).map(kind::cast).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " of " + kind + " in " + panel.layers());
    }
    return found.getFirst();
  }
}
