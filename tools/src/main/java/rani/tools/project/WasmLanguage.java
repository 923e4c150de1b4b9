// SPDX-License-Identifier: Apache-2.0
package rani.tools.project;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Language of a service in WebAssembly, with what its project is made of. */
public enum WasmLanguage {
  C("h", "Makefile", "top-talkers.c"),
  RUST("rs", "Makefile", "top-talkers.rs"),
  ASSEMBLYSCRIPT("ts", "Makefile", "package.json", "top-talkers.ts"),
  WAT("wat", "Makefile", "top-talkers.wat");

  private static final List<String> OF_ALL = List.of("README.md", "experiment.yaml", "net.yaml");

  private final String interfaceFile;
  private final List<String> own;

  WasmLanguage(String extension, String... own) {
    this.interfaceFile = "rani_abi_1." + extension;
    this.own = List.of(own);
  }

  /** Returns the project's files among the resources, which lie in one folder there as well. */
  List<String> files() {
    String folder = name().toLowerCase(Locale.ROOT);
    return Stream.of(
            OF_ALL.stream().map(file -> "all/" + file),
            own.stream().map(file -> folder + "/" + file),
            Stream.of(interfaceFile))
        .flatMap(files -> files)
        .map(file -> "wasm/" + file)
        .toList();
  }
}
