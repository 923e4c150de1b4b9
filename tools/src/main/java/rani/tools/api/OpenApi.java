// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import static rani.tools.api.RecordSchemas.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import rani.json.JsonObject;

/** Describes the routes of {@link LabApi} by the OpenAPI Specification 3.1. */
final class OpenApi {
  private static final String DESCRIPTION = "description";
  private static final String CONTENT = "content";
  private static final String SCHEMA = "schema";
  private static final String TOKEN = "token";

  /** Errors of every route, with their reasons. */
  private static final SequencedMap<Integer, String> ERRORS = errors();

  /** Headers that some errors have, with what they say. */
  private static final Map<Integer, Header> HEADERS =
      Map.of(
          401, new Header("WWW-Authenticate", "Bearer."),
          405, new Header("Allow", "The methods of the path."));

  private record Header(String name, String description) {}

  /** Errors of the routes with a body alone. */
  private static final Set<Integer> OF_BODIES = Set.of(415);

  private OpenApi() {}

  private static SequencedMap<Integer, String> errors() {
    SequencedMap<Integer, String> errors = new LinkedHashMap<>();
    errors.put(400, "Bad input.");
    errors.put(401, "The run's token is missing or wrong.");
    errors.put(404, "There is no such node.");
    errors.put(405, "The path has other methods.");
    errors.put(409, "The network refuses, or a node has ended.");
    errors.put(413, "The body has more than 1 MiB.");
    errors.put(414, "The path with its parameters has more than 4 KiB.");
    errors.put(415, "The body is not application/json.");
    errors.put(431, "The headers have more than 8 KiB.");
    errors.put(503, "Too many clients at a time.");
    return errors;
  }

  static JsonObject document() {
    RecordSchemas schemas = new RecordSchemas();
    SequencedMap<String, Object> paths = new LinkedHashMap<>();
    for (LabRoute route : LabApi.ROUTES) {
      paths.put(
          route.path(), schema(route.method().toLowerCase(Locale.ROOT), operation(route, schemas)));
    }
    SequencedMap<String, Object> responses = new LinkedHashMap<>();
    Object error = schemas.of(LabRequests.Refused.class);
    ERRORS.forEach(
        (status, reason) -> responses.put(String.valueOf(status), refusal(status, reason, error)));
    return schema(
        "openapi",
        "3.1.0",
        "info",
        schema(
            "title",
            "rani: a network",
            "version",
            "1",
            DESCRIPTION,
            "State, events, metrics, operations, captures and the console of a network that is up,"
                + " at one place. `rani serve` starts it. Keys of objects may be added within a"
                + " version.",
            "license",
            schema("name", "Apache-2.0", "identifier", "Apache-2.0")),
        "security",
        List.of(schema(TOKEN, List.of())),
        "paths",
        paths,
        "components",
        schema(
            "securitySchemes",
            schema(
                TOKEN,
                schema(
                    "type",
                    "http",
                    "scheme",
                    "bearer",
                    DESCRIPTION,
                    "The run's token, `token` in `run.json` of its folder.")),
            "responses",
            responses,
            "schemas",
            schemas.components()));
  }

  private static JsonObject operation(LabRoute route, RecordSchemas schemas) {
    SequencedMap<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", route.name());
    operation.put("summary", route.summary());
    if (!route.parameters().isEmpty()) {
      List<Object> parameters = new ArrayList<>();
      route.parameters().forEach((name, of) -> parameters.add(parameter(name, of)));
      operation.put("parameters", parameters);
    }
    LabRoute.Body body = route.body();
    if (body != null) {
      operation.put(
          "requestBody",
          schema(
              "required",
              true,
              CONTENT,
              schema(
                  LabRoute.JSON,
                  schema(SCHEMA, body.schema().apply(schemas), "example", body.example()))));
    }
    SequencedMap<String, Object> responses = new LinkedHashMap<>();
    responses.put("200", answer("Done.", route.type(), route.answer().apply(schemas)));
    for (int status : ERRORS.sequencedKeySet()) {
      if (body != null || !OF_BODIES.contains(status)) {
        responses.put(String.valueOf(status), schema("$ref", "#/components/responses/" + status));
      }
    }
    operation.put("responses", responses);
    return JsonObject.of(operation);
  }

  private static JsonObject parameter(String name, LabRoute.Parameter of) {
    SequencedMap<String, Object> value = new LinkedHashMap<>();
    value.put("type", "string");
    if (!of.words().isEmpty()) {
      value.put("enum", of.words());
    }
    return schema("name", name, "in", "query", DESCRIPTION, of.description(), SCHEMA, value);
  }

  private static JsonObject refusal(int status, String reason, Object error) {
    SequencedMap<String, Object> answer = new LinkedHashMap<>();
    answer.put(DESCRIPTION, reason);
    Header header = HEADERS.get(status);
    if (header != null) {
      answer.put(
          "headers",
          schema(
              header.name,
              schema(
                  DESCRIPTION,
                  header.description,
                  "required",
                  true,
                  SCHEMA,
                  schema("type", "string"))));
    }
    answer.put(CONTENT, schema(LabRoute.JSON, schema(SCHEMA, error)));
    return JsonObject.of(answer);
  }

  private static JsonObject answer(String description, String type, Object shape) {
    return schema(DESCRIPTION, description, CONTENT, schema(type, schema(SCHEMA, shape)));
  }
}
