// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.Set;
import rani.nodehost.gateway.GatewayOrder;

/** Names that notes and commands use for parts of the node itself. */
final class ReservedNames {
  static final Set<String> ALL = Set.of("node", GatewayOrder.SERVICE, LoaderOrder.SERVICE);

  private ReservedNames() {}
}
