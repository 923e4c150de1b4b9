// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.LinkTable;
import rani.tools.console.verb.NodeReplies;

@Command(
    name = "links",
    customSynopsis = "links [NODE…]",
    description = "Lists the links, each direction with its state and parameters.",
    footer = {"  links", "  n7 links"})
public final class LinksVerb extends ConsoleVerb {
  @Parameters(paramLabel = "NODE", description = "Only links from these nodes.")
  private List<String> named = List.of();

  @Override
  public Integer call() throws LabFailure {
    LinkTable links = new LinkTable();
    List<String> foreign = context.foreign(named);
    NodeReplies answers =
        context.ask(
            context.nodes(named).stream().filter(node -> !foreign.contains(node)).toList(),
            node -> {
              JsonObject shown = JsonObject.of(context.testbed().show(node, StatusQuery.LINKS));
              SequencedMap<String, String> names = context.links().of(node, shown);
              SequencedMap<String, JsonObject> byName = new LinkedHashMap<>();
              shown.objects().forEach((link, facts) -> byName.put(names.get(link), facts));
              byName.forEach(links::row);
              return JsonObject.of(byName);
            });
    for (String node : foreign) {
      context
          .testbed()
          .topology()
          .linksByNode()
          .getOrDefault(node, List.of())
          .forEach(link -> links.foreign(link.direction(node)));
    }
    return context.print(answers, links);
  }
}
