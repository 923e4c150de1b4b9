// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.time.Duration;

/** Limits of service jars. */
public final class JarLimits {
  public static final int JAR_BYTES_MAX = 4 << 20;

  /** Total size of the unpacked entries. */
  public static final int UNPACKED_BYTES_MAX = 16 << 20;

  /** Size of one unpacked entry. */
  public static final int ENTRY_BYTES_MAX = 4 << 20;

  /** Ratio of the unpacked size beyond {@link #RATIO_FREE_BYTES} to the size of the jar. */
  public static final int RATIO_MAX = 50;

  /** Unpacked size that is permitted whatever the size of the jar. */
  public static final int RATIO_FREE_BYTES = 256 << 10;

  /** Number of entries, without the statement and the signature. */
  public static final int ENTRIES_MAX = 2000;

  public static final int NAME_BYTES_MAX = 255;
  public static final int STATEMENT_BYTES_MAX = 1 << 20;
  public static final Duration VALIDITY_MAX = Duration.ofDays(3660);

  private JarLimits() {}
}
