// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.nio.file.Path;

/**
 * Where the trace of a live node goes.
 *
 * @param file which is made, or emptied
 * @param bytesMax the most that it may have
 */
public record TraceTarget(Path file, long bytesMax) {
  /** What traces of a run may have where nothing is said, if half of what is free is not less. */
  public static final long BYTES_MAX = 8_000_000_000L;
}
