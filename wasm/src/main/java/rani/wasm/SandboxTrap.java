// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.Locale;

/** The end of a call that a module's own code has caused. */
public final class SandboxTrap extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why a call ended. */
  public enum Reason {
    /** The call used up its fuel. */
    FUEL,
    /** The service used up its fuel of a second. */
    FUEL_RATE,
    /** Calls were nested too deep. */
    DEPTH,
    /** An instruction reached beyond the memory. */
    BOUNDS,
    /** Division by zero, or a number that its type cannot hold. */
    ARITHMETIC,
    /** A call by the table found no function, or one of another type. */
    TABLE,
    /** The instruction {@code unreachable}: the module gave up. */
    UNREACHABLE,
    /** An argument that no function accepts, or a fate that is none. */
    ARGUMENT,
    /** Something else that the machine reports. */
    OTHER;

    /** Returns the reason as in facts: {@code fuel-rate}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  SandboxTrap(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  @Override
  public String toString() {
    return reason.text() + ": " + getMessage();
  }
}
