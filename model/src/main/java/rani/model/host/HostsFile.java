// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.nio.file.Path;
import java.util.List;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.file.MapReader;
import rani.model.file.Problems;

/** Reads the hosts of a file that has only {@code hosts}, or of a topology. */
public final class HostsFile {
  private static final String HOSTS = "hosts";

  /** The key of a topology, whose other keys are not looked at here. */
  private static final String TOPOLOGY = "topology";

  private HostsFile() {}

  /** Returns the hosts in the order of the file; throws everything that is wrong with them. */
  public static List<TopologyHost> load(Path file) throws FileError {
    LocatedMap root = LocatedYaml.load(file);
    Problems problems = new Problems();
    MapReader top = new MapReader(root, problems);
    top.require(HOSTS);
    List<TopologyHost> hosts = List.of();
    if (root.get(HOSTS).isPresent()) {
      hosts = List.copyOf(HostReader.read(top.mapping(HOSTS), problems).values());
      if (hosts.isEmpty()) {
        problems.report(root.keyAt(HOSTS), "there is no host");
      }
    }
    if (root.get(TOPOLOGY).isEmpty()) {
      top.finish();
    }
    problems.throwIfAny();
    return hosts;
  }
}
