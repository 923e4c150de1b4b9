// SPDX-License-Identifier: Apache-2.0
package rani.tools.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.host.TopologyHost;
import rani.model.power.Powers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.host.HostCheck;
import rani.tools.doctor.Finding.Verdict;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.TrustOption;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;
import rani.world.Facts;
import rani.world.Inline;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "doctor",
    description = {
      "Checks whether this machine is fit for live networks.",
      "Sockets, memory, folders, and how late it wakes a node whose next frame is due."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  rani doctor",
      "  rani doctor --trust --host lab1 three-rooms.yaml",
      "  rani doctor --tests"
    })
public final class DoctorCommand extends RaniCommand {
  private static final int VERDICT_WIDTH = 8;

  @Option(names = "--json", description = "Prints one JSON object a finding, nothing else.")
  private boolean json;

  @Option(
      names = "--host",
      paramLabel = "H",
      split = ",",
      description = "Examines this host of the topology; repeatable. Default: all of them.")
  private List<String> hosts = List.of();

  @Option(
      names = "--tests",
      description =
          "Looks only at the programs that rani's own tests start, each with its Debian packages,"
              + " and at modules of Python.")
  private boolean tests;

  @Option(
      names = "--install",
      description = "With --tests, as root: has apt-get and pip install what is missing.")
  private boolean install;

  @Mixin private final TrustOption trust = new TrustOption();

  @Parameters(
      paramLabel = "TOPOLOGY",
      arity = "0..1",
      description = "A topology file whose other hosts, and the links between them, are examined.")
  private @Nullable Path file;

  @Override
  public Integer call() throws FileError, LabFailure {
    if (file == null && !hosts.isEmpty()) {
      throw wrong("--host goes with a topology file, which says where the host is");
    }
    if (tests && file != null) {
      throw wrong("--tests looks at this machine; a topology does not go with it");
    }
    if (install && !tests) {
      throw wrong("--install goes with --tests");
    }
    if (tests) {
      return lookAtTestParts();
    }
    List<Finding> all =
        file == null
            ? shown(new Doctor(RunDirectory.root()).examine(), "")
            : elsewhere(NamedFile.topology(file, screen()));
    return all.stream().anyMatch(finding -> finding.verdict() == Verdict.BAD) ? FAILED : OK;
  }

  /** Shows the programs that tests need. Installs missing ones if requested, else prints how. */
  private int lookAtTestParts() throws LabFailure {
    TestParts parts = new TestParts();
    List<List<String>> missing = parts.installing();
    if (install && !missing.isEmpty()) {
      for (List<String> command : missing) {
        if (command.getFirst().equals(TestParts.APT_GET)) {
          if (!TestParts.isRoot()) {
            throw new LabFailure(
                "not root, who alone installs packages: sudo " + String.join(" ", command));
          }
          run(List.of(TestParts.APT_GET, "update", "-q"));
        }
        run(command);
      }
      missing = parts.installing();
    }
    shown(parts.examine(), "");
    missing.forEach(command -> progress(String.join(" ", command)));
    return install && !missing.isEmpty() ? FAILED : OK;
  }

  /** Runs a program, and copies its output to standard error. */
  private static void run(List<String> words) throws LabFailure {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    String line = String.join(" ", words);
    try {
      Process process = builder.start();
      process.getInputStream().transferTo(System.err);
      int exit = process.waitFor();
      if (exit != 0) {
        throw new LabFailure(line + ": exit code " + exit);
      }
    } catch (IOException e) {
      throw new LabFailure(line + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure(line + ": interrupted");
    }
  }

  /** Checks other hosts and the links between hosts. */
  private List<Finding> elsewhere(Path topologyFile) throws FileError, LabFailure {
    Topology topology = TopologyFile.load(topologyFile);
    List<String> others =
        topology.hosts().stream().filter(host -> !host.isHere()).map(TopologyHost::name).toList();
    for (String host : hosts) {
      if (!others.contains(host)) {
        throw wrong(
            topologyFile + " has no other host " + host + "; " + Nearest.hint(host, others));
      }
    }
    if (others.isEmpty()) {
      throw wrong(topologyFile + " names no other hosts under `hosts`");
    }
    trust.check(topologyFile, Powers.of(topology), screen());
    HostCheck check = HostCheck.of(topology, hosts.isEmpty() ? others : hosts, this::progress);
    List<Finding> all = new ArrayList<>();
    for (HostCheck.OfHost host : check.hosts()) {
      List<Finding> found = new ArrayList<>();
      found.add(Finding.ok("host", host.about()));
      found.add(Finding.ok("clock", host.clock()));
      host.findings().forEach(finding -> found.add(Finding.of(finding)));
      all.addAll(shown(found, host.host()));
    }
    List<Finding> links = new ArrayList<>();
    check.links().forEach(link -> links.add(Finding.ok("link", link)));
    check.failures().forEach(failure -> links.add(Finding.bad("link", failure, "")));
    all.addAll(shown(links, ""));
    return all;
  }

  private record Found(@Nullable String host, @Inline HostCheck.Finding finding) implements Facts {}

  private List<Finding> shown(List<Finding> findings, String host) {
    TerminalColours ink = json ? TerminalColours.NONE : TerminalColours.ofStandardOutput();
    if (!host.isEmpty() && !json) {
      print("host %s", host);
    }
    for (Finding finding : findings) {
      if (json) {
        printJson(new Found(host.isEmpty() ? null : host, finding.ofHost()));
      } else {
        print(finding, ink);
      }
    }
    return findings;
  }

  private void print(Finding finding, TerminalColours ink) {
    String word = String.format("%-" + VERDICT_WIDTH + "s", finding.verdict().text());
    String verdict = finding.verdict() == Verdict.OK ? ink.green(word) : ink.red(word);
    print("%s  %-10s  %s", verdict, finding.about(), finding.found());
    if (!finding.advice().isEmpty()) {
      print("%s  %-10s  %s", " ".repeat(VERDICT_WIDTH), "", finding.advice());
    }
  }
}
