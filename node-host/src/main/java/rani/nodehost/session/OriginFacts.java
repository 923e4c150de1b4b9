// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import rani.wire.Address;
import rani.world.Reply;

/** Public keys of origins in what nodes answer: in base64, several by virtual address. */
public final class OriginFacts {
  private static final String KEY = "origin-key";
  private static final String KEYS = "origin-keys";

  private OriginFacts() {}

  /** A node's answer that has its own key. */
  static Reply ofKey(byte[] key) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put(KEY, Base64.getEncoder().encodeToString(key));
    return Reply.of(facts);
  }

  /**
   * The key of such an answer.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static byte[] key(Reply reply) {
    return Base64.getDecoder().decode(String.valueOf(reply.facts().get(KEY)));
  }

  /** Those that a node knows, as it shows its routes; none if it does not sign. */
  public static SequencedMap<Integer, byte[]> keys(Map<String, Object> routes) {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    if (routes.get(KEYS) instanceof Map<?, ?> shown) {
      shown.forEach(
          (address, key) ->
              keys.put(
                  Address.parse(String.valueOf(address)),
                  Base64.getDecoder().decode(String.valueOf(key))));
    }
    return keys;
  }
}
