// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.AccessFlag;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/*
 * What ./rani does after an edit: javac alone, without Maven, Error Prone and NullAway. A module of
 * which something is newer than the last distribution is compiled whole, and so is each that
 * requires, itself or by others, a module whose API has changed. So nothing stale is left, whatever
 * was changed, added or removed, and what a changed signature breaks is an error. Jars hold what
 * Maven would put there.
 */

/** {@code rani-FOLDER-VERSION.jar}. */
static final Pattern JAR = Pattern.compile("rani-(.+?)-(\\d.*)\\.jar");

/** What Maven alone puts into jars, also from beyond their modules; it stays as it is. */
static final Pattern OF_MAVEN =
    Pattern.compile(
        "META-INF/(MANIFEST\\.MF|(maven|native-image)/.+)"
            + "|rani/ground/commit.properties|rani/report/html/NOTICE|rani/tools/project/.+");

/** What the annotation processor makes, in those modules whose poms name it. */
static final String PROCESSED = "META-INF/rani/manual/";

/** The annotation processor's package: what its code does is in other modules' jars. */
static final String PROCESSOR = "rani/manual/";

record Module(ModuleDescriptor descriptor, Path jar, Path sources, String version) {
  String name() {
    return descriptor.name();
  }

  boolean requires(Set<String> any) {
    return descriptor.requires().stream().anyMatch(required -> any.contains(required.name()));
  }
}

Path dist;
Path core;

/**
 * @param arguments the source tree; a copy of its last distribution, to be brought up to date; a
 *     file as old as the sources of that
 */
void main(String[] arguments) throws IOException {
  Path root = Path.of(arguments[0]);
  dist = Path.of(arguments[1]);
  FileTime built = Files.getLastModifiedTime(Path.of(arguments[2]));
  SortedMap<String, Module> waiting = new TreeMap<>();
  for (var module : ModuleFinder.of(dist.resolve("lib")).findAll()) {
    Path jar = Path.of(module.location().orElseThrow());
    Matcher words = JAR.matcher(jar.getFileName().toString());
    if (words.matches()) {
      Path sources = root.resolve(words.group(1)).resolve("src/main");
      String name = module.descriptor().name();
      waiting.put(name, new Module(module.descriptor(), jar, sources, words.group(2)));
    }
  }
  core = waiting.get("rani.core").jar;
  Set<String> changed = new TreeSet<>();
  while (!waiting.isEmpty()) {
    Set<String> names = waiting.keySet();
    Module next =
        waiting.values().stream().filter(m -> !m.requires(names)).findFirst().orElseThrow();
    names.remove(next.name());
    boolean concerned = next.requires(changed); // also those that require it see what changed
    if ((concerned || isNewer(next.sources, built)) && (rebuild(next) | concerned)) {
      changed.add(next.name());
    }
  }
  MessageDigest id = sha256();
  files(dist).values().forEach(id::update);
  Files.writeString(dist.resolve("id"), HexFormat.of().formatHex(id.digest()) + "\n");
}

/** A folder is newer, too, where something came or went. */
boolean isNewer(Path sources, FileTime built) throws IOException {
  try (Stream<Path> all = Files.walk(sources)) {
    for (Path path : all.toList()) {
      if (Files.getLastModifiedTime(path).compareTo(built) > 0) {
        return true;
      }
    }
    return false;
  }
}

/** Returns whether modules that require this one may have to be compiled for it. */
boolean rebuild(Module module) throws IOException {
  System.err.println("rani: compiling " + module.name());
  SortedMap<String, byte[]> before = entries(module.jar);
  SortedMap<String, byte[]> after = new TreeMap<>(before);
  after.keySet().removeIf(file -> !OF_MAVEN.matcher(file).matches());
  boolean processed = before.keySet().stream().anyMatch(file -> file.startsWith(PROCESSED));
  after.putAll(compile(module, processed));
  Path resources = module.sources.resolve("resources");
  if (Files.isDirectory(resources)) {
    files(resources).forEach((file, bytes) -> after.put(file, filled(bytes, module.version)));
  }
  try (var zip = new ZipOutputStream(Files.newOutputStream(module.jar))) {
    for (var file : after.entrySet()) {
      ZipEntry entry = new ZipEntry(file.getKey());
      entry.setTime(0);
      zip.putNextEntry(entry);
      zip.write(file.getValue());
    }
  }
  return !api(before).equals(api(after));
}

