// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.nio.file.Path;

/**
 * The trace file of a live node, and its limit.
 *
 * @param file which is created or truncated
 * @param bytesMax the most that it may have
 */
public record TraceTarget(Path file, long bytesMax) {
  /** The default limit of all traces of a run together, unless half of the free space is less. */
  public static final long BYTES_MAX = 8_000_000_000L;
}
