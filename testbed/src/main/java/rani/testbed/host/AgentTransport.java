// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A connection to an agent, over which a session can begin. {@code end} closes the connection. */
record AgentTransport(InputStream in, OutputStream out, Runnable end) implements AutoCloseable {
  /** The prefix of an agent's lines before the session. */
  static final String WORD = "rani-agent: ";

  /** The agent's host lacks this distribution, which has to be sent first. */
  static final String WANT = WORD + "want";

  /** The session begins with the next byte. */
  static final String READY = WORD + "ready";

  /** The rest of the line is the reason why there is no session. */
  static final String FAIL = WORD + "fail ";

  /** Limit of the bytes before {@link #READY}, which include a login's messages. */
  static final int PREFACE_BYTES_MAX = 1 << 16;

  @Override
  public void close() {
    end.run();
  }

  /** Returns the next line of an agent; fails at a failure, the end, or too many other bytes. */
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

  /** Waits until the session can begin; fails if the agent sends any other line. */
  static void awaitReady(InputStream in) throws IOException {
    if (!word(in).equals(READY)) {
      throw new IOException("another program answers than an agent");
    }
  }

  static void say(OutputStream out, String word) throws IOException {
    out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
