// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.List;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.TreeBuilder;

/**
 * Settings that the file gives to all nodes or links. Links and nodes added to the running network
 * get them, too.
 *
 * @param node address, host, code and queue. Services are not kept, because services that an
 *     operator has stopped would return
 * @param link all link settings with their defaults, and the queue as written in the file
 */
public record Defaults(LocatedMap node, LocatedMap link) {
  private static final String ORIGIN = "defaults";
  private static final List<String> OF_NODES =
      List.of("address", "host", NodeSettings.CODE, "queue");

  static final Defaults NONE =
      of(LocatedMap.empty(Location.ofFile(ORIGIN)), LocatedMap.empty(Location.ofFile(ORIGIN)));

  static Defaults of(LocatedMap node, LocatedMap link) {
    TreeBuilder ofNode = new TreeBuilder(ORIGIN);
    for (String key : OF_NODES) {
      node.get(key).filter(value -> !value.isNull()).ifPresent(value -> ofNode.put(key, value));
    }
    return new Defaults(ofNode.build(), new LinkReader(link, new Problems()).written(ORIGIN));
  }
}
