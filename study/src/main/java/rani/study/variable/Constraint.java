// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.CeilingFunction;
import com.ezylang.evalex.functions.basic.FloorFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.functions.basic.SqrtFunction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.Amount;
import rani.model.file.LocatedScalar;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;

/**
 * A condition on the values of variables: {@code ${delay} * 2 <= 400ms || ${limiter} == codel}.
 * Amounts are in the unit of metrics (seconds, bytes, bit/s), and words are texts. EvalEx evaluates
 * the condition. It offers only the functions {@code min max abs floor ceiling sqrt}, so that a
 * condition depends on nothing but the values.
 */
public final class Constraint {
  /** Largest number of combinations of its own variables that a condition is evaluated for. */
  public static final int COMBINATIONS_MAX = 1_000_000;

  private static final int LENGTH_MAX = 1_000;

  private static final SequencedMap<String, FunctionIfc> FUNCTIONS = functions();

  private static final ExpressionConfiguration CONFIGURATION = configuration();

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\$\\{([^}]*)\\}" // a variable
              + "|\"([^\"]*)\"|'([^']*)'" // a text
              + "|(\\d+(?:\\.\\d+)?(?:\\s*[A-Za-z]+(?:/[A-Za-z]+)?|%(?=\\s*(?:[^\\s\\w$(]|$)))?)"
              + "|([A-Za-z][\\w.-]*)" // a word
              + "|(\\s+|[-+*/%^()<>=!&|,]+)");

  private final LocatedScalar written;
  private final List<Variable> variables;
  private final List<Integer> positions = new ArrayList<>();
  private final Expression expression;

  /** Parses a condition on variables with the picked values; {@code known} has all their values. */
  public Constraint(
      LocatedScalar written, List<Variable> variables, SequencedMap<String, Variable> known)
      throws UnitError {
    this.written = written;
    this.variables = variables;
    if (written.text().length() > LENGTH_MAX) {
      throw new UnitError("a constraint of more than " + LENGTH_MAX + " characters");
    }
    this.expression = new Expression(translated(known), CONFIGURATION);
    try {
      expression.validate();
    } catch (BaseException e) {
      throw new UnitError(
          Quoted.of(written.text()) + " is no condition: " + e.getMessage(),
          "such as `${delay} * 2 <= 400ms || ${limiter} == codel`");
    }
  }

  /** Translates for EvalEx: {@code v0} for a variable, numbers without units, quoted texts. */
  private String translated(SequencedMap<String, Variable> known) throws UnitError {
    StringBuilder out = new StringBuilder();
    List<String> words = new ArrayList<>();
    SequencedSet<String> values = new LinkedHashSet<>();
    String text = written.text();
    Matcher token = TOKEN.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!token.find(at) || token.start() != at) {
        throw new UnitError(
            Quoted.of(text) + " has " + Quoted.of(text.substring(at)) + ", which is no condition");
      }
      at = token.end();
      if (token.group(1) != null) {
        String name = token.group(1).strip();
        Variable variable = known.get(name);
        if (variable == null) {
          throw new UnitError(
              "unknown variable " + Quoted.of(name), Nearest.hint(name, known.sequencedKeySet()));
        }
        values.addAll(variable.texts());
        out.append('v').append(position(name));
      } else if (token.group(2) != null || token.group(3) != null) {
        out.append(quoted(token.group(2) == null ? token.group(3) : token.group(2)));
      } else if (token.group(4) != null) {
        String number = token.group(4);
        Amount amount =
            Amount.parse(number)
                .orElseThrow(() -> new UnitError(Quoted.of(number) + " has an unknown unit"));
        out.append(amount.inMetrics().toPlainString());
      } else if (token.group(5) != null && text.startsWith("(", at)) {
        out.append(function(token.group(5)));
      } else if (token.group(5) != null) {
        words.add(token.group(5));
        out.append(quoted(token.group(5)));
      } else {
        out.append(token.group(6));
      }
    }
    for (String word : words) {
      if (!values.contains(word)) {
        throw new UnitError(
            "no variable of " + Quoted.of(text) + " has the value " + Quoted.of(word),
            known.containsKey(word)
                ? "write `${" + word + "}` for the variable"
                : Nearest.hint(word, values));
      }
    }
    return out.toString();
  }

  private static String function(String name) throws UnitError {
    if (!FUNCTIONS.containsKey(name)) {
      throw new UnitError(
          "unknown function " + Quoted.of(name), Nearest.hint(name, FUNCTIONS.sequencedKeySet()));
    }
    return name;
  }

  /** Quotes a text for EvalEx, in which a backslash begins an escape. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private int position(String name) {
    for (int i = 0; i < variables.size(); i++) {
      if (variables.get(i).name().equals(name)) {
        if (!positions.contains(i)) {
          positions.add(i);
        }
        return i;
      }
    }
    throw new IllegalStateException("variable " + name + " is known and not there");
  }

  LocatedScalar written() {
    return written;
  }

  /** Returns the positions of its variables, in the order of the digits of {@link #allowed}. */
  public List<Integer> positions() {
    return List.copyOf(positions);
  }

  /** Returns the numbers of the allowed combinations of the condition's own variables. */
  public BitSet allowed(Combinations own) throws UnitError {
    List<List<EvaluationValue>> values = new ArrayList<>();
    for (int position : positions) {
      values.add(variables.get(position).texts().stream().map(Constraint::value).toList());
    }
    BitSet allowed = new BitSet((int) own.count());
    for (int number = 0; number < own.count(); number++) {
      int[] digits = own.digits(number);
      for (int i = 0; i < digits.length; i++) {
        expression.with("v" + positions.get(i), values.get(i).get(digits[i]));
      }
      allowed.set(number, holds(digits));
    }
    return allowed;
  }

  private boolean holds(int[] digits) throws UnitError {
    String why;
    try {
      EvaluationValue value = expression.evaluate();
      if (value.isBooleanValue()) {
        return value.getBooleanValue();
      }
      why = "is neither true nor false";
    } catch (BaseException e) {
      why = "cannot be evaluated: " + e.getMessage();
    } catch (ArithmeticException e) {
      why = "cannot be evaluated";
    }
    List<String> with = new ArrayList<>();
    for (int i = 0; i < digits.length; i++) {
      Variable variable = variables.get(positions.get(i));
      with.add(variable.name() + "=" + variable.texts().get(digits[i]));
    }
    throw new UnitError(
        Quoted.of(written.text())
            + " "
            + why
            + (with.isEmpty() ? "" : " (with " + String.join(", ", with) + ")"));
  }

  private static EvaluationValue value(String text) {
    return Amount.parse(text)
        .map(amount -> EvaluationValue.numberValue(amount.inMetrics()))
        .orElseGet(() -> EvaluationValue.stringValue(text));
  }

  private static SequencedMap<String, FunctionIfc> functions() {
    SequencedMap<String, FunctionIfc> functions = new LinkedHashMap<>();
    functions.put("min", new MinFunction());
    functions.put("max", new MaxFunction());
    functions.put("abs", new AbsFunction());
    functions.put("floor", new FloorFunction());
    functions.put("ceiling", new CeilingFunction());
    functions.put("sqrt", new SqrtFunction());
    return functions;
  }

  private static ExpressionConfiguration configuration() {
    MapBasedFunctionDictionary dictionary = new MapBasedFunctionDictionary();
    FUNCTIONS.forEach(dictionary::addFunction);
    return ExpressionConfiguration.builder()
        .arraysAllowed(false)
        .structuresAllowed(false)
        .implicitMultiplicationAllowed(false)
        .defaultConstants(Map.of())
        .functionDictionary(dictionary)
        .build();
  }
}
