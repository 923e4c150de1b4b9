// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.JarStatement;
import rani.model.jar.SemanticVersion;

/**
 * The highest version of each service that a node has loaded in this run, by which a downgrade is
 * refused. An operator may allow a lower version, which does not lower the mark. Verification
 * threads read it, before any code of a jar runs.
 */
final class VersionHistory {
  /** End of messages about a refused version. */
  private static final String OTHERWISE = "`--any-version` takes it all the same";

  private final SequencedMap<String, Highest> highest = new LinkedHashMap<>();

  /** A version, and the digest of the jar's entries. */
  private record Highest(SemanticVersion version, String entriesSha256) {}

  /** Throws if a jar's version is older, or the same with other contents. */
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

  synchronized void had(JarStatement statement) {
    Highest before = highest.get(statement.service());
    SemanticVersion version = statement.semanticVersion();
    if (before == null || version.comparePrecedence(before.version) >= 0) {
      highest.put(statement.service(), new Highest(version, statement.entriesSha256()));
    }
  }

  synchronized SequencedMap<String, String> facts() {
    SequencedMap<String, String> facts = new LinkedHashMap<>();
    highest.forEach((service, had) -> facts.put(service, had.version.text()));
    return facts;
  }
}
