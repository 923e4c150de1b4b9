// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.Arrays;

/**
 * The packets of one originator that were sent and have neither arrived nor been dropped, by their
 * IPv4 identifications. Those come in a row, so that a short table has a place for each; it grows
 * while packets are in each other's way. A packet that is still under way when its number comes
 * again is forgotten.
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

  /**
   * A packet was sent.
   *
   * @param id its identification, 0…65535
   * @param order its ordinal among its source's packets, from 0
   */
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

  /** Places that were apart stay apart. */
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

  /** Whether a packet of that identification is under way. */
  boolean has(int id) {
    return ids[id & ids.length - 1] == id;
  }

  /** A packet is no longer under way. Its place, to be looked at at once; or {@link #NOWHERE}. */
  int end(int id) {
    int place = id & ids.length - 1;
    if (ids[place] != id) {
      return NOWHERE;
    }
    ids[place] = FREE;
    return place;
  }

  /** The ordinal of the packet at a place among its source's packets. */
  int order(int place) {
    return orders[place];
  }

  /** When the packet at a place was sent. */
  long sinceNanos(int place) {
    return sinceNanos[place];
  }
}
