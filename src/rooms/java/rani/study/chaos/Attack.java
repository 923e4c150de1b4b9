// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import rani.link.Originator;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SynParameters;
import rani.services.abcd.AbcdSize;
import rani.services.acc.AccFilter;
import rani.services.lgc.ActiveFilter;
import rani.services.ufc.UfcCongestion;
import rani.services.ufc.UfcShaping;
import rani.study.chaos.StrangersStand.Connection;
import rani.wire.Dscp;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.wire.NodeMessage;
import rani.wire.NodeMessage.LinkState.Neighbour;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.wire.UdpFlow;

/**
 * A kind of frame that a stranger floods a node with, in the name of the neighbour on that link,
 * and what it takes from others at worst: docs/strangers.md has the same table.
 */
enum Attack {
  /** Bytes of any value. */
  NOISE("noise", Harm.NOTHING, Harm.NOTHING, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return random.bytes(random.count(1, 300));
    }
  },
  /** What the neighbour sent lately, once more. */
  REPLAY("the neighbour's frames, replayed", Harm.NOTHING, Harm.STATE, Harm.RATE, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return random.one(stand.overheard());
    }
  },
  /** The same with a bit changed. */
  SPOILT("… with a bit changed", Harm.NOTHING, Harm.STATE, Harm.RATE, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      byte[] frame = random.one(stand.overheard()).clone();
      frame[random.count(0, frame.length - 1)] ^= (byte) (1 << random.count(0, 7));
      return frame;
    }
  },
  HELLO("hellos", Harm.NOTHING, Harm.STATE, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return stand.message(
          stand.node(),
          0,
          new NodeMessage.LinkHello(
              random.count(0, Integer.MAX_VALUE), random.chance(0.5), random.count(1, 0xFFFF)));
    }
  },
  LINK_STATE_OF_NO_NODE(
      "link states of made-up nodes", Harm.NOTHING, Harm.NOTHING, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      int address = madeUp(random);
      return stand.message(
          stand.node(),
          0,
          new NodeMessage.LinkState(
              address,
              random.count(0, NodeMessage.LinkState.PARTS_MAX - 1),
              random.count(0, 100),
              0,
              "m" + Integer.toUnsignedString(address),
              List.of(new Neighbour(stand.node(), 1500, 1))));
    }
  },
  LINK_STATE_OF_OTHERS(
      "link states in other nodes' names",
      Harm.STATE,
      Harm.NOTHING,
      Harm.STATE,
      Harm.NOTHING,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      int origin = random.one(stand.others());
      NodeMessage.LinkState state =
          new NodeMessage.LinkState(
              origin,
              0,
              random.count(1_000_000, Integer.MAX_VALUE),
              0,
              stand.name(origin),
              random.chance(0.5)
                  ? List.of()
                  : List.of(new Neighbour(random.one(stand.others()), 1500, 1)));
      byte[] signature = random.bytes(NodeMessage.SignedLinkState.SIGNATURE_BYTES);
      return stand.message(
          stand.node(),
          0,
          random.chance(0.5) ? state : new NodeMessage.SignedLinkState(state, signature));
    }
  },
  FILTER_REQUEST(
      "requests for filters of others' flows",
      Harm.NOTHING,
      Harm.STATE,
      Harm.NOTHING,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      int id = random.count(0, Integer.MAX_VALUE);
      Connection flow = random.one(stand.connections());
      // What n itself sends him, such as answers, he may well have filtered.
      boolean own = flow.from() == stand.node();
      int destination = own || random.chance(0.5) ? flow.to() : stand.me();
      return random.chance(0.5)
          ? stand.message(
              stand.node(),
              ACTIVE_FILTER,
              new ActiveFilter(id, FlowKey.ofSource(flow.from()), destination, 0))
          : stand.message(
              stand.node(),
              ACC_FILTER,
              new AccFilter(
                  flow.key(), 1, 0xFFFF, 2, 100, 50, 1, 1, 10, random.count(1, 16), true));
    }
  },
  REPORT(
      "reports of drops of others' flows", Harm.NOTHING, Harm.STATE, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      Connection flow = random.one(stand.connections());
      int id = random.count(0, Integer.MAX_VALUE);
      return random.chance(0.5)
          ? stand.message(flow.from(), UFC_EDGE, new UfcCongestion(flow.key(), id, 0xFFFF, 500, 1))
          : stand.message(flow.from(), UFC_EDGE, new UfcShaping(flow.key(), id, 0xFFFF, 500));
    }
  },
  SIZE_REQUEST(
      "requests for smaller packets of others' flows",
      Harm.NOTHING,
      Harm.STATE,
      Harm.NOTHING,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      Connection flow = random.one(stand.connections());
      return stand.message(stand.node(), ABCD_SPLITTER, new AbcdSize(flow.key(), 100));
    }
  },
  CALL(
      "calls of the node from made-up addresses",
      Harm.NOTHING,
      Harm.RATE,
      Harm.RATE,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return syn(stand, random, random.chance(0.5) ? madeUp(random) : stand.me());
    }
  },
  CALL_AS_OTHERS(
      "calls of the node in other nodes' names", Harm.RATE, Harm.RATE, Harm.RATE, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return syn(stand, random, random.one(stand.others()));
    }
  },
  SEGMENT(
      "segments into others' connections with the node",
      Harm.RATE,
      Harm.RATE,
      Harm.RATE,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return segment(stand, random, random.one(stand.connectionsWithNode()));
    }
  },
  ACTIVE("active packets", Harm.NOTHING, Harm.NOTHING, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return datagram(stand, random, stand.node(), random.count(1, 20), 0, BYTES);
    }
  },
  QUESTION(
      "questions (ping) in other nodes' names", Harm.RATE, Harm.RATE, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      int asker = random.one(stand.others());
      ByteBuf head =
          Unpooled.buffer().writeInt(0x5047_0101).writeInt(1).writeInt(0).writeInt(asker);
      return stand.sent(
          new Originator(UnpooledByteBufAllocator.DEFAULT, asker)
              .datagram(
                  new UdpFlow(stand.node(), 7006, 7006),
                  PING,
                  Dscp.BEST_EFFORT,
                  10_000_000,
                  head,
                  36));
    }
  },
  DATA_TO_NODE("data to the node", Harm.NOTHING, Harm.NOTHING, Harm.NOTHING, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return datagram(stand, random, stand.node(), 0, 0, BYTES);
    }
  },
  DATA_THROUGH("data through the node to others", Harm.RATE, Harm.RATE, Harm.RATE, Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return datagram(stand, random, stand.beyond(), 0, 0, BYTES);
    }
  },
  SEGMENT_THROUGH(
      "segments into others' connections through the node",
      Harm.RATE,
      Harm.RATE,
      Harm.RATE,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      return segment(stand, random, random.one(stand.connectionsWithBeyond()));
    }
  },
  CONTROL_THROUGH(
      "data through the node to others, DSCP 48",
      Harm.RATE,
      Harm.RATE,
      Harm.NOTHING,
      Harm.NOTHING) {
    @Override
    byte[] frame(StrangersStand stand, ChaosRandom random) {
      // Of 64 bytes at most it is network control, or it is data.
      int bytes = random.chance(0.5) ? CONTROL_BYTES : BYTES;
      return datagram(stand, random, stand.beyond(), 0, Ipv4Header.DSCP_CONTROL, bytes);
    }
  };

  private static final int ACTIVE_FILTER = 2;
  private static final int PING = 6;
  private static final int ACC_FILTER = 10;
  private static final int UFC_EDGE = 12;
  private static final int ABCD_SPLITTER = 14;
  private static final int SINK_PORT = 7000;
  private static final int BYTES = 100;
  private static final int CONTROL_BYTES = 64;

  /** What a flood takes from others at worst. */
  enum Harm {
    /** Their state is as it was, and their goodput −5 % at most. */
    NOTHING("nothing"),
    /** Their state is as it was; of links that the flood or its answers go by, it has its part. */
    RATE("rate"),
    /** No promise: it is believed. */
    STATE("not promised");

    private final String text;

    Harm(String text) {
      this.text = text;
    }

    /** The word in docs/strangers.md. */
    String text() {
      return text;
    }
  }

  private final String text;
  private final Harm byUnkeyedNeighbour;
  private final Harm byNeighbour;
  private final Harm withoutKeys;
  private final Harm withKeysForControl;
  private final Harm withKeysForAll;

  /** What a neighbour may do is mostly the same with keys and without. */
  Attack(String text, Harm neighbour, Harm off, Harm control, Harm all) {
    this(text, neighbour, neighbour, off, control, all);
  }

  Attack(String text, Harm unkeyed, Harm neighbour, Harm off, Harm control, Harm all) {
    this.text = text;
    byUnkeyedNeighbour = unkeyed;
    byNeighbour = neighbour;
    withoutKeys = off;
    withKeysForControl = control;
    withKeysForAll = all;
  }

  /** One frame of the kind. */
  abstract byte[] frame(StrangersStand stand, ChaosRandom random);

  /** The kind's name in docs/strangers.md. */
  String text() {
    return text;
  }

  /** What it takes from others at worst. */
  Harm harm(StrangersStand.Door door) {
    return switch (door) {
      case NEIGHBOUR_OFF -> byUnkeyedNeighbour;
      case NEIGHBOUR -> byNeighbour;
      case OFF -> withoutKeys;
      case CONTROL -> withKeysForControl;
      case ALL -> withKeysForAll;
    };
  }

  /** Those that take that, at worst. */
  static List<Attack> of(Harm worst, StrangersStand.Door door) {
    return Arrays.stream(values()).filter(each -> each.harm(door) == worst).toList();
  }

  private static int madeUp(ChaosRandom random) {
    return 0x0B00_0000 + random.count(1, 0xFFFFFF);
  }

  private static byte[] syn(StrangersStand stand, ChaosRandom random, int caller) {
    return stand.segment(
        caller,
        stand.node(),
        new Segment(
            Segment.SYN,
            random.count(1, 0xFFFF),
            SINK_PORT,
            random.count(0, Integer.MAX_VALUE),
            0,
            new SynParameters(16, 1500, SynParameters.SEQUENCED),
            Segment.NO_EACKS,
            null,
            Unpooled.EMPTY_BUFFER));
  }

  /** Of any number, from the connection's first end to its second. */
  private static byte[] segment(StrangersStand stand, ChaosRandom random, Connection into) {
    int sequence = (int) random.between(Integer.MIN_VALUE, Integer.MAX_VALUE);
    int acknowledged = (int) random.between(Integer.MIN_VALUE, Integer.MAX_VALUE);
    boolean asks = random.chance(0.1);
    int flags =
        asks
            ? 0
            : random.one(
                List.of(
                    Segment.RST,
                    Segment.RST | Segment.ACK,
                    Segment.ACK,
                    Segment.ACK | Segment.EACK,
                    Segment.ACK | Segment.NUL,
                    Segment.SYN));
    return stand.segment(
        into.from(),
        into.to(),
        new Segment(
            flags,
            into.fromPort(),
            into.toPort(),
            sequence,
            acknowledged,
            flags == Segment.SYN ? new SynParameters(1, 100, 0) : null,
            (flags & Segment.EACK) == 0 ? Segment.NO_EACKS : new int[] {sequence, acknowledged},
            asks ? new RouterState(RouterState.SET, 0, random.count(0, 3), 1, 2, 0, 1) : null,
            Unpooled.EMPTY_BUFFER));
  }

  private static byte[] datagram(
      StrangersStand stand, ChaosRandom random, int destination, int service, int dscp, int bytes) {
    return stand.sent(
        new Originator(UnpooledByteBufAllocator.DEFAULT, stand.me())
            .planned(
                new PacketPlan(
                    destination,
                    service != 0,
                    service,
                    Ipv4Header.PROTOCOL_UDP,
                    random.count(1, 0xFFFF),
                    random.one(List.of(SINK_PORT, 7006, 7007, 9)),
                    dscp,
                    0,
                    Ipv4Header.TTL_INITIAL,
                    PacketPlan.LIFETIME_MICROS,
                    bytes,
                    Payload.NONE)));
  }
}
