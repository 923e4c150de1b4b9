// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.Arrays;

/**
 * The packets of one originator in transit, neither arrived nor dropped, by IPv4 identification.
 * Identifications are consecutive, so that a small hash table without collisions suffices; it grows
 * on a collision. A packet that is still in transit when its identification is used again is
 * forgotten.
 */
final class PacketsInTransit {
  static final int NOWHERE = -1;

  private static final int PLACES_AT_FIRST = 16;
  private static final int IDS = 65_536;
  private static final int FREE = -1;

  private int[] ids = free(PLACES_AT_FIRST);
  private int[] orders = new int[PLACES_AT_FIRST];
  private long[] sinceNanos = new long[PLACES_AT_FIRST];

  private static int[] free(int places) {
    int[] ids = new int[places];
    Arrays.fill(ids, FREE);
    return ids;
  }

  /** Records a sent packet, by identification, 0…65535, and index among its source's packets. */
  void begin(int id, long nowNanos, int order) {
    int place = id & ids.length - 1;
    while (ids[place] != FREE && ids[place] != id && ids.length < IDS) {
      grow();
      place = id & ids.length - 1;
    }
    ids[place] = id;
    orders[place] = order;
    sinceNanos[place] = nowNanos;
  }

  /** Doubles the table. Entries in different places stay in different places. */
  private void grow() {
    int[] oldIds = ids;
    int[] oldOrders = orders;
    long[] oldSinceNanos = sinceNanos;
    int places = 2 * oldIds.length;
    ids = free(places);
    orders = new int[places];
    sinceNanos = new long[places];
    for (int old = 0; old < oldIds.length; old++) {
      if (oldIds[old] != FREE) {
        int place = oldIds[old] & places - 1;
        ids[place] = oldIds[old];
        orders[place] = oldOrders[old];
        sinceNanos[place] = oldSinceNanos[old];
      }
    }
  }

  boolean has(int id) {
    return ids[id & ids.length - 1] == id;
  }

  /** Removes a packet. Returns its place, valid until {@link #begin}, or {@link #NOWHERE}. */
  int end(int id) {
    int place = id & ids.length - 1;
    if (ids[place] != id) {
      return NOWHERE;
    }
    ids[place] = FREE;
    return place;
  }

  int order(int place) {
    return orders[place];
  }

  long sinceNanos(int place) {
    return sinceNanos[place];
  }
}
