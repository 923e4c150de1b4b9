// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import io.netty.buffer.ByteBuf;

/** The header of the segment that was read last (RFC 9293 §3.1). */
final class TcpSegment {
  private static final int HEADER_BYTES_MIN = 20;
  private static final int SEQUENCE = 4;
  private static final int ACKNOWLEDGMENT = 8;

  /** Positions in the word behind the acknowledgment. */
  private static final int DATA_OFFSET_SHIFT = 28;

  private static final int FLAGS_SHIFT = 16;

  private static final int FIN = 0x01;
  private static final int SYN = 0x02;
  private static final int RST = 0x04;
  private static final int ACK = 0x10;

  /** Echo of CE (RFC 3168 §6.1), and what answers it. */
  private static final int ECE = 0x40;

  private static final int CWR = 0x80;

  private static final int END_OF_OPTIONS = 0;
  private static final int NO_OPERATION = 1;
  private static final int TIMESTAMPS = 8;
  private static final int TIMESTAMPS_BYTES = 10;

  /** Two of no operation, kind and length of timestamps: the usual layout (RFC 7323 §A). */
  private static final int USUAL_TIMESTAMPS = 0x0101080A;

  private int sequence;
  private int acknowledgment;
  private int flags;
  private int dataBytes;
  private boolean hasTimestamps;
  private int timestamp;
  private int timestampEcho;

  /** Reads a header; false if it is not whole. */
  boolean read(ByteBuf buf, int at, int lengthBytes) {
    if (lengthBytes < HEADER_BYTES_MIN) {
      return false;
    }
    long second = buf.getLong(at + ACKNOWLEDGMENT); // up to the window
    int headerBytes = ((int) second >>> DATA_OFFSET_SHIFT) * 4;
    if (headerBytes < HEADER_BYTES_MIN || headerBytes > lengthBytes) {
      return false;
    }
    sequence = buf.getInt(at + SEQUENCE);
    acknowledgment = (int) (second >>> Integer.SIZE);
    flags = (int) second >>> FLAGS_SHIFT & 0xFF;
    dataBytes = lengthBytes - headerBytes;
    int option = at + HEADER_BYTES_MIN;
    int end = at + headerBytes;
    hasTimestamps = false;
    if (end - option >= TIMESTAMPS_BYTES + 2 && buf.getInt(option) == USUAL_TIMESTAMPS) {
      timestamps(buf, option + 2);
    } else {
      options(buf, option, end);
    }
    return true;
  }

  private void options(ByteBuf buf, int from, int end) {
    int option = from;
    while (option < end) {
      int kind = buf.getUnsignedByte(option);
      if (kind == NO_OPERATION) {
        option++;
        continue;
      }
      int bytes = option + 1 < end ? buf.getUnsignedByte(option + 1) : 0;
      if (kind == END_OF_OPTIONS || bytes < 2 || option + bytes > end) {
        return;
      }
      if (kind == TIMESTAMPS && bytes == TIMESTAMPS_BYTES) {
        timestamps(buf, option);
        return;
      }
      option += bytes;
    }
  }

  private void timestamps(ByteBuf buf, int option) {
    hasTimestamps = true;
    timestamp = buf.getInt(option + 2);
    timestampEcho = buf.getInt(option + 6);
  }

  int sequence() {
    return sequence;
  }

  int acknowledgment() {
    return acknowledgment;
  }

  /** Reports whether it is one octet of data and nothing else. */
  boolean isOneOctet() {
    return dataBytes == 1 && sequenceLength() == 1;
  }

  /** Returns how many sequence numbers it takes: data, SYN and FIN (RFC 9293 §3.4). */
  int sequenceLength() {
    return dataBytes + (flags & SYN) / SYN + (flags & FIN);
  }

  boolean isSyn() {
    return (flags & SYN) != 0;
  }

  boolean isFin() {
    return (flags & FIN) != 0;
  }

  boolean isReset() {
    return (flags & RST) != 0;
  }

  boolean acknowledges() {
    return (flags & ACK) != 0;
  }

  /** Reports whether it is a SYN that answers none. */
  boolean opens() {
    return (flags & (SYN | ACK | RST)) == SYN;
  }

  /** Reports whether it echoes CE; a SYN has the flag to agree on that. */
  boolean echoesCongestion() {
    return (flags & (ECE | SYN)) == ECE;
  }

  /** Reports whether it agrees to ECN, as the answer to a SYN (RFC 3168 §6.1.1). */
  boolean acceptsEcn() {
    return (flags & (SYN | ACK | ECE | CWR)) == (SYN | ACK | ECE);
  }

  boolean hasTimestamps() {
    return hasTimestamps;
  }

  /** Returns TSval (RFC 7323 §3.2). */
  int timestamp() {
    return timestamp;
  }

  /** Returns TSecr. */
  int timestampEcho() {
    return timestampEcho;
  }
}
