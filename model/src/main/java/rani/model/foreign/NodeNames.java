// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import rani.model.topology.TopologyNode;

/**
 * Gives nodes names that a topology may have, each once: a letter, then up to 31 letters, digits,
 * hyphens or underscores. A label is taken apart into base letters and accents (Unicode NFKD), and
 * what is not ASCII then is left out; of what is nothing then the node's number is the name.
 */
final class NodeNames {
  private static final int LENGTH_MAX = 32;

  /** Letters that NFKD does not take apart, as they are usually written without them. */
  private static final Map<Integer, String> LETTERS =
      Map.ofEntries(
          Map.entry((int) '\u00df', "ss"),
          Map.entry((int) '\u00c6', "AE"),
          Map.entry((int) '\u00e6', "ae"),
          Map.entry((int) '\u0152', "OE"),
          Map.entry((int) '\u0153', "oe"),
          Map.entry((int) '\u00d8', "O"),
          Map.entry((int) '\u00f8', "o"),
          Map.entry((int) '\u0110', "D"),
          Map.entry((int) '\u0111', "d"),
          Map.entry((int) '\u00d0', "D"),
          Map.entry((int) '\u00f0', "d"),
          Map.entry((int) '\u00de', "Th"),
          Map.entry((int) '\u00fe', "th"),
          Map.entry((int) '\u0141', "L"),
          Map.entry((int) '\u0142', "l"),
          Map.entry((int) '\u0131', "i"));

  /** A node whose name is not its label. */
  record Mended(String label, String name) {}

  private final SequencedMap<String, String> byId = new LinkedHashMap<>();
  private final List<Mended> mended = new ArrayList<>();

  NodeNames(List<ForeignGraph.Node> nodes, ImportNotes notes) {
    Set<String> taken = new LinkedHashSet<>(TopologyNode.NAMES_OF_ALL);
    // A label that is a name already keeps it, whatever comes to the same before it.
    Set<String> kept = new LinkedHashSet<>();
    nodes.stream().map(ForeignGraph.Node::label).filter(NodeNames::isName).forEach(kept::add);
    Map<String, Integer> next = new LinkedHashMap<>();
    int number = 0;
    for (ForeignGraph.Node node : nodes) {
      number++;
      String label = node.label();
      String plain = isName(label) ? label : plain(label);
      String base = plain.isEmpty() ? "n" + number : plain;
      boolean isFree = label.equals(base) ? !taken.contains(base) : isFree(base, taken, kept);
      String name = base;
      for (int i = next.getOrDefault(base, 2); !isFree; i++) {
        String suffix = "_" + i;
        int length = Math.min(base.length(), LENGTH_MAX - suffix.length());
        name = base.substring(0, length) + suffix;
        isFree = isFree(name, taken, kept);
        next.put(base, i + 1);
      }
      taken.add(name);
      byId.put(node.id(), name);
      if (!name.equals(label)) {
        mended.add(new Mended(label, name));
        notes.addChange(node.at(), message(label, plain), label, name);
      }
    }
  }

  private static String message(String label, String plain) {
    if (label.isBlank()) {
      return "nodes without a label have numbers as names";
    }
    return plain.isEmpty()
        ? "labels without a letter or digit: nodes have numbers as names"
        : "labels that cannot be names of nodes, or come twice, are mended";
  }

  private static boolean isFree(String name, Set<String> taken, Set<String> kept) {
    return !taken.contains(name) && !kept.contains(name);
  }

  private static boolean isName(String label) {
    return label.length() <= LENGTH_MAX && label.matches("[A-Za-z][A-Za-z0-9_-]*");
  }

  /** Returns what is left of a label; empty if nothing is. */
  static String plain(String label) {
    StringBuilder plain = new StringBuilder();
    String bounded = label.substring(0, Math.min(label.length(), 4 * LENGTH_MAX));
    Normalizer.normalize(bounded, Normalizer.Form.NFKD)
        .codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(
            c -> {
              boolean isKept = c < 128 && (Character.isLetterOrDigit(c) || c == '-');
              if (isKept) {
                plain.appendCodePoint(c);
              } else if (LETTERS.containsKey(c)) {
                plain.append(LETTERS.get(c));
              } else if (c < 128 && !plain.isEmpty() && plain.charAt(plain.length() - 1) != '_') {
                plain.append('_');
              }
            });
    String text = plain.toString().replaceAll("^[_-]+|[_-]+$", "");
    if (!text.isEmpty() && Character.isDigit(text.charAt(0))) {
      text = "n" + text;
    }
    return text.substring(0, Math.min(text.length(), LENGTH_MAX));
  }

  String of(String id) {
    return Objects.requireNonNull(byId.get(id), id);
  }

  List<Mended> mended() {
    return mended;
  }
}
