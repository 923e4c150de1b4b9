// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.world.Streams;

/**
 * A peer at the right that someone wrote from RFC 908, RFC 1151 and docs/rdp.md, as simple as they
 * allow: no EACK, no options, no router state, one message at a time, everything out of sequence
 * dropped, everything sent again each half second. It shares no code with the endpoint at the left.
 */
final class Stranger implements TwoEnds.Sieve {
  private static final long TIMER_NANOS = TwoEnds.SECOND / 2;
  private static final int SYN = 0x82;
  private static final int SYN_ACK = 0xC2;
  private static final int ACK = 0x42;
  private static final int RST = 0x12;
  private static final int RST_ACK = 0x52;

  final List<Integer> received = new ArrayList<>();
  boolean closed;

  private final TwoEnds ends;
  private final int port;
  private final double loss;
  private final RandomGenerator chance;
  private final List<Integer> toSend;
  private final int iss;
  private int otherPort;
  private int state; // 0 listens, 1 has called, 2 has answered, 3 is open, 4 closes
  private int una;
  private int cur;
  private boolean caller;
  private boolean timing;

  Stranger(TwoEnds ends, int port, double loss, List<Integer> toSend) {
    this.ends = ends;
    this.port = port;
    this.loss = loss;
    this.toSend = toSend;
    this.chance = Streams.of(5, "stranger", "chance");
    this.iss = chance.nextInt();
    ends.sieve(this);
  }

  /** Calls the endpoint at the left. */
  void call(int remotePort) {
    otherPort = remotePort;
    caller = true;
    state = 1;
    sendAgain();
    startTimer();
  }

  /** Takes what the left sends, and sometimes loses it. */
  @Override
  public boolean passes(long nowNanos, int from, ByteBuf segment) {
    if (Streams.uniform(chance) >= loss) {
      ByteBuf copy = segment.copy();
      ends.at(
          nowNanos + 20 * TwoEnds.MILLISECOND,
          () -> {
            arrives(copy);
            copy.release();
          });
    }
    return false;
  }

  private void arrives(ByteBuf in) {
    if (closed || in.getUnsignedShort(4) != port) {
      return;
    }
    int first = in.getUnsignedByte(0);
    int sequence = in.getInt(8);
    int data = 2 * in.getUnsignedByte(1);
    if ((first & 0x10) != 0) {
      reset(sequence);
    } else if ((first & 0x80) != 0) {
      synchronize(first, sequence, in);
    } else {
      opened(first, in.getInt(12));
      if (state == 3) {
        take(first, sequence, in, data);
      }
    }
  }

  private void reset(int sequence) {
    if (sequence == cur + 1 || state == 4) {
      if (state != 4) {
        send(RST_ACK, una, cur, null);
      }
      closed = true;
    }
  }

  private void synchronize(int first, int sequence, ByteBuf in) {
    if (state == 0) {
      otherPort = in.getUnsignedShort(2);
      cur = sequence;
      state = 2;
      startTimer();
      sendAgain();
    } else if (state == 1 && (first & 0x40) != 0 && in.getInt(12) == iss) {
      cur = sequence;
      una = iss + 1;
      state = 3;
      sendAgain();
    } else if (state >= 3) {
      send(ACK, una, cur, null);
    }
  }

  private void opened(int first, int acknowledgement) {
    boolean acknowledges = (first & 0x40) != 0;
    if (state == 2 && acknowledges && acknowledgement == iss) {
      una = iss + 1;
      state = 3;
      sendAgain();
    } else if (state == 3 && acknowledges && acknowledgement == una && !toSend.isEmpty()) {
      una++;
      toSend.removeFirst();
      sendAgain();
    }
  }

  private void take(int first, int sequence, ByteBuf in, int data) {
    boolean takesNumber = in.getUnsignedShort(6) > 0 || (first & 0x08) != 0;
    if (!takesNumber) {
      return;
    }
    if (sequence == cur + 1) {
      cur++;
      if ((first & 0x08) == 0) {
        received.add(in.getInt(data));
      }
    }
    send(ACK, una, cur, null);
  }

  /** Whatever the other end has not acknowledged. */
  private void sendAgain() {
    switch (state) {
      case 1 -> send(SYN, iss, 0, null);
      case 2 -> send(SYN_ACK, iss, cur, null);
      case 3 -> {
        if (!toSend.isEmpty()) {
          send(ACK, una, cur, toSend.getFirst());
        } else if (caller) {
          state = 4;
          send(RST, una, 0, null);
        } else {
          send(ACK, una, cur, null);
        }
      }
      case 4 -> send(RST, una, 0, null);
      default -> {}
    }
  }

  private void startTimer() {
    if (!timing) {
      timing = true;
      ends.at(ends.nowNanos() + TIMER_NANOS, this::due);
    }
  }

  private void due() {
    timing = false;
    if (!closed) {
      sendAgain();
      startTimer();
    }
  }

  private void send(int first, int sequence, int acknowledgement, @Nullable Integer message) {
    boolean syn = (first & 0x80) != 0;
    ByteBuf out = ends.buffers().buffer();
    out.writeByte(first).writeByte(syn ? 12 : 9).writeShort(port).writeShort(otherPort);
    out.writeShort(message == null ? 0 : 4).writeInt(sequence).writeInt(acknowledgement);
    out.writeShort(0);
    if (syn) {
      out.writeShort(4).writeShort(576).writeShort(0);
    }
    if (message != null) {
      out.writeInt(message);
    }
    out.setShort(16, checksum(out));
    if (Streams.uniform(chance) < loss) {
      out.release();
      return;
    }
    ends.at(
        ends.nowNanos() + 20 * TwoEnds.MILLISECOND,
        () -> ends.inject(ends.left(), TwoEnds.RIGHT, out));
  }

  private static int checksum(ByteBuf out) {
    int sum = 27 + out.readableBytes();
    for (int address : new int[] {TwoEnds.LEFT, TwoEnds.RIGHT}) {
      sum += (address >>> 16) + (address & 0xFFFF);
    }
    for (int at = 0; at < out.readableBytes(); at += 2) {
      sum += out.getUnsignedShort(at);
    }
    while (sum > 0xFFFF) {
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    return sum == 0xFFFF ? 0xFFFF : ~sum & 0xFFFF;
  }
}
