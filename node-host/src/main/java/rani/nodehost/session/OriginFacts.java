// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.json.Json;
import rani.node.RouteFacts;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Reply;

/**
 * The public key of an origin in what a node answers.
 *
 * @param originKey in base64
 */
public record OriginFacts(String originKey) implements Facts {
  /** A node's answer that has its own key. */
  static Reply ofKey(byte[] key) {
    return Reply.of(new OriginFacts(Base64.getEncoder().encodeToString(key)));
  }

  /**
   * The key of such an answer.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static byte[] key(Reply reply) {
    return Base64.getDecoder().decode(Json.as(reply.facts(), OriginFacts.class).originKey);
  }

  /** Those that a node knows, as it shows its routes; none if it does not sign. */
  public static SequencedMap<Integer, byte[]> keys(RouteFacts routes) {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    if (routes.originKeys() != null) {
      routes
          .originKeys()
          .forEach(
              (address, key) -> keys.put(Address.parse(address), Base64.getDecoder().decode(key)));
    }
    return keys;
  }
}
