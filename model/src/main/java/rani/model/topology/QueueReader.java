// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.model.file.LocatedMap;
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

/** Reads a {@code queue} mapping, of a node or of a link. */
public final class QueueReader {

  static final int LIMIT_DEFAULT = 100;

  /** ns-2's classic settings of RED, which most of the studies of that time used. */
  private static final double WEIGHT_DEFAULT = 0.002;

  private static final long MIN_TH_DEFAULT = 5;
  private static final long MAX_TH_DEFAULT = 15;
  private static final double MAX_P_DEFAULT = 0.1;
  private static final long MEAN_PACKET_BYTES_DEFAULT = 1000;
  private static final int PACKET_BYTES_MAX = 0xFFFF;

  /** What only RED reads. */
  private static final List<String> RED_KEYS =
      List.of("min-th", "max-th", "max-p", "action", "gentle", "spacing", "mode", "adaptive");

  /** What those read that keep an average: RED, and those with drop precedences. */
  private static final List<String> AVERAGE_KEYS = List.of("rules", "weight", "mean-packet");

  /** What those read that look at delays: CoDel, alone or in each of many queues, and PIE. */
  private static final List<String> DELAY_KEYS = List.of("target", "ecn");

  /** What only CoDel reads, alone or in each of many queues. */
  private static final List<String> CODEL_KEYS = List.of("interval");

  /** What only FQ-CoDel reads. */
  private static final List<String> FQ_CODEL_KEYS = List.of("flows", "quantum");

  /** What only PIE reads. */
  private static final List<String> PIE_KEYS = List.of("update", "burst");

  /** Which packets are dropped, and when. */
  public enum Discipline {
    DROP_TAIL,
    RED,
    CODEL,
    FQ_CODEL,
    PIE,
    RIO_C,
    RIO_D,
    WRED;

    /** The one that a queue has. */
    public static Discipline of(QueueConfig queue) {
      return switch (queue.aqm()) {
        case null -> DROP_TAIL;
        case RedConfig red -> RED;
        case CodelConfig codel -> CODEL;
        case FqCodelConfig fqCodel -> FQ_CODEL;
        case PieConfig pie -> PIE;
        case RioConfig rio ->
            switch (rio.coupling()) {
              case RIO_C -> RIO_C;
              case RIO_D -> RIO_D;
              case WRED -> WRED;
            };
      };
    }
  }

  /** What RED measures. */
  enum Mode {
    PACKETS,
    BYTES
  }

  private final MapReader reader;
  private final Problems problems;
  private final Optional<TopologyNode.Placement> placement;
  private final Optional<Rate> rate;
  private final Optional<Discipline> discipline;
  private final Optional<Long> limit;
  private final Optional<Long> limitBytes;
  private final Optional<FlowIdentity> flow;
  private final Optional<RedRules> rules;
  private final Optional<Double> weight;
  private final Optional<Long> minTh;
  private final Optional<Long> maxTh;
  private final Optional<Double> maxP;
  private final Optional<RedConfig.Action> action;
  private final Optional<Boolean> gentle;
  private final Optional<RedConfig.Spacing> spacing;
  private final Optional<Mode> mode;
  private final Optional<Long> meanPacketBytes;
  private final Optional<Boolean> adaptive;
  private final Optional<Long> targetNanos;
  private final Optional<Long> intervalNanos;
  private final Optional<Boolean> ecn;
  private final Optional<Long> flows;
  private final Optional<Long> quantumBytes;
  private final Optional<Long> updateNanos;
  private final Optional<Long> burstNanos;
  private final RioReader rio;

