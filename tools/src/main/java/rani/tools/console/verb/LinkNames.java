// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Testbed;

/**
 * Names of link directions for users: {@code n1->n2}, or {@code n1->n2#2} for a second link between
 * two nodes. Nodes call their links {@code link-0} and so on.
 */
public final class LinkNames {
  private final Testbed testbed;
  private final NodeNames nodes;

  public LinkNames(Testbed testbed) {
    this.testbed = testbed;
    this.nodes = new NodeNames(testbed);
  }

  /** Asks a node for its links, and returns their names by the node's own names. */
  public SequencedMap<String, String> of(String node) throws LabFailure {
    return of(node, shown(node));
  }

  /** Returns the names of a node's links by the node's own names, from its facts about them. */
  public SequencedMap<String, String> of(String node, JsonObject links) {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    SequencedMap<String, String> byAddress = nodes.byAddress();
    SequencedMap<String, Integer> seen = new LinkedHashMap<>();
    for (String link : links.keys()) {
      String address = String.valueOf(Shown.object(links, link).find("neighbour"));
      String neighbour = byAddress.getOrDefault(address, address);
      int ordinal = seen.merge(neighbour, 1, Integer::sum);
      names.put(link, node + "->" + neighbour + (ordinal == 1 ? "" : "#" + ordinal));
    }
    return names;
  }

  /** Asks a sending end for its facts about a direction. */
  public JsonObject facts(LinkSelector way, String sender) throws LabFailure {
    return facts(way, sender, shown(sender));
  }

  /** Finds a direction's facts among those of the sending end's links. */
  public JsonObject facts(LinkSelector way, String sender, JsonObject links) throws LabFailure {
    String direction = way.link().direction(sender);
    SequencedMap<String, String> names = of(sender, links);
    for (String link : links.keys()) {
      if (direction.equals(names.get(link))) {
        return Shown.object(links, link);
      }
    }
    throw new LabFailure(sender + " does not have the link " + way.text());
  }

  private JsonObject shown(String node) throws LabFailure {
    return JsonObject.of(testbed.show(node, StatusQuery.LINKS));
  }

  /** Returns the name of a queue: the node's name for its own queue, a direction for a link's. */
  public static String ofQueue(String node, String queue, SequencedMap<String, String> links) {
    return queue.equals("node") ? node : links.getOrDefault(queue, queue);
  }

  /** Returns the receiving end of a direction: {@code n2} of {@code n1->n2}. */
  public static String neighbour(String direction) {
    return direction.substring(direction.indexOf('>') + 1);
  }
}
