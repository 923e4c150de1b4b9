// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarRefusal.Reason;
import rani.rdp.congestion.CongestionProvider;
import rani.service.ServiceProvider;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/**
 * Class loader of one jar in memory. Its classes see only the JDK and the service API of this
 * program, on class path and module path alike. They are garbage-collected when neither the loader
 * nor any of its classes is referenced.
 */
public final class JarClassLoader extends ClassLoader {
  /** Packages of this program that a jar may use but not contain. */
  private static final List<String> API =
      List.of(
          "rani.world.",
          "rani.wire.",
          "rani.queue.",
          "rani.aqm.",
          "rani.link.",
          "rani.service.",
          "rani.rdp.",
          "io.netty.buffer.",
          "io.netty.util.",
          "org.jspecify.",
          "org.slf4j.");

  /** Packages that no jar may contain. */
  private static final List<String> OF_NODE = List.of("rani.", "java.", "io.netty.", "org.slf4j.");

  private static final String SCHEME = "service-jar";

  /** Counter for unique class loader names, which identify the jar in stack traces. */
  private static final AtomicLong MADE = new AtomicLong();

  private final ClassLoader program = JarClassLoader.class.getClassLoader();
  private final JarContents contents;
  private final String providerClass;
  private final String kind;

  /** Creates a loader for contents that passed {@link JarContents#requireClasses}. */
  public JarClassLoader(String name, JarContents contents) throws JarRefusal {
    super(name + "#" + MADE.incrementAndGet(), ClassLoader.getPlatformClassLoader());
    this.contents = contents;
    this.providerClass = contents.provider();
    this.kind = contents.kind();
  }

  /** Returns whether a class is part of the program or the JDK, and forbidden in a jar. */
  static boolean isOfNode(String type) {
    return OF_NODE.stream().anyMatch(type::startsWith);
  }

  /** Instantiates the jar's provider, which runs code of the jar; compiles a module. */
  public ServiceProvider provider() throws JarRefusal {
    byte[] module = contents.module();
    if (module != null) {
      return compiled(module);
    }
    try {
      if (kind.equals(JarContents.CONGESTION)) {
        for (CongestionProvider each : ServiceLoader.load(CongestionProvider.class, this)) {
          return new CongestionService.Provider(each);
        }
      }
      for (ServiceProvider each : ServiceLoader.load(ServiceProvider.class, this)) {
        return each;
      }
      throw new JarRefusal(
          Reason.NOT_LOADABLE, providerClass + " is not loaded from the jar itself");
    } catch (ServiceConfigurationError | LinkageError e) {
      Throwable cause = e.getCause();
      throw new JarRefusal(
          Reason.NOT_LOADABLE,
          providerClass
              + " cannot be made: "
              + JarStatement.shown(String.valueOf(e.getMessage()))
              + (cause == null ? "" : " (" + JarStatement.shown(cause.toString()) + ")"));
    }
  }

  /** Checks and compiles a module in WebAssembly, which runs none of its code on this node. */
  private static ServiceProvider compiled(byte[] module) throws JarRefusal {
    try {
      SandboxedCode code = KnownCode.of(module);
      code.compile();
      return code.provider();
    } catch (CodeRefusal e) {
      throw new JarRefusal(Reason.NOT_LOADABLE, String.valueOf(e.getMessage()));
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return API.stream().anyMatch(name::startsWith)
        ? program.loadClass(name)
        : super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = contents.get(name.replace('.', '/') + ".class");
    if (bytes == null) {
      throw new ClassNotFoundException(
          name + " is neither in the jar nor among what a node gives to services");
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    byte[] bytes =
        name.equals(JarContents.NAMED_BY + kind)
            ? providerClass.getBytes(
                StandardCharsets.UTF_8) // also for a provider that a module descriptor names
            : contents.get(name);
    return bytes == null ? null : url(name, bytes);
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return Collections.enumeration(found == null ? List.of() : List.of(found));
  }

  private URL url(String name, byte[] bytes) {
    URLStreamHandler inMemory =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {
                connected = true;
              }

              @Override
              public InputStream getInputStream() {
                return new ByteArrayInputStream(bytes);
              }
            };
          }
        };
    try {
      return URL.of(new URI(SCHEME, null, "/" + name, null), inMemory);
    } catch (IOException | java.net.URISyntaxException e) {
      throw new IllegalStateException("a name that no address can hold: " + name, e);
    }
  }
}
