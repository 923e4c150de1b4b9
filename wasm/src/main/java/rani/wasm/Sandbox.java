// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.wasm.SandboxTrap.Reason;

/** One instance of a module, with its memory and fuel. */
final class Sandbox {
  private static final long[] NO_ARGUMENTS = {};

  private final SandboxMemory memory;
  private final HostCalls host;
  private final Machine machine;
  private final GlobalInstance fuel;
  private final GlobalInstance depth;
  private final GlobalInstance value;

  /**
   * Makes an instance and runs the module's start function.
   *
   * @param compiled makes the machine; null to interpret
   * @throws SandboxTrap if the start function fails, or the module's initial values do not fit
   */
  Sandbox(
      SandboxedCode code,
      @Nullable Function<Instance, Machine> compiled,
      int pagesMax,
      byte[] window,
      HostCalls host) {
    MeteredModule metered = code.metered();
    if (metered.pagesMin() > pagesMax) {
      throw new SandboxTrap(
          Reason.BOUNDS,
          "the module begins with " + metered.pagesMin() + " pages, and `memory` is " + pagesMax);
    }
    this.host = host;
    this.memory = new SandboxMemory(metered.pagesMin(), pagesMax, window);
    List<ImportFunction> functions =
        metered.imports().stream()
            .distinct()
            .<ImportFunction>map(name -> imported(name, host))
            .toList();
    Instance.Builder builder =
        Instance.builder(compiled == null ? code.parsed().whole() : code.parsed().withoutCode())
            .withMemoryFactory(_ -> memory)
            .withStart(false)
            .withInitialize(false)
            .withImportValues(ImportValues.builder().withFunctions(functions).build());
    if (compiled != null) {
      builder.withMachineFactory(compiled);
    }
    Instance instance = builder.build();
    this.machine = instance.getMachine();
    try {
      instance.initialize(false);
    } catch (RuntimeException | StackOverflowError e) {
      throw trap(e, instance.global(metered.fuelGlobal()).getValue(), 0);
    }
    this.fuel = instance.global(metered.fuelGlobal());
    this.depth = instance.global(metered.depthGlobal());
    this.value = instance.global(metered.valueGlobal());
  }

  private static HostFunction imported(String name, HostCalls host) {
    Abi.HostFunction function = Abi.function(name);
    return new HostFunction(
        Abi.MODULE,
        name,
        FunctionType.of(types(function.type().parameters()), types(function.type().results())),
        new Imported(function, function.type().results().length == 0, host));
  }

  private static ValType[] types(int[] codes) {
    return Arrays.stream(codes)
        .mapToObj(
            code ->
                switch (code) {
                  case Op.I32 -> ValType.I32;
                  case Op.I64 -> ValType.I64;
                  case Op.F32 -> ValType.F32;
                  default -> ValType.F64;
                })
        .toArray(ValType[]::new);
  }

  /** A function of the node. All of them are of this class, so that a JIT compiler inlines it. */
  private record Imported(Abi.HostFunction function, boolean isVoid, HostCalls host)
      implements WasmFunctionHandle {
    @Override
    public long @Nullable [] apply(Instance instance, long... arguments) {
      return host.called(function, isVoid, arguments);
    }
  }

  SandboxMemory memory() {
    return memory;
  }

  long fuelLeft() {
    return fuel.getValue();
  }

  /** Takes fuel for what a function of the node does. */
  void takeFuel(int amount) {
    long left = fuel.getValue() - amount;
    fuel.setValue(left);
    if (left < 0) {
      throw new SandboxTrap(Reason.FUEL);
    }
  }

  /**
   * Calls the module with fuel. A call may be made within another, by what a function of the node
   * causes; the outer one keeps its own fuel and depth.
   *
   * @param entry from {@link MeteredModule#entry}
   * @return the result, if there is one
   * @throws SandboxTrap if the module fails; other exceptions are those of functions of the node
   */
  int call(int entry, int argument, long withFuel) {
    int outerDepth = (int) depth.getValue();
    fuel.setValue(withFuel);
    value.setValue(argument);
    try {
      machine.call(entry, NO_ARGUMENTS);
    } catch (RuntimeException | StackOverflowError e) {
      throw trap(e, fuel.getValue(), (int) depth.getValue());
    } finally {
      depth.setValue(outerDepth);
    }
    return (int) value.getValue();
  }

  /** Gives the outer of two nested calls its fuel back. */
  void resume(long outerFuel) {
    fuel.setValue(outerFuel);
  }

  private RuntimeException trap(Throwable thrown, long fuelLeft, int reachedDepth) {
    RuntimeException ofNode = host.takeFailure();
    if (ofNode != null) {
      return ofNode;
    }
    if (thrown instanceof SandboxTrap already) {
      return already;
    }
    if (fuelLeft < 0) {
      return new SandboxTrap(Reason.FUEL);
    }
    if (reachedDepth > CodeLimits.DEPTH_MAX || thrown instanceof StackOverflowError) {
      return new SandboxTrap(Reason.DEPTH);
    }
    Reason reason = reason(thrown);
    return reason == Reason.OTHER
        ? new SandboxTrap(reason, thrown.toString())
        : new SandboxTrap(reason);
  }

  /** Returns the reason of what a machine throws; compiler and interpreter word it differently. */
  private static Reason reason(Throwable thrown) {
    if (thrown instanceof IndexOutOfBoundsException) {
      return Reason.BOUNDS;
    }
    if (thrown instanceof ArithmeticException) {
      return Reason.ARITHMETIC;
    }
    if (!(thrown instanceof ChicoryException)) {
      return Reason.OTHER;
    }
    String text = String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT);
    if (text.contains("unreachable")) {
      return Reason.UNREACHABLE;
    }
    if (text.contains("out of bounds memory") || text.contains("data segment")) {
      return Reason.BOUNDS;
    }
    if (text.contains("integer") || text.contains("conversion")) {
      return Reason.ARITHMETIC;
    }
    if (text.contains("table")
        || text.contains("indirect")
        || text.contains("element")
        || text.contains("function")) {
      return Reason.TABLE;
    }
    return text.contains("stack") ? Reason.DEPTH : Reason.OTHER;
  }
}
