// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import java.util.ArrayList;
import java.util.List;

/** Bytes as a dump: offset, sixteen bytes in hexadecimal, and what of them is ASCII. */
final class HexDump {
  private static final int ROW = 16;

  /** A long payload is shown in part. */
  private static final int ROWS_MAX = 64;

  private HexDump() {}

  static List<String> lines(byte[] bytes, int offset, int length) {
    List<String> lines = new ArrayList<>();
    int end = Math.min(bytes.length, offset + length);
    for (int at = offset; at < end; at += ROW) {
      if (lines.size() == ROWS_MAX) {
        lines.add("         … and " + (end - at) + " bytes more");
        break;
      }
      StringBuilder hex = new StringBuilder();
      StringBuilder ascii = new StringBuilder();
      for (int i = at; i < Math.min(at + ROW, end); i++) {
        hex.append(String.format(i == at + ROW / 2 ? "  %02x" : " %02x", bytes[i]));
        ascii.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '.');
      }
      lines.add(String.format("  %5d %-49s  %s", at, hex, ascii));
    }
    return lines;
  }
}
