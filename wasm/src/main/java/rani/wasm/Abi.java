// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The interface between a node and a service in WebAssembly: {@code rani_abi_1}. */
final class Abi {
  /** The module from which services import. */
  static final String MODULE = "rani_abi_1";

  static final String DESCRIBE = "describe";
  static final String START = "start";
  static final String GO = "go";
  static final String STOP = "stop";
  static final String ON_PACKET = "on_packet";
  static final String ON_CONGESTION = "on_congestion";
  static final String ON_TRANSMISSION = "on_transmission";
  static final String ON_DIVERTED = "on_diverted";
  static final String ON_WAKE = "on_wake";

  private static final SequencedMap<String, ModuleType> ENTRIES = entries();
  private static final SequencedMap<String, HostFunction> FUNCTIONS =
      Arrays.stream(HostFunction.values())
          .collect(
              Collectors.toMap(
                  HostFunction::text, Function.identity(), (a, _) -> a, LinkedHashMap::new));

  private Abi() {}

  private static SequencedMap<String, ModuleType> entries() {
    SequencedMap<String, ModuleType> types = new LinkedHashMap<>();
    for (String name : List.of(DESCRIBE, ON_PACKET, ON_DIVERTED)) {
      types.put(name, ModuleType.parse("() -> i32"));
    }
    for (String name : List.of(START, GO, STOP, ON_CONGESTION, ON_TRANSMISSION)) {
      types.put(name, ModuleType.NOTHING);
    }
    types.put(ON_WAKE, ModuleType.parse("(i32)"));
    return types;
  }

  /** Returns the type of a function that modules export; null if none is called so. */
  static @Nullable ModuleType entry(String name) {
    return ENTRIES.get(name);
  }

  /** Returns the type of a function that modules import; null if there is none. */
  static @Nullable ModuleType type(String name) {
    HostFunction function = FUNCTIONS.get(name);
    return function == null ? null : function.type();
  }

  /** Returns a function that modules import. */
  static HostFunction function(String name) {
    HostFunction function = FUNCTIONS.get(name);
    if (function == null) {
      throw new IllegalArgumentException("no function is called " + name);
    }
    return function;
  }

  /** The functions that modules import. Their names are those of the constants, in lower case. */
  @SuppressWarnings("ImmutableEnumChecker") // a type holds arrays, which nothing changes
  enum HostFunction {
    LOG("(f64) -> f64"),
    EXP("(f64) -> f64"),
    POW("(f64, f64) -> f64"),
    RANDOM_I32("() -> i32"),
    RANDOM_I64("() -> i64"),
    RANDOM_F64("() -> f64"),
    SECRET_I32("() -> i32"),
    OPTION_I64("(i32) -> i64"),
    OPTION_F64("(i32) -> f64"),
    LINKS("() -> i32"),
    LINK_AT("(i32) -> i32"),
    LINK_TO("(i32) -> i32"),
    NEIGHBOUR("(i32) -> i32"),
    ROUTE("(i32) -> i32"),
    PATH_MTU("(i32) -> i32"),
    QUEUE("(i32)"),
    WATCH_QUEUES("(i32)"),
    WATCH_TRANSMISSIONS("()"),
    FLOW_HIGH("(i32) -> i64"),
    FLOW_LOW("(i32) -> i64"),
    FRAMES_OF("(i64, i64) -> i32"),
    GREEDIEST("(i32) -> i32"),
    TIMER("(i32, i64)"),
    CANCEL("(i32)"),
    SEND("(i32, i32, i32, i64, i32, i32)", true),
    DATAGRAM("(i32, i32, i32, i64, i32, i32, i32)", true),
    ACTIVE("(i32, i32, i32, i64, i32, i32, i32)", true),
    MESSAGE("(i32, i32, i32, i32, i32)", true),
    MARK("(i32)"),
    REWRITE("(i32, i32, i32)"),
    SHORTEN("(i32)"),
    LISTEN("(i32)", true),
    CLAIM("(i32, i32) -> i32", true),
    UNCLAIM("(i32, i32)"),
    FILTER("(i32, i64, i64, i64) -> i32", true),
    DIVERT("(i32, i64, i64, i64) -> i32", true),
    DIVERT_MATCHING("(i32, i32, i32, i32, i32, i64) -> i32", true),
    REFRESH("(i32, i64) -> i32"),
    FLUSH("(i32)", true),
    CLOSE("(i32)", true),
    RELEASE("(i32, i64) -> i32", true),
    RELEASE_COPY("(i32, i64) -> i32", true),
    FORWARDED("(i32, i32, i32) -> i32"),
    TELL_FORWARDED("(i32, i32, i32, i32) -> i32"),
    FACT("(i32, i64)"),
    FACT_F64("(i32, f64)"),
    NOTE("(i32)", true);

    private final ModuleType type;
    private final boolean acts;

    HostFunction(String type) {
      this(type, false);
    }

    HostFunction(String type, boolean acts) {
      this.type = ModuleType.parse(type);
      this.acts = acts;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    ModuleType type() {
      return type;
    }

    /** Returns what a call costs beyond {@link CodeLimits#IMPORT_FUEL}. */
    int actFuel() {
      return acts ? CodeLimits.ACT_FUEL : 0;
    }
  }
}
