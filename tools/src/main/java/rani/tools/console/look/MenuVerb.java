// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.menu.ServiceCatalog;
import rani.model.menu.ServiceSheet;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.loader.LoaderCommand;
import rani.service.ServiceProvider;
import rani.testbed.loader.LoaderClient;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.world.Reply;

@Command(
    name = "menu",
    customSynopsis = {"menu [NODE…] [--service SERVICE]", "       menu [NODE…] --manual SERVICE"},
    description =
        "Lists the services on the nodes' menus; with --service, all that one tells; with"
            + " --manual, how one is used, also if it came in a jar.",
    footer = {
      "  menu",
      "  n7 menu",
      "  n7 menu --service echo",
      "  n7 menu --manual echo",
      "  help service    to start or stop one"
    })
public final class MenuVerb extends LookVerb {
  @Option(names = "--service", paramLabel = "SERVICE", description = "All facts of this one.")
  private @Nullable String service;

  @Option(names = "--manual", paramLabel = "SERVICE", description = "The manual of this one.")
  private @Nullable String manual;

  @Override
  public Integer call() throws LabFailure {
    String explained = manual;
    if (explained != null) {
      return manual(explained);
    }
    NodeReplies answers = context.ask(nodes(), StatusQuery.SERVICES);
    String wanted = service;
    if (wanted == null) {
      return context.print(answers, overview(answers));
    }
    Table table = new Table("node, fact, value");
    NodeReplies chosen = new NodeReplies();
    answers
        .facts()
        .forEach(
            (node, services) -> {
              JsonObject facts = Shown.object(services, wanted);
              if (services.has(wanted)) {
                chosen.facts().put(node, facts);
                Shown.tell(facts, (fact, told) -> table.row(node, fact, told));
              }
            });
    if (chosen.facts().isEmpty() && answers.failures().isEmpty()) {
      List<String> known =
          answers.facts().values().stream()
              .flatMap(services -> services.keys().stream())
              .distinct()
              .toList();
      throw context.wrong(ServiceRuns.unknown(wanted, known));
    }
    chosen.failures().putAll(answers.failures());
    return context.print(chosen, table);
  }

  /** Prints a manual: of what this JVM knows, or as a node tells it of what was loaded there. */
  private int manual(String name) throws LabFailure {
    List<String> nodes = nodes();
    JsonObject found = null;
    ServiceProvider known =
        context.testbed().topology().catalog(ServiceCatalog.installed()).find(name).orElse(null);
    if (known != null) {
      found = JsonObject.of(ServiceSheet.of(known));
    }
    for (int i = 0; i < nodes.size() && found == null; i++) {
      Reply reply = LoaderClient.manual(context.testbed(), nodes.get(i), name);
      found = reply.ok() ? JsonObject.of(reply.facts()) : null;
    }
    if (found == null) {
      new ServiceRuns(context).requireKnown(nodes, name);
      throw LabFailure.ofInput("there is no manual of service " + name);
    }
    String text = String.valueOf(Shown.cell(found, "manual"));
    if (context.json()) {
      printJson(found);
    } else {
      printWhole(text.isEmpty() ? name + " brings no manual.\n" : text);
    }
    return OK;
  }

  private static Table overview(NodeReplies answers) {
    Table table = new Table("node, service, state, >failures");
    answers
        .facts()
        .forEach(
            (node, services) -> {
              for (String name : services.keys()) {
                JsonObject facts = Shown.object(services, name);
                Object failures = facts.find("failures");
                table.row(
                    node,
                    name,
                    state(facts),
                    Quantity.count(failures == null ? 0 : failures, "", "").strip());
              }
              // A node also lists unloaded services whose threads are still running.
              JsonObject loader = Shown.object(services, LoaderCommand.SERVICE);
              for (JsonObject left : Shown.objects(loader, "left")) {
                String state = "unloaded, threads left: " + Shown.cell(left, "threads");
                table.row(node, String.valueOf(left.find("service")), state, "");
              }
            });
    return table;
  }

  private static String state(JsonObject facts) {
    String waiting = Shown.holds(facts, "dormant") ? "dormant" : "running";
    String halted = Shown.holds(facts, "suspended") ? "suspended" : waiting;
    return Shown.holds(facts, "stopped") ? "stopped" : halted;
  }
}
