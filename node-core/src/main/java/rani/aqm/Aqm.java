// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import rani.queue.AqmConfig;
import rani.service.OptionReader;

/** The settings of a queue discipline, as files name and set them; an immutable value. */
public interface Aqm extends AqmConfig {
  /** Describes the discipline in one sentence. */
  String meaning();

  /**
   * Returns these settings with the options applied; absent options keep their present value.
   * Implementations read every option in any case, because schemas and manuals are made by the same
   * call.
   */
  Aqm with(OptionReader options);
}
