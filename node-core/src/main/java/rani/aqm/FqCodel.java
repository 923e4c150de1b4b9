// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.wire.FlowIdentity;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.Verdict;

/**
 * Flow Queue CoDel (RFC 8290). A hash of the five-tuple assigns each flow to one of many queues.
 * The queues are served by deficit round robin, new flows first, and CoDel controls each queue. If
 * the buffer is full, half of the longest queue is dropped, at most 64 packets.
 *
 * <p>Reports the number of waiting frames as its average. A packet that finds the server idle is
 * served at once and costs its flow no deficit.
 */
public final class FqCodel implements QueueDiscipline {
  /** The number of packets of the longest queue that are dropped at once (RFC 8290 §4.1.3). */
  static final int BATCH_MAX = 64;

  private static final int NOWHERE = MonitoredQueue.NOWHERE;

  private final int quantumBytes;
  private final long perturbation;
  private final Flow[] flows;
  private final ArrayDeque<Flow> newFlows = new ArrayDeque<>();
  private final ArrayDeque<Flow> oldFlows = new ArrayDeque<>();
  private int[] behind = new int[16];
  private int queuedFrames;
  private Flow serving;
  private Flow giving;
  private int toGive;

  /** One of the hashed queues: a linked list of places in the port's queue. */
  private static final class Flow {
    private final SojournControl control;
    private int head = NOWHERE;
    private int tail = NOWHERE;
    private int frames;
    private long bytes;
    private int deficitBytes;
    private boolean hasTurns;

    Flow(CodelConfig config) {
      control = new SojournControl(config);
    }
  }

  /**
   * Makes an empty discipline.
   *
   * @param random source of the hash's perturbation (RFC 8290 §4.1.2)
   */
  public FqCodel(FqCodelConfig config, RandomGenerator random) {
    this.quantumBytes = config.quantumBytes();
    this.perturbation = random.nextLong();
    this.flows = new Flow[config.flows()];
    for (int i = 0; i < flows.length; i++) {
      flows[i] = new Flow(config.codel());
    }
    this.serving = flows[0];
    this.giving = flows[0];
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    queuedFrames = queue.frames();
    return Verdict.ENQUEUE;
  }

  @Override
  public DropReason earlyDrop() {
    return DropReason.SOJOURN;
  }

  @Override
  public double averageFrames() {
    return queuedFrames;
  }

  @Override
  public int makesRoom(MonitoredQueue queue) {
    if (toGive == 0) {
      if (!queue.isFull()) {
        return NOWHERE;
      }
      giving = longest();
      toGive = Math.clamp(giving.frames / 2, 1, BATCH_MAX);
    }
    toGive--;
    return takeHead(queue, giving);
  }

  private Flow longest() {
    Flow longest = flows[0];
    for (Flow flow : flows) {
      longest = flow.bytes > longest.bytes ? flow : longest;
    }
    return longest;
  }

  @Override
  public void joined(MonitoredQueue queue, int place) {
    ByteBuf frame = queue.frame(place);
    Flow flow = flows[hash(frame)];
    if (place >= behind.length) {
      behind = Arrays.copyOf(behind, Integer.highestOneBit(place) << 1);
    }
    behind[place] = NOWHERE;
    if (flow.tail == NOWHERE) {
      flow.head = place;
    } else {
      behind[flow.tail] = place;
    }
    flow.tail = place;
    flow.frames++;
    flow.bytes += Frame.length(frame);
    if (!flow.hasTurns) {
      flow.hasTurns = true;
      flow.deficitBytes = quantumBytes;
      newFlows.add(flow);
    }
  }

  private int hash(ByteBuf frame) {
    long mixed = mix(FlowIdentity.FIVE_TUPLE.high(frame) ^ perturbation);
    mixed = mix(mixed ^ FlowIdentity.FIVE_TUPLE.low(frame));
    return (int) ((mixed >>> 33) % flows.length);
  }

  /** SplitMix64's finalizer: every bit of the key moves every bit of the result. */
  private static long mix(long key) {
    long mixed = (key ^ key >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ mixed >>> 31;
  }

  @Override
  public int next(MonitoredQueue queue) {
    while (true) {
      boolean isNew = !newFlows.isEmpty();
      ArrayDeque<Flow> turns = isNew ? newFlows : oldFlows;
      Flow flow = turns.element();
      if (flow.deficitBytes <= 0) {
        flow.deficitBytes += quantumBytes;
        turns.remove();
        oldFlows.add(flow);
      } else if (flow.frames == 0) {
        turns.remove();
        flow.control.emptied();
        flow.hasTurns = isNew; // once more among the old ones, so that no one starves them
        if (isNew) {
          oldFlows.add(flow);
        }
      } else {
        serving = flow;
        return flow.head;
      }
    }
  }

  @Override
  public DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place) {
    Flow flow = serving;
    int bytes = Frame.length(queue.frame(place));
    DequeueDecision leaving = flow.control.leaves(nowNanos, queue, place, flow.bytes - bytes);
    takeHead(queue, flow);
    if (leaving != DequeueDecision.DROP) {
      flow.deficitBytes -= bytes;
    }
    return leaving;
  }

  /** Resets all flows: with nothing to send, each begins as new with its next packet. */
  @Override
  public void idle(long sinceNanos) {
    while (!newFlows.isEmpty() || !oldFlows.isEmpty()) {
      Flow flow = (newFlows.isEmpty() ? oldFlows : newFlows).remove();
      flow.control.emptied();
      flow.hasTurns = false;
    }
  }

  private int takeHead(MonitoredQueue queue, Flow flow) {
    int place = flow.head;
    flow.head = behind[place];
    flow.tail = flow.head == NOWHERE ? NOWHERE : flow.tail;
    flow.frames--;
    flow.bytes -= Frame.length(queue.frame(place));
    return place;
  }
}
