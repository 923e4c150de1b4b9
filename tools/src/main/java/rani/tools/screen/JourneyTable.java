// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rani.nodehost.journey.PacketEvent;
import rani.testbed.journey.Hop;
import rani.testbed.journey.InjectionReport;
import rani.testbed.journey.PacketOutcome;
import rani.testbed.journey.PacketPath;

/** Prints paths of packets: some lines for each node, with its delays. */
public final class JourneyTable {
  private static final double NANOS_PER_MS = 1e6;

  private final Screen screen;

  public JourneyTable(Screen screen) {
    this.screen = screen;
  }

  /** Prints a report, and the paths of at most {@code waysMax} packets hop by hop. */
  public void print(InjectionReport report, int waysMax) {
    int shown = 0;
    for (PacketPath way : report.ways()) {
      if (way.copy() == 0 && shown++ == waysMax) {
        int more = report.packets().size() - waysMax;
        screen.print("… and %d more; --json shows them, --ways N shows N", more);
        break;
      }
      print(way);
      if (way.copy() == 0) {
        report.answers().stream()
            .filter(answer -> answer.packet() == way.packet())
            .forEach(this::print);
      }
    }
    if (shown == 0 || report.order().count() > 1) {
      summary(report);
    }
    if (report.eventsLost() > 0) {
      screen.print(
          "the nodes could not keep %s; ways may have gaps",
          Quantity.count(report.eventsLost(), "event", "events"));
    }
  }

  private void print(PacketPath way) {
    String which = (way.answer() ? "answer to packet " : "packet ") + way.packet();
    print(which + copy(way) + " (id " + way.id() + ", " + way.lengthBytes() + " B)", way);
  }

  /** Prints the path of a packet of a recorded run, and when the path began. */
  public void print(PacketPath way, String packet, String began) {
    print(packet + copy(way) + " (" + way.lengthBytes() + " B), " + began, way);
  }

  private static String copy(PacketPath way) {
    return way.answer() || way.copy() == 0 ? "" : ", copy " + way.copy();
  }

  private void print(String which, PacketPath way) {
    screen.print("%s: %s after %s ms", which, way.fate().told(), millis(way.totalNanos()));
    screen.print("  %-10s %10s", "node", "at ms");
    for (Hop hop : way.hops()) {
      String node = hop.node();
      String at = millis(hop.arrivedNanos());
      List<String> story = story(hop);
      if (hop == way.hops().getLast()) {
        story.add(end(way.fate()));
      }
      for (String part : story) {
        screen.print("  %-10s %10s  %s", node, at, part);
        node = "";
        at = "";
      }
    }
  }

  private static String end(PacketOutcome fate) {
    return switch (fate.kind()) {
      case DELIVERED -> "delivered to " + fate.what();
      case UNCLAIMED -> "nothing listens at its port";
      case DROPPED -> "dropped: " + fate.what();
      case FOREIGN -> "in foreign node " + fate.what() + ", which tells nothing of it";
      case LOST -> "never came to " + fate.what();
      case UNDER_WAY -> fate.what().isEmpty() ? "still waits" : "not yet at " + fate.what();
    };
  }

  private static List<String> story(Hop hop) {
    List<String> parts = new ArrayList<>();
    Hop.Departure left = hop.departure();
    parts.add(
        (hop.from().isEmpty() ? "made here" : "came from " + hop.from())
            + (hop.ttl() == PacketEvent.NO_TTL ? "" : ", TTL " + hop.ttl()));
    if (hop.heldNanos() > 0) {
      parts.add("held " + millis(hop.heldNanos()) + " ms");
    }
    for (Hop.QueueStay stay : hop.queues()) {
      parts.add(
          String.format(
              "queue %s: %s, %d before it, average %.2f",
              stay.queue().equals("node") || left == null
                  ? stay.queue()
                  : hop.node() + "->" + left.next(),
              stay.verdict(),
              stay.queuedFrames(),
              stay.averageFrames()));
      parts.add(
          "waited "
              + millis(stay.waitedNanos())
              + " ms"
              + (stay.sendingNanos() > 0
                  ? ", sent in " + millis(stay.sendingNanos()) + " ms"
                  : ""));
    }
    if (left != null && hop.queues().isEmpty()) {
      parts.add("passed beside the queue");
    }
    if (left != null) {
      Long wireNanos = left.wireNanos();
      parts.add(
          (wireNanos == null
                  ? "sent to " + left.next()
                  : millis(wireNanos) + " ms on the wire to " + left.next())
              + (left.lateNanos() > 0 ? ", " + millis(left.lateNanos()) + " ms late" : ""));
    }
    return parts;
  }

  private void summary(InjectionReport report) {
    screen.print(
        "%s, %d arrived%s%s",
        report.followed() == report.order().count()
            ? report.followed() + " packets"
            : "the first " + report.followed() + " of " + report.order().count() + " packets",
        report.arrived(),
        report.copies() == 0 ? "" : ", " + report.copies() + " copies",
        report.overtaken() == 0 ? ", in order" : ", " + report.overtaken() + " were overtaken");
    for (Map.Entry<String, Integer> end : report.ends().entrySet()) {
      screen.print("  %6d  %s", end.getValue(), end.getKey());
    }
    if (report.arrived() > 0) {
      InjectionReport.Times times = report.times();
      screen.print(
          "one way: least %s, mean %s, p99 %s, most %s ms",
          millis(times.minNanos()),
          millis(times.meanNanos()),
          millis(times.p99Nanos()),
          millis(times.maxNanos()));
    }
  }

  private static String millis(long nanos) {
    return String.format("%.3f", nanos / NANOS_PER_MS);
  }
}
