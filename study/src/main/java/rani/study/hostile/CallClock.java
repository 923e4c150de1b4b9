// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import rani.service.Service;
import rani.service.ServiceProvider;

/** Measures how much processor time of its node each call of a service takes. */
final class CallClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Handlers of {@link Service} whose names do not begin with {@code on}. */
  private static final Set<String> STARTS = Set.of("start", "go", "stop");

  private long calls;
  private long longestNanos;

  long calls() {
    return calls;
  }

  long longestNanos() {
    return longestNanos;
  }

  /** Returns a provider whose services are measured; otherwise it is the same. */
  ServiceProvider around(ServiceProvider provider) {
    return around(
        ServiceProvider.class,
        (_, method, arguments) -> {
          Object made = call(provider, method, arguments);
          return made instanceof Service service ? around(service) : made;
        });
  }

  private Service around(Service service) {
    return around(
        Service.class,
        (_, method, arguments) -> {
          if (!method.getName().startsWith("on") && !STARTS.contains(method.getName())) {
            return call(service, method, arguments);
          }
          long beganNanos = THREADS.getCurrentThreadCpuTime();
          try {
            return call(service, method, arguments);
          } finally {
            long tookNanos = THREADS.getCurrentThreadCpuTime() - beganNanos;
            calls++;
            longestNanos = Math.max(longestNanos, tookNanos);
          }
        });
  }

  private static <T> T around(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object of, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(of, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
