// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;

/**
 * {@code ./rani} in a copy of the source tree whose Maven is a script: it notes that it was called
 * and puts the distribution in place that the real one has built.
 */
class LauncherTest {
  private static final String VERSION = "rani " + Checkout.version() + "\n";

  @TempDir Path temporary;

  private Path checkout;
  private Path bin;

  /** A new distribution's first start on a real JDK takes many seconds; this one's takes none. */
  private Path quickJdk;

  @BeforeEach
  void copyTheTree() throws IOException {
    checkout = Files.createDirectories(temporary.resolve("a check out"));
    bin = Files.createDirectories(temporary.resolve("bin"));
    Files.copy(Checkout.root().resolve("rani"), checkout.resolve("rani"));
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Files.createDirectories(checkout.resolve("config"));
    Files.createDirectories(checkout.resolve("tools/src/main/dist"));
    Files.createDirectories(checkout.resolve(".mvn"));
    Files.writeString(checkout.resolve("tools/pom.xml"), "<project/>");
    for (String path : List.of("pom.xml", "tools/pom.xml", "tools/src/main/dist", ".mvn")) {
      age(checkout.resolve(path), 7200);
    }
    quickJdk = jdk("25.0.4");
    script(quickJdk.resolve("bin/java"), "echo '" + VERSION.strip() + "'");
    Path dist = Checkout.distribution();
    maven(
        """
        echo built >>'%1$s/calls'
        mkdir -p '%1$s/tools/target/dist'
        cd '%2$s' && cp -Rp lib config jvm.options id '%1$s/tools/target/dist'\
        """
            .formatted(checkout, dist));
  }

  @Test
  @Execution(CONCURRENT)
  void theFirstStartBuildsAndSaysSoAndTheSecondDoesNot() throws IOException {
    Outcome first = rani("--version").run();
    Outcome second = rani("--version").run();

    assertEquals(VERSION, first.out(), first::err);
    assertTrue(first.err().startsWith("rani: building"), first.err());
    assertOnlyVersion(second);
    assertEquals(1, builds());
  }

  @Test
  @Execution(CONCURRENT)
  void aNewerSourceIsBuiltByMavenIfThatIsAskedFor() throws IOException {
    rani("--version").run();
    edit("tools/src/main/New.java");

    Outcome edited = rani("--version").run();
    assertEquals(
        VERSION.repeat(2), edited.err() + edited.out(), "the one compiles, the other runs");
    assertEquals(1, builds());

    Outcome whole = rani("--version").with("RANI_BUILD", "whole").run();
    assertEquals(VERSION, whole.out(), whole::err);
    assertEquals(2, builds());

    rani("--version").with("RANI_BUILD", "whole").run();
    assertEquals(2, builds(), "it is whole");
  }

  @Test
  @Execution(CONCURRENT)
  void aNewerPomIsBuiltByMaven() throws IOException {
    rani("--version").run();
    edit("tools/pom.xml");

    Outcome again = rani("--version").run();

    assertEquals(VERSION, again.out(), again::err);
    assertEquals(2, builds());
  }

  @Test
  @Execution(CONCURRENT)
  void anOldDistributionGoesWithTheNextBuildUnlessSomethingRunsOnIt() throws Exception {
    RealPart.program("ps");
    Path idle = oldDistribution("dist-idle");
    Path used = oldDistribution("dist-used");
    Path held = oldDistribution("dist-held");
    Files.createSymbolicLink(
        held.resolve("held-sweep"), Files.createDirectory(bin.resolve("jobs")));
    Path free = oldDistribution("dist-free");
    Files.createSymbolicLink(free.resolve("held-sweep"), bin.resolve("removed"));
    age(held, 7200);
    age(free, 7200);
    Process lab = new ProcessBuilder("sh", "-c", "read line", used + "/jvm/1.options").start();

    Outcome outcome = rani("--version").run();
    lab.getOutputStream().close();
    lab.waitFor();

    assertEquals(VERSION, outcome.out(), outcome::err);
    assertFalse(Files.exists(idle));
    assertTrue(Files.exists(used));
    assertTrue(Files.exists(held), "jobs of a cluster may start it");
    assertFalse(Files.exists(free), "the folder of its jobs is gone");
  }

  @Test
  @Execution(CONCURRENT)
  void fourFirstStartsAtOnceBuildOnce() throws IOException {
    var running =
        List.of(
            rani("--version").start(),
            rani("--version").start(),
            rani("--version").start(),
            rani("--version").start());

    for (var start : running) {
      Outcome outcome = start.await();
      assertEquals(VERSION, outcome.out(), outcome::err);
    }
    assertEquals(1, builds());
    assertNoLockIsLeft();
  }

  @Test
  @Execution(CONCURRENT)
  void theLockOfADeadProcessIsBroken() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createDirectories(checkout.resolve(".rani"));
    Files.createSymbolicLink(checkout.resolve(".rani/lock"), Path.of("" + dead.pid()));

