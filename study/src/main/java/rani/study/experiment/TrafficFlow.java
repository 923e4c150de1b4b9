// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.List;
import rani.model.file.LocatedMap;

/**
 * Traffic of one kind, from one or several nodes to one.
 *
 * @param from names of the sending nodes, each of which sends one flow
 * @param to name of the receiving node
 * @param options of each flow at the source service, besides {@code to}
 * @param sink options of the receiver's sink service, besides the port; often none
 */
public record TrafficFlow(List<String> from, String to, LocatedMap options, LocatedMap sink) {
  public TrafficFlow {
    from = List.copyOf(from);
  }
}
