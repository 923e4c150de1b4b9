// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.service.QueueView;
import rani.service.ServiceContext;
import rani.wasm.SandboxTrap.Reason;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.LinkId;
import rani.world.Note;

/**
 * The functions that a service in WebAssembly may call. Every argument is checked before the node
 * sees it. Arguments come in fields, so that their array need not outlive the call.
 */
final class HostCalls {
  private static final int DATA_BYTES_MAX =
      Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH - UdpHeader.LENGTH;
  private static final int PROTOCOL_MAX = 255;
  private static final int PORT_BITS = 16;
  private static final int PORT_MAX = 0xFFFF;
  private static final long SECOND_NANOS = 1_000_000_000;

  private final @Nullable WasmService service;
  private final long[] result = new long[1];
  private long a0;
  private long a1;
  private long a2;
  private long a3;
  private long a4;
  private long a5;
  private long a6;
  private @Nullable RuntimeException failure;
  private long notesBeganNanos = Long.MIN_VALUE;
  private int notesInSecond;

  /** Makes the functions of a service; null for code that may call none. */
  HostCalls(@Nullable WasmService service) {
    this.service = service;
  }

  /** Calls a function. The array returned is used again for the next result. */
  long @Nullable [] called(Abi.HostFunction function, boolean isVoid, long[] arguments) {
    int count = arguments.length;
    if (count > 0) {
      a0 = arguments[0];
    }
    if (count > 1) {
      a1 = arguments[1];
    }
    if (count > 2) {
      a2 = arguments[2];
    }
    if (count > 3) {
      a3 = arguments[3];
    }
    if (count > 4) {
      a4 = arguments[4];
    }
    if (count > 5) {
      a5 = arguments[5];
    }
    if (count > 6) {
      a6 = arguments[6];
    }
    result[0] = called(function);
    return isVoid ? null : result;
  }

