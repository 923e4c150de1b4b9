// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.ground.ShellWords;

/**
 * Formats of other programs that describe networks: the one list of them. Those that {@code rani
 * import} reads have a reader each in {@code rani.model.foreign}. {@link LocatedYaml} asks for them
 * only if a file is no rani file, so that the answer names the format, not the first thing in it
 * that is no YAML. A file is recognised by its name, or by its first {@value #LOOKED_AT_BYTES_MAX}
 * bytes.
 */
public enum ForeignFile {
  CONTAINERLAB(
      "a containerlab topology",
      "(.*\\.)?clab\\.ya?ml",
      "^name[ \t]*+:",
      "^topology[ \t]*+:[ \t]*+(#.*+)?$",
      "^[ \t]++(nodes|kinds|defaults)[ \t]*+:"),
  NETLAB(
      "a netlab topology",
      null,
      "^nodes[ \t]*+:",
      "^links[ \t]*+:[ \t]*+(\\[|(#[^\r\n]*+)?\\R(\\s*+#[^\r\n]*+\\R)*+[ \t]*+-[ \t])"),
  COMPOSE(
      false,
      "a Compose file",
      "(docker-)?compose(\\..*)?\\.ya?ml",
      "^services[ \t]*+:[ \t]*+(#.*+)?$",
      "^[ \t]++(image|build)[ \t]*+:"),
  KUBERNETES(false, "a Kubernetes manifest", null, "^apiVersion[ \t]*+:", "^kind[ \t]*+:"),
  GRAPHML("a graph in GraphML", ".*\\.graphml", "\\A\\s*+<", "<graphml\\b"),
  GML("a graph in GML", ".*\\.gml", "^[ \t]*+graph\\s*+\\[", "^[ \t]*+node\\s*+\\["),
  DOT(
      false,
      "a graph in DOT",
      ".*\\.(dot|gv)",
      "^[ \t]*+(strict\\s++)?(di)?graph\\s*+(\"[^\"\r\n]*+\"|[\\w.]*+)\\s*+\\{"),
  SNDLIB_XML("a network of SNDlib in XML", null, "\\A\\s*+<", "<networkStructure\\b"),
  SNDLIB("a network in SNDlib's text format", null, "\\A\\?SNDlib native format;.*network"),
  BRITE("a topology of BRITE", ".*\\.brite", "\\ATopology:", "^Nodes:[ \t]*+\\("),
  NODE_LINK(
      "a graph in node-link JSON",
      null,
      "\\A\\s*+\\{",
      "\"nodes\"\\s*+:\\s*+\\[|\"(multigraph|directed)\"\\s*+:");

  /** Bytes that are looked at: what tells a format stands at the top of a file. */
  private static final int LOOKED_AT_BYTES_MAX = 64 * 1024;

  /** How the hint begins that names the verb. */
  static final String IMPORT = "`rani import ";

  private static final Pattern KEY_OF_RANI =
      Pattern.compile(
          "^[{ \t]*+\"?(experiment|topology)\"?[ \t]*+:[ \t]*+[^ \t\r\n#{]", Pattern.MULTILINE);

  private final boolean isRead;
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
    this(true, meaning, fileName, signs);
  }

  ForeignFile(boolean isRead, String meaning, @Nullable String fileName, String... signs) {
    this.isRead = isRead;
    this.meaning = meaning;
    this.fileName = fileName;
    this.signs = List.of(signs);
  }

  /** Returns what a message calls a file of the format, with an article. */
  public String meaning() {
    return meaning;
  }

  /** Reports whether {@code rani import} reads the format. */
  public boolean isRead() {
    return isRead;
  }

  /** Returns the meanings of the formats that {@code rani import} reads. */
  public static List<String> read() {
    return Arrays.stream(values()).filter(ForeignFile::isRead).map(ForeignFile::meaning).toList();
  }

  /** Returns the format of a file; empty if it may be a file of rani, or anything else. */
  public static Optional<ForeignFile> of(String file, byte[] bytes) {
    int lookedAt = Math.min(bytes.length, LOOKED_AT_BYTES_MAX);
    String beginning = new String(bytes, 0, lookedAt, UTF_8).replaceFirst("^\uFEFF", "");
    if (KEY_OF_RANI.matcher(beginning).find()) {
      return Optional.empty();
    }
    String name = String.valueOf(Path.of(file).getFileName());
    return Arrays.stream(values())
        .filter(each -> each.isNamed(name) || each.isIn(beginning))
        .findFirst();
  }

  /** Returns the answer to a file of such a format; empty if it may be a wrong rani file. */
  static Optional<FileError> refusal(String file, byte[] bytes, String hint) {
    return of(file, bytes)
        .map(
            format ->
                new FileError(
                    new Location(file, 1, 1),
                    "this is "
                        + format.meaning
                        + (format.isRead ? ", not a file of rani" : ", which rani does not read"),
                    format.isRead
                        ? IMPORT
                            + Quoted.plain(ShellWords.join(List.of(file)), 200)
                            + "` makes a topology of it"
                        : hint));
  }

  private boolean isNamed(String name) {
    return fileName != null && Pattern.matches("(?i)" + fileName, name);
  }

  private boolean isIn(String beginning) {
    return signs.stream()
        .allMatch(sign -> Pattern.compile(sign, Pattern.MULTILINE).matcher(beginning).find());
  }
}
