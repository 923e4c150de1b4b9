// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;

/** Small networks to try labs with. */
public final class TestTopologies {
  /** Three in a row; the first sends the third so many packets. */
  public static final String ROW =
      """
      topology: row
      defaults:
        link: {rate: 1000packet/s}
      nodes:
        n1: {services: {source: {flows: [{to: n3, kind: bursts, packets: 50, size: 200B}]}}}
        n2: {}
        n3: {services: {sink: {}}}
      links:
        n1 -- n2: {}
        n2 -- n3: {}
      """;

  private TestTopologies() {}

  public static Topology load(Path folder, String text) throws IOException, FileError {
    Path file = folder.resolve("network.yaml");
    Files.writeString(file, text);
    return TopologyFile.load(file);
  }
}
