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
 * Copies of the jars whose classes are too old for an AOT cache, with newer ones. The JVM leaves
 * classes of before Java 6 out of it, and verifies them in a way that takes several times as long;
 * picocli is compiled for Java 5, and every verb begins with it.
 *
 * <p>{@code ./rani} runs this before it has the AOT cache recorded, and puts the copies before the
 * distribution's jars. What cannot be made newer stays as it is.
 */
public final class RenewedJars {
  /** The first version that an AOT cache takes. */
  private static final int VERSION_MIN = ClassFile.JAVA_6_VERSION;

  /** The version that classes get: the first whose frames of the stack must be written down. */
  private static final int VERSION = ClassFile.JAVA_8_VERSION;

  private static final String CLASS = ".class";
  private static final String OTHER_VERSIONS = "META-INF/";

  /** Where in a class file its version stands; the number before it is the minor one. */
  private static final int VERSION_AT = 6;

  private RenewedJars() {}

  /**
   * Makes them.
   *
   * @param arguments the folder of the jars, and the one that takes the copies, which exists
   */
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
        return; // its classes are alike
      }
      URL[] own = {jar.toUri().toURL()};
      try (URLClassLoader classes = new URLClassLoader(own);
          OutputStream out = Files.newOutputStream(copy);
          JarOutputStream to = new JarOutputStream(out)) {
        ClassFile files = files(classes);
        for (JarEntry entry : entries) {
          to.putNextEntry(new JarEntry(entry.getName()));
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
      return bytes; // it needs a class that is not here, or an instruction that is no more
    }
  }

  /** Not a module's, nor one of those for later JVMs: these are newer than the rest. */
  private static boolean isClass(JarEntry entry) {
    return entry.getName().endsWith(CLASS) && !entry.getName().startsWith(OTHER_VERSIONS);
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
