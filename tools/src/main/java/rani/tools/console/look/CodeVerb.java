// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.jar.SignedJar;
import rani.nodehost.conversation.StatusQuery;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.wasm.capsule.Capsule;
import rani.world.Facts;
import rani.world.Reply;

@Command(
    name = "code",
    description =
        "Lists the code in WebAssembly that nodes have: of the file, loaded, or come in packets;"
            + " with hash, size, origin, fuel used and failed calls.",
    footer = {"  code", "  n7 code", "  watch code n7", "  n7 code --json     with whole hashes"})
public final class CodeVerb extends LookVerb {
  private static final int HASH_DIGITS = 8;

  /**
   * Code at a node.
   *
   * @param name of the service that it is, or would be
   * @param sha256 of the module or, if it came in packets, of the code as it travels
   * @param origin {@code file}, who signed what was loaded, or the node that it came from
   * @param state {@code running}, {@code suspended} or {@code stopped}; {@code kept} by the service
   *     {@code capsule} without running
   */
  private record Code(
      String name,
      String sha256,
      long bytes,
      String origin,
      String state,
      long calls,
      long fuelUsed,
      long traps)
      implements Facts {
    Code from(String other, String hash, long size) {
      return new Code(name, hash, size, other, state, calls, fuelUsed, traps);
    }
  }

  private record Codes(List<Code> codes) implements Facts {}

  @Override
  public Integer call() throws LabFailure {
    NodeReplies answers = context.ask(nodes(), StatusQuery.SERVICES);
    NodeReplies shown = new NodeReplies();
    Table table = new Table("node, code, hash, >bytes, origin, state, >calls, >fuel, >traps");
    for (Map.Entry<String, JsonObject> answer : answers.facts().entrySet()) {
      List<Code> codes = codes(answer.getKey(), answer.getValue());
      codes.forEach(code -> row(table, answer.getKey(), code));
      shown.facts().put(answer.getKey(), JsonObject.of(new Codes(codes)));
    }
    shown.failures().putAll(answers.failures());
    return print(shown, table, "no code in WebAssembly");
  }

  private List<Code> codes(String node, JsonObject services) throws LabFailure {
    List<Code> codes = new ArrayList<>();
    for (String name : services.keys()) {
      JsonObject facts = Shown.object(services, name);
      if (facts.has("fuel-used") && facts.has("module-bytes")) {
        codes.add(code(name, facts));
      }
    }
    if (services.has(Capsule.NAME)) {
      Reply kept = context.testbed().tell(node, Capsule.NAME, "codes", List.of());
      for (JsonObject each : Shown.objects(JsonObject.of(kept.facts()), "codes")) {
        add(codes, each);
      }
    }
    return codes;
  }

  private static Code code(String name, JsonObject facts) {
    String key = String.valueOf(Shown.cell(facts, "key"));
    String signer =
        key.equals(SignedJar.UNSIGNED) ? "loaded, unsigned" : "loaded, signed by " + key;
    long traps =
        Shown.object(facts, "traps").keys().stream()
            .mapToLong(reason -> Shown.count(Shown.object(facts, "traps"), reason))
            .sum();
    String halted = Shown.holds(facts, "suspended") ? "suspended" : "running";
    return new Code(
        name,
        String.valueOf(Shown.cell(facts, "sha256")),
        Shown.count(facts, "module-bytes"),
        key.isEmpty() ? "file" : signer,
        Shown.holds(facts, "stopped") ? "stopped" : halted,
        Shown.count(facts, "calls"),
        Shown.count(facts, "fuel-used"),
        traps);
  }

  /** Adds what the service {@code capsule} keeps, or its origin to what runs already. */
  private static void add(List<Code> codes, JsonObject kept) {
    String name = String.valueOf(Shown.cell(kept, "name"));
    String hash = String.valueOf(Shown.cell(kept, "hash"));
    String origin = String.valueOf(Shown.cell(kept, "origin"));
    String came = origin.equals("file") ? origin : "capsule, from " + origin;
    long bytes = Shown.count(kept, "bytes");
    for (int i = 0; i < codes.size(); i++) {
      if (Shown.holds(kept, "running") && codes.get(i).name.equals(name)) {
        codes.set(i, codes.get(i).from(came, hash, bytes));
        return;
      }
    }
    codes.add(new Code(name, hash, bytes, came, "kept", 0, 0, 0));
  }

  private static void row(Table table, String node, Code code) {
    table.row(
        node,
        code.name,
        code.sha256.substring(0, Math.min(HASH_DIGITS, code.sha256.length())),
        code.bytes,
        code.origin,
        code.state,
        Quantity.count(code.calls, "", "").strip(),
        Quantity.count(code.fuelUsed, "", "").strip(),
        Quantity.count(code.traps, "", "").strip());
  }
}
