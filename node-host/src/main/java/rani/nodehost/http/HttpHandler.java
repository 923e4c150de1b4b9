// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.io.IOException;
import java.util.Optional;

/** Handles a server's requests. */
public interface HttpHandler {
  /**
   * Admits a request, on the server's event loop before its body is read: it must not block.
   *
   * @return the refusal; empty if admitted
   */
  Optional<HttpRefusal> refusal(HttpHead head);

  /**
   * The response to a malformed or too large request.
   *
   * @param status the HTTP status code
   */
  HttpRefusal refusal(int status, String why);

  /**
   * Serves an admitted request, on a virtual thread of its own.
   *
   * @throws IOException when the client has gone
   */
  void serve(HttpExchange exchange) throws IOException;
}
