// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.queue.AqmConfig;
import rani.queue.CodelConfig;
import rani.queue.FqCodelConfig;
import rani.queue.MonitoredQueue;
import rani.queue.PieConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.queue.RedConfig;
import rani.queue.RedRules;
import rani.queue.RioConfig;
import rani.wire.FlowIdentity;

/** Reads a {@code queue} mapping, of a node or of a link, and prints what one describes. */
public final class QueueReader {
  /** What a queue is of which nothing is said. */
  static final QueueConfig UNSAID = QueueConfig.dropTail(100);

  /** ns-2's classic settings of RED, which most of the studies of that time used. */
  private static final RedConfig RED_UNSAID =
      new RedConfig(
          RedRules.OF_1993,
          0.002,
          5,
          15,
          0.1,
          RedConfig.Action.DROP,
          false,
          RedConfig.Spacing.UNIFORM,
          false,
          1000,
          false);

  private static final long FRAMES_MAX = MonitoredQueue.LIMIT_FRAMES_MAX;
  private static final Kind<Long> FRAMES = Kind.within(Kind.PACKETS, 1L, FRAMES_MAX);
  private static final Kind<Long> FRAMES_OR_NONE = Kind.within(Kind.PACKETS, 0L, FRAMES_MAX);
  private static final Kind<Long> BYTES = Kind.within(Kind.SIZE, 1L, Units.AMOUNT_MAX);
  private static final Kind<Long> PACKET_BYTES = Kind.within(Kind.SIZE, 1L, 0xFFFFL);
  private static final Kind<Long> FLOWS =
      Kind.within(Kind.INTEGER, 1L, (long) FqCodelConfig.FLOWS_MAX);
  private static final Kind<Double> SHARE =
      new Kind<>("a number above 0 and at most 1", QueueReader::share, Units::printNumber)
          .looking(new Form.Decimal(0.0, 1.0, true));
  private static final Kind<FlowIdentity> FLOW = Kind.oneOf(FlowIdentity.class);
  private static final Kind<RedRules> RULES =
      Kind.oneOf(List.of(RedRules.values()), RedRules::text);
  private static final Kind<RedConfig.Action> ACTION = Kind.oneOf(RedConfig.Action.class);
  private static final Kind<RedConfig.Spacing> SPACING = Kind.oneOf(RedConfig.Spacing.class);
  private static final Kind<Mode> MODE = Kind.oneOf(Mode.class);
  private static final Kind<Discipline> DISCIPLINE = Kind.oneOf(Discipline.class);
  private static final Kind<TopologyNode.Placement> PLACEMENT =
      Kind.oneOf(TopologyNode.Placement.class);

  /** Which packets are dropped, and when. */
  public enum Discipline {
    DROP_TAIL(null),
    RED(RED_UNSAID),
    CODEL(CodelConfig.DEFAULT),
    FQ_CODEL(FqCodelConfig.DEFAULT),
    PIE(PieConfig.DEFAULT),
    RIO_C(rioUnsaid(RioConfig.Coupling.RIO_C)),
    RIO_D(rioUnsaid(RioConfig.Coupling.RIO_D)),
    WRED(rioUnsaid(RioConfig.Coupling.WRED));

    /** The settings of which nothing is said. */
    private final @Nullable AqmConfig defaults;

    Discipline(@Nullable AqmConfig defaults) {
      this.defaults = defaults;
    }

    private static RioConfig rioUnsaid(RioConfig.Coupling coupling) {
      RioConfig defaults = RioConfig.DEFAULT;
      return new RioConfig(
          coupling, defaults.weight(), defaults.meanPacketBytes(), defaults.precedences());
    }

    /** The one that a queue has. */
    public static Discipline of(QueueConfig queue) {
      if (queue.aqm() == null) { // first: for a switch over types the JVM makes a class
        return DROP_TAIL;
      }
      return switch (queue.aqm()) {
        case RedConfig _ -> RED;
        case CodelConfig _ -> CODEL;
        case FqCodelConfig _ -> FQ_CODEL;
        case PieConfig _ -> PIE;
        case RioConfig rio -> valueOf(rio.coupling().name());
      };
    }

    /** The keys that it has of its own. */
    private SequencedSet<String> keys() {
      MapReader nothing = new MapReader(LocatedMap.empty(Location.ofFile("")), new Problems());
      settings(nothing, defaults);
      return nothing.asked();
    }
  }

  /** What RED measures. */
  private enum Mode {
    PACKETS,
    BYTES
  }

  /** Reads values each by itself; whether they go together is seen by {@link #config}. */
  private record EachAlone(MapReader reader) implements Keys {
    @Override
    public <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known) {
      return reader.optional(key, kind, meaning, known);
    }

