// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code run.json}: the processes of a live run, as {@code ps} and {@code down} find them. */
record RunRecordFile(Path file, JsonNode json) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Of the run that has this folder. */
  static RunRecordFile of(Path runFolder) {
    Path file = runFolder.resolve("run.json");
    try {
      return new RunRecordFile(file, JSON.readTree(Files.readString(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    json.get("nodes").forEach(node -> names.add(node.get("name").asString()));
    return names;
  }

  long pid(String node) {
    return node(node).get("pid").asLong();
  }

  /** A node's process, which must be alive. */
  ProcessHandle process(String node) {
    return ProcessHandle.of(pid(node))
        .orElseThrow(() -> new AssertionError("node " + node + " is gone: " + this));
  }

  /** Every node's process that is alive. */
  List<ProcessHandle> alive() {
    return names().stream()
        .flatMap(node -> ProcessHandle.of(pid(node)).stream())
        .filter(Workplace::isAlive)
        .toList();
  }

  /** Writes another process id and start time for a node. */
  void forge(String node, long pid, long startedMillis) {
    ObjectNode forged = (ObjectNode) node(node);
    forged.put("pid", pid);
    forged.put("started-millis", startedMillis);
    try {
      Files.writeString(file, json.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long startedMillis(String node) {
    return node(node).get("started-millis").asLong();
  }

  private JsonNode node(String name) {
    for (JsonNode node : json.get("nodes")) {
      if (node.get("name").asString().equals(name)) {
        return node;
      }
    }
    throw new AssertionError("no node " + name + " in " + this);
  }

  @Override
  public String toString() {
    return file + ": " + json;
  }
}
