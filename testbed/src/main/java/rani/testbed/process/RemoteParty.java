// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.node.Command;
import rani.nodehost.control.ControlRoutes;
import rani.nodehost.session.OriginFacts;
import rani.world.Reply;

/** A node in a JVM of its own, by its control plane. */
public record RemoteParty(String node, ControlClient client) implements LinkParty {
  /** What is asked of it. */
  @FunctionalInterface
  private interface Question {
    Reply ask() throws IOException;
  }

  @Override
  public LinkSockets prepare(String entry, String link) throws LabFailure {
    Reply reply = require(() -> client.prepare(entry, link));
    return new ControlRoutes.Sockets(
            String.valueOf(reply.facts().get("receive")), String.valueOf(reply.facts().get("send")))
        .parse();
  }

  @Override
  public void join(String link, LinkSockets peer) throws LabFailure {
    require(() -> client.join(link, peer));
  }

  @Override
  public void leave(String link) throws LabFailure {
    require(() -> client.leave(link));
  }

  @Override
  public void know(Command.KnowNetwork network) throws LabFailure {
    require(() -> client.handle(network));
  }

  @Override
  public byte[] originKey() throws LabFailure {
    return OriginFacts.key(require(client::originKey));
  }

  @Override
  public SequencedMap<Integer, byte[]> originKeys() throws LabFailure {
    return OriginFacts.keys(
        require(() -> client.handle(new Command.Show(Command.Subject.ROUTES))).facts());
  }

  @Override
  public void offerKey(int number) throws LabFailure {
    require(() -> client.offerKey(number));
  }

  @Override
  public void useKey(int number) throws LabFailure {
    require(() -> client.useKey(number));
  }

  private Reply require(Question question) throws LabFailure {
    try {
      Reply reply = question.ask();
      if (!reply.ok()) {
        throw new LabFailure("node " + node + " refuses: " + reply.message());
      }
      return reply;
    } catch (IOException e) {
      throw new LabFailure("node " + node + " does not answer: " + e.getMessage(), e);
    }
  }
}
