// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;

/** Services that only read their options, so that files can be tested without any real one. */
public final class Menus {

  /** What {@code kinds} read last, one line per option. */
  public static final List<String> READ = new ArrayList<>();

  private Menus() {}

  /** Stand-ins with the names and a few options of the standard services. */
  public static ServiceCatalog catalog() {
    return ServiceCatalog.of(
        provider(
            1,
            "lgc",
            List.of("active-filter"),
            o -> o.durationNanos("tx", 4_000_000_000L, "A rest.")),
        provider(2, "active-filter", List.of(), o -> {}),
        provider(3, "sink", List.of(), Menus::sink),
        provider(4, "source", List.of(), Menus::source),
        provider(5, "kinds", List.of(), Menus::kinds));
  }

  private static void sink(OptionReader options) {
    options.count("port", 7000, 1, 65_535, "A port.");
    options.durationNanos("delayed-ack", 0, "A delay.");
    options.flag("ordered", true, "An order.");
  }

  private static void source(OptionReader options) {
    for (OptionReader flow : options.each("flows", "What is sent.")) {
      flow.node("to", "The receiver.");
      flow.oneOf("kind", "bursts", List.of("bursts", "responsive"), "How.");
      flow.count("packets", 1, 1, 1_000_000, "How many.");
      flow.count("bursts", 1, 1, 1000, "How many.");
      flow.count("ssthresh", 1, 1, 1000, "A window.");
      flow.count("window", 1, 1, 1000, "A window.");
      flow.durationNanos("gap", 0, "A pause.");
      flow.durationNanos("start-spread", 0, "A spread.");
      flow.sizeBytes("size", 1000, 28, 65_535, "A size.");
    }
  }

  private static void kinds(OptionReader o) {
    READ.clear();
    READ.add("duration " + o.durationNanos("duration", 1, "A duration."));
    READ.add("count " + o.count("count", 2, 0, 10, "A number."));
    READ.add("size " + o.sizeBytes("size", 3, 1, 9000, "A size."));
    READ.add("fraction " + o.fraction("fraction", 0.4, 0, 1, "A fraction."));
    READ.add("rate " + o.rate("rate", Rate.UNLIMITED, "A rate.").unit());
    READ.add("flag " + o.flag("flag", false, "A flag."));
    READ.add("text " + o.text("text", "none", "A text."));
    READ.add("word " + o.oneOf("word", "one", List.of("one", "two"), "A word."));
    if (o.flag("refuse", false, "Whether to refuse.")) {
      throw new IllegalArgumentException("two of the options do not go together");
    }
  }

  private static ServiceProvider provider(
      int number, String name, List<String> needs, Consumer<OptionReader> reading) {
    return new ServiceProvider() {
      @Override
      public int number() {
        return number;
      }

      @Override
      public String name() {
        return name;
      }

      @Override
      public Reach reach() {
        return Reach.DESTINATION;
      }

      @Override
      public List<String> dependsOn() {
        return needs;
      }

      @Override
      public Service create(OptionReader options) {
        reading.accept(options);
        return (nowNanos, context) -> {};
      }
    };
  }
}
