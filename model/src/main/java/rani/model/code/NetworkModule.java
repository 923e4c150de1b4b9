// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarRefusal;
import rani.model.jar.OperatorKey;
import rani.service.ServiceProvider;
import rani.wasm.CodeHash;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wasm.capsule.FetchedProvider;

/**
 * A service in WebAssembly that a topology names. Nodes that do not have its code know the hash.
 *
 * @param name of the service
 * @param number of the service
 * @param sha256 of the code as it travels
 * @param code null if no node of the network has it by its file
 * @param at the nodes that have the code; null if all have it
 */
public record NetworkModule(
    String name, int number, String sha256, @Nullable NetworkCode code, @Nullable List<String> at) {
  public NetworkModule {
    at = at == null ? null : List.copyOf(at);
  }

  static NetworkModule of(NetworkCode code, @Nullable List<String> at) {
    ServiceProvider provider = code.provider();
    return new NetworkModule(provider.name(), provider.number(), code.sha256(), code, at);
  }

  /** Returns a module whose code is known by its hash alone. */
  static NetworkModule ofHash(String name, int number, String sha256) {
    return new NetworkModule(name, number, sha256, null, null);
  }

  /** Reports whether a node has the code by its file. */
  public boolean isAt(String node) {
    return code != null && (at == null || at.contains(node));
  }

  /** Reports whether every node has the code by its file. */
  public boolean isEverywhere() {
    return code != null && at == null;
  }

  /** Returns the service at nodes that have the code, if there are any. */
  public ServiceProvider provider() {
    return code == null ? fetched() : code.provider();
  }

  /** Returns the service at nodes that fetch the code; no code passes its verifier yet. */
  public FetchedProvider fetched() {
    return new FetchedProvider(
        name,
        number,
        CodeHash.parse(sha256),
        code == null ? null : code.code(),
        travelled -> {
          throw new CodeRefusal("no menu wants it");
        });
  }

  /**
   * Returns runnable code of what was fetched. What the hash names is trusted as the file is.
   *
   * @throws CodeRefusal if it does not run, or describes itself as another service
   */
  public SandboxedCode verified(byte[] travelled, List<OperatorKey> operators) throws CodeRefusal {
    SandboxedCode made;
    try {
      made = NetworkCode.of(travelled, operators).code();
    } catch (JarRefusal e) {
      throw new CodeRefusal(String.valueOf(e.getMessage()));
    }
    String ownName = made.description().name();
    int ownNumber = made.description().number();
    if (!ownName.equals(name) || ownNumber != number) {
      throw new CodeRefusal(
          "it calls itself `%s`, number %d, and the file says `%s`, number %d"
              .formatted(ownName, ownNumber, name, number));
    }
    return made;
  }
}
