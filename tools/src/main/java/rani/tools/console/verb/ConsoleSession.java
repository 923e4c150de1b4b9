// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.model.file.NamedFiles;
import rani.testbed.Testbed;
import rani.tools.screen.TerminalColours;

/**
 * The state that lasts from one line of the console to the next: the network, and settings of the
 * session.
 */
public final class ConsoleSession {
  private final Testbed testbed;
  private final TerminalColours ink;
  private final TimeSource passing;
  private final NamedFiles files;
  private @Nullable Consumer<String> redraw;
  private @Nullable PacketDraft draft;
  private int sourcesOpen;

  /**
   * A session with one network.
   *
   * @param ink for output
   * @param passing the network's time source
   * @param the files that verbs may name
   */
  public ConsoleSession(
      Testbed testbed, TerminalColours ink, TimeSource passing, NamedFiles files) {
    this.testbed = testbed;
    this.ink = ink;
    this.passing = passing;
    this.files = files;
  }

  /** A session with a live network. */
  public static ConsoleSession of(Testbed testbed, TerminalColours ink) {
    return new ConsoleSession(testbed, ink, TimeSource.BY_ITSELF, NamedFiles.ANY);
  }

  /** Makes repeated output overwrite the previous output. */
  public void drawBy(Consumer<String> redraw) {
    this.redraw = redraw;
  }

  /** The network. */
  public Testbed testbed() {
    return testbed;
  }

  /** Colours, or none. */
  public TerminalColours ink() {
    return ink;
  }

  /** The files that verbs may read and write. */
  public NamedFiles files() {
    return files;
  }

  /** The network's time source. */
  public TimeSource passing() {
    return passing;
  }

  /** Overwrites the previous output; null if the output cannot do so. */
  public @Nullable Consumer<String> redraw() {
    return redraw;
  }

  /** Whether the session is interactive, so that Ctrl-C can end a verb. */
  public boolean isAtTerminal() {
    return redraw != null && sourcesOpen == 0;
  }

  /** The packet draft; null if there is none. */
  public @Nullable PacketDraft draft() {
    return draft;
  }

  /** Sets the packet draft. */
  public void draft(PacketDraft begun) {
    draft = begun;
  }

  /** Changes the nesting depth of {@code source}, and returns it. */
  public int sourcesOpen(int change) {
    sourcesOpen += change;
    return sourcesOpen;
  }
}
