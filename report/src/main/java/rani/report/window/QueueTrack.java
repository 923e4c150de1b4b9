// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of a queue, reconstructed from its trace: each arrival gives the queue length, and
 * departures remove packets.
 */
final class QueueTrack {
  /** The most packets remembered; the shares in a longer queue are estimated from them. */
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

  /**
   * A packet joins.
   *
   * @param queuedFrames how many waited before it
   */
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

  /** A packet came, and may have been refused. */
  void arrives(int queuedFrames, double averageFrames) {
    changed = true;
    average = averageFrames;
    while (waiting.size() > queuedFrames) {
      removeEldest();
    }
    peakFrames = Math.max(peakFrames, queuedFrames);
  }

  /** A packet was seen behind the queue, or was dropped in it. */
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

  /** Whether anything has happened since the last {@link #state}. */
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
