// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.LinkType;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.nodehost.capture.PcapngMerge;
import rani.nodehost.control.ControlAnswer;
import rani.nodehost.http.HttpExchange;
import rani.testbed.RunningLab;
import rani.testbed.process.RunningCapture;

/**
 * A capture at ends of a network's links, as one stream.
 *
 * @param plans one for each node
 * @param duration after which it ends; empty for none
 * @param packetsMax of all nodes together
 */
record LabCapture(List<CapturePlan> plans, String duration, long packetsMax) {
  /** Reads an order; fails if it is wrong, or a node that it names does not answer. */
  static LabCapture of(RunningLab lab, LabRequests.CaptureOrder order) throws LabFailure {
    String duration = Objects.requireNonNullElse(order.duration(), "");
    try {
      if (!duration.isEmpty()) {
        long _ = Units.durationNanos(duration);
      }
      CaptureFilter filter =
          CaptureFilter.parse(Objects.requireNonNullElse(order.filter(), ""), lab.topology());
      CaptureLimits limits =
          new CaptureLimits(
              Objects.requireNonNullElse(order.snaplen(), CaptureLimits.SNAP_BYTES_MAX),
              Objects.requireNonNullElse(order.count(), Long.MAX_VALUE),
              CaptureLimits.BYTES_MAX);
      LinkType type = LinkType.of(Boolean.TRUE.equals(order.inner()));
      List<CapturePlan> plans =
          ends(lab, order.ends()).sequencedValues().stream()
              .map(ends -> new CapturePlan(ends, filter, limits, type))
              .toList();
      return new LabCapture(plans, duration, limits.packetsMax());
    } catch (UnitError e) {
      String hint = e.hint().isEmpty() ? "" : "; " + e.hint();
      throw LabFailure.ofInput(e.getMessage() + hint);
    }
  }

  /** Returns the ends by node; those of all nodes that answer if none are named. */
  private static SequencedMap<String, List<CapturedEnd>> ends(
      RunningLab lab, @Nullable List<String> named) throws LabFailure, UnitError {
    Topology topology = lab.topology();
    SequencedMap<String, List<CapturedEnd>> byNode = new LinkedHashMap<>();
    if (named == null) {
      for (String node : lab.alive()) {
        List<CapturedEnd> ends = CapturedEnd.of(node, topology, lab.linkNumbers(node));
        if (!ends.isEmpty()) {
          byNode.put(node, ends);
        }
      }
    } else {
      for (String name : named) {
        String node = name.replaceFirst(":.*", "");
        LinkNumbers numbers =
            topology.ownNames().contains(node) ? lab.linkNumbers(node) : LinkNumbers.of(topology);
        CapturedEnd end = CapturedEnd.parse(name, topology, numbers);
        List<CapturedEnd> ends = byNode.computeIfAbsent(node, fresh -> new ArrayList<>());
        if (!ends.contains(end)) {
          ends.add(end);
        }
      }
    }
    if (byNode.isEmpty()) {
      throw LabFailure.ofInput("a capture is of at least one end of a link, such as `n7:n8`");
    }
    return byNode;
  }

  /** Streams frames until the client leaves or the capture ends. */
  void serve(RunningLab lab, HttpExchange exchange) throws LabFailure, IOException {
    List<RunningCapture> running = new ArrayList<>();
    try {
      for (CapturePlan plan : plans) {
        running.add(lab.capture(plan, duration));
      }
      PcapngMerge.merge(
          running.stream().map(RunningCapture::in).toList(),
          packetsMax,
          exchange.begin(ControlAnswer.OK, "application/x-pcapng"));
    } finally {
      running.forEach(RunningCapture::close);
    }
  }
}
