// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may import whom, and what pure code may not touch. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("rani");

  /** Everything that a virtual run executes: the same input must give the same bytes. */
  private static final String[] PURE = {
    "rani.world..",
    "rani.wire..",
    "rani.queue..",
    "rani.flow..",
    "rani.aqm..",
    "rani.link..",
    "rani.service..",
    "rani.node..",
    "rani.sim..",
    "rani.services..",
    "rani.wasm..",
    "rani.rdp.."
  };

  private static final String RDP_IN_A_SERVICE = "rani.rdp.bind..";

  /**
   * Congestion controls read the options of their own; what else is below has arrows of its own.
   */
  private static final String RDP_WITH_OPTIONS = "rani.rdp.congestion..";

  /** A package and the packages of rani that it may import besides itself. */
  record Arrow(String from, List<String> to) {
    Arrow(String from, String... to) {
      this(from, List.of(to));
    }

    @Override
    public String toString() {
      return from + " → " + String.join(", ", to);
    }
  }

  static Stream<Arrow> arrows() {
    return Stream.of(
        new Arrow("rani.world"),
        new Arrow("rani.wire", "world"),
        new Arrow("rani.queue", "world", "wire"),
        new Arrow("rani.flow", "world", "wire", "queue"),
        new Arrow("rani.link", "world", "wire", "queue"),
        new Arrow("rani.service", "world", "wire", "queue", "link"),
        new Arrow("rani.aqm", "world", "wire", "queue", "service"),
        new Arrow("rani.manual", "service"),
        new Arrow("rani.node", "world", "wire", "queue", "link", "service"),
        new Arrow("rani.live", "world", "wire", "queue", "link", "service", "node"),
        new Arrow("rani.sim", "world", "wire", "queue", "link", "service", "node"),
        new Arrow("rani.rdp", "world", "wire"),
        new Arrow("rani.rdp.congestion", "world", "wire", "service"),
        new Arrow("rani.rdp.bind", "world", "wire", "service", "rdp"),
        new Arrow("rani.services", "world", "wire", "aqm", "queue", "link", "service", "rdp"),
        new Arrow("rani.wasm", "world", "wire", "queue", "link", "service", "rdp"),
        new Arrow("rani.json", "world"),
        new Arrow("rani.ground"),
        new Arrow(
            "rani.model",
            "world",
            "wire",
            "aqm",
            "queue",
            "link",
            "service",
            "node",
            "manual",
            "rdp",
            "wasm",
            "ground",
            "json"),
        new Arrow(
            "rani.nodehost",
            "world",
            "wire",
            "queue",
            "flow",
            "link",
            "service",
            "node",
            "manual",
            "rdp",
            "wasm",
            "live",
            "ground",
            "json",
            "model"),
        new Arrow(
            "rani.testbed",
            "world",
            "wire",
            "queue",
            "link",
            "service",
            "node",
            "live",
            "sim",
            "rdp",
            "wasm",
            "services",
            "ground",
            "json",
            "model",
            "nodehost"),
        new Arrow(
            "rani.study",
            "world",
            "wire",
            "aqm",
            "queue",
            "flow",
            "link",
            "service",
            "node",
            "live",
            "sim",
            "rdp",
            "wasm",
            "services",
            "ground",
            "json",
            "model",
            "nodehost",
            "testbed"),
        new Arrow(
            "rani.report",
            "world",
            "wire",
            "aqm",
            "queue",
            "flow",
            "link",
            "service",
            "node",
            "live",
            "rdp",
            "wasm",
            "ground",
            "json",
            "model",
            "nodehost",
            "testbed",
            "study"),
        new Arrow(
            "rani.bench",
            "world",
            "wire",
            "aqm",
            "queue",
            "link",
            "service",
            "node",
            "live",
            "sim",
            "services",
            "rdp",
            "wasm",
            "ground",
            "json",
            "model",
            "nodehost",
            "testbed",
            "study",
            "report"),
        new Arrow(
            "rani.tools",
            "world",
            "wire",
            "link",
            "service",
            "node",
            "live",
            "wasm",
            "ground",
            "json",
            "model",
            "nodehost",
            "testbed",
            "study",
            "report",
            "bench"));
  }

  @ParameterizedTest
  @MethodSource("arrows")
  void importsFollowTheArrows(Arrow arrow) {
    String[] allowed =
        Stream.concat(
                Stream.of(arrow.from() + ".."), arrow.to().stream().map(to -> "rani." + to + ".."))
            .toArray(String[]::new);
    DescribedPredicate<JavaClass> inside = resideInAPackage(arrow.from() + "..");
    if (arrow.from().equals("rani.rdp")) {
      inside = inside.and(not(resideInAnyPackage(RDP_IN_A_SERVICE, RDP_WITH_OPTIONS)));
    }
    classes()
        .that(inside)
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(not(resideInAPackage("rani.."))))
        .allowEmptyShould(true)
        .because("the layers point one way; move the code down, or pass what it needs as a value")
        .check(CLASSES);
  }

  @Test
  void rdpItselfKnowsNoService() {
    noClasses()
        .that(resideInAPackage("rani.rdp..").and(not(resideInAPackage(RDP_IN_A_SERVICE))))
        .should()
        .dependOnClassesThat(resideInAPackage(RDP_IN_A_SERVICE))
        .because("the transport runs wherever an RdpNetwork carries its segments")
        .check(CLASSES);
  }

  @Test
  void pureCodeReadsNoClock() {
    banFromPureCode(
        "read a clock",
        access ->
            calls(access, "java.lang.System", "nanoTime", "currentTimeMillis")
                || (access.getName().equals("now") && owner(access).startsWith("java.time."))
                || owner(access).startsWith("java.time.Clock"),
        "a virtual run owns its time; take `now` as a parameter and ask World.wakeAt for a wake");
  }

  @Test
  void pureCodeRunsOnTheThreadThatCallsIt() {
    banFromPureCode(
        "use threads",
        access ->
            owner(access).startsWith("java.lang.Thread")
                || owner(access).startsWith("java.util.Timer")
                || (owner(access).startsWith("java.util.concurrent.")
                    && !owner(access).equals("java.util.concurrent.TimeUnit"))
                || access.getName().startsWith("parallel"),
        "a node is single-threaded; return and let the world call again, arm World.wakeAt");
  }

  @Test
  void pureCodeOpensNoSocket() {
    noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net..", "java.nio.channels..", "io.netty.channel.."))
        .allowEmptyShould(true)
        .because("both worlds drive the same node; send through World.send")
        .check(CLASSES);
  }

  @Test
  void pureCodeDrawsFromItsOwnersStream() {
    banFromPureCode(
        "roll unseeded dice",
        access ->
            calls(access, "java.lang.Math", "random")
                || calls(access, "java.lang.StrictMath", "random")
                || calls(access, "java.util.UUID", "randomUUID")
                || calls(access, "java.lang.System", "identityHashCode")
                || calls(access, "java.util.Collections", "shuffle")
                || Set.of(
                        "java.util.Random",
                        "java.util.SplittableRandom",
                        "java.util.concurrent.ThreadLocalRandom",
                        "java.security.SecureRandom",
                        "java.util.random.RandomGeneratorFactory")
                    .contains(owner(access))
                || calls(access, "java.util.random.RandomGenerator", "of", "getDefault"),
        "the same seed must give the same run; draw from World.random(owner)");
  }

  @Test
  void pureCodeCountsAlikeOnEveryMachine() {
    banFromPureCode(
        "use Math beyond the exact operations",
        access ->
            calls(
                access,
                "java.lang.Math",
                "sin",
                "cos",
                "tan",
                "asin",
                "acos",
                "atan",
                "atan2",
                "sinh",
                "cosh",
                "tanh",
                "hypot",
                "exp",
                "expm1",
                "log",
                "log10",
                "log1p",
                "pow",
                "cbrt",
                "toRadians",
                "toDegrees"),
        "its last bit differs from one JVM to the next; use StrictMath");
  }

  @Test
  void pureCodeKeepsItsCollectionsInOrder() {
    List<String> hashed =
        List.of(
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.IdentityHashMap",
            "java.util.WeakHashMap");
    banFromPureCode(
        "keep collections without an order of their own",
        access ->
            hashed.contains(owner(access))
                || calls(access, "java.util.Set", "of", "copyOf")
                || calls(access, "java.util.Map", "of", "copyOf", "ofEntries")
                || calls(
                    access,
                    "java.util.stream.Collectors",
                    "toSet",
                    "toUnmodifiableSet",
                    "toUnmodifiableMap")
                || (calls(access, "java.util.stream.Collectors", "toMap") && parameters(access) < 4)
                || (calls(access, "java.util.stream.Collectors", "groupingBy")
                    && parameters(access) < 3),
        "their order changes from run to run; use LinkedHashMap, TreeMap, EnumMap or a List");
  }

  @Test
  void onlyMainClassesOfToolsAndNodesEndTheJvm() {
    noClasses()
        .that()
        .resideOutsideOfPackage("rani.tools..")
        .and()
        .doNotHaveFullyQualifiedName("rani.nodehost.jvm.NodeMain")
        .should()
        .callMethod(System.class, "exit", int.class)
        .because("a library must not end its user's JVM; return a verdict or throw")
        .check(CLASSES);
  }

  /**
   * Those that read what no user and no file names: this process, this program, a pipe's other end.
   */
  private static final Set<String> READERS_OF_OWN_FILES =
      Set.of(
          "rani.model.file.InputFile",
          "rani.testbed.host.AgentTls",
          "rani.study.sweep.CodeVersion",
          "rani.nodehost.folder.NodeRecord",
          "rani.tools.doctor.Proc",
          "rani.tools.project.ProjectFiles");

  @Test
  void whatIsNamedIsReadByInputFileAlone() {
    Ban ban =
        access ->
            calls(
                    access,
                    "java.nio.file.Files",
                    "readString",
                    "readAllBytes",
                    "readAllLines",
                    "lines",
                    "newInputStream",
                    "newBufferedReader",
                    "newByteChannel")
                || Set.of("java.io.FileInputStream", "java.io.FileReader", "java.util.Scanner")
                    .contains(owner(access));
    noClasses()
        .that(
            resideInAnyPackage(
                    "rani.ground..",
                    "rani.json..",
                    "rani.model..",
                    "rani.nodehost..",
                    "rani.testbed..",
                    "rani.study..",
                    "rani.report..",
                    "rani.tools..")
                .and(
                    DescribedPredicate.describe(
                        "read what is named",
                        type -> !READERS_OF_OWN_FILES.contains(type.getName()))))
        .should()
        .accessTargetWhere(DescribedPredicate.describe("open a file to read it", ban::forbids))
        .because("a FIFO holds its reader, a device need not end; read it by InputFile")
        .check(CLASSES);
  }

  @Test
  void freeRoomIsAskedForWithoutTheTableOfMounts() {
    noClasses()
        .should()
        .callMethod(Files.class, "getFileStore", Path.class)
        .because("containers may not show their mounts; ask java.io.File.getUsableSpace")
        .check(CLASSES);
  }

  @Test
  void theRulesSeeTheCode() {
    for (String module :
        List.of(
            "rani.world",
            "rani.node",
            "rani.sim",
            "rani.services",
            "rani.wasm",
            "rani.model",
            "rani.nodehost",
            "rani.testbed",
            "rani.study",
            "rani.report")) {
      assertTrue(
          CLASSES.stream().anyMatch(type -> type.getPackageName().startsWith(module)),
          () -> "no class of " + module + " is on the class path");
    }
  }

  private static boolean calls(JavaAccess<?> access, String owner, String... names) {
    return owner(access).equals(owner) && List.of(names).contains(access.getName());
  }

  private static String owner(JavaAccess<?> access) {
    return access.getTargetOwner().getName();
  }

  private static int parameters(JavaAccess<?> access) {
    return access instanceof JavaCodeUnitAccess<?> call
        ? call.getTarget().getRawParameterTypes().size()
        : 0;
  }

  private static void banFromPureCode(String what, Ban ban, String because) {
    noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .accessTargetWhere(
            new DescribedPredicate<JavaAccess<?>>(what) {
              @Override
              public boolean test(JavaAccess<?> access) {
                return ban.forbids(access);
              }
            })
        .allowEmptyShould(true)
        .because(because)
        .check(CLASSES);
  }

  private interface Ban {
    boolean forbids(JavaAccess<?> access);
  }
}
