// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the nodes of a run tell, without times, hellos and what became of links. */
final class Story {
  private static final Pattern PACKET =
      Pattern.compile(" from=(\\S+) to=\\S+ proto=(?:17|27) id=(\\d+)");

  /** What differs because time does. */
  private static final Pattern TIMES = Pattern.compile(" (late|until|srtt|rto|goodput|rtt)=\\S+");

  /** A port of a caller's, which is drawn: live at every start another (RFC 6056 §3.3). */
  private static final Pattern PORT = Pattern.compile("(?<=sport=|dport=|:)\\d{5}\\b");

  private static final int DRAWN_PORT_MIN = 49_152;

  private Story() {}

  /** The events of each node, from the traces of a live run. */
  static SortedMap<String, List<String>> of(Path traces, List<String> nodes) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String node : nodes) {
      List<String> all = Files.readAllLines(traces.resolve(node + ".trace"));
      lines.addAll(all.subList(1, all.size())); // behind the format
    }
    return of(lines);
  }

  /**
   * The events of each node. A packet is called by its place among those of its source, since its
   * number counts hellos too, and a port that was drawn by its place among those.
   */
  static SortedMap<String, List<String>> of(List<String> lines) {
    Map<String, Integer> sent = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (String line : lines) {
      Matcher packet = PACKET.matcher(line);
      if (line.contains(" origin ") && packet.find() && isTraffic(line)) {
        int place = sent.merge(packet.group(1), 1, Integer::sum);
        names.put(packet.group(), " from=" + packet.group(1) + " packet " + place);
      }
    }
    Map<String, String> ports = new HashMap<>();
    SortedMap<String, List<String>> story = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", 3);
      if (!words[2].startsWith("link ") && isTraffic(line)) {
        String event = TIMES.matcher(words[2]).replaceAll("");
        String named = PACKET.matcher(event).replaceAll(packet -> name(names, packet.group()));
        String told = PORT.matcher(named).replaceAll(port -> port(ports, port.group()));
        story.computeIfAbsent(words[1], node -> new ArrayList<>()).add(told);
      }
    }
    return story;
  }

  private static String name(Map<String, String> names, String packet) {
    return names.getOrDefault(packet, " a packet from nowhere:" + packet);
  }

  private static String port(Map<String, String> drawn, String port) {
    return Integer.parseInt(port) < DRAWN_PORT_MIN
        ? port
        : drawn.computeIfAbsent(port, _ -> "drawn-" + (drawn.size() + 1));
  }

  private static boolean isTraffic(String line) {
    return !line.endsWith(" control");
  }
}
