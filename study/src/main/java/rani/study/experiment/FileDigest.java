// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.HexFormat;
import java.util.List;
import rani.ground.Sha256;
import rani.model.choice.ChoiceReader;
import rani.model.choice.Choices;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.YamlText;

/** Tells whether results are those of a file as it is. */
final class FileDigest {
  /** What changes no number, and may be written better at any time. */
  private static final List<String> WORDS =
      List.of("title", "description", "expect", "plots", "captures", "live", "trials");

  private FileDigest() {}

  /** SHA-256, in hexadecimal, of all that numbers and comparisons depend on, comments aside. */
  static String of(Choices choices) {
    LocatedMap tree = choices.tree();
    for (String word : WORDS) {
      tree = tree.without(word);
    }
    Location at = Location.ofFile("");
    LocatedMap tried = LocatedMap.empty(at);
    for (var choice : choices.all().values()) {
      tried = tried.with(choice.name(), at, choice.written());
    }
    String text = YamlText.print(tree.with(ChoiceReader.KEY, at, tried));
    return HexFormat.of().formatHex(Sha256.of(text));
  }
}
