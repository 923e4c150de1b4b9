// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import rani.model.topology.TopologyNode;
import rani.wire.Address;

/**
 * The {@code /etc/hosts} of an edge, written in place: it is mounted over the machine's, so another
 * file cannot take its place.
 */
final class HostsFile implements AutoCloseable {
  private final FileChannel file;
  private String written = "";

  private HostsFile(FileChannel file) {
    this.file = file;
  }

  /** Opens an empty file. */
  static HostsFile open(Path path) throws IOException {
    return new HostsFile(FileChannel.open(path, StandardOpenOption.WRITE));
  }

  /**
   * Writes the nodes' names and addresses. Who reads meanwhile finds whole lines, as the text comes
   * at once, with empty lines over the rest of a longer one, which goes after that.
   */
  void write(List<TopologyNode> nodes) throws IOException {
    StringBuilder text = new StringBuilder("127.0.0.1 localhost\n");
    for (TopologyNode node : nodes) {
      text.append(Address.text(node.virtualAddress())).append(' ').append(node.name()).append('\n');
    }
    int length = text.length();
    if (!written.contentEquals(text)) {
      text.repeat('\n', Math.max(0, written.length() - length));
      file.write(ByteBuffer.wrap(text.toString().getBytes(UTF_8)), 0);
      file.truncate(length);
      written = text.substring(0, length);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      return; // there is nothing that it could still hold
    }
  }
}
