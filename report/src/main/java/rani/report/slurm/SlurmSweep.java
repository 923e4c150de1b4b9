// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.ground.FolderRemoval;
import rani.ground.LabFailure;
import rani.ground.ShutdownHook;
import rani.model.file.InputFile;
import rani.model.file.Quoted;
import rani.model.file.WholeFile;
import rani.report.run.OpenTrials;
import rani.report.run.SweepRun;
import rani.study.sweep.JournalTail;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepWatch;
import rani.testbed.host.Distribution;

/**
 * Runs the trials of a sweep as tasks of Slurm, a shard each, on nodes that share its folder.
 *
 * <p>A shard is whole when all its trials stand in its journal, whatever Slurm tells of its task;
 * this process copies them into the sweep's journal as they come. Slurm is asked only which tasks
 * go on: a shard that is not whole and has no such task was lost, and is submitted once more, to go
 * on from its journal.
 *
 * <pre>
 * slurm/jobs.json   {@link SlurmRecord}
 * slurm/job.sh      {@link SlurmScript}
 * slurm/part-K/     the folder of shard K, until the results are written
 * slurm/began-J_K   the first act of a task, written where it ran; as long
 * slurm/log-J_K     what it printed
 * </pre>
 */
public final class SlurmSweep {
  /** How often a shard may be lost in the same way, without one more trial in between. */
  static final int LOSSES_MAX = 3;

  private static final String FOLDER = "slurm";
  private static final String RECORD = "jobs.json";
  private static final String PART = "part-";
  private static final String BEGAN = "began-";

  /** What goes once the results are written. */
  private static final Pattern OF_A_TASK = Pattern.compile(PART + "\\d+|" + BEGAN + "[\\d_]+");

  private static final int LOG_BYTES_MAX = 1 << 20;
  private static final int LOG_LINES_TOLD = 3;
  private static final int NAMED_MAX = 5;
  private static final int REASONS_TOLD_MAX = 5;
  private static final int TOLD_LENGTH_MAX = 200;

  /** For each shard, as looking at a file of a shared folder takes a round trip. */
  private static final long READ_MILLIS_A_SHARD = 10;

  private static final String PLUGINS = "RANI_PLUGINS";
  private static final String JAVA_HOME = "RANI_JAVA_HOME";

  private final Site site;
  private final SweepRun.Order order;

  private final OpenTrials trials;
  private final Path here;
  private final SlurmQueue queue;
  private final SlurmOptions options;
  private final List<JournalTail> tails = new ArrayList<>();
  private SlurmRecord record;

  /** By shard, from 1: trials that are not in the sweep's journal. */
  private final long[] left;

  /** By shard: the last job that was submitted for it. */
  private final Map<Integer, Long> submitted = new TreeMap<>();

  /** By shard: when it was first seen to have no task. */
  private final Map<Integer, Long> missingNanos = new TreeMap<>();

  private final Set<String> reasons = new HashSet<>();
  private volatile boolean cancelled;

  /**
   * What a sweep needs of where it is submitted.
   *
   * @param launcher for tasks; null if this JVM was not started by one
   */
  record Site(SlurmCommands commands, SlurmScript.@Nullable Launcher launcher, Pace pace) {
    static Site here() {
      return new Site(new SlurmCommands(System.getenv()), SlurmSweep.launcher(), Pace.USUAL);
    }
  }

  /**
   * How often something is looked at.
   *
   * @param readMillis between two looks into journals
   * @param lookMillis between two questions to Slurm, whose controller serves all users
   * @param visibleMillis after which what a node has written is visible here: NFS keeps attributes
   *     of files for up to a minute
   * @param deafMillis for which Slurm may leave questions without an answer
   */
  record Pace(long readMillis, long lookMillis, long visibleMillis, long deafMillis) {
    static final Pace USUAL =
        new Pace(
            TimeUnit.SECONDS.toMillis(1),
            TimeUnit.SECONDS.toMillis(5),
            TimeUnit.SECONDS.toMillis(120),
            TimeUnit.MINUTES.toMillis(30));
  }

