// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.wasm.CodeHash;
import rani.world.Facts;

/**
 * A code that a node keeps, works on, or has refused of late.
 *
 * @param hash all digits
 * @param name of the service that it runs as, or its name in the file; null if it is not known
 * @param bytes size as it travels; 0 while it is fetched, and if it never came
 * @param origin {@code file}, or the address that it came from, or is fetched from
 * @param state {@code fetching}, {@code compiling}, {@code running}, {@code kept} or {@code
 *     refused}
 * @param refusal why it does not run now; null if nothing speaks against it
 * @param uses how often it was asked for
 * @param capsules how many were shown to it since it runs
 */
public record ShownCode(
    String hash,
    @Nullable String name,
    int bytes,
    String origin,
    String state,
    @Nullable String refusal,
    long uses,
    long capsules)
    implements Facts {
  /** Returns the codes among the facts of the service {@code capsule}. */
  public static List<ShownCode> in(Facts capsule) {
    return capsule instanceof CapsuleCounts.Shown shown ? shown.codes() : List.of();
  }

  /**
   * Returns the codes of a node: the kept ones, the longest unused first, then the others, the
   * latest refusals first.
   */
  static List<ShownCode> all(
      long nowNanos,
      CodeStore store,
      List<OrderReader.Named> held,
      RunningCodes running,
      PendingCodes pending) {
    SequencedMap<CodeHash, Refusals.Refused> refused = pending.refused(nowNanos);
    SequencedMap<CodeHash, ShownCode> codes = new LinkedHashMap<>();
    for (CodeStore.Stored stored : store.all()) {
      codes.put(
          stored.hash(),
          kept(
              stored,
              name(stored.hash(), held, running.find(stored.hash()), pending),
              running.find(stored.hash()),
              pending.serviceOf(stored.hash()) != null,
              refused.get(stored.hash())));
    }
    for (PendingCode one : pending.all()) {
      ShownCode kept = codes.get(one.hash());
      codes.put(
          one.hash(),
          kept == null
              ? absent(one.hash(), pending.name(one.wanted()), pending.from(one), "fetching")
              : kept.with("compiling", null));
    }
    refused.entrySet().stream()
        .filter(each -> !codes.containsKey(each.getKey()))
        .limit(CapsuleLimits.REFUSALS_SHOWN_MAX)
        .forEach(
            each -> codes.put(each.getKey(), refused(each.getKey(), each.getValue(), pending)));
    return new ArrayList<>(codes.values());
  }

  private static @Nullable String name(
      CodeHash hash,
      List<OrderReader.Named> held,
      RunningCodes.@Nullable Running running,
      PendingCodes pending) {
    if (running != null) {
      return running.name();
    }
    String service = pending.serviceOf(hash);
    return service != null
        ? service
        : held.stream()
            .filter(each -> each.hash().equals(hash))
            .map(OrderReader.Named::name)
            .findFirst()
            .orElse(null);
  }

  private static ShownCode kept(
      CodeStore.Stored stored,
      @Nullable String name,
      RunningCodes.@Nullable Running running,
      boolean isService,
      Refusals.@Nullable Refused refused) {
    boolean runs = running != null || isService;
    String state = runs ? "running" : refused != null ? "refused" : "kept";
    return new ShownCode(
        stored.hash().hex(),
        name,
        stored.code().length,
        stored.origin(),
        state,
        runs || refused == null ? null : refused.text(),
        stored.uses(),
        running == null ? 0 : running.capsules());
  }

  private static ShownCode refused(CodeHash hash, Refusals.Refused why, PendingCodes pending) {
    return absent(hash, pending.name(why.wanted()), why.from(), "refused")
        .with("refused", why.text());
  }

  private static ShownCode absent(CodeHash hash, @Nullable String name, String from, String state) {
    return new ShownCode(hash.hex(), name, 0, from, state, null, 0, 0);
  }

  private ShownCode with(String otherState, @Nullable String otherRefusal) {
    return new ShownCode(hash, name, bytes, origin, otherState, otherRefusal, uses, capsules);
  }
}
