// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyNode;
import rani.node.TraceLines;
import rani.nodehost.folder.RunDirectory;
import rani.service.metric.ServiceFacts;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.observe.RunTrace;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.TrialLookup;
import rani.study.sweep.TrialRow;
import rani.study.tracefile.TraceFiles;
import rani.study.trial.RunClock;
import rani.study.trial.VirtualResult;
import rani.testbed.VirtualLab;
import rani.wire.Address;

/** The source of a trace: files of live nodes, a single file, or a repetition in virtual time. */
public sealed interface TraceSource {
  /** Returns the network as it was at the start of the run, if it is known. */
  Optional<Topology> network();

  /** Returns the virtual address of each node by its name, as far as known. */
  default SequencedMap<String, String> addresses() {
    SequencedMap<String, String> addresses = new LinkedHashMap<>();
    for (TopologyNode node : network().map(Topology::nodes).orElse(List.of())) {
      addresses.put(node.name(), Address.text(node.virtualAddress()));
    }
    return addresses;
  }

  /** Returns whether the time of the run's start is known. */
  default boolean knowsGo() {
    return true;
  }

  /** Returns whether only reading the whole trace can show that it is the recorded one. */
  default boolean isCheckedAtItsEnd() {
    return false;
  }

  /** Returns whether frames have the header fields that lines of a trace leave out. */
  default boolean hasHeaders() {
    return false;
  }

  default List<String> remarks() {
    return List.of();
  }

  /** Reads the trace until its end or until the receiver wants no more, without holding it. */
  End read(RunTrace heard) throws LabFailure;

  /**
   * Result of reading; {@code asRecorded} is false if this is not the trace of the recorded run.
   */
  record End(boolean asRecorded, List<String> remarks) {
    static final End PLAIN = new End(true, List.of());
  }

  /**
   * Finds the source of a trace.
   *
   * @param path the folder of a run, of a sweep or of a live trial, or a trace file
   * @param trial of a run its number from 1, of a sweep the beginning of its hash; empty for the
   *     only trial
   * @throws LabFailure if there is no trace
   * @throws FileError if the folder's experiment is no longer valid
   */
  static TraceSource of(Path path, Optional<String> trial) throws LabFailure, FileError {
    if (Files.isRegularFile(path)) {
      return new OfFiles(List.of(path), Optional.empty(), OptionalLong.empty());
    }
    if (!Files.isDirectory(path)) {
      throw RunDirectory.missing(path);
    }
    RunDirectory directory = new RunDirectory(path);
    if (Files.exists(path.resolve("sweep.json"))) {
      return ofSweep(SweepFolder.existing(path), trial);
    }
    if (Files.isDirectory(directory.traces())) {
      return ofLive(directory, directory.topology());
    }
    Path ofTrial = path.resolve("trial-" + trial.orElse("1"));
    if (Files.isDirectory(ofTrial)) {
      return ofLive(new RunDirectory(ofTrial), directory.topology());
    }
    if (Files.exists(directory.experiment())) {
      return ofVirtual(directory, trial);
    }
    if (Files.exists(directory.record())) {
      throw new LabFailure(path + " holds no traces: `rani up` keeps them only with --trace");
    }
    throw new LabFailure(path + " is no folder of a run: it has neither traces nor an experiment");
  }

