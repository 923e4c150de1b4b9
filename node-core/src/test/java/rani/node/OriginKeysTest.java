// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginKeysTest {
  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static SequencedMap<Integer, byte[]> key(int address, String hex) {
    SequencedMap<Integer, byte[]> keys = new TreeMap<>();
    keys.put(address, hex(hex));
    return keys;
  }

  /** RFC 8032 §7.1, tests 1 and 2. */
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
        + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555f"
        + "b8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da08"
        + "5ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
  })
  void signsAsTheRfcSays(String secret, String key, String message, String signature) {
    OriginKeys keys = OriginKeys.of(hex(secret)).with(key(1, key));
    assertEquals(signature, HexFormat.of().formatHex(keys.sign(hex(message))));
    assertTrue(keys.verifies(1, hex(message), hex(signature)));
    assertFalse(keys.verifies(2, hex(message), hex(signature)), "no one's key is known");
    assertFalse(keys.verifies(1, hex(message + "00"), hex(signature)));
    byte[] spoilt = hex(signature);
    spoilt[63] ^= 0x40;
    assertFalse(keys.verifies(1, hex(message), spoilt));
    assertEquals(key, HexFormat.of().formatHex(keys.known().get(1)));
  }

  @Test
  void whatIsNoKeyIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> OriginKeys.of(new byte[31]));
    OriginKeys keys = OriginKeys.of(new byte[32]);
    assertThrows(IllegalArgumentException.class, () -> keys.with(key(1, "00")));
  }
}
