// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.WholeFile;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "topology",
    customSynopsis = {"topology show", "       topology save FILE"},
    description = {
      "Prints the current network as a topology file, or saves it.",
      "The file gives the same network: present parameters and menus, a link that is down as a",
      "schedule that cuts it at once, and the rest of the schedule."
    },
    footer = {"  topology show", "  topology save mine.yaml", "  topology save mine.yaml --force"})
public final class TopologyVerb extends ConsoleVerb {
  @Parameters(index = "0", paramLabel = "show|save", description = "The action.")
  private String action;

  @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "Where it is saved.")
  private @Nullable Path file;

  @Option(names = "--force", description = "In place of a file that is there.")
  private boolean force;

  @Override
  public Integer call() throws LabFailure {
    if (action.equals("show") && file == null) {
      printWhole(context.testbed().save());
      return OK;
    }
    if (!action.equals("save") || file == null) {
      throw new LabFailure("write `topology show`, or `topology save FILE`");
    }
    if (Files.exists(file) && !force) {
      throw new LabFailure(file + " is there already; --force overwrites it");
    }
    try {
      WholeFile.write(file, context.testbed().save());
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e.getMessage(), e);
    }
    if (context.json()) {
      printJson(Map.of("saved", file.toString()));
    } else {
      print("saved as %s", file);
    }
    return OK;
  }
}
