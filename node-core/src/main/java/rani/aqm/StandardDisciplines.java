// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.List;
import rani.aqm.RioConfig.Coupling;

/** The queue disciplines that come with rani. */
public final class StandardDisciplines implements QueueDisciplineProvider {
  @Override
  public List<Aqm> disciplines() {
    return List.of(
        RedConfig.DEFAULT,
        CodelConfig.DEFAULT,
        FqCodelConfig.DEFAULT,
        PieConfig.DEFAULT,
        RioConfig.DEFAULT,
        RioConfig.DEFAULT.coupled(Coupling.RIO_D),
        RioConfig.DEFAULT.coupled(Coupling.WRED));
  }
}
