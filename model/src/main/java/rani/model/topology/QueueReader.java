// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.aqm.Aqm;
import rani.aqm.QueueDisciplineProvider;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.model.menu.KeyOptions;
import rani.model.menu.Providers;
import rani.queue.DropTail;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.wire.FlowIdentity;

/** Reads and prints a {@code queue} mapping of a node or link. */
public final class QueueReader {
  /** Default queue. */
  static final QueueConfig UNSAID = QueueConfig.dropTail(100);

  private static final long FRAMES_MAX = MonitoredQueue.LIMIT_FRAMES_MAX;
  private static final Kind<Long> FRAMES = Kind.within(Kind.PACKETS, 1L, FRAMES_MAX);
  private static final Kind<Long> BYTES = Kind.within(Kind.SIZE, 1L, Units.AMOUNT_MAX);
  private static final Kind<FlowIdentity> FLOW = Kind.oneOf(FlowIdentity.class);
  private static final Kind<TopologyNode.Placement> PLACEMENT =
      Kind.oneOf(TopologyNode.Placement.class);

  /** Options of queue disciplines, whose sizes and words are read like keys of a topology. */
  private static final class QueueOptions extends KeyOptions {
    private final Keys keys;

    QueueOptions(Keys keys) {
      super(keys);
      this.keys = keys;
    }

    @Override
    public long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
      return keys.value(name, Kind.within(Kind.SIZE, min, max), meaning, defaultBytes);
    }

    @Override
    public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
      return keys.value(name, Kind.oneOf(words, word -> word), meaning, defaultWord);
    }
  }

  /** Reads values before {@link #config} checks their combination, skipping some keys. */
  private record EachAlone(MapReader reader, Set<String> but) implements Keys {
    @Override
    public <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known) {
      return but.contains(key) ? known : reader.optional(key, kind, meaning, known);
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

  static final Form OF_NODE = new Form.Mapping(() -> keys(true));
  static final Form OF_LINK = new Form.Mapping(() -> keys(false));

  private final MapReader reader;
  private final Problems problems;
  private final TopologyNode.Placement placement;
  private final Rate rate;
  private final String discipline;
  private @Nullable QueueConfig config;

  QueueReader(LocatedMap queue, boolean ofNode, Problems problems) {
    this.reader = new MapReader(queue, problems);
    this.problems = problems;
    TopologyNode.Placement ofLinks = TopologyNode.Placement.LINK;
    this.placement = ofNode ? placement(reader) : ofLinks;
    Rate said = ofNode ? rate(reader) : Rate.UNLIMITED;
    this.rate = placement == TopologyNode.Placement.NODE ? said : Rate.UNLIMITED;
    QueueConfig alone = queue(new EachAlone(reader, Set.of()), UNSAID);
    this.discipline = alone.disciplineName();
    Set<String> own = alone.aqm() instanceof Aqm aqm ? keysOf(aqm) : Set.of();
    OptionReader others = new QueueOptions(new EachAlone(reader, own));
    disciplines().forEach(each -> each.with(others));
    reader.finish();
  }

  private static Vocabulary keys(boolean ofNode) {
    return Vocabulary.of(
            keys -> {
              if (ofNode) {
                placement(keys);
                rate(keys);
              }
              queue(keys, UNSAID);
              disciplines().forEach(each -> each.with(new QueueOptions(keys)));
            })
        .varying("spacing");
  }

  private static TopologyNode.Placement placement(Keys keys) {
    return keys.value(
        "placement",
        PLACEMENT,
        "Where packets wait: in one queue per outgoing link, or in RANI's single queue between"
            + " receive and forward.",
        TopologyNode.Placement.LINK);
  }

  private static Rate rate(Keys keys) {
    return keys.value(
        "rate",
        Kind.RATE,
        "The rate at which the node's single queue is drained; only with placement node.",
        Rate.UNLIMITED);
  }

  TopologyNode.Placement placement() {
    return placement;
  }

  Rate rate() {
    return rate;
  }

  /**
   * Returns the queue with defaults filled in. Reports settings without effect that the user wrote
   * at this node or link; {@code own} is null if there are none.
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

  static void put(Keys tree, QueueConfig queue) {
    queue(tree, queue);
  }

  private static QueueConfig queue(Keys keys, QueueConfig queue) {
    List<Aqm> all = disciplines();
    String known = queue.disciplineName();
    String discipline =
        keys.value("discipline", named(all), "Which packets are dropped, and when.", known);
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
    Aqm aqm = discipline.equals(known) ? (Aqm) queue.aqm() : find(all, discipline);
    return new QueueConfig(
        (int) limitFrames,
        identity,
        limitBytes == null ? QueueConfig.NO_LIMIT : limitBytes,
        aqm == null ? null : aqm.with(new QueueOptions(keys)));
  }

  /** Returns the queue disciplines that files may name besides drop-tail. */
  private static List<Aqm> disciplines() {
    return Providers.of(QueueDisciplineProvider.class).stream()
        .<Aqm>flatMap(provider -> provider.disciplines().stream())
        .toList();
  }

  private static Kind<String> named(List<Aqm> all) {
    List<String> names = new ArrayList<>(List.of(DropTail.NAME));
    all.forEach(each -> names.add(each.discipline()));
    return Kind.oneOf(names, name -> name);
  }

  private static @Nullable Aqm find(List<Aqm> all, String discipline) {
    return all.stream()
        .filter(each -> each.discipline().equals(discipline))
        .findFirst()
        .orElse(null);
  }

  private static SequencedSet<String> keysOf(Aqm aqm) {
    MapReader nothing = new MapReader(LocatedMap.empty(Location.ofFile("")), new Problems());
    aqm.with(new QueueOptions(nothing));
    return nothing.asked();
  }

  private void checkEffect(String key, Location at) {
    List<String> with =
        disciplines().stream()
            .filter(each -> keysOf(each).contains(key))
            .map(Aqm::discipline)
            .toList();
    if (!with.isEmpty() && !with.contains(discipline)) {
      String needed = with.getFirst();
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
