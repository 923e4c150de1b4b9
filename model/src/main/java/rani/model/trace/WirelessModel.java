// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import rani.link.DeliveryTrace;
import rani.world.Streams;

/**
 * Opportunities of a wireless LAN. A station waits for the medium, and then sends an aggregate of
 * frames at once (A-MPDU, IEEE 802.11n-2009, section 7.4a): so opportunities come in bursts. The
 * wait is exponential, about the time between a station's transmissions under contention (Bianchi,
 * "Performance Analysis of the IEEE 802.11 Distributed Coordination Function", JSAC 2000). How many
 * frames an aggregate has depends on the channel, which is good or bad by turns, for exponential
 * times (Gilbert 1960; Elliott 1963).
 *
 * @param frameNanos time of one frame of 1500 bytes on the air: 12,000 bits over the rate
 * @param waitNanos mean wait for the medium, with what an access costs
 * @param goodFrames frames of an aggregate while the channel is good, 1 to 64
 * @param badFrames frames while it is bad; 0 if nothing gets through
 * @param goodNanos mean time for which the channel is good
 * @param badNanos mean time for which it is bad; 0 for never
 */
public record WirelessModel(
    long frameNanos, long waitNanos, int goodFrames, int badFrames, long goodNanos, long badNanos) {
  /** The most frames that one acknowledgement of a block covers in 802.11n. */
  static final int FRAMES_MAX = 64;

  private static final long MILLISECOND_NANOS = 1_000_000;
  private static final long NANOS_MAX = 3_600_000_000_000L;

  public WirelessModel {
    CellularModel.require(
        frameNanos >= 0 && frameNanos <= 1_000_000_000, "a frame takes at most a second");
    CellularModel.require(
        waitNanos >= 1000 && waitNanos <= NANOS_MAX, "the mean wait is 1us…60min");
    CellularModel.require(
        goodFrames >= 1 && goodFrames <= FRAMES_MAX && badFrames >= 0 && badFrames <= FRAMES_MAX,
        "an aggregate has 1…64 frames, in the bad state 0…64");
    CellularModel.require(
        goodNanos >= MILLISECOND_NANOS && goodNanos <= NANOS_MAX,
        "the channel is good for 1ms…60min in the mean");
    CellularModel.require(badNanos >= 0 && badNanos <= NANOS_MAX, "and bad for 0s…60min");
  }

  /** Draws a trace. */
  public DeliveryTrace trace(long seed, int durationMillis) {
    RandomGenerator states = Streams.of(seed, "wifi", "state");
    RandomGenerator waits = Streams.of(seed, "wifi", "wait");
    long durationNanos = durationMillis * MILLISECOND_NANOS;
    int[] times = new int[1024];
    int count = 0;
    boolean good = true;
    long turnsNanos =
        badNanos == 0 ? Long.MAX_VALUE : (long) Streams.exponential(states, goodNanos);
    long atNanos = 0;
    while (true) {
      atNanos += (long) Streams.exponential(waits, waitNanos);
      while (atNanos >= turnsNanos) {
        good = !good;
        turnsNanos += 1 + (long) Streams.exponential(states, good ? goodNanos : badNanos);
      }
      int frames = good ? goodFrames : badFrames;
      atNanos += frames * frameNanos;
      if (atNanos >= durationNanos) {
        break;
      }
      CellularModel.require(
          count + frames <= DeliveryTrace.OPPORTUNITIES_MAX,
          "more than " + DeliveryTrace.OPPORTUNITIES_MAX + " opportunities");
      while (count + frames > times.length) {
        times = Arrays.copyOf(times, 2 * times.length);
      }
      Arrays.fill(times, count, count + frames, (int) (atNanos / MILLISECOND_NANOS) + 1);
      count += frames;
    }
    CellularModel.require(count > 0, "no opportunity in that time; make it longer");
    return new DeliveryTrace(Arrays.copyOf(times, count), MILLISECOND_NANOS);
  }
}
