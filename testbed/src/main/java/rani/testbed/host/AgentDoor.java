// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A connection to an agent, over which a session can begin. */
interface AgentDoor extends AutoCloseable {
  /** What an agent's words before the session begin with. */
  String WORD = "rani-agent: ";

  /** The distribution is missing, or another. */
  String WANT = WORD + "want";

  /** The distribution is there. */
  String HAVE = WORD + "have";

  /** The session begins with the next byte. */
  String READY = WORD + "ready";

  /** What follows says why there will be no session. */
  String FAIL = WORD + "fail ";

  /** Lines before the first word, such as what a login prints. */
  int PREFACE_BYTES_MAX = 1 << 16;

  /** From the agent. */
  InputStream in();

  /** To the agent. */
  OutputStream out();

  /** Ends the connection. */
  @Override
  void close();

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

  /** Says a word, or anything else that is a line. */
  static void say(OutputStream out, String word) throws IOException {
    out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
