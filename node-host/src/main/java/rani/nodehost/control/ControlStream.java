// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import java.io.IOException;
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
}
