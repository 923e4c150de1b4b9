// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import rani.world.Streams;

/**
 * What an endpoint keeps for those who call it, shared out by the links that their SYNs came by: a
 * source's address is what the sender says it is, a link is not.
 *
 * <p><b>Connections.</b> A link has at most {@link #SHARE} times as many as are still free. One
 * alone gets seven eighths of all, two get seven fifteenths each, and something is always left for
 * a link that has none (Choudhury and Hahne, Dynamic queue length thresholds, 1998). What this end
 * opens itself takes of that without being asked.
 *
 * <p><b>Half-open ones.</b> If there is no place, one of the link that has most of them loses it,
 * drawn at random: a flood displaces itself, and a call by another link is never displaced by it.
 * Beside a flood on its own link, f SYNs a second, a call whose round trip is r keeps its place
 * with (1 − 1/256)^(f·r), about e^(−f·r/256).
 *
 * <p>SYN cookies (RFC 4987 §3.6) would need no places. But our number, all that comes back, has 32
 * bits, and what a SYN of RDP says and holds for the life of the connection takes 34 of them:
 * RCV.MAX, RBUF.MAX, and two options. TCP rounds its one such number to three bits, and finds the
 * rest in later segments; in RDP little would be left of the window, and of the secret, by which a
 * blind caller is told from one who hears us.
 */
final class Callers {
  /** How many times what is free one link may have. */
  static final int SHARE = 7;

  private final TreeMap<Integer, Share> shares = new TreeMap<>();
  private final List<RdpConnection> halfOpen = new ArrayList<>();

  /** What came by one link. */
  private static final class Share {
    private int connections;
    private int halfOpen;
  }

  /**
   * Whether a link may have one more connection.
   *
   * @param free how many there may yet be in all
   */
  boolean hasRoom(int link, int free) {
    Share share = shares.get(link);
    return share == null || share.connections < SHARE * free;
  }

  void enter(RdpConnection caller) {
    shares.computeIfAbsent(caller.link(), link -> new Share()).connections++;
  }

  void leave(RdpConnection caller) {
    shares.computeIfPresent(
        caller.link(), (link, share) -> --share.connections == 0 ? null : share);
  }

  void begins(RdpConnection caller) {
    halfOpen.add(caller);
    share(caller).halfOpen++;
  }

  void begun(RdpConnection caller) {
    halfOpen.remove(caller);
    share(caller).halfOpen--;
  }

  private Share share(RdpConnection caller) {
    return Objects.requireNonNull(shares.get(caller.link()), "a caller that was entered");
  }

  int halfOpen() {
    return halfOpen.size();
  }

  /**
   * Who makes room for a caller by a link. There is at least one that is half-open.
   *
   * @param random at least one draw
   */
  RdpConnection displaced(int link, RandomGenerator random) {
    Share own = shares.get(link);
    int greediest = link;
    int most = own == null ? 0 : own.halfOpen;
    for (Map.Entry<Integer, Share> each : shares.entrySet()) {
      if (each.getValue().halfOpen > most) {
        greediest = each.getKey();
        most = each.getValue().halfOpen;
      }
    }
    long before = Streams.below(random, most);
    for (RdpConnection each : halfOpen) {
      if (each.link() == greediest && before-- == 0) {
        return each;
      }
    }
    throw new IllegalStateException("no one is half-open");
  }
}
