// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class Sha256Test {
  /** FIPS 180-4's example. */
  @Test
  void bytesHaveTheHashOfTheStandard() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        Sha256.hex("abc".getBytes(US_ASCII)));
  }

  /** A zero byte behind each text tells it from the next; as sha256sum has it. */
  @Test
  void textsAreToldFromEachOther() {
    assertEquals(
        "aa795aa4bbb6117911ef062e271bcb05ccfd58ea439da7d46a44e3a3fcefa790", Sha256.hex("a", "bc"));
  }
}