    Outcome outcome = rani("--version").run();

    assertEquals(VERSION, outcome.out(), outcome::err);
    assertNoLockIsLeft();
  }

  @Test
  @Execution(CONCURRENT)
  void aFailedBuildShowsItsEndAndWhereTheRestIs() throws IOException {
    maven("echo '[ERROR] the cause'; exit 1");

    Outcome outcome = rani("--version").run();

    assertEquals(3, outcome.exit());
    assertTrue(outcome.err().contains("[ERROR] the cause"), outcome.err());
    assertTrue(outcome.err().contains(checkout + "/.rani/build.log"), outcome.err());
    assertNoLockIsLeft();
  }

  @Test
  @Execution(CONCURRENT)
  void withoutMavenOneLineSaysWhatToInstall() throws IOException {
    for (String tool : List.of("readlink", "find", "head", "mkdir", "ln", "rm")) {
      script(bin.resolve(tool), "PATH=/bin:/usr/bin; exec " + tool + " \"$@\"");
    }
    Files.delete(bin.resolve("mvn"));

    Outcome outcome = rani("--version").with("PATH", bin.toString()).run();

    assertEquals(3, outcome.exit());
    assertEquals(
        "rani: found no Maven to build with: install Maven 3.8.7 or later\n", outcome.err());
  }

  @Test
  @Execution(CONCURRENT)
  void aDistributionThatIsNamedIsNeverBuilt() throws IOException {
    assertTrue(Checkout.distribution().toString().contains(" "), "to prove that it may");
    RaniCommand.rani(); // has it prepared
    Outcome outcome =
        rani("--version")
            .with("RANI_DIST", Checkout.distribution().toString())
            .without("RANI_JAVA_HOME")
            .run();

    assertOnlyVersion(outcome);
    assertFalse(Files.exists(checkout.resolve("calls")));
    assertFalse(Files.exists(checkout.resolve(".rani")));
  }

  @Test
  @Execution(CONCURRENT)
  void aFolderThatIsNoDistributionIsRefused() {
    Outcome outcome = rani("--version").with("RANI_DIST", temporary.toString()).run();

    assertEquals(3, outcome.exit());
    assertEquals(
        "rani: RANI_DIST=" + temporary + " is not a built distribution of rani\n", outcome.err());
  }

  @Test
  @Execution(CONCURRENT)
  void anUnfitJavaHomeIsPassedOverButAnUnfitRaniJavaHomeIsNot() throws IOException {
    String old = jdk("17.0.15").toString();

    Outcome passedOver = RaniCommand.rani("--version").with("JAVA_HOME", old).run();
    Outcome refused = RaniCommand.rani("--version").with("RANI_JAVA_HOME", old).run();

    assertOnlyVersion(passedOver);
    assertEquals(3, refused.exit());
    assertEquals(
        "rani: RANI_JAVA_HOME=" + old + " is not a JDK of 25.0.3 or later, below 26\n",
        refused.err());
  }

  @Test
  @Execution(CONCURRENT)
  void onlyAJdkInTheRangeFits() throws IOException {
    Path dist = Files.createDirectories(temporary.resolve("dist"));
    Files.writeString(dist.resolve("id"), "0");
    Files.writeString(dist.resolve("jvm.options"), "");

    for (String version : List.of("24.0.2", "25", "25.0.2", "26", "26.0.1", "250.0.3", "25.0.x")) {
      assertEquals(3, startOn(version, dist).exit(), version);
    }
    for (String version : List.of("25.0.3", "25.0.10", "25.0.3.0.1", "25.1")) {
      assertEquals("the java of " + version + "\n", startOn(version, dist).out(), version);
    }
  }

  @Test
  @Execution(CONCURRENT)
  void aRuntimeWithoutACompilerFitsWhereNothingIsBuilt() throws IOException {
    Path dist = Files.createDirectories(temporary.resolve("dist"));
    Files.writeString(dist.resolve("id"), "0");
    Files.writeString(dist.resolve("jvm.options"), "");
    Path runtime = jdk("25.0.3");
    Files.delete(runtime.resolve("bin/javac"));
    RaniCommand rani = rani("--version").with("RANI_JAVA_HOME", runtime.toString());

    assertEquals(3, rani.run().exit(), "a build takes a compiler");
    assertEquals("the java of 25.0.3\n", rani.with("RANI_DIST", dist.toString()).run().out());
  }

  /** Without PATH, home or another JDK; what its java is given names no place. */
  @Test
  @Execution(CONCURRENT)
  void aReleaseStartsOnItsOwnRuntimeByOptionsThatFitAnyFolder() throws IOException {
    RealPart.need(Files.isDirectory(Path.of("/proc/self/fd")), "/proc/self/fd");
    Path release = release();
    Files.createDirectories(release.resolve("jvm"));
    Files.writeString(release.resolve("jvm/release.options"), "");
    List<String> before = files(release);

    Outcome outcome =
        RaniCommand.launcher(release.resolve("rani"), "--version")
            .with("PATH", "/nonexistent")
            .with("JAVA_HOME", quickJdk.toString())
            .without("HOME")
            .without("RANI_JAVA_HOME")
            .run();

    assertEquals(
        "-XX:TieredStopAtLevel=1 @/proc/self/fd/9/jvm/release.options --version\n",
        outcome.out(),
        outcome::err);
    assertEquals(before, files(release));
  }

  @Test
  @Execution(CONCURRENT)
  void onAnotherJdkAReleaseKeepsItsCachesElsewhere() throws IOException {
    Path release = release();
    Path caches = temporary.resolve("caches");
    List<String> before = files(release);

    Outcome outcome =
        RaniCommand.launcher(release.resolve("rani"), "--version")
            .with("PATH", path())
            .with("RANI_JAVA_HOME", quickJdk.toString())
            .with("XDG_CACHE_HOME", caches.toString())
            .run();

    assertEquals(VERSION, outcome.out(), outcome::err);
    assertEquals(before, files(release));
    assertTrue(files(caches.resolve("rani/jvm")).toString().contains(".options"));
  }

  @Test
  @Execution(CONCURRENT)
  void aLinkToTheLauncherStartsItFromAnywhere() throws IOException {
    Path near = Files.createSymbolicLink(temporary.resolve("near"), Path.of("a check out/rani"));
    Path far = Files.createSymbolicLink(bin.resolve("rani"), near);

    Outcome outcome =
        RaniCommand.launcher(far, "--version")
            .with("PATH", path())
            .with("RANI_JAVA_HOME", quickJdk.toString())
            .in(Path.of("/"))
            .run();

    assertEquals(VERSION, outcome.out(), outcome::err);
    assertEquals(1, builds());
  }

  @Test
  @Execution(CONCURRENT)
  void theExitCodeIsThatOfTheCommandLine() {
    assertEquals(2, RaniCommand.rani("--no-such-option").run().exit());
  }

  private static void assertOnlyVersion(Outcome outcome) {
    outcome.expectExit(0);
    assertTrue(outcome.out().startsWith(VERSION.strip()), outcome::toString);
    assertEquals(1, outcome.out().lines().count(), outcome::toString);
    assertEquals("", outcome.err(), outcome::toString);
  }

  private RaniCommand rani(String... arguments) {
    return RaniCommand.launcher(checkout.resolve("rani"), arguments)
        .with("PATH", path())
        .with("RANI_JAVA_HOME", quickJdk.toString());
  }

  private Outcome startOn(String javaVersion, Path dist) throws IOException {
    return rani("--version")
        .with("RANI_JAVA_HOME", jdk(javaVersion).toString())
        .with("RANI_DIST", dist.toString())
        .run();
  }

  private String path() {
    return bin + ":" + System.getenv("PATH");
  }

  private Path oldDistribution(String name) throws IOException {
    Path folder = Files.createDirectories(checkout.resolve(".rani").resolve(name));
    return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(7200)));
  }

  /** As if the file had been written half an hour ago, and built what there is before that. */
  private void edit(String file) throws IOException {
    Files.writeString(checkout.resolve(file), "");
    age(checkout.resolve(file), 1800);
    String current = Files.readString(checkout.resolve(".rani/current")).strip();
    age(checkout.resolve(".rani").resolve(current).resolve("built"), 3600);
  }

  private static void age(Path path, long seconds) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(seconds)));
  }

  private long builds() throws IOException {
    return Files.readAllLines(checkout.resolve("calls")).size();
  }

  private void assertNoLockIsLeft() throws IOException {
    try (var files = Files.walk(checkout.resolve(".rani"))) {
      assertEquals(
          List.of(),
          files.filter(file -> file.getFileName().toString().startsWith("lock")).toList());
    }
  }

  private void maven(String body) throws IOException {
    script(bin.resolve("mvn"), body);
  }

  /** A folder that looks like a JDK of some version; its java tells which. */
  private Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(temporary.resolve("jdk-" + version));
    Files.createDirectories(home.resolve("bin"));
    script(home.resolve("bin/java"), "echo 'the java of " + version + "'");
    script(home.resolve("bin/javac"), "exit 1");
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  /** A distribution with a launcher and a runtime, whose java prints its arguments. */
  private Path release() throws IOException {
    Path release = Files.createDirectories(temporary.resolve("a release"));
    Files.copy(Checkout.root().resolve("rani"), release.resolve("rani"));
    Files.writeString(release.resolve("id"), "0");
    Files.writeString(release.resolve("jvm.options"), "");
    Files.createDirectories(release.resolve("config/experiments"));
    Files.createDirectories(release.resolve("lib"));
    Files.move(jdk("25.0.3"), release.resolve("java"));
    Files.delete(release.resolve("java/bin/javac"));
    script(release.resolve("java/bin/java"), "echo \"$@\"");
    return release;
  }

  private static List<String> files(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.map(file -> folder.relativize(file).toString()).sorted().toList();
    }
  }

  private static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
