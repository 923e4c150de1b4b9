// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.List;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.TreeBuilder;
import rani.model.file.Units;
import rani.model.file.YamlText;
import rani.model.topology.TopologyText;
import rani.study.expectation.Bound;
import rani.study.expectation.Expectation;
import rani.study.expectation.ExpectationReader;

/** Prints an experiment with its topology, so that it reads back to an equal one anywhere. */
public final class ExperimentText {
  private static final String ORIGIN = "resolved experiment";
  private static final Location AT = Location.ofFile(ORIGIN);

  private ExperimentText() {}

  public static String print(Experiment experiment) {
    return print(experiment, List.of());
  }

  /** Prints an experiment with the plots of its file. */
  public static String print(Experiment experiment, List<Plot> plots) {
    LocatedMap tree = tree(experiment);
    return YamlText.print(plots.isEmpty() ? tree : tree.with("plots", AT, PlotReader.tree(plots)));
  }

  static LocatedMap tree(Experiment experiment) {
    TreeBuilder tree =
        new TreeBuilder(ORIGIN)
            .putText(ExperimentFile.KIND_KEY, experiment.name())
            .putText("title", experiment.title());
    if (!experiment.description().isEmpty()) {
      tree.putText("description", experiment.description());
    }
    if (experiment.paper() != null) {
      tree.put("paper", paper(experiment.paper()));
    }
    RunRule run = experiment.run();
    TreeBuilder runTree = new TreeBuilder(ORIGIN);
    ExperimentReader.run(runTree, run);
    tree.put("seed", Long.toString(experiment.seed()))
        .put("trials", Integer.toString(experiment.trials()))
        .put("traffic", list(experiment.traffic().stream().map(ExperimentText::flow).toList()))
        .put("run", runTree.build())
        .put("measure", measure(experiment))
        .put(
            "expect",
            list(experiment.expectations().stream().map(ExperimentText::expectation).toList()))
        .put("topology", TopologyText.tree(experiment.topology()));
    if (!experiment.captures().isEmpty()) {
      tree.put(
          CaptureReader.CAPTURES,
          list(experiment.captures().stream().map(CaptureReader::tree).toList()));
    }
    TreeBuilder live = new TreeBuilder(ORIGIN);
    ExperimentReader.pace(tree, live, experiment.pace());
    ExperimentReader.live(live, run.live());
    return tree.putUnlessEmpty("live", live.build()).build();
  }

  private static LocatedMap measure(Experiment experiment) {
    Measure measure = experiment.measure();
    TreeBuilder tree =
        new TreeBuilder(ORIGIN).put("from", Units.printDuration(measure.fromNanos()));
    MeasureReader.text(measure, experiment.topology(), AT)
        .ifPresent(queue -> tree.put("queue", queue));
    measure.untilNanos().ifPresent(until -> tree.put("until", Units.printDuration(until)));
    return tree.build();
  }

  private static LocatedMap paper(Paper paper) {
    TreeBuilder tree = new TreeBuilder(ORIGIN);
    ExperimentReader.paper(tree, paper);
    TreeBuilder values = new TreeBuilder(ORIGIN);
    paper.values().forEach(values::putText);
    return tree.putUnlessEmpty("values", values.build()).build();
  }

  private static LocatedMap flow(TrafficFlow flow) {
    TreeBuilder tree =
        new TreeBuilder(ORIGIN)
            .put("from", list(flow.from().stream().map(ExperimentText::text).toList()))
            .put("to", flow.to());
    flow.options().entries().forEach((key, entry) -> tree.put(key, entry.value()));
    return tree.putUnlessEmpty("sink", flow.sink()).build();
  }

  private static LocatedMap expectation(Expectation expectation) {
    Bound bound = expectation.bound();
    TreeBuilder tree =
        new TreeBuilder(ORIGIN)
            .putText("name", expectation.name())
            .put("metric", expectation.metric());
    if (expectation.virtualOnly()) {
      tree.put(ExpectationReader.VIRTUAL_ONLY, "true");
    }
    List<LocatedScalar> limits = bound.limits().stream().map(limit -> text(limit.text())).toList();
    LocatedValue value = limits.size() == 1 ? limits.getFirst() : list(limits);
    return tree.put(MapReader.nameOf(bound.relation()), value).build();
  }

  private static LocatedScalar text(String text) {
    return new LocatedScalar(AT, text, false);
  }

  private static LocatedList list(List<? extends LocatedValue> values) {
    return new LocatedList(AT, List.copyOf(values));
  }
}
