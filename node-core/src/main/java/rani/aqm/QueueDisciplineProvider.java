// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.List;

/** Brings queue disciplines. Providers are found by {@link java.util.ServiceLoader}. */
public interface QueueDisciplineProvider {
  /** Each with the settings that it has where files say nothing, in the order of messages. */
  List<Aqm> disciplines();
}
