// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.host.Forward;
import rani.model.power.Powers;
import rani.model.topology.Topology;
import rani.nodehost.folder.RunDirectory;
import rani.study.trial.TraceBudget;
import rani.testbed.LiveLab;
import rani.testbed.LivePlan;
import rani.testbed.RunRecord;
import rani.testbed.process.NodeCommand;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.ShapeOptions;
import rani.tools.option.TraceLimitOption;
import rani.tools.option.TrustOption;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;
import rani.tools.window.Window;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "up",
    description = {
      "Starts a topology, one JVM per node, and leaves it running.",
      "It waits until every link is up."
    },
    footer = {
      "  rani up config/topologies/ring-6.yaml",
      "  rani up ring-6 --open",
      "  rani up --topo linear,3 --link delay=10ms,rate=10Mbit/s",
      "  rani shell n1",
      "  rani ps",
      "  rani down"
    })
public final class UpCommand extends RaniCommand {
  @Parameters(arity = "0..1", paramLabel = "TOPOLOGY", description = NamedFile.A_TOPOLOGY)
  private @Nullable Path file;

  @Mixin private final ShapeOptions shape = new ShapeOptions();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the topology before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(
      names = "--transport",
      paramLabel = "mmsg|epoll|nio",
      description = "What carries the datagrams. Default: the best that there is here.")
  private @Nullable Transport transport;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Starts all random streams: a whole number. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run's folder, new or empty. Default: one of its own below ./runs.")
  private @Nullable Path out;

  @Option(
      names = "--trace",
      description = {
        "Has the nodes write their traces into the run's folder.",
        "They grow by about 100 B for each event of a packet, up to --trace-limit."
      })
  private boolean trace;

  @Mixin private final TraceLimitOption traceLimit = new TraceLimitOption();

  /** Kind of sockets of control planes. */
  enum Control {
    UNIX,
    TCP
  }

  @Option(
      names = "--control",
      paramLabel = "unix|tcp",
      defaultValue = "unix",
      description =
          "Where control planes listen: at Unix sockets in the run's folder, which its"
              + " owner alone may enter, or at ports of the loopback, for programs that know"
              + " nothing else (a Prometheus).")
  private Control control = Control.UNIX;

  @Option(
      names = "--open",
      description = "Shows it in the browser, until Ctrl-C; the network stays up.")
  private boolean open;

  @Option(
      names = "--json",
      description = "Prints the run as one JSON object, with the keys of `rani ps --json`.")
  private boolean json;

  @Mixin private final TrustOption trust = new TrustOption();

  @Override
  public Integer call() throws FileError, LabFailure {
    ShapeOptions.Network given = shape.topology(file, sets, screen());
    Topology topology = given.topology();
    topology.checkNeedsNoLab();
    trust.check(given.label(), Powers.of(topology), screen());
    RunDirectory directory =
        out == null
            ? RunDirectory.create(topology.name(), LocalDateTime.now())
            : RunDirectory.at(out);
    LivePlan plan =
        new LivePlan(
            topology,
            seed,
            transport == null ? Transport.best() : transport,
            Optional.of(directory),
            List.of(),
            trace ? TraceBudget.of(directory.path(), traceLimit.bytes()).bytesMax() : 0,
            false,
            control == Control.TCP);
    try (LiveLab lab = LiveLab.inProcesses(plan, NodeCommand.ofThisJvm(), this::progress)) {
      lab.start();
      lab.go();
      lab.detach();
    }
    for (Forward forward : topology.forwards()) {
      progress(ForwardCommand.told(forward));
    }
    if (json) {
      printJson(RunRecord.read(directory.record()).shown(directory));
    } else {
      print(
          "%s is up: %s, %s; `rani down %s` ends it",
          topology.name(),
          Quantity.count(topology.nodes().size(), "node", "nodes"),
          Quantity.count(topology.links().size(), "link", "links"),
          out == null ? directory.name() : directory.path());
    }
    if (open) {
      Window.show(Window.live(directory), directory.path(), screen());
    }
    return OK;
  }
}
