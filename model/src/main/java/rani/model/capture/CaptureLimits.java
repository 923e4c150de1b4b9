// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

/**
 * Limits of a capture.
 *
 * @param snapBytes captured bytes of each frame, from its first; {@link #SNAP_BYTES_MIN}…{@link
 *     #SNAP_BYTES_MAX}
 * @param packetsMax number of frames; {@link Long#MAX_VALUE} if unlimited
 * @param bytesMax size of the file; frames that no longer fit count as lost
 */
public record CaptureLimits(int snapBytes, long packetsMax, long bytesMax) {
  /** Least capture length, enough for the RANI header. */
  public static final int SNAP_BYTES_MIN = 16;

  /** Greatest capture length, longer than any frame. */
  public static final int SNAP_BYTES_MAX = 65_664;

  public static final long BYTES_MAX_DEFAULT = 100_000_000;
  public static final long BYTES_MAX = 10_000_000_000L;

  /** Whole frames, any number, in a file of the default size. */
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
