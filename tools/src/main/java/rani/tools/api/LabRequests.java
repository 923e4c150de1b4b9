// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/** Bodies of requests to a network's interface, and answers that no node gives. */
final class LabRequests {
  private LabRequests() {}

  /** A line of the console. */
  record ConsoleLine(String line) {}

  /** A verb of a node's service; no arguments if they are absent. */
  record ServiceCall(String node, String service, String verb, @Nullable List<String> arguments)
      implements Facts {}

  /**
   * A capture; every key may be absent.
   *
   * @param ends such as {@code n7:n8}; all ends of all links if absent
   * @param filter conditions as of {@code rani capture}
   * @param snaplen first bytes of each frame
   * @param count frames after which it ends
   * @param duration after which it ends, such as {@code 10s}
   * @param inner IPv4 packets alone
   */
  record CaptureOrder(
      @Nullable List<String> ends,
      @Nullable String filter,
      @Nullable Integer snaplen,
      @Nullable Long count,
      @Nullable String duration,
      @Nullable Boolean inner)
      implements Facts {}

  /** An error of any route. */
  record Refused(String error) implements Facts {}

  /**
   * An event of a node.
   *
   * @param text the event in a sentence
   * @param facts keys of its kind
   */
  record Event(
      @Nullable Long id,
      String kind,
      String node,
      @Nullable Long atNanos,
      String text,
      @Inline Facts facts)
      implements Facts {}
}
