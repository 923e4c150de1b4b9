// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.InputStream;
import rani.ground.LabFailure;
import rani.testbed.session.Closing;
import rani.world.Reply;

/** A capture as a pcapng stream of a node's control plane; it ends with this program. */
public record RunningCapture(ControlClient client, long id, InputStream in)
    implements AutoCloseable {
  /** Ends the capture: frames captured so far can still be read. */
  public void end() {
    try {
      Reply _ = client.endCapture(id); // it may have ended by itself
    } catch (LabFailure e) {
      close();
    }
  }

  @Override
  public void close() {
    Closing.quietly(in);
  }
}