  /** Finds out what there is of a sweep's tasks, and writes down how many there are to be. */
  SlurmSweep(Site site, SlurmOptions asked, SweepRun.Order order, OpenTrials trials)
      throws LabFailure, IOException {
    this.site = site;
    this.order = order;
    this.trials = trials;
    here = order.folder().toRealPath().resolve(FOLDER);
    SweepPlan plan = trials.plan();
    if (!plan.shard().isWhole()) {
      throw LabFailure.ofInput("a shard does not run on Slurm, which runs all shards of a sweep");
    }
    if (here.toString().chars().anyMatch(Character::isISOControl)) {
      throw LabFailure.ofInput("the folder's path has a control character: " + here);
    }
    Files.createDirectories(here);
    Path file = recordFile();
    if (Files.exists(file)) {
      SlurmRecord before = SlurmRecord.read(file);
      options = asked.over(before.asked());
      if (asked.tasks() > 0 && Math.min(asked.tasks(), plan.trials()) != before.shards()) {
        throw LabFailure.ofInput(
            "the sweep in %s has %d tasks, and goes on with these"
                .formatted(order.folder(), before.shards()));
      }
      record = before.withOptions(options);
    } else {
      options = asked;
      if (options.tasks() == 0) {
        trials.remark("trying a few trials, to know how many tasks there are to be");
      }
      int shards = SlurmShards.of(plan, options, SlurmQueue.tasksMax(site.commands));
      record = SlurmRecord.of(plan.sweep().name(), shards, options);
    }
    queue = new SlurmQueue(site.commands, record.name());
    record.write(file);
    left = new long[record.shards() + 1];
    for (int k = 1; k <= record.shards(); k++) {
      tails.add(
          new JournalTail(
              new SweepFolder(here.resolve(PART + k)).journal(),
              plan.identity(),
              new Shard(k, record.shards())));
    }
    for (long index = 0; index < plan.trials(); index++) {
      left[(int) (index % record.shards()) + 1] += trials.isFinished(index) ? 0 : 1;
    }
  }

  /** Runs a sweep, or goes on with one; cancels its tasks if this JVM is ended. */
  public static SweepOutcome run(SlurmOptions options, SweepRun.Order order, SweepWatch watch)
      throws LabFailure {
    return run(Site.here(), options, order, watch);
  }

  static SweepOutcome run(Site site, SlurmOptions options, SweepRun.Order order, SweepWatch watch)
      throws LabFailure {
    SlurmQueue.require(site.commands);
    SweepOutcome outcome =
        SweepRun.by(trials -> new SlurmSweep(site, options, order, trials).runAll(), order, watch);
    tidy(site, order.folder());
    return outcome;
  }

  /** Submits a sweep, or what is missing of it; the outcome is there only if nothing was. */
  public static Optional<SweepOutcome> submit(
      SlurmOptions options, SweepRun.Order order, SweepWatch watch) throws LabFailure {
    return submit(Site.here(), options, order, watch);
  }

  static Optional<SweepOutcome> submit(
      Site site, SlurmOptions options, SweepRun.Order order, SweepWatch watch) throws LabFailure {
    SlurmQueue.require(site.commands);
    Optional<SweepOutcome> outcome =
        SweepRun.begin(
            trials -> new SlurmSweep(site, options, order, trials).submitAll(), order, watch);
    if (outcome.isPresent()) {
      tidy(site, order.folder());
    }
    return outcome;
  }

