// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * Differentiated services code points (RFC 2474). Best effort is class selector 0; class selector 6
 * is rani's control traffic.
 */
public final class Dscp {
  public static final int BEST_EFFORT = 0;

  /** Expedited forwarding: low loss, delay and jitter (RFC 3246 §2.7). */
  public static final int EXPEDITED = 46;

  public static final int MAX = 63;
  public static final int AF_CLASSES = 4;

  /** Number of drop precedences of each AF class. Precedence 0 is dropped last. */
  public static final int PRECEDENCES = 3;

  private static final SequencedMap<String, Integer> NUMBERS = new LinkedHashMap<>();
  private static final String[] NAMES = new String[MAX + 1];

  static {
    for (int selector = 0; selector < 8; selector++) {
      name("cs" + selector, 8 * selector); // RFC 2474 §4.2.2.2
    }
    for (int klass = 1; klass <= AF_CLASSES; klass++) {
      for (int precedence = 0; precedence < PRECEDENCES; precedence++) {
        name("af" + klass + (precedence + 1), assured(klass, precedence));
      }
    }
    name("ef", EXPEDITED);
    NUMBERS.put("be", BEST_EFFORT);
  }

  private Dscp() {}

  private static void name(String name, int dscp) {
    NUMBERS.put(name, dscp);
    NAMES[dscp] = name;
  }

  /** Returns code points by name: {@code cs0}…{@code cs7}, {@code af11}…{@code af43}, ef, be. */
  public static SequencedMap<String, Integer> byName() {
    return Collections.unmodifiableSequencedMap(NUMBERS);
  }

  /**
   * Returns the code point with a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static int ofName(String name) {
    Integer dscp = NUMBERS.get(name);
    if (dscp == null) {
      throw new IllegalArgumentException("no code point is called " + name);
    }
    return dscp;
  }

  /** Returns the name of a code point, 0…63; empty if it has none. */
  public static String name(int dscp) {
    return Objects.requireNonNullElse(NAMES[dscp], "");
  }

  /**
   * Returns a code point of assured forwarding (RFC 2597 §6), for a class of 1…{@link #AF_CLASSES}
   * and a precedence of 0…{@link #PRECEDENCES} − 1.
   */
  public static int assured(int klass, int precedence) {
    return 8 * klass + 2 * (precedence + 1);
  }

  public static boolean isAssured(int dscp) {
    int klass = dscp >>> 3;
    return klass >= 1 && klass <= AF_CLASSES && (dscp & 1) == 0 && (dscp & 6) != 0;
  }

  /**
   * Returns the drop precedence of a packet: 0, 1 or 2 for assured forwarding, 0 for expedited
   * forwarding and network control, and 2 (dropped first) for all other code points.
   */
  public static int precedence(int dscp) {
    if (isAssured(dscp)) {
      return (dscp >>> 1 & 3) - 1;
    }
    return dscp == EXPEDITED || dscp == Ipv4Header.DSCP_CONTROL ? 0 : PRECEDENCES - 1;
  }
}
