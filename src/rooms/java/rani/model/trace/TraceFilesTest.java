// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.link.DeliveryTrace;
import rani.link.StepTrace;
import rani.link.TracedLink;
import rani.model.file.FileError;
import rani.model.topology.LinkEnd;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyText;

/** Files of traces, and what a topology makes of them. */
class TraceFilesTest {
  @TempDir private Path folder;

  private Topology load(String rate) throws IOException, FileError {
    String text =
        "topology: t\nnodes: {n1: {}, n2: {}}\nlinks:\n  n1 -- n2: {delay: 5ms, n1 -> n2: {rate: "
            + rate
            + "}}\n";
    return TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), text));
  }

  private static LinkEnd end(Topology topology) {
    return topology.links().getFirst().end("n1");
  }

  private static TracedLink traced(Topology topology) {
    TracedLink trace = end(topology).trace();
    assertNotNull(trace);
    return trace;
  }

  private String refusal(String content, String rate) throws IOException {
    Files.writeString(folder.resolve("f"), content);
    FileError error = assertThrows(FileError.class, () -> load(rate));
    return error.problems().getFirst().toString();
  }

  @Test
  void aTopologyHoldsTheTracesOfItsFiles() throws Exception {
    Files.writeString(folder.resolve("up"), "0\n1\n1\n1\n5\n");
    Topology read = load("{trace: up}");
    assertEquals(
        new TracedLink(
            "up", new DeliveryTrace(new int[] {0, 1, 1, 1, 5}, 1_000_000), true, 0, 5_000_000),
        traced(read));
    assertEquals(12e6, end(read).rate().perSecond(), "5 of 1500 bytes in 5 ms");
    assertNull(read.links().getFirst().end("n2").trace());

    Files.delete(folder.resolve("up"));
    assertEquals(read, TopologyFile.load("printed", TopologyText.print(read)));
  }

  @Test
  void aTraceOfTheFileHasItsNameThere() throws Exception {
    Files.writeString(folder.resolve("up"), "# by hand\n\n1\n2\n");
    String text =
        """
        topology: t
        traces:
          cell: {file: up}
          flat: {times: [0s, 2s], rates: [5Mbit/s, 0bit/s], delays: [10ms, 20ms]}
        nodes: {n1: {}, n2: {}, n3: {}}
        defaults: {link: {rate: {trace: flat, loop: false}}}
        links: {n1 -- n2: {rate: {trace: cell, start: 3ms, period: 1s}}, n2 -- n3: {}}
        """;
    Topology read = TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), text));
    TracedLink cell = traced(read);
    assertEquals(3_000_000, cell.startNanos());
    assertEquals(1_000_000_000, cell.periodNanos());
    LinkEnd flat = read.links().getLast().end("n3");
    assertEquals(10_000_000, flat.impairment().delayNanos(), "of the first step");
    assertEquals(5e6, flat.rate().perSecond(), "the mean until the last step");
    assertEquals(read, TopologyFile.load("printed", TopologyText.print(read)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time,rate;0,5Mbit/s;1.5,500kbit/s",
        "TIME (ms), Rate [kbit/s];1000,5000;2500,500",
        "# a comment;\"time\",name,\"rate (bit/s)\";1e1,x,5e6;11.5,y,500000.0",
      })
  void unitsStandInTheHeaderOrInTheCells(String content) throws Exception {
    Files.writeString(folder.resolve("f"), content.replace(';', '\n'));
    assertEquals(
        new StepTrace(
            new long[] {0, 1_500_000_000},
            new long[] {5_000_000, 500_000},
            new long[0],
            new double[0]),
        traced(load("{trace: f}")).trace());
  }

  private String columns(String columns) throws IOException {
    return Files.writeString(
            folder.resolve("t.yaml"),
            "topology: t\ntraces:\n  f:\n    file: f\n    columns: "
                + columns
                + "\nnodes: {n1: {}, n2: {}}\nlinks: {n1 -- n2: {rate: {trace: f}}}\n")
        .toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Timestamp,Type,DL (kbit/s);1000,5G,5000;2500,LTE,500"
            + "| {time: {heading: Timestamp, unit: ms}, rate: DL}",
        "t [ms],thr (5G) (kbit/s),rate;1000,5000,x;2500,500,y"
            + "| {time: t, rate: thr (5G) (kbit/s)}",
        "time,down;1,5Mbit/s;2.5,500kbit/s | {rate: down}",
        "time (s),thr (5G);1,5;2.5,0.5 | {rate: {heading: thr (5G), unit: Mbit/s}}",
      })
  void columnsOfOtherNamesAreThoseThatTheTraceNames(String content, String columns)
      throws Exception {
    Files.writeString(folder.resolve("f"), content.replace(';', '\n'));
    Topology read = TopologyFile.load(Path.of(columns(columns)));
    assertEquals(
        new StepTrace(
            new long[] {0, 1_500_000_000},
            new long[] {5_000_000, 500_000},
            new long[0],
            new double[0]),
        traced(read).trace());
    assertEquals(read, TopologyFile.load("printed", TopologyText.print(read)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time,x;0,5 | {rate: y} | t.yaml:5:21 | no column is called `y` in the header",
        "time,x;0,5 | {rates: x} | t.yaml:5:15 | unknown key `rates`",
        "time,x;0,5 | {rate: x} | f:2:1 | `5` has no unit",
        "time,x (y);0,5 | {rate: x} | f:2:1 | `5` has no unit",
        "time,x;0,5 | {rate: {unit: Mbit/s}} | t.yaml:5:21 | `heading` is missing",
        "time,x;0,5 | {rate: {heading: x, unit: ms}} | t.yaml:5:40 | `ms` is no unit of `rate`",
        "time,x;0,5 | {rate: {heading: x, unit: Mbits}} | t.yaml:5:40 | did you mean `Mbit/s`?",
        "time,x;0,5 | {rate: x, delay: x} | t.yaml:5:31 | a second column with the heading `x`",
        "time,x,x;0,5,5 | {rate: x} | f:1:1 | two columns are called `x`",
        "time,x;0,secret | {rate: x} | f:2:1 | this cell is no rate",
        "1;2 | {rate: x} | t.yaml:5:5 | this file is of Mahimahi's format",
        "time,x;0,5 | 7 | t.yaml:5:14 | `columns` takes keys and values",
      })
  void whatIsWrongWithColumnsIsNamed(String content, String columns, String place, String why)
      throws Exception {
    Files.writeString(folder.resolve("f"), content.replace(';', '\n'));
    Path file = Path.of(columns(columns));
    FileError error = assertThrows(FileError.class, () -> TopologyFile.load(file));
    String told = error.problems().getFirst().toString();
    assertTrue(told.contains(place + ":") && told.contains(why), told);
    assertFalse(told.contains("secret"), told);
  }

  @Test
  void aLoopOfStepsEndsAsLongAfterTheLastAsThatIsAfterTheOneBefore() throws Exception {
    Files.writeString(folder.resolve("f"), "time,rate\n0,1Mbit/s\n4,2Mbit/s\n5,4Mbit/s\n");
    TracedLink trace = traced(load("{trace: f}"));
    assertEquals(6_000_000_000L, trace.periodNanos());
    assertEquals((4 * 1e6 + 2e6 + 4e6) / 6, trace.meanRate().perSecond(), 1);
    assertEquals(2e6, trace.bitsPerSecondAt(16_500_000_000L), "4.5 s into the third round");
  }

  @Test
  void stepsMayHaveDelayAndLossAlone() throws Exception {
    Files.writeString(folder.resolve("f"), "time,delay (ms),loss (%)\n0,20.5,0.5\n1,30,0\n");
    LinkEnd end = end(load("{trace: f}"));
    assertTrue(end.rate().isUnlimited());
    assertEquals(20_500_000, end.impairment().delayNanos());
    assertEquals(0.005, end.impairment().loss());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;2;x | f:3:1 | `x` is no whole number of milliseconds",
        "1;2;1 | f:3:1 | before the one above it",
        "0;0 | f | all times are 0",
        "1;86400001 | f:2:1 | at most a day",
        "hello | f:1:1 | neither a number of milliseconds, nor a header",
        "'' | f | there is nothing in it",
        "time,rate | f | no rows below its header",
        "time,rate;0,5 | f:2:1 | `5` has no unit",
        "time,rate (Mbs);0,5 | f:1:1 | `Mbs` is no unit of `rate`",
        "time,rate;0,5ms | f:2:1 | `ms` is no unit of `rate`",
        "time,rate;0,-5Mbit/s | f:2:1 | is no rate",
        "time,rate;0,1e99Mbit/s | f:2:1 | the most that `rate` may be is 1000Gbit/s",
        "time,rate;0,5Mbit/s;0,6Mbit/s | f:3:1 | not after the one above it",
        "time,rate;0,5Mbit/s;1 | f:3:1 | this row has no `rate`",
        "time,rate;0,0Mbit/s | f | some rate of a trace is above 0",
        "time,loss;0,101% | f:2:1 | the most that `loss` may be is 100%",
        "time,time,rate;0,0,1Mbit/s | f:1:1 | two columns are called `time`",
      })
  void whatIsNoTraceIsNamedWithItsFileAndLine(String content, String place, String why)
      throws Exception {
    String told = refusal(content.replace(';', '\n'), "{trace: f}");
    assertTrue(told.contains(place + ":") && told.contains(why), told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{trace: nosuch} | no such file, and no trace of that name",
        "{} | `trace` is missing",
        "{trace: f, loops: true} | unknown key `loops`",
        "{trace: f, period: 1ms} | the period is at least the last time",
        "{trace: f, start: 2000min} | a trace starts at 0…1 day",
        "{trace: .} | this is a directory, not a file",
      })
  void whatALinkCannotFollowIsNamed(String rate, String why) throws Exception {
    String told = refusal("1\n2\n", rate);
    assertTrue(told.contains("t.yaml:4") && told.contains(why), told);
  }

  @Test
  void theFirstLineOfAForeignFileIsNotShown() throws Exception {
    assertFalse(refusal("root:secret:0:0\n", "{trace: f}").contains("secret"));
  }

  @Test
  void filesAndTopologiesAreBounded() throws Exception {
    String large = "1\n".repeat(TraceFiles.FILE_BYTES_MAX / 2 + 1);
    assertTrue(refusal(large, "{trace: f}").contains("at most 16000000 bytes are read"));
    StringBuilder rows = new StringBuilder("time,rate\n");
    for (int i = 0; i <= StepTrace.STEPS_MAX; i++) {
      rows.append(i).append(",1Mbit/s\n");
    }
    assertTrue(refusal(rows.toString(), "{trace: f}").contains("at most 50000 rows"));
    StringBuilder varied = new StringBuilder();
    for (int i = 0, time = 0; i < 1_200_000; i++) {
      time += 50 + i % 2;
      varied.append(time).append('\n');
    }
    assertTrue(refusal(varied.toString(), "{trace: f}").contains("at most 3000000 characters"));
  }
}
