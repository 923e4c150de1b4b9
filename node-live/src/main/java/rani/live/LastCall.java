// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds out which service a node was calling when its process ended. */
public final class LastCall {
  private LastCall() {}

  /**
   * Reads the file that was given to {@link LiveNode#bind}. Returns the service's name; empty if
   * none was being called, or the file cannot be read.
   */
  public static Optional<String> of(Path file) {
    ByteBuffer page;
    try {
      page = ByteBuffer.wrap(Files.readAllBytes(file));
    } catch (IOException e) {
      return Optional.empty(); // the node has not got that far
    }
    if (page.limit() != CallMark.PAGE_BYTES || page.getLong(0) == 0) {
      return Optional.empty();
    }
    int number = (int) (page.getLong(0) & CallMark.NUMBER_MASK);
    Optional<String> name = Optional.empty();
    int at = CallMark.NAMES_AT;
    while (at + 3 <= page.limit() && page.get(at + 2) != 0) {
      int length = Byte.toUnsignedInt(page.get(at + 2));
      if (at + 3 + length > page.limit()) {
        break;
      }
      if (Short.toUnsignedInt(page.getShort(at)) == number) {
        name = Optional.of(new String(page.array(), at + 3, length, StandardCharsets.US_ASCII));
      }
      at += 3 + length;
    }
    return name;
  }
}
