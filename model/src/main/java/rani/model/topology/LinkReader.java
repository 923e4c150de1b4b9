// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.link.LinkConfig;
import rani.link.LinkHello;
import rani.link.LinkKeys;
import rani.link.LinkTrace;
import rani.link.TracedLink;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.TreeBuilder;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.model.trace.TraceUse;
import rani.queue.Rate;

/** Reads and prints the settings of one direction of a link. */
final class LinkReader {
  private static final Kind<Long> MTU =
      Kind.within(Kind.SIZE, (long) LinkConfig.MTU_BYTES_MIN, 0xFFFFL);
  private static final Kind<Long> HELLO =
      Kind.within(
          Kind.DURATION.called("a duration such as `1s`"),
          LinkHello.INTERVAL_NANOS_MIN,
          LinkHello.INTERVAL_NANOS_MAX);
  private static final Kind<Optional<LinkKeys.Scope>> SEALED =
      Kind.oneOf(
          List.of(
              Optional.empty(),
              Optional.of(LinkKeys.Scope.CONTROL),
              Optional.of(LinkKeys.Scope.ALL)),
          scope -> scope.map(MapReader::nameOf).orElse("off"));

  private static final String ORIGIN = "resolved topology";
  private static final String RATE = "rate";
  private static final String RATE_MEANING =
      "Speed of the serializer; or the trace that it follows, and delay and loss with it.";

  static final LinkChange UNSET = new LinkChange(null, null, null, null, null, null, null, null);

  /** Default settings. */
  private static final Settings UNSAID =
      new Settings(
          knobs(Rate.UNLIMITED, ImpairmentConfig.NONE), 1500, 1_000_000_000, Optional.empty());

  /** Settings of a direction: rate, impairments and authentication, but not queue and drops. */
  record Settings(
      LinkChange knobs, long mtuBytes, long helloNanos, Optional<LinkKeys.Scope> sealed) {}

  static final Form DIRECTION = new Form.Mapping(LinkReader::directionKeys);
  static final Form LINK = new Form.Mapping(LinkReader::keys);

  private final MapReader reader;
  private final Problems problems;
  private final Settings settings;
  private final DropReader drops;
  private final LocatedMap queue;

  /** What the rate says of a trace; null if it is a rate. */
  private final @Nullable LocatedMap traced;

  /** Reads the settings of one direction, already overlaid over those of the link. */
  LinkReader(LocatedMap link, Problems problems) {
    this.traced = link.get(RATE).orElse(null) instanceof LocatedMap map ? map : null;
    this.reader = new MapReader(traced == null ? link : link.without(RATE), problems);
    this.problems = problems;
    this.settings = settings(reader, UNSAID);
    this.drops = new DropReader(reader, problems);
    this.queue = reader.mapping("queue");
    reader.finish();
  }

  /** Returns the keys of a link, including settings of one direction only. */
  static Vocabulary keys() {
    return directionKeys()
        .and(new Property("^\\S+\\s+->\\s+\\S+$", DIRECTION, "What holds in that direction only."));
  }

  private static Vocabulary directionKeys() {
    return Vocabulary.of(new Property(RATE, TraceUse.RATE, RATE_MEANING).usually("unlimited"))
        .and(Vocabulary.of(keys -> settings(keys, UNSAID)))
        .and(DropReader.KEYS)
        .and(
            new Property(
                "queue",
                QueueReader.OF_LINK,
                "What differs from the queue of the sending node; only where that has placement"
                    + " link."));
  }

  /** Returns the keys that can be changed while a network runs. */
  static Vocabulary knobKeys() {
    return Vocabulary.of(keys -> knobs(keys, UNSET, null))
        .and(DropReader.KEYS.varying("drop", "drop-flow", "drop-count"));
  }

  static void put(TreeBuilder tree, LinkEnd end) {
    LinkChange knobs = knobs(end.rate(), end.impairment());
    settings(tree, new Settings(knobs, end.mtuBytes(), end.helloNanos(), end.keys()));
    if (end.trace() != null) {
      tree.put(RATE, TraceUse.tree(end.trace(), ORIGIN));
    }
  }

