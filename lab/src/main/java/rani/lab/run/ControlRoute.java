// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import rani.lab.file.FileError;

/**
 * What one method and path of the control plane does: one answer to one request. What it throws of
 * bad input becomes 400, a node that has ended 409.
 */
@FunctionalInterface
interface ControlRoute {
  /** Does it. */
  ControlAnswer answer(Request request) throws FileError, IOException;

  /**
   * What was asked.
   *
   * @param query what follows the question mark, as it came; may be empty
   * @param body in UTF-8
   */
  record Request(String query, String body) {}
}