    @Override
    public <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known) {
      return reader.values(key, kind, meaning, known);
    }

    @Override
    public <T> T within(String key, String meaning, Function<Keys, T> walk) {
      return reader.within(key, meaning, walk);
    }
  }

  private final MapReader reader;
  private final Problems problems;
  private final TopologyNode.Placement placement;
  private final Rate rate;
  private final Discipline discipline;
  private @Nullable QueueConfig config;

  /** Reads the values of a mapping. */
  QueueReader(LocatedMap queue, boolean ofNode, Problems problems) {
    this.reader = new MapReader(queue, problems);
    this.problems = problems;
    TopologyNode.Placement ofLinks = TopologyNode.Placement.LINK;
    this.placement = ofNode ? reader.value("placement", PLACEMENT, ofLinks) : ofLinks;
    Rate said = ofNode ? reader.value("rate", Kind.RATE, Rate.UNLIMITED) : Rate.UNLIMITED;
    this.rate = placement == TopologyNode.Placement.NODE ? said : Rate.UNLIMITED;
    Keys alone = new EachAlone(reader);
    this.discipline = reader.value("discipline", DISCIPLINE, Discipline.DROP_TAIL);
    queue(alone, UNSAID);
    for (Discipline each : Discipline.values()) {
      settings(alone, each.defaults);
    }
    reader.finish();
  }

  TopologyNode.Placement placement() {
    return placement;
  }

  Rate rate() {
    return rate;
  }

  /**
   * The queue, with what is absent filled in.
   *
   * @param own what the user wrote at this very place, where a setting without effect is a mistake;
   *     null when nothing was
   */
  QueueConfig config(@Nullable LocatedMap own) {
    if (own != null) {
      own.keys().forEach(key -> checkEffect(key, own.keyAt(key)));
    }
    if (config == null) {
      config = queue(reader, UNSAID);
    }
    return config;
  }

  /** Puts the keys of a queue. */
  static void put(Keys tree, QueueConfig queue) {
    queue(tree, queue);
  }

  private static QueueConfig queue(Keys keys, QueueConfig queue) {
    Discipline known = Discipline.of(queue);
    Discipline discipline =
        keys.value("discipline", DISCIPLINE, "Which packets are dropped, and when.", known);
    long limitFrames =
        keys.value("limit", FRAMES, "How many packets wait at most.", (long) queue.limitFrames());
    FlowIdentity identity =
        keys.value(
            "flow",
            FLOW,
            "What makes two packets one flow in the occupancy counts.",
            queue.identity());
    Long limit = queue.limitBytes() == QueueConfig.NO_LIMIT ? null : queue.limitBytes();
    Long limitBytes =
        keys.optional(
            "limit-bytes", BYTES, "With so many bytes waiting the queue is full as well.", limit);
    return new QueueConfig(
        (int) limitFrames,
        identity,
        limitBytes == null ? QueueConfig.NO_LIMIT : limitBytes,
        settings(keys, discipline == known ? queue.aqm() : discipline.defaults));
  }

  /** Without a switch over types, for which the JVM makes a class: every node reads a file. */
  private static @Nullable AqmConfig settings(Keys keys, @Nullable AqmConfig known) {
    if (known instanceof RedConfig red) {
      return red(keys, red);
    }
    if (known instanceof CodelConfig codel) {
      return codel(keys, codel);
    }
    if (known instanceof FqCodelConfig fqCodel) {
      return new FqCodelConfig(
          codel(keys, fqCodel.codel()),
          keys.value(
                  "flows",
                  FLOWS,
                  "FQ-CoDel: how many queues flows are spread over (RFC 8290).",
                  (long) fqCodel.flows())
              .intValue(),
          keys.value(
                  "quantum",
                  PACKET_BYTES,
                  "FQ-CoDel: what a queue sends in its turn.",
                  (long) fqCodel.quantumBytes())
              .intValue());
    }
    if (known instanceof PieConfig pie) {
      return new PieConfig(
          aboveZero(keys, "target", "How long a packet may wait (RFC 8033).", pie.targetNanos()),
          aboveZero(
              keys, "update", "How often its probability moves (RFC 8033).", pie.updateNanos()),
          keys.value(
              "burst",
              Kind.DURATION,
              "PIE: how long a queue may grow before anything is dropped.",
              pie.burstNanos()),
          keys.value(
              "ecn",
              Kind.TRUTH,
              "Whether packets that ask for it are marked instead of dropped.",
              pie.ecn()));
    }
    return known instanceof RioConfig rio ? rio(keys, rio) : null;
  }

  private static RedConfig red(Keys keys, RedConfig red) {
    RedRules rules =
        keys.value(
            "rules",
            RULES,
            "RED, RIO, WRED: the rule book, where the paper of 1993 and ns-2 say different things.",
            red.rules());
    double weight =
        keys.value(
            "weight",
            SHARE,
            "RED, RIO, WRED: w, the part that an arriving sample has in the average.",
            red.weight());
    RioConfig.Thresholds thresholds =
        thresholds(
            keys, new RioConfig.Thresholds(red.minThFrames(), red.maxThFrames(), red.maxP()));
    RedConfig.Action action =
        keys.value(
            "action",
            ACTION,
            "RED: what is done to a chosen packet; none keeps the average only, as RANI does.",
            red.action());
    boolean gentle =
        keys.value(
            "gentle",
            Kind.TRUTH,
            "RED: whether the probability rises from max-p to 1 between max-th and twice max-th"
                + " instead of jumping to 1.",
            red.gentle());
    RedConfig.Spacing usual = rules == red.rules() ? red.spacing() : RedConfig.Spacing.of(rules);
    RedConfig.Spacing spacing =
        keys.value(
            "spacing",
            SPACING,
            "RED: how chosen packets are spread: uniform as in 1993, or as ns-2 does with `wait_`;"
                + " by default as `rules` has it.",
            usual);
    Mode mode =
        keys.value(
            "mode",
            MODE,
            "RED: whether the queue is measured, and the probability scaled, by packets or bytes.",
            red.byteMode() ? Mode.BYTES : Mode.PACKETS);
    return new RedConfig(
        rules,
        weight,
        thresholds.minThFrames(),
        thresholds.maxThFrames(),
        thresholds.maxP(),
        action,
        gentle,
        spacing,
        mode == Mode.BYTES,
        meanPacketBytes(keys, red.meanPacketBytes()),
        keys.value(
            "adaptive",
            Kind.TRUTH,
            "RED: whether max-p follows the average (Adaptive RED).",
            red.adaptive()));
  }

  private static int meanPacketBytes(Keys keys, int known) {
    return keys.value(
            "mean-packet",
            PACKET_BYTES,
            "RED: what a packet counts as in mode bytes; RED, RIO, WRED: in the rule for idle"
                + " time.",
            (long) known)
        .intValue();
  }

  private static RioConfig.Thresholds thresholds(Keys keys, RioConfig.Thresholds known) {
    long min =
        keys.value(
            "min-th",
            FRAMES_OR_NONE,
            "Lower threshold of the average.",
            (long) known.minThFrames());
    long max =
        keys.value("max-th", FRAMES, "Upper threshold of the average.", (long) known.maxThFrames());
    if (min >= max) {
      keys.refuse(
          "`min-th` (" + min + "packet) must be below `max-th` (" + max + "packet)",
          "min-th",
          "max-th");
      max = min + 1;
    }
    return new RioConfig.Thresholds(
        min,
        max,
        keys.value(
            "max-p", SHARE, "The drop probability as the average reaches max-th.", known.maxP()));
  }

  private static CodelConfig codel(Keys keys, CodelConfig known) {
    long target =
        keys.value(
            "target", Kind.DURATION, "How long a packet may wait (RFC 8289).", known.targetNanos());
    long interval =
        keys.value(
            "interval",
            Kind.DURATION,
            "CoDel: for how long they may all wait longer before one is dropped.",
            Math.max(target, known.intervalNanos()));
    if (target == 0 || target > interval) {
      keys.refuse("`target` must be above 0 and at most `interval`", "target", "interval");
      target = known.targetNanos();
      interval = known.intervalNanos();
    }
    return new CodelConfig(
        target,
        interval,
        keys.value(
            "ecn",
            Kind.TRUTH,
            "Whether packets that ask for it are marked instead of dropped.",
            known.ecn()));
  }

  private static RioConfig rio(Keys keys, RioConfig rio) {
    RedRules rules =
        keys.value(
            "rules",
            RULES,
            "RED, RIO, WRED: the rule book, where the paper of 1993 and ns-2 say different things.",
            rio.rules());
    double weight =
        keys.value(
            "weight",
            SHARE,
            "RED, RIO, WRED: w, the part that an arriving sample has in the average.",
            rio.weight());
    int meanPacketBytes = meanPacketBytes(keys, rio.meanPacketBytes());
    List<RioConfig.Thresholds> precedences = new ArrayList<>();
    for (RioConfig.Thresholds known : rio.precedences()) {
      int precedence = precedences.size();
      String meaning = "When packets of drop precedence %d are dropped, such as %s.";
      String such = List.of("AF11 and EF", "AF12", "AF13 and best effort").get(precedence);
      precedences.add(
          keys.within(
              "dp" + precedence,
              meaning.formatted(precedence, such),
              inner -> thresholds(inner, known)));
    }
    return new RioConfig(rules, rio.coupling(), weight, meanPacketBytes, precedences);
  }

  private static long aboveZero(Keys keys, String key, String meaning, long known) {
    long nanos = keys.value(key, Kind.DURATION, meaning, known);
    if (nanos == 0) {
      keys.refuse(Quoted.of(key) + " must be above 0", key);
    }
    return nanos == 0 ? known : nanos;
  }

  private static double share(String text) throws UnitError {
    double share = Units.number(text);
    if (!(share > 0 && share <= 1)) {
      throw new UnitError(Quoted.of(text) + " must be above 0 and at most 1");
    }
    return share;
  }

  private void checkEffect(String key, Location at) {
    List<Discipline> with =
        Stream.of(Discipline.values()).filter(each -> each.keys().contains(key)).toList();
    if (!with.isEmpty() && !with.contains(discipline)) {
      String needed = MapReader.nameOf(with.getFirst());
      problems.report(at, Quoted.of(key) + " has no effect without `discipline: " + needed + "`");
    }
    if (key.equals("rate") && placement == TopologyNode.Placement.LINK) {
      problems.report(
          at,
          "`rate` has no effect without `placement: node`",
          () -> "a link's rate is set in `links`");
    }
  }
}
