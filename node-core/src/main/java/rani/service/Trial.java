// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;

/**
 * How services of a kind stand in networks that are drawn at random to look for bugs. Times are
 * short there, so that much happens in seconds.
 *
 * @param share of the nodes that have one, 0…1; 0 for every node whose queue keeps an average, and
 *     no other
 * @param options in braces as in a file; one of the first and the last is drawn
 * @param beside options where another service of the menu needs it
 */
public record Trial(double share, List<String> options, String beside) {
  /** One whose options are drawn in any case. */
  public Trial(double share, String... options) {
    this(share, List.of(options), options[0]);
  }
}
