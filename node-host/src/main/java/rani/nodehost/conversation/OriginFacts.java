// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.node.RouteFacts;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Reply;

/**
 * The public key of an origin, in a node's answer.
 *
 * @param originKey in base64
 */
public record OriginFacts(String originKey) implements Facts {
  /**
   * A key.
   *
   * @throws IllegalArgumentException if it is not in base64
   */
  public OriginFacts {
    byte[] _ = decode(originKey);
  }

  private static byte[] decode(String key) {
    return Base64.getDecoder().decode(key);
  }

  /** The reply with a node's own key. */
  static Reply ofKey(byte[] key) {
    return Reply.of(new OriginFacts(Base64.getEncoder().encodeToString(key)));
  }

  /** Has a node sign its link states; returns its key. */
  public static byte[] key(NodeHandle node) throws LabFailure {
    return decode(node.require(new MakeOriginKey(), OriginFacts.class).originKey);
  }

  /** The origin keys that a node knows, by its routes; none if it does not sign. */
  public static SequencedMap<Integer, byte[]> keys(RouteFacts routes) {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    if (routes.originKeys() != null) {
      routes.originKeys().forEach((address, key) -> keys.put(Address.parse(address), decode(key)));
    }
    return keys;
  }
}
