// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.KeepAwake;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.nodehost.edge.ProgramFacts;
import rani.nodehost.folder.RunDirectory;
import rani.service.metric.ServiceFacts;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.observe.ConnectionEnd;
import rani.study.observe.EdgeFlows;
import rani.study.observe.Iperf3Metrics;
import rani.study.observe.LiveMetrics;
import rani.study.observe.Observations;
import rani.study.observe.ProgramMetrics;
import rani.study.tracefile.TraceFiles;
import rani.testbed.LiveLab;
import rani.testbed.LivePlan;
import rani.testbed.Trust;
import rani.testbed.host.HostWords;
import rani.testbed.host.SupervisorProtocol;
import rani.testbed.process.NodeCommand;

/** Runs an experiment once on real sockets. */
public final class LiveTrial {
  private LiveTrial() {}

  /** Runs an experiment once, in a directory of this trial alone. */
  public static Trial run(
      Experiment written, long seed, RunOptions options, RunDirectory directory, Progress progress)
      throws LabFailure {
    Experiment experiment = paced(written);
    Topology network = experiment.network();
    TraceBudget traces = TraceBudget.of(directory.path(), experiment.run().live().traceBytesMax());
    Optional<TraceForecast> forecast = TraceForecast.of(experiment, seed);
    if (forecast.isPresent()) {
      traces.judge(forecast.get(), network.ownNames().size()).ifPresent(progress::say);
    }
    LivePlan plan =
        new LivePlan(
            network,
            seed,
            options.transport(),
            Optional.of(directory),
            experiment.captures(),
            traces.bytesMax(),
            true,
            false);
    try (KeepAwake awake =
            experiment.run().live().keepAwake() ? KeepAwake.start() : KeepAwake.NONE;
        LiveLab lab =
            options.inProcess()
                ? LiveLab.inProcess(plan, progress)
                : LiveLab.inProcesses(plan, NodeCommand.ofThisJvm(), progress)) {
      awake.unavailable().ifPresent(why -> progress.say("processors may sleep: " + why));
      lab.start();
      progress.beforeTraffic();
      if (options.inProcess()) {
        System.gc(); // a collection during the run would delay packets by 30 ms
      }
      lab.go();
      SequencedMap<String, Duration> cpuAtGo = lab.cpuTimes();
      progress.say("every link is up; traffic begins");
      ServiceFacts facts;
      try (Progress.Shown _ =
          progress.running(experiment.run().endNanosMax(), network.nodes().size())) {
        facts = RunClock.run(lab, experiment);
      }
      ServicesAtEnd services = ServicesAtEnd.of(lab, facts);
      Trust trust = lab.trust();
      SequencedMap<String, Duration> cpuAtEnd = lab.cpuTimes();
      List<SupervisorProtocol.HostFacts> hosts = lab.hosts();
      List<ProgramFacts> programs = lab.programs();
      hosts.forEach(host -> progress.say(HostWords.drift(host)));
      lab.close(); // completes the nodes' traces
      Observations seen = new Observations(ObservationSetup.plan(experiment, lab.epochNanos()));
      OptionalLong cut = observe(seen, lab.everThere(), directory);
      SequencedMap<String, Double> metrics = seen.metrics(facts);
      LiveMetrics.addCpu(metrics, cpuAtGo, cpuAtEnd, acknowledged(seen));
      ProgramMetrics.addTo(metrics, programs);
      Iperf3Metrics.addTo(metrics, network.edges(), directory::programLog);
      HostWords.addDelayErrors(metrics, seen.ways(), network, hosts);
      return new Trial(
          seed,
          seen,
          EdgeFlows.of(facts),
          metrics,
          Expectation.judge(experiment.expectations(), metrics),
          cut.isEmpty() ? trust : trust.and(cutShort(cut.getAsLong() - lab.epochNanos())),
          Optional.empty(),
          services);
    }
  }

  private static String cutShort(long sinceGoNanos) {
    return String.format(
        Locale.ROOT,
        "a trace reached its limit %.3f s after go: nothing was measured in traces after that",
        sinceGoNanos / 1e9);
  }

  private static long acknowledged(Observations seen) {
    return seen.connections().stream()
        .flatMap(each -> each.end().stream())
        .mapToLong(ConnectionEnd::bytesAcknowledged)
        .sum();
  }

  private static Experiment paced(Experiment written) throws LabFailure {
    try {
      return written.forLive();
    } catch (FileError e) {
      throw new LabFailure("cannot be run at the pace of live runs: " + e.getMessage(), e);
    }
  }

  /** Reads the nodes' traces. Returns the node time at which one reached its limit, if any. */
  private static OptionalLong observe(Observations seen, List<String> nodes, RunDirectory directory)
      throws LabFailure {
    List<Path> traces = nodes.stream().map(directory::trace).filter(Files::exists).toList();
    try {
      return TraceFiles.merge(traces, seen::at).cutNanos();
    } catch (IOException | IllegalArgumentException e) {
      throw new LabFailure("cannot read the nodes' traces: " + e.getMessage(), e);
    }
  }
}
