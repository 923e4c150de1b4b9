// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import rani.wire.Frame;

/**
 * A frame taken apart: its headers one behind the other, each field with where it stands, what it
 * says and what that means. Any bytes can be taken apart; what is cut short or wrong is said.
 *
 * @param lengthBytes of the frame
 * @param refusal why a node would drop the frame at its door, as traces write it; empty if it would
 *     not
 * @param layers from the outside in
 * @param frame all bytes, in hexadecimal
 */
public record Dissection(int lengthBytes, String refusal, List<Layer> layers, String frame) {

  /**
   * One header, or data.
   *
   * @param name of it
   * @param offset of its first byte in the frame
   * @param lengthBytes as far as they are there
   * @param problem what is wrong with it as a whole; empty if nothing is
   * @param fields in order; none of data
   */
  public record Layer(
      String name, int offset, int lengthBytes, String problem, List<Field> fields) {
    public Layer {
      fields = List.copyOf(fields);
    }
  }

  /**
   * One field.
   *
   * @param name of it
   * @param offset of its first byte in the frame
   * @param lengthBytes fields of less than a byte share it
   * @param value what it says
   * @param meaning what that means; may be empty
   */
  public record Field(String name, int offset, int lengthBytes, String value, String meaning) {}

  public Dissection {
    layers = List.copyOf(layers);
  }

  /** The longest frame. */
  public static final int BYTES_MAX = Frame.LENGTH_MAX;

  /**
   * Takes a frame apart.
   *
   * @param hex its bytes in hexadecimal; blanks and colons may stand between them
   * @throws IllegalArgumentException if they are none, or more than {@link #BYTES_MAX}
   */
  public static Dissection of(String hex, Names names) {
    String digits = hex.replaceAll("[\\s:]", "");
    if (digits.length() > 2 * BYTES_MAX) {
      throw new IllegalArgumentException("a frame has at most " + BYTES_MAX + " bytes");
    }
    return of(HexFormat.of().parseHex(digits), names);
  }

  /** Takes a frame apart. */
  public static Dissection of(byte[] frame, Names names) {
    return new Dissector(frame, names).dissection();
  }

  /**
   * A header by its name.
   *
   * @throws IllegalArgumentException if the frame has none
   */
  public Layer layer(String name) {
    return layers.stream()
        .filter(layer -> layer.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + name + " in this frame"));
  }

  /**
   * What a field says.
   *
   * @throws IllegalArgumentException if there is none
   */
  public String value(String layer, String field) {
    return layer(layer).fields().stream()
        .filter(each -> each.name().equals(field))
        .map(Field::value)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + field + " in " + layer));
  }

  /** As lines for a terminal: every field with its offset, data as a dump. */
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
        lines.addAll(HexDump.lines(bytes, layer.offset(), layer.lengthBytes()));
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
}
