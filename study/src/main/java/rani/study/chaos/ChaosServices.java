// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.List;
import rani.model.menu.ServiceCatalog;

/** The services that a chaos has beside those that are installed. */
final class ChaosServices {
  private static final List<String> NAMES = List.of(JudgedTraffic.NAME, Faulty.NAME, Hoarder.NAME);

  private ChaosServices() {}

  /** All of them, and what is installed. */
  static ServiceCatalog catalog(DeliveryJudge judge) {
    return ServiceCatalog.installed()
        .with(new JudgedTraffic.Provider(judge), new Faulty.Provider(), new Hoarder.Provider());
  }

  /** Whether a line of a file puts one of them on a menu. */
  static boolean isOwn(String line) {
    return NAMES.stream().anyMatch(name -> line.strip().startsWith(name + ": "));
  }

  /** The same to read files by: nothing is judged. */
  static ServiceCatalog forReading() {
    Findings none = new Findings();
    return catalog(new DeliveryJudge(none, new HopJudge(none)));
  }
}
