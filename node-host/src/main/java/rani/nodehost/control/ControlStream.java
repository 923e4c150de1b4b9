// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import rani.nodehost.http.HttpExchange;

/**
 * What one method and path of the control plane does for as long as its client is there. It has a
 * limit of its own to how many clients it serves at a time.
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
   * The same for so many clients at a time; one more is refused.
   *
   * @param what they do, for those that are refused
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
