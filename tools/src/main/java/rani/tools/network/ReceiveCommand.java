// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.nodehost.gateway.GatewayOrder;
import rani.testbed.RunningLab;
import rani.testbed.process.Lease;
import rani.testbed.transfer.FileReceiver;
import rani.testbed.transfer.MessagePipe;
import rani.testbed.transfer.TransferFailure;
import rani.tools.option.NodePort;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.TRAFFIC)
@Command(
    name = "receive",
    description = "Takes files that `rani send` sends to a node, until Ctrl-C.",
    exitCodeList = {
      "0:with --once: the file has arrived, intact",
      "1:with --once: it was refused, or arrived damaged",
      "2:bad usage or input; nothing was started",
      "3:could not be carried out",
      "130:interrupted"
    },
    footer = "  rani receive --at n5:7000 --into downloads")
public final class ReceiveCommand extends RunningCommand {
  @Option(
      names = "--at",
      paramLabel = "N5:PORT",
      required = true,
      converter = NodePort.Converter.class,
      description = "At which node, and which RDP port of it.")
  private NodePort at;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The folder for the files. Default: the current one.")
  private Path folder;

  @Option(
      names = "--once",
      description = "Ends when one file has arrived or was refused. Interruptions do not count.")
  private boolean once;

  @Option(names = "--force", description = "Replaces files of the same name.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object for each file, nothing else.")
  private boolean json;

  private final CompletableFuture<Integer> end = new CompletableFuture<>();

  @Override
  public Integer call() throws LabFailure {
    if (!Files.isDirectory(folder)) {
      throw wrong(folder + " is no folder");
    }
    RunningLab lab = lab();
    try (Lease held = lab.hold(at.node(), new GatewayOrder.Await(at.port()))) {
      MessagePipe first = place(held);
      progress("waits at " + at.node() + ":" + at.port() + " of " + lab.name());
      Thread.ofVirtual().start(() -> watch(held));
      Thread.ofVirtual().start(() -> serve(held, first));
      int code = end.join();
      if (code == ExitCodes.NOT_CARRIED_OUT) {
        throw new LabFailure("node " + at.node() + " takes no more; is the network down?");
      }
      return code;
    } catch (IOException e) {
      throw new LabFailure("cannot receive at node " + at.node() + ": " + e.getMessage(), e);
    }
  }

  /** Opens a pipe that accepts the next connection. */
  private static MessagePipe place(Lease held) throws IOException {
    MessagePipe pipe = MessagePipe.to(held);
    if (!pipe.awaitPlace()) {
      pipe.close();
      throw new IOException(pipe.closeReason());
    }
    return pipe;
  }

  /** Ends the command when the node ends. */
  private void watch(Lease held) {
    while (held.next() != null) {
      continue;
    }
    end.complete(ExitCodes.NOT_CARRIED_OUT);
  }

  /** Keeps one pipe waiting for a connection. Each open connection runs on its own thread. */
  private void serve(Lease held, MessagePipe first) {
    try {
      for (MessagePipe waiting = first; !end.isDone(); waiting = place(held)) {
        MessagePipe pipe = waiting;
        if (pipe.awaitOpen()) {
          Thread.ofVirtual().start(() -> receive(pipe));
        } else {
          pipe.close();
        }
      }
    } catch (IOException e) {
      end.complete(ExitCodes.NOT_CARRIED_OUT);
    }
  }

  private void receive(MessagePipe pipe) {
    ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
    try (pipe) {
      FileReceiver.Result result = new FileReceiver(folder, force, progress::at).receive(pipe);
      tell(result);
      if (once) {
        end.complete(result.intact() ? OK : FAILED);
      }
    } catch (IOException | TransferFailure e) {
      progress("a transfer has ended: " + e.getMessage());
    }
  }

  private void tell(FileReceiver.Result result) {
    if (json) {
      printJson(result);
    } else if (result.intact()) {
      print(
          "%s: %d bytes, intact, %d of them now; SHA-256 %s",
          result.file(), result.bytes(), result.bytesReceived(), result.sha256());
    } else {
      print("an offer was refused or damaged: %s", result.reason());
    }
  }
}
