// SPDX-License-Identifier: Apache-2.0
package rani.model.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginPairTest {
  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** RFC 8032 §7.1, tests 1 and 2. */
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
  })
  void aPrivateKeyHasThePublicOneOfTheRfc(String secret, String key) {
    OriginPair pair = OriginPair.of(HexFormat.of().parseHex(secret));
    assertEquals(secret, hex(pair.secret()));
    assertEquals(key, hex(pair.key()));
  }

  @Test
  void noTwoAreAlikeButThoseOfOneSeedAndNode() {
    assertNotEquals(hex(OriginPair.random().key()), hex(OriginPair.random().key()));
    assertEquals(hex(OriginPair.ofSeed(7, "n1").key()), hex(OriginPair.ofSeed(7, "n1").key()));
    assertNotEquals(hex(OriginPair.ofSeed(7, "n1").key()), hex(OriginPair.ofSeed(7, "n2").key()));
    assertNotEquals(hex(OriginPair.ofSeed(7, "n1").key()), hex(OriginPair.ofSeed(8, "n1").key()));
  }
}
