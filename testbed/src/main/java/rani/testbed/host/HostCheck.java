// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import rani.ground.FolderRemoval;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.topology.Topology;
import rani.model.topology.TopologyText;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.process.LabWatch;
import rani.testbed.session.LinkTest;

/**
 * The result of a check whether hosts are fit for a network: the findings for each host, a line for
 * each working link between hosts, a sentence for each link that does not work. The check opens the
 * sessions that would run the network, without starting a node.
 */
public record HostCheck(List<OfHost> hosts, List<String> links, List<String> failures) {
  public HostCheck {
    hosts = List.copyOf(hosts);
    links = List.copyOf(links);
    failures = List.copyOf(failures);
  }

  /** One host's findings by {@code rani doctor}, a line about the host and one about its clock. */
  public record OfHost(String host, String about, String clock, List<Finding> findings) {}

  /** A finding of {@code rani doctor}, in words; {@code advice} is empty if nothing is wrong. */
  public record Finding(String about, String verdict, String found, String advice) {}

  /** Examines some hosts of a network, and tests links between them; leaves nothing on any. */
  public static HostCheck of(Topology topology, List<String> hosts, Progress progress)
      throws LabFailure {
    RunDirectory directory = newFolder();
    try {
      directory.write(RunDirectory.TOPOLOGY, TopologyText.print(topology));
      try (SupervisorProcess keeper =
          SupervisorProcess.start(
              directory,
              AgentToken.newSecret(),
              ControlFolder.keeper(directory),
              hosts,
              false,
              new LabWatch(),
              progress)) {
        keeper.awaitReady();
        return of(keeper.client());
      }
    } finally {
      FolderRemoval.remove(directory.path());
    }
  }

  private static RunDirectory newFolder() throws LabFailure {
    try {
      return new RunDirectory(Files.createTempDirectory("rani-doctor"));
    } catch (IOException e) {
      throw new LabFailure("cannot make a folder: " + e.getMessage(), e);
    }
  }

  private static HostCheck of(SupervisorClient keeper) throws LabFailure {
    List<OfHost> found = new ArrayList<>();
    for (SupervisorProtocol.HostFacts host : keeper.hosts().hosts()) {
      found.add(
          new OfHost(
              host.host(),
              host.address() + ", " + host.system() + ", Java " + host.java(),
              HostWords.time(host),
              keeper.examine(host.host())));
    }
    List<String> links = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (LinkTest test : keeper.testLinks().tests()) {
      if (test.failures().isEmpty()) {
        links.add(test.inWords());
      }
      failures.addAll(test.failures());
    }
    return new HostCheck(found, links, failures);
  }
}