  private long called(Abi.HostFunction function) {
    try {
      WasmService of = service;
      if (of == null || !of.isInCall()) {
        throw new SandboxTrap(
            Reason.ARGUMENT, "no function of the node can be called before the service starts");
      }
      int fuel = function.actFuel();
      if (fuel > 0) {
        of.sandbox().takeFuel(fuel);
      }
      return call(function, of, of.context(), of.nowNanos());
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /** Returns what a function of the node has thrown since the last question; null if nothing. */
  @Nullable RuntimeException takeFailure() {
    RuntimeException thrown = failure;
    failure = null;
    return thrown;
  }

  private long call(Abi.HostFunction function, WasmService of, ServiceContext context, long now) {
    return switch (function) {
      case LOG, EXP, POW, RANDOM_I32, RANDOM_I64, RANDOM_F64, SECRET_I32, OPTION_I64, OPTION_F64 ->
          compute(function, of, context);
      case LINKS,
          LINK_AT,
          LINK_TO,
          NEIGHBOUR,
          ROUTE,
          PATH_MTU,
          QUEUE,
          FLOW_HIGH,
          FLOW_LOW,
          FRAMES_OF,
          GREEDIEST,
          FORWARDED,
          TELL_FORWARDED ->
          look(function, of, context, now);
      case FILTER, DIVERT, DIVERT_MATCHING, REFRESH, FLUSH, CLOSE, RELEASE, RELEASE_COPY ->
          divert(function, of, context, now);
      default -> act(function, of, context, now);
    };
  }

  /** Functions that calculate, draw a random number or tell an option. */
  private long compute(Abi.HostFunction function, WasmService of, ServiceContext context) {
    return switch (function) {
      case LOG -> bits(StrictMath.log(f64(a0)));
      case EXP -> bits(StrictMath.exp(f64(a0)));
      case POW -> bits(StrictMath.pow(f64(a0), f64(a1)));
      case RANDOM_I32 -> unsigned(context.random().nextInt());
      case RANDOM_I64 -> context.random().nextLong();
      case RANDOM_F64 -> bits(context.random().nextDouble());
      case SECRET_I32 -> unsigned(context.secrets().nextInt());
      case OPTION_I64, OPTION_F64 -> option(of, function == Abi.HostFunction.OPTION_F64);
      default -> throw new IllegalArgumentException(function.text());
    };
  }

  /** Functions that tell what the node knows. */
  private long look(Abi.HostFunction function, WasmService of, ServiceContext context, long now) {
    return switch (function) {
      case LINKS -> context.links().size();
      case LINK_AT -> linkAt(context);
      case LINK_TO -> number(context.linkTo((int) a0));
      case NEIGHBOUR -> unsigned(context.neighbour(link(context, a0)));
      case ROUTE -> number(context.route((int) a0));
      case PATH_MTU -> context.pathMtuBytes((int) a0);
      case QUEUE -> {
        of.window().queue(context.queue(link(context, a0)), (int) a0);
        yield 0;
      }
      case FLOW_HIGH -> identity(a0).high(of.packet().frame());
      case FLOW_LOW -> identity(a0).low(of.packet().frame());
      case FRAMES_OF -> of.queue().framesOf(new FlowKey(a0, a1));
      case GREEDIEST -> greediest(of);
      case FORWARDED -> truth(context.hasForwarded(now, link(context, a0), (int) a1, (int) a2));
      case TELL_FORWARDED ->
          context.tellOfForwarded(
              now, link(context, a0), (int) a1, (int) a2, notNegative((int) a3));
      default -> throw new IllegalArgumentException(function.text());
    };
  }

  /** Functions on what becomes of other packets. */
  private long divert(Abi.HostFunction function, WasmService of, ServiceContext context, long now) {
    return switch (function) {
      case FILTER -> {
        LinkId on = (int) a0 == CallWindow.NO_LINK ? null : link(context, a0);
        long until = Math.min(a3, now + CodeLimits.FILTER_NANOS_MAX);
        yield truth(context.filter(now, on, new FlowKey(a1, a2), until));
      }
      case DIVERT ->
          unsigned(of.keep(context.divert(now, link(context, a0), new FlowKey(a1, a2), a3)));
      case DIVERT_MATCHING -> {
        LinkId on = link(context, a0);
        FlowSpec spec =
            new FlowSpec(
                (int) a1, (int) a2, protocol(a3), (int) a4 >>> PORT_BITS, (int) a4 & PORT_MAX);
        yield unsigned(of.keep(context.divert(now, on, spec, a5)));
      }
      case REFRESH -> truth(context.refresh(now, of.diversion((int) a0), a1));
      case FLUSH -> {
        Diversion channel = of.diversion((int) a0);
        of.forget((int) a0);
        context.flush(now, channel);
        yield 0;
      }
      case CLOSE -> {
        Diversion channel = of.diversion((int) a0);
        of.forget((int) a0);
        context.close(now, channel);
        yield 0;
      }
      case RELEASE -> truth(context.release(now, of.diversion((int) a0), a1));
      case RELEASE_COPY -> truth(context.releaseCopy(now, of.diversion((int) a0), a1));
      default -> throw new IllegalArgumentException(function.text());
    };
  }

  /** Functions that set, send or write something. */
  private long act(Abi.HostFunction function, WasmService of, ServiceContext context, long now) {
    return switch (function) {
      case WATCH_QUEUES -> {
        context.watchQueues((int) a0);
        yield 0;
      }
      case WATCH_TRANSMISSIONS -> {
        context.watchTransmissions();
        yield 0;
      }
      case TIMER -> {
        context.setTimer((int) a0, a1);
        yield 0;
      }
      case CANCEL -> {
        context.cancelTimer(timer((int) a0));
        yield 0;
      }
      case SEND -> send(of, context, now);
      case DATAGRAM, ACTIVE -> datagram(of, context, now, function == Abi.HostFunction.ACTIVE);
      case MESSAGE -> message(of, context, now);
      case MARK -> {
        of.packet().mark((int) a0);
        yield 0;
      }
      case REWRITE -> {
        int offset = within(a0, DATA_BYTES_MAX, "an offset");
        int length = within(a2, DATA_BYTES_MAX, "a length");
        offset += of.ownOffset(of.packet());
        of.sandbox().takeFuel(length); // the checksum follows byte by byte
        of.packet().rewrite(offset, bytes(of, (int) a1, length));
        yield 0;
      }
      case SHORTEN -> {
        of.packet().shorten((int) a0);
        yield 0;
      }
      case LISTEN -> {
        context.listen(port(a0));
        yield 0;
      }
      case CLAIM -> truth(context.claim(protocol(a0), port(a1)));
      case UNCLAIM -> {
        context.release(protocol(a0), port(a1));
        yield 0;
      }
      case FACT -> {
        of.fact((int) a0, a1);
        yield 0;
      }
      case FACT_F64 -> {
        of.fact((int) a0, Double.doubleToLongBits(f64(a1)));
        yield 0;
      }
      case NOTE -> note(of, context, now);
      default -> throw new IllegalArgumentException(function.text());
    };
  }

  private static double f64(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  /** Returns an i32 as machines hold it. */
  private static long unsigned(int value) {
    return value & 0xFFFF_FFFFL;
  }

  private static long truth(boolean is) {
    return is ? 1 : 0;
  }

  private static long number(@Nullable LinkId link) {
    return unsigned(link == null ? CallWindow.NO_LINK : link.number());
  }

  private static SandboxTrap refused(String why) {
    return new SandboxTrap(Reason.ARGUMENT, why);
  }

  private static int notNegative(int value) {
    if (value < 0) {
      throw refused("a number of packets is not " + value);
    }
    return value;
  }

  private static int within(long value, int max, String what) {
    int number = (int) value;
    if (number < 0 || number > max) {
      throw refused(what + " is 0…" + max + ", not " + number);
    }
    return number;
  }

  private static int timer(int number) {
    return within(number, ServiceContext.TIMERS_MAX - 1, "a timer");
  }

  private static int port(long number) {
    return within(number, PORT_MAX, "a port");
  }

  private static int protocol(long number) {
    return within(number, PROTOCOL_MAX, "a protocol");
  }

  private static FlowIdentity identity(long number) {
    return (int) number == 0
        ? FlowIdentity.SOURCE_NODE
        : within(number, 1, "an identity") == 1
            ? FlowIdentity.FIVE_TUPLE
            : FlowIdentity.SOURCE_NODE;
  }

  /** Returns a link of the node. */
  private static LinkId link(ServiceContext context, long number) {
    LinkId link = new LinkId(within(number, LinkId.NUMBER_MAX, "a link"));
    if (!context.links().contains(link)) {
      throw refused("the node has no link " + (int) number);
    }
    return link;
  }

  private long linkAt(ServiceContext context) {
    int index = within(a0, context.links().size() - 1, "a place among the links");
    return context.links().get(index).number();
  }

  private long option(WasmService of, boolean asReal) {
    int index = within(a0, of.description().options().size() - 1, "an option");
    if (of.description().options().get(index).isReal() != asReal) {
      throw refused("option " + index + " is of another kind");
    }
    return of.option(index);
  }

  private long greediest(WasmService of) {
    QueueView.Greediest flow = of.queue().greediest(identity(a0));
    if (flow != null) {
      of.window().greediest(flow);
    }
    return truth(flow != null);
  }

  /** Returns bytes of the module's memory. */
  private static ByteBuf bytes(WasmService of, int at, int length) {
    if (length < 0) {
      throw refused("a length is not " + length);
    }
    return Unpooled.wrappedBuffer(of.sandbox().memory().copyOut(at, length));
  }

  private static long lifetime(long micros) {
    if (micros < 1 || micros > RaniHeader.LIFETIME_MICROS_MAX) {
      throw refused("a lifetime is 1…" + RaniHeader.LIFETIME_MICROS_MAX + " µs, not " + micros);
    }
    return micros;
  }

  /** Pays for bytes of a packet as for those of {@code memory.copy}. */
  private static void payForBytes(WasmService of, int length) {
    of.sandbox().takeFuel(length >>> CodeLimits.BYTES_PER_FUEL_SHIFT);
  }

  private long send(WasmService of, ServiceContext context, long now) {
    int destination = (int) a0;
    int protocol = protocol(a1);
    int tos = within(a2, 255, "a type of service");
    long lifetime = lifetime(a3);
    int length = within(a5, Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH, "a length");
    payForBytes(of, length);
    byte[] data = of.sandbox().memory().copyOut((int) a4, length);
    ByteBuf payload = context.payload(length).writeBytes(data);
    context.send(now, destination, protocol, tos >>> 2, tos & 3, lifetime, payload);
    return 0;
  }

  private long datagram(WasmService of, ServiceContext context, long now, boolean active) {
    UdpFlow flow = new UdpFlow((int) a0, (int) a1 >>> PORT_BITS & PORT_MAX, (int) a1 & PORT_MAX);
    int dscp = (int) a2;
    long lifetime = lifetime(a3);
    int length = within(a6, DATA_BYTES_MAX, "a length");
    payForBytes(of, length);
    int headLength = within(a5, length, "a length of the first bytes");
    ByteBuf head = bytes(of, (int) a4, headLength);
    ActiveHeader header = active ? of.header() : null;
    if (header != null) {
      int whole = within(header.lengthBytes() + (long) length, DATA_BYTES_MAX, "a length");
      ByteBuf both = Unpooled.buffer(header.lengthBytes() + headLength);
      header.write(both, length);
      context.sendActive(now, flow, dscp, lifetime, both.writeBytes(head), whole);
    } else if (active) {
      context.sendActive(now, flow, dscp, lifetime, head, length);
    } else {
      context.sendDatagram(now, flow, dscp, lifetime, head, length);
    }
    return 0;
  }

  private long message(WasmService of, ServiceContext context, long now) {
    int number = within(a1, PORT_MAX, "a service's number");
    int type = within(a2, 255, "a message's type");
    int length = within(a4, CodeLimits.MESSAGE_BYTES_MAX, "a message's length");
    payForBytes(of, length);
    RawMessage message = new RawMessage(type, of.sandbox().memory().copyOut((int) a3, length));
    if (number == 0) {
      if (of.header() != null) {
        throw refused("code that came by a capsule sends itself capsules, not messages");
      }
      context.sendMessage(now, (int) a0, message);
    } else {
      context.sendMessage(now, (int) a0, number, message);
    }
    return 0;
  }

  private long note(WasmService of, ServiceContext context, long now) {
    Description description = of.description();
    int index = within(a0, description.notes().size() - 1, "a note");
    if (notesBeganNanos == Long.MIN_VALUE || now - notesBeganNanos >= SECOND_NANOS) {
      notesBeganNanos = now;
      notesInSecond = 0;
    }
    if (++notesInSecond > CodeLimits.NOTES_PER_SECOND_MAX) {
      throw refused(
          "a service writes at most " + CodeLimits.NOTES_PER_SECOND_MAX + " notes in a second");
    }
    Description.Noted noted = description.notes().get(index);
    Note note = Note.NOTHING;
    int slot = 0;
    for (Description.Value each : noted.values()) {
      long value = of.window().value(slot++);
      note =
          switch (each.kind()) {
            case INTEGER -> note.and(each.name(), value);
            case REAL -> note.and(each.name(), f64(value));
            case ADDRESS -> note.and(each.name(), Address.text((int) value));
            case FLOW ->
                note.and(each.name(), new FlowKey(value, of.window().value(slot++)).toString());
            case QUEUE -> note.and(each.name(), queueName((int) value));
            case TRUTH -> note.and(each.name(), value != 0);
            case UNTIL -> throw refused("no value of a note is `until`");
          };
    }
    context.note(now, noted.event(), note);
    return 0;
  }

  private static String queueName(int link) {
    return link == CallWindow.NO_LINK
        ? "node"
        : new LinkId(within(link, LinkId.NUMBER_MAX, "a link")).toString();
  }
}
