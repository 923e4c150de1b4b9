// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import rani.nodehost.http.HttpExchange;

/**
 * The handler of a method and path of the control plane whose response lasts as long as its client
 * reads. It has its own limit of concurrent clients.
 */
@FunctionalInterface
public interface ControlStream {
  /**
   * Serves one client to the end.
   *
   * @throws IOException when the client has gone
   */
  void serve(HttpExchange exchange) throws IOException;

  /**
   * A handler that refuses clients beyond a number.
   *
   * @param what clients do, for the message of the refusal
   */
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
