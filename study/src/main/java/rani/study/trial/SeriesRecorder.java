// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rani.model.topology.TopologyLink;
import rani.service.metric.FilterSpan;
import rani.study.experiment.Experiment;
import rani.study.experiment.Measure;
import rani.study.flow.FlowCompletion;
import rani.study.observe.LinkChange;
import rani.study.observe.Observations;
import rani.study.observe.RunTrace;
import rani.study.observe.SeriesSink;
import rani.study.observe.WindowSample;
import rani.study.observe.WorkingRange;
import rani.study.series.Series;
import rani.study.series.SeriesName;
import rani.study.series.SeriesName.Quantity;
import rani.world.NodeTrace;
import rani.world.TracePair;

/**
 * Records some series of a run from its events, by the same watches that compute metrics, so that a
 * mean of the values is the metric. All series of a run have room for {@value #VALUES_MAX} values
 * together, unless less is given; of what comes then only the number is kept.
 */
public final class SeriesRecorder implements RunTrace {
  public static final int VALUES_MAX = 2_000_000;

  /** The most bins of a series; of later ones only the number is kept. */
  public static final int BINS_MAX = 100_000;

  /** The most connections of a node. */
  public static final int CONNECTIONS_MAX = 100;

  private static final double NANOS = 1e9;

  private final Experiment experiment;
  private final long binNanos;
  private final SequencedMap<SeriesName, Track> tracks = new LinkedHashMap<>();

  /** Names of queues by node and queue as in traces, such as {@code n1 link-0}. */
  private final Map<String, SeriesName> queues = new LinkedHashMap<>();

  private final SequencedMap<String, TracePair> heard = new LinkedHashMap<>();
  private final Measure measure;
  private @Nullable Observations observations;
  private long endNanos;
  private int room;

  /** Creates a recorder of some series; bins have a length in nanoseconds. */
  public SeriesRecorder(Experiment experiment, Collection<SeriesName> wanted, long binNanos) {
    this(experiment, wanted, binNanos, VALUES_MAX);
  }

  /** Creates a recorder with less room for values. */
  public SeriesRecorder(
      Experiment experiment, Collection<SeriesName> wanted, long binNanos, int valuesMax) {
    this.room = Math.min(valuesMax, VALUES_MAX);
    this.experiment = experiment;
    this.measure = experiment.measure();
    this.binNanos = binNanos;
    wanted.forEach(name -> tracks.put(name, new Track()));
    experiment
        .topology()
        .linksByNode()
        .forEach(
            (node, links) -> {
              for (int k = 0; k < links.size(); k++) {
                TopologyLink link = links.get(k);
                queues.put(
                    node + " " + Measure.linkQueue(k),
                    new SeriesName(Quantity.QUEUE_OF_LINK, link.direction(node)));
              }
            });
  }

  /** The values of one series, or of a series for each connection of a node. */
  private static final class Track {
    final SequencedMap<String, Values> byConnection = new LinkedHashMap<>();
    long left;

    @Nullable Values of(String connection) {
      Values values = byConnection.get(connection);
      if (values == null && byConnection.size() < CONNECTIONS_MAX) {
        values = new Values();
        byConnection.put(connection, values);
      }
      return values;
    }
  }

  private static final class Values {
    private static final int AT_FIRST = 256;
    long[] nanos = new long[AT_FIRST];
    double[] values = new double[AT_FIRST];
    int count;
    final List<Series.State> states = new ArrayList<>();
    final WorkingRange workingRange = new WorkingRange();
    String state = "";
    long stateSince;

    void add(long timeNanos, double value) {
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      nanos[count] = timeNanos;
      values[count++] = value;
    }

    /** Puts values that came in another order, as transfers do by their ends, in that of time. */
    void sort() {
      int[] order =
          IntStream.range(0, count)
              .boxed()
              .sorted(Comparator.comparingLong(k -> nanos[k]))
              .mapToInt(Integer::intValue)
              .toArray();
      nanos = Arrays.stream(order).mapToLong(k -> nanos[k]).toArray();
      values = Arrays.stream(order).mapToDouble(k -> values[k]).toArray();
    }

