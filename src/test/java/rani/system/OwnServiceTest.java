// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.model.jar.JarSigner;
import rani.model.jar.OperatorSecret;
import rani.model.topology.TopologyFile;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.loader.LoadRequest;
import rani.testbed.RunningLab;
import rani.testbed.loader.JarUpload;
import rani.testbed.loader.LoaderClient;
import rani.testbed.loader.ServiceDelivery;
import rani.world.Reply;

/** The tutorial's project: built, tested, signed, loaded into a live network, and gone again. */
class OwnServiceTest extends InWorkplace {
  private static final Path PROJECT =
      Checkout.root().resolve("docs/tutorials/service-in-an-afternoon");

  private static final long LOOK_NANOS = 20_000_000;

  @AfterEach
  void endNetworks() {
    place.down();
  }

  /** Compiles one of the project's two source trees into a folder of its own. */
  private Path compiled(String tree, Path... besides) throws IOException {
    Path classes = Files.createDirectories(temporary.resolve("here/target").resolve(tree));
    StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
    // As the project's pom.xml has it, and for its tests, which are no services, harmless.
    String manuals = "rani.manual.ManualProcessor";
    List<String> arguments = new ArrayList<>(List.of("-d", classes.toString()));
    arguments.addAll(List.of("-processorpath", path.toString(), "-processor", manuals));
    for (Path each : besides) {
      path.append(File.pathSeparator).append(each);
    }
    arguments.addAll(List.of("-cp", path.toString()));
    try (Stream<Path> files = Files.walk(PROJECT.resolve("src").resolve(tree))) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int errors =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertEquals(0, errors, "the compiler has said why");
    return classes;
  }

