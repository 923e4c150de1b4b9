// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is handed on: of which parts, under which licences, and the same wherever it is built. */
class DistributionTest {
  /** A jar's name before its version, such as {@code netty-common} of {@code netty-common-4.2…}. */
  private static final Pattern ARTIFACT = Pattern.compile("^(.+?)-\\d.*\\.jar$");

  /** A line of NOTICE's list of jars, such as {@code picocli Apache-2.0 2017 Remko Popma}. */
  private static final Pattern LISTED = Pattern.compile("(?m)^([\\w-]+) {2,}([\\w.-]+) {2,}\\S.*$");

  /** What the bill makes of JLine's "The BSD License", the text of which has three clauses. */
  private static final String BSD_OF_JLINE = "BSD-4-Clause";

  private final Path built = Checkout.built();

  @Test
  void everyJarOfOthersIsInTheNoticeWithTheLicenceThatItsProjectStates() throws IOException {
    var stated = new TreeMap<String, String>();
    for (JsonNode component : components()) {
      if (!component.path("group").asString().equals("io.github.rani-testbed")) {
        stated.put(component.path("name").asString(), licence(component));
      }
    }
    var listed = new TreeMap<String, String>();
    jarsOfTheNotice().forEach(line -> listed.put(line.group(1), line.group(2)));

    assertEquals(stated, listed, "of a new or changed dependency NOTICE needs the licence");
  }

  @Test
  void theBillOfMaterialsNamesEveryJarByItsContents() throws IOException {
    var files = new TreeMap<String, String>();
    for (Path jar : jars()) {
      files.put(sha256(jar), artifact(jar));
    }
    var named = new TreeMap<String, String>();
    for (JsonNode component : components()) {
      for (JsonNode hash : component.path("hashes")) {
        if (hash.path("alg").asString().equals("SHA-256")) {
          named.put(hash.path("content").asString(), component.path("name").asString());
        }
      }
    }
    JsonNode own = bom().path("metadata").path("component");
    assertEquals("rani-tools", own.path("name").asString());
    files.values().remove("rani-tools"); // it is what the bill is of, and not hashed

    assertEquals(files, named);
  }

  @Test
  void noticeAndLicenceComeWithIt() throws IOException {
    for (String name : List.of("LICENSE", "NOTICE")) {
      assertEquals(
          Files.readString(Checkout.root().resolve(name)), Files.readString(built.resolve(name)));
    }
  }

  @Test
  void nothingOfOursSaysWhenWhereOrByWhatItWasBuilt() throws IOException {
    var times = new TreeSet<LocalDateTime>();
    for (Path jar : jars()) {
      if (artifact(jar).startsWith("rani-")) {
        try (JarFile open = new JarFile(jar.toFile())) {
          open.stream().map(JarEntry::getTimeLocal).forEach(times::add);
          assertEquals(1, open.getManifest().getMainAttributes().size(), jar + ": its manifest");
          assertTrue(open.getEntry("module-info.class") != null, jar + ": its module");
        }
      }
    }
    String bom = Files.readString(built.resolve("bom.json"));

    assertEquals(1, times.size(), times::toString);
    assertFalse(bom.contains("serialNumber"), "a number drawn for each build");
    assertFalse(bom.contains(Checkout.root().toString()), "where it was built");
  }

  private JsonNode bom() throws IOException {
    Path bom = built.resolve("bom.json");
    assertTrue(Files.exists(bom), "Maven makes bom.json only while it is not offline (-o)");
    return new JsonMapper().readTree(Files.readString(bom));
  }

  private JsonNode components() throws IOException {
    return bom().path("components");
  }

  private List<MatchResult> jarsOfTheNotice() throws IOException {
    String notice = Files.readString(built.resolve("NOTICE"));
    String jars = notice.substring(notice.indexOf("== Jars =="), notice.indexOf("== Scripts"));
    return LISTED.matcher(jars).results().toList();
  }

  private static String licence(JsonNode component) {
    String stated = component.at("/licenses/0/license/id").asString("none");
    return stated.equals(BSD_OF_JLINE) ? "BSD-3-Clause" : stated;
  }

  private List<Path> jars() throws IOException {
    try (Stream<Path> lib = Files.list(built.resolve("lib"));
        Stream<Path> bench = Files.list(built.resolve("bench"))) {
      return Stream.concat(lib, bench).sorted().toList();
    }
  }

  private static String artifact(Path jar) {
    var name = ARTIFACT.matcher(String.valueOf(jar.getFileName()));
    assertTrue(name.matches(), jar::toString);
    return name.group(1);
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
