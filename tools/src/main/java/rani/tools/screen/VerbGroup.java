// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Groups of verbs in the order of {@code rani --help}. */
public enum VerbGroup {
  EXPERIMENTS("Experiments"),
  RESULTS("Results"),
  NETWORKS("Networks that are up"),
  TRAFFIC("Packets and files through a network"),
  FILES("Topology and experiment files"),
  EXTENSIONS("Services and disciplines of your own"),
  HOSTS("Hosts, and rani itself");

  private final String heading;

  VerbGroup(String heading) {
    this.heading = heading;
  }

  public String heading() {
    return heading;
  }

  /** Returns the group of a verb; of one without a group, which is not ours, the last. */
  public static VerbGroup of(Class<?> verb) {
    Of named = verb.getAnnotation(Of.class);
    return named == null ? HOSTS : named.value();
  }

  /** Names the group of a verb, which each verb that is not hidden has. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Of {
    VerbGroup value();
  }
}
