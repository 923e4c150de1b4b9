// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.nio.file.Path;
import java.util.List;
import rani.system.RaniCommand.Outcome;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code rani run … --json} printed.
 *
 * @param outcome the call
 * @param json the only thing on its standard output
 */
record RunResult(Outcome outcome, JsonNode json) {
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** Reads standard output, which must hold one JSON object and nothing else. */
  static RunResult of(Outcome outcome) {
    try {
      JsonNode json = STRICT.readTree(outcome.out());
      if (!json.isObject()) {
        throw new AssertionError("standard output is no JSON object: " + outcome);
      }
      return new RunResult(outcome, json);
    } catch (JacksonException e) {
      throw new AssertionError("standard output is not one JSON object: " + outcome, e);
    }
  }

  List<String> fields() {
    return List.copyOf(json.propertyNames());
  }

  JsonNode field(String name) {
    JsonNode field = json.get(name);
    if (field == null) {
      throw new AssertionError("the result has no field '" + name + "': " + outcome);
    }
    return field;
  }

  String text(String name) {
    return field(name).asString();
  }

  String digest() {
    return text("digest");
  }

  double metric(String name) {
    JsonNode metric = field("metrics").get(name);
    if (metric == null) {
      throw new AssertionError("the result has no metric '" + name + "': " + outcome);
    }
    return metric.asDouble();
  }

  /** The run's own reasons for doubt; empty if there are none. */
  String doubts() {
    JsonNode trust = field("trust");
    List<String> reasons = trust.get("reasons").valueStream().map(JsonNode::asString).toList();
    boolean doubtful = trust.get("verdict").asString().equals("doubtful");
    if (doubtful == reasons.isEmpty()) {
      throw new AssertionError("doubtful without a reason, or with one good: " + outcome);
    }
    return String.join("; ", reasons);
  }

  /** The same, if every expectation held. */
  RunResult expectPassed() {
    outcome.expectExit(0);
    if (!field("passed").asBoolean()) {
      throw new AssertionError("exit 0, but not passed: " + outcome);
    }
    return this;
  }

  /** The folder of the run, which is that of its report. */
  Path folder(Path workingDirectory) {
    Path report = workingDirectory.resolve(text("report"));
    Path folder = report.getParent();
    if (folder == null) {
      throw new AssertionError("the report has no folder: " + outcome);
    }
    return folder;
  }

  @Override
  public String toString() {
    return outcome.toString();
  }
}
