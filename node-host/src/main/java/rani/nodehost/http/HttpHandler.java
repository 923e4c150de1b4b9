// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.io.IOException;
import java.util.Optional;

public interface HttpHandler {
  /** Admits a request before its body is read, or returns the refusal. Must not block. */
  Optional<HttpRefusal> refusal(HttpExchange head);

  /** Returns the response to a malformed or too large request. */
  HttpRefusal refusal(int status, String why);

  /** Serves an admitted request, on a virtual thread of its own; throws if the client has gone. */
  void serve(HttpExchange exchange) throws IOException;
}
