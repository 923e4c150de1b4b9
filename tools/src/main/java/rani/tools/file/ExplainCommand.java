// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;
import rani.model.schema.KeyGuide;
import rani.model.topology.TopologySchema;
import rani.study.experiment.ExperimentSchema;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "explain",
    description = {
      "Explains a key of topology and experiment files.",
      "Without one it lists those at the top."
    },
    footer = {"  rani explain queue.limit", "  rani explain services.sink.port"})
public final class ExplainCommand extends RaniCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "KEY",
      defaultValue = "",
      description = "Its name, or the end of its path with dots between names.")
  private String key;

  /** Returns the guide to the keys of both kinds of files. */
  public static KeyGuide guide() {
    SequencedMap<String, Vocabulary> kinds = new LinkedHashMap<>();
    kinds.put("topology", TopologySchema.keys());
    kinds.put("experiment", ExperimentSchema.keys());
    return new KeyGuide(kinds);
  }

  @Option(names = "--json", description = "Prints one JSON object a key, nothing else.")
  private boolean json;

  @Override
  public Integer call() {
    KeyGuide guide = guide();
    if (json) {
      List<KeyGuide.Explained> found = key.isEmpty() ? guide.tops() : guide.found(key);
      found.forEach(this::printJson);
      if (!found.isEmpty()) {
        return OK;
      }
    }
    if (key.isEmpty()) {
      printWhole(guide.top());
      return OK;
    }
    String text = guide.explain(key);
    if (text.isEmpty()) {
      String last = List.of(key.split("\\.", -1)).getLast();
      throw wrong("there is no key " + Quoted.of(key) + "; " + Nearest.hint(last, guide.names()));
    }
    printWhole(text);
    return OK;
  }
}
