// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import java.io.IOException;
import java.io.OutputStream;

/** A request that has been admitted, and its answer, which is given once. */
public interface HttpExchange extends HttpHead {
  /** Whole. */
  byte[] body();

  /** Adds a header to the answer that is to be given. */
  void answerHeader(String name, String value);

  /**
   * Gives the whole answer.
   *
   * @throws IOException if the client has gone
   */
  void answer(int status, String type, byte[] body) throws IOException;

  /**
   * Begins an answer that goes on until the handler is done; if that fails, the client sees that
   * the answer broke off. What is written is held back until {@link OutputStream#flush}; a client
   * that reads slowly makes that wait.
   *
   * @throws IOException if the client has gone, as every write may
   */
  OutputStream begin(int status, String type) throws IOException;
}
