// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.List;
import rani.manual.ServiceManual;
import rani.model.file.MapReader;
import rani.model.schema.KeyTable;
import rani.service.ServiceProvider;
import rani.world.Facts;

/**
 * The description of a service for users.
 *
 * @param number in the RANI header
 * @param name in files and on the console
 * @param reach where it acts: {@code every-hop} or {@code destination}
 * @param summary one sentence; empty if it brings no manual
 * @param manual plain text; empty if it brings none
 */
public record ServiceSheet(int number, String name, String reach, String summary, String manual)
    implements Facts {
  /** Those of a catalog, by number. */
  public static List<ServiceSheet> of(ServiceCatalog catalog) {
    return catalog.all().stream().map(ServiceSheet::of).toList();
  }

  /**
   * A service's manual: the comment of its class, its options, its verbs; empty if it brings none.
   * The service is made several times to find out which options there are.
   */
  public static String manual(ServiceProvider provider) {
    List<String> options = KeyTable.of(DescribedOptions.of(provider::create)).items();
    return ServiceManual.of(provider, options).orElse("");
  }

  private static ServiceSheet of(ServiceProvider provider) {
    String manual = manual(provider);
    String summary = ServiceManual.summary(manual);
    String title = provider.name() + " - ";
    return new ServiceSheet(
        provider.number(),
        provider.name(),
        MapReader.nameOf(provider.reach()),
        summary.startsWith(title) ? summary.substring(title.length()) : summary,
        manual);
  }
}
