// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.model.jar.SignedJar;
import rani.node.NodeFacts;
import rani.wasm.capsule.Capsule;
import rani.wasm.capsule.ShownCode;
import rani.world.Facts;

/**
 * Code in WebAssembly at a node: a service that runs or ran, or what the service {@code capsule}
 * keeps, works on or has refused.
 *
 * @param name of the service that it is or would be; empty if that is not known
 * @param sha256 of the module or, if it came in packets, of the code as it travels
 * @param bytes size; 0 of code that is not here
 * @param origin {@code file}, who signed what was loaded, or the address that it came from
 * @param state {@code running}, {@code suspended} or {@code stopped}; without running {@code
 *     dormant}, {@code fetching}, {@code compiling}, {@code kept} or {@code refused}
 * @param refusal why it does not run; null if nothing speaks against it
 * @param packets that were shown to it
 * @param calls to it, those for packets among them
 * @param fuelUsed in all calls
 * @param traps calls that its sandbox ended
 * @param failures calls that failed for any reason
 * @param lastFailure null if no call has failed
 */
public record CodeFacts(
    String name,
    String sha256,
    long bytes,
    String origin,
    String state,
    @Nullable String refusal,
    long packets,
    long calls,
    long fuelUsed,
    long traps,
    long failures,
    @Nullable String lastFailure)
    implements Facts {
  private static final String OF_FILE = "file";
  private static final String RUNNING = "running";

  /** The code of a node: its services first. */
  public record All(List<CodeFacts> codes) implements Facts {
    public All {
      codes = List.copyOf(codes);
    }
  }

  /** Returns the code among a node's services. */
  public static All of(NodeFacts.Services shown) {
    List<CodeFacts> codes = new ArrayList<>();
    shown
        .services()
        .forEach(
            (name, service) -> {
              Map<String, ?> facts = service.byKey();
              if (facts.containsKey("fuel-used") && facts.containsKey("module-bytes")) {
                codes.add(ofService(name, service, facts));
              }
            });
    NodeFacts.OfService capsule = shown.services().get(Capsule.NAME);
    if (capsule != null) {
      ShownCode.in(capsule.own()).forEach(each -> add(codes, each, shown.services()));
    }
    return new All(codes);
  }

  private static CodeFacts ofService(
      String name, NodeFacts.OfService service, Map<String, ?> facts) {
    Object key = facts.get("key");
    String signer =
        SignedJar.UNSIGNED.equals(key) ? "loaded, unsigned" : "loaded, signed by " + key;
    return new CodeFacts(
        name,
        String.valueOf(facts.get("sha256")),
        number(facts.get("module-bytes")),
        key == null ? OF_FILE : signer,
        state(service),
        null,
        number(facts.get("packets-shown")),
        number(facts.get("calls")),
        number(facts.get("fuel-used")),
        facts.get("traps") instanceof Map<?, ?> traps
            ? traps.values().stream().mapToLong(CodeFacts::number).sum()
            : 0,
        service.containment().failures(),
        service.containment().lastFailure());
  }

  private static String state(NodeFacts.OfService service) {
    if (service.containment().suspended()) {
      return "suspended";
    }
    if (Boolean.TRUE.equals(service.stopped())) {
      return "stopped";
    }
    return Boolean.TRUE.equals(service.dormant()) ? "dormant" : RUNNING;
  }

  private static long number(@Nullable Object fact) {
    return fact instanceof Number number ? number.longValue() : 0;
  }

  /** Adds a code of capsules, or what is known of it to the service that it is or was. */
  private static void add(
      List<CodeFacts> codes, ShownCode shown, Map<String, NodeFacts.OfService> services) {
    for (int i = 0; i < codes.size(); i++) {
      String name = codes.get(i).name;
      int at = name.indexOf('@'); // what follows are the first digits of the hash
      boolean isFetched = shown.state().equals(RUNNING) && name.equals(shown.name());
      if (isFetched || (at >= 0 && shown.hash().startsWith(name.substring(at + 1)))) {
        codes.set(i, codes.get(i).cameAs(shown));
        return;
      }
    }
    String name = shown.name() == null ? "" : shown.name();
    NodeFacts.OfService fetched = shown.state().equals(RUNNING) ? services.get(name) : null;
    codes.add(
        new CodeFacts(
            name,
            shown.hash(),
            shown.bytes(),
            origin(shown),
            fetched == null ? shown.state() : state(fetched),
            shown.refusal(),
            0,
            0,
            0,
            0,
            0,
            null));
  }

  private CodeFacts cameAs(ShownCode shown) {
    boolean keepsState = shown.state().equals(RUNNING) || state.equals("suspended");
    return new CodeFacts(
        name,
        shown.hash(),
        shown.bytes() == 0 ? bytes : shown.bytes(),
        origin(shown),
        keepsState ? state : shown.state(),
        keepsState ? null : shown.refusal(),
        packets,
        calls,
        fuelUsed,
        traps,
        failures,
        lastFailure);
  }

  private static String origin(ShownCode shown) {
    return shown.origin().equals(OF_FILE) ? OF_FILE : "capsule, from " + shown.origin();
  }
}
