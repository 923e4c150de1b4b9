// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/** The changes in one time step of a run. What is absent is unchanged; an absent count is 0. */
final class Step {
  private static final double ROUNDING = 1000;

  /** The largest ssthresh shown, in packets: an ssthresh that was never set is much larger. */
  private static final double SSTHRESH_SHOWN_MAX = 1000;

  /** The end of the step, in nanoseconds since the start of the run. */
  private long endNanos;

  private final TreeMap<Integer, QueueState> queues = new TreeMap<>();
  private final TreeMap<Integer, double[]> directions = new TreeMap<>();
  private final TreeMap<Integer, double[]> flows = new TreeMap<>();
  private final TreeMap<Integer, double[]> connections = new TreeMap<>();
  private final TreeMap<Integer, double[]> drops = new TreeMap<>();

  Step(long endNanos) {
    this.endNanos = endNanos;
  }

  /**
   * State of a queue at the end of a step: its length, the maximum in the step, the average that
   * the discipline computes, and pairs of a flow and the number of its frames.
   */
  record QueueState(int frames, int peakFrames, double average, List<Integer> shares) {
    private List<Number> numbers() {
      List<Number> numbers = new ArrayList<>(List.of(frames, peakFrames));
      numbers.add(number(average, ROUNDING));
      numbers.addAll(shares);
      return numbers;
    }
  }

  long endNanos() {
    return endNanos;
  }

  boolean isEmpty() {
    return queues.isEmpty()
        && directions.isEmpty()
        && flows.isEmpty()
        && connections.isEmpty()
        && drops.isEmpty();
  }

  void queue(int queue, QueueState state) {
    QueueState before = queues.get(queue);
    queues.put(
        queue,
        before == null || before.peakFrames <= state.peakFrames
            ? state
            : new QueueState(state.frames, before.peakFrames, state.average, state.shares));
  }

  /** Adds packets and bytes sent into a direction of a link, and packets arrived at its far end. */
  void passed(int direction, double packets, double bytes, double arrived) {
    add(directions, direction, packets, bytes, arrived);
  }

  /** Adds packets and bytes that a flow delivered, and packets that its source sent. */
  void flow(int flow, double packets, double bytes, double offered) {
    add(flows, flow, packets, bytes, offered);
  }

  /** Adds drops for a key of {@link Recording#dropKey}. */
  void dropped(int key, double packets) {
    add(drops, key, packets);
  }

  /** Sets the state of a connection's sender, in the order of {@code docs/window.md}. */
  void connection(int connection, double... window) {
    window[1] = Math.min(window[1], SSTHRESH_SHOWN_MAX);
    connections.put(connection, window);
  }

  private static void add(TreeMap<Integer, double[]> to, int key, double... more) {
    double[] sums = to.get(key);
    if (sums == null) {
      to.put(key, more);
    } else {
      for (int i = 0; i < more.length; i++) {
        sums[i] += more[i];
      }
    }
  }

  /** Merges the next step into this step. */
  void mergeLater(Step later, long newEndNanos) {
    later.queues.forEach(this::queue);
    later.directions.forEach((key, more) -> add(directions, key, more));
    later.flows.forEach((key, more) -> add(flows, key, more));
    later.drops.forEach((key, more) -> add(drops, key, more));
    connections.putAll(later.connections);
    endNanos = newEndNanos;
  }

  void endAt(long newEndNanos) {
    endNanos = newEndNanos;
  }

  /** The JSON of a step; empty tables are null, {@code t} is in seconds. */
  record Shown(
      Number t,
      @Nullable SequencedMap<Integer, List<Number>> q,
      @Nullable SequencedMap<Integer, List<Number>> d,
      @Nullable SequencedMap<Integer, List<Number>> f,
      @Nullable SequencedMap<Integer, List<Number>> c,
      @Nullable SequencedMap<Integer, List<Number>> x)
      implements Facts {}

  Shown shown() {
    return new Shown(
        number(endNanos / Recording.NANOS_PER_SECOND, 1e6),
        table(queues, QueueState::numbers),
        table(directions, Step::rounded),
        table(flows, Step::rounded),
        table(connections, Step::rounded),
        table(drops, Step::rounded));
  }

  private static <T> @Nullable SequencedMap<Integer, List<Number>> table(
      TreeMap<Integer, T> values, Function<T, List<Number>> numbers) {
    SequencedMap<Integer, List<Number>> table = new LinkedHashMap<>();
    values.forEach((key, value) -> table.put(key, numbers.apply(value)));
    return table.isEmpty() ? null : table;
  }

  private static List<Number> rounded(double[] values) {
    return Arrays.stream(values).mapToObj(value -> number(value, ROUNDING)).toList();
  }

  /** Rounds a value; returns a whole number without a decimal point. */
  private static Number number(double value, double rounding) {
    double rounded = Math.round(value * rounding) / rounding;
    long whole = (long) rounded;
    if (whole == rounded) {
      return whole;
    }
    return rounded;
  }
}
