// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.node.Command;

/** A live node at which a link comes or goes, or gets another key; see {@code NodeLinks}. */
public interface LinkParty {
  /**
   * Has it bind sockets for a link.
   *
   * @param entry the change that the link comes with
   * @param link its name
   */
  LinkSockets prepare(String entry, String link) throws LabFailure;

  /** Has it connect them, and say hello. */
  void join(String link, LinkSockets peer) throws LabFailure;

  /** Has it let go of a link, or of what is prepared for one. Twice is harmless. */
  void leave(String link) throws LabFailure;

  /** Tells it which nodes and links there are by now, and public keys where they are new. */
  void know(Command.KnowNetwork network) throws LabFailure;

  /** Has it sign its link states; its public key. */
  byte[] originKey() throws LabFailure;

  /** The public keys that it knows, by virtual address; none if it does not sign. */
  SequencedMap<Integer, byte[]> originKeys() throws LabFailure;

  /** Has its keyed links take frames of another of the run's keys, too. */
  void offerKey(int number) throws LabFailure;

  /** Has its keyed links seal with a key that was offered. */
  void useKey(int number) throws LabFailure;
}
