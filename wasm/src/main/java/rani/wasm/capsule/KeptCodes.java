// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/** The kept codes, the longest unused first. */
record KeptCodes(List<Kept> codes) implements Facts {
  /** A kept code; {@code name} is of the service that it runs as, or its name in the file. */
  record Kept(
      String hash,
      @Nullable String name,
      int bytes,
      String origin,
      long uses,
      boolean running,
      long capsules)
      implements Facts {}

  static KeptCodes of(CodeStore store, RunningCodes codes, List<OrderReader.Named> held) {
    return new KeptCodes(store.all().stream().map(each -> kept(each, codes, held)).toList());
  }

  private static Kept kept(
      CodeStore.Stored stored, RunningCodes codes, List<OrderReader.Named> held) {
    RunningCodes.Running running = codes.find(stored.hash());
    String name =
        running != null
            ? running.name()
            : held.stream()
                .filter(each -> each.hash().equals(stored.hash()))
                .map(OrderReader.Named::name)
                .findFirst()
                .orElse(null);
    return new Kept(
        stored.hash().hex(),
        name,
        stored.code().length,
        stored.origin(),
        stored.uses(),
        running != null,
        running == null ? 0 : running.capsules());
  }
}
