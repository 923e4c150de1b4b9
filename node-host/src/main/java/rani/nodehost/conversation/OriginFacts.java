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

/** Public key, in base64, by which others verify a node's link states. */
public record OriginFacts(String originKey) implements Facts {
  /** Throws {@link IllegalArgumentException} if the key is not in base64. */
  public OriginFacts {
    byte[] _ = decode(originKey);
  }

  private static byte[] decode(String key) {
    return Base64.getDecoder().decode(key);
  }

  static Reply ofKey(byte[] key) {
    return Reply.of(new OriginFacts(Base64.getEncoder().encodeToString(key)));
  }

  /** Has a node sign its link states, and returns the node's public key. */
  public static byte[] key(NodeHandle node) throws LabFailure {
    return decode(node.require(new MakeOriginKey(), OriginFacts.class).originKey);
  }

  /** Returns the public keys that a node knows, by virtual address; none if it does not sign. */
  public static SequencedMap<Integer, byte[]> keys(RouteFacts routes) {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    if (routes.originKeys() != null) {
      routes.originKeys().forEach((address, key) -> keys.put(Address.parse(address), decode(key)));
    }
    return keys;
  }
}
