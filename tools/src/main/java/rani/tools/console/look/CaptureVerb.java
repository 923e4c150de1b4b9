// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.watch.CaptureOptions;

@Command(
    name = "capture",
    customSynopsis =
        "capture [--all] [--inner] [--count=N] [--duration=TIME] [-o FILE] N7:N8 [CONDITION…]",
    description =
        "Captures what passes a link into a pcapng file, as `rani capture` does; says --count or"
            + " --duration when it is to end; at a terminal Ctrl-C ends it.",
    footer = {
      "  capture n7:n8 --duration 10s",
      "  capture n7:n8 from=n1 proto=rdp --count 100 -o n1.pcapng"
    })
public final class CaptureVerb extends ConsoleVerb {
  @Mixin private CaptureOptions options = new CaptureOptions();

  @Override
  public Integer call() throws LabFailure {
    if (!(context.testbed() instanceof RunningLab lab)) {
      throw new LabFailure("a capture is of a live network; `captures:` in a file is for any");
    }
    if (!options.ends() && !context.session().isAtTerminal()) {
      throw context.wrong("when does it end? Add --count N or --duration TIME");
    }
    options.execute(lab, context.screen(), context.session().files());
    return OK;
  }
}
