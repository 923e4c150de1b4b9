// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.model.jar.KnownCode;
import rani.model.jar.OperatorKey;
import rani.model.jar.SignedJar;
import rani.model.menu.ServiceCatalog;
import rani.service.ServiceProvider;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wasm.capsule.CapsuleHost;

/**
 * A service in WebAssembly that a topology names: a plain module, or one in an operator's envelope.
 * Equal ones have the same bytes.
 */
public final class NetworkCode {
  /** Names that belong to parts of every node in notes and commands. */
  private static final Set<String> RESERVED = Set.of("node", "gateway", "loader");

  private final byte[] bytes;
  private final String sha256;
  private final SandboxedCode code;
  private final ServiceProvider provider;
  private final CapsuleHost.Module module;

  private NetworkCode(byte[] bytes, SandboxedCode code) {
    this.bytes = bytes;
    this.code = code;
    this.provider = code.provider();
    this.module = new CapsuleHost.Module(provider.name(), bytes);
    this.sha256 = module.hash().hex();
  }

  /**
   * Checks a module or an envelope, whose dates do not matter: the file's author put it there.
   *
   * @throws JarRefusal if it is none of both, not signed by an operator, or nothing that nodes run
   */
  public static NetworkCode of(byte[] bytes, List<OperatorKey> operators) throws JarRefusal {
    byte[] module = bytes;
    if (!SandboxedCode.isModule(bytes)) {
      SignedJar envelope = SignedJar.open(bytes, operators);
      module = envelope.contents().module();
      if (module == null) {
        throw new JarRefusal(
            Reason.NOT_LOADABLE,
            "it is a jar; `modules` are WebAssembly, and `rani service load`" + " brings jars");
      }
    }
    try {
      return new NetworkCode(bytes.clone(), KnownCode.of(module));
    } catch (CodeRefusal e) {
      throw new JarRefusal(Reason.NOT_LOADABLE, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Throws if a service's name or number is that of a part of every node, or of a service of a
   * catalog.
   *
   * @param whose says where the catalog's services come from: {@code comes with rani}
   */
  public static void requireFree(String name, int number, ServiceCatalog catalog, String whose)
      throws JarRefusal {
    if (RESERVED.contains(name)) {
      throw new JarRefusal(
          Reason.NAME_TAKEN, "service `" + name + "` is part of every node; name yours otherwise");
    }
    if (catalog.find(name).isPresent()) {
      throw new JarRefusal(
          Reason.NAME_TAKEN, "service `" + name + "` " + whose + "; name yours otherwise");
    }
    for (ServiceProvider each : catalog.all()) {
      if (each.number() == number) {
        throw new JarRefusal(
            Reason.NUMBER_TAKEN,
            "number %d is that of service `%s`, which %s".formatted(number, each.name(), whose));
      }
    }
  }

  /** Returns the bytes as they travel: a module, or an envelope. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the hexadecimal SHA-256 of {@link #bytes}. */
  public String sha256() {
    return sha256;
  }

  /** Reports whether the module is in an envelope. */
  public boolean isSigned() {
    return !SandboxedCode.isModule(bytes);
  }

  public SandboxedCode code() {
    return code;
  }

  /** Returns the provider of the service, the same for all nodes. */
  public ServiceProvider provider() {
    return provider;
  }

  /** Returns the code as capsules have it, the same for all nodes. */
  public CapsuleHost.Module module() {
    return module;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NetworkCode that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return provider.name() + "@" + sha256;
  }
}
