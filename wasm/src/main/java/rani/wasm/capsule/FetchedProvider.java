// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.wasm.CodeHash;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/**
 * A service of a menu whose code the node knows by its hash alone. The first packet that asks for
 * it has the service {@code capsule} fetch the code and put the real one in this one's place.
 */
public final class FetchedProvider extends NamedProvider {
  private final CodeHash hash;
  private final @Nullable SandboxedCode described;
  private final CapsuleHost.Verifier verifier;

  /**
   * Makes the kind of service.
   *
   * @param described the code if its description is known; it does not run here
   * @param verifier makes runnable code of what was fetched, if it is what the menu wants
   */
  public FetchedProvider(
      String name,
      int number,
      CodeHash hash,
      @Nullable SandboxedCode described,
      CapsuleHost.Verifier verifier) {
    super(number, name, Reach.EVERY_HOP); // whatever the code's: the next node asks this one for it
    this.hash = hash;
    this.described = described;
    this.verifier = verifier;
  }

  /** Returns the same kind of service with another verifier. */
  public FetchedProvider verifiedBy(CapsuleHost.Verifier other) {
    return new FetchedProvider(name(), number(), hash, described, other);
  }

  /** Reports whether it is known which options the code has. */
  public boolean isDescribed() {
    return described != null;
  }

  public CodeHash hash() {
    return hash;
  }

  /**
   * Returns runnable code of what was fetched. May run on any thread.
   *
   * @throws CodeRefusal if it is not what the menu wants
   */
  public SandboxedCode verified(byte[] travelled) throws CodeRefusal {
    return verifier.verified(travelled);
  }

  @Override
  public int preparedBy() {
    return CapsuleLimits.NUMBER;
  }

  @Override
  public List<String> dependsOn() {
    List<String> all = new ArrayList<>(List.of(Capsule.NAME));
    if (described != null) {
      all.addAll(described.description().dependsOn());
    }
    return all;
  }

  @Override
  public Service create(OptionReader options) {
    if (described != null) {
      described.provider().check(options);
    }
    return (nowNanos, context) -> {
      throw new IllegalStateException(
          "its code is not here; with `start: on-packet` a packet has it fetched");
    };
  }
}
