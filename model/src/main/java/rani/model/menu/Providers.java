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

/** What the program brings along, and what lies beside it on the module path, by kind. */
public final class Providers {
  /** Of modules alone if this is one: else every jar of the module path would be opened. */
  private static final @Nullable ModuleLayer MODULES = Providers.class.getModule().getLayer();

  /** On the class path each context has its own. */
  private static final Map<ClassLoader, Map<Class<?>, List<?>>> FOUND =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** What came in jars, in the order of its coming. */
  private static final List<Object> OFFERED = new CopyOnWriteArrayList<>();

  private Providers() {}

  /**
   * All of a kind, the program's own in their order.
   *
   * @param kind which module {@code rani.model} says that it uses
   */
  @SuppressWarnings("unchecked") // found by that very kind
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

  /**
   * Adds one that came in a jar.
   *
   * @throws IllegalStateException if the program has one of that name
   */
  public static <P> void offer(Class<P> kind, P provider, Function<P, String> name) {
    for (P each : of(kind)) {
      if (name.apply(each).equals(name.apply(provider)) && !OFFERED.contains(each)) {
        throw new IllegalStateException(
            name.apply(provider) + " comes with rani; name yours otherwise");
      }
    }
    OFFERED.add(provider);
  }

  /** Takes one away that was offered. */
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
