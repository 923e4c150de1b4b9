// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.List;
import rani.model.file.LocatedMap;

/**
 * Traffic of one kind, from one or several nodes to one.
 *
 * @param from names of the nodes that send, each as much
 * @param to name of the node that receives
 * @param options what the source service is told of each flow, besides {@code to}
 * @param sink what the sink service of the receiver is told, besides the port; often nothing
 */
public record TrafficFlow(List<String> from, String to, LocatedMap options, LocatedMap sink) {

  public TrafficFlow {
    from = List.copyOf(from);
  }
}
