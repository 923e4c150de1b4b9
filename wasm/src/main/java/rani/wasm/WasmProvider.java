// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.List;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceProvider;

/** A kind of service in WebAssembly. */
public final class WasmProvider implements ServiceProvider {
  private static final String FUEL = "fuel";
  private static final String FUEL_RATE = "fuel-rate";
  private static final String MEMORY = "memory";

  /** Options of every service in WebAssembly. */
  static final List<String> OPTIONS = List.of(FUEL, FUEL_RATE, MEMORY);

  private final SandboxedCode code;

  WasmProvider(SandboxedCode code) {
    this.code = code;
  }

  public SandboxedCode code() {
    return code;
  }

  @Override
  public int number() {
    return code.description().number();
  }

  @Override
  public String name() {
    return code.description().name();
  }

  @Override
  public Reach reach() {
    return code.description().reach();
  }

  @Override
  public List<String> dependsOn() {
    return code.description().dependsOn();
  }

  @Override
  public boolean needsEvidence() {
    return code.description().evidence();
  }

  /**
   * {@inheritDoc} Compiles the code, if that was not done.
   *
   * @throws IllegalArgumentException if it cannot be compiled
   */
  @Override
  public Service create(OptionReader options) {
    List<Description.Option> declared = code.description().options();
    long[] values = declared.stream().mapToLong(each -> each.read(options)).toArray();
    WasmService.Limits limits =
        new WasmService.Limits(
            options.count(
                FUEL,
                CodeLimits.FUEL_DEFAULT,
                CodeLimits.FUEL_MIN,
                CodeLimits.FUEL_MAX,
                "Fuel of one call: instructions, as docs/webassembly.md counts them."),
            options.count(
                FUEL_RATE,
                CodeLimits.FUEL_RATE_DEFAULT,
                CodeLimits.FUEL_MIN,
                CodeLimits.FUEL_RATE_MAX,
                "Fuel per second of the node's time."),
            (int)
                options.count(
                    MEMORY,
                    CodeLimits.PAGES_DEFAULT,
                    1,
                    CodeLimits.PAGES_MAX,
                    "Memory in pages of 65,536 bytes."));
    try {
      code.compile();
    } catch (CodeRefusal e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return new WasmService(code, values, limits);
  }
}
