// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rani.aqm.RedConfig;
import rani.aqm.RioConfig;
import rani.json.Json;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.FileCapture;
import rani.model.capture.LinkType;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.UnitError;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.study.experiment.Experiment;
import rani.study.observe.MetricSheet;
import rani.study.observe.RunTrace;
import rani.wire.Address;

/**
 * What {@code oracle/oracle.py} makes of the packets of runs in virtual time, beside what rani says
 * of the same runs.
 */
public final class Oracle {
  private static final Path PROGRAM = Path.of("resources", "oracle", "oracle.py");
  private static final String UNTOLD = "untold";
  private static final double RELATIVE_ERROR_MAX = 1e-12;
  private static final int SNAP_BYTES = 2000;

  private Oracle() {}

  /**
   * Two tellings of a run.
   *
   * @param compared how many metrics both tell of
   * @param differences one line each
   */
  public record Comparison(int compared, List<String> differences) {}

  /** Runs an experiment and asks what its packets tell. Of the folder all is used. */
  public static Comparison compare(Experiment experiment, long seed, Path folder) throws Exception {
    Trial trial = run(experiment, seed, folder);
    SequencedMap<String, Double> told = new LinkedHashMap<>();
    SequencedMap<String, Double> ours = new LinkedHashMap<>(trial.metrics());
    for (String line : ask(folder.toString())) {
      List<String> words = List.of(line.split(" "));
      if (words.getLast().equals(UNTOLD)) {
        ours.remove(words.getFirst());
      } else {
        told.put(words.getFirst(), Double.parseDouble(words.getLast()));
      }
    }
    return compare(ours, told);
  }

  /**
   * Runs an experiment and returns what its packets tell of each transfer, as it started: when it
   * did, from, to, its connection, bytes, how long it took or {@code -}, and the least time, in ns.
   */
  static List<List<String>> transfers(Experiment experiment, long seed, Path folder)
      throws Exception {
    run(experiment, seed, folder);
    return ask("--transfers", folder.toString()).stream()
        .map(line -> List.of(line.split(" ")))
        .toList();
  }

