// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import rani.ground.LabFailure;
import rani.nodehost.control.CaptureStream;
import rani.world.Reply;

/**
 * A capture at a node of a running network, as its control plane sends it; see {@link
 * CaptureStream}. It ends with this program, however that ends.
 *
 * @param in the capture, as pcapng
 */
public record RunningCapture(ControlClient client, long id, InputStream in)
    implements AutoCloseable {
  /** Ends it: what was captured so far still comes, and then the end. */
  public void end() {
    try {
      Reply _ = client.endCapture(id); // it may have ended by itself
    } catch (LabFailure e) {
      close();
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      return; // as good as closed
    }
  }
}
