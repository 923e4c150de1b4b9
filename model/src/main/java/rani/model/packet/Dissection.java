// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.wire.Frame;

/**
 * Dissected frame: its headers in order, each field with offset, value and meaning. Any bytes can
 * be dissected; truncated and malformed headers are reported.
 *
 * @param lengthBytes of the frame
 * @param refusal drop reason at the ingress of a node, as in traces; empty if the frame is valid
 * @param layers from the outermost to the innermost
 * @param frame all bytes in hexadecimal
 */
public record Dissection(int lengthBytes, String refusal, List<Layer> layers, String frame) {
  /**
   * Header or payload.
   *
   * @param offset of its first byte in the frame
   * @param lengthBytes number of its bytes that are present
   * @param problem what is wrong with the whole layer; empty if nothing is
   * @param fields in order; empty for a payload
   */
  public record Layer(
      String name, int offset, int lengthBytes, String problem, List<Field> fields) {}

  /**
   * Field of a header. The offset is that of its first byte in the frame; fields shorter than a
   * byte share it and have length 1. The meaning of the value may be empty.
   */
  public record Field(String name, int offset, int lengthBytes, String value, String meaning) {}

  /** Length of the longest frame. */
  public static final int BYTES_MAX = Frame.LENGTH_MAX;

  private static final int DUMP_BYTES = 16;

  /** Longest payload that is shown whole, in rows. */
  private static final int DUMP_ROWS_MAX = 64;

  /**
   * Dissects a frame in hexadecimal; blanks and colons may separate bytes.
   *
   * @param nodes supply names for addresses
   * @throws IllegalArgumentException if the text is not hexadecimal, or has more than {@link
   *     #BYTES_MAX} bytes
   */
  public static Dissection of(String hex, List<TopologyNode> nodes) {
    String digits = hex.replaceAll("[\\s:]", "");
    if (digits.length() > 2 * BYTES_MAX) {
      throw new IllegalArgumentException("a frame has at most " + BYTES_MAX + " bytes");
    }
    return of(HexFormat.of().parseHex(digits), nodes);
  }

  /** Dissects a frame; nodes supply names for addresses. */
  public static Dissection of(byte[] frame, List<TopologyNode> nodes) {
    return new Dissector(frame, nodes, ServiceCatalog::installed).dissection();
  }

  /** Dissects a frame; a network supplies names for addresses and for its modules' numbers. */
  public static Dissection of(byte[] frame, Topology network) {
    return new Dissector(frame, network.nodes(), () -> network.catalog(ServiceCatalog.installed()))
        .dissection();
  }

  /** Returns lines for a terminal: every field with its offset, payloads as a dump. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    byte[] bytes = HexFormat.of().parseHex(frame);
    for (Layer layer : layers) {
      String bytesAt = layer.lengthBytes() == 1 ? "%s, %d byte at %d" : "%s, %d bytes at %d";
      lines.add(bytesAt.formatted(layer.name(), layer.lengthBytes(), layer.offset()));
      for (Field field : layer.fields()) {
        String line = String.format("  %5d  %-17s %s", field.offset(), field.name(), field.value());
        lines.add(field.meaning().isEmpty() ? line : line + "  (" + field.meaning() + ")");
      }
      if (layer.fields().isEmpty()) {
        lines.addAll(dump(bytes, layer.offset(), layer.lengthBytes()));
      }
      if (!layer.problem().isEmpty()) {
        lines.add("  ! " + layer.problem());
      }
    }
    if (!refusal.isEmpty()) {
      lines.add("a node would drop it at its door: " + refusal);
    }
    return lines;
  }

  /** Returns a dump: offset, sixteen bytes in hexadecimal, and the same in ASCII. */
  private static List<String> dump(byte[] bytes, int offset, int length) {
    List<String> lines = new ArrayList<>();
    int end = Math.min(bytes.length, offset + length);
    for (int at = offset; at < end; at += DUMP_BYTES) {
      if (lines.size() == DUMP_ROWS_MAX) {
        lines.add("         … and " + (end - at) + " bytes more");
        break;
      }
      StringBuilder hex = new StringBuilder();
      StringBuilder ascii = new StringBuilder();
      for (int i = at; i < Math.min(at + DUMP_BYTES, end); i++) {
        hex.append(String.format(i == at + DUMP_BYTES / 2 ? "  %02x" : " %02x", bytes[i]));
        ascii.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '.');
      }
      lines.add(String.format("  %5d %-49s  %s", at, hex, ascii));
    }
    return lines;
  }
}
