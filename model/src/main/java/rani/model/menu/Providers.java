// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds providers of each kind: built-in, on the module path, or offered by loaded jars. */
public final class Providers {
  /**
   * The module layer; null on the class path. With a layer only modules are searched, because
   * otherwise every jar on the module path would be opened.
   */
  private static final @Nullable ModuleLayer MODULES = Providers.class.getModule().getLayer();

  /** Cached providers by class loader: on the class path a thread may have its own. */
  private static final Map<ClassLoader, Map<Class<?>, List<?>>> FOUND =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Providers from loaded jars, in the order of loading. */
  private static final List<Object> OFFERED = new CopyOnWriteArrayList<>();

  private Providers() {}

  /** Returns all providers of an interface that this module {@code uses}, built-in ones first. */
  @SuppressWarnings("unchecked") // loaded by the same class
  public static <P> List<P> of(Class<P> kind) {
    List<P> found =
        (List<P>)
            FOUND
                .computeIfAbsent(context(), _ -> Collections.synchronizedMap(new HashMap<>()))
                .computeIfAbsent(kind, Providers::load);
    if (OFFERED.isEmpty()) {
      return found;
    }
    List<P> all = new ArrayList<>(found);
    OFFERED.stream().filter(kind::isInstance).map(kind::cast).forEach(all::add);
    return all;
  }

  /** Adds a jar's provider; throws IllegalStateException if a built-in one has its name. */
  public static <P> void offer(Class<P> kind, P provider, Function<P, String> name) {
    for (P each : of(kind)) {
      if (name.apply(each).equals(name.apply(provider)) && !OFFERED.contains(each)) {
        throw new IllegalStateException(
            name.apply(provider) + " comes with rani; name yours otherwise");
      }
    }
    OFFERED.add(provider);
  }

  public static void withdraw(Object provider) {
    OFFERED.remove(provider);
  }

  private static ClassLoader context() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return MODULES != null || context == null ? Providers.class.getClassLoader() : context;
  }

  private static List<?> load(Class<?> kind) {
    ServiceLoader<?> found =
        MODULES == null ? ServiceLoader.load(kind) : ServiceLoader.load(MODULES, kind);
    return found.stream().map(ServiceLoader.Provider::get).toList();
  }
}
