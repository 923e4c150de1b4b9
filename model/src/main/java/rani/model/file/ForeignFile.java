// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats of other programs that describe networks. {@link LocatedYaml} asks for them only if a
 * file is no rani file, so that the answer names the format, not the first thing in it that is no
 * YAML. A file is recognised by its name, or by its first {@value #LOOKED_AT_BYTES_MAX} bytes.
 */
enum ForeignFile {
  CONTAINERLAB(
      "a containerlab topology",
      "(.*\\.)?clab\\.ya?ml",
      "^name[ \t]*+:",
      "^topology[ \t]*+:[ \t]*+(#.*+)?$",
      "^[ \t]++(nodes|kinds|defaults)[ \t]*+:"),
  COMPOSE(
      "a Compose file",
      "(docker-)?compose(\\..*)?\\.ya?ml",
      "^services[ \t]*+:[ \t]*+(#.*+)?$",
      "^[ \t]++(image|build)[ \t]*+:"),
  KUBERNETES("a Kubernetes manifest", null, "^apiVersion[ \t]*+:", "^kind[ \t]*+:"),
  GRAPHML("a graph in GraphML", ".*\\.graphml", "\\A\\s*+<", "<graphml\\b"),
  GML("a graph in GML", ".*\\.gml", "^[ \t]*+graph\\s*+\\[", "^[ \t]*+node\\s*+\\["),
  DOT(
      "a graph in DOT",
      ".*\\.(dot|gv)",
      "^[ \t]*+(strict\\s++)?(di)?graph\\s*+(\"[^\"\r\n]*+\"|[\\w.]*+)\\s*+\\{"),
  NODE_LINK("a graph in node-link JSON", null, "\\A\\s*+\\{", "\"nodes\"\\s*+:\\s*+\\[");

  /** Bytes that are looked at: what tells a format stands at the top of a file. */
  private static final int LOOKED_AT_BYTES_MAX = 64 * 1024;

  private static final Pattern KEY_OF_RANI =
      Pattern.compile(
          "^[{ \t]*+\"?(experiment|topology)\"?[ \t]*+:[ \t]*+[^ \t\r\n#{]", Pattern.MULTILINE);

  private final String meaning;
  private final @Nullable String fileName;
  private final List<String> signs;

  /**
   * Makes a format.
   *
   * @param fileName pattern of names that only its files have, or null
   * @param signs patterns that all occur in a file
   */
  ForeignFile(String meaning, @Nullable String fileName, String... signs) {
    this.meaning = meaning;
    this.fileName = fileName;
    this.signs = List.of(signs);
  }

  /** Returns the answer to a file of such a format; empty if it may be a wrong rani file. */
  static Optional<FileError> refusal(String file, byte[] bytes, String hint) {
    int lookedAt = Math.min(bytes.length, LOOKED_AT_BYTES_MAX);
    String beginning = new String(bytes, 0, lookedAt, UTF_8).replaceFirst("^\uFEFF", "");
    if (KEY_OF_RANI.matcher(beginning).find()) {
      return Optional.empty();
    }
    String name = String.valueOf(Path.of(file).getFileName());
    return Arrays.stream(values())
        .filter(each -> each.isNamed(name) || each.isIn(beginning))
        .findFirst()
        .map(
            format ->
                new FileError(
                    new Location(file, 1, 1),
                    "this is " + format.meaning + ", which rani does not read",
                    hint));
  }

  private boolean isNamed(String name) {
    return fileName != null && Pattern.matches("(?i)" + fileName, name);
  }

  private boolean isIn(String beginning) {
    return signs.stream()
        .allMatch(sign -> Pattern.compile(sign, Pattern.MULTILINE).matcher(beginning).find());
  }
}
