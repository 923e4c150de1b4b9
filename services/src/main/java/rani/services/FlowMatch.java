// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.List;
import rani.service.OptionReader;
import rani.service.ServiceContext;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;
import rani.world.LinkId;

/**
 * Selects packets by flow and by the neighbour they arrive from, as configuration files describe
 * them.
 *
 * @param via address of the neighbour; {@link FlowSpec#ANY} for every neighbour
 * @param spec the flow
 */
public record FlowMatch(int via, FlowSpec spec) {
  private static final List<String> PROTOCOLS = List.of("any", "udp", "rdp", "service");

  public static FlowMatch read(OptionReader options) {
    String protocol = options.oneOf("protocol", "any", PROTOCOLS, "Which protocol they are of.");
    return new FlowMatch(
        node(options, "via", "The neighbour that packets come from."),
        new FlowSpec(
            node(options, "from", "The node that they were sent by."),
            node(options, "to", "The node that they are for."),
            switch (protocol) {
              case "udp" -> Ipv4Header.PROTOCOL_UDP;
              case "rdp" -> Ipv4Header.PROTOCOL_RDP;
              case "service" -> Ipv4Header.PROTOCOL_SERVICE;
              default -> FlowSpec.ANY;
            },
            (int)
                options.count(
                    "from-port",
                    FlowSpec.ANY,
                    0,
                    65_535,
                    "The source port of udp or rdp; 0 for any."),
            (int)
                options.count(
                    "to-port",
                    FlowSpec.ANY,
                    0,
                    65_535,
                    "The destination port of udp or rdp; 0 for any.")));
  }

  /**
   * Returns the link to the neighbour {@code via}, or all links for {@link FlowSpec#ANY}. {@code
   * owner} begins the message of the exception for an unknown neighbour.
   */
  public static List<LinkId> links(int via, ServiceContext node, String owner) {
    if (via == FlowSpec.ANY) {
      return node.links();
    }
    LinkId link = node.linkTo(via);
    if (link == null) {
      throw new IllegalStateException(owner + "via is no neighbour of " + node.nodeName());
    }
    return List.of(link);
  }

  /** Reads the address of a node; {@link FlowSpec#ANY} if the option is not given. */
  public static int node(OptionReader options, String name, String meaning) {
    return options.has(name) ? options.node(name, meaning) : FlowSpec.ANY;
  }
}
