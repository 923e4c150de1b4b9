// SPDX-License-Identifier: Apache-2.0
package rani.tools.project;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import rani.testbed.host.Distribution;

/** Writes a project: a tutorial's files under another name, and a Maven parent with all jars. */
final class ProjectFiles {
  private static final String BUILD_FILE = "rani.xml";
  private static final String PARENT = "parent/pom.xml";

  /** The artifacts that a distribution's jars stand for. */
  private static final String ARTIFACTS =
      "(?s) *<dependency>\\s*<groupId>[\\w.]+(-testbed)?</groupId>\\s*"
          + "<artifactId>(rani-api|slf4j-simple)</artifactId>.*?</dependency>\n";

  private static final String END_OF_DEPENDENCIES = "  </dependencies>";
  private static final String JAR = ".jar";

  private ProjectFiles() {}

  static void write(ProjectKind kind, String name, Path folder) throws IOException {
    Path builtWith = folder.resolve(BUILD_FILE);
    Files.createDirectories(folder);
    Files.writeString(builtWith, buildFile(jars()));
    URI first = resource(kind.tutorial() + "/pom.xml");
    if (first.getScheme().equals("jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(first, Map.of())) {
        copy(kind, name, jar.provider().getPath(first), folder);
      }
    } else {
      copy(kind, name, Path.of(first), folder);
    }
  }

  /** Writes a project of a service in WebAssembly. */
  static void write(WasmLanguage language, String name, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String file : language.files()) {
      String own = file.substring(file.lastIndexOf('/') + 1);
      Files.writeString(
          folder.resolve(ProjectKind.SERVICE.renamed(own, name)),
          ProjectKind.SERVICE.renamed(text(file), name));
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = resource(resource).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static URI resource(String name) throws IOException {
    URL found = Objects.requireNonNull(ProjectFiles.class.getResource(name), name);
    try {
      return found.toURI();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Copies all files of a tutorial, which has {@code first} in its folder. */
  private static void copy(ProjectKind kind, String name, Path first, Path folder)
      throws IOException {
    Path tutorial = Objects.requireNonNull(first.getParent());
    List<Path> files;
    try (Stream<Path> all = Files.walk(tutorial)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path made = folder.resolve(kind.renamed(tutorial.relativize(file).toString(), name));
      Files.createDirectories(Objects.requireNonNull(made.getParent()));
      Files.writeString(made, kind.renamed(Files.readString(file), name));
    }
  }

  /** Returns the distribution's jars; those of the class path if no launcher started this JVM. */
  private static List<Path> jars() throws IOException {
    Optional<Path> distribution = Distribution.folder();
    if (distribution.isPresent()) {
      try (Stream<Path> all = Files.list(distribution.get().resolve("lib"))) {
        return all.filter(file -> file.toString().endsWith(JAR)).sorted().toList();
      }
    }
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(each -> each.endsWith(JAR))
        .map(each -> Path.of(each).toAbsolutePath())
        .toList();
  }

  /** Returns the parent of projects, as it is published, with jars instead of rani's artifacts. */
  private static String buildFile(List<Path> jars) throws IOException {
    String published = text(PARENT);
    String own =
        published
            .replaceFirst(
                "(?s)<parent>\\s*(<groupId>.*?</groupId>).*?(<version>.*?</version>).*?</parent>",
                "$1\n  $2")
            .replaceAll("(?s)\n  <(properties|profiles)>.*?\n  </\\1>\n", "")
            .replaceAll(ARTIFACTS, "");
    StringBuilder dependencies = new StringBuilder();
    for (Path jar : jars) {
      String name = "" + jar.getFileName();
      dependencies.append(
          """
              <dependency>
                <groupId>rani.lib</groupId>
                <artifactId>%s</artifactId>
                <version>1</version>
                <scope>system</scope>
                <systemPath>%s</systemPath>
              </dependency>
          """
              .formatted(
                  name.substring(0, name.length() - JAR.length()),
                  jar.toString().replace("&", "&amp;").replace("<", "&lt;")));
    }
    return own.replace(END_OF_DEPENDENCIES, dependencies + END_OF_DEPENDENCIES);
  }
}
