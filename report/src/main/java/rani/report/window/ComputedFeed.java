// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.study.experiment.Experiment;
import rani.study.observe.RunTrace;
import rani.study.trace.TraceSource;
import rani.world.NodeTrace;

/**
 * A run in virtual time, from its first event on, while it is computed. It is computed for the
 * pages alone, beside the run that is measured and of the same seed, which makes them the same.
 */
public final class ComputedFeed implements Feed {
  /** Pages are told of what has been computed this often, and less often where that takes long. */
  private static final long TELL_NANOS = 500_000_000;

  private static final int TELL_SHARE = 10;
  private static final int EVENTS_PER_LOOK_AT_THE_CLOCK = 256;

  private final Path folder;
  private final TraceSource source;
  private final List<String> remarks = new ArrayList<>();
  private final TraceRecorder recorder;
  private final List<LiveFollower> followers = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock(true);
  private boolean isComputed;
  private boolean isClosed;
  private long events;
  private long tellAtNanos;

  /**
   * Begins to compute it.
   *
   * @param folder of the run, which keeps where nodes are dragged to
   * @param seed of the trial that is shown
   * @param remarks what a reader should know
   */
  public ComputedFeed(Path folder, Experiment experiment, long seed, List<String> remarks) {
    this.folder = folder;
    this.source = new TraceSource.OfReplay(experiment, seed, Optional.empty(), List.of());
    this.remarks.addAll(remarks);
    this.recorder = new TraceRecorder(experiment.network(), source.knowsGo());
    Thread _ = Thread.ofPlatform().daemon().name("rani-window-compute").start(this::compute);
  }

  private void compute() {
    try {
      List<String> more;
      try {
        more = source.read(new Computed()).remarks();
      } catch (LabFailure e) {
        more = List.of("the recording ends here: " + e.getMessage());
      }
      holdLock();
      recorder.end();
      remarks.addAll(more);
      isComputed = true;
      tell();
    } finally {
      if (lock.isHeldByCurrentThread()) {
        lock.unlock();
      }
    }
  }

  private void holdLock() {
    if (!lock.isHeldByCurrentThread()) {
      lock.lock();
    }
  }

  /**
   * Records what is computed, and tells of it now and then. The lock is held meanwhile, and lent to
   * others between two events.
   */
  private final class Computed implements RunTrace {
    @Override
    public void go(long nanos) {
      holdLock();
      recorder.go(nanos);
    }

    @Override
    public NodeTrace at(String node) {
      return recorder.at(node);
    }

    @Override
    public boolean wantsMore() {
      holdLock();
      if (++events % EVENTS_PER_LOOK_AT_THE_CLOCK == 0) {
        lock.unlock();
        lock.lock(); // behind those who wait, since it is fair
        if (System.nanoTime() > tellAtNanos) {
          tell();
        }
      }
      return !isClosed;
    }
  }

  private void tell() {
    if (!followers.isEmpty()) {
      long beganNanos = System.nanoTime();
      News whole = whole();
      followers.forEach(follower -> follower.offer(whole));
      long tookNanos = System.nanoTime() - beganNanos;
      tellAtNanos = beganNanos + Math.max(TELL_NANOS, TELL_SHARE * tookNanos);
    }
  }

  private News whole() {
    return new News("whole", recording());
  }

  @Override
  public String recording() {
    lock.lock();
    try {
      String run = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
      return recorder
          .recording()
          .json(
              new Recording.Head(run, "virtual", null, null, isComputed ? null : true, remarks),
              Positions.read(folder));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Follower follow() {
    LiveFollower follower = new LiveFollower(followers::remove);
    lock.lock();
    try {
      followers.add(follower);
      follower.offer(whole()); // the page read what there was a moment ago
    } finally {
      lock.unlock();
    }
    return follower;
  }

  @Override
  public Said say(String line) throws LabFailure {
    throw new LabFailure("no one can say anything to a run in virtual time while it is computed");
  }

  @Override
  public void keep(String positions) throws LabFailure {
    Positions.write(folder, positions);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
    } finally {
      lock.unlock();
    }
  }
}
