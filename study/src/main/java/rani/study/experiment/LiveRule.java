// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.OptionalLong;

/**
 * Settings of live runs.
 *
 * @param doubtfulAgainMax how often a doubtful live trial of a sweep is repeated
 * @param keepAwake whether processors are kept from sleeping; see {@link rani.live.KeepAwake}
 * @param traceBytesMax limit of the total size of a run's traces; empty for the default
 */
public record LiveRule(int doubtfulAgainMax, boolean keepAwake, OptionalLong traceBytesMax) {
  public static final int DOUBTFUL_AGAIN_MAX = 10;

  /** The smallest limit of traces in bytes; shorter traces would hold no useful part of a run. */
  public static final long TRACE_BYTES_MIN = 100_000;

  public static final LiveRule DEFAULT = new LiveRule(0, false, OptionalLong.empty());
}
