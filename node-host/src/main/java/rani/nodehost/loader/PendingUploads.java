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
 * Jars that operators have announced and whose upload has not begun. The loader refuses connections
 * from other addresses, or without the ticket of an order.
 */
final class PendingUploads {
  private final RandomGenerator secrets;
  private final List<Order> waiting = new ArrayList<>();

  /**
   * An announcement of a jar. The ticket, in hexadecimal, is the secret that authorises the upload.
   */
  record Order(long id, Upload upload, String ticket, long sinceNanos) {}

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

  /** Reports whether an upload is expected from a virtual address. */
  boolean expects(int address) {
    return waiting.stream().anyMatch(order -> order.upload().source() == address);
  }

  /** Removes and returns the order with a ticket; null if no order from the address has it. */
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

  /** Removes an order; returns false if it does not wait any more. */
  boolean withdraw(long id) {
    return waiting.removeIf(order -> order.id() == id);
  }

  /** Removes and returns the orders that have exceeded their time limit. */
  List<Order> lapsed(long nowNanos) {
    List<Order> lapsed =
        waiting.stream()
            .filter(order -> nowNanos - order.sinceNanos() > LoaderLimits.ORDER_NANOS)
            .toList();
    waiting.removeAll(lapsed);
    return lapsed;
  }
}
