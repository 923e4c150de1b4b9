// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.Amount;
import rani.model.file.LocatedList;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;

/**
 * Parses up to {@code max} values of a variable in the syntax of OMNeT++: {@code 10ms, 50ms,
 * 100ms..300ms step 50ms}, or a YAML list of such items. A range includes its end if a step falls
 * on it. Its step is 1 if it has no unit, or a factor: {@code 1..64 step *2}. A quoted text is one
 * value. Sums are exact; products have up to {@value #DIGITS_MAX} digits. The values of a range
 * have the unit of the first.
 */
public record Items(int max) {
  /** Number of digits of products, so that a factor such as 1.1 gives readable values. */
  private static final int DIGITS_MAX = 12;

  private static final Pattern RANGE =
      Pattern.compile("(.*?)\\.\\.(.*?)(?:\\s+step\\s+(.*))?", Pattern.DOTALL);

  record Item(String text, boolean quoted) {}

  /** Returns all values of a variable. Reports invalid ones, and leaves them out. */
  public List<LocatedScalar> read(LocatedValue value, String what, Problems problems) {
    List<LocatedScalar> values = new ArrayList<>();
    boolean isList = value instanceof LocatedList;
    List<LocatedValue> members = value instanceof LocatedList list ? list.values() : List.of(value);
    Set<String> seen = new LinkedHashSet<>();
    for (LocatedValue member : members) {
      if (!(member instanceof LocatedScalar scalar) || scalar.isNull()) {
        problems.report(
            member.at(), what + " takes values and ranges, found " + member.described());
        continue;
      }
      try {
        List<Item> items =
            isList && scalar.quoted()
                ? List.of(new Item(scalar.text(), true))
                : parse(scalar.text());
        for (Item item : items) {
          if (item.text().contains("${")) {
            throw new UnitError(Quoted.of(item.text()) + " is a value that itself varies");
          }
          if (!seen.add(item.text())) {
            throw new UnitError(Quoted.of(item.text()) + " is given twice");
          }
          values.add(new LocatedScalar(scalar.at(), item.text(), item.quoted()));
        }
      } catch (UnitError e) {
        problems.report(scalar.at(), what + ": " + e.getMessage(), e::hint);
      }
    }
    if (isList && members.isEmpty()) {
      problems.report(value.at(), what + " has no values");
    }
    if (values.size() > max) {
      problems.report(value.at(), what + " has " + values.size() + " values, at most " + max);
    }
    return values;
  }

  List<Item> parse(String text) throws UnitError {
    List<Item> values = new ArrayList<>();
    for (Item item : split(text)) {
      if (item.quoted()) {
        values.add(item);
      } else {
        expand(item.text()).forEach(one -> values.add(new Item(one, false)));
      }
    }
    return values;
  }