/** The same classes as by the root pom, to the byte. */
SortedMap<String, byte[]> compile(Module module, boolean processed) throws IOException {
  Path classes = Files.createDirectories(dist.resolveSibling("classes").resolve(module.name()));
  List<String> words = new ArrayList<>(List.of("-nowarn", "-g", "-parameters", "--release", "25"));
  words.addAll(List.of("--module-version", module.version, "-d", classes.toString()));
  words.addAll(List.of("-p", dist.resolve("lib") + ":" + dist.resolve("bench")));
  words.addAll(processed ? List.of("--processor-path", core.toString()) : List.of("-proc:none"));
  try (Stream<Path> all = Files.walk(module.sources.resolve("java"))) {
    all.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(words::add);
  }
  int code =
      ToolProvider.findFirst("javac")
          .orElseThrow()
          .run(System.err, System.err, words.toArray(String[]::new));
  if (code != 0) {
    System.exit(code);
  }
  return files(classes);
}

byte[] filled(byte[] resource, String version) {
  String text = new String(resource, StandardCharsets.ISO_8859_1);
  return text.replace("${project.version}", version).getBytes(StandardCharsets.ISO_8859_1);
}

/** What javac reads of a module as it compiles another: declarations, without code. */
SortedMap<String, Object> api(SortedMap<String, byte[]> entries) {
  SortedMap<String, Object> api = new TreeMap<>();
  ClassFile classes = ClassFile.of(ConstantPoolSharingOption.NEW_POOL);
  entries.forEach(
      (file, bytes) -> {
        if (file.startsWith(PROCESSOR)) {
          api.put(file, hex(bytes));
        } else if (file.equals("module-info.class")) {
          api.put(file, ModuleDescriptor.read(ByteBuffer.wrap(bytes)));
        } else if (file.endsWith(".class")) {
          ClassModel model = classes.parse(bytes);
          if (model.findAttribute(Attributes.enclosingMethod()).isEmpty()) {
            api.put(file, hex(classes.transformClass(model, WITHOUT_CODE)));
          }
        }
      });
  return api;
}

static final ClassTransform WITHOUT_CODE =
    ClassTransform.dropping(
            part ->
                part instanceof NestMembersAttribute
                    || part instanceof FieldModel field && field.flags().has(AccessFlag.PRIVATE)
                    || part instanceof MethodModel method && method.flags().has(AccessFlag.PRIVATE))
        .andThen(
            ClassTransform.transformingMethods(
                MethodTransform.dropping(part -> part instanceof CodeModel)));

SortedMap<String, byte[]> entries(Path jar) throws IOException {
  SortedMap<String, byte[]> entries = new TreeMap<>();
  try (var zip = new ZipInputStream(Files.newInputStream(jar))) {
    for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
      if (!entry.isDirectory()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
  }
  return entries;
}

SortedMap<String, byte[]> files(Path folder) throws IOException {
  SortedMap<String, byte[]> files = new TreeMap<>();
  try (Stream<Path> all = Files.walk(folder)) {
    for (Path file : all.filter(Files::isRegularFile).toList()) {
      files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
    }
  }
  return files;
}

String hex(byte[] bytes) {
  return HexFormat.of().formatHex(sha256().digest(bytes));
}

MessageDigest sha256() {
  try {
    return MessageDigest.getInstance("SHA-256");
  } catch (NoSuchAlgorithmException e) {
    throw new IllegalStateException(e);
  }
}
