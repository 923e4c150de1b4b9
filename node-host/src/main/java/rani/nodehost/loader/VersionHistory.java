// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.JarStatement;
import rani.model.jar.SemanticVersion;

/**
 * The highest version of each service that was on a node's menu in this run, whether it still is or
 * not: a lower version is refused unless an operator allows it, which does not lower the mark. It
 * is read off the node's thread, before any code of a jar runs.
 */
final class VersionHistory {
  /** The option that allows a lower version. */
  private static final String OTHERWISE = "`--any-version` takes it all the same";

  private final SequencedMap<String, Highest> highest = new LinkedHashMap<>();

  /** A version, and the digest of its jar. */
  private record Highest(SemanticVersion version, String entriesSha256) {}

  /**
   * Checks that a jar is no downgrade.
   *
   * @throws JarRefusal if its version is older, or the same with other contents
   */
  synchronized void require(JarStatement statement) throws JarRefusal {
    Highest had = highest.get(statement.service());
    if (had == null) {
      return;
    }
    int order = statement.semanticVersion().comparePrecedence(had.version);
    String name = statement.service() + " " + statement.version();
    if (order < 0) {
      throw new JarRefusal(
          Reason.OLDER_VERSION,
          "%s is older than %s, which this node has had in this run; %s"
              .formatted(name, had.version.text(), OTHERWISE));
    }
    if (order == 0 && !had.entriesSha256.equals(statement.entriesSha256())) {
      throw new JarRefusal(
          Reason.SAME_VERSION,
          ("%s is not the %s that this node has had in this run: its entries are others; give it a"
                  + " newer version, or %s")
              .formatted(name, had.version.text(), OTHERWISE));
    }
  }

  /** Records a version that was put on the menu. */
  synchronized void had(JarStatement statement) {
    Highest before = highest.get(statement.service());
    SemanticVersion version = statement.semanticVersion();
    if (before == null || version.comparePrecedence(before.version) >= 0) {
      highest.put(statement.service(), new Highest(version, statement.entriesSha256()));
    }
  }

  /** The highest versions, by service. */
  synchronized SequencedMap<String, String> facts() {
    SequencedMap<String, String> facts = new LinkedHashMap<>();
    highest.forEach((service, had) -> facts.put(service, had.version.text()));
    return facts;
  }
}
