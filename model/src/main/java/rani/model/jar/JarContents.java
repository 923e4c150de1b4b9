// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.InvalidModuleDescriptorException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.ClassFileFormatVersion;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarRefusal.Reason;

/**
 * Entries of a jar, or of an envelope around a module, in memory, with the checks that precede
 * class loading.
 */
public final class JarContents {
  /** Name of the interface by which a jar provides a service. */
  static final String SERVICE = "rani.service.ServiceProvider";

  /** Name of the interface by which a jar provides a congestion control. */
  static final String CONGESTION = "rani.rdp.congestion.CongestionProvider";

  static final String NAMED_BY = "META-INF/services/";
  static final String PROVIDERS = NAMED_BY + SERVICE;

  /** The only entry of an envelope around a module in WebAssembly. */
  static final String CODE = "service.wasm";

  private static final String MODULE = "module-info.class";
  private static final String CLASS = ".class";
  private static final String VERSIONS = "META-INF/";
  private static final int CLASS_HEAD_BYTES = 8;
  private static final int CLASS_MAGIC = 0xCAFEBABE;
  private static final int PREVIEW = 0xFFFF;
  private final SequencedMap<String, byte[]> entries = new LinkedHashMap<>();

  JarContents() {}

  void put(String name, byte[] bytes) {
    entries.put(name, bytes);
  }

  byte @Nullable [] get(String name) {
    return entries.get(name);
  }

  SequencedMap<String, byte[]> entries() {
    return entries;
  }

  /** Returns the module in WebAssembly that is signed here; null if these are a jar's entries. */
  public byte @Nullable [] module() {
    return entries.size() == 1 ? get(CODE) : null;
  }

  /** Returns an entry as text, or null if there is no such entry. */
  public @Nullable String text(String name) {
    byte[] bytes = entries.get(name);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** Throws unless every class has a supported version and belongs to the jar. */
  public void requireClasses() throws JarRefusal {
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      String name = entry.getKey();
      if (name.endsWith(CLASS) && !name.startsWith(VERSIONS)) {
        requireVersion(name, entry.getValue());
        String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
        if (JarClassLoader.isOfNode(type)) {
          throw new JarRefusal(
              Reason.SHADOWS, type + " belongs to the node; leave it out of the jar");
        }
      }
    }
  }

  private static void requireVersion(String name, byte[] bytes) throws JarRefusal {
    if (bytes.length < CLASS_HEAD_BYTES || word(bytes, 0) != CLASS_MAGIC) {
      throw new JarRefusal(Reason.MALFORMED, JarStatement.shown(name) + " is no class");
    }
    int minor = word(bytes, 4) >>> 16;
    int major = word(bytes, 4) & 0xFFFF;
    int latest = ClassFileFormatVersion.latest().major();
    if (major > latest || minor == PREVIEW) {
      throw new JarRefusal(
          Reason.CLASS_TOO_NEW,
          "%s is a class file of version %d%s; this node takes up to %d (Java %d)"
              .formatted(
                  JarStatement.shown(name),
                  major,
                  minor == PREVIEW ? " with preview features" : "",
                  latest,
                  Runtime.version().feature()));
    }
  }

  private static int word(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getInt(at);
  }

  /** Returns the only provider class in META-INF/services or the module descriptor. */
  public String provider() throws JarRefusal {
    if (module() != null) {
      return CODE;
    }
    SequencedSet<String> found = providers(SERVICE);
    if (found.isEmpty()) {
      found = providers(CONGESTION);
    }
    if (found.isEmpty()) {
      throw new JarRefusal(
          Reason.NO_PROVIDER,
          "it names no service: put the name of your ServiceProvider into " + PROVIDERS);
    }
    if (found.size() > 1) {
      throw new JarRefusal(
          Reason.SEVERAL_PROVIDERS,
          "a jar brings one service, and this one " + JarStatement.shown(String.join(", ", found)));
    }
    return found.getFirst();
  }

  /** Returns {@link #CONGESTION} if the jar provides only that, else {@link #SERVICE}. */
  String kind() throws JarRefusal {
    return providers(SERVICE).isEmpty() && !providers(CONGESTION).isEmpty() ? CONGESTION : SERVICE;
  }

  private SequencedSet<String> providers(String kind) throws JarRefusal {
    SequencedSet<String> found = new LinkedHashSet<>(fromServices(kind));
    found.addAll(fromModule(kind));
    return found;
  }

  private List<String> fromServices(String kind) {
    String text = Objects.requireNonNullElse(text(NAMED_BY + kind), "");
    return text.lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private List<String> fromModule(String kind) throws JarRefusal {
    byte[] descriptor = entries.get(MODULE);
    if (descriptor == null) {
      return List.of();
    }
    try {
      return ModuleDescriptor.read(new ByteArrayInputStream(descriptor)).provides().stream()
          .filter(provides -> provides.service().equals(kind))
          .flatMap(provides -> provides.providers().stream())
          .toList();
    } catch (IOException | InvalidModuleDescriptorException e) {
      throw new JarRefusal(Reason.MALFORMED, MODULE + " is no module descriptor");
    }
  }
}
