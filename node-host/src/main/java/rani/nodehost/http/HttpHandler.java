// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.io.IOException;
import java.util.Optional;

/** What a server does with requests. */
public interface HttpHandler {
  /**
   * Whether a request may go on, said on the server's loop before its body is read: it must not
   * wait.
   *
   * @return why not; empty if it may
   */
  Optional<HttpRefusal> refusal(HttpHead head);

  /**
   * How this server says that what came is no request, or too large a one.
   *
   * @param status of HTTP
   */
  HttpRefusal refusal(int status, String why);

  /**
   * Serves one that may, on a virtual thread of its own.
   *
   * @throws IOException when the client has gone
   */
  void serve(HttpExchange exchange) throws IOException;
}
