// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import rani.json.Json;
import rani.nodehost.http.HttpExchange;
import rani.nodehost.http.HttpRefusal;
import rani.world.Facts;
import rani.world.Reply;

/** A JSON response of the control plane, and an action that runs once the response is sent. */
public record ControlAnswer(int status, Object body, Runnable after) {
  public static final int OK = 200;

  private static final String JSON = "application/json";

  public static ControlAnswer ok(Object body) {
    return new ControlAnswer(OK, body, () -> {});
  }

  public static ControlAnswer done(Runnable after) {
    return new ControlAnswer(OK, Facts.NONE, after);
  }

  public static ControlAnswer refused(int status, String message) {
    return new ControlAnswer(status, new Refused(message), () -> {});
  }

  private record Refused(String error) {}

  static ControlAnswer of(Reply reply) {
    return reply.ok() ? ok(reply.facts()) : refused(409, reply.message());
  }

  private String text() {
    return Json.print(body) + "\n";
  }

  /** Converts the response to a refusal of a request whose body has not been read. */
  HttpRefusal refusal(Map<String, String> headers) {
    return new HttpRefusal(status, JSON, text(), headers);
  }

  /** Sends the response; throws if the client has gone. */
  public void send(HttpExchange exchange) throws IOException {
    exchange.answer(status, JSON, text().getBytes(StandardCharsets.UTF_8));
    after.run();
  }
}
