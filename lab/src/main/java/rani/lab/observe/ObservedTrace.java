// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.rdp.bind.WindowNote;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.NoteDetail;
import rani.world.Verdict;

/**
 * Tells {@link Observations} what happens at the nodes of a run in virtual time while it happens:
 * the same that they would make of the lines of its trace, which nobody need write. What befalls
 * packets, most of all events, is told without an object for each.
 */
public final class ObservedTrace {
  /** As many as notes of windows have. */
  private static final int NOTE_VALUES = 10;

  private final PacketGlance glance = new PacketGlance();
  private @Nullable Observations observations;
  private boolean ended;

  /** Nobody is told of anything yet. */
  public ObservedTrace() {
    // The lint asks for a constructor that is meant to be public to say so.
  }

  /** From now on these are told of all that happens. */
  public void begin(Observations told) {
    observations = told;
  }

  /**
   * The run is over: what nodes drop as they are stopped belongs to no count. What their services
   * have to say at the end is still told.
   */
  public void end() {
    ended = true;
  }

  /** What a node tells goes here. */
  public NodeTrace of(String node) {
    return new AtNode(node);
  }

  private final class AtNode implements NodeTrace {
    private final String node;
    private @Nullable NodeSight sight;

    AtNode(String node) {
      this.node = node;
    }

    /** Whom to tell of packets; null for nobody. */
    private @Nullable Observations told() {
      return ended ? null : observations;
    }

    private NodeSight sight(Observations told) {
      NodeSight known = sight;
      if (known == null) {
        known = told.node(node);
        sight = known;
      }
      return known;
    }

    private PacketGlance glance(ByteBuf frame) {
      boolean _ = glance.isAgain(frame);
      return glance;
    }

    private void accept(TraceEvent event) {
      Observations told = told();
      if (told != null) {
        told.accept(event);
      }
    }

    @Override
    public void origin(long nowNanos, ByteBuf frame) {
      Observations told = told();
      if (told != null) {
        told.origin(nowNanos, sight(told), glance(frame));
      }
    }

    @Override
    public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
      Observations told = told();
      if (told != null) {
        told.happened(nowNanos); // nothing may follow, as when a service holds the packet
      }
    }

    @Override
    public void verdict(
        long nowNanos,
        String queue,
        ByteBuf frame,
        Verdict verdict,
        int queuedFrames,
        double averageFrames) {
      Observations told = told();
      if (told != null) {
        told.verdict(
            nowNanos, sight(told), queue, verdict, queuedFrames, averageFrames, glance(frame));
      }
    }

    @Override
    public void head(
        long nowNanos, String queue, ByteBuf frame, boolean marked, long sojournNanos) {
      Observations told = told();
      if (told != null) {
        told.happened(nowNanos);
      }
    }

    @Override
    public void departure(long nowNanos, LinkId link, ByteBuf frame, long lateNanos) {
      Observations told = told();
      if (told != null) {
        told.departure(nowNanos, sight(told), link.number(), lateNanos, glance(frame));
      }
    }

    @Override
    public void delivery(long nowNanos, String at, ByteBuf frame) {
      Observations told = told();
      if (told != null) {
        told.delivery(nowNanos, at, glance(frame));
      }
    }

    @Override
    public void drop(long nowNanos, DropReason reason, @Nullable LinkId link, ByteBuf frame) {
      Observations told = told();
      if (told != null) {
        told.drop(
            nowNanos,
            sight(told),
            reason.text(),
            number(link),
            Frame.check(frame) == null ? glance(frame) : null);
      }
    }

    @Override
    public void filter(
        long nowNanos,
        FilterChange change,
        @Nullable LinkId link,
        String flow,
        long untilNanos,
        long caught) {
      accept(new TraceEvent.Filter(nowNanos, node, change, number(link), flow, untilNanos, caught));
    }

    @Override
    public void congestion(long nowNanos, String queue, Congestion kind, double averageFrames) {
      accept(new TraceEvent.Congestion(nowNanos, node, queue, kind, averageFrames));
    }

    @Override
    public void link(long nowNanos, LinkId link, boolean up) {
      accept(new TraceEvent.Link(nowNanos, node, link.number(), up));
    }

    @Override
    public void note(long nowNanos, String service, String event, String detail) {
      Observations told = observations; // also at the end
      if (told != null) {
        told.accept(new TraceEvent.Note(nowNanos, node, values(service, event, detail)));
      }
    }

    @Override
    public void note(long nowNanos, String service, String event, NoteDetail detail) {
      Observations told = observations;
      if (told != null && detail instanceof WindowNote window) {
        told.window(nowNanos, sight(told), service, window);
      } else if (told != null) {
        note(nowNanos, service, event, detail.text());
      }
    }

    private static OptionalInt number(@Nullable LinkId link) {
      return link == null ? OptionalInt.empty() : OptionalInt.of(link.number());
    }
  }

  private static SequencedMap<String, String> values(String service, String event, String detail) {
    SequencedMap<String, String> values = LinkedHashMap.newLinkedHashMap(NOTE_VALUES);
    values.put("service", service);
    values.put("event", event);
    for (int at = 0; at < detail.length(); ) {
      int end = detail.indexOf(' ', at);
      end = end < 0 ? detail.length() : end;
      int equals = detail.indexOf('=', at);
      if (equals <= at || equals >= end - 1) {
        throw new IllegalArgumentException(
            "a note of " + service + " where key=value was expected: " + detail);
      }
      values.put(detail.substring(at, equals), detail.substring(equals + 1, end));
      at = end + 1;
    }
    return values;
  }
}
