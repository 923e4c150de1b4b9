// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Immutable bytes for a packet to carry, equal by content. */
public final class Payload {
  public static final Payload NONE = new Payload(new byte[0]);
  public static final int BYTES_MAX = Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH;

  private final byte[] bytes;

  private Payload(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Copies the bytes into a payload.
   *
   * @throws IllegalArgumentException if there are more than {@link #BYTES_MAX}
   */
  public static Payload of(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      throw new IllegalArgumentException(
          "a payload has at most " + BYTES_MAX + " bytes, not " + bytes.length);
    }
    return bytes.length == 0 ? NONE : new Payload(bytes.clone());
  }

  public int length() {
    return bytes.length;
  }

  public void copyTo(ByteBuf frame, int at) {
    frame.setBytes(at, bytes);
  }

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
