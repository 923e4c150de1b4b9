// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import rani.model.file.Amount;
import rani.model.file.UnitError;
import rani.study.variable.Items.Item;

class ItemsProperties {

  private final Items items = new Items(Variable.VALUES_MAX);

  @Property
  void a_range_is_exact_to_the_last_digit(
      @ForAll @From("numbers") BigDecimal first,
      @ForAll @From("steps") BigDecimal step,
      @ForAll @IntRange(min = 0, max = 200) int steps,
      @ForAll @From("units") String unit)
      throws UnitError {
    BigDecimal last = first.add(step.multiply(BigDecimal.valueOf(steps)));
    String range =
        first.toPlainString()
            + unit
            + ".."
            + last.toPlainString()
            + unit
            + " step "
            + step.toPlainString()
            + unit;
    List<Item> values = items.parse(range);

    assertEquals(steps + 1, values.size(), range);
    for (int i = 0; i <= steps; i++) {
      Amount amount = Amount.parse(values.get(i).text()).orElseThrow();
      BigDecimal expected = first.add(step.multiply(BigDecimal.valueOf(i)));
      assertEquals(0, expected.compareTo(amount.number()), range);
      assertEquals(unit, amount.unit());
    }
  }

  @Property
  void printed_values_read_back(@ForAll @From("written") List<String> written) throws UnitError {
    List<Item> values = items.parse(String.join(", ", written));
    List<String> printed = new ArrayList<>();
    values.forEach(item -> printed.add(item.quoted() ? "'" + item.text() + "'" : item.text()));

    assertFalse(values.isEmpty());
    assertEquals(values, items.parse(String.join(",", printed)));
  }

  @Property(tries = 3000)
  void any_text_has_values_or_is_an_error(@ForAll @StringLength(max = 40) String text) {
    tried(text);
    tried(text.replaceAll("[^0-9.]", "1..9 step *"));
  }

  private void tried(String text) {
    try {
      List<Item> values = items.parse(text);
      assertFalse(values.isEmpty());
    } catch (UnitError e) {
      assertFalse(e.getMessage().isBlank());
    }
  }

  @Example
  void ranges_count_by_steps_and_by_factors() throws UnitError {
    assertValues("1..5", "1", "2", "3", "4", "5");
    assertValues("1..10 step 4", "1", "5", "9");
    assertValues("10ms, 50ms, 100ms..300ms step 50ms", "10ms 50ms 100ms 150ms 200ms 250ms 300ms");
    assertValues("10..1 step -4", "10", "6", "2");
    assertValues("0s..1s step 250ms", "0s", "0.25s", "0.5s", "0.75s", "1s");
    assertValues("800us..2ms step 0.6ms", "800us", "1400us", "2000us");
    assertValues("1min..100s step 20s", "1min", "80s", "100s");
    assertValues("1Mbit..2Mbit/s step 500kbit", "1Mbit", "1.5Mbit", "2Mbit");
    assertValues("10%..30% step 10%", "10%", "20%", "30%");
    assertValues("-1..1", "-1", "0", "1");
    assertValues("1..64 step *2", "1 2 4 8 16 32 64");
    assertValues("1ms..1s step *10", "1ms", "10ms", "100ms", "1000ms");
    assertValues("8..1 step *0.5", "8", "4", "2", "1");
    assertValues("1..1.4 step *1.1", "1", "1.1", "1.21", "1.331");
    assertValues("n1..n5, lgc, ../a.yaml", "n1..n5", "lgc", "../a.yaml");
    assertEquals(List.of(new Item("a, b", true), new Item("c", false)), items.parse("'a, b' , c"));
  }

  @Example
  void what_is_no_range_is_named() {
    assertError("`1..x` is no range: `x` is not a number with its unit", "1..x");
    assertError("`1ms..2B` goes from a duration to a size", "1ms..2B");
    assertError("`1..2ms` goes from a number to a duration", "1..2ms");
    assertError("`1ms..2ms` needs a step, such as `step 1ms`", "1ms..2ms");
    assertError("`1ms..2ms step 1` has a step that is a number, not a duration", "1ms..2ms step 1");
    assertError("`1..9 step 0` never reaches its end", "1..9 step 0");
    assertError("`9..1` never reaches its end", "9..1");
    assertError("`1..9 step *1` never reaches its end", "1..9 step *1");
    assertError("`0..9 step *2` never reaches its end", "0..9 step *2");
    assertError("`9..1 step *2` never reaches its end", "9..1 step *2");
    assertError("`*2ms` is not a factor", "1ms..9ms step *2ms");
    assertError("`two` is not a step", "1..9 step two");
    assertError("`1..1001` has more than 1000 values", "1..1001");
    assertError("`1..9 step *1.001` has more than 1000 values", "1..9 step *1.001");
    assertError("`0..99999999999999999999` has more than 1000 values", "0..99999999999999999999");
    assertError("a value of `1, ,2` is empty", "1, ,2");
    assertError("a quote in `'a, 2` is not closed", "'a, 2");
    assertError("a comma is missing after 'a'", "'a' b");
  }

  private void assertValues(String text, String... values) throws UnitError {
    assertEquals(
        List.of(String.join(" ", values).split(" ")),
        items.parse(text).stream().map(Item::text).toList());
  }

  private void assertError(String message, String text) {
    assertEquals(message, assertThrows(UnitError.class, () -> items.parse(text)).getMessage());
  }

  @Provide
  Arbitrary<BigDecimal> numbers() {
    return Arbitraries.bigDecimals()
        .between(BigDecimal.ZERO, BigDecimal.valueOf(100_000))
        .ofScale(6);
  }

  @Provide
  Arbitrary<BigDecimal> steps() {
    return Arbitraries.bigDecimals()
        .between(new BigDecimal("0.000001"), BigDecimal.valueOf(1_000))
        .ofScale(6);
  }

  @Provide
  Arbitrary<String> units() {
    return Arbitraries.of(
        "", "ns", "ms", "s", "min", "B", "kB", "packet", "%", "Mbit/s", "packet/s");
  }

  @Provide
  Arbitrary<List<String>> written() {
    Arbitrary<String> words =
        Arbitraries.of(
            "10ms",
            "lgc",
            "1..5",
            "1..10 step 3",
            "0s..1s step 0.3s",
            "2..50 step *2.5",
            "'x, y'",
            "'1..3'",
            "n1..n5",
            "drop-tail",
            "0.5",
            "40packet/s",
            "3..1 step -1");
    return words.list().ofMinSize(1).ofMaxSize(6);
  }
}
