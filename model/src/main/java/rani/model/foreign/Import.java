// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rani.ground.Sha256;
import rani.model.file.FileError;
import rani.model.file.ForeignFile;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.queue.Rate;

/** Makes a topology file of a file of another program. */
public final class Import {
  /** Largest file that is read, in bytes. */
  public static final int FILE_BYTES_MAX = 32_000_000;

  private static final double RATE_MIN = 1;

  /** Smallest loss, a frame in a thousand million. */
  private static final int LOSS_DECIMALS = 9;

  private static final int LABEL_LENGTH_MAX = 80;
  private static final int NAME_LENGTH_MAX = 64;

  /** A node whose name is not its label. */
  public record Mended(String label, String name) {}

  /**
   * A topology made of a file.
   *
   * @param sha256 of the file, in hexadecimal
   * @param parts that no link joins
   */
  public record Imported(
      String text,
      Topology topology,
      ForeignFile format,
      String sha256,
      int parts,
      List<Mended> mended,
      ImportNotes notes) {}

  private final Source source;
  private final ImportRules rules;
  private final ImportNotes notes = new ImportNotes();

  private Import(Source source, ImportRules rules) {
    this.source = source;
    this.rules = rules;
  }

  /**
   * Reads a file.
   *
   * @param file its name in messages and in the topology
   * @param head lines on its origin, for the head of the topology
   * @throws FileError if the file cannot be read, or is no network that a topology may be
   */
  public static Imported read(String file, byte[] bytes, ImportRules rules, List<String> head)
      throws FileError {
    return new Import(new Source(file, bytes), rules).imported(head);
  }

  private Imported imported(List<String> head) throws FileError {
    ForeignFile format = format();
    GraphBuilder builder = new GraphBuilder(rules, notes);
    GraphReader.of(format).read(source, builder);
    ForeignGraph graph = builder.graph(source.whole());
    JoinedLinks links = new JoinedLinks(graph, notes, source.whole());
    NodeNames names = new NodeNames(graph.nodes(), notes);
    int parts = links.noteParts(graph.nodes(), notes, source.whole());
    String sha256 = Sha256.hex(source.bytes());
    StringBuilder text = new StringBuilder();
    comment(text, "Imported from %s: %s.".formatted(fileName(), format.meaning()));
    comment(text, "SHA-256 " + sha256);
    head.forEach(line -> comment(text, line));
    graph.origins().forEach(line -> comment(text, line));
    text.append("topology: \"").append(networkName(graph)).append("\"\n");
    if (rules.rate().isPresent()) {
      text.append("defaults:\n  link: {rate: ").append(printed(rules.rate())).append("}\n");
    }
    Picture picture = new Picture(graph.nodes(), links.all());
    text.append("nodes:\n");
    graph.nodes().forEach(node -> node(text, node, names.of(node.id()), picture));
    links(text, graph, links.all(), names);
    return new Imported(
        text.toString(),
        checked(text.toString()),
        format,
        sha256,
        parts,
        names.mended().stream().map(each -> new Mended(each.label(), each.name())).toList(),
        notes);
  }

  private ForeignFile format() throws FileError {
    Optional<ForeignFile> format = ForeignFile.of(source.file(), source.bytes());
    if (format.isEmpty()) {
      throw new FileError(
          source.whole(),
          "this is in no format that is imported",
          "they are " + String.join(", ", ForeignFile.read()));
    }
    if (!format.get().isRead()) {
      throw new FileError(
          source.whole(),
          "this is " + format.get().meaning() + ", which is not imported",
          "what is: " + String.join(", ", ForeignFile.read()));
    }
    return format.get();
  }

