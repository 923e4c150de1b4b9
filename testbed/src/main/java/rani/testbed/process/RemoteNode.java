// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import rani.ground.LabFailure;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Operation;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.Told;
import rani.world.Reply;

/** A node that another program has started, by its control plane. */
public record RemoteNode(String name, ControlClient client) implements NodeHandle {
  @Override
  public <A> A ask(Query<A> query) throws LabFailure {
    try {
      return client.ask(query);
    } catch (LabFailure e) {
      throw new LabFailure("node " + name + " refuses: " + e.getMessage(), e);
    } catch (IOException e) {
      throw silent(e);
    }
  }

  @Override
  public Reply tell(Operation operation) throws LabFailure {
    try {
      return client.tell(operation);
    } catch (IOException e) {
      throw silent(e);
    }
  }

  @Override
  public <A> Told<A> tell(Operation operation, Query<A> then) throws LabFailure {
    try {
      return client.tell(operation, then);
    } catch (IOException e) {
      throw silent(e);
    }
  }

  private LabFailure silent(IOException e) {
    return new LabFailure("node " + name + " does not answer: " + e.getMessage(), e);
  }
}
