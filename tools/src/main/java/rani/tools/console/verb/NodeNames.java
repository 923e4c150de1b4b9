// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.testbed.Testbed;
import rani.wire.Address;

/** Finds nodes by name or address. */
public final class NodeNames {
  private final Testbed testbed;

  public NodeNames(Testbed testbed) {
    this.testbed = testbed;
  }

  /** Returns the node of a name in any case, or of a virtual address; null if there is none. */
  public @Nullable String find(String written) {
    String alike = null;
    for (String node : testbed.names()) {
      if (node.equals(written)) {
        return node;
      }
      if (node.equalsIgnoreCase(written)) {
        alike = alike == null ? node : ""; // ambiguous: two names differ only in case
      }
    }
    return alike == null ? byAddress().get(written) : alike.isEmpty() ? null : alike;
  }

  /** Returns the names of all nodes by their virtual addresses. */
  public SequencedMap<String, String> byAddress() {
    SequencedMap<String, String> names = new LinkedHashMap<>();
    testbed
        .topology()
        .nodes()
        .forEach(node -> names.put(Address.text(node.virtualAddress()), node.name()));
    return names;
  }
}
