// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.nio.file.Path;

/** Trace file of a live node, which is created or truncated, and the limit of its size. */
public record TraceTarget(Path file, long bytesMax) {
  /** Default limit for all traces of a run together, unless half of the free space is less. */
  public static final long BYTES_MAX = 8_000_000_000L;
}
