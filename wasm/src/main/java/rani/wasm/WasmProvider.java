// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.util.List;
import org.jspecify.annotations.Nullable;
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
  private final String name;
  private final int number;
  private final @Nullable ActiveHeader header;

  WasmProvider(SandboxedCode code) {
    this(code, code.description().name(), code.description().number(), null);
  }

  private WasmProvider(SandboxedCode code, String name, int number, @Nullable ActiveHeader header) {
    this.code = code;
    this.name = name;
    this.number = number;
    this.header = header;
  }

  /**
   * Returns the same code as a service that another one runs: by a name and number of that one's
   * choice, at every hop, and with a header in its active datagrams.
   */
  public WasmProvider runBy(String otherName, int otherNumber, ActiveHeader withHeader) {
    return new WasmProvider(code, otherName, otherNumber, withHeader);
  }

  public SandboxedCode code() {
    return code;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Reach reach() {
    return header == null ? code.description().reach() : Reach.EVERY_HOP;
  }

  @Override
  public int activeNumber() {
    return header == null ? number : header.serviceNumber();
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
    long[] values = values(options);
    WasmService.Limits limits = limits(options);
    try {
      code.compile();
    } catch (CodeRefusal e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return new WasmService(code, values, limits, header);
  }

  /** Reads the options of a service, without compiling the code. */
  public void check(OptionReader options) {
    long[] _ = values(options);
    WasmService.Limits _ = limits(options);
  }

  private long[] values(OptionReader options) {
    List<Description.Option> declared = code.description().options();
    return declared.stream().mapToLong(each -> each.read(options)).toArray();
  }

  private static WasmService.Limits limits(OptionReader options) {
    return new WasmService.Limits(
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
  }
}
