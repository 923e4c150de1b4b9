// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import rani.queue.AqmConfig;
import rani.service.OptionReader;

/** A queue discipline by its settings, which files name and set: a value. */
public interface Aqm extends AqmConfig {
  /** What it does, in one sentence. */
  String meaning();

  /**
   * The same discipline with the settings that options give it; what they do not say stays as it is
   * here. All options are asked for whatever the others say, since the same walk prints and
   * describes them.
   */
  Aqm with(OptionReader options);
}
