// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.file.Nearest;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.JarStatement;
import rani.node.NodeConfig;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;

/**
 * The loaded services of one node. The first version of a service has its plain name and number on
 * the menu. Another version beside the first is named {@code NAME@VERSION} and has another number.
 */
final class LoadedServices {
  private final SequencedMap<String, Loaded> byName = new LinkedHashMap<>();

  /** A loaded service, with its name and number on the menu. */
  record Loaded(String name, int number, VerifiedService candidate, Origin origin) {
    JarStatement statement() {
      return candidate.jar().statement();
    }

    /** Returns a new menu entry, from which the service starts without former state. */
    NodeConfig.MenuEntry entry() {
      return new NodeConfig.MenuEntry(
          new LoadedService.Provider(
              candidate.provider(), candidate.classes(), name, number, origin),
          candidate.options().reader());
    }

    Shown facts() {
      return new Shown(name, number, origin);
    }

    /** Returns the facts as a note for the trace. */
    Note detail() {
      Note detail = Note.NOTHING;
      for (Map.Entry<String, Object> fact : facts().byKey().entrySet()) {
        detail = detail.and(fact.getKey(), fact.getValue().toString());
      }
      return detail;
    }

    boolean isCalled(String wanted) {
      return name.equals(wanted)
          || wanted.equals(statement().service() + "@" + statement().version());
    }
  }

  /** Name and number of a new service on the menu, and the version to replace, or null. */
  record Place(String name, int number, @Nullable Loaded instead) {}

  Place placeFor(VerifiedService candidate) throws JarRefusal {
    JarStatement statement = candidate.jar().statement();
    String service = statement.service();
    String versioned = service + "@" + statement.version();
    Loaded there = byName.get(service);
    if (there != null && candidate.order().replace()) {
      return new Place(service, number(candidate, there), there);
    }
    Loaded same = find(versioned);
    if (same != null) {
      throw new JarRefusal(
          Reason.LOADED_ALREADY,
          versioned
              + " is here already"
              + (same.name().equals(versioned) ? "" : ", as `" + same.name() + "`")
              + "; `service unload` removes it, and --replace restarts it");
    }
    if (byName.size() == LoaderLimits.LOADED_MAX) {
      throw new JarRefusal(
          Reason.TOO_MANY,
          "a node has at most " + LoaderLimits.LOADED_MAX + " loaded services; unload one");
    }
    return new Place(there == null ? service : versioned, number(candidate, null), null);
  }

  private int number(VerifiedService candidate, @Nullable Loaded instead) throws JarRefusal {
    int ordered = candidate.order().number();
    int wanted = ordered == 0 ? candidate.jar().statement().number() : ordered;
    Loaded other = holder(wanted, instead);
    if (other == null) {
      return wanted;
    }
    if (ordered != 0) {
      throw new JarRefusal(
          Reason.NUMBER_TAKEN, "number " + ordered + " is that of service `" + other.name() + "`");
    }
    int spare = LoaderLimits.SPARE_NUMBER_FIRST;
    while (holder(spare, instead) != null) {
      spare++;
    }
    return spare;
  }

  private @Nullable Loaded holder(int number, @Nullable Loaded but) {
    return byName.values().stream()
        .filter(each -> each.number() == number)
        .filter(each -> but == null || !but.name().equals(each.name()))
        .findFirst()
        .orElse(null);
  }

  void put(Loaded loaded) {
    byName.put(loaded.name(), loaded);
  }

  void remove(String name) {
    byName.remove(name);
  }

  /** Finds a service by its name on the menu, or by NAME@VERSION. */
  @Nullable Loaded find(String wanted) {
    return byName.values().stream().filter(each -> each.isCalled(wanted)).findFirst().orElse(null);
  }

  String nearest(String wanted) {
    return byName.isEmpty()
        ? "nothing was loaded here"
        : Nearest.hint(wanted, byName.sequencedKeySet());
  }

  void clear() {
    byName.clear();
  }

  List<Shown> facts() {
    return byName.values().stream().map(Loaded::facts).toList();
  }

  record Shown(String name, int number, @Inline Origin origin) implements Facts {}

  /** Name and version in the jar, signing key, digest of the jar, time of loading, and sender. */
  record Origin(
      String service, String version, String key, String sha256, String loaded, String from)
      implements Facts {}
}
