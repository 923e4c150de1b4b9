// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rani.link.LinkChange;
import rani.wire.Address;

/** How operations read in the trace; {@code docs/trace-format.md} describes it. */
final class OperationNotes {
  /** The event of an operation that was not carried out. */
  static final String REFUSED = "refused";

  private static final int NANOS_DIGITS = 9;

  private OperationNotes() {}

  static String event(Command.Operation operation) {
    return switch (operation) {
      case Command.SetLink set -> "set-link";
      case Command.CutLink cut -> "cut-link";
      case Command.MendLink mend -> "mend-link";
      case Command.Inject inject -> "inject";
      case Command.StartService start -> "start-service";
      case Command.StopService stop -> "stop-service";
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
      case Command.Inject inject -> packets(inject);
      case Command.StartService start -> " name=" + start.entry().provider().name();
      case Command.StopService stop -> " name=" + stop.service();
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
        + knob("corrupt", change.corrupt());
  }

  private static String packets(Command.Inject inject) {
    return " to="
        + Address.text(inject.destination())
        + (inject.serviceNumber() == 0 ? "" : " number=" + inject.serviceNumber())
        + " dport="
        + inject.port()
        + " len="
        + inject.lengthBytes()
        + " count="
        + inject.count()
        + knob("gap", seconds(inject.gapNanos()));
  }

  private static String knob(String name, @Nullable Object value) {
    return value == null ? "" : " " + name + "=" + value;
  }

  private static @Nullable String seconds(@Nullable Long nanos) {
    return nanos == null ? null : BigDecimal.valueOf(nanos, NANOS_DIGITS).toPlainString();
  }
}
