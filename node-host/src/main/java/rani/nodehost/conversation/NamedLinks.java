// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.io.IOException;
import rani.live.LinkSockets;
import rani.model.file.FileError;
import rani.world.Reply;

/** The links of a live node, which come and go by their names, and get other keys. */
public interface NamedLinks {
  /**
   * Binds the sockets of a link that comes.
   *
   * @param entry the change that it comes with
   * @param link its name, one of those
   * @return where they are bound
   * @throws FileError if the change cannot be made
   * @throws IllegalArgumentException if no such link comes here, or too many do
   */
  LinkSockets prepare(String entry, String link) throws FileError, IOException;

  /** Connects a prepared link, and gives it to the node. */
  Reply join(String link, LinkSockets peer) throws IOException;

  /** Removes a link of this node, or what is prepared for one. Harmless if there is neither. */
  Reply leave(String link);

  /**
   * Has every keyed link take frames that are sealed with the run's key of a number, too.
   *
   * @param number from 0
   */
  Reply offerKey(int number);

  /** Has every keyed link seal with a key that was offered, and links that come as well. */
  Reply useKey(int number);

  /**
   * Has the node sign its link states with a key that it makes now and no one else knows, unless it
   * does so already.
   *
   * @return the public key
   */
  Reply originKey();
}
