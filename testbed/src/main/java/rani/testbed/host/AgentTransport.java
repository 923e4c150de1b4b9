// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A connection to an agent, over which a session can begin.
 *
 * @param in from the agent
 * @param out to the agent
 * @param end ends the connection
 */
record AgentTransport(InputStream in, OutputStream out, Runnable end) implements AutoCloseable {
  /** What an agent's words before the session begin with. */
  static final String WORD = "rani-agent: ";

  /** The distribution is missing, or another. */
  static final String WANT = WORD + "want";

  /** The session begins with the next byte. */
  static final String READY = WORD + "ready";

  /** What follows says why there will be no session. */
  static final String FAIL = WORD + "fail ";

  /** Lines before the first word, such as what a login prints. */
  static final int PREFACE_BYTES_MAX = 1 << 16;

  @Override
  public void close() {
    end.run();
  }

  /**
   * The next word of an agent; other lines are passed over.
   *
   * @throws IOException if it ends before, says why it fails, or talks too much
   */
  static String word(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int read = 0; read < PREFACE_BYTES_MAX; read++) {
      int letter = in.read();
      if (letter < 0) {
        throw new IOException("it ended before an agent was there");
      }
      if (letter != '\n') {
        line.append((char) letter);
        continue;
      }
      String said = line.toString().strip();
      line.setLength(0);
      if (said.startsWith(FAIL)) {
        throw new IOException(said.substring(FAIL.length()));
      }
      if (said.startsWith(WORD)) {
        return said;
      }
    }
    throw new IOException("it says much, and nothing of an agent");
  }

  /**
   * Waits until the session can begin.
   *
   * @throws IOException if the agent says anything else
   */
  static void awaitReady(InputStream in) throws IOException {
    if (!word(in).equals(READY)) {
      throw new IOException("another program answers than an agent");
    }
  }

  /** Says a word, or anything else that is a line. */
  static void say(OutputStream out, String word) throws IOException {
    out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
