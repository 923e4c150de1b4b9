// SPDX-License-Identifier: Apache-2.0
package rani.model.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import rani.ground.LabFailure;
import rani.link.LinkKeys;
import rani.model.file.InputFile;
import rani.model.topology.TopologyLink;
import rani.wire.KeyedTrailer;

/**
 * Master key from which the secrets of all keyed links of a run are derived. It consists of a
 * secret shared by the run's nodes and a number that rises with each rollover. Each direction of
 * each link has its own secret, so that a frame recorded on one link is refused on all others.
 *
 * @param secret at least {@link #SECRET_CHARACTERS_MIN} characters
 * @param number of this key, from 0; frames carry it modulo 256
 * @param firstCounter first sequence number of frames sealed with this key, see {@link
 *     LinkKeys#firstCounter}
 */
public record RunKey(String secret, int number, long firstCounter) {
  public static final int SECRET_CHARACTERS_MIN = 16;

  /** Placeholder for networks without keyed links. */
  public static final RunKey NONE = new RunKey("no link has keys, none is made of this", 0);

  /** Time per sequence number in {@link #countedFrom}; 48-bit sequence numbers last 35 years. */
  public static final int COUNTER_STEP_MICROS = 4;

  /** 1 January 2026. */
  private static final long COUNTER_EPOCH_MILLIS = 1_767_225_600_000L;

  private static final int FILE_BYTES_MAX = 4096;
  private static final String ALGORITHM = "HmacSHA256";

  public RunKey(String secret, int number) {
    this(secret, number, 0);
  }

  public RunKey {
    if (number < 0) {
      throw new IllegalArgumentException("keys are numbered from 0, not " + number);
    }
    if (secret.length() < SECRET_CHARACTERS_MIN) {
      throw new IllegalArgumentException(
          "a run's secret has at least " + SECRET_CHARACTERS_MIN + " characters");
    }
  }

  public static RunKey first(String secret) {
    return new RunKey(secret, 0);
  }

  /**
   * Reads the first key of a network whose nodes are started by hand. The file contains at least
   * {@link #SECRET_CHARACTERS_MIN} characters, the same for all nodes.
   */
  public static RunKey read(Path file) throws LabFailure {
    try {
      byte[] bytes = InputFile.bytesGiven(file, FILE_BYTES_MAX);
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      if (text.length() < SECRET_CHARACTERS_MIN) {
        throw new LabFailure(
            "%s is no secret: it takes %d characters, and at most %d"
                .formatted(file, SECRET_CHARACTERS_MIN, FILE_BYTES_MAX));
      }
      return first(text);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns this key for a node that may have run before, without knowing which sequence numbers it
   * used. Its sequence numbers start at the current time {@code epochMillis}, milliseconds since
   * 1970, in steps of {@link #COUNTER_STEP_MICROS} since 2026. They exceed all used ones unless the
   * node sent more than 250,000 frames a second on one link since it started, or its host's clock
   * was set back.
   */
  public RunKey countedFrom(long epochMillis) {
    long micros = Math.max(0, epochMillis - COUNTER_EPOCH_MILLIS) * 1000;
    return new RunKey(
        secret, number, Math.min(micros / COUNTER_STEP_MICROS, KeyedTrailer.COUNTER_MAX / 2));
  }

  /** Returns a key derived from the seed, for virtual nodes, which have no secrets. */
  public static RunKey ofSeed(long seed) {
    return first("virtual time, seed " + seed);
  }

  /** Returns the number by which frames identify this key. */
  public int id() {
    return number % (LinkKeys.ID_MAX + 1);
  }

  /** Returns the next key of a rollover. */
  public RunKey next() {
    return new RunKey(secret, Math.addExact(number, 1));
  }

  public LinkKeys ofEnd(TopologyLink link, String node, LinkKeys.Scope scope) {
    return new LinkKeys(
        scope,
        id(),
        direction(link, node),
        direction(link, link.farEnd(node).node()),
        firstCounter);
  }

  /** Returns a direction's secret: HMAC-SHA-256 of its name under the run's secret. */
  private byte[] direction(TopologyLink link, String from) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      String name = "rani link\n" + number + "\n" + link.name() + "\n" + from;
      return mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** Omits the secret, which must not be logged. */
  @Override
  public String toString() {
    return "key " + number;
  }
}
