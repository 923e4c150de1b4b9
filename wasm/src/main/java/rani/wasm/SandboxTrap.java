// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.Locale;

/** The end of a call that a module's own code has caused. */
public final class SandboxTrap extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why a call ended. */
  public enum Reason {
    FUEL("the call used up its fuel"),
    FUEL_RATE("the service used up its fuel of a second"),
    DEPTH("calls are nested deeper than " + CodeLimits.DEPTH_MAX + " units"),
    BOUNDS("an instruction reached beyond the memory"),
    ARITHMETIC("a division or conversion has no result"),
    TABLE("a call by the table found no such function"),
    UNREACHABLE("the module gave up (`unreachable`)"),
    /** An argument that no function accepts, or a fate that is none. */
    ARGUMENT("an argument is none"),
    /** Something else that the machine reports. */
    OTHER("the machine failed");

    private final String message;

    Reason(String message) {
      this.message = message;
    }

    /** Returns the reason as in facts: {@code fuel-rate}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  SandboxTrap(Reason reason) {
    this(reason, reason.message);
  }

  SandboxTrap(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  @Override
  @SuppressWarnings("OverrideThrowableToString") // it is the text of a failure in facts
  public String toString() {
    return reason.text() + ": " + getMessage();
  }
}
