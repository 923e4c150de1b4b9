// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.util.List;

/**
 * A capture: what is recorded, and where.
 *
 * @param ends of links, all at one node; at least one, at most {@link #ENDS_MAX}
 * @param filter what is taken of what passes there
 * @param limits how much
 */
public record CapturePlan(List<CapturedEnd> ends, CaptureFilter filter, CaptureLimits limits) {
  /** Link ends in one capture. */
  public static final int ENDS_MAX = 1024;

  public CapturePlan {
    ends = List.copyOf(ends);
    if (ends.isEmpty() || ends.size() > ENDS_MAX) {
      throw new IllegalArgumentException(
          "a capture is of 1…" + ENDS_MAX + " links of a node, not of " + ends.size());
    }
  }

  /** The node at whose end of the links frames are captured. */
  public String node() {
    return ends.getFirst().node();
  }
}
