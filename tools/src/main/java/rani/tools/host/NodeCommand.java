// SPDX-License-Identifier: Apache-2.0
package rani.tools.host;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.control.ControlToken;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.ForegroundNode;
import rani.tools.option.LogOptions;
import rani.tools.option.RaniCommand;
import rani.tools.option.TrustOption;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "node",
    description = {
      "Runs one node in the foreground.",
      "Its neighbours are at the file's addresses."
    },
    footerHeading = "%nExample, on two hosts with the same file:%n",
    footer = {
      "  rani node --topology pair.yaml --name left",
      "  rani node --topology pair.yaml --name right"
    })
public final class NodeCommand extends RaniCommand {
  private static final long SEED = 1;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      required = true,
      description = "A topology file.")
  private Path topology;

  @Option(
      names = "--name",
      paramLabel = "NODE",
      required = true,
      split = ",",
      description = "The node's name; repeatable, several share the process.")
  private List<String> names;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "" + SEED,
      description = "Starts all random streams: a whole number. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--transport",
      paramLabel = "mmsg|epoll|nio",
      description = "What carries the datagrams. Default: the best that there is here.")
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
      description = "Exists while all links of the node are up; for a single node.")
  private @Nullable Path readyFile;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Writes every event of the node; for a single node.")
  private @Nullable Path trace;

  @Option(
      names = "--control",
      paramLabel = "ADDRESS",
      description =
          "Where its control plane listens: 127.0.0.1:10001, unix:/run/n1.sock. Default: nowhere."
              + " For a single node, with --token-file.")
  private @Nullable String control;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Holds the token that the control plane's clients must show.")
  private @Nullable Path tokenFile;

  @Mixin private final TrustOption trust = new TrustOption();
  @Mixin private final LogOptions log = new LogOptions();

  @Override
  public Integer call() throws FileError, LabFailure {
    if (names.size() > 1 && (trace != null || readyFile != null || control != null)) {
      String option = trace != null ? "--trace" : readyFile != null ? "--ready-file" : "--control";
      throw wrong(option + " is for a single node, not " + String.join(", ", names));
    }
    log.apply();
    ForegroundNode.run(
        topology,
        names,
        new ForegroundNode.Options(
            transport == null ? Transport.best() : transport,
            seed,
            Optional.ofNullable(keyFile),
            Optional.ofNullable(trace),
            places,
            Optional.ofNullable(readyFile),
            control(),
            trust.isGiven()),
        System.err);
    return OK;
  }

  private Optional<ForegroundNode.Control> control() throws LabFailure {
    if (control == null && tokenFile == null) {
      return Optional.empty();
    }
    if (control == null || tokenFile == null) {
      throw wrong(
          control == null
              ? "--token-file is for --control"
              : "--control wants --token-file; `head -c 32 /dev/urandom | base64 > FILE` makes"
                  + " one");
    }
    try {
      return Optional.of(
          new ForegroundNode.Control(HttpAddress.parse(control), ControlToken.read(tokenFile)));
    } catch (IllegalArgumentException e) {
      throw wrong("--control: " + e.getMessage());
    }
  }
}