    void endState(long timeNanos) {
      if (!state.isEmpty() && timeNanos > stateSince) {
        states.add(new Series.State(stateSince / NANOS, timeNanos / NANOS, state));
      }
    }
  }

  @Override
  public NodeTrace at(String node) {
    return heard.computeIfAbsent(
        node,
        name ->
            new TracePair(
                NodeTrace.NONE, observations == null ? NodeTrace.NONE : observations.at(name)));
  }

  @Override
  public void go(long nanos) {
    Observations begun =
        Observations.into(new Recording(), ObservationSetup.plan(experiment, nanos));
    observations = begun;
    heard.forEach((node, pair) -> pair.second(begun.at(node)));
  }

  private final class Recording implements SeriesSink {
    @Override
    public void delivered(String source, long timeNanos, long delayNanos, int bytes) {
      endNanos = Math.max(endNanos, timeNanos);
      add(Quantity.DELAY, source, timeNanos, delayNanos / NANOS);
      Values bins = values(new SeriesName(Quantity.THROUGHPUT, source));
      if (bins != null) {
        addToBin(bins, timeNanos, 8.0 * bytes * NANOS / binNanos);
      }
    }

    @Override
    public void sojourn(String direction, long timeNanos, long sojournNanos) {
      add(Quantity.SOJOURN, direction, timeNanos, sojournNanos / NANOS);
    }

    @Override
    public void queue(
        String node, String queue, boolean isFirst, long timeNanos, int queuedFrames) {
      endNanos = Math.max(endNanos, timeNanos);
      if (isFirst) {
        add(Quantity.QUEUE, node, timeNanos, queuedFrames);
      }
      SeriesName ofLink = queues.get(node + " " + queue);
      if (ofLink != null) {
        add(ofLink.quantity(), ofLink.place(), timeNanos, queuedFrames);
      }
    }

    @Override
    public void busy(String direction, long fromNanos, long untilNanos) {
      endNanos = Math.max(endNanos, untilNanos);
      Values bins = values(new SeriesName(Quantity.UTILISATION, direction));
      if (bins == null) {
        return;
      }
      for (long from = Math.max(0, fromNanos); from < untilNanos; ) {
        long until = Math.min(untilNanos, (from / binNanos + 1) * binNanos);
        addToBin(bins, from, (double) (until - from) / binNanos);
        from = until;
      }
    }

    @Override
    public void completed(FlowCompletion flow) {
      Long nanos = flow.nanos();
      Double slowdown = flow.slowdown();
      for (String place : List.of(flow.from(), SeriesName.TOTAL)) {
        if (nanos != null) {
          add(Quantity.COMPLETION, place, flow.startNanos(), nanos / NANOS);
        }
        if (slowdown != null) {
          add(Quantity.SLOWDOWN, place, flow.startNanos(), slowdown);
        }
      }
    }

    @Override
    public void window(String node, String connection, WindowSample sample) {
      long time = sample.timeNanos();
      endNanos = Math.max(endNanos, time);
      SeriesName cwnd = new SeriesName(Quantity.CWND, node);
      addOf(cwnd, connection, time, sample.cwnd());
      Track windows = tracks.get(cwnd);
      Values own = windows == null ? null : windows.of(connection);
      if (own != null) {
        own.workingRange.add(sample);
      }
      if (sample.srttNanos() > 0) {
        addOf(new SeriesName(Quantity.SRTT, node), connection, time, sample.srttNanos() / NANOS);
      }
      Track states = tracks.get(new SeriesName(Quantity.STATE, node));
      Values values = states == null ? null : states.of(connection);
      String text = sample.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      if (values != null && !values.state.equals(text) && takesRoom(states)) {
        values.endState(time);
        values.state = text;
        values.stateSince = time;
      }
    }
  }

