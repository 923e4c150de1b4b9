// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import rani.queue.Rate;

class UnitsProperties {

  @Property
  void a_printed_duration_reads_back(
      @ForAll @LongRange(min = 0, max = Units.DURATION_NANOS_MAX) long nanos) throws UnitError {
    assertEquals(nanos, Units.durationNanos(Units.printDuration(nanos)));
  }

  @Property
  void a_duration_written_with_a_decimal_point_is_exact(
      @ForAll @LongRange(min = 0, max = 1_000_000_000) long seconds,
      @ForAll @LongRange(min = 0, max = 999_999_998) long nanos)
      throws UnitError {
    long total = Math.min(seconds, 999_999_999) * 1_000_000_000 + nanos;
    String text = "%d.%09ds".formatted(Math.min(seconds, 999_999_999), nanos);
    assertEquals(total, Units.durationNanos(text));
  }

  @Property
  void a_printed_size_reads_back(@ForAll @LongRange(min = 0, max = Units.AMOUNT_MAX) long bytes)
      throws UnitError {
    assertEquals(bytes, Units.sizeBytes(Units.printSize(bytes)));
  }

  @Property
  void a_printed_fraction_reads_back(@ForAll @DoubleRange(min = 0, max = 1) double fraction)
      throws UnitError {
    assertEquals(fraction, Units.fraction(Units.printFraction(fraction)));
  }

  @Property
  void a_printed_number_reads_back(@ForAll double number) throws UnitError {
    assertEquals(number == 0 ? 0.0 : number, Units.number(Units.printNumber(number)));
  }

  @Property
  void a_printed_rate_reads_back(
      @ForAll Rate.Unit unit,
      @ForAll @DoubleRange(min = 0.01, max = Units.RATE_MAX) double perSecond)
      throws UnitError {
    Rate rate = unit == Rate.Unit.UNLIMITED ? Rate.UNLIMITED : new Rate(unit, perSecond);
    assertEquals(rate, Units.rate(Units.printRate(rate)));
  }

  @Property
  void a_number_without_unit_is_never_taken(@ForAll long number) {
    String text = Long.toString(number);
    assertThrows(UnitError.class, () -> Units.durationNanos(text));
    assertThrows(UnitError.class, () -> Units.sizeBytes(text));
    assertThrows(UnitError.class, () -> Units.packets(text));
    assertThrows(UnitError.class, () -> Units.fraction(text));
    assertThrows(UnitError.class, () -> Units.rate(text));
  }

  @Property(tries = 5000)
  void any_text_is_a_value_or_a_unit_error(@ForAll @StringLength(max = 60) String text) {
    tried(text, Units::durationNanos);
    tried(text, Units::sizeBytes);
    tried(text, Units::packets);
    tried(text, Units::fraction);
    tried(text, Units::rate);
    tried(text, Units::integer);
    tried(text, Units::number);
    tried(text, Units::truth);
    tried(text, Units::amount);
  }

  private static void tried(String text, MapReader.Parser<?> parser) {
    try {
      parser.parse(text);
    } catch (UnitError e) {
      assertEquals(false, e.getMessage().isBlank());
    }
  }
}
