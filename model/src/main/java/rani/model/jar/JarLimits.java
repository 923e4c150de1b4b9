// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.time.Duration;

/** How much a service jar may be. */
public final class JarLimits {
  /** The largest jar. */
  public static final int JAR_BYTES_MAX = 4 << 20;

  /** All its entries together, unpacked. */
  public static final int UNPACKED_BYTES_MAX = 16 << 20;

  /** One entry, unpacked. */
  public static final int ENTRY_BYTES_MAX = 4 << 20;

  /** How many times larger than the jar its entries may be, beyond {@link #RATIO_FREE_BYTES}. */
  public static final int RATIO_MAX = 50;

  /** What entries may have together whatever the jar's size. */
  public static final int RATIO_FREE_BYTES = 256 << 10;

  /** Entries of a jar, the two of the envelope not counted. */
  public static final int ENTRIES_MAX = 2000;

  /** Bytes of an entry's name. */
  public static final int NAME_BYTES_MAX = 255;

  /** Bytes of the statement. */
  public static final int STATEMENT_BYTES_MAX = 1 << 20;

  /** How long a signature may hold. */
  public static final Duration VALIDITY_MAX = Duration.ofDays(3660);

  private JarLimits() {}
}