  /** Removes what the sweep's own files have now, too; what tasks printed stays. */
  private static void tidy(Site site, Path sweep) throws LabFailure {
    Path here = sweep.resolve(FOLDER);
    if (!Files.exists(here.resolve(RECORD))) {
      return; // no trial was ever open
    }
    String name = SlurmRecord.read(here.resolve(RECORD)).name();
    try (Stream<Path> files = Files.list(here)) {
      for (Path file : files.toList()) {
        if (OF_A_TASK.matcher(String.valueOf(file.getFileName())).matches()) {
          FolderRemoval.remove(file);
        }
      }
      if (site.launcher != null) {
        site.launcher.held(name).free();
      }
    } catch (IOException e) {
      throw new LabFailure("the results are written, but not all else is removed: " + e, e);
    }
  }

  private void runAll() throws LabFailure, IOException, InterruptedException {
    forget();
    collect();
    if (trials.left() == 0) {
      awaitEnd();
      return;
    }
    try (ShutdownHook end = new ShutdownHook(this::cancelQuietly)) {
      attach(false);
      follow();
    } catch (LabFailure | IOException | RuntimeException e) {
      cancelQuietly();
      throw e;
    }
  }

  private void submitAll() throws LabFailure, IOException {
    collect();
    if (trials.left() == 0) {
      return;
    }
    boolean isEnd = queue.endName().equals(site.commands.variable("SLURM_JOB_NAME"));
    if (!isEnd) {
      forget();
    }
    attach(isEnd);
    leave();
  }

  /** Takes over from jobs of before: losses count from now on, and this process writes results. */
  private void forget() throws LabFailure {
    record = record.withLosses(new TreeMap<>());
    if (!record.jobs().isEmpty()) {
      queue.cancelEnd();
    }
  }

  private Path recordFile() {
    return here.resolve(RECORD);
  }

  /** Records what has come since the last time. */
  private void collect() throws IOException, LabFailure {
    for (int k = 1; k <= record.shards(); k++) {
      if (left[k] > 0) {
        int shard = k;
        tails
            .get(k - 1)
            .read(
                (index, millis, row) -> {
                  boolean isNew = !trials.isFinished(index);
                  if (trials.take(index, millis, row) && isNew) {
                    left[shard]--;
                  }
                });
      }
    }
  }

  /** Returns the launcher of this JVM's distribution, and what it needs to find the same again. */
  private static SlurmScript.@Nullable Launcher launcher() {
    Path folder = Distribution.folder().orElse(null);
    if (folder == null || !Files.isReadable(folder.resolve("rani"))) {
      return null;
    }
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("RANI_DIST", folder.toString()); // nothing is built then
    String java = System.getenv(JAVA_HOME);
    if (java != null && !java.isEmpty()) {
      variables.put(JAVA_HOME, java);
    } else if (!Files.exists(folder.resolve("java"))) {
      variables.put(JAVA_HOME, System.getProperty("java.home"));
    }
    String plugins = System.getenv(PLUGINS);
    if (plugins != null && !plugins.isEmpty()) {
      variables.put(
          PLUGINS,
          List.of(plugins.split(File.pathSeparator)).stream()
              .map(jar -> Path.of(jar).toAbsolutePath().toString())
              .collect(Collectors.joining(File.pathSeparator)));
    }
    return new SlurmScript.Launcher(folder.resolve("rani"), variables);
  }

  // --- Submitting.

  /** Submits what has no task. */
  private void attach(boolean counted) throws LabFailure, IOException {
    SortedMap<SlurmTask, SlurmState> states =
        queue
            .look(record.jobs())
            .orElseThrow(() -> new LabFailure("Slurm does not answer; nothing was submitted"));
    for (SlurmTask task : states.keySet()) {
      submitted.merge(task.shard(), task.job(), Math::max);
    }
    SortedMap<Integer, SlurmTask> lost = new TreeMap<>();
    SortedSet<Integer> open = new TreeSet<>();
    for (int k = 1; k <= record.shards(); k++) {
      if (left[k] > 0 && !isAlive(k, states)) {
        open.add(k);
        if (counted && submitted.containsKey(k)) {
          lost.put(k, new SlurmTask(submitted.get(k), k));
        }
      }
    }
    if (!lost.isEmpty()) {
      count(lost, states);
    }
    if (!open.isEmpty()) {
      submit(open);
    }
    long alive =
        states.entrySet().stream()
            .filter(each -> each.getValue().isAlive() && left[each.getKey().shard()] > 0)
            .count();
    if (alive > 0) {
      trials.remark(
          alive + (alive == 1 ? " task is" : " tasks are") + " there already, and followed");
    }
  }

