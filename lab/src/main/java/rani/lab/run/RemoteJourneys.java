// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import rani.lab.LabFailure;
import rani.lab.journey.JourneyLog;
import rani.lab.journey.WatchedFlow;
import rani.world.Reply;

/** The watched packets of a node that is asked by its control plane. */
final class RemoteJourneys implements JourneyLog {
  private final Asker asker;

  /** Who asks the node. */
  interface Asker {
    /** Asks it one thing. */
    <T> T ask(ControlClient.Question<T> question) throws LabFailure;
  }

  RemoteJourneys(Asker asker) {
    this.asker = asker;
  }

  @Override
  public void watch(WatchedFlow watch) throws LabFailure {
    require(client -> client.watch(watch));
  }

  @Override
  public Kept kept(String id, int from) throws LabFailure {
    return asker.ask(client -> client.kept(id, from));
  }

  @Override
  public void forget(String id) throws LabFailure {
    require(client -> client.forget(id));
  }

  private void require(ControlClient.Question<Reply> question) throws LabFailure {
    Reply reply = asker.ask(question);
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
  }
}
