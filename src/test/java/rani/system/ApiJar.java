// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * What of a version is API, as {@code api.txt} has it: its classes without code, and of their
 * members those that projects may use.
 *
 * @param classes by internal name
 */
record ApiJar(String version, SortedMap<String, byte[]> classes) {
  static final Path FOLDER = Checkout.root().resolve("api");
  private static final Path LIST = FOLDER.resolve("src/main/resources/META-INF/rani/api.txt");
  private static final String CALLED = " called";
  private static final String CLASS = ".class";
  private static final Pattern OWN_JAR = Pattern.compile("rani-[a-z-]+-(\\d.*)\\.jar");
  private static final Pattern OWN_TYPE = Pattern.compile("L(rani/[\\w/$]+)");
  private static final String FACTS = "rani/world/Facts";

  /** A line of the list. */
  private record Named(String pattern, boolean called) {
    static Named of(String line) {
      boolean called = line.endsWith(CALLED);
      return new Named(called ? line.substring(0, line.length() - CALLED.length()) : line, called);
    }

    boolean covers(String type) {
      String outermost = type.replaceFirst("\\$.*", "");
      return pattern.endsWith("/*")
          ? outermost.startsWith(pattern.substring(0, pattern.length() - 1))
              && outermost.lastIndexOf('/') == pattern.length() - 2
          : outermost.equals(pattern);
    }
  }

