// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import rani.link.DropList;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Vocabulary;
import rani.wire.FlowSpec;

/** Reads and prints the list of packets, by number, that one direction of a link drops. */
final class DropReader {
  private static final String NUMBERS = "drop";
  private static final String FLOW = "drop-flow";
  private static final String COUNTED = "drop-count";
  private static final Kind<DropList.Counted> COUNT = Kind.oneOf(DropList.Counted.class);
  private static final Form NUMBER = new Form.Whole(1L, 1_000_000_000L);
  private static final String RANGE = "\\d{1,10}(\\.\\.\\d{1,10})?";

  static final Vocabulary KEYS =
      Vocabulary.of(
          new Property(
                  NUMBERS,
                  new Form.Either(
                      List.of(
                          NUMBER,
                          new Form.Text("^\\s*(none|" + RANGE + "(\\s*,\\s*" + RANGE + ")*)\\s*$"),
                          new Form.ListOf(
                              new Form.Either(List.of(NUMBER, new Form.Text("^" + RANGE + "$"))),
                              0,
                              DropList.RANGES_MAX,
                              false))),
                  "Packets that are dropped, by number from 1 in ascending order: 14, 15, 28..30;"
                      + " at most 1000 numbers and ranges.")
              .usually("none"),
          Kind.TEXT.property(
              FLOW,
              "Whose packets are counted, all of them together: n1, n1 -> n3, n1:*->n3:7000/rdp, or"
                  + " * for all.",
              "*"),
          COUNT.property(
              COUNTED,
              "What has a number: every packet, or those with data.",
              DropList.Counted.PACKETS));

  private final MapReader reader;
  private final Problems problems;
  private final Optional<DropList> list;
  private final Optional<String> flow;

  DropReader(MapReader reader, Problems problems) {
    this.reader = reader;
    this.problems = problems;
    flow = reader.text(FLOW);
    DropList.Counted counted = reader.value(COUNTED, COUNT, DropList.Counted.PACKETS);
    list = numbers(counted);
    if (reader.value(NUMBERS).isEmpty()) {
      for (String key : List.of(FLOW, COUNTED)) {
        if (reader.value(key).isPresent()) {
          problems.report(
              reader.map().keyAt(key), "`" + key + "` goes with `drop`, which is missing");
        }
      }
    }
  }

  private Optional<DropList> numbers(DropList.Counted counted) {
    if (reader.value(NUMBERS).isEmpty()) {
      return Optional.empty();
    }
    List<String> numbers = reader.texts(NUMBERS).stream().map(LocatedScalar::text).toList();
    try {
      return Optional.of(DropList.of(FlowSpec.ALL, counted, String.join(",", numbers)));
    } catch (IllegalArgumentException e) {
      problems.report(reader.at(NUMBERS), "`drop`: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns the drop list, if the file has one, given the addresses of nodes by name. */
  Optional<DropList> read(Map<String, Integer> addresses) {
    return list.map(named -> new DropList(spec(addresses), named.counted(), named.ranges()));
  }

  private FlowSpec spec(Map<String, Integer> addresses) {
    if (flow.isEmpty()) {
      return FlowSpec.ALL;
    }
    try {
      return FlowText.spec(flow.get(), addresses);
    } catch (UnitError e) {
      problems.report(reader.at(FLOW), "`drop-flow`: " + e.getMessage(), e::hint);
      return FlowSpec.ALL;
    }
  }

  /** Prints the drop list with its flow as written in the file. Absent keys are omitted. */
  void put(TreeBuilder tree) {
    list.ifPresent(said -> put(tree, said, flow.orElse(FlowSpec.ALL.toString())));
  }

  static void put(TreeBuilder tree, DropList drops) {
    put(tree, drops, drops.flow().toString());
  }

  private static void put(TreeBuilder tree, DropList drops, String flow) {
    tree.putText(NUMBERS, drops.numbers());
    if (!drops.isEmpty()) {
      tree.putText(FLOW, flow).put(COUNTED, drops.counted().text());
    }
  }
}
