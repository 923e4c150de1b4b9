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

/**
 * The changes in one time step of a run. Queues and connections that are absent are unchanged;
 * links, flows and drops that are absent are zero.
 */
final class Step {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double ROUNDING = 1000;

  /** When it ends, in nanoseconds since go. */
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
   * A queue.
   *
   * @param frames that wait at the end of the step
   * @param peakFrames the most that waited in it
   * @param average the discipline's
   * @param shares flow and frames of each in turn
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

  /** Adds to what passed a direction of a link: sent, as packets and bytes, and arrived. */
  void passed(int direction, double packets, double bytes, double arrived) {
    add(directions, direction, packets, bytes, arrived);
  }

  /** Adds to what a flow came to: delivered, as packets and bytes, and offered. */
  void flow(int flow, double packets, double bytes, double offered) {
    add(flows, flow, packets, bytes, offered);
  }

  /**
   * Adds drops.
   *
   * @param key of node, flow and reason, see {@link Recording#dropKey}
   */
  void dropped(int key, double packets) {
    add(drops, key, packets);
  }

  /** What a connection's sender shows last. */
  void connection(int connection, double... window) {
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

  /** Merges the next step into this one. */
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

  /** The JSON for the page, without empty parts. Times are in seconds. */
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
        number(endNanos / NANOS_PER_SECOND, 1e6),
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

  /** Rounded, and without a point where it is whole. */
  private static Number number(double value, double rounding) {
    double rounded = Math.round(value * rounding) / rounding;
    long whole = (long) rounded;
    if (whole == rounded) {
      return whole;
    }
    return rounded;
  }
}