  static Settings settings(Keys keys, Settings known) {
    return new Settings(
        knobs(keys, known.knobs, null),
        keys.value(
            "mtu", MTU, "The largest IPv4 packet that may pass, 68B to 65535B.", known.mtuBytes),
        keys.value("hello", HELLO, "Time between hellos, 10ms to 1min.", known.helloNanos),
        keys.value(
            "keys",
            SEALED,
            "Which frames are sealed against strangers, in both directions alike.",
            known.sealed));
  }

  /** Visits the settings that can change at run time; drops are read by {@link DropReader}. */
  static LinkChange knobs(Keys keys, LinkChange known, @Nullable DropList drops) {
    return new LinkChange(
        keys.optional(RATE, Kind.RATE, "Speed of the serializer.", known.rate()),
        keys.optional("delay", Kind.DURATION, "Propagation delay.", known.delayNanos()),
        keys.optional(
            "jitter",
            Kind.DURATION,
            "The delay varies by at most this, up or down; at most the delay. Order is kept.",
            known.jitterNanos()),
        keys.optional("loss", Kind.FRACTION, "How many frames vanish.", known.loss()),
        keys.optional("duplicate", Kind.FRACTION, "How many frames come twice.", known.duplicate()),
        keys.optional(
            "reorder",
            Kind.FRACTION,
            "How many frames are overtaken by those behind them.",
            known.reorder()),
        keys.optional(
            "corrupt", Kind.FRACTION, "In how many frames one bit flips.", known.corrupt()),
        drops);
  }

  private static LinkChange knobs(Rate rate, ImpairmentConfig wire) {
    return new LinkChange(
        rate,
        wire.delayNanos(),
        wire.jitterNanos(),
        wire.loss(),
        wire.duplicate(),
        wire.reorder(),
        wire.corrupt(),
        null);
  }

  /** Returns all settings except the queue and the drop list. */
  Settings settings() {
    return settings;
  }

  Problems problems() {
    return problems;
  }

  /** Returns the link's own queue settings, which do not contain those of the node. */
  LocatedMap queue() {
    return queue;
  }

  /** Returns all settings with defaults filled in, and the queue as written in the file. */
  LocatedMap written(String origin) {
    TreeBuilder tree = new TreeBuilder(origin);
    settings(tree, settings);
    drops.put(tree);
    if (traced != null) {
      tree.put(RATE, traced);
    }
    return tree.putUnlessEmpty("queue", queue).build();
  }

  /** Returns the trace that the rate names among those of the file; null if there is none. */
  @Nullable TracedLink traced(SequencedMap<String, LinkTrace> traces) {
    if (traced == null) {
      return null;
    }
    TracedLink followed = TraceUse.read(traced, traces, problems);
    long jitterNanos = Objects.requireNonNullElse(settings.knobs.jitterNanos(), 0L);
    String refusal = followed == null ? "" : followed.refusal(jitterNanos);
    if (!refusal.isEmpty()) {
      problems.report(reader.at("jitter"), refusal);
      return null;
    }
    return followed;
  }

  /** Returns the wire's impairment at go, given the addresses of nodes by name. */
  ImpairmentConfig impairment(Map<String, Integer> addresses, @Nullable TracedLink followed) {
    LinkChange knobs = settings.knobs;
    LinkChange dropping = LinkChange.ofDrops(drops.read(addresses).orElse(DropList.NONE));
    long own = Objects.requireNonNullElse(knobs.delayNanos(), 0L);
    long delay = followed == null ? own : followed.over(ImpairmentConfig.ofDelay(own)).delayNanos();
    long jitter = Objects.requireNonNullElse(knobs.jitterNanos(), 0L);
    if (jitter > delay) {
      problems.report(
          reader.at("jitter"),
          "`jitter` (%s) is more than `delay` (%s)"
              .formatted(Units.printDuration(jitter), Units.printDuration(delay)));
      return ImpairmentConfig.NONE;
    }
    ImpairmentConfig delayed = ImpairmentConfig.ofDelay(delay);
    return dropping.over(knobs.withoutDelay().over(delayed));
  }
}
