// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.model.file.NamedFiles;
import rani.testbed.Testbed;
import rani.tools.screen.TerminalColours;

/** What lasts from one line of the console to the next: the network, and how it is talked about. */
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
   * @param ink for what is printed
   * @param passing how time passes there
   * @param files that verbs may name
   */
  public ConsoleSession(
      Testbed testbed, TerminalColours ink, TimeSource passing, NamedFiles files) {
    this.testbed = testbed;
    this.ink = ink;
    this.passing = passing;
    this.files = files;
  }

  /** A session with a network that runs by itself. */
  public static ConsoleSession of(Testbed testbed, TerminalColours ink) {
    return new ConsoleSession(testbed, ink, TimeSource.BY_ITSELF, NamedFiles.ANY);
  }

  /** Has what is watched drawn over what was drawn before, instead of below it. */
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

  /** How time passes in the network. */
  public TimeSource passing() {
    return passing;
  }

  /** Draws over what was drawn before; null where that cannot be. */
  public @Nullable Consumer<String> redraw() {
    return redraw;
  }

  /** Whether someone sits at a terminal, who can say Ctrl-C. */
  public boolean isAtTerminal() {
    return redraw != null && sourcesOpen == 0;
  }

  /** The packet that is being written; null if there is none. */
  public @Nullable PacketDraft draft() {
    return draft;
  }

  /** Begins with another packet. */
  public void draft(PacketDraft begun) {
    draft = begun;
  }

  /** How deep files have other files said, after a change. */
  public int sourcesOpen(int change) {
    sourcesOpen += change;
    return sourcesOpen;
  }
}
