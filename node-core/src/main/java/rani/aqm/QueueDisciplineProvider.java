// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.List;

/** A plug-in that brings queue disciplines. {@link java.util.ServiceLoader} finds the providers. */
public interface QueueDisciplineProvider {
  /** Returns the default settings of each discipline, in the order in which messages list them. */
  List<Aqm> disciplines();
}