  /** Reads the values of a mapping; whether they go together is seen by {@link #config}. */
  QueueReader(LocatedMap queue, boolean ofNode, Problems problems) {
    this.reader = new MapReader(queue, problems);
    this.problems = problems;
    this.placement =
        ofNode ? reader.oneOf("placement", TopologyNode.Placement.class) : Optional.empty();
    this.rate = ofNode ? reader.scalar("rate", "a rate", Units::rate) : Optional.empty();
    this.discipline = reader.oneOf("discipline", Discipline.class);
    this.limit = packets(reader, "limit", 1, MonitoredQueue.LIMIT_FRAMES_MAX);
    this.limitBytes = reader.sizeBytes("limit-bytes").filter(this::isSome);
    this.flow = reader.scalar("flow", "text", QueueReader::flow);
    this.rules = reader.scalar("rules", "text", QueueReader::rules);
    this.weight = share(reader, "weight");
    this.minTh = packets(reader, "min-th", 0, MonitoredQueue.LIMIT_FRAMES_MAX);
    this.maxTh = packets(reader, "max-th", 1, MonitoredQueue.LIMIT_FRAMES_MAX);
    this.maxP = share(reader, "max-p");
    this.action = reader.oneOf("action", RedConfig.Action.class);
    this.gentle = reader.truth("gentle");
    this.spacing = reader.oneOf("spacing", RedConfig.Spacing.class);
    this.mode = reader.oneOf("mode", Mode.class);
    this.meanPacketBytes =
        reader.sizeBytes("mean-packet").filter(bytes -> isPacketSize("mean-packet", bytes));
    this.adaptive = reader.truth("adaptive");
    this.targetNanos = reader.durationNanos("target");
    this.intervalNanos = reader.durationNanos("interval");
    this.ecn = reader.truth("ecn");
    this.flows = reader.integer("flows", 1, FqCodelConfig.FLOWS_MAX);
    this.quantumBytes = reader.sizeBytes("quantum").filter(bytes -> isPacketSize("quantum", bytes));
    this.updateNanos = reader.durationNanos("update");
    this.burstNanos = reader.durationNanos("burst");
    this.rio = new RioReader(reader, problems);
    reader.finish();
  }

  /** The keys that a queue has. */
  Iterable<String> keys() {
    return reader.asked();
  }

  TopologyNode.Placement placement() {
    return placement.orElse(TopologyNode.Placement.LINK);
  }

  Rate rate() {
    return placement() == TopologyNode.Placement.NODE
        ? rate.orElse(Rate.UNLIMITED)
        : Rate.UNLIMITED;
  }

  /**
   * The queue, with what is absent filled in.
   *
   * @param own what the user wrote at this very place, where a setting without effect is a mistake;
   *     null when nothing was
   */
  QueueConfig config(@Nullable LocatedMap own) {
    if (own != null) {
      checkEffect(own);
    }
    int limitFrames = limit.orElse((long) LIMIT_DEFAULT).intValue();
    FlowIdentity identity = flow.orElse(FlowIdentity.SOURCE_NODE);
    return new QueueConfig(limitFrames, identity, limitBytes.orElse(QueueConfig.NO_LIMIT), aqm());
  }

  private Discipline discipline() {
    return discipline.orElse(Discipline.DROP_TAIL);
  }

  private @Nullable AqmConfig aqm() {
    return switch (discipline()) {
      case DROP_TAIL -> null;
      case RED -> red();
      case CODEL -> codel(CodelConfig.DEFAULT);
      case FQ_CODEL ->
          new FqCodelConfig(
              codel(FqCodelConfig.DEFAULT.codel()),
              flows.orElse((long) FqCodelConfig.DEFAULT.flows()).intValue(),
              quantumBytes.orElse((long) FqCodelConfig.DEFAULT.quantumBytes()).intValue());
      case PIE -> pie();
      case RIO_C -> rio(RioConfig.Coupling.RIO_C);
      case RIO_D -> rio(RioConfig.Coupling.RIO_D);
      case WRED -> rio(RioConfig.Coupling.WRED);
    };
  }

  private RioConfig rio(RioConfig.Coupling coupling) {
    RioConfig unsaid = RioConfig.DEFAULT;
    return new RioConfig(
        rules(),
        coupling,
        weight.orElse(unsaid.weight()),
        meanPacketBytes.orElse((long) unsaid.meanPacketBytes()).intValue(),
        rio.precedences());
  }

  private RedRules rules() {
    return rules.orElse(RedRules.OF_1993);
  }

  private PieConfig pie() {
    PieConfig unsaid = PieConfig.DEFAULT;
    return new PieConfig(
        aboveZero("target", targetNanos, unsaid.targetNanos()),
        aboveZero("update", updateNanos, unsaid.updateNanos()),
        burstNanos.orElse(unsaid.burstNanos()),
        ecn.orElse(unsaid.ecn()));
  }

  private long aboveZero(String key, Optional<Long> nanos, long unsaid) {
    if (nanos.isPresent() && nanos.get() == 0) {
      problems.report(reader.at(key), Quoted.of(key) + " must be above 0");
      return unsaid;
    }
    return nanos.orElse(unsaid);
  }

  private CodelConfig codel(CodelConfig unsaid) {
    long target = targetNanos.orElse(unsaid.targetNanos());
    long interval = intervalNanos.orElse(Math.max(target, unsaid.intervalNanos()));
    if (target == 0 || target > interval) {
      String key = targetNanos.isPresent() ? "target" : "interval";
      problems.report(reader.at(key), "`target` must be above 0 and at most `interval`");
      target = unsaid.targetNanos();
      interval = unsaid.intervalNanos();
    }
    return new CodelConfig(target, interval, ecn.orElse(unsaid.ecn()));
  }

