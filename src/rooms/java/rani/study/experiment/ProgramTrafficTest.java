// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.edge.EdgeProgram;
import rani.model.edge.EdgeProgram.Start;
import rani.model.file.FileError;
import rani.model.menu.Menus;

/** Traffic of real programs, which become programs at the edges of nodes. */
class ProgramTrafficTest {
  private static final String HEAD =
      """
      experiment: real
      topology:
        generate: {linear: {nodes: 3}}
        edges: {web: {at: n3, run: python3 -m http.server, ready: 8000}}
      traffic:
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("real.yaml");
  }

  private Experiment load(String traffic) throws Exception {
    Files.writeString(file, HEAD + traffic);
    return ExperimentFile.load(file, List.of(), Menus.catalog());
  }

  private List<EdgeProgram> programs(String traffic) throws Exception {
    Experiment experiment = load(traffic);
    assertEquals(experiment.topology().edges(), experiment.network().edges());
    return experiment.topology().edges().stream()
        .filter(program -> !program.name().equals("web"))
        .toList();
  }

  @Test
  void iperf3IsAServerAndAClient() throws Exception {
    List<EdgeProgram> programs =
        programs("  - {kind: iperf3, from: n1, to: n3, start: 500ms, congestion: cubic}\n");

    EdgeProgram server = programs.getFirst();
    assertEquals("n1-n3-server", server.name());
    assertEquals("n3", server.node());
    assertEquals("exec iperf3 -s -p 5201", server.run());
    assertEquals(5201, server.start().readyPort());
    EdgeProgram client = programs.get(1);
    assertEquals("n1-n3", client.name());
    assertEquals("n1", client.node());
    assertEquals("exec iperf3 -c n3 -p 5201 --connect-timeout 10000 -t 10 -i 1 -J", client.run());
    assertEquals(new Start(0, Start.READY_WITHIN_NANOS, List.of(), 500_000_000), client.start());
    assertEquals("cubic", client.congestion());
    assertEquals(2, programs.size());
  }

  @Test
  void iperf3IsToldItsLoad() throws Exception {
    String udp = "kind: iperf3, from: n1, to: n3, protocol: udp, rate: 5.5Mbit/s, size: 1200B";
    assertTrue(
        programs("  - {" + udp + ", duration: 3s, streams: 4, port: 7000, name: blast}\n")
            .get(1)
            .run()
            .endsWith(
                " -c n3 -p 7000 --connect-timeout 10000 -t 3 -i 1 -u -b 5500000 -l 1200 -P 4 -J"));
  }

  @Test
  void eachSenderHasAServerOfItsOwn() throws Exception {
    List<EdgeProgram> programs =
        programs(
            """
              - {kind: iperf3, from: n1..n2, to: n3}
              - {kind: iperf3, from: n1, to: n3}
              - {kind: iperf3, from: n3, to: n1}
            """);
    assertEquals(
        List.of("n1-n3", "n2-n3", "n1-n3-2", "n3-n1"),
        programs.stream().filter(each -> !each.isServer()).map(EdgeProgram::name).toList());
    assertEquals(
        List.of("n3 5201", "n3 5202", "n3 5203", "n1 5201"),
        programs.stream()
            .filter(EdgeProgram::isServer)
            .map(each -> each.node() + " " + each.start().readyPort())
            .toList());
  }

  @Test
  void anyProgramKnowsItsEnds() throws Exception {
    List<EdgeProgram> programs =
        programs(
            "  - {kind: program, from: [n1, n2], to: n3, run: \"curl {to}:8000/{from} ${HOME}\"}\n"
                .replace("${HOME}", "$HOME"));
    assertEquals(
        List.of("n1-n3 n1 curl n3:8000/n1 $HOME", "n2-n3 n2 curl n3:8000/n2 $HOME"),
        programs.stream().map(p -> p.name() + " " + p.node() + " " + p.run()).toList());
  }

  @Test
  void programsAndSourcesStandSideBySide() throws Exception {
    Experiment experiment =
        load(
            """
              - {from: n1, to: n3, kind: bursts, packets: 5}
              - {kind: iperf3, from: n1, to: n3}
            """);
    assertEquals(1, experiment.traffic().size());
    assertEquals(3, experiment.topology().edges().size());
  }

  @Test
  void theResolvedFileReadsBackEqual() throws Exception {
    Experiment experiment =
        load("  - {kind: iperf3, from: n1, to: n3, congestion: reno, start: 1s, rate: 2Mbit/s}\n");
    Files.writeString(file, ExperimentText.print(experiment));
    assertEquals(experiment, ExperimentFile.load(file, List.of(), Menus.catalog()));
  }

  private void assertError(String message, String traffic) {
    FileError error = assertThrows(FileError.class, () -> load(traffic.replace("»", "")));
    String[] lines = (HEAD + traffic).split("\n", -1);
    int line = 0;
    while (!lines[line].contains("»")) {
      line++;
    }
    String where = (line + 1) + ":" + (lines[line].indexOf('»') + 1) + ": ";
    assertTrue(error.getMessage().contains(where + message), error::getMessage);
  }

  @Test
  void whatIsWrongIsNamedWhereTheExperimentSaysIt() {
    String entry = "  - {kind: iperf3, from: n1, to: n3, ";
    assertError("unknown key `durtion`; did you mean `duration`?", entry + "»durtion: 1s}\n");
    assertError("iperf3 sends for whole seconds", entry + "duration: »1.5s}\n");
    assertError("iperf3 takes a rate in bits", entry + "rate: »10packet/s}\n");
    assertError("unknown key `run`", entry + "»run: x}\n");
    assertError("`edges` has a program `web` already", entry + "»name: web}\n");
    assertError("unknown node `n4`; did you mean", "  - {kind: iperf3, from: n1, to: »n4}\n");
    assertError(
        "unknown node `n4`; did you mean", "  - {kind: program, from: n1, to: »n4, run: x}\n");
    assertError(
        "unknown node `m1`; did you mean", "  - {kind: program, from: »m1, to: n3, run: x}\n");
    assertError("node `n3` cannot send to itself", "  - {kind: iperf3, from: n3, to: »n3}\n");
    assertError(
        "unknown kind `iperf`; did you mean `iperf3`?", "  - {kind: »iperf, from: n1, to: n3}\n");
    assertError("`run` is missing", "  - »{kind: program, from: n1, to: n3}\n");
  }
}
