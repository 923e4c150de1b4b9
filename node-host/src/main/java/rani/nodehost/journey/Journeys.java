// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/**
 * Records a node's events of watched packets from the node's trace. Without a watch an event costs
 * one check of an empty list. A watch expires, so that a client that dies leaves nothing behind.
 * The node's thread writes, any thread may read.
 */
public final class Journeys extends PacketEvents {
  /** The most watches at one node at a time. */
  public static final int WATCHES_MAX = 16;

  /** The most events that one watch keeps: its first. */
  public static final int SIGHTINGS_MAX = 16_384;

  /** The most events in one answer. */
  public static final int SIGHTINGS_AT_ONCE_MAX = 4096;

  private final List<Watched> watches = new CopyOnWriteArrayList<>();

  private static final class Watched {
    private final WatchedFlow watch;
    private final List<PacketEvent> sightings = new ArrayList<>();
    private boolean begun;
    private long beganNanos;
    private long lost;

    Watched(WatchedFlow watch) {
      this.watch = watch;
    }

    /** Starts the watch's time at the first event, because only events carry the node's time. */
    boolean isOver(long nowNanos) {
      if (!begun) {
        begun = true;
        beganNanos = nowNanos;
      }
      return nowNanos - beganNanos > watch.forNanos();
    }

    synchronized void add(PacketEvent sighting) {
      if (sightings.size() == SIGHTINGS_MAX) {
        lost++;
      } else {
        sightings.add(sighting);
      }
    }

    synchronized Kept kept(int from) {
      int begin = Math.clamp(from, 0, sightings.size());
      int end = Math.min(sightings.size(), begin + SIGHTINGS_AT_ONCE_MAX);
      return new Kept(sightings.subList(begin, end), lost);
    }
  }

  /** Events in order of time, and the number of events beyond {@link #SIGHTINGS_MAX}. */
  public record Kept(List<PacketEvent> sightings, long lost) {
    public Kept {
      sightings = List.copyOf(sightings);
    }
  }

  /** Explicit, because -Xlint:missing-explicit-ctor warns about default constructors. */
  public Journeys() {}

  /** Begins a watch; throws if its id is in use, or there are too many watches. */
  public synchronized void watch(WatchedFlow watch) throws LabFailure {
    if (find(watch.id()) != null) {
      throw new LabFailure("there is a watch " + watch.id() + " already");
    }
    if (watches.size() == WATCHES_MAX) {
      throw new LabFailure(WATCHES_MAX + " kinds of packets are watched already");
    }
    watches.add(new Watched(watch));
  }

  /** Returns the events of a watch from an index on; throws if there is no such watch. */
  public Kept kept(String id, int from) throws LabFailure {
    Watched found = find(id);
    if (found == null) {
      throw new LabFailure("there is no watch " + id + ", or no longer");
    }
    return found.kept(from);
  }

  /** Ends a watch. No effect if there is none. */
  public void forget(String id) {
    watches.removeIf(each -> each.watch.id().equals(id));
  }

  private @Nullable Watched find(String id) {
    return watches.stream().filter(each -> each.watch.id().equals(id)).findFirst().orElse(null);
  }

  @Override
  protected boolean isWanted() {
    return !watches.isEmpty();
  }

  @Override
  protected void see(long nowNanos, ByteBuf frame, Supplier<PacketEvent> event) {
    for (Watched each : watches) {
      if (each.isOver(nowNanos)) {
        forget(each.watch.id());
      } else if (each.watch.matches(frame)) {
        each.add(event.get());
      }
    }
  }
}
