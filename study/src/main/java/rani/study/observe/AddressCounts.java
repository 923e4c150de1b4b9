// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.wire.Address;

/** Counts occurrences of addresses, in order of first occurrence. */
final class AddressCounts {
  private final IntObjectMap<Count> byAddress = new IntObjectHashMap<>();
  private final List<Count> counts = new ArrayList<>();

  private static final class Count {
    final int address;
    long value;

    Count(int address) {
      this.address = address;
    }
  }

  void add(int address) {
    Count count = byAddress.get(address);
    if (count == null) {
      count = new Count(address);
      byAddress.put(address, count);
      counts.add(count);
    }
    count.value++;
  }

  /** Returns a copy of the counts so far, by address in dotted decimal. */
  SequencedMap<String, Long> counts() {
    SequencedMap<String, Long> copy = new LinkedHashMap<>();
    counts.forEach(count -> copy.put(Address.text(count.address), count.value));
    return copy;
  }
}
