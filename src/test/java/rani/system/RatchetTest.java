// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Limits that code held to before they were rules, or not quite. What is beyond one stands in a
 * list under {@code src/test/resources/ratchets}, each line a name and its number; lists only get
 * shorter, and numbers smaller. Lists as they would be now are in {@code target/ratchets}.
 */
class RatchetTest {
  private static final int PACKAGE_CLASSES_MAX = 40;
  private static final int METHOD_LINES_MAX = 70;
  private static final int PARAMETERS_MAX = 7;

  /** Sources and resources of what is delivered, but for the services and the benchmarks. */
  private static final Pattern MAIN_FILE =
      Pattern.compile("(?!services/|bench/|docs/|test-support/)[a-z-]+/src/main/");

  /** A name of the papers, as a word or a part of one in camel case. */
  private static final Pattern SERVICE_NAME =
      Pattern.compile(
          "(?i:(?<![a-z])(?:lgc|acc|ufc|abcd)(?![a-z]))"
              + "|(?<![A-Z])(?:Lgc|Acc|Ufc|Abcd)(?![a-z])"
              + "|(?<![A-Za-z])(?:lgc|acc|ufc|abcd)(?=[A-Z])");

  private static final Path LISTS = Checkout.root().resolve("src/test/resources/ratchets");

  private static MainCode code;

  @BeforeAll
  static void readCode() throws IOException {
    code = MainCode.read();
  }

  @Test
  void packagesStayRooms() throws IOException {
    hold(
        "package-classes",
        code.packageClasses,
        PACKAGE_CLASSES_MAX,
        "classes; give those that belong together a package of their own");
  }

  @Test
  void methodsFitOnAScreen() throws IOException {
    hold(
        "method-lines",
        code.methodLines,
        METHOD_LINES_MAX,
        "lines; give its steps names, or make a table of it");
  }

  @Test
  void callsCanBeRead() throws IOException {
    hold(
        "parameters",
        code.parameters,
        PARAMETERS_MAX,
        "parameters; those that go together are a record");
  }

  @Test
  void whatHasKnownNamesIsARecord() throws IOException {
    hold(
        "string-maps",
        code.stringMaps,
        0,
        "maps of texts to anything in its signatures; make records of them");
  }

  /** A service is closed over itself: its name stands in no file but its own. */
  @Test
  void noMainFileOutsideTheServicesNamesOneOfThem() throws IOException {
    assertTrue(
        SERVICE_NAME.matcher("{service: ufc-edge}, LgcWatch, ofAcc, ABCD_MAX").results().count()
            == 4);
    assertFalse(SERVICE_NAME.matcher("accept, Account, toAccount, abcdef, RedAccess").find());
    hold(
        "service-names",
        serviceNames(),
        0,
        "lines that name a service; say what it does there, or move them to the service");
  }

  private static SequencedMap<String, Integer> serviceNames() throws IOException {
    SequencedMap<String, Integer> lines = new LinkedHashMap<>();
    for (Path file : Checkout.files()) {
      String name = Checkout.root().relativize(file).toString();
      if (MAIN_FILE.matcher(name).lookingAt()) {
        for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
          if (SERVICE_NAME.matcher(line).find()) {
            lines.merge(name, 1, Integer::sum);
          }
        }
      }
    }
    return lines;
  }

  @Test
  void packagesHaveAnOrder() {
    var classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("rani");
    slices()
        .matching("(**)")
        .should()
        .beFreeOfCycles()
        .because("what two packages need of each other is a package below both")
        .check(classes);
  }

  /**
   * Compares what is beyond a limit with its list.
   *
   * @param remedy what the number counts, and what is to be done
   */
  private static void hold(String list, SequencedMap<String, Integer> found, int max, String remedy)
      throws IOException {
    assertTrue(max == 0 || !found.isEmpty(), "nothing was counted");
    SequencedMap<String, Integer> beyond = new LinkedHashMap<>(found);
    beyond.values().removeIf(number -> number <= max);
    Path now = Checkout.root().resolve("src/test/target/ratchets");
    Files.createDirectories(now);
    Files.write(
        now.resolve(list),
        beyond.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList());
    SequencedMap<String, Integer> listed = listed(list);
    List<String> complaints = new ArrayList<>();
    beyond.forEach(
        (name, number) -> {
          if (number > listed.getOrDefault(name, max)) {
            complaints.add(name + ": " + number + " " + remedy);
          }
        });
    for (Map.Entry<String, Integer> old : listed.entrySet()) {
      int number = beyond.getOrDefault(old.getKey(), 0);
      if (number < old.getValue()) {
        complaints.add(old.getKey() + " is better than in the list, which gets shorter: " + number);
      }
    }
    assertEquals("", String.join("\n", complaints));
  }

  private static SequencedMap<String, Integer> listed(String list) throws IOException {
    SequencedMap<String, Integer> listed = new LinkedHashMap<>();
    for (String line : Files.readAllLines(LISTS.resolve(list))) {
      String[] parts = line.split(" ");
      listed.put(parts[0], Integer.parseInt(parts[1]));
    }
    return listed;
  }
}
