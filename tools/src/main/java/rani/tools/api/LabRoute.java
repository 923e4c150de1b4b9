// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.nodehost.control.ControlAnswer;
import rani.nodehost.control.ControlRoute;
import rani.nodehost.http.HttpExchange;

/**
 * A method and path of the network's interface, with what its description says.
 *
 * @param name of the operation, unique
 * @param parameters of the query string, by name
 * @param body of the request; null for none
 * @param type media type of the answer
 * @param answer schema of the answer
 */
record LabRoute(
    String method,
    String path,
    String name,
    String summary,
    SequencedMap<String, Parameter> parameters,
    @Nullable Body body,
    String type,
    Function<RecordSchemas, Object> answer,
    Serving serving) {
  static final String JSON = "application/json";

  /** A parameter of the query string: any text, or one of some words. */
  record Parameter(String description, List<String> words) {}

  /** Body of a request, in JSON: its schema, and an example for a line of three nodes. */
  record Body(Function<RecordSchemas, Object> schema, JsonObject example) {
    /** Returns the body that a record is read from; it has no other keys. */
    static Body of(Class<?> record, JsonObject example) {
      return new Body(schemas -> schemas.closed(record), example);
    }
  }

  /** What serves a request: an answer in JSON, or a stream. */
  sealed interface Serving {}

  /** Answers a request. */
  @FunctionalInterface
  non-sealed interface Answer extends Serving {
    ControlAnswer answer(LabApi api, ControlRoute.Request request)
        throws LabFailure, FileError, IOException;
  }

  /** Streams until the client leaves; to as many clients as {@code clientsMax} at a time. */
  record Stream(int clientsMax, String what, Handler handler) implements Serving {}

  /** Serves one client. */
  @FunctionalInterface
  interface Handler {
    void serve(LabApi api, HttpExchange exchange, ControlRoute.Request request)
        throws LabFailure, FileError, IOException;
  }

  String called() {
    return method + " " + path;
  }

  /** Returns a route that reads, with an answer in JSON. */
  static LabRoute get(
      String path,
      String name,
      String summary,
      Function<RecordSchemas, Object> answer,
      Answer serving) {
    return new LabRoute(
        "GET", path, name, summary, new LinkedHashMap<>(), null, JSON, answer, serving);
  }

  /** Returns a route that changes something, with an answer in JSON. */
  static LabRoute post(
      String path,
      String name,
      String summary,
      Body body,
      Function<RecordSchemas, Object> answer,
      Answer serving) {
    return new LabRoute(
        "POST", path, name, summary, new LinkedHashMap<>(), body, JSON, answer, serving);
  }

  /** Returns this route with a parameter of the query string; any text if there are no words. */
  LabRoute with(String parameter, String description, String... words) {
    SequencedMap<String, Parameter> more = new LinkedHashMap<>(parameters);
    more.put(parameter, new Parameter(description, List.of(words)));
    return new LabRoute(method, path, name, summary, more, body, type, answer, serving);
  }

  /** Returns a route that streams. */
  static LabRoute stream(
      String called,
      String name,
      String summary,
      @Nullable Body body,
      String type,
      Function<RecordSchemas, Object> answer,
      Stream serving) {
    int blank = called.indexOf(' ');
    return new LabRoute(
        called.substring(0, blank),
        called.substring(blank + 1),
        name,
        summary,
        new LinkedHashMap<>(),
        body,
        type,
        answer,
        serving);
  }
}
