// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.rdp.RdpCounts;
import rani.service.Fate;
import rani.world.Facts;

/** What the service {@code capsule} of one node counts. */
final class CapsuleCounts {
  private final SequencedMap<String, Long> refused = new LinkedHashMap<>();
  long ran;
  long passed;
  long dropped;
  long malformed;
  long fetched;
  long fetchedBytes;
  long carried;
  long served;
  long servedBytes;
  long sent;

  /** Counts a packet that is no capsule, or that lies. */
  Fate refuse() {
    malformed++;
    return Fate.REFUSE;
  }

  /** Counts a capsule whose code does not run. */
  Fate without(FetchFailure failure) {
    if (failure.letsPass()) {
      passed++;
      return Fate.FORWARD;
    }
    dropped++;
    return Fate.DISCARD;
  }

  /**
   * Counts a packet for a service whose code is not here; it passes, unless it is for this node.
   */
  Fate withoutService(boolean isForThisNode) {
    if (isForThisNode) {
      dropped++;
      return Fate.DISCARD;
    }
    passed++;
    return Fate.FORWARD;
  }

  void refused(FetchFailure failure) {
    refused.merge(failure.text(), 1L, Long::sum);
  }

  /** Facts of the service. */
  record Shown(
      String policy,
      int stored,
      long storedBytes,
      int running,
      int waiting,
      long ran,
      long passed,
      long dropped,
      long malformed,
      long fetched,
      long fetchedBytes,
      long carried,
      long served,
      long servedBytes,
      long sent,
      long givenUp,
      SequencedMap<String, Long> refused,
      List<ShownCode> codes,
      @Nullable RdpCounts rdp)
      implements Facts {}

  Shown shown(
      CodePolicy policy,
      CodeStore store,
      int running,
      int waiting,
      List<ShownCode> codes,
      @Nullable RdpCounts rdp) {
    return new Shown(
        policy.text(),
        store.size(),
        store.bytes(),
        running,
        waiting,
        ran,
        passed,
        dropped,
        malformed,
        fetched,
        fetchedBytes,
        carried,
        served,
        servedBytes,
        sent,
        store.evicted(),
        new LinkedHashMap<>(refused),
        codes,
        rdp);
  }
}
