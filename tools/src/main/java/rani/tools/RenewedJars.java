// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Copies jars whose classes are too old for an AOT cache, with upgraded classes. The JVM excludes
 * classes before Java 6 from the cache, and verifies them several times slower; picocli is compiled
 * for Java 5, and every command loads it.
 *
 * <p>{@code ./rani} runs this before it records the AOT cache, and puts the copies before the
 * distribution's jars on the path. Classes that cannot be upgraded stay as they are.
 */
public final class RenewedJars {
  /** The first class file version that an AOT cache accepts. */
  private static final int VERSION_MIN = ClassFile.JAVA_6_VERSION;

  /** The version of upgraded classes: the first that requires stack map frames. */
  private static final int VERSION = ClassFile.JAVA_8_VERSION;

  private static final String CLASS = ".class";
  private static final String OTHER_VERSIONS = "META-INF/";
  private static final String MODULE = "module-info" + CLASS;

  /** Offset of the major version in a class file. */
  private static final int VERSION_AT = 6;

  private RenewedJars() {}

  /** Writes the copies of old jars from one folder to another existing one. */
  public static void main(String[] arguments) throws IOException {
    Path to = Path.of(arguments[1]);
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        renew(jar, to.resolve(jar.getFileName()));
      }
    }
  }

  private static void renew(Path jar, Path copy) throws IOException {
    try (JarFile from = new JarFile(jar.toFile())) {
      List<JarEntry> entries = from.stream().toList();
      Optional<JarEntry> any = entries.stream().filter(RenewedJars::isClass).findFirst();
      if (any.isEmpty() || !isOld(bytes(from, any.get()))) {
        return; // all classes of a jar have one version
      }
      URL[] own = {jar.toUri().toURL()};
      try (URLClassLoader classes = new URLClassLoader(own);
          OutputStream out = Files.newOutputStream(copy);
          JarOutputStream to = new JarOutputStream(out)) {
        ClassFile files = files(classes);
        for (JarEntry entry : entries) {
          JarEntry renewed = new JarEntry(entry.getName());
          renewed.setTimeLocal(entry.getTimeLocal()); // two copies of a jar are the same bytes
          to.putNextEntry(renewed);
          byte[] bytes = bytes(from, entry);
          to.write(isClass(entry) && isOld(bytes) ? renewed(files, bytes) : bytes);
          to.closeEntry();
        }
      }
    }
  }

  private static ClassFile files(ClassLoader classes) {
    return ClassFile.of(
        StackMapsOption.GENERATE_STACK_MAPS,
        ConstantPoolSharingOption.NEW_POOL,
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(classes)
                .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  private static byte[] renewed(ClassFile files, byte[] bytes) {
    try {
      ClassModel old = files.parse(bytes);
      ClassTransform version =
          (builder, element) -> {
            if (element instanceof ClassFileVersion) {
              builder.withVersion(VERSION, 0);
            } else {
              builder.with(element);
            }
          };
      return files.transformClass(
          old, version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
    } catch (IllegalArgumentException e) {
      return bytes; // it needs a missing class, or an instruction that newer versions lack
    }
  }

  /** Reports whether a class may be old; module descriptors and multi-release classes never are. */
  private static boolean isClass(JarEntry entry) {
    return entry.getName().endsWith(CLASS)
        && !entry.getName().startsWith(OTHER_VERSIONS)
        && !entry.getName().equals(MODULE);
  }

  private static boolean isOld(byte[] bytes) {
    return ((bytes[VERSION_AT] & 0xFF) << 8 | bytes[VERSION_AT + 1] & 0xFF) < VERSION_MIN;
  }

  private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
