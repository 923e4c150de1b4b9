// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.OptionalLong;

/**
 * What an experiment asks of the machine that it is run on live.
 *
 * @param doubtfulAgainMax how often a live trial of a sweep is run again while it may not be
 *     believed
 * @param keepAwake whether the machine's processors are kept from sleeping meanwhile; see {@link
 *     rani.live.KeepAwake}
 * @param traceBytesMax what the traces of a live run may have together; empty for as much as is
 *     usual
 */
public record LiveRule(int doubtfulAgainMax, boolean keepAwake, OptionalLong traceBytesMax) {
  /** The most that a file may say of {@code doubtfulAgainMax}. */
  public static final int DOUBTFUL_AGAIN_MAX = 10;

  /** The least that traces can be limited to, in bytes: shorter ones tell nothing. */
  public static final long TRACE_BYTES_MIN = 100_000;

  /** What holds when a file says nothing. */
  public static final LiveRule DEFAULT = new LiveRule(0, false, OptionalLong.empty());
}
