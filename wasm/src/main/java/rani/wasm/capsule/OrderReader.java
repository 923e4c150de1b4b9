// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import rani.service.OptionReader;
import rani.service.ServiceContext;
import rani.service.WordReader;
import rani.wasm.CodeHash;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.wire.UdpHeader;

/** Reads what an operator says behind {@code send}. */
final class OrderReader {
  private static final int HEADERS = Ipv4Header.LENGTH + UdpHeader.LENGTH;
  private static final int DIGITS_MIN = 8;
  private static final long MILLI = 1_000_000;

  private final ServiceContext node;
  private final WordReader words;
  private final CodeStore store;
  private final List<Named> held;

  /** A code of the file, and its name there. */
  record Named(String name, CodeHash hash) {}

  OrderReader(ServiceContext node, WordReader words, CodeStore store, List<Named> held) {
    this.node = node;
    this.words = words;
    this.store = store;
    this.held = held;
  }

  /**
   * Returns the order.
   *
   * @throws IllegalArgumentException with what is wrong, for the operator
   */
  CapsuleSends.Order read(List<String> arguments) {
    if (arguments.size() < 2 || arguments.subList(0, 2).stream().anyMatch(OrderReader::hasName)) {
      throw new IllegalArgumentException("send which code, and to which node?");
    }
    CodeHash hash = hashOf(arguments.getFirst());
    List<String> named = new ArrayList<>(arguments.subList(1, arguments.size()));
    named.set(0, "to=" + named.getFirst());
    CapsuleSends.Order order = words.read(named, options -> order(options, hash));
    requireWay(order);
    return order;
  }

  private static boolean hasName(String word) {
    return word.indexOf('=') >= 0;
  }

  private CodeHash hashOf(String code) {
    for (Named each : held) {
      if (each.name.equals(code)) {
        return each.hash;
      }
    }
    if (!code.matches("[0-9a-f]{" + DIGITS_MIN + "," + CodeHash.DIGITS + "}")) {
      String there = String.join(", ", held.stream().map(Named::name).toList());
      throw new IllegalArgumentException(
          "no code `"
              + code
              + "` is held here; "
              + (there.isEmpty() ? "the option `holds` names modules" : "there is " + there));
    }
    if (code.length() == CodeHash.DIGITS) {
      return CodeHash.parse(code);
    }
    List<CodeStore.Stored> found = store.beginningWith(code);
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          found.size() + " codes that are kept here have a hash that begins with " + code);
    }
    return found.getFirst().hash();
  }

  private CapsuleSends.Order order(OptionReader options, CodeHash hash) {
    int to = options.node("to", "The capsules' destination.");
    byte[] given =
        options.value("arguments", "", OrderReader::bytes, "The arguments, in hexadecimal.");
    int count =
        (int) options.count("count", 1, 1, CapsuleLimits.COUNT_MAX, "How many capsules are sent.");
    long gapNanos =
        options.durationNanos("gap", 100 * MILLI, "From one to the next, at least 1ms.");
    boolean carries = options.flag("carry", false, "Whether each carries its code.");
    CodeStore.Stored stored = carries ? store.use(hash) : null;
    if (carries && stored == null) {
      throw new IllegalArgumentException("a code that is not here cannot be carried");
    }
    if (gapNanos < MILLI) {
      throw new IllegalArgumentException("gap is at least 1ms");
    }
    byte[] code = stored == null ? new byte[0] : stored.code();
    return new CapsuleSends.Order(to, count, gapNanos, hash, given, code);
  }

  private static byte[] bytes(String digits) {
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("pairs of hexadecimal digits are wanted", e);
    }
    if (bytes.length > CapsuleHeader.ARGUMENTS_MAX) {
      throw new IllegalArgumentException(
          "arguments have at most " + CapsuleHeader.ARGUMENTS_MAX + " bytes");
    }
    return bytes;
  }

  private void requireWay(CapsuleSends.Order order) {
    if (order.to() != node.address() && node.route(order.to()) == null) {
      throw new IllegalArgumentException("there is no way to " + Address.text(order.to()));
    }
    int mtuBytes = node.pathMtuBytes(order.to());
    int bytes = HEADERS + order.dataLength();
    if (bytes > mtuBytes) {
      throw new IllegalArgumentException(
          "a capsule of "
              + bytes
              + "B is larger than the links let through, "
              + mtuBytes
              + "B"
              + (order.carriesCode() ? "; without carry nodes fetch its code" : ""));
    }
  }
}
