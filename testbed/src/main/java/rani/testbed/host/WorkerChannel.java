// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * A worker process, here or on another host.
 *
 * @param in what it writes, and behind that a {@link WorkerEnd}; it ends without one if the host is
 *     lost
 * @param out what it reads
 * @param end ends it at once, whatever it is at
 */
public record WorkerChannel(InputStream in, OutputStream out, Runnable end)
    implements AutoCloseable {
  @Override
  public void close() {
    end.run();
  }
}