  private void add(Quantity quantity, String place, long timeNanos, double value) {
    addOf(new SeriesName(quantity, place), "", timeNanos, value);
  }

  private void addOf(SeriesName name, String connection, long timeNanos, double value) {
    Track track = tracks.get(name);
    Values values = track == null ? null : track.of(connection);
    if (values != null && takesRoom(track)) {
      values.add(timeNanos, value);
    }
  }

  private boolean takesRoom(@Nullable Track track) {
    if (room > 0) {
      room--;
      return true;
    }
    if (track != null) {
      track.left++;
    }
    return false;
  }

  private @Nullable Values values(SeriesName name) {
    Track track = tracks.get(name);
    return track == null ? null : track.of("");
  }

  private void addToBin(Values bins, long timeNanos, double part) {
    long bin = timeNanos / binNanos;
    if (timeNanos < 0 || bin >= BINS_MAX) {
      return;
    }
    while (bins.count <= bin) {
      bins.add(bins.count * binNanos, 0);
    }
    bins.values[(int) bin] += part;
  }

  /** Ends the recording. Returns the series in the order in which they were asked for. */
  public List<Series> series() {
    if (observations != null) {
      observations.filters().forEach(this::filter);
    }
    List<Series> all = new ArrayList<>();
    tracks.forEach(
        (name, track) ->
            track.byConnection.forEach(
                (connection, values) -> all.add(series(name, connection, track, values))));
    return all;
  }

  /** Returns when nodes found links down or up again. */
  public List<LinkChange> linkChanges() {
    return observations == null ? List.of() : observations.linkChanges();
  }

  private void filter(FilterSpan span) {
    endNanos = Math.max(endNanos, span.installNanos());
    Track track = tracks.get(new SeriesName(Quantity.FILTER, span.node()));
    Values values = track == null ? null : track.of("");
    if (values != null && takesRoom(track)) {
      long until = span.endNanos().orElse(endNanos);
      values.states.add(
          new Series.State(span.installNanos() / NANOS, until / NANOS, flow(span.flow())));
    }
  }

  /** Returns a flow with its source's name, if it is named by an address. */
  private String flow(String flow) {
    return ObservationSetup.addressNames(experiment.topology()).getOrDefault(flow, flow);
  }

  private Series series(SeriesName name, String connection, Track track, Values values) {
    values.endState(endNanos);
    values.state = "";
    if (name.quantity().shape() == SeriesName.Shape.BINS) {
      addToBin(values, endNanos, 0); // nothing came in the bins since the last event
    }
    if (name.quantity().hasTotal()) {
      values.sort();
    }
    int count = values.count;
    double[] times = new double[count];
    double[] weights = new double[count];
    for (int k = 0; k < count; k++) {
      long time = values.nanos[k];
      times[k] = time / NANOS;
      long until =
          switch (name.quantity().shape()) {
            case STEPS -> k + 1 < count ? values.nanos[k + 1] : endNanos;
            case BINS -> time + binNanos;
            case SAMPLES, STATES -> time;
          };
      weights[k] = weight(name, time, until);
    }
    double[] kept = Arrays.copyOf(values.values, count);
    return new Series(
        name,
        connection,
        times,
        kept,
        weights,
        List.copyOf(values.states),
        name.quantity() == Quantity.CWND ? values.workingRange.top() : Double.NaN,
        track.left);
  }

  /** Returns how much a value counts: bins and samples wholly inside the measured span count 1. */
  private double weight(SeriesName name, long from, long until) {
    OptionalLong end = measure.untilNanos();
    long last = end.orElse(Long.MAX_VALUE);
    if (name.quantity().shape() == SeriesName.Shape.STEPS) {
      long within = Math.min(until, last) - Math.max(from, measure.fromNanos());
      return Math.max(0, within) / NANOS;
    }
    return from >= measure.fromNanos() && until <= last ? 1 : 0;
  }
}
