// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import rani.service.OptionReader;

/**
 * A kind of congestion control that {@code congestion} may name in files. Providers are found by
 * {@link java.util.ServiceLoader}, as they are without options: it is a value, which {@link #with}
 * gives other settings.
 */
public interface CongestionProvider {
  /** The name in files: lower case, words joined by hyphens. */
  String name();

  /** What it does, in one sentence. */
  String meaning();

  /**
   * The same kind with the settings that a file gives it. Options of one name are one option to all
   * kinds, chosen or not.
   */
  default CongestionProvider with(OptionReader options) {
    return this;
  }

  /**
   * Makes one for a connection.
   *
   * @param initialWindow in packets, at least 1
   * @param initialSsthresh in packets, at least 2
   */
  CongestionControl create(int initialWindow, int initialSsthresh);
}
