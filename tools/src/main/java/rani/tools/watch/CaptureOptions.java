// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.capture.CaptureFilter;
import rani.model.capture.CaptureLimits;
import rani.model.capture.CapturePlan;
import rani.model.capture.CapturedEnd;
import rani.model.capture.LinkType;
import rani.model.file.NamedFiles;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.testbed.RunningLab;
import rani.tools.option.OptionGroup;
import rani.tools.screen.Screen;

/** Options of a capture, in the shell and in the console. */
public final class CaptureOptions extends OptionGroup {
  @Parameters(
      index = "0",
      paramLabel = "N7:N8",
      description =
          "The end at N7 of its link to N8, both directions; N7:N8#2 for a second link, N7:link-0"
              + " by number. With --all the node alone.")
  private String end = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "CONDITION",
      description = "Only packets that meet every condition; see below. Default: all.")
  private List<String> filter = List.of();

  @Option(names = "--all", description = "Every link of the node, in one file.")
  private boolean all;

  @Option(
      names = "--inner",
      description =
          "The IPv4 packets alone, without RANI headers, for programs that know no RANI: tcpdump,"
              + " Zeek, Wireshark without our script. Messages of nodes and services are left out.")
  private boolean inner;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE|-",
      description = "Where to; - for standard output. Default: N7-N8-TIME.pcapng.")
  private @Nullable String output;

  @Option(names = "--count", paramLabel = "N", description = "Ends after this many packets.")
  private @Nullable Long count;

  @Option(names = "--duration", paramLabel = "TIME", description = "Ends after a time: 10s.")
  private @Nullable String duration;

  @Option(
      names = "--snaplen",
      paramLabel = "BYTES",
      description =
          "The first bytes of each packet, from its RANI header on; with --inner from its IPv4"
              + " header on. Default: all.")
  private @Nullable Integer snaplen;

  @Option(
      names = "--json",
      description = "Prints what was captured as one JSON object at the end; not with -o -.")
  private boolean json;

  /** Reports whether the capture has an end. */
  public boolean ends() {
    return count != null || duration != null;
  }

  /** Captures until the end or Ctrl-C; fails if options are wrong or the node does not answer. */
  public void execute(RunningLab lab, Screen screen, NamedFiles files) throws LabFailure {
    if (json && CaptureRun.STANDARD_OUTPUT.equals(output)) {
      throw wrong("--json prints to standard output, to which -o - has the capture written");
    }
    new CaptureRun(screen, output, end, files, json)
        .execute(lab, plan(lab), duration == null ? "" : duration);
  }

  private CapturePlan plan(RunningLab lab) throws LabFailure {
    Topology topology = lab.topology();
    try {
      if (duration != null) {
        long _ = Units.durationNanos(duration);
      }
      return new CapturePlan(
          ends(lab, topology),
          CaptureFilter.parse(String.join(" ", filter), topology),
          new CaptureLimits(
              snaplen == null ? CaptureLimits.SNAP_BYTES_MAX : snaplen,
              count == null ? Long.MAX_VALUE : count,
              CaptureLimits.BYTES_MAX),
          LinkType.of(inner));
    } catch (UnitError e) {
      throw wrong(e.hint().isEmpty() ? e.getMessage() : e.getMessage() + "; " + e.hint());
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private List<CapturedEnd> ends(RunningLab lab, Topology topology) throws UnitError, LabFailure {
    int colon = end.indexOf(':');
    String node = colon < 0 ? end : end.substring(0, colon);
    LinkNumbers numbers =
        topology.node(node).isPresent() ? lab.linkNumbers(node) : LinkNumbers.of(topology);
    if (!all) {
      return List.of(CapturedEnd.parse(end, topology, numbers));
    }
    if (colon >= 0) {
      throw wrong("--all is about a node, not about the link " + end);
    }
    return new ArrayList<>(CapturedEnd.of(end, topology, numbers));
  }
}