  private boolean isAlive(int shard, SortedMap<SlurmTask, SlurmState> states) {
    return states.entrySet().stream()
        .anyMatch(each -> each.getKey().shard() == shard && each.getValue().isAlive());
  }

  private void submit(SortedSet<Integer> shards) throws LabFailure, IOException {
    SlurmScript.Launcher launcher = site.launcher;
    if (launcher == null) {
      throw new LabFailure("Slurm cannot start this rani; it can start the one of `./rani`");
    }
    Path script = here.resolve("job.sh");
    if (submitted.isEmpty()) {
      tryOut(launcher);
    }
    hold(launcher);
    WholeFile.write(
        script, SlurmScript.text(here, trials.plan(), record.shards(), launcher, FOLDER));
    synchronized (this) {
      if (cancelled) {
        return;
      }
      long job = queue.submit(here, script, shards, options);
      record = record.with(job);
      record.write(recordFile());
      for (int shard : shards) {
        submitted.put(shard, job);
        missingNanos.remove(shard);
      }
    }
    trials.remark(
        "submitted array %d: %s; logs are %s"
            .formatted(
                record.jobs().getLast(),
                shards.size() == 1 ? "1 task" : shards.size() + " tasks",
                here.resolve("log-" + record.jobs().getLast() + "_*")));
  }

  /** Has a clone keep the distribution that tasks start, whatever is built there meanwhile. */
  private void hold(SlurmScript.Launcher launcher) {
    try {
      launcher.held(record.name()).hold(here);
    } catch (IOException e) {
      trials.remark(
          "builds in the clone of %s may remove it while tasks need it: %s"
              .formatted(launcher.file(), e));
    }
  }

  /** Finds out here, not in a task, that the launcher lacks something; it writes what it caches. */
  private void tryOut(SlurmScript.Launcher launcher) throws LabFailure {
    SlurmCommands.Answer answer =
        site.commands.run(
            SlurmScript.Launcher.SHELL,
            List.of(launcher.file().toString(), "--version"),
            launcher.variables());
    if (!answer.isOk()) {
      throw new LabFailure(launcher.file() + " does not start: " + answer.orCode());
    }
  }

  /** Submits the job that writes the results, and says how to follow. */
  private void leave() throws LabFailure {
    List<Long> jobs =
        submitted.entrySet().stream()
            .filter(each -> left[each.getKey()] > 0)
            .map(Map.Entry::getValue)
            .distinct()
            .sorted()
            .toList();
    long end = queue.submitEnd(here, here.resolve("job.sh"), jobs, options);
    trials.remark(
        "job %d writes the results when all tasks have ended. To follow: %s"
            .formatted(end, order.goOn()));
    trials.remark(
        "to end it: scancel "
            + jobs.stream().map(String::valueOf).collect(Collectors.joining(" "))
            + " "
            + end);
  }

  // --- Following.

  private void follow() throws LabFailure, IOException, InterruptedException {
    long answeredNanos = System.nanoTime();
    long lookedNanos = answeredNanos;
    while (!trials.isInterruptedWithin(site.pace.readMillis + READ_MILLIS_A_SHARD * openShards())) {
      collect();
      if (trials.left() == 0) {
        awaitEnd();
        return;
      }
      if (millisSince(lookedNanos) < site.pace.lookMillis) {
        continue;
      }
      Optional<SortedMap<SlurmTask, SlurmState>> states = queue.look(record.jobs());
      lookedNanos = System.nanoTime();
      if (states.isPresent()) {
        answeredNanos = lookedNanos;
        replaceLost(states.get());
      } else if (millisSince(answeredNanos) > site.pace.deafMillis) {
        throw new LabFailure(
            "Slurm has not answered for "
                + TimeUnit.MILLISECONDS.toMinutes(site.pace.deafMillis)
                + " minutes; to go on: "
                + order.goOn());
      }
    }
  }

