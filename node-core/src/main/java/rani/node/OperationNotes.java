// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rani.link.DropList;
import rani.link.LinkChange;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.world.LinkId;

/** How operations read in the trace; {@code docs/trace-format.md} describes it. */
final class OperationNotes {
  /** The event of an operation that was not carried out. */
  static final String REFUSED = "refused";

  private static final int NANOS_DIGITS = 9;
  private static final long NANOS_PER_MICRO = 1000;

  private OperationNotes() {}

  static String event(Command.Operation operation) {
    return switch (operation) {
      case Command.SetLink set -> "set-link";
      case Command.CutLink cut -> "cut-link";
      case Command.MendLink mend -> "mend-link";
      case Command.AddLink add -> "add-link";
      case Command.RemoveLink remove -> "remove-link";
      case Command.Inject inject -> "inject";
      case Command.AddFilter add -> "add-filter";
      case Command.RemoveFilter remove -> "remove-filter";
      case Command.StartService start -> "start-service";
      case Command.StopService stop -> "stop-service";
      case Command.RestartService again -> "restart-service";
      case Command.Tell tell -> "tell";
    };
  }

  static String detail(Command.Operation operation, Operations.Origin origin) {
    return "by=" + origin.name().toLowerCase(Locale.ROOT) + what(operation);
  }

  /** As {@link #detail}, and why; a value in a trace has no blanks. */
  static String refusal(Command.Operation operation, Operations.Origin origin, String why) {
    return "by="
        + origin.name().toLowerCase(Locale.ROOT)
        + " operation="
        + event(operation)
        + what(operation)
        + " why="
        + why.replace("`", "").replace(' ', '_');
  }

  private static String what(Command.Operation operation) {
    return switch (operation) {
      case Command.SetLink set -> " link=" + set.link().number() + knobs(set.change());
      case Command.CutLink cut -> " link=" + cut.link().number();
      case Command.MendLink mend -> " link=" + mend.link().number();
      case Command.AddLink add ->
          " link="
              + add.link().id().number()
              + " neighbour="
              + Address.text(add.link().neighbour());
      case Command.RemoveLink remove -> " link=" + remove.link().number();
      case Command.Inject inject -> packets(inject);
      case Command.AddFilter add ->
          filter(add.link(), add.own(), add.flow()) + knob("for", seconds(add.durationNanos()));
      case Command.RemoveFilter remove -> filter(remove.link(), remove.own(), remove.flow());
      case Command.StartService start -> " name=" + start.entry().provider().name();
      case Command.StopService stop -> " name=" + stop.service();
      case Command.RestartService again -> " name=" + again.service();
      case Command.Tell tell -> " name=" + tell.service() + " verb=" + tell.verb();
    };
  }

  private static String knobs(LinkChange change) {
    return (change.rate() == null ? "" : " rate=" + change.rate().text())
        + knob("delay", seconds(change.delayNanos()))
        + knob("jitter", seconds(change.jitterNanos()))
        + knob("loss", change.loss())
        + knob("duplicate", change.duplicate())
        + knob("reorder", change.reorder())
        + knob("corrupt", change.corrupt())
        + drops(change.drops());
  }

  private static String drops(@Nullable DropList drops) {
    return drops == null
        ? ""
        : knob("drop", drops.numbers())
            + (drops.flow().equals(FlowSpec.ALL) ? "" : knob("drop-flow", drops.flow()))
            + (drops.counted() == DropList.Counted.DATA ? " drop-count=data" : "");
  }

  private static String filter(@Nullable LinkId link, boolean own, FlowKey flow) {
    return knob("link", own ? "own" : link == null ? null : link.number()) + " flow=" + flow;
  }

  private static String packets(Command.Inject inject) {
    PacketPlan packet = inject.packet();
    boolean isUdp = packet.protocol() == Ipv4Header.PROTOCOL_UDP;
    return " to="
        + Address.text(packet.destination())
        + knob("number", unless(0, packet.serviceNumber()))
        + (packet.active() == (packet.serviceNumber() != 0) ? "" : " active=" + packet.active())
        + (isUdp ? " dport=" + packet.destinationPort() : " proto=" + packet.protocol())
        + " len="
        + packet.lengthBytes()
        + " count="
        + inject.count()
        + knob("gap", seconds(inject.gapNanos()))
        + (isUdp ? knob("sport", unless(PacketPlan.PORT, packet.sourcePort())) : "")
        + knob("dscp", unless(0, packet.dscp()))
        + knob("ecn", unless(0, packet.ecn()))
        + knob("ttl", unless(Ipv4Header.TTL_INITIAL, packet.ttl()))
        + (packet.lifetimeMicros() == PacketPlan.LIFETIME_MICROS
            ? ""
            : knob("lifetime", seconds(packet.lifetimeMicros() * NANOS_PER_MICRO)))
        + knob("payload", unless(0, packet.payload().length()));
  }

  private static @Nullable Integer unless(int usual, int value) {
    return value == usual ? null : value;
  }

  private static String knob(String name, @Nullable Object value) {
    return value == null ? "" : " " + name + "=" + value;
  }

  private static @Nullable String seconds(@Nullable Long nanos) {
    return nanos == null ? null : BigDecimal.valueOf(nanos, NANOS_DIGITS).toPlainString();
  }
}
