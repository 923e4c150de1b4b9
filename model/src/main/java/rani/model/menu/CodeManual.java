// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import rani.manual.ServiceManual;
import rani.wasm.Description;
import rani.wasm.SandboxedCode;

/** Writes the manual of a service in WebAssembly by its module's description. */
final class CodeManual {
  private CodeManual() {}

  /**
   * Returns the manual as plain text.
   *
   * @param options of the service, one per line
   */
  static String of(SandboxedCode code, List<String> options) {
    Description said = code.description();
    return said.name()
        + " - "
        + said.summary()
        + "\n\nVersion "
        + said.version()
        + ", in WebAssembly: "
        + code.size()
        + " bytes, SHA-256 "
        + code.sha256()
        + ".\n"
        + ServiceManual.part("Options.", options)
        + ServiceManual.part(
            "Facts.",
            said.facts().stream()
                .map(fact -> "<code>" + fact.name() + "</code>, " + word(fact.kind()))
                .toList())
        + ServiceManual.part("Notes.", said.notes().stream().map(CodeManual::note).toList())
        + ServiceManual.part("Imports.", code.imports().stream().map(CodeManual::coded).toList());
  }

  private static String note(Description.Noted note) {
    return coded(note.event())
        + note.values().stream()
            .map(value -> ", " + coded(value.name()) + " " + word(value.kind()))
            .collect(Collectors.joining());
  }

  private static String coded(String word) {
    return "<code>" + word + "</code>";
  }

  private static String word(Description.ValueKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
