// SPDX-License-Identifier: Apache-2.0
package rani.bench.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rani.bench.harness.Rings;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.topology.TopologyFile;
import rani.testbed.Lab;

/** Main class: a ring of live nodes in this JVM, until its standard input ends. */
final class NodeRing {
  /** Printed when every link is up. */
  static final String UP = "up";

  private NodeRing() {}

  /** Starts the ring; the argument is the number of nodes. */
  public static void main(String[] arguments) throws IOException, LabFailure, FileError {
    Path file = Files.createTempFile("rani-crowd-", ".yaml");
    try {
      Files.writeString(file, Rings.yaml(Integer.parseInt(arguments[0])));
      try (Lab lab = Lab.live(TopologyFile.load(file), 1)) {
        Files.delete(file);
        lab.start();
        lab.go();
        System.out.println(UP);
        int _ = System.in.read();
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
