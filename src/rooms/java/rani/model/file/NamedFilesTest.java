// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedFilesTest {
  @TempDir private Path temporary;

  @Test
  void atATerminalAnyFileMayBeNamed() {
    assertEquals(Path.of("../x"), NamedFiles.ANY.at("../x"));
    assertEquals(Path.of("/etc/passwd"), NamedFiles.ANY.at("/etc/passwd"));
  }

  @Test
  void namesAreThoseOfTheFolder() throws Exception {
    Path run = Files.createDirectory(temporary.resolve("run"));
    Files.createDirectory(run.resolve("captures"));
    NamedFiles files = NamedFiles.of(run);
    assertEquals(run.resolve("a.txt"), files.at("a.txt"));
    assertEquals(run.resolve("captures/b"), files.at("./captures/../captures/b"));
    assertEquals(run.resolve("a.txt"), files.at(run.resolve("a.txt").toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/etc/shadow", "..", "../running", "captures/../../x", "\u0000", "out/x", "out"})
  void nothingElseMayBeNamed(String name) throws Exception {
    Path run = Files.createDirectory(temporary.resolve("run"));
    Files.createSymbolicLink(run.resolve("out"), temporary);
    assertThrows(IllegalArgumentException.class, () -> NamedFiles.of(run).at(name));
  }

  @Test
  void aLinkThatLeadsNowhereMayNotBeWrittenThrough() throws Exception {
    Path run = Files.createDirectory(temporary.resolve("run"));
    Files.createSymbolicLink(run.resolve("key"), temporary.resolve("authorized_keys"));
    assertThrows(IllegalArgumentException.class, () -> NamedFiles.of(run).at("key"));
  }
}
