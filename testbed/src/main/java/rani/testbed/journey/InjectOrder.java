// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import rani.link.Originator;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.NamedFiles;
import rani.model.file.Nearest;
import rani.model.menu.ServiceCatalog;
import rani.model.packet.Dissection;
import rani.model.topology.LinkNumbers;
import rani.model.topology.OperationReader;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.node.Command;
import rani.testbed.Testbed;
import rani.wire.Payload;

/** An order to a node to send packets, as an {@code inject} entry of a schedule without a time. */
public record InjectOrder(String from, String to, String entry, Command.Inject inject) {
  private static final String FILE = "@";

  /**
   * Reads an order from keys of {@code inject} and their values as in a file, or {@code @FILE} for
   * {@code payload}. Fails with all errors.
   */
  public static InjectOrder read(
      Testbed testbed,
      String from,
      String to,
      SequencedMap<String, String> fields,
      NamedFiles files)
      throws InjectionRefused {
    for (String node : List.of(from, to)) {
      if (!testbed.names().contains(node)) {
        throw new InjectionRefused(
            "there is no node " + node + "; " + Nearest.hint(node, testbed.names()));
      }
    }
    SequencedMap<String, String> inject = new LinkedHashMap<>();
    inject.put("to", to);
    for (var field : fields.entrySet()) {
      boolean isFile = field.getKey().equals("payload") && field.getValue().startsWith(FILE);
      inject.put(field.getKey(), isFile ? fileAsHex(field.getValue(), files) : field.getValue());
    }
    String entry =
        "{node: "
            + quoted(from)
            + ", inject: {"
            + inject.entrySet().stream()
                .map(field -> quoted(field.getKey()) + ": " + quoted(field.getValue()))
                .collect(Collectors.joining(", "))
            + "}}";
    try {
      Topology now = testbed.topology();
      OperationReader reader = new OperationReader(now, ServiceCatalog.installed());
      Command.Operation sent =
          reader.operations(reader.actions(entry, from), from, LinkNumbers.of(now)).getFirst();
      return new InjectOrder(from, to, entry, (Command.Inject) sent);
    } catch (FileError e) {
      throw new InjectionRefused(
          // Without positions, because the user did not write the line.
          e.problems().stream()
              .map(each -> each.message() + (each.hint().isEmpty() ? "" : ", " + each.hint()))
              .collect(Collectors.joining("; ")));
    }
  }

  /** Dissects the first packet as it will be sent, except for the IPv4 identification. */
  public Dissection dissection(Testbed testbed) {
    int source = testbed.topology().node(from).map(TopologyNode::virtualAddress).orElse(0);
    ByteBuf frame =
        new Originator(UnpooledByteBufAllocator.DEFAULT, source).planned(inject.packet());
    try {
      return Dissection.of(ByteBufUtil.getBytes(frame), testbed.topology());
    } finally {
      frame.release();
    }
  }

  public int count() {
    return inject.count();
  }

  private static String fileAsHex(String value, NamedFiles files) throws InjectionRefused {
    Path file;
    try {
      file = files.at(value.substring(FILE.length()));
    } catch (IllegalArgumentException e) {
      throw new InjectionRefused(String.valueOf(e.getMessage()));
    }
    try {
      return "hex:" + HexFormat.of().formatHex(InputFile.bytes(file, Payload.BYTES_MAX));
    } catch (IOException e) {
      throw new InjectionRefused("cannot read " + file + ": " + e.getMessage());
    }
  }

  /** Quotes a text for YAML and JSON (YAML 1.2.2 §5.7). */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\U%08x", c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }
}
