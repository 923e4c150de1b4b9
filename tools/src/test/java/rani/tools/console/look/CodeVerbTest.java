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

  /** The same by the name {@code trapper}, number 40002, whose every packet is a trap. */
  private static final String TRAPPER =
      "data:application/wasm;base64,AGFzbQEAAAABBQFgAAF/AwMCAAAFAwEAAQchAwZtZW1vcnkCAAhkZXNjcmliZQ"
          + "AACW9uX3BhY2tldAABCgsCBABBEAsEAAAACwsxAQBBEAsrbmFtZSB0cmFwcGVyCm51bWJlciA0MDAwMgpyZW"
          + "FjaCBldmVyeS1ob3AKAA==";

  private Lab lab;
  private VirtualConsole console;

  @BeforeEach
  void start() throws Exception {
    String text =
        """
        topology: row
        modules: {talkers: "%s", trapper: "%s"}
        defaults: {node: {code: any-sandboxed}, link: {delay: 5ms}}
        nodes:
          n1: {services: {talkers: {fuel: 2000}, capsule: {holds: "talkers, trapper"}}}
          n2: {services: {capsule: {}}}
          n3: {}
          n4: {code: signed, services: {capsule: {}}}
        links: {n1 -- n2: {}, n2 -- n3: {}, n2 -- n4: {}}
        """
            .formatted(TALKERS, TRAPPER);
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
        List.of("n1", "talkers", hash, "" + BYTES, "file", "running", "0", "0", "0", "0"),
        console.execute("code n1").row("n1"));
    console.execute("n3 code").expectExit(0).expect("no code in WebAssembly");

    console.execute("n1 tell capsule send talkers n3 count=3").expectExit(0);
    lab.runFor(Duration.ofSeconds(2));

    assertEquals(
        List.of("n2", "talkers@" + hash, hash, "" + BYTES, "capsule, from 10.0.0.1", "running"),
        console.execute("n2 code").expectExit(0).row("n2").subList(0, 6));
    assertEquals("3", console.execute("n2 code").row("n2").get(6), "packets");
    assertEquals("3", console.execute("n2 code").row("n2").get(7), "calls");
    console.execute("code --json").expectExit(0).expect("\"origin\":\"capsule, from 10.0.0.1\"");
  }

  /** Three failures in a row suspend it (docs/services.md); n4 takes signed code alone. */
  @Test
  void codeOnItsWaySuspendedAndRefusedIsListedWithTheReason() throws Exception {
    console.execute("n1 tell capsule send trapper n4 count=5").expectExit(0);
    lab.runFor(Duration.ofMillis(8)); // the capsule has been there for 3 ms, a round trip takes 10
    List<String> coming = console.execute("n2 code").expectExit(0).row("n2");
    assertEquals(List.of("0", "capsule, from 10.0.0.1", "fetching"), coming.subList(3, 6));

    lab.runFor(Duration.ofSeconds(2));
    List<String> suspended = console.execute("n2 code").row("n2");
    assertEquals("trapper@" + coming.get(2), suspended.get(1));
    assertEquals(
        List.of("" + BYTES, "capsule, from 10.0.0.1", "suspended", "3", "3"),
        suspended.subList(3, 8));
    assertEquals("3", suspended.get(9), "traps");
    console.execute("n2 code --json").expect("\"last-failure\":\"unreachable");
    List<String> refused = console.execute("n4 code").row("n4");
    assertEquals(List.of("capsule, from 10.0.0.2", "refused"), refused.subList(4, 6));
    console.execute("n4 code").expect("signed");
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
