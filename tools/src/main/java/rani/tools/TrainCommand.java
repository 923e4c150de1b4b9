// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.testbed.Training;
import rani.tools.screen.ExitCodes;

/**
 * What {@code ./rani} runs once while an AOT cache is recorded. For verbs: a live run passes
 * through files, nodes, sockets and reports; nodes are served to others, and asked; a network is
 * brought up, looked at and ended. For nodes, which do with half the classes: nodes are served and
 * asked, and one is started by hand.
 */
@Command(name = "train", description = "Passes through what every JVM of rani does.", hidden = true)
final class TrainCommand implements Callable<Integer> {
  private static final long HAND_SECONDS_MAX = 10;

  private static final String NETWORK =
      """
      topology: training-up
      nodes: {a: {services: {ping: {}}}, b: {services: {echo: {}}}}
      links: {a -- b: {}}
      """;

  /** Any two ports will do; if one is taken, less is trained. */
  private static final String HAND =
      """
      topology: training-by-hand
      nodes:
        here: {ports: {there: {receive: 46731, send: 46732}}}
        there: {ports: {here: {receive: 46733, send: 46734}}}
      links: {here -- there: {}}
      """;

  @Parameters(paramLabel = "FOLDER", description = "Takes what comes of it.")
  private Path folder;

  @Option(names = "--nodes", description = "Only what those of nodes do.")
  private boolean nodes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, FileError, LabFailure, InterruptedException {
    if (nodes) {
      Training.nodes(folder);
      byHand();
      return ExitCodes.OK;
    }
    int exit = rani("run", "hello.yaml", "--mode", "live", "--in-process", "--out", "" + folder);
    Training.run(folder);
    network();
    return exit;
  }

  private int rani(String... words) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    return Rani.run(out, err, words);
  }

  private void network() throws IOException {
    Path file = Files.writeString(folder.resolve("training-up.yaml"), NETWORK);
    String run = "" + folder.resolve("up");
    try {
      int _ = rani("up", "" + file, "--out", run);
      for (List<String> verb :
          List.of(List.of("nodes"), List.of("a", "ping", "b", "count=1"), List.of("links"))) {
        String[] words = {"exec", "--run", run, String.join(" ", verb)};
        int _ = rani(words);
      }
      int _ = rani("ps");
    } finally {
      int _ = rani("down", run);
    }
  }

  /** It ends when its thread is interrupted. */
  private void byHand() throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("training-by-hand.yaml"), HAND);
    CountDownLatch ready = new CountDownLatch(1);
    PrintStream err = System.err;
    System.setErr(new PrintStream(new Listener(ready), true, StandardCharsets.UTF_8));
    try {
      Thread node =
          Thread.ofPlatform()
              .name("rani-training-by-hand")
              .start(() -> rani("node", "--topology", "" + file, "--name", "here"));
      boolean _ = ready.await(HAND_SECONDS_MAX, TimeUnit.SECONDS);
      node.interrupt();
      node.join();
    } finally {
      System.setErr(err);
    }
  }

  /** Hears the last words that a node says before its neighbour answers. */
  private static final class Listener extends OutputStream {
    private static final String LAST_WORDS = "link-0 to ";

    private final CountDownLatch heard;
    private final StringBuilder said = new StringBuilder();

    Listener(CountDownLatch heard) {
      this.heard = heard;
    }

    @Override
    public void write(int letter) {
      said.append((char) letter);
      if (said.indexOf(LAST_WORDS) >= 0) {
        heard.countDown();
      }
    }
  }
}
