// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is there, by name and in the order in which they came, for several threads: a walk through
 * all sees those who were there as it began. It is copied with every change, of which there are
 * few.
 */
public final class Roster<T> {
  private volatile SequencedMap<String, T> there =
      Collections.unmodifiableSequencedMap(new LinkedHashMap<>());

  private volatile List<String> everThere = List.of();

  public synchronized void put(String name, T one) {
    SequencedMap<String, T> changed = new LinkedHashMap<>(there);
    changed.put(name, one);
    if (!everThere.contains(name)) {
      List<String> names = new ArrayList<>(everThere);
      names.add(name);
      everThere = List.copyOf(names);
    }
    there = Collections.unmodifiableSequencedMap(changed);
  }

  /** Who goes; null if there is none of that name. */
  public synchronized @Nullable T remove(String name) {
    SequencedMap<String, T> changed = new LinkedHashMap<>(there);
    T gone = changed.remove(name);
    there = Collections.unmodifiableSequencedMap(changed);
    return gone;
  }

  public synchronized void clear() {
    there = Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
  }

  public @Nullable T get(String name) {
    return there.get(name);
  }

  public int size() {
    return there.size();
  }

  /** Those who are there now, and stay in this list. */
  public Collection<T> values() {
    return there.values();
  }

  /** The names of all who have been there, also of those that have gone. */
  public List<String> everThere() {
    return everThere;
  }
}
