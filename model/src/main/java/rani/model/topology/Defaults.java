// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.List;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.TreeBuilder;

/**
 * What a network's file says of nodes and links that do not say it themselves. Those of the file
 * have it already; those that come while the network runs have it from here.
 *
 * @param node address and queue, as the file has them. Services are not kept: those that an
 *     operator has taken off the menus would come back
 * @param link every knob, and the queue as the file has it
 */
public record Defaults(LocatedMap node, LocatedMap link) {

  private static final String ORIGIN = "defaults";
  private static final List<String> OF_NODES = List.of("address", "host", "queue");

  /** Those of a file that says nothing. */
  static final Defaults NONE =
      of(LocatedMap.empty(Location.ofFile(ORIGIN)), LocatedMap.empty(Location.ofFile(ORIGIN)));

  /** What a file says under {@code defaults}. */
  static Defaults of(LocatedMap node, LocatedMap link) {
    TreeBuilder ofNode = new TreeBuilder(ORIGIN);
    for (String key : OF_NODES) {
      node.get(key).filter(value -> !value.isNull()).ifPresent(value -> ofNode.put(key, value));
    }
    return new Defaults(ofNode.build(), new LinkReader(link, new Problems()).written(ORIGIN));
  }
}
