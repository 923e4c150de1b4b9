// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;

/** A file that someone else wrote does nothing to the machine but what its user permits. */
class TrustTest extends InWorkplace {
  private static final String EVIL =
      """
      topology: evil
      hosts:
        desk: {address: 127.0.0.1, by: here}
        lab1: {address: 127.0.0.1, options: ["ProxyCommand=sh -c 'id > pwned'"]}
      nodes: {a: {host: desk}, b: {host: lab1}}
      links: {a -- b: {}}
      """;

  private static final String OPEN =
      """
      nodes: {n1: {address: 0.0.0.0}, n2: {}}
      links: {n1 -- n2: {}}
      forwards: [{socks: '0.0.0.0:11080', from: n1, exit: n2, allow: [0.0.0.0/0]}]
      """;

  private static final List<String> OPENED =
      List.of(
          "opens UDP at 0.0.0.0 for n1",
          "opens SOCKS at 0.0.0.0:11080, by n1 and n2 to the loopback there, 0.0.0.0/0");

  @ParameterizedTest
  @ValueSource(strings = {"up", "doctor"})
  void aProgramInAFileRunsOnlyIfItsUserTrustsIt(String verb) {
    RealPart.program("ssh");
    place.write("evil.yaml", EVIL);

    Outcome refused = place.rani(verb, "evil.yaml").run().expectExit(2);

    assertEquals(
        "evil.yaml: runs ssh to host lab1 with `ProxyCommand=sh -c 'id > pwned'`; only with"
            + " `--trust`, which permits all that `rani validate` lists\n",
        RaniCommand.withoutWordsOfTheJvm(refused.err()));
    assertFalse(Files.exists(place.here().resolve("pwned")));
    Outcome trusted = place.rani(verb, "--trust", "evil.yaml").run().expectExit(3);
    assertTrue(Files.exists(place.here().resolve("pwned")), trusted::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void whatAFileOpensIsListedAndTakesTrust() {
    String file = "" + place.write("open.yaml", "topology: open\n" + OPEN);
    String experiment =
        ""
            + place.write(
                "e.yaml",
                "experiment: e\ntopology: open.yaml\n"
                    + "traffic: [{from: n1, to: n2, kind: cbr, packets: 1, size: 100B}]\n");
    String out = "" + place.here().resolve("out");

    String listed = InThisJvm.rani("validate", file).expectExit(0).out();
    OPENED.forEach(line -> assertTrue(listed.contains("  " + line + ", only with"), listed));
    String listedToo = InThisJvm.rani("validate", experiment).expectExit(0).out();
    OPENED.forEach(line -> assertTrue(listedToo.contains("  " + line + ", only with"), listedToo));
    for (List<String> starts :
        List.of(
            List.of("up", file, "--out", out),
            List.of("run", experiment, "--out", out),
            List.of("node", "--topology", file, "--name", "n1"),
            List.of("export", "systemd", file, "--out", out))) {
      Outcome refused = InThisJvm.rani(starts.toArray(String[]::new)).expectExit(2);
      OPENED.forEach(line -> assertTrue(refused.err().contains(": " + line + ";"), refused.err()));
      assertFalse(Files.exists(Path.of(out)), refused::toString);
    }
  }

  /** It says before it begins what it opens, and the units may do what the export was told. */
  @Test
  @Execution(CONCURRENT)
  void whatIsTrustedIsListedAsWell() throws IOException {
    String file = "" + place.write("open.yaml", "topology: open\n" + OPEN);
    Path out = place.here().resolve("out");

    String said =
        InThisJvm.rani("export", "systemd", file, "--trust", "--out", "" + out).expectExit(0).err();

    OPENED.forEach(line -> assertTrue(said.contains("rani: " + line + "\n"), said));
    assertTrue(Files.readString(out.resolve("rani-open-n1.service")).contains("/token --trust\n"));
  }

  @Test
  @Execution(CONCURRENT)
  void aVariantThatOpensIsFoundAmongHarmlessOnes() {
    String sweep =
        ""
            + place.write(
                "s.yaml",
                """
                experiment: s
                topology: {generate: {linear: {nodes: 2}}, defaults: {node: {address: "${at}"}}}
                traffic: [{from: n1, to: n2, kind: cbr, packets: 1, size: 100B}]
                sweep: {variables: {at: [127.0.0.1, 192.0.2.1]}}
                """);
    String out = "" + place.here().resolve("out");

    Outcome refused = InThisJvm.rani("run", sweep, "--out", out).expectExit(2);

    assertTrue(refused.err().contains("opens UDP at 192.0.2.1 for n1 and 1 more;"), refused.err());
    InThisJvm.rani("run", sweep, "--mode", "virtual", "--out", out).expectExit(0);
  }
}
