// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;

/**
 * The use of a service in networks that are drawn at random to find bugs. Times are short, so that
 * much happens within seconds.
 *
 * @param share share of the nodes that have the service, 0…1; 0 for exactly the nodes whose queue
 *     keeps an average
 * @param options alternative options, in braces as in a file; one is drawn
 * @param beside options used where another service of the menu depends on this one
 */
public record Trial(double share, List<String> options, String beside) {
  /** Makes a trial that uses the first options where another service depends on this one. */
  public Trial(double share, String... options) {
    this(share, List.of(options), options[0]);
  }
}
