// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.List;
import rani.model.file.LocatedMap;

/**
 * Traffic from one or several nodes to one; each sends one flow. The options are those of the
 * source service besides {@code to}, and of the receiver's sink service besides the port.
 */
public record TrafficFlow(List<String> from, String to, LocatedMap options, LocatedMap sink) {
  public TrafficFlow {
    from = List.copyOf(from);
  }
}