  /** Reads the text as a topology; that it cannot be one is a mistake of this class. */
  private Topology checked(String text) throws FileError {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LocatedYaml.FILE_BYTES_MAX) {
      throw new FileError(
          source.whole(),
          "its topology would have %d bytes, at most %d are read"
              .formatted(bytes, LocatedYaml.FILE_BYTES_MAX),
          "");
    }
    try {
      return TopologyFile.load("the imported topology", text);
    } catch (FileError e) {
      throw new IllegalStateException("an import made a wrong topology: " + e.getMessage(), e);
    }
  }

  private static void comment(StringBuilder text, String line) {
    text.append("# ").append(Quoted.plain(line, 300)).append('\n');
  }

  private String fileName() {
    return String.valueOf(Path.of(source.file()).getFileName());
  }

  private String networkName(ForeignGraph graph) {
    String otherwise = fileName().replaceFirst("(\\.clab)?\\.[A-Za-z]{1,8}$", "");
    for (String text : List.of(graph.name().orElse(""), otherwise)) {
      String name = NodeNames.plain(text);
      if (!name.isEmpty()) {
        return name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX));
      }
    }
    return "imported";
  }

  private static void node(
      StringBuilder text, ForeignGraph.Node node, String name, Picture picture) {
    text.append("  ").append(name).append(": {");
    picture.of(node.id()).ifPresent(at -> text.append("position: ").append(printed(at)));
    text.append('}');
    if (!node.label().equals(name) && !node.label().isBlank()) {
      text.append("  # ").append(Quoted.plain(node.label(), LABEL_LENGTH_MAX));
    }
    text.append('\n');
  }

  private static String printed(Position at) {
    return "[" + printed(at.x()) + ", " + printed(at.y()) + "]";
  }

  private static String printed(double value) {
    BigDecimal rounded = rounded(value, 2);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static BigDecimal rounded(double value, int decimals) {
    return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
  }

  private void links(
      StringBuilder text, ForeignGraph graph, List<JoinedLinks.Link> links, NodeNames names) {
    if (links.isEmpty()) {
      return;
    }
    Map<String, ForeignGraph.Coordinates> places = new HashMap<>();
    for (ForeignGraph.Node node : graph.nodes()) {
      node.place().ifPresent(place -> places.put(node.id(), place));
    }
    text.append("links:\n");
    for (JoinedLinks.Link link : links) {
      ForeignGraph.Edge edge = link.edge();
      String from = names.of(edge.from());
      String to = names.of(edge.to());
      String name = from + " -- " + to;
      text.append("  ")
          .append(link.ordinal() == 1 ? name : "\"" + name + " #" + link.ordinal() + "\"")
          .append(": ");
      OptionalDouble km =
          places.containsKey(edge.from()) && places.containsKey(edge.to())
              ? OptionalDouble.of(places.get(edge.from()).kmTo(places.get(edge.to())))
              : OptionalDouble.empty();
      String there = settings(edge.values(), km, edge.at());
      String back = link.back() == null ? there : settings(link.back(), km, edge.at());
      text.append(
          there.equals(back)
              ? "{" + there + "}\n"
              : "\n    %s -> %s: {%s}\n    %s -> %s: {%s}\n"
                  .formatted(from, to, there, to, from, back));
    }
  }

  /** Returns the settings of a direction as YAML within braces. */
  private String settings(ForeignGraph.Values values, OptionalDouble km, Location at) {
    List<String> settings = new ArrayList<>();
    delay(values, km, at).ifPresent(nanos -> settings.add("delay: " + Units.printDuration(nanos)));
    OptionalDouble scaled = Quantities.times(values.rate(), OptionalDouble.of(rules.rateScale()));
    double rate = Math.rint(scaled.orElse(0));
    if (rate >= RATE_MIN && rate <= Units.RATE_MAX) {
      settings.add("rate: " + Units.printRate(Rate.bitsPerSecond(rate)));
    } else if (scaled.isPresent()) {
      notes.add(
          at,
          "left out: a rate that is not within 1bit/s and 1000Gbit/s",
          "--rate sets one",
          scaled.getAsDouble() + " bit/s");
    } else if (rules.rate().isEmpty()) {
      notes.add(at, "a link without a rate: it is unlimited", "--rate sets one");
    }
    double loss = rounded(values.loss().orElse(0), LOSS_DECIMALS).doubleValue();
    if (loss > 0) {
      settings.add("loss: " + Units.printFraction(loss));
    }
    return String.join(", ", settings);
  }

  /** Returns the delay: that of the file, of the length in the file, or of the coordinates. */
  private Optional<Long> delay(ForeignGraph.Values values, OptionalDouble km, Location at) {
    if (values.delayNanos().isPresent()) {
      return within(values.delayNanos().getAsDouble(), 1, at);
    }
    OptionalDouble length = values.km().isPresent() ? values.km() : km;
    if (length.isPresent()) {
      // Whole microseconds, which are 200 m of fibre.
      return within(length.getAsDouble() * rules.delayNanosPerKm(), 1_000, at);
    }
    if (rules.delayNanos().isPresent()) {
      notes.add(at, "a link without delay, length or coordinates: --delay is its delay", "");
      return Optional.of(rules.delayNanos().getAsLong());
    }
    notes.add(
        at, "a link without delay, length or coordinates: it has no delay", "--delay sets one");
    return Optional.empty();
  }

  private Optional<Long> within(double nanos, double step, Location at) {
    double rounded = Math.rint(nanos / step) * step;
    if (rounded >= 0 && rounded <= Units.DURATION_NANOS_MAX) {
      return Optional.of((long) rounded);
    }
    notes.add(at, "left out: a delay that is negative or beyond 31 years", "--delay sets one");
    return Optional.empty();
  }

  private static String printed(OptionalDouble rate) {
    return Units.printRate(Rate.bitsPerSecond(rate.orElseThrow()));
  }
}
