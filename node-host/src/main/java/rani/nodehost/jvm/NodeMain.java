// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.ground.TerminalWriter;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.folder.BoundedLog;

/**
 * Main class of a node's JVM. Arguments are positional, because a command line parser takes longer
 * to build than a node to start. {@code rani node} with more options is a command of the full
 * command line.
 */
public final class NodeMain {
  private static final String USAGE =
      """
      a node's JVM is started as one of
        node --topology FILE --name N            in the foreground
        node --topology FILE --name N --managed  ordered by its standard input
        train FOLDER                             while its AOT cache is recorded
      """;

  private NodeMain() {}

  /** Runs one node, or the AOT training, and exits with the exit code. */
  public static void main(String[] words) throws IOException, InterruptedException {
    System.exit(run(List.of(words)));
  }

  private static int run(List<String> words) throws IOException, InterruptedException {
    try {
      if (words.size() == 2 && words.getFirst().equals("train")) {
        AotTrainingRun.run(Path.of(words.getLast()));
        return ExitCodes.OK;
      }
      if (words.size() < 5 || !isNode(words)) {
        System.err.print(USAGE);
        return ExitCodes.BAD_INPUT;
      }
      Path topology = Path.of(words.get(2));
      String name = words.get(4);
      if (words.size() == 5) {
        System.setErr(TerminalWriter.stream(System.err));
        ForegroundNode.run(
            topology, List.of(name), ForegroundNode.Options.of(Transport.best()), System.err);
        return ExitCodes.OK;
      }
      System.setErr(BoundedLog.of(System.err));
      return ManagedNode.run(topology, name, System.in, System.out);
    } catch (FileError e) {
      System.err.println(e.getMessage());
      return ExitCodes.BAD_INPUT;
    } catch (LabFailure e) {
      System.err.println("rani: " + e.getMessage());
      return ExitCodes.NOT_CARRIED_OUT;
    }
  }

  private static boolean isNode(List<String> words) {
    return words.get(0).equals("node")
        && words.get(1).equals("--topology")
        && words.get(3).equals("--name")
        && (words.size() == 5 || words.size() == 6 && words.get(5).equals("--managed"));
  }
}
