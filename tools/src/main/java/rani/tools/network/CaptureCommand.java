// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rani.ground.LabFailure;
import rani.model.file.NamedFiles;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;
import rani.tools.watch.CaptureOptions;

@VerbGroup.Of(VerbGroup.TRAFFIC)
@Command(
    name = "capture",
    description = {
      "Captures what passes a link, as a pcapng file for Wireshark.",
      "It ends by Ctrl-C. The nodes do not wait for it: what it cannot keep up with "
          + "is lost and counted."
    },
    footerHeading = "%nConditions:%n",
    footer = {
      "  from=n1 to=n8 with=n1,n2   source, destination, either: nodes or addresses",
      "  proto=tcp                  udp, rdp, tcp, icmp, control (services' messages), or a number",
      "  port=7000  id=12           a port of either end; the packet's identification",
      "  service=ping               active packets that ask for a service; node for none of them",
      "  active  passive  in  out   what it is; which way it goes at N7",
      "  malformed                  what is no packet at all",
      "  from!=n1                   any other; several conditions must all hold",
      "",
      "Examples:",
      "  rani capture n7:n8",
      "  rani capture n7:n8 from=n1 proto=rdp -o n1.pcapng --duration 10s",
      "  rani capture n7:n8 --inner -o - | tcpdump -n -r -",
      "  rani capture n7 --all -o - | wireshark -k -i - -X lua_script:config/wireshark/rani.lua"
    })
public final class CaptureCommand extends RunningCommand {
  @Mixin private CaptureOptions options = new CaptureOptions();

  @Override
  public Integer call() throws LabFailure {
    options.execute(lab(), screen(), NamedFiles.ANY);
    return OK;
  }
}
