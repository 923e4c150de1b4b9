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

/** Digest of an experiment file, which tells whether recorded results are those of the file. */
final class FileDigest {
  /** Keys that influence no number, so that their values may change at any time. */
  private static final List<String> WORDS =
      List.of("title", "description", "expect", "plots", "captures", "live", "trials");

  private FileDigest() {}

  /** Returns the SHA-256, in hexadecimal, of everything that numbers and comparisons depend on. */
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
