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
 * The key from which the secrets of all keyed links of a run are derived: a secret shared by the
 * run's nodes, and a number that rises with each rollover. Each direction of each link has its own
 * derived secret, so that a frame recorded on one link is refused on all others.
 *
 * @param secret at least {@link #SECRET_CHARACTERS_MIN} characters
 * @param number of this key, from 0; frames carry it modulo 256
 * @param firstCounter where nodes begin to count the frames that they seal with it, see {@link
 *     LinkKeys#firstCounter}
 */
public record RunKey(String secret, int number, long firstCounter) {
  /** The shortest secret. */
  public static final int SECRET_CHARACTERS_MIN = 16;

  /** For networks that have no keyed link. */
  public static final RunKey NONE = new RunKey("no link has keys, none is made of this", 0);

  /** How much time one counter stands for; 48 bits of it are 35 years. */
  public static final int COUNTER_STEP_MICROS = 4;

  /** 1 January 2026. */
  private static final long COUNTER_EPOCH_MILLIS = 1_767_225_600_000L;

  private static final int FILE_BYTES_MAX = 4096;
  private static final String ALGORITHM = "HmacSHA256";

  /** A fresh key. */
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

  /** The first key of a run. */
  public static RunKey first(String secret) {
    return new RunKey(secret, 0);
  }

  /**
   * The first key of a network whose nodes are started by hand.
   *
   * @param file a text of at least {@link #SECRET_CHARACTERS_MIN} characters, the same for all
   *     nodes
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
   * This key for a node that is started now and may have been before, at a time it knows nothing
   * of: it counts its frames from the time on, in steps of {@link #COUNTER_STEP_MICROS} since 2026.
   * That is above all it has counted before, unless it has sent more than 250,000 frames a second
   * by one link for all its life, or its host's clock was set back.
   *
   * @param epochMillis the time, since 1970
   */
  public RunKey countedFrom(long epochMillis) {
    long micros = Math.max(0, epochMillis - COUNTER_EPOCH_MILLIS) * 1000;
    return new RunKey(
        secret, number, Math.min(micros / COUNTER_STEP_MICROS, KeyedTrailer.COUNTER_MAX / 2));
  }

  /** The key of a run in virtual time, where nothing listens; it follows from the seed. */
  public static RunKey ofSeed(long seed) {
    return first("virtual time, seed " + seed);
  }

  /** How frames name this key. */
  public int id() {
    return number % (LinkKeys.ID_MAX + 1);
  }

  /** The key that comes after it. */
  public RunKey next() {
    return new RunKey(secret, Math.addExact(number, 1));
  }

  /** The secrets of a link's end at a node. */
  public LinkKeys ofEnd(TopologyLink link, String node, LinkKeys.Scope scope) {
    return new LinkKeys(
        scope,
        id(),
        direction(link, node),
        direction(link, link.farEnd(node).node()),
        firstCounter);
  }

  /** HMAC-SHA-256 under the run's secret of what the direction is called. */
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

  /** Without the secret, which belongs into no log. */
  @Override
  public String toString() {
    return "key " + number;
  }
}
