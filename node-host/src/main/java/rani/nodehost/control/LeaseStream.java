// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import rani.json.Json;
import rani.live.LiveNode;
import rani.node.Command;
import rani.nodehost.conversation.VerbCall;
import rani.nodehost.http.HttpExchange;
import rani.world.Facts;
import tools.jackson.core.JacksonException;

/** {@code POST /hold}: has a service do something until the client stops reading. */
record LeaseStream(LiveNode node, CountDownLatch closing) implements ControlStream {
  static final int HOLDS_MAX = 128;

  private static final long HOLD_MILLIS = 500;

  @Override
  public void serve(HttpExchange exchange) throws IOException {
    try {
      String body = new String(exchange.body(), StandardCharsets.UTF_8);
      VerbCall tell = Json.read(body, VerbCall.class);
      ControlAnswer begun = tell(tell.command());
      if (begun.status() != ControlAnswer.OK) {
        begun.send(exchange);
      } else if (begun.body() instanceof Facts facts && facts.byKey().get("id") != null) {
        holdUntilGone(exchange, tell.service(), String.valueOf(facts.byKey().get("id")), facts);
      } else {
        ControlAnswer.refused(400, tell.verb() + " is done at once, and not held").send(exchange);
      }
    } catch (JacksonException | CompletionException e) {
      ControlAnswer.refused(400, String.valueOf(e.getMessage())).send(exchange);
    }
  }

  private ControlAnswer tell(Command.Tell tell) {
    return ControlAnswer.of(node.handle(tell).join());
  }

  private void holdUntilGone(HttpExchange exchange, String service, String id, Object first)
      throws IOException {
    List<String> which = List.of(id);
    try {
      OutputStream out = exchange.begin(ControlAnswer.OK, "application/x-ndjson");
      Object facts = first;
      do {
        out.write((Json.print(facts) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush(); // fails when the client has gone
        if (closing.await(HOLD_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
        ControlAnswer shown = tell(new Command.Tell(service, "show", which));
        facts = shown.status() == ControlAnswer.OK ? shown.body() : null;
      } while (facts != null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (CompletionException e) {
      return; // the node has ended, and with it the lease
    } finally {
      node.handle(new Command.Tell(service, "release", which));
    }
  }
}
