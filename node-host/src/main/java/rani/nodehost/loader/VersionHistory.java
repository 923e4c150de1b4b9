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
 * not: versions go forward unless an operator says otherwise. An operator who goes back does not
 * lower it. It is asked beside the node's thread, before anything of a jar is run.
 */
final class VersionHistory {
  /** What a user says to have it all the same. */
  private static final String OTHERWISE = "`--any-version` takes it all the same";

  private final SequencedMap<String, Highest> highest = new LinkedHashMap<>();

  /** A version, and what its jar held. */
  private record Highest(SemanticVersion version, String entriesSha256) {}

  /**
   * Checks that a jar does not go back.
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

  /** It was put on the menu. */
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
