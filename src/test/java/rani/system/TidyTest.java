// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Map.entry;
import static java.util.regex.Pattern.CASE_INSENSITIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The house rules that a text search can hold up; every complaint names the remedy. */
class TidyTest {
  private static final int LINE_CHARS_MAX = 100;
  private static final int FILE_LINES_MAX = 750;
  private static final String SPDX = "SPDX-License-Identifier: Apache-2.0";

  // Written in halves, so that this file passes its own test.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final Pattern SLEEP =
      Pattern.compile("Thread\\.sl" + "eep|TimeUnit\\.\\w+\\.sl" + "eep");
  private static final Pattern AUTHOR = Pattern.compile("@auth" + "or");
  private static final Pattern SUPPRESSION = Pattern.compile("@Suppress" + "Warnings");
  private static final Pattern IDLE_NAME =
      Pattern.compile("(Abstract\\w*|\\w*(Manager|Helper|Helpers|Util|Utils|Impl))\\.java");

  /**
   * Phrases that are no technical English, and what to write instead. They are banned from comments
   * and from the prose of documents.
   */
  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          entry("how manieth", "write ordinal, or the n-th"),
          entry("of which (it is|they are)", "name the antecedent: monitored links"),
          entry(
              "whoever|somebody|nobody|anybody", "name the actor: the client, the sender, no node"),
          entry("anew", "write again, or from the start"),
          entry("lets? go of", "write release, drop or unload"),
          entry(
              "pull(s|ed)? (the|its|a) cable|cable (is|was|are|were) (out|cut|pulled)",
              "a link goes down"),
          entry(
              "(has|have|had) dice|dice (of|are|is)|(its|the|another's) dice",
              "write random stream"),
          entry("so long after", "write start offset, or this long after"),
          entry("in the midst of", "write during"),
          entry("by as much", "write by the same amount, or by at most this"),
          entry("says? of (itself|themselves)", "write claims, or reports"),
          entry("led aside|leads? (\\w+ )?aside", "write divert"),
          entry("for good", "write permanently"));

  /** The same of main code alone. */
  private static final Map<String, String> REMEDIES_OF_MAIN_CODE =
      Map.of("(is|are|was|were) told(?! apart)", "write receives, or is notified of");

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
  private static final Pattern CODE_OF_DOCUMENT =
      Pattern.compile("```.*?```|`[^`\n]*`", Pattern.DOTALL);

  @Test
  void everyJavaFileBeginsWithTheLicence() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      if (!Files.readAllLines(file).getFirst().equals("// " + SPDX)) {
        complaints.add(at(file, 1) + "make this the first line: // " + SPDX);
      }
    }
    assertNone(complaints);
  }

  @Test
  void everyScriptAndBuildFileNamesTheLicence() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : Checkout.files()) {
      String name = file.getFileName().toString();
      boolean source = name.endsWith(".xml") || name.endsWith(".py") || name.endsWith(".sh");
      boolean script = Files.isExecutable(file) && firstLine(file).startsWith("#!");
      if ((source || script)
          && Files.readAllLines(file).stream().limit(3).noneMatch(line -> line.contains(SPDX))) {
        complaints.add(at(file, 1) + "put a comment with " + SPDX + " into the first three lines");
      }
    }
    assertNone(complaints);
  }

  @Test
  void linesAreShortAndHoldNoTab() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      complainOfLines(
          file,
          line -> line.length() > LINE_CHARS_MAX && !line.startsWith("import "),
          "break the line before column " + (LINE_CHARS_MAX + 1),
          complaints);
      complainOfLines(
          file, line -> line.indexOf('\t') >= 0, "use spaces instead of the tab", complaints);
    }
    assertNone(complaints);
  }

  @Test
  void filesStayReadable() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      int lines = Files.readAllLines(file).size();
      if (lines > FILE_LINES_MAX) {
        complaints.add(
            at(file, lines)
                + "split the file by purpose, it may hold "
                + FILE_LINES_MAX
                + " lines");
      }
    }
    assertNone(complaints);
  }

  @Test
  void nothingIsLeftForLater() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      complainOfLines(
          file,
          UNFINISHED.asPredicate(),
          "do it, or say in plain words what is not supported",
          complaints);
    }
    assertNone(complaints);
  }

  @Test
  void nothingSleeps() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      complainOfLines(
          file,
          SLEEP.asPredicate(),
          "wait for the event itself: World.wakeAt, a scheduled task, a latch or Process.waitFor",
          complaints);
    }
    assertNone(complaints);
  }

  @Test
  void nobodySignsAFile() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      complainOfLines(
          file, AUTHOR.asPredicate(), "remove the tag, the history knows the author", complaints);
    }
    assertNone(complaints);
  }

  @Test
  void everySuppressionSaysWhy() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        boolean explained =
            lines.get(i).contains("//") || (i > 0 && lines.get(i - 1).strip().startsWith("//"));
        if (SUPPRESSION.matcher(lines.get(i)).find() && !explained) {
          complaints.add(at(file, i + 1) + "mend the cause, or give the reason in a // comment");
        }
      }
    }
    assertNone(complaints);
  }

  @Test
  void namesSayWhatAThingIs() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : javaFiles()) {
      if (IDLE_NAME.matcher(file.getFileName().toString()).matches()) {
        complaints.add(at(file, 1) + "name the class after what it does");
      }
    }
    assertNone(complaints);
  }

  @Test
  void commentsAndDocumentsAreInTechnicalEnglish() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (Path file : Checkout.files()) {
      String name = file.getFileName().toString();
      String text = name.matches(".*\\.(java|md)") ? Files.readString(file) : "";
      if (name.endsWith(".java")) {
        complainOfPhrases(file, blankBut(text, COMMENT), REMEDIES, complaints);
        if (file.toString().contains("/src/main/java/")) {
          complainOfPhrases(file, blankBut(text, COMMENT), REMEDIES_OF_MAIN_CODE, complaints);
        }
      } else if (!name.equals("CHANGELOG.md")) {
        complainOfPhrases(file, blank(text, CODE_OF_DOCUMENT), REMEDIES, complaints);
      }
    }
    assertNone(complaints);
  }

  @Test
  void everyPackageIsNullMarked() throws IOException {
    var packages = new TreeSet<Path>();
    for (Path file : javaFiles()) {
      boolean unitTest = file.toString().contains("/src/test/java/") && !isSystemTest(file);
      if (!unitTest && !isAroundTests(file) && !file.endsWith("module-info.java")) {
        packages.add(file.getParent());
      }
    }
    List<String> complaints = new ArrayList<>();
    for (Path folder : packages) {
      Path info = folder.resolve("package-info.java");
      if (!Files.exists(info) || !Files.readString(info).contains("\n@NullMarked\n")) {
        complaints.add(at(info, 1) + "annotate the package with @NullMarked of org.jspecify");
      }
    }
    assertNone(complaints);
  }

  @Test
  void theSearchSeesTheWholeTree() {
    var modules = new TreeSet<String>();
    for (Path file : javaFiles()) {
      modules.add(Checkout.root().relativize(file).getName(0).toString());
    }
    assertTrue(
        modules.containsAll(
            List.of("node-core", "node-live", "node-sim", "model", "report", "tools", "src")),
        () -> "only found " + modules);
  }

  private static List<Path> javaFiles() {
    return Checkout.files().stream().filter(file -> file.toString().endsWith(".java")).toList();
  }

  /** Tests of the rooms, what counts mutants, and what sums tests up: without jspecify. */
  private static boolean isAroundTests(Path file) {
    return file.startsWith(Checkout.root().resolve(".mvn"))
        || file.startsWith(Checkout.root().resolve("src/rooms"))
        || file.startsWith(Checkout.root().resolve("src/summary"));
  }

  private static boolean isSystemTest(Path file) {
    return file.startsWith(Checkout.root().resolve("src/test/java"));
  }

  private static String firstLine(Path file) throws IOException {
    byte[] start = new byte[2];
    try (var bytes = Files.newInputStream(file)) {
      return new String(start, 0, Math.max(0, bytes.read(start)), ISO_8859_1);
    }
  }

  private static void complainOfLines(
      Path file, Predicate<String> bad, String remedy, List<String> complaints) throws IOException {
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (bad.test(lines.get(i))) {
        complaints.add(at(file, i + 1) + remedy);
      }
    }
  }

  /** A phrase may be broken over two lines of a comment. */
  private static void complainOfPhrases(
      Path file, String text, Map<String, String> remedies, List<String> complaints) {
    remedies.forEach(
        (phrase, remedy) -> {
          String words = phrase.replace(" ", "\\s+(?:(?:\\*|//)\\s+)?");
          Pattern pattern = Pattern.compile("\\b(?:" + words + ")\\b", CASE_INSENSITIVE);
          for (MatchResult found : pattern.matcher(text).results().toList()) {
            int line = (int) text.substring(0, found.start()).lines().count();
            complaints.add(at(file, line) + "`" + found.group() + "`: " + remedy);
          }
        });
  }

  /** The text with blanks in place of all that matches, line feeds kept. */
  private static String blank(String text, Pattern pattern) {
    return pattern.matcher(text).replaceAll(found -> found.group().replaceAll("[^\n]", " "));
  }

  /** The text with blanks in place of all that does not match, line feeds kept. */
  private static String blankBut(String text, Pattern pattern) {
    StringBuilder kept = new StringBuilder(text.replaceAll("[^\n]", " "));
    pattern
        .matcher(text)
        .results()
        .forEach(found -> kept.replace(found.start(), found.end(), found.group()));
    return kept.toString();
  }

  private static String at(Path file, int line) {
    return Checkout.root().relativize(file) + ":" + line + ": ";
  }

  private static void assertNone(List<String> complaints) {
    assertEquals("", String.join("\n", complaints));
  }
}
