// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.List;
import rani.service.OptionReader;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;

/**
 * Which packets a rule is for, as files say it.
 *
 * @param via the neighbour they come from; {@link FlowSpec#ANY} for every one
 * @param spec which of these
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

  private static int node(OptionReader options, String name, String meaning) {
    return options.has(name) ? options.node(name, meaning) : FlowSpec.ANY;
  }
}
