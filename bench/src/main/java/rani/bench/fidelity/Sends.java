// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rani.bench.virtual.VirtualRun;
import rani.ground.LabFailure;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.Segment;
import rani.study.experiment.Experiment;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/** Every data segment that one sender sent, in order, and the number of its timeouts. */
record Sends(List<Send> all, int timeouts) {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  /** A segment: microseconds after the first segment, and its number from 1. */
  record Send(double atMicros, int number) {}

  Sends {
    all = List.copyOf(all);
  }

  /** Parses the output of {@code flow.tcl}. */
  static Sends parse(List<String> lines) throws LabFailure {
    List<Send> sends = new ArrayList<>();
    int timeouts = -1;
    for (String line : lines) {
      String[] words = line.split(" ");
      if (words[0].equals("o")) {
        timeouts = Integer.parseInt(words[1]);
      } else if (Integer.parseInt(words[2]) > 0) {
        double atMicros = Double.parseDouble(words[1]) * MICROS_PER_SECOND;
        sends.add(new Send(atMicros, Integer.parseInt(words[2])));
      }
    }
    if (timeouts < 0 || sends.isEmpty()) {
      throw new LabFailure("ns-2 told of no segments: " + String.join(" | ", lines));
    }
    return fromFirst(sends, timeouts);
  }

  private static Sends fromFirst(List<Send> sends, int timeouts) {
    double first = sends.getFirst().atMicros();
    return new Sends(
        sends.stream().map(each -> new Send(each.atMicros() - first, each.number())).toList(),
        timeouts);
  }

  /** Runs an experiment, and records the segments of a sending node. */
  static Sends of(Experiment experiment, String sender, long nanos) {
    Listener listener = new Listener();
    VirtualRun run =
        new VirtualRun(experiment, 1, node -> node.equals(sender) ? listener : NodeTrace.NONE);
    run.go();
    run.goOn(nanos);
    return fromFirst(listener.sends, listener.timeouts);
  }

  /** Returns how many first segments are the same on both sides, with times within a tolerance. */
  int alike(Sends other, double microsMax) {
    int count = Math.min(all.size(), other.all.size());
    for (int i = 0; i < count; i++) {
      Send ours = all.get(i);
      Send theirs = other.all.get(i);
      if (ours.number() != theirs.number()
          || Math.abs(ours.atMicros() - theirs.atMicros()) > microsMax) {
        return i;
      }
    }
    return count;
  }

  /** Returns whether the same segments were sent in the same order. */
  boolean sameSequence(Sends other) {
    return all.stream()
        .map(Send::number)
        .toList()
        .equals(other.all.stream().map(Send::number).toList());
  }

  /** Returns the largest difference in time of segments at the same position, in microseconds. */
  double furthestMicros(Sends other) {
    double furthest = 0;
    for (int i = 0; i < Math.min(all.size(), other.all.size()); i++) {
      furthest = Math.max(furthest, Math.abs(all.get(i).atMicros() - other.all.get(i).atMicros()));
    }
    return furthest;
  }

  /** Describes the first difference. */
  String parting(Sends other) {
    int at = alike(other, Double.POSITIVE_INFINITY);
    return "send " + (at + 1) + ": " + word(at) + ", ns-2 " + other.word(at);
  }

  private String word(int at) {
    return at >= all.size()
        ? "nothing"
        : String.format(
            Locale.ROOT, "%d at %.6f s", all.get(at).number(), all.get(at).atMicros() / 1e6);
  }

  /** Records the segments of a node with a single connection. */
  private static final class Listener implements NodeTrace {
    private final List<Send> sends = new ArrayList<>();
    private int synNumber;
    private int timeouts;
    private boolean waits;

    @Override
    public void origin(long nowNanos, ByteBuf frame) {
      int ip = Frame.ipv4(frame);
      if (Ipv4Header.protocol(frame, ip) != Ipv4Header.PROTOCOL_RDP) {
        return;
      }
      int at = Frame.payload(frame);
      int number = RdpHeader.sequence(frame, at);
      if ((RdpHeader.flags(frame, at) & Segment.SYN) != 0) {
        synNumber = number;
      } else if (RdpHeader.dataLength(frame, at) > 0) {
        sends.add(new Send(nowNanos / NANOS_PER_MICRO, number - synNumber));
      }
    }

    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {
      if (event.equals("window")) {
        boolean rto = "RTO".equals(detail.word("state"));
        timeouts += rto && !waits ? 1 : 0;
        waits = rto;
      }
    }
  }
}
