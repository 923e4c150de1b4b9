// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.time.Duration;
import java.util.List;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.testbed.process.ControlClient;
import rani.world.Reply;

/** Client of a run's {@link HostSupervisor}. */
public final class SupervisorClient {
  private static final Duration LAUNCH_MAX = Duration.ofSeconds(100);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final AgentProtocol.Done NOTHING = new AgentProtocol.Done();

  private final ControlClient client;

  public SupervisorClient(String control, String token) {
    this.client =
        new ControlClient(
            "",
            control,
            token,
            e ->
                new LabFailure(
                    "what holds the sessions with other hosts does not answer: " + e.getMessage(),
                    e));
  }

  AgentProtocol.Launched launch(String host, String node, NodeLaunchRequest order)
      throws LabFailure {
    return ask(
        "POST",
        "/launch",
        new AgentProtocol.Launch(host, node, order),
        LAUNCH_MAX,
        AgentProtocol.Launched.class);
  }

  public void end(String node) throws LabFailure {
    tell("/end", new SupervisorProtocol.End(node));
  }

  public void topology() throws LabFailure {
    tell("/topology", NOTHING);
  }

  public LinkTests.Results testLinks() throws LabFailure {
    return ask("POST", "/links/test", NOTHING, ANSWER_MAX, LinkTests.Results.class);
  }

  List<HostCheck.Finding> examine(String host) throws LabFailure {
    return ask(
            "POST",
            "/examine",
            new SupervisorProtocol.Examine(host),
            LAUNCH_MAX,
            AgentProtocol.Findings.class)
        .findings();
  }

  public SupervisorProtocol.Hosts hosts() throws LabFailure {
    return ask("GET", "/hosts", NOTHING, ANSWER_MAX, SupervisorProtocol.Hosts.class);
  }

  AgentProtocol.Cpu cpu() throws LabFailure {
    return ask("GET", "/cpu", NOTHING, ANSWER_MAX, AgentProtocol.Cpu.class);
  }

  public void detach() throws LabFailure {
    tell("/detach", NOTHING);
  }

  private void tell(String path, Object body) throws LabFailure {
    AgentProtocol.Done _ = ask("POST", path, body, ANSWER_MAX, AgentProtocol.Done.class);
  }

  private <T> T ask(String method, String path, Object body, Duration max, Class<T> kind)
      throws LabFailure {
    Reply reply = client.ask(method, path, Json.print(body), max);
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
    return Json.as(reply.facts(), kind);
  }
}
