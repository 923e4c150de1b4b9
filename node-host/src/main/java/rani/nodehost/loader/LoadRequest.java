// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

/**
 * An operator's request to put a service on a node's menu.
 *
 * @param options of the service, a mapping in YAML; empty for none
 * @param number in the RANI header; 0 for the service's own, or a free one if that is in use
 * @param replace whether it replaces the present version
 * @param anyVersion whether it may be older than a version that the node has had, or differ from
 *     the same version
 */
public record LoadRequest(String options, int number, boolean replace, boolean anyVersion) {
  /** The largest number. */
  public static final int NUMBER_MAX = 64_999;

  /**
   * A request.
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
