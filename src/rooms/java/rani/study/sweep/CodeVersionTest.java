// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeVersionTest {
  @TempDir private Path folder;

  @Test
  void itIsTheSameInAJarAndInAFolderWhateverTheTime() throws IOException {
    Path classes = classes("classes", "code");
    Path early = jar("early.jar", 1_000_000_000_000L, "code", "b.class", "a/A.class");
    Path late = jar("late.jar", 1_700_000_000_000L, "code", "a/A.class", "b.class");

    assertEquals(CodeVersion.of(List.of(classes)), CodeVersion.of(List.of(early)));
    assertEquals(CodeVersion.of(List.of(early)), CodeVersion.of(List.of(late)));
  }

  @Test
  void itChangesWithTheCodeAndWithNothingElse() throws IOException {
    Path one = classes("one", "code");
    String before = CodeVersion.of(List.of(one));
    Files.writeString(one.resolve("version.properties"), "another");
    Files.writeString(one.resolve("module-info.class"), "another");
    assertEquals(before, CodeVersion.of(List.of(one)));

    assertNotEquals(before, CodeVersion.of(List.of(classes("two", "Code"))));
    Files.move(one.resolve("b.class"), one.resolve("c.class"));
    assertNotEquals(before, CodeVersion.of(List.of(one)));
  }

  @Test
  void theOrderOfPlacesIsNobodysBusiness() throws IOException {
    Path one = classes("one", "code");
    Path two = classes("two", "more");

    assertEquals(CodeVersion.of(List.of(one, two)), CodeVersion.of(List.of(two, one)));
    assertNotEquals(CodeVersion.of(List.of(one, two)), CodeVersion.of(List.of(one)));
  }

  /** Two of ours lie in one place at least; each library is a jar of its own. */
  @Test
  void theLibrariesThatDigitsDependOnBelongToIt() {
    List<String> jars =
        CodeVersion.places().stream().map(place -> place.getFileName().toString()).toList();
    for (String library : List.of("netty-buffer-", "EvalEx-", "commons-statistics-distribution-")) {
      assertEquals(1, jars.stream().filter(jar -> jar.startsWith(library)).count(), jars::toString);
    }
  }

  @Test
  void thisCodeHasOne() {
    assertTrue(CodeVersion.hex().matches("[0-9a-f]{64}"), CodeVersion::hex);
  }

  private Path classes(String name, String content) throws IOException {
    Path classes = folder.resolve(name);
    Files.createDirectories(classes.resolve("a"));
    Files.writeString(classes.resolve("a/A.class"), content);
    Files.writeString(classes.resolve("b.class"), content);
    return classes;
  }

  private Path jar(String name, long millis, String content, String... entries) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        ZipEntry added = new ZipEntry(entry);
        added.setTime(millis);
        zip.putNextEntry(added);
        zip.write(content.getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return jar;
  }
}
