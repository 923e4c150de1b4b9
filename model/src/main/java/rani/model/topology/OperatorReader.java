// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.model.file.Form;
import rani.model.file.LocatedScalar;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.jar.OperatorKey;

/**
 * Reads the public keys of operators, who may upload services to the running network. Each is
 * written out, or given as a file relative to the topology's file.
 */
final class OperatorReader {
  static final Property OPERATORS =
      new Property(
          "operators",
          new Form.ListOf(Form.TEXT, 0, Topology.OPERATORS_MAX, true),
          "Who may bring services into the network while it runs: public keys of `rani operator key"
              + " new`, each written out or as the file that holds it, relative to this one.");

  private OperatorReader() {}

  static List<OperatorKey> read(MapReader top, Problems problems) {
    List<OperatorKey> keys = new ArrayList<>();
    List<LocatedScalar> said = top.texts(OPERATORS.name());
    if (said.size() > Topology.OPERATORS_MAX) {
      problems.report(
          top.at(OPERATORS.name()),
          said.size() + " operators, at most " + Topology.OPERATORS_MAX + " are allowed");
      return keys;
    }
    for (LocatedScalar each : said) {
      try {
        OperatorKey key =
            OperatorKey.looksLikeKey(each.text())
                ? new OperatorKey(each.text())
                : OperatorKey.read(Path.of(each.at().file()).resolveSibling(each.text()));
        if (keys.contains(key)) {
          problems.report(each.at(), "operator " + key.id() + " is listed twice");
        }
        keys.add(key);
      } catch (IOException e) {
        problems.report(
            each.at(),
            Quoted.of(each.text()) + " is neither a key nor a file that can be read",
            () -> "the file FILE.pub of `rani operator key new FILE`, relative to this one");
      } catch (IllegalArgumentException e) {
        problems.report(
            each.at(),
            Quoted.of(each.text()) + ": " + e.getMessage(),
            () -> "`rani operator key new FILE` makes one; FILE.pub is what belongs here");
      }
    }
    return keys;
  }
}
