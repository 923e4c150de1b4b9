// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

/**
 * How much a capture takes.
 *
 * @param snapBytes of each frame, from its first byte; {@link #SNAP_BYTES_MIN}…{@link
 *     #SNAP_BYTES_MAX}
 * @param packetsMax frames; {@link Long#MAX_VALUE} for any number
 * @param bytesMax of the file; what comes when it is full is counted as lost
 */
public record CaptureLimits(int snapBytes, long packetsMax, long bytesMax) {
  /** Enough for the headers. */
  public static final int SNAP_BYTES_MIN = 16;

  /** Longer than any frame. */
  public static final int SNAP_BYTES_MAX = 65_664;

  /** The largest file unless something else is asked for. */
  public static final long BYTES_MAX_DEFAULT = 100_000_000;

  /** The largest file that may be asked for. */
  public static final long BYTES_MAX = 10_000_000_000L;

  /** Whole frames, any number, in a file of {@link #BYTES_MAX_DEFAULT}. */
  public static final CaptureLimits DEFAULT =
      new CaptureLimits(SNAP_BYTES_MAX, Long.MAX_VALUE, BYTES_MAX_DEFAULT);

  public CaptureLimits {
    if (snapBytes < SNAP_BYTES_MIN || snapBytes > SNAP_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a snapshot has %d…%d bytes of a frame, not %d"
              .formatted(SNAP_BYTES_MIN, SNAP_BYTES_MAX, snapBytes));
    }
    if (packetsMax < 1) {
      throw new IllegalArgumentException("a capture has at least 1 packet, not " + packetsMax);
    }
    if (bytesMax < 1 || bytesMax > BYTES_MAX) {
      throw new IllegalArgumentException(
          "a capture has 1…" + BYTES_MAX + " bytes, not " + bytesMax);
    }
  }
}