  private static List<Named> list() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Named::of)
        .toList();
  }

  /** Returns the lines of the list that name no class of a distribution. */
  static List<String> linesThatNameNothing(Path distribution) throws IOException {
    Set<String> types = all(distribution).keySet();
    return list().stream()
        .filter(named -> types.stream().noneMatch(named::covers))
        .map(Named::pattern)
        .toList();
  }

  /** Returns whether projects call a type, and do not implement it. */
  static boolean isCalled(String type) throws IOException {
    return list().stream().anyMatch(named -> named.called && named.covers(type));
  }

  /** Returns the API of a distribution. */
  static ApiJar of(Path distribution) throws IOException {
    SortedMap<String, ClassModel> all = all(distribution);
    List<Named> list = list();
    Set<String> names = new TreeSet<>();
    for (String type : all.keySet()) {
      if (list.stream().anyMatch(named -> named.covers(type)) && isVisible(type, all)) {
        names.add(type);
      }
    }
    SortedMap<String, byte[]> classes = new TreeMap<>();
    for (String name : names) {
      classes.put(name, reduced(found(name, all), names));
    }
    return new ApiJar(version(distribution), classes);
  }

  private static SortedMap<String, ClassModel> all(Path distribution) throws IOException {
    SortedMap<String, ClassModel> all = new TreeMap<>();
    for (Path jar : ownJars(distribution)) {
      try (JarFile open = new JarFile(jar.toFile())) {
        for (JarEntry entry : open.stream().toList()) {
          if (entry.getName().endsWith(CLASS) && !entry.getName().contains("-info")) {
            ClassModel model = ClassFile.of().parse(open.getInputStream(entry).readAllBytes());
            all.put(model.thisClass().asInternalName(), model);
          }
        }
      }
    }
    return all;
  }

  private static List<Path> ownJars(Path distribution) throws IOException {
    try (Stream<Path> jars = Files.list(distribution.resolve("lib"))) {
      return jars.filter(jar -> OWN_JAR.matcher("" + jar.getFileName()).matches()).toList();
    }
  }

  private static String version(Path distribution) throws IOException {
    return OWN_JAR.matcher("" + ownJars(distribution).getFirst().getFileName()).replaceFirst("$1");
  }

  /** Returns whether a type, and each in which it is declared, is public or protected. */
  private static boolean isVisible(String type, SortedMap<String, ClassModel> all) {
    ClassModel model = found(type, all);
    Optional<InnerClassInfo> inner =
        model.findAttribute(Attributes.innerClasses()).stream()
            .flatMap(inners -> inners.classes().stream())
            .filter(each -> each.innerClass().asInternalName().equals(type))
            .findFirst();
    if (inner.isEmpty()) {
      return model.flags().has(AccessFlag.PUBLIC);
    }
    Optional<ClassEntry> outer = inner.get().outerClass();
    return isVisible(inner.get().flagsMask())
        && outer.isPresent()
        && isVisible(outer.get().asInternalName(), all);
  }

  private static ClassModel found(String type, SortedMap<String, ClassModel> all) {
    return Objects.requireNonNull(all.get(type), type);
  }

  private static boolean isVisible(int flags) {
    return (flags & (ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED)) != 0
        && (flags & ClassFile.ACC_SYNTHETIC) == 0;
  }

  private static byte[] reduced(ClassModel model, Set<String> api) {
    boolean areFacts =
        model.interfaces().stream().anyMatch(each -> each.asInternalName().equals(FACTS));
    return ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL)
        .transformClass(
            model,
            ClassTransform.dropping(part -> !isApi(part, areFacts, api))
                .andThen(
                    ClassTransform.transformingMethods(
                        MethodTransform.dropping(part -> part instanceof CodeModel))));
  }

  private static boolean isApi(ClassElement part, boolean areFacts, Set<String> api) {
    return switch (part) {
      case FieldModel field ->
          isVisible(field.flags().flagsMask())
              && api.containsAll(ownTypes(field, field.fieldType().stringValue()));
      case MethodModel method ->
          isVisible(method.flags().flagsMask())
              && !(areFacts && method.methodName().equalsString("<init>"))
              && api.containsAll(ownTypes(method, method.methodType().stringValue()));
      case NestMembersAttribute _ -> false;
      case NestHostAttribute _ -> false;
      case SourceFileAttribute _ -> false;
      default -> true;
    };
  }

  /** Returns the types of rani that a member's signature names. */
  private static Set<String> ownTypes(AttributedElement member, String descriptor) {
    StringBuilder text = new StringBuilder(descriptor);
    member
        .findAttribute(Attributes.signature())
        .ifPresent(generic -> text.append(' ').append(generic.signature().stringValue()));
    member
        .findAttribute(Attributes.exceptions())
        .ifPresent(
            thrown -> thrown.exceptions().forEach(e -> text.append(" L" + e.asInternalName())));
    Set<String> types = new TreeSet<>();
    // In a generic signature a nested type of a generic one stands behind a dot.
    OWN_TYPE
        .matcher(text.toString().replace('.', '$'))
        .results()
        .forEach(m -> types.add(m.group(1)));
    return types;
  }

  /** Returns this API without a member, or without a class if that has an empty name. */
  ApiJar without(String type, String member) {
    SortedMap<String, byte[]> fewer = new TreeMap<>(classes);
    fewer.computeIfPresent(
        type,
        (name, bytes) -> {
          ClassFile files = ClassFile.of();
          return member.isEmpty()
              ? null
              : files.transformClass(
                  files.parse(bytes),
                  ClassTransform.dropping(
                      part ->
                          part instanceof MethodModel method
                              && method.methodName().equalsString(member)));
        });
    return new ApiJar(version, fewer);
  }

  static ApiJar read(Path file) throws IOException {
    SortedMap<String, byte[]> classes = new TreeMap<>();
    try (JarInputStream jar = new JarInputStream(Files.newInputStream(file))) {
      String version = jar.getManifest().getMainAttributes().getValue(Name.IMPLEMENTATION_VERSION);
      for (JarEntry entry; (entry = jar.getNextJarEntry()) != null; ) {
        String name = entry.getName();
        classes.put(name.substring(0, name.length() - CLASS.length()), jar.readAllBytes());
      }
      return new ApiJar(version, classes);
    }
  }

  /** Returns the jar's bytes, which hold no time. */
  byte[] bytes() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Name.IMPLEMENTATION_VERSION, version);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      jar.putNextEntry(entry(JarFile.MANIFEST_NAME));
      manifest.write(jar);
      for (var each : classes.entrySet()) {
        jar.putNextEntry(entry(each.getKey() + CLASS));
        jar.write(each.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    return entry;
  }
}
