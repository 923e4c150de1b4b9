// SPDX-License-Identifier: Apache-2.0
package rani.wasm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Reply;

/** The modules of tests: each is beside its text, {@code NAME.wat}. */
final class Modules {
  private Modules() {}

  static byte[] bytes(String name) {
    try (InputStream in = Modules.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SandboxedCode read(String name) {
    try {
      return SandboxedCode.of(bytes(name));
    } catch (CodeRefusal e) {
      throw new AssertionError(name, e);
    }
  }

  /** Returns the facts of a service in the reply to a question for all. */
  @SuppressWarnings("unchecked") // facts of facts are maps
  static SequencedMap<String, @Nullable Object> facts(Reply reply, String service) {
    Object found = Objects.requireNonNull(reply.facts()).byKey();
    for (String key : new String[] {"services", service}) {
      SequencedMap<String, @Nullable Object> map = (SequencedMap<String, @Nullable Object>) found;
      found = map.containsKey(key) ? Objects.requireNonNull(map.get(key)) : map;
    }
    return (SequencedMap<String, @Nullable Object>) found;
  }
}
