// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.model.file.FileError;

/**
 * An experiment of someone else's names files of the machine it is read at: it neither holds its
 * reader, nor shows what they hold.
 */
class NamedByAFileTest {
  private static final String SECRET = "hunter2";

  @TempDir private Path folder;

  /** Ways to name a file {@code named}, which begins at line 1, column {@code column}. */
  record Naming(String text, int column) {
    static Naming of(String marked) {
      return new Naming(marked.replace("»", ""), marked.indexOf('»') + 1);
    }
  }

  static Stream<Naming> namings() {
    return Stream.of(
        Naming.of("{extends: »named, experiment: e}"),
        Naming.of("{topology: »named, experiment: e}"),
        Naming.of(
            "{traffic: [{from: n1, to: n2, kind: replay, file: »named}], experiment: e,"
                + " topology: {nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {}}}}"));
  }

  @ParameterizedTest
  @MethodSource("namings")
  void aFifoHoldsNobody(Naming naming) throws Exception {
    assumeTrue(
        new ProcessBuilder("mkfifo", folder.resolve("named").toString()).start().waitFor() == 0,
        "no mkfifo here");
    assertRefused("this is a FIFO, not a file", naming);
  }

  @ParameterizedTest
  @MethodSource("namings")
  void anEndlessDeviceIsNotRead(Naming naming) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/zero")), "no /dev/zero here");
    Files.createSymbolicLink(folder.resolve("named"), Path.of("/dev/zero"));
    assertRefused("this is a device, not a file", naming);
  }

  @ParameterizedTest
  @MethodSource("namings")
  void aDirectoryIsNoFile(Naming naming) throws Exception {
    Files.createDirectory(folder.resolve("named"));
    assertRefused("this is a directory, not a file", naming);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
  void whatAShellOpenedIsForTheCommandLineAlone(String shells) throws Exception {
    Path file =
        Files.writeString(folder.resolve("e.yaml"), "{experiment: e, extends: " + shells + "}");
    assumeTrue(!Files.isRegularFile(Path.of(shells)), "standard input is a file");
    assertTrue(errorOf(file).contains(", not a file"), () -> errorOf(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "root:" + SECRET + ":0:0:root:/root:/bin/bash\nother:x:1:1\n",
        "password: " + SECRET + "\n",
        SECRET + ": 1\n" + SECRET + ": 2\n",
        SECRET + "\n",
        "*" + SECRET + "\n",
        "- &" + SECRET + " a\n",
        "!" + SECRET + " x\n",
        "[default]\nkey = " + SECRET + "\n",
        "a: \"\\" + SECRET + "\"\n",
        "%" + SECRET + "\n",
        SECRET + "\u0000",
        "a: !" + SECRET + "!b c\n",
        "`: `" + SECRET + "`: &`x`\n",
      })
  void whatAnotherFileHoldsIsNotShown(String text) throws Exception {
    for (Naming naming : namings().toList()) {
      Files.writeString(folder.resolve("named"), text);
      String error = errorOf(Files.writeString(folder.resolve("e.yaml"), naming.text()));
      assertFalse(error.contains(SECRET), error);
      assertTrue(error.contains("named"), error);
    }
  }

  @Test
  void whatItIsInsteadIsSaidWhereItIsNamed() throws Exception {
    Path named = Files.writeString(folder.resolve("named"), "root:x:0:0\n");
    String hint = "; a file begins with `topology: NAME` or `experiment: NAME`";
    Path file = Files.writeString(folder.resolve("e.yaml"), "{extends: named, experiment: e}");
    assertEquals(named + ":1:1: expected keys and values, found …" + hint, errorOf(file));
    Files.writeString(named, "a: b\nc: d: e\n");
    assertEquals(named + ":2:5: not YAML" + hint, errorOf(file));
    Files.writeString(named, "password: x\n");
    assertRefused(
        "neither a topology nor an experiment" + hint,
        Naming.of("{extends: »named, experiment: e}"));
  }

  @Test
  void whatIsWrongInAFileOfOursIsShownWhereItStands() throws Exception {
    Path file = Files.writeString(folder.resolve("e.yaml"), "{extends: b.yaml, experiment: e}");
    Path base = folder.resolve("b.yaml");

    Files.writeString(base, "experiment: b\ntopology: {nodes: {n1: {}, n1: {}}}\n");
    assertEquals(base + ":2:28: duplicate key `n1`, first given in line 2", errorOf(file));
    Files.writeString(base, "# comment\n\nexperiment: b\nseed: *seven\n");
    assertEquals(
        base
            + ":4:7: aliases such as `*seven` are not allowed;"
            + " use `defaults` or `groups` for values that repeat",
        errorOf(file));
    Files.writeString(base, "experiment: b\nsed: 7\ntopology: {nodes: {n1: {}}}\n");
    assertTrue(errorOf(file).startsWith(base + ":2:1: unknown key `sed`"), () -> errorOf(file));
  }

  private void assertRefused(String why, Naming naming) throws Exception {
    Path file = Files.writeString(folder.resolve("e.yaml"), naming.text());
    String key = naming.text().substring(0, naming.column() - 3).replaceAll(".*[{ ]", "");
    assertEquals(
        file
            + (":1:" + naming.column() + ": `" + key + "`: `")
            + (folder.resolve("named") + "`: " + why),
        errorOf(file));
  }

  private static String errorOf(Path file) {
    return assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () -> assertThrows(FileError.class, () -> SweepFile.load(file, List.of(), List.of())))
        .getMessage();
  }
}
