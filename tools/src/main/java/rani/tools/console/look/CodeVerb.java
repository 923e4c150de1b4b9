// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.nodehost.conversation.CodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

@Command(
    name = "code",
    description =
        "Lists the code in WebAssembly that nodes have: of the file, loaded, or come in packets;"
            + " with hash, size, origin, state, packets, fuel used, failed calls and the last"
            + " failure.",
    footer = {"  code", "  n7 code", "  watch code n7", "  n7 code --json     with whole hashes"})
public final class CodeVerb extends LookVerb {
  private static final int HASH_DIGITS = 8;

  @Override
  public Integer call() throws LabFailure {
    Table table =
        new Table(
            "node, code, hash, >bytes, origin, state, >packets, >calls, >fuel, >traps, trouble");
    NodeReplies answers =
        context.ask(
            nodes(),
            StatusQuery.CODE,
            (node, shown) -> shown.codes().forEach(each -> row(table, node, each)));
    return print(answers, table, "no code in WebAssembly");
  }

  private static void row(Table table, String node, CodeFacts code) {
    String trouble = Objects.requireNonNullElse(code.refusal(), "");
    List<Long> counts = List.of(code.packets(), code.calls(), code.fuelUsed(), code.traps());
    List<String> shown =
        counts.stream().map(count -> Quantity.count(count, "", "").strip()).toList();
    table.row(
        node,
        code.name().isEmpty() ? "–" : code.name(),
        code.sha256().substring(0, Math.min(HASH_DIGITS, code.sha256().length())),
        code.bytes(),
        code.origin(),
        code.state(),
        shown.get(0),
        shown.get(1),
        shown.get(2),
        shown.get(3),
        trouble.isEmpty() ? Objects.requireNonNullElse(code.lastFailure(), "") : trouble);
  }
}