  /**
   * Returns the trace files of a live run or trial, and {@code topology} if its folder has none.
   */
  static TraceSource ofLive(RunDirectory directory, Path topology) throws LabFailure {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory.traces())) {
      files = all.filter(file -> file.toString().endsWith(".trace")).sorted().toList();
    } catch (IOException e) {
      throw new LabFailure("cannot look into " + directory.traces() + ": " + e, e);
    }
    if (files.isEmpty()) {
      throw new LabFailure(directory.traces() + " holds no trace");
    }
    Path network = Files.exists(directory.topology()) ? directory.topology() : topology;
    Optional<Topology> known =
        Files.exists(network) ? Optional.of(read(network)) : Optional.empty();
    return new OfFiles(files, known, directory.goNanos());
  }

  private static TraceSource ofVirtual(RunDirectory directory, Optional<String> trial)
      throws LabFailure, FileError {
    Experiment experiment = experiment(directory.experiment(), List.of());
    VirtualResult result = VirtualResult.read(directory, experiment);
    int number = number(trial, result.trials());
    List<String> remarks = new ArrayList<>(result.remarks());
    if (trial.isEmpty() && result.trials() > 1) {
      remarks.add("trial 1 of " + result.trials() + "; --trial chooses another");
    }
    return new OfReplay(
        experiment,
        result.seed() + number - 1,
        result.digest(number).map(digest -> new Recorded(digest, result.rani())),
        remarks);
  }

  private static int number(Optional<String> trial, int trials) throws LabFailure {
    String text = trial.orElse("1");
    int number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > trials) {
      throw LabFailure.ofInput(
          ("the run has trials 1…%s, and no trial %s; of a sweep a trial is named by the "
                  + "beginning of its hash")
              .formatted(trials, text));
    }
    return number;
  }

  private static TraceSource ofSweep(SweepFolder folder, Optional<String> trial)
      throws LabFailure, FileError {
    TrialRow row = TrialLookup.find(folder, trial.orElse(""));
    if (row.failure() != null) {
      throw new LabFailure("the trial broke off: " + row.failure());
    }
    if (row.digest() == null && folder.isLive()) {
      throw new LabFailure(
          "the sweep's trials are live; each has a folder of its own, such as "
              + folder.path().resolve("trial-1"));
    }
    List<String> remarks = new ArrayList<>();
    List<String> picks = new ArrayList<>();
    row.parameters().forEach((name, value) -> picks.add(name + "=" + value));
    remarks.add(
        "trial %s, seed %s, %s".formatted(row.trial(), row.seed(), String.join(", ", picks)));
    if (row.digest() == null) {
      remarks.add("the sweep made no digests, so that this is what the code of today does");
    }
    return new OfReplay(
        experiment(folder.experiment(), picks),
        row.seed(),
        Optional.ofNullable(row.digest()).map(digest -> new Recorded(digest, null)),
        remarks);
  }

  private static Experiment experiment(Path file, List<String> picks) throws FileError {
    return SweepFile.load(file, List.of(), picks).variant(0).experiment();
  }

  private static Topology read(Path network) throws LabFailure {
    try {
      return TopologyFile.load(network);
    } catch (FileError e) {
      throw new LabFailure(network + " is not what the run wrote", e);
    }
  }

  /**
   * Trace files of nodes, one each, or a single one of a virtual run. {@code goNanos} is the node
   * time of the run's start, if it was recorded.
   */
  record OfFiles(List<Path> files, Optional<Topology> network, OptionalLong goNanos)
      implements TraceSource {
    @Override
    public boolean knowsGo() {
      return goNanos.isPresent();
    }

    @Override
    public End read(RunTrace heard) throws LabFailure {
      goNanos.ifPresent(heard::go);
      try {
        List<Path> torn = TraceFiles.merge(files, heard::at, heard::wantsMore).torn();
        return torn.isEmpty()
            ? End.PLAIN
            : new End(true, List.of("ends in the middle of a line: " + torn));
      } catch (IOException e) {
        throw new LabFailure(String.valueOf(e.getMessage()), e);
      }
    }
  }

  /** A recorded trial: the digest of its trace, and the version that ran it, if that is known. */
  record Recorded(String digest, @Nullable String rani) {}

  /** A repetition in virtual time, whose digest must be that of the recorded run, if it has one. */
  record OfReplay(
      Experiment experiment, long seed, Optional<Recorded> recorded, List<String> remarks)
      implements TraceSource {
    @Override
    public Optional<Topology> network() {
      return Optional.of(experiment.network());
    }

    @Override
    public boolean hasHeaders() {
      return true;
    }

    @Override
    public boolean isCheckedAtItsEnd() {
      return recorded.isPresent();
    }

    @Override
    public End read(RunTrace heard) throws LabFailure {
      return judge(run(heard));
    }

    /** Compares the digest of a repetition with that of the recorded run, as far as known. */
    End judge(Optional<String> ours) {
      Recorded then = recorded.orElse(null);
      if (then == null || ours.isEmpty() || ours.get().equals(then.digest())) {
        return End.PLAIN;
      }
      String why =
          then.rani() == null || then.rani().equals(Version.TEXT)
              ? "the code has changed since"
              : "rani %s ran it, and rani %s differs".formatted(then.rani(), Version.TEXT);
      return new End(
          false,
          List.of(
              "this is not the recorded run: %s; its digest was %s, and now is %s"
                  .formatted(why, then.digest(), ours.get())));
    }

    /** Returns the digest of the whole trace; empty if the receiver stopped early. */
    private Optional<String> run(RunTrace heard) throws LabFailure {
      TraceLines.Sink stopping =
          line -> {
            if (!heard.wantsMore()) {
              throw new Stop();
            }
          };
      String replay = "rani trace, seed " + seed;
      VirtualLab lab =
          VirtualLab.capturing(experiment.network(), seed, stopping, replay, List.of());
      lab.hear(heard::at);
      try {
        lab.start();
        heard.go(lab.nowNanos());
        lab.go();
        ServiceFacts _ = RunClock.run(lab, experiment);
        return Optional.of(lab.digest());
      } catch (Stop _) {
        return Optional.empty(); // the simulation stopped inside an event: nothing is to be closed
      }
    }

    /** Ends a run within an event. An Error, because nodes catch exceptions of their services. */
    private static final class Stop extends Error {
      private static final long serialVersionUID = 1;

      Stop() {
        super("no more is wanted", null, false, false);
      }
    }
  }
}