  private RedConfig red() {
    double min = minTh.orElse(MIN_TH_DEFAULT);
    double max = maxTh.orElse(MAX_TH_DEFAULT);
    if (min >= max) {
      String key = minTh.isPresent() ? "min-th" : "max-th";
      problems.report(
          reader.at(key),
          "`min-th` (" + (long) min + "packet) must be below `max-th` (" + (long) max + "packet)");
      max = min + 1;
    }
    return new RedConfig(
        rules(),
        weight.orElse(WEIGHT_DEFAULT),
        min,
        max,
        maxP.orElse(MAX_P_DEFAULT),
        action.orElse(RedConfig.Action.DROP),
        gentle.orElse(false),
        spacing.orElse(RedConfig.Spacing.of(rules())),
        mode.orElse(Mode.PACKETS) == Mode.BYTES,
        meanPacketBytes.orElse(MEAN_PACKET_BYTES_DEFAULT).intValue(),
        adaptive.orElse(false));
  }

  private void checkEffect(LocatedMap own) {
    for (String key : own.keys()) {
      String needed = disciplineOf(key);
      if (needed != null) {
        problems.report(
            own.keyAt(key), Quoted.of(key) + " has no effect without `discipline: " + needed + "`");
      }
      if (key.equals("rate") && placement() == TopologyNode.Placement.LINK) {
        problems.report(
            own.keyAt(key),
            "`rate` has no effect without `placement: node`",
            () -> "a link's rate is set in `links`");
      }
    }
  }

  /** The discipline that a key belongs to; null if it is the present one, or any. */
  private @Nullable String disciplineOf(String key) {
    boolean isCodel = discipline() == Discipline.CODEL || discipline() == Discipline.FQ_CODEL;
    boolean isRio =
        switch (discipline()) {
          case RIO_C, RIO_D, WRED -> true;
          default -> false;
        };
    if (AVERAGE_KEYS.contains(key)) {
      return isRio || discipline() == Discipline.RED ? null : "red";
    }
    if (RioReader.KEYS.contains(key)) {
      return isRio ? null : "rio-c";
    }
    if (RED_KEYS.contains(key)) {
      return discipline() == Discipline.RED ? null : "red";
    }
    if (CODEL_KEYS.contains(key)) {
      return isCodel ? null : "codel";
    }
    if (DELAY_KEYS.contains(key)) {
      return isCodel || discipline() == Discipline.PIE ? null : "codel";
    }
    if (PIE_KEYS.contains(key)) {
      return discipline() == Discipline.PIE ? null : "pie";
    }
    return FQ_CODEL_KEYS.contains(key) && discipline() != Discipline.FQ_CODEL ? "fq-codel" : null;
  }

  /** A number of packets in a range. */
  static Optional<Long> packets(MapReader reader, String key, long min, long max) {
    return reader.scalar(
        key,
        "a number of packets such as `50packet`",
        text -> {
          long packets = Units.packets(text);
          if (packets < min || packets > max) {
            throw new UnitError(
                Quoted.of(text) + " is outside " + min + "packet…" + max + "packet");
          }
          return packets;
        });
  }

  /** A share that is not nothing. */
  static Optional<Double> share(MapReader reader, String key) {
    return reader.scalar(
        key,
        "a number above 0 and at most 1",
        text -> {
          double share = Units.number(text);
          if (!(share > 0 && share <= 1)) {
            throw new UnitError(Quoted.of(text) + " must be above 0 and at most 1");
          }
          return share;
        });
  }

  private boolean isPacketSize(String key, long bytes) {
    if (bytes >= 1 && bytes <= PACKET_BYTES_MAX) {
      return true;
    }
    problems.report(
        reader.at(key),
        Quoted.of(key) + ": " + bytes + " B is outside 1…" + PACKET_BYTES_MAX + " B");
    return false;
  }

  private boolean isSome(long limitBytes) {
    if (limitBytes == 0) {
      problems.report(reader.at("limit-bytes"), "`limit-bytes` is at least 1 B");
    }
    return limitBytes > 0;
  }

  private static FlowIdentity flow(String text) throws UnitError {
    for (FlowIdentity identity : FlowIdentity.values()) {
      if (identity.text().equals(text)) {
        return identity;
      }
    }
    throw new UnitError(Quoted.of(text) + " is not one of source-node, five-tuple");
  }

  private static RedRules rules(String text) throws UnitError {
    for (RedRules rules : RedRules.values()) {
      if (rules.text().equals(text)) {
        return rules;
      }
    }
    throw new UnitError(Quoted.of(text) + " is not one of 1993, ns-2");
  }
}
