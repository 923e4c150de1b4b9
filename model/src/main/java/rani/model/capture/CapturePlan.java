// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import java.util.List;

/** Filtered frames at 1…{@link #ENDS_MAX} link ends, all at one node, and what is kept of them. */
public record CapturePlan(
    List<CapturedEnd> ends, CaptureFilter filter, CaptureLimits limits, LinkType linkType) {
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

  /** Returns the default name of a file: {@code n7-n8.pcapng} or {@code n7-n8-inner.pcapng}. */
  public String fileName() {
    return ends.getFirst().fileName(linkType.isInner() ? "-inner" : "");
  }
}