  private static List<Item> split(String text) throws UnitError {
    List<Item> items = new ArrayList<>();
    int at = 0;
    while (true) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      char quote = at < text.length() ? text.charAt(at) : ' ';
      boolean quoted = quote == '"' || quote == '\'';
      int closing = quoted ? text.indexOf(quote, at + 1) : at;
      if (closing < 0) {
        throw new UnitError("a quote in " + Quoted.of(text) + " is not closed");
      }
      int comma = text.indexOf(',', closing);
      int end = comma < 0 ? text.length() : comma;
      if (quoted) {
        if (!text.substring(closing + 1, end).isBlank()) {
          throw new UnitError("a comma is missing after " + text.substring(at, closing + 1));
        }
        items.add(new Item(text.substring(at + 1, closing), true));
      } else {
        String item = text.substring(at, end).strip();
        if (item.isEmpty()) {
          throw new UnitError("a value of " + Quoted.of(text) + " is empty");
        }
        items.add(new Item(item, false));
      }
      if (comma < 0) {
        return items;
      }
      at = comma + 1;
    }
  }

  private List<String> expand(String item) throws UnitError {
    Matcher matcher = RANGE.matcher(item);
    if (!matcher.matches()) {
      return List.of(item);
    }
    Optional<Amount> first = Amount.parse(matcher.group(1).strip());
    Optional<Amount> last = Amount.parse(matcher.group(2).strip());
    if (first.isEmpty() && last.isEmpty()) {
      return List.of(item);
    }
    if (first.isEmpty() || last.isEmpty()) {
      String odd = matcher.group(first.isEmpty() ? 1 : 2).strip();
      throw new UnitError(
          Quoted.of(item) + " is no range: " + Quoted.of(odd) + " is not a number with its unit");
    }
    if (!first.get().kind().equals(last.get().kind())) {
      throw new UnitError(
          Quoted.of(item) + " goes from " + first.get().kind() + " to " + last.get().kind());
    }
    String step = matcher.group(3) == null ? "" : matcher.group(3).strip();
    return step.startsWith("*")
        ? byFactor(item, first.get(), last.get(), step.substring(1).strip())
        : byStep(item, first.get(), last.get(), step);
  }

  private List<String> byStep(String item, Amount first, Amount last, String written)
      throws UnitError {
    if (written.isEmpty() && !first.unit().isEmpty()) {
      throw new UnitError(Quoted.of(item) + " needs a step, such as `step 1" + first.unit() + "`");
    }
    Amount step =
        Amount.parse(written.isEmpty() ? "1" : written)
            .orElseThrow(() -> new UnitError(Quoted.of(written) + " is not a step"));
    if (!step.kind().equals(first.kind())) {
      throw new UnitError(
          Quoted.of(item) + " has a step that is " + step.kind() + ", not " + first.kind());
    }
    BigDecimal by = step.inMetrics();
    BigDecimal way = last.inMetrics().subtract(first.inMetrics());
    if (by.signum() == 0 || way.signum() * by.signum() < 0) {
      throw new UnitError(Quoted.of(item) + " never reaches its end");
    }
    BigDecimal steps = way.divideToIntegralValue(by);
    if (steps.compareTo(BigDecimal.valueOf(max)) >= 0) {
      throw tooMany(item);
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i <= steps.intValueExact(); i++) {
      BigDecimal value = first.inMetrics().add(by.multiply(BigDecimal.valueOf(i)));
      values.add(inUnitOf(first, value).orElseGet(() -> inUnitOf(step, value).orElseThrow()));
    }
    return values;
  }

  /**
   * Returns a value in a unit; empty if it has no finite decimal there, such as 100 s in minutes.
   */
  private static Optional<String> inUnitOf(Amount amount, BigDecimal value) {
    try {
      BigDecimal one = amount.with(BigDecimal.ONE).inMetrics();
      return Optional.of(amount.with(value.divide(one)).toString());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  private List<String> byFactor(String item, Amount first, Amount last, String written)
      throws UnitError {
    BigDecimal factor =
        Amount.parse(written)
            .filter(amount -> amount.unit().isEmpty())
            .map(Amount::number)
            .orElseThrow(() -> new UnitError(Quoted.of("*" + written) + " is not a factor"));
    BigDecimal unit = first.with(BigDecimal.ONE).inMetrics();
    int direction = last.inMetrics().compareTo(first.inMetrics());
    int growth = factor.compareTo(BigDecimal.ONE);
    if (first.number().signum() <= 0
        || factor.signum() <= 0
        || growth == 0
        || direction * growth < 0) {
      throw new UnitError(Quoted.of(item) + " never reaches its end");
    }
    List<String> values = new ArrayList<>();
    BigDecimal value = first.number();
    while (value.multiply(unit).compareTo(last.inMetrics()) * growth <= 0) {
      values.add(first.with(value.round(new MathContext(DIGITS_MAX))).toString());
      if (values.size() > max) {
        throw tooMany(item);
      }
      value = value.multiply(factor, MathContext.DECIMAL128);
    }
    return values;
  }

  private UnitError tooMany(String item) {
    return new UnitError(Quoted.of(item) + " has more than " + max + " values");
  }
}