  /** Runs every test of the project's class, as its build does. */
  private static void runTests(Path... classPath) throws Exception {
    URL[] urls = new URL[classPath.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = classPath[i].toUri().toURL();
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    int ran = 0;
    try (URLClassLoader loader = new URLClassLoader(urls, before)) {
      thread.setContextClassLoader(loader); // where the catalog of services looks
      Class<?> tests = loader.loadClass("org.example.talkers.TopTalkersTest");
      for (Method test : tests.getDeclaredMethods()) {
        if (test.isAnnotationPresent(Test.class)) {
          var constructor = tests.getDeclaredConstructor();
          constructor.setAccessible(true);
          test.setAccessible(true);
          test.invoke(constructor.newInstance());
          ran++;
        }
      }
    } catch (InvocationTargetException e) {
      throw new AssertionError("a test of the project fails", e.getCause());
    } finally {
      thread.setContextClassLoader(before);
    }
    assertTrue(ran >= 3, "tests of the project: " + ran);
  }

  private Path jar(Path classes) throws IOException {
    Path jar = place.here().resolve("talkers.jar");
    Path resources = PROJECT.resolve("src/main/resources");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Path root : List.of(resources, classes)) {
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            zip.putNextEntry(new ZipEntry(root.relativize(file).toString()));
            zip.write(Files.readAllBytes(file));
          }
        }
      }
    }
    return jar;
  }

  @Test
  void theTutorialsServiceIsBuiltTestedSignedLoadedAskedAndUnloaded() throws Exception {
    Path main = compiled("main");
    runTests(compiled("test", main), main, PROJECT.resolve("src/main/resources"));
    Path jar = jar(main);
    byte[] unsigned = Files.readAllBytes(jar);
    InThisJvm.rani("operator", "key", "new", here("ops.key")).expectExit(0);
    place.write(
        "net.yaml",
        """
        topology: talkers
        operators: [ops.key.pub]
        nodes:
          n1:
            services:
              source: {flows: [{to: n4, kind: cbr, rate: 90packet/s, packets: 1000000}]}
          n3: {}
          n4: {services: {sink: {}}}
        links:
          n1 -- n3: {hello: 200ms}
          n3 -- n4: {rate: 30packet/s, hello: 200ms, queue: {limit: 5packet}}
        """);
    place.rani("up", "net.yaml", "--trust").run().expectExit(0);

    var signed =
        InThisJvm.rani(
                "operator",
                "sign",
                here("talkers.jar"),
                "--key",
                here("ops.key"),
                "--network",
                "talkers",
                "--release",
                "1.0.0")
            .expectExit(0);
    assertTrue(signed.out().contains("top-talkers 1.0.0, number 4000"), signed::toString);
    var loaded = place.rani("service", "load", "n3", "talkers.jar", "keep=4").run().expectExit(0);
    assertTrue(loaded.out().startsWith("top-talkers runs at n3: version 1.0.0"), loaded::toString);

    RunningLab lab = RunningLab.of(new RunDirectory(place.runs().getFirst()));
    awaitTop(lab);
    assertTrue(
        String.valueOf(LoaderClient.manual(lab, "n3", "top-talkers").facts().byKey().get("manual"))
            .startsWith("top-talkers - "));
    refuseBadJars(lab, unsigned, Files.readAllBytes(jar));

    var unloaded = place.rani("service", "unload", "n3", "top-talkers").run().expectExit(0);
    assertTrue(
        unloaded.out().startsWith("top-talkers 1.0.0 is off the menu of n3\n"), unloaded::toString);
    assertFalse(lab.tell("n3", "top-talkers", "top", List.of()).ok());
  }

  private String here(String file) {
    return "" + place.here().resolve(file);
  }

  /** Asks until the queue has been full, which it soon is permanently. */
  private static void awaitTop(RunningLab lab) throws Exception {
    List<?> sources = List.of();
    while (sources.isEmpty()) {
      LockSupport.parkNanos(LOOK_NANOS);
      Reply top = lab.tell("n3", "top-talkers", "top", List.of());
      assertTrue(top.ok(), top::message);
      sources = top.facts().byKey().get("sources") instanceof List<?> list ? list : List.of();
    }
    assertEquals("10.0.0.1", ((Map<?, ?>) sources.getFirst()).get("source"));
  }

  private void refuseBadJars(RunningLab lab, byte[] unsigned, byte[] signed) throws Exception {
    assertRefused(lab, "unsigned", unsigned);
    assertRefused(lab, "malformed", new byte[100]);
    assertRefused(lab, "loaded-already", signed);
    assertRefused(lab, "altered", tampered(signed));
    OperatorSecret ours = OperatorSecret.read(place.here().resolve("ops.key"));
    Instant past = Instant.parse("2020-01-01T00:00:00Z");
    Instant now = Instant.now();
    assertRefused(lab, "other-network", JarSigner.sign(unsigned, ours, terms("elsewhere", now)));
    assertRefused(
        lab,
        "unknown-key",
        JarSigner.sign(unsigned, OperatorSecret.generate(), terms("talkers", now)));
    assertRefused(lab, "expired", JarSigner.sign(unsigned, ours, terms("talkers", past)));
    JarSigner.Terms older = terms("talkers", "1.0.0-rc.1", now);
    assertRefused(lab, "older-version", JarSigner.sign(unsigned, ours, older));
  }

  private static JarSigner.Terms terms(String network, Instant from) {
    return terms(network, "2", from);
  }

  private static JarSigner.Terms terms(String network, String version, Instant from) {
    return new JarSigner.Terms(network, version, from, from.plus(Duration.ofDays(1)));
  }

  private static void assertRefused(RunningLab lab, String reason, byte[] jar) throws Exception {
    Reply reply =
        new ServiceDelivery(lab)
            .load(null, "n3", new JarUpload(new LoadRequest("", 0, false, false), jar));
    assertFalse(reply.ok(), reason);
    assertTrue(reply.message().startsWith(reason + ": "), reply::message);
  }

  private static byte[] tampered(byte[] jar) throws IOException {
    SequencedMap<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    byte[] type = entries.lastEntry().getValue();
    type[type.length - 1] ^= 1;
    var out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return out.toByteArray();
  }

  @Test
  void theTutorialsNetworkIsOneOnceTheKeyIsThere() throws Exception {
    Files.copy(PROJECT.resolve("net.yaml"), place.here().resolve("net.yaml"));
    OperatorSecret.generate().write(place.here().resolve("ops.key"));

    assertEquals(1, TopologyFile.load(place.here().resolve("net.yaml")).operators().size());
  }
}
