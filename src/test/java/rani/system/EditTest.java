// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;

/**
 * {@code ./rani} after an edit, in a copy of the source tree and of what Maven has built from it. A
 * Maven that is asked again fails.
 */
@SlowTest
class EditTest {
  @TempDir Path temporary;

  private Path checkout;
  private Path bin;

  @BeforeEach
  void copyTheTree() throws IOException {
    checkout = temporary.resolve("a check out");
    bin = Files.createDirectories(temporary.resolve("bin"));
    Path maven = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path root = Checkout.root();
    for (Path file : Checkout.files()) {
      String path = root.relativize(file).toString();
      if (path.matches(
          "rani|pom.xml|\\.mvn/Rebuild.java|config/.+|[a-z-]+/(pom.xml|src/main/.+)")) {
        copy(file, checkout.resolve(path));
      }
    }
    Path dist = checkout.resolve(".rani/dist-of-maven");
    try (Stream<Path> built = Files.walk(Checkout.built())) {
      for (Path file : built.filter(Files::isRegularFile).toList()) {
        copy(file, dist.resolve(Checkout.built().relativize(file).toString()));
      }
    }
    Files.writeString(checkout.resolve(".rani/current"), "dist-of-maven\n");
    try (Stream<Path> all = Files.walk(checkout)) {
      for (Path each : all.toList()) {
        Files.setLastModifiedTime(each, FileTime.from(Instant.now().minusSeconds(7200)));
      }
    }
    Path stamp = Files.writeString(dist.resolve("built"), "");
    Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().minusSeconds(3600)));
  }

  @Test
  void whatWasEditedAddedAndRemovedShowsAndTheRestIsAsMavenBuiltIt() throws IOException {
    edit("model/src/main/resources/rani/ground/version.properties", "}", "} edited");
    edit("services/src/main/java/rani/services/probe/Echo.java", "\nimport ", "\n\nimport ");
    edit("report/src/main/resources/rani/report/html/report.css", "\n", "\n\n");
    edit("tools/src/main/java/rani/tools/Rani.java", "shows how it is said", "shows it edited");
    Files.delete(source("tools/src/main/java/rani/tools/RenewedJars.java"));
    Files.writeString(
        source("tools/src/main/java/rani/tools/New.java"), "package rani.tools;\nclass New {}\n");

    Outcome first = rani("--no-such-option").expectExit(2);
    Outcome second = rani("--version").expectExit(0);

    assertEquals(
        Set.of("rani.model", "rani.services", "rani.report", "rani.tools"),
        Set.copyOf(compiled(first)));
    assertTrue(first.err().contains("shows it edited"), first::err);
    assertEquals("", second.err());
    String version = "rani " + Checkout.version() + " edited (commit " + commit() + " edited, ";
    assertTrue(second.out().startsWith(version), second::out);
    assertEquals(List.of("rani/ground/version.properties"), changed("model"));
    assertEquals(List.of("rani/report/html/report.css"), changed("report"));
    assertEquals(List.of("rani/services/probe/Echo.class"), changed("services"), "other lines");
    assertEquals(
        List.of("rani/tools/New.class", "rani/tools/Rani.class", "rani/tools/RenewedJars.class"),
        changed("tools"));
  }

  /** Of the modules above rani.study only the last calls it; that one requires it by others. */
  @Test
  void aChangedSignatureIsAnErrorWhereItIsUsed() throws IOException {
    String declared = "study/src/main/java/rani/study/sweep/CodeVersion.java";
    List<String> used =
        List.of(
            "study/src/main/java/rani/study/sweep/SweepPlan.java",
            "study/src/main/java/rani/study/deal/TrialWorker.java");
    edit(declared, "String hex()", "String hexadecimal()");
    for (String caller : used) {
      edit(caller, "CodeVersion.hex()", "CodeVersion.hexadecimal()");
    }

    Outcome broken = rani("--version").expectExit(3);

    assertEquals(
        List.of("rani.study", "rani.report", "rani.bench", "rani.tools"), compiled(broken));
    assertTrue(broken.err().contains("PublishCommand.java:"), broken::err);
    assertTrue(broken.err().contains("error: cannot find symbol"), broken::err);
    assertTrue(broken.err().endsWith("rani: the build failed\n"), broken::err);

    edit(declared, "String hexadecimal()", "String hex()");
    for (String caller : used) {
      edit(caller, "CodeVersion.hexadecimal()", "CodeVersion.hex()");
    }
    Outcome mended = rani("--version").expectExit(0);

    assertEquals(List.of("rani.study"), compiled(mended));
    String version = "rani " + Checkout.version() + " (commit " + commit() + " edited, ";
    assertTrue(mended.out().startsWith(version), mended::out);
  }

  private Outcome rani(String... arguments) {
    return RaniCommand.launcher(checkout.resolve("rani"), arguments)
        .with("PATH", bin + ":" + System.getenv("PATH"))
        .with("RANI_JAVA_HOME", System.getProperty("java.home"))
        .with("JAVA_TOOL_OPTIONS", RaniCommand.QUICK)
        .run();
  }

  private static List<String> compiled(Outcome outcome) {
    String said = "rani: compiling ";
    return outcome
        .err()
        .lines()
        .filter(line -> line.startsWith(said))
        .map(line -> line.substring(said.length()))
        .toList();
  }

  /** What Maven has written into the jar of the model, which javac's builds keep. */
  private static String commit() throws IOException {
    String properties =
        String.valueOf(
            contents(Checkout.built().resolve("lib/rani-model-" + Checkout.version() + ".jar"))
                .get("rani/ground/commit.properties"));
    return properties
        .lines()
        .filter(line -> line.startsWith("commit="))
        .map(line -> line.substring("commit=".length()))
        .findFirst()
        .orElse("unknown");
  }

  private Path source(String path) {
    return checkout.resolve(path);
  }

  private void edit(String path, String old, String replacement) throws IOException {
    String text = Files.readString(source(path));
    assertTrue(text.contains(old), path);
    Files.writeString(source(path), text.replace(old, replacement));
  }

  /** Which files in a module's jar are not those that Maven put there; of classes the outer. */
  private List<String> changed(String folder) throws IOException {
    String jar = "lib/rani-" + folder + "-" + Checkout.version() + ".jar";
    String current = Files.readString(checkout.resolve(".rani/current")).strip();
    SortedMap<String, Object> mavens = contents(Checkout.built().resolve(jar));
    SortedMap<String, Object> ours =
        contents(checkout.resolve(".rani").resolve(current).resolve(jar));
    SortedSet<String> files = new TreeSet<>(mavens.keySet());
    files.addAll(ours.keySet());
    files.removeIf(file -> ours.getOrDefault(file, "").equals(mavens.getOrDefault(file, "")));
    return files.stream().map(file -> file.replaceFirst("\\$\\w+", "")).distinct().toList();
  }

  private static SortedMap<String, Object> contents(Path jar) throws IOException {
    SortedMap<String, Object> contents = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        try (InputStream in = zip.getInputStream(entry)) {
          contents.put(
              entry.getName(),
              entry.getName().equals("module-info.class") // Maven writes it in an order of its own
                  ? ModuleDescriptor.read(in)
                  : new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return contents;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }
}
