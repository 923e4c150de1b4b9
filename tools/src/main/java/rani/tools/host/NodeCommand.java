// SPDX-License-Identifier: Apache-2.0
package rani.tools.host;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.jvm.HandNode;
import rani.nodehost.jvm.ManagedNode;
import rani.testbed.process.NodeLog;
import rani.tools.option.TrustOption;
import rani.tools.screen.ExitCodes;

/** {@code rani node --topology FILE --name N}. */
@Command(
    name = "node",
    description =
        "Runs one node in the foreground. It finds its neighbours where the file says they are.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample, on two hosts with the same file:%n",
    footer = {
      "  rani node --topology pair.yaml --name left",
      "  rani node --topology pair.yaml --name right"
    })
public final class NodeCommand implements Callable<Integer> {
  private static final long SEED = 1;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      required = true,
      description = "A topology file.")
  private Path topology;

  @Option(
      names = "--name",
      paramLabel = "N",
      required = true,
      split = ",",
      description = "Which of its nodes; several share the process.")
  private List<String> names;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "" + SEED,
      description = "Of all chance.")
  private long seed;

  @Option(
      names = "--transport",
      paramLabel = "mmsg|epoll|nio",
      description = "Default: the best here.")
  private @Nullable Transport transport;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "Holds the secret that all nodes share; needed if links are keyed.")
  private @Nullable Path keyFile;

  @Option(
      names = "--at",
      paramLabel = "NODE=HOST",
      description =
          "Where a node is, in place of its address in the file: an IP address, or a name that is"
              + " looked up, and waited for up to 5 min. Repeatable.")
  private SequencedMap<String, String> places = new LinkedHashMap<>();

  @Option(
      names = "--ready-file",
      paramLabel = "FILE",
      description = "Is there while all links of the node are up, if it is one.")
  private @Nullable Path readyFile;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Writes every event of the node, if it is one.")
  private @Nullable Path trace;

  @Mixin private final TrustOption trust = new TrustOption();

  @Spec private CommandSpec spec;

  /**
   * Whether a lab said these words; see {@link rani.testbed.process.NodeCommand}. To describe even
   * this one verb takes longer than a node takes to start, and a network has many.
   */
  public static boolean isManaged(String[] arguments) {
    return arguments.length == 6
        && arguments[0].equals("node")
        && arguments[1].equals("--topology")
        && arguments[3].equals("--name")
        && arguments[5].equals("--managed");
  }

  /** One node whose order comes by standard input; the exit code. */
  public static int runManaged(String[] arguments) {
    System.setErr(NodeLog.bounded(System.err));
    return ManagedNode.run(Path.of(arguments[2]), arguments[4], System.in, System.out);
  }

  /**
   * Whether these words say nothing but {@code node --topology FILE --name N}, so that they need
   * not be described either.
   */
  public static boolean isPlain(String[] arguments) {
    return arguments.length == 5
        && arguments[0].equals("node")
        && arguments[1].equals("--topology")
        && isWord(arguments[2])
        && arguments[3].equals("--name")
        && isWord(arguments[4])
        && !arguments[4].contains(",");
  }

  /** Neither an option nor a file of more words. */
  private static boolean isWord(String argument) {
    return !argument.isEmpty() && !argument.startsWith("-") && !argument.startsWith("@");
  }

  /** One node of a file, with nothing else said. */
  public static void runPlain(String[] arguments) throws FileError, LabFailure {
    HandNode.run(
        Path.of(arguments[2]),
        List.of(arguments[4]),
        HandNode.Options.of(Transport.best()),
        System.err);
  }

  @Override
  public Integer call() throws FileError, LabFailure {
    if (names.size() > 1 && (trace != null || readyFile != null)) {
      throw new ParameterException(
          spec.commandLine(),
          (trace != null ? "--trace" : "--ready-file")
              + " is for a single node, not "
              + String.join(", ", names));
    }
    HandNode.run(
        topology,
        names,
        new HandNode.Options(
            transport == null ? Transport.best() : transport,
            seed,
            Optional.ofNullable(keyFile),
            Optional.ofNullable(trace),
            places,
            Optional.ofNullable(readyFile),
            trust.isGiven()),
        System.err);
    return ExitCodes.OK;
  }
}
