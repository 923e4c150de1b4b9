// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.List;
import java.util.function.Function;
import rani.model.menu.ServiceCatalog;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;
import rani.service.ServiceProvider.Reach;

/** The services of chaos networks: the installed ones, and test services that only chaos has. */
final class ChaosServices {
  private static final List<String> NAMES = List.of(JudgedTraffic.NAME, Faulty.NAME, Hoarder.NAME);

  /** Installed services with options for random networks, in order of their numbers. */
  static final List<ServiceProvider> TRIED =
      ServiceCatalog.installed().all().stream().filter(one -> one.trial() != null).toList();

  private ChaosServices() {}

  /**
   * Returns all installed services and the test services, whose deliveries {@code judge} checks.
   */
  static ServiceCatalog catalog(DeliveryJudge judge) {
    return ServiceCatalog.installed()
        .with(
            new Own(
                JudgedTraffic.NUMBER,
                JudgedTraffic.NAME,
                Reach.DESTINATION,
                options -> new JudgedTraffic(judge, options)),
            new Own(Faulty.NUMBER, Faulty.NAME, Reach.EVERY_HOP, _ -> new Faulty()),
            new Own(Hoarder.NUMBER, Hoarder.NAME, Reach.DESTINATION, _ -> new Hoarder()));
  }

  private record Own(int number, String name, Reach reach, Function<OptionReader, Service> made)
      implements ServiceProvider {
    @Override
    public Service create(OptionReader options) {
      return made.apply(options);
    }
  }

  /** Returns whether a line of a topology file adds a service that only chaos has. */
  static boolean isOwn(String line) {
    return NAMES.stream().anyMatch(name -> line.strip().startsWith(name + ": "));
  }

  /** Returns the same services for reading files, with a judge whose findings are dropped. */
  static ServiceCatalog forReading() {
    Findings none = new Findings();
    return catalog(new DeliveryJudge(none, new HopJudge(none)));
  }
}
