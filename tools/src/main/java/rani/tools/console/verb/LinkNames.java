// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Testbed;

/**
 * Readable names of link directions, {@code n1->n2}, with {@code #2} for a second link between two
 * nodes, instead of the nodes' own, {@code link-0}.
 */
public final class LinkNames {
  private final Testbed testbed;
  private final NodeNames nodes;

  /** The links of a network. */
  public LinkNames(Testbed testbed) {
    this.testbed = testbed;
    this.nodes = new NodeNames(testbed);
  }

  /** The links of a node, by the node's own names. */
  public SequencedMap<String, String> of(String node) throws LabFailure {
    return of(node, shown(node));
  }

  /**
   * The same, without a query.
   *
   * @param links from the node's answer
   */
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

  /** The sender's facts about a direction. */
  public JsonObject facts(LinkSelector way, String sender) throws LabFailure {
    return facts(way, sender, shown(sender));
  }

  /**
   * The same, without asking.
   *
   * @param links from the sender's answer
   */
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

  /** A queue: a node's own by the node's name, a link's by its direction. */
  public static String ofQueue(String node, String queue, SequencedMap<String, String> links) {
    return queue.equals("node") ? node : links.getOrDefault(queue, queue);
  }

  /** The neighbour behind a direction: {@code n2} of {@code n1->n2}. */
  public static String neighbour(String direction) {
    return direction.substring(direction.indexOf('>') + 1);
  }
}
