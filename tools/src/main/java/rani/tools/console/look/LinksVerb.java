// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.node.Command.Subject;
import rani.tools.console.verb.Answers;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.LinkTable;
import rani.tools.console.verb.Shown;

/** {@code links}: both directions of every link, with their knobs. */
@Command(
    name = "links",
    customSynopsis = "links [NODE…]",
    description = "Lists the links, each direction with its state and its knobs.",
    footerHeading = "%nExamples:%n",
    footer = {"  links", "  n7 links"})
public final class LinksVerb extends ConsoleVerb {
  @Parameters(paramLabel = "NODE", description = "Only what leaves from these.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    Answers answers = new Answers();
    LinkTable links = new LinkTable();
    for (String node : context.nodes(named)) {
      Answers one = context.ask(List.of(node), Subject.LINKS);
      for (JsonObject shown : one.facts().values()) {
        SequencedMap<String, String> names = context.links().of(node, shown);
        SequencedMap<String, JsonObject> byName = new LinkedHashMap<>();
        for (String link : shown.keys()) {
          byName.put(names.getOrDefault(link, link), Shown.object(shown, link));
        }
        byName.forEach(links::row);
        answers.facts().put(node, JsonObject.of(byName));
      }
      answers.failures().putAll(one.failures());
    }
    return context.print(answers, links.table());
  }
}
