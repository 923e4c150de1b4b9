// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import japicmp.model.JApiCompatibilityChange;
import japicmp.model.JApiCompatibilityChangeType;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What projects depend on stays: the API of this version, as {@code api.txt} has it, against that
 * of the last one, whose classes without code are {@code api/baseline.jar}.
 */
class ApiTest {
  private static final Path BASELINE = ApiJar.FOLDER.resolve("baseline.jar");
  private static final String ARTIFACT = "<artifactId>(rani-[a-z-]+)</artifactId>";
  private static final String OF_ARTIFACT =
      "<artifactId>rani-[a-z]+</artifactId>\\s*<version>([^<]*)";
  private static final int BASELINE_BYTES_MAX = 400_000;
  private static final boolean REWRITE = Boolean.getBoolean("rani.api");
  private static final String TO_RENEW =
      "mvn verify -pl src/test -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dit.test=ApiTest -Dfailsafe.failIfNoSpecifiedTests=false -Drani.api=true";
  private static final Set<JApiCompatibilityChangeType> OF_IMPLEMENTERS =
      Set.of(
          JApiCompatibilityChangeType.METHOD_ADDED_TO_INTERFACE,
          JApiCompatibilityChangeType.METHOD_ABSTRACT_ADDED_IN_IMPLEMENTED_INTERFACE);

  private static ApiJar api;

  @BeforeAll
  static void readApi() throws IOException {
    api = ApiJar.of(Checkout.built());
    if (REWRITE) {
      renew();
    }
  }

  private static void renew() throws IOException {
    if (Files.exists(BASELINE)) {
      ApiJar before = ApiJar.read(BASELINE);
      List<String> broken = broken(before, api);
      assertTrue(
          broken.isEmpty() || mayBreak(before.version(), api.version()),
          () ->
              "%s may not break what depends on %s: %s"
                  .formatted(api.version(), before.version(), String.join("\n", broken)));
    }
    Files.write(BASELINE, api.bytes());
  }

  /** Semantic versions; those of 0.y.z may break what depends on them if y rises. */
  private static boolean mayBreak(String before, String now) {
    return before.endsWith("-SNAPSHOT") || !compatibleSeries(before).equals(compatibleSeries(now));
  }

  private static String compatibleSeries(String version) {
    String[] numbers = version.split("[.-]");
    return numbers[0].equals("0") ? "0." + numbers[1] : numbers[0];
  }

  /** Returns what code that was compiled, or compiles, with one API cannot do with another. */
  private static List<String> broken(ApiJar before, ApiJar now) throws IOException {
    JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
    options.getIgnoreMissingClasses().setIgnoreAllMissingClasses(true);
    List<String> broken = new ArrayList<>();
    List<JApiClass> compared =
        new JarArchiveComparator(options).compare(archive(before), archive(now));
    for (JApiClass type : compared) {
      String name = type.getFullyQualifiedName();
      boolean called = ApiJar.isCalled(name.replace('.', '/'));
      addTo(broken, type, name, called);
      addTo(broken, type.getSuperclass(), name, called);
      type.getInterfaces().forEach(each -> addTo(broken, each, name, called));
      type.getFields().forEach(each -> addTo(broken, each, name + "." + each.getName(), called));
      type.getConstructors().forEach(each -> addTo(broken, each, name + "()", called));
      type.getMethods()
          .forEach(each -> addTo(broken, each, name + "." + each.getName() + "()", called));
    }
    return broken;
  }

  private static JApiCmpArchive archive(ApiJar jar) throws IOException {
    return new JApiCmpArchive(jar.bytes(), "rani-api", jar.version());
  }

  private static void addTo(
      List<String> broken, JApiCompatibility part, String name, boolean called) {
    for (JApiCompatibilityChange change : part.getCompatibilityChanges()) {
      boolean breaks = !change.isBinaryCompatible() || !change.isSourceCompatible();
      if (breaks && !(called && OF_IMPLEMENTERS.contains(change.getType()))) {
        broken.add(name + ": " + change.getType());
      }
    }
  }

  @Test
  void whatDependsOnTheBaselineWorksWithThisVersion() throws IOException {
    assertEquals(
        List.of(),
        broken(ApiJar.read(BASELINE), api),
        "projects that depend on these would break; CONTRIBUTING.md, \"The API\", says when they"
            + " may, and how the baseline is renewed: "
            + TO_RENEW);
  }

