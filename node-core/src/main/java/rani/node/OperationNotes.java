// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import rani.link.DropList;
import rani.link.LinkChange;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.world.LinkId;
import rani.world.Note;

/** Formats operations for the trace; {@code docs/trace-format.md} describes the format. */
final class OperationNotes {
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
      case Command.ReplaceService other -> "replace-service";
      case Command.Tell tell -> "tell";
    };
  }

  static Note detail(Command.Operation operation, String by) {
    return what(Note.of("by", by), operation);
  }

  /** Formats a refused operation and the reason, without blanks as all values in a trace. */
  static Note refusal(Command.Operation operation, String by, String why) {
    return what(Note.of("by", by).and("operation", event(operation)), operation)
        .and("why", why.replace("`", "").replace(' ', '_'));
  }

  private static Note what(Note note, Command.Operation operation) {
    return switch (operation) {
      case Command.SetLink set -> knobs(note.and("link", set.link().number()), set.change());
      case Command.CutLink cut -> note.and("link", cut.link().number());
      case Command.MendLink mend -> note.and("link", mend.link().number());
      case Command.AddLink add ->
          note.and("link", add.link().id().number())
              .and("neighbour", Address.text(add.link().neighbour()));
      case Command.RemoveLink remove -> note.and("link", remove.link().number());
      case Command.Inject inject -> packets(note, inject);
      case Command.AddFilter add ->
          knob(
              filter(note, add.link(), add.own(), add.flow()), "for", seconds(add.durationNanos()));
      case Command.RemoveFilter remove -> filter(note, remove.link(), remove.own(), remove.flow());
      case Command.StartService start -> note.and("name", start.entry().provider().name());
      case Command.StopService stop -> note.and("name", stop.service());
      case Command.RestartService again -> note.and("name", again.service());
      case Command.ReplaceService other -> note.and("name", other.provider().name());
      case Command.Tell tell -> note.and("name", tell.service()).and("verb", tell.verb());
    };
  }

  private static Note knobs(Note before, LinkChange change) {
    Note note = knob(before, "rate", change.rate() == null ? null : change.rate().text());
    note = knob(note, "delay", seconds(change.delayNanos()));
    note = knob(note, "jitter", seconds(change.jitterNanos()));
    note = knob(note, "loss", change.loss());
    note = knob(note, "duplicate", change.duplicate());
    note = knob(note, "reorder", change.reorder());
    note = knob(note, "corrupt", change.corrupt());
    DropList drops = change.drops();
    return drops == null ? note : drops(note, drops);
  }

  private static Note drops(Note before, DropList drops) {
    Note note = knob(before, "drop", drops.numbers());
    note = drops.flow().equals(FlowSpec.ALL) ? note : knob(note, "drop-flow", drops.flow());
    return drops.counted() == DropList.Counted.DATA ? note.and("drop-count", "data") : note;
  }

  private static Note filter(Note note, @Nullable LinkId link, boolean own, FlowKey flow) {
    return knob(note, "link", own ? "own" : link == null ? null : link.number())
        .and("flow", flow.toString());
  }

  private static Note packets(Note before, Command.Inject inject) {
    PacketPlan packet = inject.packet();
    boolean isUdp = packet.protocol() == Ipv4Header.PROTOCOL_UDP;
    boolean isUsual = packet.active() == (packet.serviceNumber() != 0);
    boolean isUsualLife = packet.lifetimeMicros() == PacketPlan.LIFETIME_MICROS;
    Note note = before.and("to", Address.text(packet.destination()));
    note = knob(note, "number", unless(0, packet.serviceNumber()));
    note = isUsual ? note : note.and("active", packet.active());
    note =
        isUdp ? note.and("dport", packet.destinationPort()) : note.and("proto", packet.protocol());
    note = note.and("len", packet.lengthBytes()).and("count", inject.count());
    note = knob(note, "gap", seconds(inject.gapNanos()));
    note = isUdp ? knob(note, "sport", unless(PacketPlan.PORT, packet.sourcePort())) : note;
    note = knob(note, "dscp", unless(0, packet.dscp()));
    note = knob(note, "ecn", unless(0, packet.ecn()));
    note = knob(note, "ttl", unless(Ipv4Header.TTL_INITIAL, packet.ttl()));
    note =
        isUsualLife
            ? note
            : knob(note, "lifetime", seconds(packet.lifetimeMicros() * NANOS_PER_MICRO));
    return knob(note, "payload", unless(0, packet.payload().length()));
  }

  private static @Nullable Integer unless(int usual, int value) {
    return value == usual ? null : value;
  }

  private static Note knob(Note note, String name, @Nullable Object value) {
    return switch (value) {
      case null -> note;
      case Integer number -> note.and(name, number);
      case Double number -> note.and(name, number);
      default -> note.and(name, value.toString());
    };
  }

  private static @Nullable String seconds(@Nullable Long nanos) {
    return nanos == null ? null : BigDecimal.valueOf(nanos, NANOS_DIGITS).toPlainString();
  }
}
