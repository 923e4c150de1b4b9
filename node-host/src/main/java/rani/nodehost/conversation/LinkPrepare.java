// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.io.IOException;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.world.Reply;

/**
 * Binds sockets for a new link of a schedule entry at a live node, which replies with {@link
 * LinkAddresses}.
 */
public record LinkPrepare(String entry, String link) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    try {
      return Reply.of(LinkAddresses.of(node.links().prepare(entry, link)));
    } catch (FileError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }
}
