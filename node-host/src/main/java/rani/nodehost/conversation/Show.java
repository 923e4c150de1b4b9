// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Locale;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.node.Command;
import rani.world.Reply;

/** What a node shows of itself. */
public record Show(Command.Subject subject) implements Query<SequencedMap<String, Object>> {
  /** The subject as paths and keys have it. */
  String word() {
    return subject.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String path() {
    return "/" + word();
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) throws LabFailure {
    Reply reply = node.handle(new Command.Show(subject));
    if (!reply.ok()) {
      throw new LabFailure(reply.message());
    }
    return reply.facts();
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
