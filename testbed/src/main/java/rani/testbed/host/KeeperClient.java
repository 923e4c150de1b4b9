// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.nodehost.jvm.NodeOrder;
import rani.testbed.process.ControlClient;
import rani.world.Facts;
import rani.world.Reply;

/** Asks a run's {@link Keeper}. */
public final class KeeperClient {
  private static final Duration LAUNCH_MAX = Duration.ofSeconds(100);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);

  private final ControlClient client;

  /** A client of the keeper that listens there. */
  public KeeperClient(String control, String token) {
    this.client = new ControlClient(control, token);
  }

  KeeperWords.Launched launch(String host, String node, NodeOrder order) throws LabFailure {
    return ask(
        "POST",
        "/launch",
        new KeeperWords.Launch(host, node, order),
        LAUNCH_MAX,
        KeeperWords.Launched.class);
  }

  public void end(String node) throws LabFailure {
    tell("/end", new KeeperWords.End(node), ANSWER_MAX);
  }

  public void topology() throws LabFailure {
    tell("/topology", new LinkedHashMap<>(), ANSWER_MAX);
  }

  void flush() throws LabFailure {
    tell("/flush", new LinkedHashMap<>(), LAUNCH_MAX);
  }

  public LinkTests.Results testLinks() throws LabFailure {
    return ask("POST", "/links/test", new LinkedHashMap<>(), ANSWER_MAX, LinkTests.Results.class);
  }

  /** What an agent finds about its host, one map a finding. */
  List<SequencedMap<String, Object>> examine(String host) throws LabFailure {
    List<SequencedMap<String, Object>> findings = new ArrayList<>();
    JsonObject found =
        ask("POST", "/examine", new KeeperWords.Examine(host), LAUNCH_MAX, JsonObject.class);
    for (JsonObject each : found.objects("findings")) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      each.byKey().forEach((key, value) -> one.put(key, String.valueOf(value)));
      findings.add(one);
    }
    return findings;
  }

  public KeeperWords.Hosts hosts() throws LabFailure {
    return ask("GET", "/hosts", new LinkedHashMap<>(), ANSWER_MAX, KeeperWords.Hosts.class);
  }

  AgentWords.Cpu cpu() throws LabFailure {
    return ask("GET", "/cpu", new LinkedHashMap<>(), ANSWER_MAX, AgentWords.Cpu.class);
  }

  void detach() throws LabFailure {
    tell("/detach", new LinkedHashMap<>(), ANSWER_MAX);
  }

  void stop() throws LabFailure {
    tell("/stop", new LinkedHashMap<>(), ANSWER_MAX);
  }

  private void tell(String path, Object body, Duration max) throws LabFailure {
    ask("POST", path, body, max, Facts.class);
  }

  private <T> T ask(String method, String path, Object body, Duration max, Class<T> kind)
      throws LabFailure {
    try {
      Reply reply = client.ask(method, path, Json.print(body), max);
      if (!reply.ok()) {
        throw new LabFailure(reply.message());
      }
      return Json.as(reply.facts(), kind);
    } catch (IOException e) {
      throw new LabFailure(
          "what holds the sessions with other hosts does not answer: " + e.getMessage(), e);
    }
  }
}
