// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.file.UnitError;
import rani.lab.file.Units;
import rani.lab.topology.LinkEnd;
import rani.link.DropList;

/** The knobs of a link's direction, as {@code link … set} takes them. */
final class Knobs {
  /** Their names. */
  static final List<String> NAMES =
      List.of(
          "rate",
          "delay",
          "jitter",
          "loss",
          "duplicate",
          "reorder",
          "corrupt",
          "drop",
          "drop-flow",
          "drop-count");

  private Knobs() {}

  /** What the topology's file says of a direction. */
  static SequencedMap<String, Object> ofFile(LinkEnd end) {
    SequencedMap<String, Object> knobs = new LinkedHashMap<>();
    knobs.put("rate", Units.printRate(end.rate()));
    knobs.put("delay", Units.printDuration(end.impairment().delayNanos()));
    knobs.put("jitter", Units.printDuration(end.impairment().jitterNanos()));
    knobs.put("loss", Units.printFraction(end.impairment().loss()));
    knobs.put("duplicate", Units.printFraction(end.impairment().duplicate()));
    knobs.put("reorder", Units.printFraction(end.impairment().reorder()));
    knobs.put("corrupt", Units.printFraction(end.impairment().corrupt()));
    DropList drops = end.impairment().drops();
    knobs.put("drop", drops.numbers());
    if (!drops.isEmpty()) {
      knobs.put("drop-flow", drops.flow().toString());
      knobs.put("drop-count", drops.counted().text());
    }
    return knobs;
  }

  /** A rate as files write it. */
  static String rate(@Nullable Object shown) {
    String text = String.valueOf(shown);
    try {
      return Units.printRate(Units.rate(text));
    } catch (UnitError e) {
      return text;
    }
  }
}
