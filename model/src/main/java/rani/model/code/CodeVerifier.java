// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.jar.JarRefusal;
import rani.model.jar.KnownCode;
import rani.model.jar.OperatorKey;
import rani.model.jar.SignedJar;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;
import rani.wasm.capsule.CapsuleHost;
import rani.wasm.capsule.CodePolicy;

/**
 * Verifies code that came to a node in packets, by the node's policy.
 *
 * @param network whose operators' envelopes are valid, by name
 * @param clock by which they are; null if their dates do not matter
 */
public record CodeVerifier(
    CodePolicy policy, String network, List<OperatorKey> operators, @Nullable InstantSource clock)
    implements CapsuleHost.Verifier {

  public CodeVerifier {
    operators = List.copyOf(operators);
  }

  @Override
  public SandboxedCode verified(byte[] travelled) throws CodeRefusal {
    if (policy == CodePolicy.NONE) {
      throw new CodeRefusal("the node's `code` is `none`");
    }
    if (SandboxedCode.isModule(travelled)) {
      if (policy != CodePolicy.ANY_SANDBOXED) {
        throw new CodeRefusal("it is not signed, and the node's `code` is `signed`");
      }
      return KnownCode.of(travelled);
    }
    try {
      SignedJar envelope = SignedJar.open(travelled, operators);
      envelope.requireFor(network);
      if (clock != null) {
        envelope.requireAt(clock.instant());
      }
      byte[] module = envelope.contents().module();
      if (module == null) {
        throw new CodeRefusal("it is a jar");
      }
      return KnownCode.of(module);
    } catch (JarRefusal e) {
      throw new CodeRefusal(e.reason().text() + ": " + e.getMessage());
    }
  }
}