  private static Trial run(Experiment experiment, long seed, Path folder) throws Exception {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("plan.json"), Json.print(plan(experiment)));
    return VirtualTrial.run(
        experiment,
        seed,
        Optional.of(folder.resolve("run.trace")),
        captures(experiment.network(), folder),
        RunTrace.NONE,
        "none");
  }

  private static Comparison compare(Map<String, Double> ours, Map<String, Double> told)
      throws Exception {
    TreeSet<String> names = new TreeSet<>(ours.keySet());
    names.addAll(told.keySet());
    Set<String> untold = untold().keySet();
    int compared = 0;
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      if (MetricSheet.all(name).stream().anyMatch(of -> untold.contains(of.row().pattern()))) {
        continue;
      }
      compared++;
      Double one = ours.get(name);
      Double other = told.get(name);
      if (one == null || other == null || !isSame(one, other)) {
        differences.add(name + ": " + one + ", by its packets " + other);
      }
    }
    return new Comparison(compared, differences);
  }

  private static boolean isSame(double one, double other) {
    return Math.abs(one - other) <= RELATIVE_ERROR_MAX * Math.max(Math.abs(one), Math.abs(other));
  }

  /** Rows of the sheet of metrics that packets do not tell of, with the reason. */
  public static Map<String, String> untold() throws Exception {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : ask("--untold")) {
      int blank = line.indexOf(' ');
      reasons.put(line.substring(0, blank), line.substring(blank + 1));
    }
    return reasons;
  }

  /** Rows of the sheet of metrics that it computes. */
  public static Set<String> rows() throws Exception {
    return new TreeSet<>(ask("--rows"));
  }

  private static List<String> ask(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("python3", PROGRAM.toString()));
    words.addAll(List.of(arguments));
    Process python =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines;
    try (var out = python.inputReader(StandardCharsets.US_ASCII)) {
      lines = out.lines().toList();
    }
    assertEquals(0, python.waitFor(), words::toString);
    return lines;
  }

  /** All that passes the links of each node, in a file for each. */
  private static List<FileCapture> captures(Topology network, Path folder) throws UnitError {
    List<FileCapture> captures = new ArrayList<>();
    for (String node : network.nodeNames()) {
      List<CapturedEnd> ends = CapturedEnd.of(node, network, LinkNumbers.of(network));
      if (!ends.isEmpty()) {
        captures.add(
            new FileCapture(
                new CapturePlan(
                    ends,
                    CaptureFilter.ALL,
                    new CaptureLimits(SNAP_BYTES, Long.MAX_VALUE, CaptureLimits.BYTES_MAX),
                    LinkType.RANI),
                folder.resolve(node + ".pcapng")));
      }
    }
    return captures;
  }

  /** What the experiment's files say, as far as the oracle has to know it. */
  private static SequencedMap<String, Object> plan(Experiment experiment) {
    Topology network = experiment.network();
    var measure = new LinkedHashMap<String, Object>();
    measure.put("node", experiment.measure().node());
    measure.put("queue", experiment.measure().queue());
    measure.put("from", experiment.measure().fromNanos());
    measure.put("until", orNull(experiment.measure().untilNanos()));
    var plan = new LinkedHashMap<String, Object>();
    measure.put(
        "maxTh", orNull(ObservationSetup.maxTh(experiment.topology(), experiment.measure())));
    plan.put("measure", measure);
    plan.put("nodes", network.nodes().stream().map(node -> node(node, network)).toList());
    return plan;
  }

  private static SequencedMap<String, Object> node(TopologyNode node, Topology network) {
    List<SequencedMap<String, Object>> links = new ArrayList<>();
    for (TopologyLink link : network.linksByNode().getOrDefault(node.name(), List.of())) {
      var told = new LinkedHashMap<String, Object>();
      told.put("number", links.size());
      told.put("name", link.direction(node.name()));
      told.put("to", link.farEnd(node.name()).node());
      told.put("rate", rate(link.end(node.name()).rate()));
      told.put("delay", link.end(node.name()).impairment().delayNanos());
      told.put("law", law(link.end(node.name()).queue()));
      links.add(told);
    }
    var told = new LinkedHashMap<String, Object>();
    told.put("name", node.name());
    told.put("address", Address.text(node.virtualAddress()));
    told.put("ownQueue", node.placement() == TopologyNode.Placement.NODE);
    told.put("rate", rate(node.rate()));
    told.put("law", law(node.queue()));
    told.put("links", links);
    var services = new LinkedHashMap<String, @Nullable Object>();
    node.services().forEach((service, options) -> services.put(service, plain(options)));
    told.put("services", services);
    return told;
  }

  /** What a queue's average follows; null if it is what waits. */
  private static @Nullable Object law(QueueConfig queue) {
    if (queue.aqm() instanceof RioConfig) {
      return Map.of("discipline", "rio");
    }
    RedConfig red = RedConfig.of(queue);
    return red == null
        ? null
        : Map.of(
            "discipline",
            "red",
            "rules",
            red.rules().text(),
            "weight",
            red.weight(),
            "meanPacket",
            red.meanPacketBytes(),
            "byteMode",
            red.byteMode());
  }

  private static @Nullable Object rate(Rate rate) {
    return rate.isUnlimited() ? null : rate.text();
  }

  private static @Nullable Object orNull(OptionalDouble number) {
    return number.isPresent() ? number.getAsDouble() : null;
  }

  private static @Nullable Object orNull(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  private static @Nullable Object plain(LocatedValue value) {
    return switch (value) {
      case LocatedMap map -> {
        var plain = new LinkedHashMap<String, @Nullable Object>();
        map.entries().forEach((key, entry) -> plain.put(key, plain(entry.value())));
        yield plain;
      }
      case LocatedList list -> {
        List<@Nullable Object> plain = new ArrayList<>();
        list.values().forEach(each -> plain.add(plain(each)));
        yield plain;
      }
      case LocatedScalar scalar -> scalar.isNull() ? null : scalar.text();
    };
  }
}
