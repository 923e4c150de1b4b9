// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import rani.model.schema.KeyTable;

class ServiceSheetTest {
  @Test
  void theStandardServicesAreListedByNumberWithASentenceEach() {
    List<ServiceSheet> sheets = ServiceSheet.of(ServiceCatalog.installed());

    ServiceSheet first = sheets.getFirst();
    assertEquals("1 lgc destination", first.number() + " " + first.name() + " " + first.reach());
    assertTrue(first.summary().startsWith("Limiting Greedy Connections"), first::summary);
    assertTrue(
        first.manual().contains("Options.\n\n* `tx` (4s): How long detection rests"),
        first::manual);
    assertEquals(
        "every-hop",
        sheets.stream().filter(s -> s.number() == 7).findFirst().orElseThrow().reach());
  }

  @Test
  void aManualHasEveryOptionOfItsService() {
    for (ServiceSheet sheet : ServiceSheet.of(ServiceCatalog.installed())) {
      var provider = ServiceCatalog.installed().find(sheet.name()).orElseThrow();
      for (KeyTable.Row row : KeyTable.of(DescribedOptions.of(provider::create)).rows()) {
        assertTrue(sheet.manual().contains("\n* `" + row.name() + "`"), sheet::manual);
      }
    }
  }
}
