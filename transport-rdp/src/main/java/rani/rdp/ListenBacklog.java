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
 * The accepted connections of an endpoint, limited by the link that their SYNs arrived by: a source
 * address can be forged, a link cannot.
 *
 * <p><b>Connections.</b> A link may have at most {@link #SHARE} times as many as are free. One link
 * alone gets seven eighths of all, two get seven fifteenths each, and some are always left for a
 * link without any (Choudhury and Hahne, Dynamic queue length thresholds, 1998). Connections that
 * this end opens are not limited by it.
 *
 * <p><b>Half-open ones.</b> If the backlog is full, a random entry of the link with the most
 * entries is evicted: a flood evicts itself, and never a SYN of another link. Beside a flood of f
 * SYNs per second on its own link, a SYN whose round trip is r survives with probability (1 −
 * 1/256)^(f·r), about e^(−f·r/256).
 *
 * <p>SYN cookies (RFC 4987 §3.6) would need no backlog. But our sequence number, which is all that
 * returns, has 32 bits, and the parameters in a SYN of RDP that hold for the whole connection take
 * 34: RCV.MAX, RBUF.MAX, and two options. TCP rounds its MSS to three bits, and gets the rest in
 * later segments; in RDP little would be left of the window and of the secret that tells a blind
 * attacker from a real peer.
 */
final class ListenBacklog {
  /** The factor of the dynamic threshold: a link may have this many times the free connections. */
  static final int SHARE = 7;

  private final TreeMap<Integer, Share> shares = new TreeMap<>();
  private final List<RdpConnection> halfOpen = new ArrayList<>();

  /** Counts of the connections accepted by one link. */
  private static final class Share {
    private int connections;
    private int halfOpen;
  }

  /** Returns true if a link may add a connection when the endpoint can take {@code free} more. */
  boolean hasRoom(int link, int free) {
    Share share = shares.get(link);
    return share == null || share.connections < SHARE * free;
  }

  void enter(RdpConnection caller) {
    shares.computeIfAbsent(caller.link, link -> new Share()).connections++;
  }

  void leave(RdpConnection caller) {
    shares.computeIfPresent(caller.link, (link, share) -> --share.connections == 0 ? null : share);
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
    return Objects.requireNonNull(shares.get(caller.link), "a caller that was entered");
  }

  int halfOpen() {
    return halfOpen.size();
  }

  /** Returns the half-open connection to evict for a SYN from a link; there must be one. */
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
      if (each.link == greediest && before-- == 0) {
        return each;
      }
    }
    throw new IllegalStateException("no one is half-open");
  }
}
