// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import rani.ground.Version;
import rani.tools.screen.HelpHeadings;

/** Writes a manual page for each verb, of the same description as its {@code --help}: man(7). */
public final class ManualPages {
  private static final String SECTION = "1";

  /** Wider than any synopsis, which man(1) breaks. */
  private static final int WIDTH = 4000;

  private final StringBuilder page = new StringBuilder();

  private ManualPages() {}

  /** Writes all pages into the folder that is the only argument. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    write(Rani.commandLine(new String[0]), folder);
  }

  private static void write(CommandLine line, Path folder) throws IOException {
    String page = new ManualPages().of(line);
    Files.writeString(folder.resolve(fileName(line)), page, StandardCharsets.US_ASCII);
    for (CommandLine verb : visible(line)) {
      write(verb, folder);
    }
  }

  private static List<CommandLine> visible(CommandLine line) {
    return line.getSubcommands().values().stream()
        .filter(each -> !each.getCommandSpec().usageMessage().hidden())
        .filter(each -> !(each.getCommand() instanceof CommandLine.HelpCommand))
        .toList();
  }

  private static String name(CommandLine line) {
    return line.getCommandSpec().qualifiedName("-");
  }

  private static String fileName(CommandLine line) {
    return name(line) + "." + SECTION;
  }

  private String of(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    List<String> description = formatted(usage.description());
    page.append(".\\\" SPDX-License-Identifier: Apache-2.0\n");
    page.append(
        ".TH %s %s \"\" \"rani %s\" \"rani manual\"\n"
            .formatted(
                escaped(name(line).toUpperCase(Locale.ROOT)), SECTION, escaped(Version.TEXT)));
    section("Name");
    text(name(line) + " - " + firstSentence(description));
    section("Synopsis");
    synopsis(line);
    section("Description");
    description.forEach(each -> paragraph(each));
    parameters(spec);
    verbs(line);
    footer(usage);
    if (!usage.exitCodeList().isEmpty()) {
      section("Exit status");
      usage.exitCodeList().forEach((code, meaning) -> tagged(bold(code), List.of(meaning)));
    }
    seeAlso(line);
    return page.toString();
  }

  private static List<String> formatted(String... lines) {
    return Stream.of(lines).map(HelpHeadings::shown).toList();
  }

  private static String firstSentence(List<String> description) {
    String all = description.isEmpty() ? "" : description.getFirst();
    int end = all.indexOf(". ");
    String first = end < 0 ? all : all.substring(0, end);
    return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
  }

  private void synopsis(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    int width = usage.width();
    usage.width(WIDTH);
    String synopsis =
        new CommandLine.Help(line.getCommandSpec(), CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .synopsis(0)
            .strip();
    usage.width(width);
    String command = line.getCommandSpec().qualifiedName();
    page.append(".SY \"").append(escaped(command)).append("\"\n");
    text(synopsis.startsWith(command) ? synopsis.substring(command.length()).strip() : synopsis);
    page.append(".YS\n");
  }

  private void parameters(CommandSpec spec) {
    List<PositionalParamSpec> positional =
        spec.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    if (!positional.isEmpty()) {
      section("Arguments");
      positional.forEach(each -> tagged(italic(each.paramLabel()), formatted(each.description())));
    }
    section("Options");
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        tagged(tag(option), formatted(option.description()));
      }
    }
  }

  private static String tag(OptionSpec option) {
    String names =
        Stream.of(option.names()).map(ManualPages::bold).collect(Collectors.joining(", "));
    String value = "=" + italic(option.paramLabel());
    return option.arity().max() == 0
        ? names
        : names + (option.arity().min() == 0 ? "[" + value + "]" : value);
  }

  private void verbs(CommandLine line) {
    List<CommandLine> verbs = visible(line);
    if (!verbs.isEmpty()) {
      section("Verbs");
      for (CommandLine verb : verbs) {
        UsageMessageSpec usage = verb.getCommandSpec().usageMessage();
        tagged(
            bold(name(verb)) + "(" + SECTION + ")",
            List.of(firstSentence(formatted(usage.description())) + "."));
      }
    }
  }

  /** Writes what stands below the options of a help page, mostly examples, line by line. */
  private void footer(UsageMessageSpec usage) {
    if (usage.footer().length > 0) {
      section(HelpHeadings.shown(usage.footerHeading()).strip().replaceAll(":$", ""));
      page.append(".EX\n");
      formatted(usage.footer()).forEach(this::text);
      page.append(".EE\n");
    }
  }

  private void seeAlso(CommandLine line) {
    List<String> others = new ArrayList<>();
    if (line.getParent() != null) {
      others.add(name(line.getParent()));
      visible(line.getParent()).stream()
          .filter(each -> each != line && line.getParent().getParent() != null)
          .map(ManualPages::name)
          .forEach(others::add);
    }
    if (!others.isEmpty()) {
      section("See also");
      page.append(
              others.stream()
                  .map(other -> bold(other) + "(" + SECTION + ")")
                  .collect(Collectors.joining(",\n")))
          .append("\n");
    }
  }

  private void section(String title) {
    page.append(".SH ").append(escaped(title.toUpperCase(Locale.ROOT))).append("\n");
  }

  private void paragraph(String words) {
    page.append(".PP\n");
    text(words);
  }

  private void tagged(String tag, List<String> lines) {
    page.append(".TP\n").append(tag).append("\n");
    lines.forEach(this::text);
  }

  private void text(String words) {
    words
        .lines()
        .map(ManualPages::escaped)
        .map(ManualPages::unlikeARequest)
        .forEach(line -> page.append(line).append("\n"));
    if (words.isEmpty()) {
      page.append("\n");
    }
  }

  private static String bold(String words) {
    return "\\fB" + escaped(words) + "\\fR";
  }

  private static String italic(String words) {
    return "\\fI" + escaped(words) + "\\fR";
  }

  /** Keeps a line from being a request, which begins with a dot; apostrophes are escaped. */
  private static String unlikeARequest(String line) {
    return line.startsWith(".") ? "\\&" + line : line;
  }

  /** Writes what roff(7) would interpret, and what is not ASCII, as escape sequences. */
  private static String escaped(String words) {
    StringBuilder escaped = new StringBuilder();
    words
        .codePoints()
        .forEach(
            c ->
                escaped.append(
                    switch (c) {
                      case '\\' -> "\\(rs";
                      case '-' -> "\\-";
                      case '\'' -> "\\(aq";
                      case '"' -> "\\(dq";
                      case '`' -> "\\(ga";
                      case '^' -> "\\(ha";
                      case '~' -> "\\(ti";
                      case '…' -> "...";
                      default -> c < 0x80 ? Character.toString(c) : "\\[u%04X]".formatted(c);
                    }));
    return escaped.toString();
  }
}
