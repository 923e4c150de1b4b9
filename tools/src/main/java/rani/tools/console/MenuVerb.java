// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.menu.ServiceCatalog;
import rani.model.menu.ServiceSheet;
import rani.node.Command.Subject;
import rani.nodehost.loader.LoaderOrder;
import rani.testbed.RunningLab;
import rani.testbed.loader.LoaderClient;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.world.Reply;

/** {@code menu}: the services of the nodes. */
@Command(
    name = "menu",
    customSynopsis = {"menu [NODE…] [--service SERVICE]", "       menu [NODE…] --manual SERVICE"},
    description = {
      "Lists the services on the nodes' menus; with --service, all that one tells; with --manual,",
      "how one is used, also if it came in a jar."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  menu",
      "  n7 menu",
      "  n7 menu --service lgc",
      "  n7 menu --manual lgc",
      "  help service    to start or stop one"
    })
final class MenuVerb implements Callable<Integer> {
  @ParentCommand private Bench bench;

  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

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
    Answers answers = bench.ask(bench.nodes(named), Subject.SERVICES);
    String wanted = service;
    if (wanted == null) {
      return bench.print(answers, overview(answers));
    }
    Table table = new Table("node", "fact", "value");
    Answers chosen = new Answers();
    answers
        .facts()
        .forEach(
            (node, services) -> {
              SequencedMap<String, Object> facts = Facts.of(services.get(wanted));
              if (services.containsKey(wanted)) {
                chosen.facts().put(node, facts);
                facts.forEach(
                    (name, value) ->
                        Facts.tell(name, value, (fact, told) -> table.row(node, fact, told)));
              }
            });
    if (chosen.facts().isEmpty() && answers.failures().isEmpty()) {
      List<String> known =
          answers.facts().values().stream()
              .flatMap(services -> services.keySet().stream())
              .distinct()
              .toList();
      throw bench.wrong(Services.unknown(wanted, known));
    }
    chosen.failures().putAll(answers.failures());
    return bench.print(chosen, table);
  }

  /** What comes with rani has it here; what came in a jar, the node that it came to. */
  private int manual(String name) throws LabFailure {
    List<String> nodes = bench.nodes(named);
    SequencedMap<String, Object> found = null;
    for (ServiceSheet sheet : ServiceSheet.of(ServiceCatalog.installed())) {
      if (sheet.name().equals(name)) {
        found = Facts.of(sheet.facts());
      }
    }
    for (int i = 0; i < nodes.size() && found == null; i++) {
      Reply reply = LoaderClient.manual(bench.testbed(), nodes.get(i), name);
      found = reply.ok() ? reply.facts() : null;
    }
    if (found == null) {
      new Services(bench).requireKnown(nodes, name);
      throw new LabFailure("there is no manual of service " + name);
    }
    String text = String.valueOf(found.getOrDefault("manual", ""));
    bench
        .screen()
        .printWhole(
            bench.json()
                ? RunningLab.json(found) + "\n"
                : text.isEmpty() ? name + " brings no manual.\n" : text);
    return ExitCodes.OK;
  }

  private static Table overview(Answers answers) {
    Table table = new Table("node", "service", "state", ">failures");
    answers
        .facts()
        .forEach(
            (node, services) -> {
              services.forEach(
                  (name, told) -> {
                    SequencedMap<String, Object> facts = Facts.of(told);
                    table.row(
                        node,
                        name,
                        state(facts),
                        Quantity.count(facts.getOrDefault("failures", 0), "", "").strip());
                  });
              left(services, (service, state) -> table.row(node, service, state, ""));
            });
    return table;
  }

  /** What was unloaded and has threads that run on. */
  private static void left(SequencedMap<String, Object> services, BiConsumer<String, String> told) {
    if (Facts.of(services.get(LoaderOrder.SERVICE)).get("left") instanceof List<?> left) {
      for (Object each : left) {
        SequencedMap<String, Object> facts = Facts.of(each);
        told.accept(
            String.valueOf(facts.get("service")),
            "unloaded, threads left: " + facts.getOrDefault("threads", ""));
      }
    }
  }

  private static String state(Map<String, Object> facts) {
    if (Facts.holds(facts, "stopped")) {
      return "stopped";
    }
    return Facts.holds(facts, "suspended") ? "suspended" : "running";
  }
}
