// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;
import rani.json.Json;
import rani.model.file.FileError;
import rani.nodehost.conversation.Operation;
import rani.nodehost.http.HttpExchange;

/**
 * Handler of one method and path of the control plane. An exception for bad input becomes status
 * 400, the exception of a node that has ended 409.
 */
@FunctionalInterface
public interface ControlRoute {
  ControlAnswer answer(Request request) throws FileError, IOException;

  /**
   * A request; the query string is not decoded, and may be empty.
   *
   * @param type media type of the body in lower case, without parameters; empty if not given
   */
  record Request(String query, String body, String type) implements Operation.Sent {
    public static Request of(HttpExchange exchange) {
      String type = Objects.requireNonNullElse(exchange.header("Content-Type"), "");
      int end = type.indexOf(';');
      return new Request(
          exchange.query(),
          new String(exchange.body(), StandardCharsets.UTF_8),
          (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT));
    }

    /** Returns the parameters by name, not decoded; of several with one name the last. */
    public SequencedMap<String, String> parameters() {
      SequencedMap<String, String> parameters = new LinkedHashMap<>();
      for (String part : query.split("&", -1)) {
        int equals = part.indexOf('=');
        if (equals > 0) {
          parameters.put(part.substring(0, equals), part.substring(equals + 1));
        } else if (!part.isEmpty()) {
          parameters.put(part, "");
        }
      }
      return parameters;
    }

    @Override
    public String parameter(String name) {
      return parameters().getOrDefault(name, "");
    }

    @Override
    public <T> T body(Class<T> kind) {
      return Json.read(body, kind);
    }
  }
}
