// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.IOException;
import java.io.InputStream;
import rani.ground.LabFailure;
import rani.nodehost.control.CaptureStream;
import rani.world.Reply;

/**
 * A capture at a node of a running network, streamed by its control plane; see {@link
 * CaptureStream}. It ends with this program, however that ends.
 *
 * @param in the capture, as pcapng
 */
public record RunningCapture(ControlClient client, long id, InputStream in)
    implements AutoCloseable {
  /** Ends it: frames captured so far can still be read. */
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
