// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.wire.Dscp;

/**
 * The settings of {@link Rio}.
 *
 * @param weight w, the weight of a new sample in the averages, in (0, 1]
 * @param meanPacketBytes the size of one packet in the idle rule, at least 1
 */
public record RioConfig(
    RedRules rules,
    Coupling coupling,
    double weight,
    int meanPacketBytes,
    List<Thresholds> precedences)
    implements Aqm {

  /** The packets that the average of a drop precedence counts. */
  public enum Coupling {
    /** RIO-C: packets of this precedence and of those that are dropped later. */
    RIO_C,
    /** RIO-D: packets of this precedence alone. */
    RIO_D,
    /** WRED: all packets; the three precedences share one average. */
    WRED;

    /** Returns the name in files. */
    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The thresholds of RED for one drop precedence.
   *
   * @param minThFrames min_th, in frames, at least 0
   * @param maxThFrames max_th, in frames, above min_th
   * @param maxP the drop probability as the average reaches max_th, in (0, 1]
   */
  public record Thresholds(double minThFrames, double maxThFrames, double maxP) {
    public Thresholds {
      check(minThFrames, maxThFrames, maxP);
    }

    /** Throws an IllegalArgumentException if a threshold is out of range. */
    static void check(double minThFrames, double maxThFrames, double maxP) {
      if (!(minThFrames >= 0 && minThFrames < maxThFrames)) {
        throw new IllegalArgumentException(
            "min-th is at least 0 and below max-th, not " + minThFrames + " and " + maxThFrames);
      }
      if (!(maxP > 0 && maxP <= 1)) {
        throw new IllegalArgumentException("max-p is above 0 and at most 1, not " + maxP);
      }
    }

    Thresholds with(OptionReader options) {
      int most = MonitoredQueue.LIMIT_FRAMES_MAX;
      long min =
          options.packets("min-th", (long) minThFrames, 0, most, "Lower threshold of the average.");
      long max =
          options.packets("max-th", (long) maxThFrames, 1, most, "Upper threshold of the average.");
      if (min >= max) {
        options.refuse(
            "`min-th` (" + min + "packet) must be below `max-th` (" + max + "packet)",
            "min-th",
            "max-th");
        max = min + 1;
      }
      String meaning = "The drop probability as the average reaches max-th.";
      return new Thresholds(min, max, options.share("max-p", maxP, meaning));
    }
  }

  /** The settings of the paper on unresponsive flows (table 1), with RIO-C. */
  public static final RioConfig DEFAULT =
      new RioConfig(
          RedRules.OF_1993,
          Coupling.RIO_C,
          0.002,
          1000,
          List.of(
              new Thresholds(40, 55, 0.02),
              new Thresholds(25, 40, 0.05),
              new Thresholds(10, 25, 0.1)));

  public RioConfig {
    precedences = List.copyOf(precedences);
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException("weight is above 0 and at most 1, not " + weight);
    }
    if (meanPacketBytes < 1) {
      throw new IllegalArgumentException("mean-packet is at least 1 byte, not " + meanPacketBytes);
    }
    if (precedences.size() != Dscp.PRECEDENCES) {
      throw new IllegalArgumentException("there are three drop precedences");
    }
  }

  @Override
  public String discipline() {
    return coupling.text();
  }

  @Override
  public String meaning() {
    return switch (coupling) {
      case RIO_C -> "RED for each of three drop precedences, whose averages count better ones, too";
      case RIO_D -> "RED for each of three drop precedences, each with its own average";
      case WRED -> "RED for each of three drop precedences, with one average";
    };
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new Rio(this, drain, random);
  }

  @Override
  public RioConfig with(OptionReader options) {
    RedRules ruled = RedRules.read(options, rules);
    double weighed = RedConfig.readWeight(options, weight);
    int bytes = RedConfig.readMeanPacketBytes(options, meanPacketBytes);
    List<Thresholds> read = new ArrayList<>();
    for (Thresholds known : precedences) {
      int precedence = read.size();
      String meaning = "When packets of drop precedence %d are dropped, such as %s.";
      String such = List.of("AF11 and EF", "AF12", "AF13 and best effort").get(precedence);
      read.add(options.within("dp" + precedence, meaning.formatted(precedence, such), known::with));
    }
    return new RioConfig(ruled, coupling, weighed, bytes, read);
  }

  /** Returns these settings with another coupling. */
  RioConfig coupled(Coupling other) {
    return new RioConfig(rules, other, weight, meanPacketBytes, precedences);
  }
}
