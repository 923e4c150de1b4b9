// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.nodehost.gateway.GatewayOrder;
import rani.testbed.RunningLab;
import rani.testbed.process.Lease;
import rani.testbed.transfer.FileSender;
import rani.testbed.transfer.MessagePipe;
import rani.testbed.transfer.TransferFailure;
import rani.tools.option.NodePort;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.TRAFFIC)
@Command(
    name = "send",
    description = "Sends a file over RDP to a waiting `rani receive`.",
    exitCodeList = {
      "0:the file has arrived, intact",
      "1:it was refused, or arrived damaged",
      "2:bad usage or input; nothing was sent",
      "3:could not be carried out; saying it again goes on from there",
      "130:interrupted; saying it again goes on from there"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  rani receive --at n5:7000 --once &",
      "  rani send photo.jpg --from n1 --to n5:7000"
    })
public final class SendCommand extends RunningCommand {
  @Parameters(paramLabel = "FILE", description = "The file to be sent.")
  private Path file;

  @Option(names = "--from", paramLabel = "N1", required = true, description = "From which node.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "N5:PORT",
      required = true,
      converter = NodePort.Converter.class,
      description = "To which node, and which RDP port of it.")
  private NodePort to;

  @Option(names = "--json", description = "Prints the result as one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw wrong(file + " is no file that can be read");
    }
    RunningLab lab = lab();
    ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
    try (Lease held = lab.hold(from, new GatewayOrder.Dial(lab.address(to.node()), to.port()));
        MessagePipe pipe = MessagePipe.to(held)) {
      if (!pipe.awaitOpen()) {
        throw new LabFailure(
            "no connection to %s:%s: %s; is `rani receive` waiting there?"
                .formatted(to.node(), to.port(), pipe.closeReason()));
      }
      long size = Files.size(file);
      FileSender sender = new FileSender(file, bytes -> progress.at(file.toString(), bytes, size));
      return tell(sender.send(pipe));
    } catch (IOException | TransferFailure e) {
      throw new LabFailure(file + " was not sent: " + e.getMessage(), e);
    }
  }

  private int tell(FileSender.Result result) {
    if (json) {
      printJson(result);
    } else if (result.intact()) {
      print(
          "%s: %d bytes have arrived intact, %d of them now; SHA-256 %s",
          file, result.bytes(), result.bytesSent(), result.sha256());
    } else {
      print("%s has not arrived: %s", file, result.reason());
    }
    return exitCode(result.intact());
  }
}
