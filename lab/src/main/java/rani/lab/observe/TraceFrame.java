// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.Optional;

/** What came in or was dropped: a packet or, where it could not be read, so many bytes. */
public sealed interface TraceFrame permits TracePacket, TraceFrame.Unreadable {

  /**
   * A frame that is no packet.
   *
   * @param bytes its length
   */
  record Unreadable(int bytes) implements TraceFrame {}

  /** The packet, if it could be read. */
  default Optional<TracePacket> packet() {
    return this instanceof TracePacket packet ? Optional.of(packet) : Optional.empty();
  }

  /** Appends the words of a trace line, each with a space before it. */
  default void print(StringBuilder line) {
    switch (this) {
      case TracePacket packet -> packet.printFields(line);
      case Unreadable(int bytes) -> line.append(" frame=").append(bytes).append("bytes");
    }
  }
}