  private long openShards() {
    long open = 0;
    for (long trialsLeft : left) {
      open += trialsLeft > 0 ? 1 : 0;
    }
    return open;
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  /** Lets tasks end by themselves, which have written all their trials. */
  private void awaitEnd() throws LabFailure, InterruptedException {
    long begin = System.nanoTime();
    while (millisSince(begin) < site.pace.visibleMillis) {
      Optional<SortedMap<SlurmTask, SlurmState>> states = queue.look(record.jobs());
      if (states.isEmpty() || states.get().values().stream().noneMatch(SlurmState::isAlive)) {
        return;
      }
      if (trials.isInterruptedWithin(site.pace.lookMillis)) {
        break;
      }
    }
    cancelQuietly();
  }

  private void replaceLost(SortedMap<SlurmTask, SlurmState> states) throws LabFailure, IOException {
    tellReasons(states);
    SortedMap<Integer, SlurmTask> candidates = new TreeMap<>();
    for (int k = 1; k <= record.shards(); k++) {
      if (left[k] > 0 && !isAlive(k, states)) {
        candidates.put(k, new SlurmTask(submitted.getOrDefault(k, 0L), k));
      } else {
        missingNanos.remove(k);
      }
    }
    if (candidates.isEmpty()) {
      return;
    }
    SortedMap<SlurmTask, SlurmState> known = withAccounts(candidates, states);
    SortedMap<Integer, SlurmTask> lost = new TreeMap<>();
    for (Map.Entry<Integer, SlurmTask> each : candidates.entrySet()) {
      if (isLost(each.getValue(), state(each.getValue(), known))) {
        lost.put(each.getKey(), each.getValue());
      }
    }
    collect(); // a task may have written more since
    lost.keySet().removeIf(shard -> left[shard] == 0);
    if (lost.isEmpty()) {
      return;
    }
    boolean oneByOne =
        lost.size() == 1
            || states.values().stream().anyMatch(SlurmState::isAlive)
            || lost.values().stream()
                .anyMatch(task -> !state(task, known).name().equals(SlurmState.CANCELLED));
    if (!oneByOne) {
      throw new LabFailure(
          "all tasks were cancelled, and not by this command; what is finished is kept. To go on: "
              + order.goOn());
    }
    count(lost, known);
    submit(new TreeSet<>(lost.keySet()));
  }

  /** Says why tasks wait, once for each reason that Slurm has. */
  private void tellReasons(SortedMap<SlurmTask, SlurmState> states) {
    for (Map.Entry<SlurmTask, SlurmState> each : states.entrySet()) {
      String reason = each.getValue().reason();
      if (each.getValue().isWaiting()
          && !reason.isEmpty()
          && !reason.equals("None")
          && reasons.size() < REASONS_TOLD_MAX
          && reasons.add(reason)) {
        trials.remark("task " + each.getKey() + " waits: " + told(reason));
      }
    }
  }

  private static String told(String foreign) {
    return Quoted.plain(foreign, TOLD_LENGTH_MAX);
  }

  private SortedMap<SlurmTask, SlurmState> withAccounts(
      SortedMap<Integer, SlurmTask> tasks, SortedMap<SlurmTask, SlurmState> states)
      throws LabFailure {
    List<Long> unknown =
        tasks.values().stream()
            .filter(task -> !states.containsKey(task))
            .map(SlurmTask::job)
            .distinct()
            .toList();
    if (unknown.isEmpty()) {
      return states;
    }
    SortedMap<SlurmTask, SlurmState> known = new TreeMap<>(queue.ended(unknown));
    known.putAll(states);
    return known;
  }

  private static SlurmState state(SlurmTask task, SortedMap<SlurmTask, SlurmState> known) {
    SlurmState state = known.get(task);
    return state == null || state.isAlive() ? SlurmState.GONE : state;
  }

  /** Returns whether what a task has written must be visible by now, and its shard is not whole. */
  private boolean isLost(SlurmTask task, SlurmState state) throws LabFailure {
    boolean began = Files.exists(began(task));
    boolean waits =
        state.isCompleted()
            || state.equals(SlurmState.GONE)
            || (!began && state.name().equals(SlurmState.FAILED));
    if (!waits) {
      return true;
    }
    long since = missingNanos.computeIfAbsent(task.shard(), _ -> System.nanoTime());
    if (millisSince(since) < site.pace.visibleMillis) {
      return false;
    }
    if (!began && state.name().equals(SlurmState.FAILED)) {
      throw new LabFailure(
          "task %s failed%s, and %s is not here, which is the first that a task writes: either its"
                  .formatted(task, because(state), began(task))
              + " node does not share "
              + order.folder()
              + " with this host, or may not write to it (exit code "
              + SlurmScript.NO_FOLDER
              + "), or Slurm could not start the task: `scontrol show job "
              + task
              + "`, or sacct(1), tells its exit code and node");
    }
    return true;
  }

  private static String because(SlurmState state) {
    return state.reason().isEmpty() ? "" : " (" + told(state.reason()) + ")";
  }

  private Path began(SlurmTask task) {
    return here.resolve(BEGAN + task);
  }

  /** Counts losses; fails if a shard was lost too often. */
  private void count(SortedMap<Integer, SlurmTask> lost, SortedMap<SlurmTask, SlurmState> known)
      throws LabFailure, IOException {
    TreeMap<Integer, SlurmRecord.Loss> losses = new TreeMap<>(record.losses());
    List<String> told = new ArrayList<>();
    for (SlurmTask task : lost.values()) {
      SlurmState state = state(task, known);
      SlurmRecord.Loss loss =
          SlurmRecord.Loss.after(losses.get(task.shard()), state.name(), left[task.shard()]);
      if (loss.times() >= LOSSES_MAX) {
        throw new LabFailure(
            "task %s %s, as its shard did %d times without one more trial; its log is %s%s. To go"
                    .formatted(task, state.befell(), loss.times(), log(task), lastWords(log(task)))
                + " on: "
                + order.goOn());
      }
      losses.put(task.shard(), loss);
      told.add("task " + task + " " + state.befell());
    }
    record = record.withLosses(losses);
    record.write(recordFile());
    int more = told.size() - NAMED_MAX;
    trials.remark(
        told.stream().limit(NAMED_MAX).collect(Collectors.joining(", "))
            + (more > 0 ? ", and " + more + " more" : "")
            + (told.size() == 1 ? "; its shard goes on" : "; their shards go on"));
  }

  private Path log(SlurmTask task) {
    return here.resolve("log-" + task);
  }

  /** Returns the end of a log, in quotes; empty if there is none. */
  private static String lastWords(Path log) {
    try {
      List<String> lines =
          InputFile.text(log, LOG_BYTES_MAX).lines().filter(line -> !line.isBlank()).toList();
      String end =
          lines.stream()
              .skip(Math.max(0, lines.size() - LOG_LINES_TOLD))
              .collect(Collectors.joining(" / "));
      return end.isEmpty() ? "" : ", which ends with: " + told(end);
    } catch (IOException e) {
      return "";
    }
  }

  // --- The end.

  /** Cancels all tasks. Waits for a submission, so that none is left behind. */
  private synchronized void cancelQuietly() {
    cancelled = true;
    try {
      queue.cancel();
      if (site.launcher != null) {
        site.launcher.held(record.name()).free();
      }
    } catch (LabFailure | IOException e) {
      trials.remark(e.getMessage() + "; tasks of " + record.name() + " may go on");
    }
  }
}
