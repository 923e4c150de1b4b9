// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reconstructs a queue's contents from a trace's arrivals and departures. */
final class QueueTrack {
  /** The most packets remembered; in a longer queue, each flow's share is an estimate. */
  private static final int REMEMBERED_MAX = 20_000;

  private final LinkedHashMap<Long, Integer> waiting = new LinkedHashMap<>();
  private final int[] framesByFlow;
  private long inService;
  private boolean serves;
  private int peakFrames;
  private double average;
  private boolean changed;

  QueueTrack(int flows) {
    framesByFlow = new int[flows];
  }

  /** Reports that a packet was enqueued behind {@code queuedFrames} others. */
  void joins(long packet, int flow, int queuedFrames, double averageFrames) {
    arrives(queuedFrames, averageFrames);
    if (!serves) {
      inService = packet;
      serves = true;
    } else if (waiting.size() < REMEMBERED_MAX && waiting.put(packet, flow) == null) {
      framesByFlow[flow]++;
    }
    peakFrames = Math.max(peakFrames, waiting.size());
  }

  /** Reports a packet's arrival, whether it was enqueued or dropped. */
  void arrives(int queuedFrames, double averageFrames) {
    changed = true;
    average = averageFrames;
    while (waiting.size() > queuedFrames) {
      removeEldest();
    }
    peakFrames = Math.max(peakFrames, queuedFrames);
  }

  /** Reports that a packet has left the queue, or was dropped in it. */
  void leaves(long packet) {
    if (serves && inService == packet) {
      changed = true;
      serves = !waiting.isEmpty();
      if (serves) {
        inService = waiting.firstEntry().getKey();
        removeEldest();
      }
    } else {
      Integer flow = waiting.remove(packet);
      if (flow != null) {
        changed = true;
        framesByFlow[flow]--;
      }
    }
  }

  private void removeEldest() {
    Map.Entry<Long, Integer> eldest = waiting.pollFirstEntry();
    if (eldest != null) {
      framesByFlow[eldest.getValue()]--;
    }
  }

  /** Returns whether the queue has changed since the last call of {@link #state}. */
  boolean isChanged() {
    return changed;
  }

  Step.QueueState state() {
    List<Integer> shares = new ArrayList<>();
    for (int flow = 0; flow < framesByFlow.length; flow++) {
      if (framesByFlow[flow] > 0) {
        shares.add(flow);
        shares.add(framesByFlow[flow]);
      }
    }
    Step.QueueState state = new Step.QueueState(waiting.size(), peakFrames, average, shares);
    peakFrames = waiting.size();
    changed = false;
    return state;
  }
}
