// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.model.file.NamedFiles;
import rani.testbed.Testbed;
import rani.tools.screen.TerminalColours;

/** The network and the settings that last from one line of the console to the next. */
public final class ConsoleSession {
  private final Testbed testbed;
  private final TerminalColours ink;
  private final TimeSource passing;
  private final NamedFiles files;
  private @Nullable Consumer<String> redraw;
  private @Nullable PacketDraft draft;
  private int sourcesOpen;

  /** Creates a session, with the network's time source and the files that verbs may name. */
  public ConsoleSession(
      Testbed testbed, TerminalColours ink, TimeSource passing, NamedFiles files) {
    this.testbed = testbed;
    this.ink = ink;
    this.passing = passing;
    this.files = files;
  }

  /** Returns a session with a live network, whose verbs may name any file. */
  public static ConsoleSession of(Testbed testbed, TerminalColours ink) {
    return new ConsoleSession(testbed, ink, TimeSource.BY_ITSELF, NamedFiles.ANY);
  }

  /** Sets the consumer that shows output in place of the previous output of a repeated verb. */
  public void drawBy(Consumer<String> redraw) {
    this.redraw = redraw;
  }

  public Testbed testbed() {
    return testbed;
  }

  public TerminalColours ink() {
    return ink;
  }

  public NamedFiles files() {
    return files;
  }

  public TimeSource passing() {
    return passing;
  }

  /** Returns the consumer that overwrites previous output; null if output is not a terminal. */
  public @Nullable Consumer<String> redraw() {
    return redraw;
  }

  /** Reports whether Ctrl-C can end a verb: at a terminal, outside of files. */
  public boolean isAtTerminal() {
    return redraw != null && sourcesOpen == 0;
  }

  /** Returns the packet that is being composed; null if there is none. */
  public @Nullable PacketDraft draft() {
    return draft;
  }

  public void draft(PacketDraft begun) {
    draft = begun;
  }

  /** Changes the nesting depth of {@code source}, and returns the new one. */
  public int sourcesOpen(int change) {
    sourcesOpen += change;
    return sourcesOpen;
  }
}
