// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

/**
 * How an operator wants a service put on a node's menu.
 *
 * @param options of the service, a mapping in YAML; empty for none
 * @param number in the RANI header; 0 for the service's own, or a spare one if that is in use
 * @param replace whether it takes the place of the version that is there
 * @param anyVersion whether it may be older than what the node has had, or differ from what it has
 *     had by the same version
 */
public record LoadRequest(String options, int number, boolean replace, boolean anyVersion) {
  /** The largest number. */
  public static final int NUMBER_MAX = 64_999;

  /**
   * An order.
   *
   * @throws IllegalArgumentException if there is no such number
   */
  public LoadRequest {
    if (number < 0 || number > NUMBER_MAX) {
      throw new IllegalArgumentException(
          "a service's number is 1…" + NUMBER_MAX + ", not " + number);
    }
  }
}
