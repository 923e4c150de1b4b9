// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.study.observe.RunTrace;
import rani.world.NodeTrace;

/** Shows a run in virtual time while it is computed, from its first event on. */
public final class ComputedFeed implements Feed, RunTrace {
  /** The shortest interval of updates to pages. An update takes at most a tenth of the time. */
  private static final long TELL_NANOS = 500_000_000;

  private static final int TELL_SHARE = 10;
  private static final int EVENTS_PER_LOOK_AT_THE_CLOCK = 256;

  private final Path folder;
  private final List<String> remarks;
  private final TraceRecorder recorder;
  private final List<LiveFollower> followers = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock(true);
  private boolean isComputed;
  private long events;
  private long tellAtNanos;

  /** Creates a feed of a run that has not begun; the user sees the remarks. */
  public ComputedFeed(Path folder, Topology network, List<String> remarks) {
    this.folder = folder;
    this.remarks = List.copyOf(remarks);
    this.recorder = new TraceRecorder(network, true);
  }

  /** Takes the lock, which the run's thread keeps between events while the run is computed. */
  private void holdLock() {
    if (!lock.isHeldByCurrentThread()) {
      lock.lock();
    }
  }

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
      lock.lock(); // the lock is fair: waiting threads go first
      if (System.nanoTime() > tellAtNanos) {
        tell();
      }
    }
    return true;
  }

  /** Ends the recording after the last event, or after a failure of the run. */
  public void end() {
    holdLock();
    try {
      recorder.end();
      isComputed = true;
      tell();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the recording for a report's player, as {@link TraceRecorder#json} does. */
  public Optional<String> recording(String run) {
    lock.lock();
    try {
      return recorder.json(run, true, List.of());
    } finally {
      lock.unlock();
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
              new Recording.Head(
                  run, "virtual", null, null, isComputed ? null : true, null, remarks),
              Positions.read(folder));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public LiveFollower follow() {
    lock.lock();
    LiveFollower follower = new LiveFollower().among(followers);
    try {
      follower.offer(whole()); // the page may have loaded an older recording
    } finally {
      lock.unlock();
    }
    return follower;
  }

  @Override
  public CommandResult execute(String line) throws LabFailure {
    throw new LabFailure("no one can say anything to a run in virtual time while it is computed");
  }

  @Override
  public void keep(String positions) throws LabFailure {
    Positions.write(folder, positions);
  }
}
