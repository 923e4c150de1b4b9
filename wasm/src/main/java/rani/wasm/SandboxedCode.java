// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A module that was checked, metered and validated, and can be run as a service. */
public final class SandboxedCode {
  /** What Chicory says of a function whose code is longer than a method may be: 65,535 bytes. */
  private static final Pattern TOO_LONG =
      Pattern.compile("exceeds the Java method size .*WASM function index: ([0-9]+)");

  private final byte[] bytes;
  private final String sha256;
  private final MeteredModule metered;
  private final ParsedModule parsed;
  private final boolean interpreted;
  private final Description description;
  private @Nullable Function<Instance, Machine> compiled;

  private SandboxedCode(
      byte[] bytes, MeteredModule metered, ParsedModule parsed, @Nullable Description description)
      throws CodeRefusal {
    this.bytes = bytes;
    this.sha256 = CodeHash.of(bytes).hex();
    this.metered = metered;
    this.parsed = parsed;
    this.interpreted = false;
    this.description = description == null ? describe() : description;
  }

  private SandboxedCode(SandboxedCode same) {
    this.bytes = same.bytes;
    this.sha256 = same.sha256;
    this.metered = same.metered;
    this.parsed = same.parsed;
    this.description = same.description;
    this.interpreted = true;
  }

  /**
   * Checks a module and lets it describe itself. It is not compiled yet.
   *
   * @throws CodeRefusal if it cannot be a service, with the reason for the user
   */
  public static SandboxedCode of(byte[] module) throws CodeRefusal {
    return of(module, null);
  }

  /** Checks a module that describes itself wrong, for tests; null lets it describe itself. */
  static SandboxedCode of(byte[] module, @Nullable Description description) throws CodeRefusal {
    byte[] own = module.clone();
    MeteredModule metered = MeteredModule.of(own);
    ParsedModule valid;
    try {
      valid = new ParsedModule(metered.bytes());
    } catch (RuntimeException | StackOverflowError e) {
      throw new CodeRefusal("it is not valid: " + shown(e), e);
    }
    return new SandboxedCode(own, metered, valid, description);
  }

  /** Reports whether bytes begin as a module does. */
  public static boolean isModule(byte[] bytes) {
    return MeteredModule.isModule(bytes);
  }

  private static String shown(Throwable e) {
    String message = String.valueOf(e.getMessage()).replaceAll("[^ -~]", "?");
    return message.length() <= 200 ? message : message.substring(0, 197) + "...";
  }

  /** Lets the module describe itself, by the interpreter: it is done once. */
  private Description describe() throws CodeRefusal {
    try {
      HostCalls none = new HostCalls(null);
      Sandbox sandbox =
          new Sandbox(this, null, CodeLimits.PAGES_MAX, new byte[CallWindow.PACKET], none);
      int address = sandbox.call(metered.entry(Abi.DESCRIBE), 0, CodeLimits.DESCRIBE_FUEL);
      return Description.parse(text(sandbox.memory(), address));
    } catch (SandboxTrap e) {
      throw new CodeRefusal("its function `" + Abi.DESCRIBE + "` fails: " + e, e);
    } catch (RuntimeException e) {
      throw new CodeRefusal("its function `" + Abi.DESCRIBE + "` fails: " + shown(e), e);
    }
  }

  private static String text(SandboxMemory memory, int address) throws CodeRefusal {
    int length = 0;
    try {
      while (memory.read(address + length) != 0) {
        if (++length > CodeLimits.DESCRIPTION_BYTES_MAX) {
          throw new CodeRefusal(
              "its description is longer than " + CodeLimits.DESCRIPTION_BYTES_MAX + " bytes");
        }
      }
      return new String(memory.copyOut(address, length), StandardCharsets.US_ASCII);
    } catch (IndexOutOfBoundsException e) {
      throw new CodeRefusal("its description is not in its memory", e);
    }
  }

  /**
   * Compiles the module for the JVM, if that was not done. Takes long: not for a node's thread.
   *
   * @throws CodeRefusal if it cannot be compiled
   */
  public void compile() throws CodeRefusal {
    try {
      machines();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      Matcher tooLong = TOO_LONG.matcher(String.valueOf(e.getMessage()));
      String why =
          tooLong.find() ? "function " + tooLong.group(1) + " is too long for the JVM" : shown(e);
      throw new CodeRefusal("it cannot be compiled: " + why, e);
    }
  }

  /** Returns what makes machines; null if the code is interpreted. */
  @Nullable Function<Instance, Machine> machines() {
    if (interpreted) {
      return null;
    }
    synchronized (this) {
      if (compiled == null) {
        compiled = CompiledModule.machines(parsed.whole());
        parsed.forgetCode();
      }
      return compiled;
    }
  }

  /** Returns the same code, which the interpreter runs: slow, and an oracle of the compiler. */
  public SandboxedCode interpreted() {
    return new SandboxedCode(this);
  }

  /** Returns the module as it came. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the size of the module in bytes. */
  public int size() {
    return bytes.length;
  }

  /** Returns about how many bytes of memory the code takes once it is compiled. */
  public long weightBytes() {
    return bytes.length + metered.weightBytes();
  }

  /** Returns the hash of {@link #bytes} in hexadecimal. */
  public String sha256() {
    return sha256;
  }

  public Description description() {
    return description;
  }

  /** Returns the kind of service that this code is. */
  public WasmProvider provider() {
    return new WasmProvider(this);
  }

  /** Returns the names of the functions that the module imports. */
  public List<String> imports() {
    return metered.imports();
  }

  MeteredModule metered() {
    return metered;
  }

  ParsedModule parsed() {
    return parsed;
  }
}
