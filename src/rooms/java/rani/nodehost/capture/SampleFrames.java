// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.capture;

import java.nio.file.Files;
import java.nio.file.Path;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;

/** Frames of docs/wire-format.md, and a network in which they may pass. */
public final class SampleFrames {
  /** From 10.0.0.1 port 5001 to 10.0.0.8 port 7, the source's packet 1, passive. */
  public static final String DATAGRAM =
      "10040000009896800a00000100000000450000210001 4000ff1167c20a0000010a00000813890007000d9469"
          + "68656c6c6f";

  /** 10.0.0.7 asks 10.0.0.6 to filter the flow of 10.0.0.1. */
  public static final String ACTIVE_FILTER =
      "18040002009896800a0000070000000045c0003400004000fffd66000a0000070a0000060102e6ee01020304"
          + "0a0000010000000000000000000000000a00000800000000";

  private SampleFrames() {}

  /** n1 … n8, in a row. */
  public static Topology network() {
    try {
      Path file = Files.createTempFile("row", ".yaml");
      try {
        Files.writeString(
            file,
            """
            topology: row
            nodes: {n1: {}, n2: {}, n3: {}, n4: {}, n5: {}, n6: {}, n7: {}, n8: {}}
            links:
              n1 -- n2: {}
              n2 -- n3: {}
              n3 -- n4: {}
              n4 -- n5: {}
              n5 -- n6: {}
              n6 -- n7: {}
              n7 -- n8: {}
            """);
        return TopologyFile.load(file);
      } finally {
        Files.delete(file);
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
