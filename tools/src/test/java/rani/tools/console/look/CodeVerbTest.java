// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.model.topology.TopologyFile;
import rani.testbed.Lab;
import rani.tools.console.VirtualConsole;

/** The code in WebAssembly that nodes of a network in virtual time have. */
class CodeVerbTest {
  /** A module that is the service {@code talkers}, number 40001, and forwards each packet. */
  private static final String TALKERS =
      "data:application/wasm;base64,AGFzbQEAAAABBQFgAAF/AwMCAAAFAwEAAQchAwZtZW1vcnkCAAhkZXNjcmliZQ"
          + "AACW9uX3BhY2tldAABCgsCBABBEAsEAEEACwsxAQBBEAsrbmFtZSB0YWxrZXJzCm51bWJlciA0MDAwMQpyZW"
          + "FjaCBldmVyeS1ob3AKAA==";

  private static final int BYTES = 124;

  private Lab lab;
  private VirtualConsole console;

  @BeforeEach
  void start() throws Exception {
    String text =
        """
        topology: row
        modules: {talkers: "%s"}
        defaults: {node: {code: any-sandboxed}}
        nodes:
          n1: {services: {talkers: {fuel: 2000}, capsule: {holds: talkers}}}
          n2: {services: {capsule: {}}}
          n3: {}
        links: {n1 -- n2: {}, n2 -- n3: {}}
        """
            .formatted(TALKERS);
    lab = Lab.virtual(TopologyFile.load("row.yaml", text), 7);
    lab.start();
    lab.go();
    console = VirtualConsole.of(lab);
  }

  @AfterEach
  void close() throws Exception {
    console.close();
    lab.close();
  }

  @Test
  void codeOfTheFileAndOfCapsulesIsListed() throws Exception {
    String hash = console.execute("code n1").expectExit(0).row("n1").get(2);
    assertEquals(
        List.of("n1", "talkers", hash, "" + BYTES, "file", "running", "0", "0", "0"),
        console.execute("code n1").row("n1"));
    console.execute("n3 code").expectExit(0).expect("no code in WebAssembly");

    console.execute("n1 tell capsule send talkers n3 count=3").expectExit(0);
    lab.runFor(Duration.ofSeconds(2));

    assertEquals(
        List.of("n2", "talkers@" + hash, hash, "" + BYTES, "capsule, from 10.0.0.1", "running"),
        console.execute("n2 code").expectExit(0).row("n2").subList(0, 6));
    assertEquals("3", console.execute("n2 code").row("n2").get(6), "calls");
    console.execute("code --json").expectExit(0).expect("\"origin\":\"capsule, from 10.0.0.1\"");
  }

  @Test
  void aModuleHasItsManualOnTheConsole() {
    console
        .execute("menu --manual talkers")
        .expectExit(0)
        .expect("talkers - A service in WebAssembly.")
        .expect("`fuel`");
    console.execute("n3 service start talkers fuel=1").expectExit(2).expect("`fuel`");
    console.execute("n3 service start talkers fuel=3000").expectExit(0);
    assertEquals("file", console.execute("n3 code").row("n3").get(4));
  }
}
