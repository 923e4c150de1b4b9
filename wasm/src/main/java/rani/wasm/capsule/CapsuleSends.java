// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.service.ServiceContext;
import rani.wasm.CodeHash;
import rani.wire.Dscp;
import rani.wire.UdpFlow;

/** Capsules that operators have a node send, by orders that each have a timer. */
final class CapsuleSends {
  private static final long LIFETIME_MICROS = 10_000_000;

  private final ServiceContext node;
  private final int firstTimer;
  private final @Nullable Order[] orders = new Order[CapsuleLimits.SENDS_MAX];

  /** An order of equal capsules. */
  static final class Order {
    private final CodeHash hash;
    private final int to;
    private final int count;
    private final long gapNanos;
    private final boolean carriesCode;
    private final byte[] data;
    private int sent;

    /**
     * Makes an order.
     *
     * @param code carried by each capsule; empty for none
     */
    Order(int to, int count, long gapNanos, CodeHash hash, byte[] arguments, byte[] code) {
      this.hash = hash;
      this.to = to;
      this.count = count;
      this.gapNanos = gapNanos;
      this.carriesCode = code.length > 0;
      this.data = new byte[CapsuleHeader.LENGTH + arguments.length + code.length];
      ByteBuf written = Unpooled.wrappedBuffer(data).clear();
      CapsuleHeader.write(written, code.length > 0, arguments.length, hash);
      written.writeBytes(arguments).writeBytes(code);
    }

    CodeHash hash() {
      return hash;
    }

    int to() {
      return to;
    }

    int count() {
      return count;
    }

    boolean carriesCode() {
      return carriesCode;
    }

    /** Returns the length of a capsule's data in bytes. */
    int dataLength() {
      return data.length;
    }
  }

  /** Makes an empty list that uses {@link CapsuleLimits#SENDS_MAX} timers. */
  CapsuleSends(ServiceContext node, int firstTimer) {
    this.node = node;
    this.firstTimer = firstTimer;
  }

  /** Begins with an order; false if there are as many as may be. */
  boolean begin(long nowNanos, Order order) {
    for (int place = 0; place < orders.length; place++) {
      if (orders[place] == null) {
        orders[place] = order;
        send(nowNanos, place, order);
        return true;
      }
    }
    return false;
  }

  void wake(long nowNanos, int timer) {
    int place = timer - firstTimer;
    Order order = orders[place];
    if (order != null) {
      send(nowNanos, place, order);
    }
  }

  private void send(long nowNanos, int place, Order order) {
    order.sent++;
    if (order.sent == order.count) {
      orders[place] = null;
    } else {
      node.setTimer(firstTimer + place, nowNanos + order.gapNanos);
    }
    UdpFlow flow = new UdpFlow(order.to, CapsuleLimits.PORT, CapsuleLimits.PORT);
    ByteBuf data = Unpooled.wrappedBuffer(order.data);
    node.sendActive(nowNanos, flow, Dscp.BEST_EFFORT, LIFETIME_MICROS, data, order.data.length);
  }

  boolean isBusy() {
    for (Order each : orders) {
      if (each != null) {
        return true;
      }
    }
    return false;
  }
}
