// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For whom a loader listens. */
class PendingUploadsTest {
  private static final int OPERATOR = 0x0A000001;
  private static final int STRANGER = 0x0A000063;

  private final PendingUploads orders = new PendingUploads(new Random(1));

  private PendingUploads.Order order(long nowNanos, long id) {
    return orders.add(
        nowNanos,
        id,
        new Upload(new LoadRequest("", 0, false, false), OPERATOR, 1000, "00".repeat(32)));
  }

  @Test
  void without_an_order_no_one_is_expected() {
    assertFalse(orders.expects(OPERATOR));

    order(0, 1);

    assertTrue(orders.expects(OPERATOR));
    assertFalse(orders.expects(STRANGER));
  }

  @Test
  void a_ticket_serves_once_and_only_one_who_comes_from_where_was_said() {
    PendingUploads.Order order = order(0, 1);

    assertNull(orders.take("00".repeat(UploadHeader.TICKET_BYTES), OPERATOR));
    assertNull(orders.take(order.ticket(), STRANGER));
    assertEquals(order, orders.take(order.ticket(), OPERATOR));
    assertNull(orders.take(order.ticket(), OPERATOR));
    assertFalse(orders.expects(OPERATOR));
  }

  @Test
  void no_two_tickets_are_alike() {
    assertNotEquals(order(0, 1).ticket(), order(0, 2).ticket());
  }

  @Test
  void an_order_is_withdrawn_or_lapses() {
    PendingUploads.Order first = order(0, 1);
    PendingUploads.Order second = order(1, 2);
    order(1, 3);

    assertTrue(orders.withdraw(3));
    assertFalse(orders.withdraw(3));
    assertEquals(List.of(), orders.lapsed(LoaderLimits.ORDER_NANOS));
    assertEquals(List.of(first), orders.lapsed(LoaderLimits.ORDER_NANOS + 1));
    assertEquals(List.of(second), orders.lapsed(LoaderLimits.ORDER_NANOS + 2));
    assertEquals(0, orders.size());
  }
}
