// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import rani.service.OptionReader;

/**
 * Kind of congestion control, selected by the option {@code congestion}. {@link
 * java.util.ServiceLoader} finds providers; they are values in their default settings, which {@link
 * #with} changes.
 */
public interface CongestionProvider {
  /** Returns the name in files: lower case, words joined by hyphens. */
  String name();

  /** Returns a description in one sentence. */
  String meaning();

  /**
   * Returns the same kind with the settings in a file. Kinds share options of the same name. The
   * options of all kinds are read, whichever kind is selected.
   */
  default CongestionProvider with(OptionReader options) {
    return this;
  }

  /** Creates a connection's control; window and threshold are in packets, at least 1 and 2. */
  CongestionControl create(int initialWindow, int initialSsthresh);
}