  @ParameterizedTest
  @CsvSource({
    "rani/service/Service, onPacket, METHOD_REMOVED",
    "rani/testbed/Testbed, tell, METHOD_REMOVED",
    "rani/service/metric/MetricRow, <init>, CONSTRUCTOR_REMOVED",
    "rani/rdp/congestion/Window, '', CLASS_REMOVED"
  })
  void whatIsTakenAwayIsNoticed(String type, String member, String change) throws IOException {
    List<String> broken = broken(api, api.without(type, member));

    assertTrue(
        broken.stream()
            .anyMatch(
                each -> each.startsWith(type.replace('/', '.')) && each.endsWith(": " + change)),
        broken::toString);
  }

  @Test
  void aMethodMoreIsForThoseWhoImplementTheInterface() throws IOException {
    assertTrue(
        broken(api.without("rani/queue/QueueDiscipline", "decide"), api)
            .toString()
            .contains("rani.queue.QueueDiscipline.decide(): METHOD_ADDED_TO_INTERFACE"));
    assertEquals(List.of(), broken(api.without("rani/service/ServiceContext", "random"), api));
    assertEquals(List.of(), broken(api.without("rani/wire/Address", "text"), api));
  }

  @ParameterizedTest
  @CsvSource({
    "0.2.0, 0.2.1-SNAPSHOT, false",
    "0.2.0, 0.3.0-SNAPSHOT, true",
    "1.2.0, 1.3.0, false",
    "1.2.0, 2.0.0, true",
    "0.2.0-SNAPSHOT, 0.2.0-SNAPSHOT, true"
  })
  void aVersionThatMayBreakSaysSo(String before, String now, boolean may) {
    assertEquals(may, mayBreak(before, now));
  }

  @Test
  void theBaselineIsSmall() throws IOException {
    assertTrue(Files.size(BASELINE) < BASELINE_BYTES_MAX, () -> BASELINE + " is too large");
  }

  @Test
  void everyLineOfTheListNamesAClass() throws IOException {
    assertEquals(List.of(), ApiJar.linesThatNameNothing(Checkout.built()));
  }

  /** What a page has a reader write compiles with the API, and with nothing else of rani. */
  @ParameterizedTest
  @ValueSource(strings = {"service-in-an-afternoon", "aqm-in-an-afternoon", "congestion-control"})
  void aTutorialNeedsNoMoreThanTheApi(String tutorial, @TempDir Path temporary) throws IOException {
    Path jar = Files.write(temporary.resolve("api.jar"), api.bytes());
    List<Path> sources;
    try (Stream<Path> all =
        Files.walk(Checkout.root().resolve("docs/tutorials").resolve(tutorial).resolve("src"))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    String others =
        Stream.of(System.getProperty("java.class.path").split(":"))
            .filter(each -> !Path.of(each).startsWith(Checkout.root()))
            .filter(each -> !each.contains("/rani-"))
            .reduce("" + jar, (a, b) -> a + ":" + b);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of("-proc:none", "-d", "" + temporary, "-cp", others),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();

      assertTrue(compiled, said::toString);
    }
  }

  /** The modules that `deploy` publishes are those of the BOM, which makes no project. */
  @Test
  void theBomNamesWhatIsPublished() throws IOException {
    Path root = Checkout.root();
    Set<String> published = new TreeSet<>();
    for (String module :
        all("<module>([^<]+)</module>", Files.readString(root.resolve("pom.xml")))) {
      String text = Files.readString(root.resolve(module).resolve("pom.xml"));
      if (text.contains("<maven.deploy.skip>false<") && !text.contains("<packaging>")) {
        published.add(all(ARTIFACT, text).getFirst());
      }
    }
    published.remove("rani-archetype");
    String bom = Files.readString(ApiJar.FOLDER.resolve("bom/pom.xml"));
    Set<String> named =
        new TreeSet<>(all(ARTIFACT, bom.substring(bom.indexOf("<dependencyManagement>"))));

    assertEquals(published, named);
    assertFalse(named.isEmpty());
  }

  /** What is copied from pages, and what projects are made of, is of this version. */
  @Test
  void pagesAndProjectsNameThisVersion() throws IOException {
    Path docs = Checkout.root().resolve("docs");
    List<Path> files;
    try (Stream<Path> poms = Files.walk(docs.resolve("tutorials"), 2)) {
      files =
          Stream.concat(
                  poms.filter(file -> file.endsWith("pom.xml")), Stream.of(docs.resolve("api.md")))
              .toList();
    }
    assertEquals(4, files.size(), files::toString);
    for (Path file : files) {
      String text = Files.readString(file);
      Set<String> versions = new TreeSet<>(all(OF_ARTIFACT, text));
      versions.addAll(all("-DarchetypeVersion=(\\S+)", text));

      assertEquals(Set.of(api.version()), versions, file + " names versions of rani");
    }
  }

  /** Returns what the group of a pattern is in a text, each time that it is found. */
  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }
}
