// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;

/**
 * What netlab has netem(8) do to what leaves by an interface: {@code tc} of a link, or of one of
 * its interfaces. By netlab's documentation ("Link Impairment" of its page on links) a number is
 * milliseconds of delay, percent of loss, and kbit/s of a rate.
 */
record NetlabTc(SequencedMap<String, LocatedMap.Entry> values) {
  static final NetlabTc NONE = new NetlabTc(new LinkedHashMap<>());

  /** What is said of an interface that delays nothing, whatever its link does. */
  static final NetlabTc NO_DELAY = noDelay();

  private static final String KEY = "tc";
  private static final String DOTTED = KEY + ".";

  private static NetlabTc noDelay() {
    Location nowhere = Location.ofFile("");
    SequencedMap<String, LocatedMap.Entry> values = new LinkedHashMap<>();
    values.put("delay", new LocatedMap.Entry(nowhere, new LocatedScalar(nowhere, "0", false)));
    return new NetlabTc(values);
  }

  /** Reports whether {@link #of} reads what stands under a key. */
  static boolean isPart(String key, LocatedValue value) {
    return key.equals(KEY) ? value instanceof LocatedMap : key.startsWith(DOTTED);
  }

  /** Reads {@code tc: {delay: 5}} and {@code tc.delay: 5} of a link or an interface. */
  static NetlabTc of(LocatedValue value) {
    SequencedMap<String, LocatedMap.Entry> values = new LinkedHashMap<>();
    if (value instanceof LocatedMap map) {
      map.entries()
          .forEach(
              (key, entry) -> {
                if (key.equals(KEY) && entry.value() instanceof LocatedMap tc) {
                  values.putAll(tc.entries());
                } else if (key.startsWith(DOTTED)) {
                  values.put(key.substring(DOTTED.length()), entry);
                }
              });
    }
    return new NetlabTc(values);
  }

  NetlabTc overlaidBy(NetlabTc other) {
    SequencedMap<String, LocatedMap.Entry> both = new LinkedHashMap<>(values);
    both.putAll(other.values);
    return new NetlabTc(both);
  }

  /** Returns the attributes of a link, with these in place of those of the same meaning. */
  Attributes laidOver(LocatedMap link) {
    Attributes attributes = new Attributes(link.at());
    values.forEach((key, entry) -> add(key, entry, attributes));
    link.entries()
        .forEach(
            (key, entry) -> {
              Optional<String> text = ContainerlabReader.scalar(Optional.of(entry.value()));
              if (text.isEmpty()) {
                attributes.addNested(key, entry.keyAt());
              } else if (!attributes.has(key)) {
                attributes.add(key, entry.keyAt(), text.get());
              }
            });
    return attributes;
  }

  private static void add(String key, LocatedMap.Entry entry, Attributes attributes) {
    String text = ContainerlabReader.scalar(Optional.of(entry.value())).orElse("").strip();
    String unit = Quantities.number(text).isEmpty() ? "" : unit(key);
    switch (key) { // the names under which attributes are looked for first
      case "delay" -> attributes.add(key, DOTTED + key, entry.keyAt(), text + unit);
      case "loss" -> attributes.add("packet_loss", DOTTED + key, entry.keyAt(), text + unit);
      case "rate" -> attributes.add("linklabel", DOTTED + key, entry.keyAt(), text + unit);
      default -> attributes.addNested(DOTTED + key, entry.keyAt());
    }
  }

  private static String unit(String key) {
    return switch (key) {
      case "delay" -> "ms";
      case "loss" -> "%";
      default -> "kbit/s";
    };
  }
}
