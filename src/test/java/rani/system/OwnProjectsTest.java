// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;

/** {@code rani new}, and the tutorial of a queue discipline, which goes as it is typed. */
@SlowTest
class OwnProjectsTest extends InWorkplace {
  private static final Path TUTORIALS = Checkout.root().resolve("docs/tutorials");
  private static final String TYPED = "$ ";

  /** A shell that stops at the first command that fails, in which {@code rani} is this tree's. */
  private String shell(String script) throws IOException {
    Path bin = Files.createDirectories(place.here().resolveSibling("bin"));
    Path rani = bin.resolve("rani");
    if (!Files.exists(rani)) {
      Files.writeString(rani, "#!/bin/sh\nexec '" + Checkout.root().resolve("rani") + "' \"$@\"\n");
      Files.setPosixFilePermissions(rani, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    ProcessBuilder builder = new ProcessBuilder("sh", "-e", "-c", script + "\n");
    builder.directory(place.here().toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    builder.environment().put("RANI_DIST", Checkout.distribution().toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("RANI_RUNS");
    String repository = System.getProperty("localRepository");
    builder.environment().put("MAVEN_OPTS", mavenOptions(repository));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      assertEquals(0, process.waitFor(), said);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return said;
  }

  private static String mavenOptions(@Nullable String repository) {
    return "-XX:TieredStopAtLevel=1"
        + (repository == null ? "" : " -Dmaven.repo.local=" + repository);
  }

  /** One command of a page, and what it shows then; {@code …} is what may be anything. */
  private record Step(String typed, List<String> shown) {
    boolean isShownBy(String said) {
      StringBuilder pattern = new StringBuilder();
      for (String line : shown) {
        String quoted =
            Stream.of(line.strip().split("…", -1))
                .map(part -> words(part))
                .reduce((a, b) -> a + ".*" + b)
                .orElse("");
        pattern.append(line.equals("…") ? "(?s:.*)" : "\\s*" + quoted + "\\s*\\R");
      }
      return Pattern.compile(pattern.toString()).matcher(said).matches();
    }

    private static String words(String part) {
      return Stream.of(part.split("\\s+", -1))
          .map(word -> word.isEmpty() ? "" : Pattern.quote(word))
          .reduce((a, b) -> a + "\\s+" + b)
          .orElse("");
    }
  }

  private static List<Step> steps(String page) {
    List<Step> steps = new ArrayList<>();
    boolean inBlock = false;
    boolean isTyped = false;
    for (String line : page.lines().toList()) {
      if (line.startsWith("```")) {
        inBlock = !inBlock;
        isTyped = inBlock && line.equals("```");
      } else if (isTyped && line.startsWith(TYPED)) {
        steps.add(new Step(line.substring(TYPED.length()), new ArrayList<>()));
      } else if (isTyped && !steps.isEmpty()) {
        steps.getLast().shown().add(line);
      }
    }
    return steps;
  }

  @Test
  void theAfternoonGoesAsItIsTyped() throws IOException {
    List<Step> steps = steps(Files.readString(TUTORIALS.resolve("aqm-in-an-afternoon.md")));
    assertTrue(steps.stream().anyMatch(step -> step.typed().contains("mvn -o")), "" + steps);
    assertGoes(steps);
  }

  @Test
  void aServiceInWebAssemblyGoesAsItIsTyped() throws IOException {
    RealPart.program("make");
    RealPart.program("clang");
    String page = Files.readString(Checkout.root().resolve("docs/webassembly.md"));
    int start = page.indexOf("## Writing one");
    List<Step> steps = steps(page.substring(start, page.indexOf("```c\n", start)));
    assertTrue(steps.stream().anyMatch(step -> step.typed().contains("--wasm")), "" + steps);
    assertGoes(steps);
  }

  private void assertGoes(List<Step> steps) throws IOException {
    StringBuilder script = new StringBuilder();
    String mark = "----- here the next command begins -----";
    for (Step step : steps) {
      script.append("echo '").append(mark).append("'\n").append(step.typed()).append('\n');
    }
    String[] said =
        RaniCommand.withoutWordsOfTheJvm(shell(script.toString()))
            .split(Pattern.quote(mark) + "\n", -1);
    assertEquals(steps.size() + 1, said.length, "commands that began");
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      assertTrue(step.isShownBy(said[i + 1]), step + "\nbut came\n" + said[i + 1]);
    }
  }

  /** Each project is the tutorial's under another name, and the tutorial's under its own. */
  @ParameterizedTest
  @CsvSource({
    "service, service-in-an-afternoon, top-talkers",
    "aqm, aqm-in-an-afternoon, blue",
    "congestion, congestion-control, scalable"
  })
  void aProjectIsThatOfTheTutorial(String kind, String tutorial, String name) throws IOException {
    shell("rani new " + kind + " " + name + " && rani new " + kind + " fair-share");

    TreeMap<String, String> made = files(place.here().resolve(name));
    String builtWith = made.remove("rani.xml");
    assertTrue(builtWith != null && builtWith.contains("rani-node-core-"), "rani's jars");
    assertEquals(files(TUTORIALS.resolve(tutorial)), made);

    TreeMap<String, String> other = files(place.here().resolve("fair-share"));
    assertEquals(made.size() + 1, other.size());
    assertTrue(
        other.keySet().stream()
            .anyMatch(file -> file.endsWith("org/example/fairshare/FairShare.java")),
        "" + other.keySet());
    other.remove("rani.xml");
    other.values().forEach(text -> assertFalse(text.contains(name + "-1.0.0"), text));
  }

  private static TreeMap<String, String> files(Path folder) throws IOException {
    TreeMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void aCongestionControlOfAnotherNameBuildsAndTestsItself() throws IOException {
    shell("rani new congestion my-own && cd my-own && mvn -o -q package");

    assertTrue(Files.exists(place.here().resolve("my-own/target/my-own-1.0.0.jar")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Blue", "blue-", "2-blue", "new", "a/b", "blue_green"})
  void aBadNameIsRefused(String name) {
    Outcome refused = InThisJvm.rani("new", "aqm", name).expectExit(2);

    assertTrue(
        refused.err().contains("`" + name + "` cannot be the name of a project"),
        refused::toString);
  }

  /** Of every language, under another name than that of the templates. */
  @ParameterizedTest
  @ValueSource(strings = {"c", "rust", "assemblyscript", "wat"})
  void aServiceInWebAssemblyHasItsNameAndItsInterface(String language) throws IOException {
    Outcome made = place.rani("new", "service", "fair-share", "--wasm", language, "--json").run();

    made.expectExit(0);
    assertTrue(made.out().contains("\"cd fair-share && make\""), made::toString);
    TreeMap<String, String> files = files(place.here().resolve("fair-share"));
    assertTrue(files.keySet().stream().anyMatch(file -> file.startsWith("rani_abi_1.")));
    assertTrue(files.keySet().stream().anyMatch(file -> file.startsWith("fair-share.")));
    assertTrue(files.containsKey("Makefile") && files.containsKey("experiment.yaml"));
    files.forEach((file, text) -> assertFalse(text.contains("alkers"), file + ": " + text));
  }

  @Test
  void webAssemblyIsForServicesAlone() {
    Outcome refused = InThisJvm.rani("new", "aqm", "blue", "--wasm", "c").expectExit(2);

    assertTrue(refused.err().contains("--wasm is for services"), refused::toString);
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Files.createDirectory(place.here().resolve("blue"));
    Outcome refused = place.rani("new", "aqm", "blue").run().expectExit(2);

    assertTrue(refused.err().contains("blue is there already"), refused::toString);
  }

  @Test
  void aKindThatIsNoneIsRefusedWithTheNearest() {
    Outcome refused = InThisJvm.rani("new", "congestio", "blue").expectExit(2);

    assertTrue(refused.err().contains("congestion"), refused::toString);
  }
}
