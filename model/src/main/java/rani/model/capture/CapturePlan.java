// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.util.List;

/** Filtered frames at 1…{@link #ENDS_MAX} link ends, all at one node. */
public record CapturePlan(List<CapturedEnd> ends, CaptureFilter filter, CaptureLimits limits) {
  public static final int ENDS_MAX = 1024;

  public CapturePlan {
    ends = List.copyOf(ends);
    if (ends.isEmpty() || ends.size() > ENDS_MAX) {
      throw new IllegalArgumentException(
          "a capture is of 1…" + ENDS_MAX + " links of a node, not of " + ends.size());
    }
  }

  public String node() {
    return ends.getFirst().node();
  }
}
