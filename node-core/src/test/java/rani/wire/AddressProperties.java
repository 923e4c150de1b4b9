// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AddressProperties {
  @Property
  void whatIsPrintedIsReadBack(@ForAll int address) {
    assertEquals(address, Address.parse(Address.text(address)));
  }

  @Property
  void whatIsReadIsPrintedInItsPlainestForm(
      @ForAll("octets") int a, @ForAll("octets") int b, @ForAll("octets") int c) {
    String padded = String.format(Locale.ROOT, "%d.%03d.%02d.%d", a, b, c, b);
    assertEquals(a + "." + b + "." + c + "." + b, Address.text(Address.parse(padded)));
  }

  @Property
  void whatIsNoAddressIsRefusedByName(@ForAll("nearlyAddresses") String text) {
    Exception refusal = assertThrows(IllegalArgumentException.class, () -> Address.parse(text));
    assertTrue(String.valueOf(refusal.getMessage()).contains(text));
  }

  @Example
  void theFirstOctetIsTheUppermost() {
    assertEquals(0x0A000102, Address.parse("10.0.1.2"));
    assertEquals(-1, Address.parse("255.255.255.255"));
  }

  @Provide
  Arbitrary<Integer> octets() {
    return Arbitraries.integers().between(0, 255);
  }

  @Provide
  Arbitrary<String> nearlyAddresses() {
    Arbitrary<String> noise =
        Arbitraries.strings()
            .withChars("0123456789. -+x٣")
            .ofMaxLength(20)
            .filter(text -> !text.matches("([0-9]{1,3}\\.){3}[0-9]{1,3}"));
    return Arbitraries.oneOf(
        noise,
        Arbitraries.of(
            "",
            "10.0.0",
            "10.0.0.1.2",
            "10.0.0.256",
            "10.0.0.",
            ".10.0.0",
            "10..0.1",
            "1e1.0.0.1",
            "10.0.0.0001",
            "-1.0.0.1",
            " 10.0.0.1",
            "10.0.0.1\n",
            "::1",
            "localhost"));
  }
}
