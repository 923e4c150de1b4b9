// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The jars that operators have ordered and that have not come yet. Only for these does a loader
 * listen: one who comes from elsewhere, or without the ticket of an order, gets no place and keeps
 * no one from one.
 */
final class PendingUploads {
  private final RandomGenerator secrets;
  private final List<Order> waiting = new ArrayList<>();

  /**
   * An order.
   *
   * @param id by which its outcome is asked for
   * @param upload what is ordered
   * @param ticket in hexadecimal; who shows it brings the jar
   * @param sinceNanos when it was given
   */
  record Order(long id, Upload upload, String ticket, long sinceNanos) {}

  /**
   * No order.
   *
   * @param secrets that tickets are drawn from
   */
  PendingUploads(RandomGenerator secrets) {
    this.secrets = secrets;
  }

  Order add(long nowNanos, long id, Upload upload) {
    byte[] ticket = new byte[UploadHeader.TICKET_BYTES];
    secrets.nextBytes(ticket);
    Order order = new Order(id, upload, HexFormat.of().formatHex(ticket), nowNanos);
    waiting.add(order);
    return order;
  }

  int size() {
    return waiting.size();
  }

  /** Whether a jar is to come from an address. */
  boolean expects(int address) {
    return waiting.stream().anyMatch(order -> order.upload().source() == address);
  }

  /** The order of a ticket, which is used up; null if there is none for one from that address. */
  @Nullable Order take(String ticket, int from) {
    byte[] shown = ticket.getBytes(StandardCharsets.US_ASCII);
    Order found = null;
    for (Order order : waiting) {
      byte[] given = order.ticket().getBytes(StandardCharsets.US_ASCII);
      if (MessageDigest.isEqual(given, shown) && order.upload().source() == from) {
        found = order;
      }
    }
    waiting.remove(found);
    return found;
  }

  /** An operator wants it no more; whether it still waited. */
  boolean withdraw(long id) {
    return waiting.removeIf(order -> order.id() == id);
  }

  /** Those that have waited for too long; they wait no more. */
  List<Order> lapsed(long nowNanos) {
    List<Order> lapsed =
        waiting.stream()
            .filter(order -> nowNanos - order.sinceNanos() > LoaderLimits.ORDER_NANOS)
            .toList();
    waiting.removeAll(lapsed);
    return lapsed;
  }
}
