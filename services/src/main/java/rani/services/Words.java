// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.ArrayList;
import java.util.List;
import rani.service.ServiceContext;
import rani.wire.Address;

/** Helpers for the arguments of verbs. */
public final class Words {
  private Words() {}

  /**
   * Rewrites arguments in the form that a {@code WordReader} takes. A first argument without {@code
   * =} becomes {@code to=…}; each argument in {@code alone} becomes {@code name=…}.
   */
  public static List<String> named(List<String> arguments, String name, List<String> alone) {
    List<String> words = new ArrayList<>();
    for (String argument : arguments) {
      if (alone.contains(argument)) {
        words.add(name + "=" + argument);
      } else if (words.isEmpty() && argument.indexOf('=') < 0) {
        words.add("to=" + argument);
      } else {
        words.add(argument);
      }
    }
    return words;
  }

  /** Parses a run number; returns −1 if the text is not a number. */
  public static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException none) {
      return -1;
    }
  }

  /** Checks that there is a route to a node whose path MTU fits packets of this size. */
  public static void requireWay(ServiceContext node, int destination, int sizeBytes) {
    if (destination != node.address() && node.route(destination) == null) {
      throw new IllegalArgumentException("there is no way to " + Address.text(destination));
    }
    int mtuBytes = node.pathMtuBytes(destination);
    if (sizeBytes > mtuBytes) {
      throw new IllegalArgumentException(
          "size: a packet of "
              + sizeBytes
              + "B is larger than the links let through, "
              + mtuBytes
              + "B");
    }
  }
}
