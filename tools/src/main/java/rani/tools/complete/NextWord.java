// SPDX-License-Identifier: Apache-2.0
package rani.tools.complete;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import rani.tools.screen.HelpHeadings;

/**
 * What may come next on a command line that picocli describes. A command needs no code for it: the
 * labels of its parameters determine the candidates.
 */
public final class NextWord {
  private static final String END_OF_OPTIONS = "--";

  /** What a parameter may be, where neither its type nor its label lists the values. */
  @FunctionalInterface
  public interface Values {
    /**
     * Returns the values of a parameter.
     *
     * @param parameter an option or a positional one
     * @param label of the parameter, such as {@code NODE}, or one of alternatives in it
     * @param place what has been typed before it
     * @param begun the beginning of the value
     */
    List<Candidate> of(ArgSpec parameter, String label, Place place, String begun);
  }

  /**
   * A place on the line.
   *
   * @param words all words behind the command's name
   * @param positional those of them that are neither options nor values of options
   */
  public record Place(CommandLine command, List<String> words, List<String> positional) {
    public Place {
      words = List.copyOf(words);
      positional = List.copyOf(positional);
    }
  }

  private final Values values;

  public NextWord(Values values) {
    this.values = values;
  }

  /** Returns the candidates behind a command and words, the next of which begins with a text. */
  public List<Candidate> behind(CommandLine command, List<String> words, String begun) {
    CommandSpec spec = command.getCommandSpec();
    List<String> positional = new ArrayList<>();
    Set<OptionSpec> given = new HashSet<>();
    OptionSpec open = null;
    boolean optionsEnded = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (open != null) {
        open = null; // the word is its value
        continue;
      }
      OptionSpec option = optionsEnded ? null : option(spec, word);
      if (option != null) {
        given.add(option);
        open = takesValue(option) && !word.contains("=") ? option : null;
      } else if (!optionsEnded && word.equals(END_OF_OPTIONS)) {
        optionsEnded = true;
      } else if (positional.isEmpty() && command.getSubcommands().containsKey(word)) {
        return behind(
            command.getSubcommands().get(word), words.subList(i + 1, words.size()), begun);
      } else {
        positional.add(word);
        optionsEnded |= command.isStopAtPositional();
      }
    }
    Place place = new Place(command, words, positional);
    if (open != null) {
      return valuesOf(open, place, begun);
    }
    if (!optionsEnded && begun.startsWith("-")) {
      OptionSpec option = option(spec, begun);
      int equals = begun.indexOf('=');
      return option == null || equals < 0
          ? options(spec, given)
          : valuesOf(option, place, begun.substring(equals + 1)).stream()
              .map(value -> value.behind(begun.substring(0, equals + 1)))
              .toList();
    }
    return positional.isEmpty() && !command.getSubcommands().isEmpty()
        ? subcommands(command)
        : positionals(place, begun);
  }

  private static @Nullable OptionSpec option(CommandSpec spec, String word) {
    int equals = word.startsWith(END_OF_OPTIONS) ? word.indexOf('=') : -1;
    return spec.findOption(equals < 0 ? word : word.substring(0, equals));
  }

  private static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  private static List<Candidate> options(CommandSpec spec, Set<OptionSpec> given) {
    return spec.options().stream()
        .filter(option -> !option.hidden() && (option.isMultiValue() || !given.contains(option)))
        .map(option -> new Candidate(option.longestName(), firstLine(option.description())))
        .toList();
  }

  private static List<Candidate> subcommands(CommandLine command) {
    return command.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .map(
            each ->
                new Candidate(
                    each.getKey(),
                    firstLine(each.getValue().getCommandSpec().usageMessage().description())))
        .toList();
  }

  /** Returns the first sentence of a description, as a note. */
  private static String firstLine(String[] description) {
    if (description.length == 0) {
      return "";
    }
    String text = HelpHeadings.shown(description[0]).lines().findFirst().orElse("");
    int end = text.indexOf(". ");
    String first = end < 0 ? text : text.substring(0, end);
    return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
  }

  private List<Candidate> positionals(Place place, String begun) {
    List<Candidate> next = new ArrayList<>();
    for (PositionalParamSpec each : place.command().getCommandSpec().positionalParameters()) {
      if (!each.hidden() && each.index().contains(place.positional().size())) {
        boolean isFirst = each.index().min() == place.positional().size();
        next.addAll(
            isFirst || !isChoice(each)
                ? valuesOf(each, place, begun)
                : byLabel(each, place, begun));
      }
    }
    return next;
  }

  /** Reports whether a label lists the values, as in {@code live|virtual}. */
  private static boolean isChoice(ArgSpec parameter) {
    String label = parameter.paramLabel();
    return label.contains("|") && label.equals(label.toLowerCase(Locale.ROOT));
  }

  private List<Candidate> valuesOf(ArgSpec parameter, Place place, String begun) {
    if (isChoice(parameter)) {
      return Candidate.of(List.of(parameter.paramLabel().split("\\|")));
    }
    Iterable<String> listed = parameter.completionCandidates();
    List<Candidate> all = new ArrayList<>();
    if (listed != null) {
      all.addAll(Candidate.of(listed));
    }
    all.addAll(byLabel(parameter, place, begun));
    return all;
  }

  private List<Candidate> byLabel(ArgSpec parameter, Place place, String begun) {
    return Stream.of(parameter.paramLabel().split("\\|"))
        .flatMap(label -> values.of(parameter, label, place, begun).stream())
        .distinct()
        .toList();
  }
}
