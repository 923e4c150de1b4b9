// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

/**
 * An operator's request to put a service on a node's menu.
 *
 * @param options options of the service, a mapping in YAML; empty for none
 * @param number service number in the RANI header; 0 for the jar's, or a free one if that is in use
 * @param replace true to replace the present version
 * @param anyVersion true to accept a downgrade, or other contents of the same version
 */
public record LoadRequest(String options, int number, boolean replace, boolean anyVersion) {
  public static final int NUMBER_MAX = 64_999;

  /** Throws {@link IllegalArgumentException} if the number is out of range. */
  public LoadRequest {
    if (number < 0 || number > NUMBER_MAX) {
      throw new IllegalArgumentException(
          "a service's number is 1…" + NUMBER_MAX + ", not " + number);
    }
  }
}
