// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.nodehost.session.TestTopologies;

class HostsFileTest {
  @TempDir private Path folder;

  @Test
  void theFileIsWrittenInPlaceAndHasNoMoreThanTheNodes() throws IOException, FileError {
    Path path = Files.createFile(folder.resolve("hosts"));
    Object inode = Files.getAttribute(path, "unix:ino");
    try (HostsFile hosts = HostsFile.open(path)) {
      hosts.write(network("{alpha: {}, beta: {}}").nodes());
      assertEquals("127.0.0.1 localhost\n10.0.0.1 alpha\n10.0.0.2 beta\n", Files.readString(path));
      hosts.write(network("{a: {}}").nodes());
      assertEquals("127.0.0.1 localhost\n10.0.0.1 a\n", Files.readString(path));
      hosts.write(network("{a: {}, gamma: {}}").nodes());
      assertEquals("127.0.0.1 localhost\n10.0.0.1 a\n10.0.0.2 gamma\n", Files.readString(path));
    }
    assertEquals(inode, Files.getAttribute(path, "unix:ino"));
  }

  private Topology network(String nodes) throws IOException, FileError {
    return TestTopologies.load(folder, "{topology: some, nodes: " + nodes + "}");
  }
}
