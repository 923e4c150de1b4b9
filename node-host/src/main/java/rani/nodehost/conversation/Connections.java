// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.SequencedMap;

/**
 * The RDP connections that a node's services have open, by name ({@code LOCAL:PORT-REMOTE:PORT}):
 * service, phase, windows, times.
 */
public record Connections() implements Query<SequencedMap<String, Object>> {
  @Override
  public String path() {
    return "/connections";
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) {
    return node.connections().facts();
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
