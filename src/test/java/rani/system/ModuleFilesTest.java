// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.system.RaniCommand.Outcome;

/** Files of services in WebAssembly at the command line. */
class ModuleFilesTest {
  /** A module that is the service {@code talkers}, number 40001, and forwards each packet. */
  private static final String TALKERS =
      "AGFzbQEAAAABBQFgAAF/AwMCAAAFAwEAAQchAwZtZW1vcnkCAAhkZXNjcmliZQAACW9uX3BhY2tldAABCgsCBABBEAsE"
          + "AEEACwsxAQBBEAsrbmFtZSB0YWxrZXJzCm51bWJlciA0MDAwMQpyZWFjaCBldmVyeS1ob3AKAA==";

  @TempDir private Path folder;
  private String module;

  @BeforeEach
  void write() throws Exception {
    Path file = folder.resolve("talkers.wasm");
    Files.write(file, Base64.getDecoder().decode(TALKERS));
    module = file.toString();
  }

  /** What a call says, on both of its outputs. */
  private record Said(Outcome outcome) {
    Said exits(int code) {
      outcome.expectExit(code);
      return this;
    }

    Said expect(String words) {
      assertTrue((outcome.out() + outcome.err()).contains(words), outcome::toString);
      return this;
    }
  }

  private static Said rani(String... arguments) {
    return new Said(InThisJvm.rani(arguments));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private String topology(String text) throws Exception {
    return Files.writeString(folder.resolve("net.yaml"), text).toString();
  }

  @Test
  void aModuleShowsItsManual() throws Exception {
    rani("services", module)
        .exits(0)
        .expect("talkers - A service in WebAssembly.")
        .expect("124 bytes")
        .expect("* `fuel-rate` (100000000)");
    Files.writeString(folder.resolve("text.wasm"), "(module)");
    rani("services", file("text.wasm")).exits(2).expect("no WebAssembly module");
    rani("services", file("talker.wasm")).exits(2).expect("did you mean");
  }

  @Test
  void aModuleIsSignedAndVerifiedAsAJarIs() throws Exception {
    String key = file("ops.key");
    String signed = file("signed.wasm");
    rani("operator", "key", "new", key).exits(0);
    rani("operator", "sign", module, "--key", key, "--network", "net", "-o", signed)
        .exits(0)
        .expect("service talkers 0.0.0, number 40001, for network net");
    rani("operator", "verify", signed, "--key", key + ".pub").exits(0).expect("service.wasm");
    rani("services", signed).exits(0).expect("talkers - ");
    rani("operator", "verify", module, "--key", key + ".pub").exits(1).expect("is refused: ");

    String network =
        """
        topology: net
        modules: {talkers: signed.wasm}
        operators: [ops.key.pub]
        nodes: {n1: {services: {talkers: {fuel: 2000}}}}
        """;
    rani("validate", topology(network)).exits(0);
    rani("validate", topology(network.replace("operators: [ops.key.pub]\n", "")))
        .exits(2)
        .expect("net.yaml:2:11: module `talkers`: this network has no operators");
  }

  @Test
  void whatIsWrongWithAModuleOfATopologyIsSaidWithItsLine() throws Exception {
    String network = "topology: net\nmodules: {talkers: %s}\nnodes: {n1: {services: {%s}}}\n";
    rani("validate", topology(network.formatted("talkers.wasm", "talkers: {}"))).exits(0);
    rani("validate", topology(network.formatted("talkers.wasm", "talkers: {fuel: 1}")))
        .exits(2)
        .expect("net.yaml:3:41: `fuel`: `1` is outside");
    rani("validate", topology(network.formatted("talker.wasm", "talkers: {}")))
        .exits(2)
        .expect("net.yaml:2:20: module `talkers`");
  }
}
