// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Map;
import java.util.Optional;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.link.LinkHello;
import rani.link.LinkKeys;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.queue.Rate;

/** Reads the values of one direction of a link. */
final class LinkReader {

  private static final int MTU_BYTES_DEFAULT = 1500;
  private static final int MTU_BYTES_MAX = 0xFFFF;
  private static final long HELLO_NANOS_DEFAULT = 1_000_000_000;

  /** What {@code keys} may be. */
  private enum Keys {
    OFF,
    CONTROL,
    ALL
  }

  private final MapReader reader;
  private final Problems problems;
  private final Optional<Rate> rate;
  private final Optional<Long> delayNanos;
  private final Optional<Long> jitterNanos;
  private final Optional<Double> loss;
  private final Optional<Double> duplicate;
  private final Optional<Double> reorder;
  private final Optional<Double> corrupt;
  private final DropReader drops;
  private final Optional<Long> mtuBytes;
  private final Optional<Long> helloNanos;
  private final Optional<Keys> keys;
  private final LocatedMap queue;

  /** Reads a mapping without its directions; they are laid over it before. */
  LinkReader(LocatedMap link, Problems problems) {
    this.reader = new MapReader(link, problems);
    this.problems = problems;
    this.rate = reader.scalar("rate", "a rate such as `2Mbit/s`", Units::rate);
    this.delayNanos = reader.durationNanos("delay");
    this.jitterNanos = reader.durationNanos("jitter");
    this.loss = reader.fraction("loss");
    this.duplicate = reader.fraction("duplicate");
    this.reorder = reader.fraction("reorder");
    this.corrupt = reader.fraction("corrupt");
    this.drops = new DropReader(reader, problems);
    this.mtuBytes = reader.scalar("mtu", "a size such as `1500B`", LinkReader::mtu);
    this.helloNanos = reader.scalar("hello", "a duration such as `1s`", LinkReader::hello);
    this.keys = reader.oneOf("keys", Keys.class);
    this.queue = reader.mapping("queue");
    reader.finish();
  }

  /** The keys that a link has, directions apart. */
  Iterable<String> keys() {
    return reader.asked();
  }

  Rate rate() {
    return rate.orElse(Rate.UNLIMITED);
  }

  int mtuBytes() {
    return mtuBytes.orElse((long) MTU_BYTES_DEFAULT).intValue();
  }

  long helloNanos() {
    return helloNanos.orElse(HELLO_NANOS_DEFAULT);
  }

  /** Which frames are sealed. */
  Optional<LinkKeys.Scope> keyScope() {
    return switch (keys.orElse(Keys.OFF)) {
      case OFF -> Optional.empty();
      case CONTROL -> Optional.of(LinkKeys.Scope.CONTROL);
      case ALL -> Optional.of(LinkKeys.Scope.ALL);
    };
  }

  /** How a scope is written. */
  static String keysText(Optional<LinkKeys.Scope> scope) {
    return scope.map(s -> s == LinkKeys.Scope.ALL ? "all" : "control").orElse("off");
  }

  /** Where what is wrong with the link is reported. */
  Problems problems() {
    return problems;
  }

  /** What is said about the queue, not yet laid over that of the node. */
  LocatedMap queue() {
    return queue;
  }

  /** Every knob, also those that are not said, and the queue as it is said. */
  LocatedMap written(String origin) {
    TreeBuilder tree =
        new TreeBuilder(origin)
            .put("rate", Units.printRate(rate()))
            .put("delay", Units.printDuration(delayNanos.orElse(0L)))
            .put("jitter", Units.printDuration(jitterNanos.orElse(0L)))
            .put("loss", Units.printFraction(loss.orElse(0.0)))
            .put("duplicate", Units.printFraction(duplicate.orElse(0.0)))
            .put("reorder", Units.printFraction(reorder.orElse(0.0)))
            .put("corrupt", Units.printFraction(corrupt.orElse(0.0)));
    drops.put(tree);
    return tree.put("mtu", Units.printSize(mtuBytes()))
        .put("hello", Units.printDuration(helloNanos()))
        .put("keys", keysText(keyScope()))
        .putUnlessEmpty("queue", queue)
        .build();
  }

  /**
   * The wire.
   *
   * @param addresses of the nodes, by their names
   */
  ImpairmentConfig impairment(Map<String, Integer> addresses) {
    long delay = delayNanos.orElse(0L);
    long jitter = jitterNanos.orElse(0L);
    if (jitter > delay) {
      problems.report(
          reader.at("jitter"),
          "`jitter` ("
              + Units.printDuration(jitter)
              + ") is more than `delay` ("
              + Units.printDuration(delay)
              + ")");
      jitter = delay;
    }
    return new ImpairmentConfig(
        delay,
        jitter,
        loss.orElse(0.0),
        duplicate.orElse(0.0),
        reorder.orElse(0.0),
        corrupt.orElse(0.0),
        drops.read(addresses).orElse(DropList.NONE));
  }

  private static long mtu(String text) throws UnitError {
    return within(
        text, Units.sizeBytes(text), LinkConfig.MTU_BYTES_MIN, MTU_BYTES_MAX, "68B…65535B");
  }

  private static long hello(String text) throws UnitError {
    return within(
        text,
        Units.durationNanos(text),
        LinkHello.INTERVAL_NANOS_MIN,
        LinkHello.INTERVAL_NANOS_MAX,
        Units.printDuration(LinkHello.INTERVAL_NANOS_MIN)
            + "…"
            + Units.printDuration(LinkHello.INTERVAL_NANOS_MAX));
  }

  private static long within(String text, long value, long min, long max, String range)
      throws UnitError {
    if (value < min || value > max) {
      throw new UnitError(Quoted.of(text) + " is outside " + range);
    }
    return value;
  }
}
