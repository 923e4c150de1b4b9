// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.wire.Frame;

/**
 * A frame taken apart: its headers one behind the other, each field with where it stands, what it
 * says and what that means. Any bytes can be taken apart; what is cut short or wrong is said.
 *
 * @param layers from the outside in
 * @param refusal why a node would drop the frame at its door, as traces write it; empty if it would
 *     not
 * @param frame all bytes, in hexadecimal
 */
public record Dissection(List<Layer> layers, String refusal, String frame) {

  /**
   * One header, or data.
   *
   * @param name of it
   * @param offset of its first byte in the frame
   * @param length in bytes, as far as they are there
   * @param fields in order; none of data
   * @param problem what is wrong with it as a whole; empty if nothing is
   */
  public record Layer(String name, int offset, int length, List<Field> fields, String problem) {
    public Layer {
      fields = List.copyOf(fields);
    }
  }

  /**
   * One field.
   *
   * @param name of it
   * @param offset of its first byte in the frame
   * @param length in bytes; fields of less than a byte share it
   * @param value what it says
   * @param meaning what that means; may be empty
   */
  public record Field(String name, int offset, int length, String value, String meaning) {}

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
      lines.add(
          layer.name()
              + ", "
              + layer.length()
              + (layer.length() == 1 ? " byte" : " bytes")
              + " at "
              + layer.offset());
      for (Field field : layer.fields()) {
        String line = String.format("  %5d  %-17s %s", field.offset(), field.name(), field.value());
        lines.add(field.meaning().isEmpty() ? line : line + "  (" + field.meaning() + ")");
      }
      if (layer.fields().isEmpty()) {
        lines.addAll(HexDump.lines(bytes, layer.offset(), layer.length()));
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

  /** As ordered facts. */
  public SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("length-bytes", frame.length() / 2);
    facts.put("refusal", refusal);
    List<Object> all = new ArrayList<>();
    for (Layer layer : layers) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("name", layer.name());
      one.put("offset", layer.offset());
      one.put("length-bytes", layer.length());
      one.put("problem", layer.problem());
      List<Object> fields = new ArrayList<>();
      for (Field field : layer.fields()) {
        SequencedMap<String, Object> told = new LinkedHashMap<>();
        told.put("name", field.name());
        told.put("offset", field.offset());
        told.put("length-bytes", field.length());
        told.put("value", field.value());
        told.put("meaning", field.meaning());
        fields.add(told);
      }
      one.put("fields", fields);
      all.add(one);
    }
    facts.put("layers", all);
    facts.put("frame", frame);
    return facts;
  }
}
