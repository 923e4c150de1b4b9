// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

/**
 * What an experiment asks of the machine that it is run on live.
 *
 * @param doubtfulAgainMax how often a live trial of a sweep is run again while it may not be
 *     believed
 * @param keepAwake whether the machine's processors are kept from sleeping meanwhile; see {@link
 *     rani.live.KeepAwake}
 */
public record LiveRule(int doubtfulAgainMax, boolean keepAwake) {
  /** The most that a file may say of {@code doubtfulAgainMax}. */
  public static final int DOUBTFUL_AGAIN_MAX = 10;

  /** What holds when a file says nothing. */
  public static final LiveRule DEFAULT = new LiveRule(0, false);
}
