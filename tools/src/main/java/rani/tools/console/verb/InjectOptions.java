// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options that the verb and the command {@code inject} share. */
@Command(
    exitCodeList = {
      "0:every packet came to its destination",
      "1:some did not",
      "2:refused, nothing was sent",
      "3:a node did not answer"
    },
    footerHeading = "%nFields:%n")
public final class InjectOptions {
  /** Help about the fields of a packet. */
  public static final String FIELDS =
      "  service=NAME|NUMBER  active|passive  protocol=udp|rdp|service|NUMBER%n"
          + "  port=9  source-port=9  size=100B  payload=text:…|hex:…|@FILE%n"
          + "  count=1  gap=10ms or rate=10packet/s%n"
          + "  dscp=0…63|af41|ef|cs6  ecn=0…3|ce  ttl=255  lifetime=10s";

  /** Default number of packets whose path is shown hop by hop. */
  static final int WAYS = 3;

  @Option(names = "--force", description = "Sends even what cannot arrive.")
  private boolean force;

  @Option(names = "--dry-run", description = "Prints the packet field by field; sends nothing.")
  private boolean dryRun;

  @Option(
      names = "--ways",
      paramLabel = "N",
      description = "How many packets are shown hop by hop. Default: " + WAYS + ".")
  private int ways = WAYS;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description = "How long nothing may be heard of a packet that waits. Default: 10s.")
  private String patience = "10s";

  public boolean force() {
    return force;
  }

  public boolean dryRun() {
    return dryRun;
  }

  public int ways() {
    return ways;
  }

  public String patience() {
    return patience;
  }

  /** Returns the options as arguments of the verb. */
  public List<String> said() {
    List<String> said = new ArrayList<>();
    if (force) {
      said.add("--force");
    }
    if (dryRun) {
      said.add("--dry-run");
    }
    said.add("--ways=" + ways);
    said.add("--patience=" + patience);
    return said;
  }
}
