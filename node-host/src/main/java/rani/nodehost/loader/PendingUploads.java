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
 * Jars that operators have announced and that have not arrived yet. A loader listens only for
 * these: a connection from another address, or without the ticket of an order, gets no place and
 * blocks no other.
 */
final class PendingUploads {
  private final RandomGenerator secrets;
  private final List<Order> waiting = new ArrayList<>();

  /**
   * An order.
   *
   * @param id by which its outcome is queried
   * @param upload the announced jar
   * @param ticket in hexadecimal; authorises the upload
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

  /** Whether an upload is expected from an address. */
  boolean expects(int address) {
    return waiting.stream().anyMatch(order -> order.upload().source() == address);
  }

  /** Redeems a ticket; null if no order from that address has it. */
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

  /** Withdraws an order; false if it no longer waited. */
  boolean withdraw(long id) {
    return waiting.removeIf(order -> order.id() == id);
  }

  /** Removes and returns the orders that have waited too long. */
  List<Order> lapsed(long nowNanos) {
    List<Order> lapsed =
        waiting.stream()
            .filter(order -> nowNanos - order.sinceNanos() > LoaderLimits.ORDER_NANOS)
            .toList();
    waiting.removeAll(lapsed);
    return lapsed;
  }
}
