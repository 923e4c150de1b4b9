// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.List;
import rani.manual.ServiceManual;
import rani.model.file.MapReader;
import rani.model.schema.KeyTable;
import rani.service.ServiceProvider;
import rani.wasm.WasmProvider;
import rani.world.Facts;

/**
 * Description of a service for users.
 *
 * @param number in the RANI header
 * @param name in files and on the console
 * @param reach nodes at which it runs: {@code every-hop} or {@code destination}
 * @param summary one sentence; empty without a manual
 * @param manual plain text; empty if there is none
 */
public record ServiceSheet(int number, String name, String reach, String summary, String manual)
    implements Facts {
  /** Returns the descriptions of all services, ordered by number. */
  public static List<ServiceSheet> of(ServiceCatalog catalog) {
    return catalog.all().stream().map(ServiceSheet::of).toList();
  }

  /**
   * Returns a service's manual: the comment of its class, or what its module says; its options, its
   * verbs. Empty if there is none. Creates the service several times to find out its options.
   */
  public static String manual(ServiceProvider provider) {
    List<String> options = KeyTable.of(DescribedOptions.of(provider::create)).items();
    return provider instanceof WasmProvider module
        ? CodeManual.of(module.code(), options)
        : ServiceManual.of(provider, options).orElse("");
  }

  public static ServiceSheet of(ServiceProvider provider) {
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
