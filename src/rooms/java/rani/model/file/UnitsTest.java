// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.queue.Rate;

class UnitsTest {

  @Test
  void durations_are_whole_nanoseconds() throws UnitError {
    assertEquals(620_000_000L, Units.durationNanos("0.62s"));
    assertEquals(620_000_000L, Units.durationNanos("620ms"));
    assertEquals(90_000_000_000L, Units.durationNanos("1.5 min"));
    assertEquals(0L, Units.durationNanos("0s"));
  }

  @Test
  void a_missing_unit_lists_the_units() {
    assertEquals("`10` needs a unit: ns, us, ms, s, min", errorOf("10", Units::durationNanos));
    assertEquals("`10` needs a unit: B, kB, MB, GB", errorOf("10", Units::sizeBytes));
    assertEquals("`50` needs a unit: packet, packets", errorOf("50", Units::packets));
    assertEquals("`1` needs a unit: %", errorOf("1", Units::fraction));
    assertEquals(
        "`2` needs a unit: bit/s, kbit/s, Mbit/s, Gbit/s, packet/s", errorOf("2", Units::rate));
  }

  @Test
  void an_unknown_unit_names_the_nearest() {
    UnitError error = assertThrows(UnitError.class, () -> Units.durationNanos("10sek"));
    assertEquals("`10sek` has the unknown unit `sek`", error.getMessage());
    assertEquals("known: `ns`, `us`, `ms`, `s`, `min`", error.hint());
    assertEquals(
        "did you mean `Mbit/s`?",
        assertThrows(UnitError.class, () -> Units.rate("2Mbits/s")).hint());
  }

  /**
   * The factors of tc are those of its manual: bit/s end in {@code bit}, bytes/s in {@code bps}.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate | 10mbps | did you mean `10Mbit/s` (or `80Mbit/s`: tc counts bytes)?
          rate | 1.5Gbps | did you mean `1.5Gbit/s` (or `12Gbit/s`: tc counts bytes)?
          rate | 10mbit | did you mean `Mbit/s`?
          rate | 10Mb/s | did you mean `10Mbit/s`?
          rate | 10MB/s | did you mean `80Mbit/s`?
          rate | 100pps | did you mean `100packet/s`?
          rate | 64KiB | known: `bit/s`, `kbit/s`, `Mbit/s`, `Gbit/s`, `packet/s`
          size | 1500b | did you mean `B`?
          size | 1500 bytes | did you mean `1500B`?
          size | 64KiB | did you mean `65536B`?
          size | 10mbps | known: `B`, `kB`, `MB`, `GB`
          packets | 50pkt | did you mean `50packet`?
          packets | 50p | did you mean `50packet`?
          duration | 10sec | did you mean `10s`?
          duration | 5µs | did you mean `5us`?
          duration | 2h | did you mean `120min`?
          duration | 100msecs | did you mean `100ms`?
          fraction | 1.50 percent | did you mean `1.5%`?
          """)
  void spellings_of_other_programs_are_answered_with_ours(String kind, String text, String hint) {
    MapReader.Parser<?> parser =
        switch (kind) {
          case "rate" -> Units::rate;
          case "size" -> Units::sizeBytes;
          case "packets" -> Units::packets;
          case "duration" -> Units::durationNanos;
          default -> Units::fraction;
        };
    assertEquals(hint, assertThrows(UnitError.class, () -> parser.parse(text)).hint());
  }

  @Test
  void negative_too_large_and_too_fine_are_refused() {
    assertEquals("`-5ms` is negative", errorOf("-5ms", Units::durationNanos));
    assertEquals(
        "`99999999999999999999s` is too large, the most is 1000000000s",
        errorOf("99999999999999999999s", Units::durationNanos).replace("16666666min", "x"));
    assertEquals("`1.5ns` is not a whole multiple of 1ns", errorOf("1.5ns", Units::durationNanos));
    assertEquals("`-2Mbit/s` is negative", errorOf("-2Mbit/s", Units::rate));
    assertEquals("`0packet/s` is not above 0", errorOf("0packet/s", Units::rate));
    assertEquals("`101%` is more than 100%", errorOf("101%", Units::fraction));
    assertEquals(
        "`9223372036854775808` does not fit 64 bits",
        errorOf("9223372036854775808", Units::integer));
    assertEquals("`1e999` is too large", errorOf("1e999", Units::number));
    assertEquals("`.nan` is not a number", errorOf(".nan", Units::number));
  }

  @Test
  void rates_count_bits_or_packets() throws UnitError {
    assertEquals(Rate.bitsPerSecond(2_000_000), Units.rate("2Mbit/s"));
    assertEquals(Rate.bitsPerSecond(2_000_000), Units.rate("2Mbit"));
    assertEquals(Rate.packetsPerSecond(40.0), Units.rate("40packet/s"));
    assertEquals(Rate.packetsPerSecond(0.5), Units.rate("0.5packet/s"));
    assertEquals(Rate.UNLIMITED, Units.rate("unlimited"));
    assertEquals("1.5Mbit/s", Units.printRate(Rate.bitsPerSecond(1_500_000)));
    assertEquals("40packet/s", Units.printRate(Rate.packetsPerSecond(40.0)));
  }

  @Test
  void whole_numbers_may_be_hexadecimal_as_in_yaml() throws UnitError {
    assertEquals(0x5EED, Units.integer("0x5EED"));
    assertEquals(8, Units.integer("0o10"));
    assertEquals(10, Units.integer("010"));
  }

  @Test
  void an_amount_is_a_plain_number_in_the_unit_that_metrics_use() throws UnitError {
    assertEquals(0.45, Units.amount("45%"));
    assertEquals(4.0, Units.amount("4"));
    assertEquals(0.004, Units.amount("4ms"));
    assertEquals(50, Units.amount("50packet"));
    assertEquals(1500, Units.amount("1.5kB"));
    assertEquals(2e6, Units.amount("2Mbit/s"));
    assertEquals(-3, Units.amount("-3"));
    assertEquals("`4sek` has the unknown unit `sek`", errorOf("4sek", Units::amount));
  }

  private static String errorOf(String text, MapReader.Parser<?> parser) {
    return assertThrows(UnitError.class, () -> parser.parse(text)).getMessage();
  }
}
