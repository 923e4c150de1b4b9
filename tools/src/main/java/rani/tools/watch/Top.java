// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import rani.ground.LabFailure;
import rani.ground.TerminalText;
import rani.testbed.Testbed;
import rani.tools.console.verb.NodeNames;
import rani.tools.console.verb.TimeSource;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;
import rani.world.Facts;

/** Table of a network's links and queues, refreshed on a terminal or printed once and again. */
public final class Top {
  private static final int NOTHING_TYPED = -2;
  private static final String KEYS =
      "q ends; sorted by %s: n node, i in, o out, u used, w queue, d drops";

  private final Testbed testbed;
  private final List<String> nodes;
  private final long intervalNanos;
  private final Map<String, String> names;
  private TopTable.Sort sort;
  private TopSample last;

  /** Takes the first sample; {@code sort} is one of {@link #sorts}. */
  public Top(Testbed testbed, List<String> nodes, long intervalNanos, String sort) {
    this.testbed = testbed;
    this.nodes = nodes;
    this.intervalNanos = intervalNanos;
    this.sort = TopTable.Sort.valueOf(sort.toUpperCase(Locale.ROOT));
    names = new NodeNames(testbed).byAddress();
    last = TopSample.of(testbed, nodes);
  }

  public static List<String> sorts() {
    return List.of("node", "in", "out", "queue", "utilisation", "drops");
  }

  private List<TopRow> rows() throws LabFailure {
    TopSample now = TopSample.of(testbed, nodes);
    if (now.nodes().isEmpty()) {
      throw new LabFailure("no node answers any more; is the network down?");
    }
    List<TopRow> rows = TopTable.sorted(TopRow.between(last, now, names), sort);
    last = now;
    return rows;
  }

  private record Look(List<TopRow> rows, List<TopConnection> connections) implements Facts {}

  /** Prints a number of tables as plain lines, or each as one line of JSON. */
  public void print(Screen screen, long times, boolean json, TimeSource passing) throws LabFailure {
    try {
      for (long i = 0; i < times; i++) {
        passing.pass(Duration.ofNanos(intervalNanos));
        List<TopRow> rows = rows();
        if (json) {
          screen.printJson(new Look(rows, TopConnection.of(last)));
        } else {
          screen.printWhole(String.join("\n", lines(rows)) + "\n" + (times > 1 ? "\n" : ""));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the tables of links and queues, and of open connections. */
  private List<String> lines(List<TopRow> rows) {
    List<String> lines = new ArrayList<>(TopTable.lines(rows));
    lines.addAll(TopConnection.lines(TopConnection.of(last), names));
    return lines;
  }

  /** Refreshes the table on the terminal until q or Ctrl-C; false if the terminal is unsuitable. */
  public boolean show() throws LabFailure {
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
        return false;
      }
      Attributes before = terminal.enterRawMode();
      terminal.puts(Capability.enter_ca_mode);
      terminal.puts(Capability.cursor_invisible);
      try {
        refresh(terminal);
      } finally {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
        terminal.setAttributes(before);
      }
      return true;
    } catch (IOException e) {
      throw new LabFailure("the terminal fails: " + e.getMessage(), e);
    }
  }

  private void refresh(Terminal terminal) throws IOException, LabFailure {
    Display display = new Display(terminal, true);
    List<TopRow> rows = List.of();
    long shownNanos = System.nanoTime() - intervalNanos;
    int typed = NOTHING_TYPED;
    while (typed != 'q' && typed >= NOTHING_TYPED && typed != -1) {
      if (System.nanoTime() - shownNanos >= intervalNanos) {
        shownNanos = System.nanoTime();
        rows = rows();
      }
      draw(terminal, display, TopTable.sorted(rows, sort));
      long leftNanos = intervalNanos - (System.nanoTime() - shownNanos);
      typed = terminal.reader().read(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)));
      sort = chosen(typed);
    }
  }

  private TopTable.Sort chosen(int typed) {
    return switch (typed) {
      case 'n' -> TopTable.Sort.NODE;
      case 'i' -> TopTable.Sort.IN;
      case 'o' -> TopTable.Sort.OUT;
      case 'u' -> TopTable.Sort.UTILISATION;
      case 'w' -> TopTable.Sort.QUEUE;
      case 'd' -> TopTable.Sort.DROPS;
      default -> sort;
    };
  }

  private void draw(Terminal terminal, Display display, List<TopRow> rows) {
    int columns = Math.max(1, terminal.getWidth());
    int height = Math.max(2, terminal.getHeight());
    display.resize(height, columns);
    List<AttributedString> lines = new ArrayList<>();
    String nodesShown = Quantity.count(last.nodes().size(), "node", "nodes");
    String keys = String.format(KEYS, sort.name().toLowerCase(Locale.ROOT));
    lines.add(line(testbed.topology().name() + ", " + nodesShown + "    " + keys, columns));
    lines(rows).stream().limit(height - 1).map(each -> line(each, columns)).forEach(lines::add);
    display.update(lines, 0);
  }

  private static AttributedString line(String text, int columns) {
    String shown = TerminalText.of(text);
    return new AttributedString(shown.length() > columns ? shown.substring(0, columns) : shown);
  }
}
