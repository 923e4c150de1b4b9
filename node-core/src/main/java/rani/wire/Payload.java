// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bytes that a packet is to carry, as a value: never changed, equal if they are the same. */
public final class Payload {
  /** No bytes. */
  public static final Payload NONE = new Payload(new byte[0]);

  /** The most bytes: what one IPv4 packet has room for. */
  public static final int BYTES_MAX = Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH;

  private final byte[] bytes;

  private Payload(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A copy of these bytes.
   *
   * @throws IllegalArgumentException if they are more than {@link #BYTES_MAX}
   */
  public static Payload of(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw new IllegalArgumentException(
          "a payload has at most " + BYTES_MAX + " bytes, not " + bytes.length);
    }
    return bytes.length == 0 ? NONE : new Payload(bytes.clone());
  }

  /** How many. */
  public int length() {
    return bytes.length;
  }

  /** Writes them into a frame from this index on. */
  public void copyTo(ByteBuf frame, int at) {
    frame.setBytes(at, bytes);
  }

  /** Two hexadecimal digits for each. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "hex:" + hex();
  }
}
