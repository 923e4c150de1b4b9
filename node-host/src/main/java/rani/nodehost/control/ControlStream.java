// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import rani.nodehost.http.HttpExchange;

/** Handler of one method and path whose response lasts as long as the client reads. */
@FunctionalInterface
public interface ControlStream {
  /** Serves one client until the response ends; throws when the client has gone. */
  void serve(HttpExchange exchange) throws IOException;

  /** Limits a handler's concurrent clients. The refusal's message names {@code what} clients do. */
  static ControlStream atMost(int clients, String what, ControlStream stream) {
    Semaphore places = new Semaphore(clients);
    return exchange -> {
      if (!places.tryAcquire()) {
        ControlAnswer.refused(503, "more than " + clients + " clients " + what).send(exchange);
        return;
      }
      try {
        stream.serve(exchange);
      } finally {
        places.release();
      }
    };
  }
}
