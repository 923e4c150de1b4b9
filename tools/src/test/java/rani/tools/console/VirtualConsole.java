// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.NamedFiles;
import rani.model.topology.TopologyFile;
import rani.testbed.Lab;
import rani.testbed.Testbed;
import rani.tools.console.verb.ConsoleSession;
import rani.tools.screen.TerminalColours;

/** A console for a small network in virtual time, or for whatever a test gives it. */
public final class VirtualConsole implements AutoCloseable {
  /** Three nodes in a row, 5 ms and 10 Mbit/s from one to the next. */
  public static final String ROW =
      """
      topology: row
      defaults: {link: {delay: 5ms, rate: 10Mbit/s}}
      nodes: {n1: {services: {ping: {}}}, n2: {}, n3: {services: {ping: {}}}}
      links: {n1 -- n2: {}, n2 -- n3: {}}
      """;

  private final AutoCloseable network;
  private final ConsoleSession session;

  private VirtualConsole(AutoCloseable network, ConsoleSession session) {
    this.network = network;
    this.session = session;
  }

  /** For that row, which is up and has begun. */
  public static VirtualConsole ofRow() throws FileError, LabFailure {
    Lab lab = Lab.virtual(TopologyFile.load("row.yaml", ROW), 7);
    lab.start();
    lab.go();
    return new VirtualConsole(
        lab, new ConsoleSession(lab, TerminalColours.NONE, lab::runFor, NamedFiles.ANY));
  }

  /** For any network, in which time stands still. */
  public static VirtualConsole of(Testbed testbed) {
    return new VirtualConsole(
        () -> {}, new ConsoleSession(testbed, TerminalColours.NONE, time -> {}, NamedFiles.ANY));
  }

  /** The session. */
  public ConsoleSession session() {
    return session;
  }

  /** Says a line. */
  public VerbResult execute(String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new ConsoleInterpreter(session)
            .execute(
                Words.of(line),
                List.of(),
                false,
                new PrintWriter(out, true),
                new PrintWriter(err, true));
    return new VerbResult(line, exit, "" + out, "" + err);
  }

  @Override
  public void close() throws Exception {
    boolean _ = Thread.interrupted();
    network.close();
  }
}
