// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.report.Sensitivity;
import rani.report.SensitivityMarkdown;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Tried;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.TrialLookup;
import rani.study.sweep.TrialRow;

/**
 * The published results of a source tree: tables in documents, and the result files in {@code
 * docs/results} from which the tables are generated. Sensitivities are recorded beside the
 * experiments.
 */
public final class Publication {
  private static final List<String> PAGES = List.of("docs/experiments.md", "docs/performance.md");
  private static final String RESULTS = "docs/results";
  private static final String CSV = ".csv";

  private final Path root;
  private final List<String> only;
  private final SequencedMap<String, Source> sources = new LinkedHashMap<>();
  private final SequencedMap<String, SequencedSet<String>> metrics = new LinkedHashMap<>();
  private final SequencedMap<String, Sweep> sweeps = new LinkedHashMap<>();

  private Publication(Path root, List<String> only) {
    this.root = root;
    this.only = List.copyOf(only);
  }

  /**
   * Reads the documents of a source tree. {@code only} selects tables by a part of their results'
   * name or command; it is empty for all. Two tables may not want different results of one name.
   */
  public static Publication of(Path root, List<String> only) throws LabFailure {
    Publication publication = new Publication(root, only);
    List<String> wrong = new ArrayList<>();
    for (String page : PAGES) {
      Page known = Page.of(publication.read(page), _ -> true, publication::note);
      for (Page.Table table : known.tables()) {
        if (table.wrong() != null) {
          wrong.add(page + ":" + table.line() + ": " + table.head() + ": " + table.wrong());
        }
      }
    }
    if (!wrong.isEmpty()) {
      throw new LabFailure(String.join("\n", wrong));
    }
    return publication;
  }

  private String read(String page) throws LabFailure {
    try {
      return InputFile.text(root.resolve(page));
    } catch (IOException e) {
      throw new LabFailure("cannot read " + root.resolve(page) + ": " + e, e);
    }
  }

  /** Collects the results and metrics that a table needs. */
  private String note(String head, String template) throws LabFailure {
    List<Source> named = Source.all(head);
    for (Source source : named) {
      String key = source.kind() == Source.Kind.CHOICES ? source.command() : source.results();
      Source known = sources.putIfAbsent(key, source);
      if (known != null && !known.equals(source)) {
        throw new LabFailure(
            "another table has results of `" + known.command() + "` under that name");
      }
    }
    Template.of(template)
        .metrics(named.getFirst().results())
        .forEach(
            (results, names) ->
                metrics.computeIfAbsent(results, _ -> new LinkedHashSet<>()).addAll(names));
    return "";
  }

  private boolean isWanted(Source source) {
    return only.isEmpty()
        || only.stream()
            .anyMatch(part -> source.results().contains(part) || source.command().contains(part));
  }

  private boolean isWanted(String head) {
    try {
      return Source.all(head).stream().anyMatch(this::isWanted);
    } catch (LabFailure e) {
      return true; // generating the table reports the error
    }
  }

  /** Returns the sources of the selected tables, each once, in the order of the tables. */
  public List<Source> sources() {
    return sources.sequencedValues().stream().filter(this::isWanted).toList();
  }

  /** A kind of finding. */
  public enum Kind {
    /** A table differs from its results. */
    MOVED,
    /** A table cannot be made, or no table shows a file. */
    WRONG,
    /** An experiment file has changed since its results, or a result file declares itself stale. */
    STALE,
    /** Figures were copied, without recorded results. */
    WRITTEN
  }

  /** A finding at a line of a document or in a file, described in one or several lines. */
  public record Told(Kind kind, String where, String what) {}

  /** The findings of a check, and the number of checked tables. */
  public record Found(int tables, List<Told> told) {

    /** Returns whether every table can be made from results of the present files. */
    public boolean isWhole() {
      return told.stream().noneMatch(one -> one.kind == Kind.WRONG);
    }

    /** Returns whether, in addition, every table equals what its results make. */
    public boolean isGood() {
      return isWhole() && told.stream().noneMatch(one -> one.kind == Kind.MOVED);
    }
  }

  /** Compares the selected tables with their results, and optionally updates the documents. */
  public Found compare(boolean write) throws LabFailure {
    List<Told> told = new ArrayList<>();
    int tables = 0;
    for (String name : PAGES) {
      String text = read(name);
      Page page = Page.of(text, head -> isWanted(head) && !isAside(head), this::made);
      for (Page.Table table : page.tables()) {
        tables += isWanted(table.head()) ? 1 : 0;
        String where = name + ":" + table.line();
        if (table.wrong() != null) {
          told.add(new Told(Kind.WRONG, where, table.head() + ": " + table.wrong()));
        } else if (table.hasMoved()) {
          told.add(new Told(Kind.MOVED, where, table.head() + lines(table)));
        }
      }
      if (write && !page.text().equals(text)) {
        write(root.resolve(name), page.text());
      }
    }
    for (Source source : sources()) {
      judge(source, told);
    }
    if (only.isEmpty()) {
      told.addAll(Pictures.judge(root, root.resolve(RESULTS)));
      findUnused(told);
    }
    return new Found(tables, told);
  }

  /** Returns whether a table stays unchanged, because a stale result file of it has no rows yet. */
  private boolean isAside(String head) {
    try {
      for (Source source : Source.all(head)) {
        if (source.kind() != Source.Kind.CHOICES && Files.exists(file(source))) {
          ResultFile results = ResultFile.read(file(source));
          if (results.rows().isEmpty() && results.head().containsKey(ResultFile.STALE)) {
            return true;
          }
        }
      }
    } catch (LabFailure e) {
      return false; // generating the table reports the error
    }
    return false;
  }

  private static void write(Path file, String text) throws LabFailure {
    try {
      WholeFile.write(file, text);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e, e);
    }
  }

  /** Returns the lines of a table that have changed. */
  private static String lines(Page.Table table) {
    List<String> before = table.before().lines().toList();
    List<String> after = table.after().lines().toList();
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < Math.max(before.size(), after.size()); k++) {
      String was = k < before.size() ? before.get(k) : "";
      String is = k < after.size() ? after.get(k) : "";
      if (!was.equals(is)) {
        text.append("\n  was ").append(was).append("\n  is  ").append(is);
      }
    }
    return text.toString();
  }

  private String made(String head, String template) throws LabFailure {
    List<Source> named = Source.all(head);
    if (named.getFirst().kind() == Source.Kind.CHOICES) {
      return SensitivityMarkdown.of(Sensitivity.read(recorded(named.getFirst())));
    }
    SequencedMap<String, TableData> data = new LinkedHashMap<>();
    for (Source source : named) {
      ResultFile results = existing(source);
      data.put(
          source.results(),
          source.kind() == Source.Kind.BENCH
              ? TableData.of(results)
              : TableData.of(results, sweep(source)));
    }
    return Template.of(template).filled(data);
  }

  private ResultFile existing(Source source) throws LabFailure {
    Path file = file(source);
    if (!Files.exists(file)) {
      throw new LabFailure("there is no " + relative(file) + "; " + source.again());
    }
    return ResultFile.read(file);
  }

  private Path file(Source source) {
    return root.resolve(RESULTS).resolve(source.results() + CSV);
  }

  private Path recorded(Source source) {
    return root.resolve(Source.EXPERIMENTS).resolve(Tried.FOLDER).resolve(source.name() + ".json");
  }

  private String relative(Path file) {
    return root.relativize(file).toString();
  }

  private Sweep sweep(Source source) throws LabFailure {
    Sweep known = sweeps.get(source.name());
    if (known == null) {
      try {
        known = SweepFile.load(root.resolve(source.experiment()), List.of(), List.of());
      } catch (FileError e) {
        throw new LabFailure(e.getMessage(), e);
      }
      sweeps.put(source.name(), known);
    }
    return known;
  }

  /** Reports a source whose results do not belong to the present files. */
  private void judge(Source source, List<Told> told) throws LabFailure {
    boolean choices = source.kind() == Source.Kind.CHOICES;
    Path file = choices ? recorded(source) : file(source);
    if (!Files.exists(file)) {
      return; // generating the table reports the missing file
    }
    String where = relative(file);
    if (choices) {
      Sensitivity known = Sensitivity.read(file);
      judgeCommand(typed(source, known), source, where, told);
      judgeFile(known.digest(), source, where, told);
      return;
    }
    SequencedMap<String, String> head = ResultFile.read(file).head();
    String written = head.get(ResultFile.WRITTEN);
    if (written != null) {
      told.add(new Told(Kind.WRITTEN, where, written + "; to measure it: " + source.again()));
      return;
    }
    String stale = head.get(ResultFile.STALE);
    if (stale != null) {
      told.add(new Told(Kind.STALE, where, stale + "; again: " + source.again()));
      return;
    }
    judgeCommand(head.getOrDefault(ResultFile.COMMAND, ""), source, where, told);
    if (source.kind() != Source.Kind.BENCH) {
      judgeFile(head.getOrDefault(ResultFile.EXPERIMENT, ""), source, where, told);
    }
  }

  /** Returns the recorded command, with paths as in the table's command. */
  private static String typed(Source source, Sensitivity known) {
    return known
        .command()
        .replaceFirst("^rani ", "./rani ")
        .replaceFirst(" " + source.name() + "\\.yaml", " " + source.experiment());
  }

  private static void judgeCommand(String command, Source source, String where, List<Told> told) {
    if (!command.equals(source.command())) {
      told.add(
          new Told(
              Kind.WRONG,
              where,
              "is of `" + command + "`, not `" + source.command() + "`; " + source.again()));
    }
  }

  private void judgeFile(String digest, Source source, String where, List<Told> told)
      throws LabFailure {
    if (!sweep(source).fileDigest().orElse("").equals(digest)) {
      told.add(
          new Told(
              Kind.WRONG,
              where,
              source.experiment() + " has changed since; again: " + source.again()));
    }
  }

  private void findUnused(List<Told> told) throws LabFailure {
    Path folder = root.resolve(RESULTS);
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        boolean shown =
            name.equals(Pictures.FILE)
                || (name.endsWith(CSV)
                    && metrics.containsKey(name.substring(0, name.length() - CSV.length())));
        if (!shown) {
          told.add(new Told(Kind.WRONG, relative(file), "no table shows it"));
        }
      }
    } catch (IOException e) {
      throw new LabFailure("cannot look into " + folder + ": " + e, e);
    }
  }

  /**
   * Saves results of a finished sweep or live run, as far as tables show them; returns changes
   * since the previous results, a line each. {@code head} has further attributes of the file.
   */
  public List<String> take(SweepFolder folder, SequencedMap<String, String> head)
      throws LabFailure {
    String experiment = folder.identity().experiment();
    Source source = sources.get(experiment);
    if (source == null) {
      throw new LabFailure("no table shows results of " + experiment);
    }
    List<ResultFile.Row> rows = new ArrayList<>();
    SequencedSet<String> shown = shown(source);
    for (TrialRow row : TrialLookup.all(folder)) {
      if (row.failure() != null) {
        throw new LabFailure(folder.path() + ": a trial broke off: " + row.failure());
      }
      rows.add(row(row.parameters(), row.seed(), row.metrics(), shown));
    }
    Sweep sweep = sweep(source);
    SequencedMap<String, String> said = new LinkedHashMap<>();
    said.put(ResultFile.COMMAND, source.command());
    sweep.fileDigest().ifPresent(digest -> said.put(ResultFile.EXPERIMENT, digest));
    said.putAll(head);
    return keep(
        source,
        new ResultFile(said, List.copyOf(sweep.variables().keySet()), List.copyOf(shown), rows));
  }

  /** Saves output of {@code rani bench --json} that tables show; returns changes, a line each. */
  public List<String> take(List<String> lines, SequencedMap<String, String> head)
      throws LabFailure {
    BenchLines bench = BenchLines.of(lines);
    List<String> moved = new ArrayList<>();
    for (String name : bench.cases()) {
      Source source = sources.get("bench-" + name);
      if (source == null) {
        continue;
      }
      SequencedSet<String> shown = shown(source);
      SequencedMap<String, String> said = new LinkedHashMap<>();
      said.put(ResultFile.COMMAND, source.command());
      said.putAll(head);
      said.put(ResultFile.MACHINE, bench.machine());
      List<ResultFile.Row> rows =
          bench.rows(name).stream()
              .map(row -> row(row.labels(), row.seed(), row.metrics(), shown))
              .filter(row -> !row.metrics().isEmpty())
              .toList();
      moved.addAll(keep(source, new ResultFile(said, BenchLines.LABELS, List.copyOf(shown), rows)));
    }
    return moved;
  }

  /** Returns the metrics that tables show of a source. */
  private SequencedSet<String> shown(Source source) {
    return metrics.getOrDefault(source.results(), new LinkedHashSet<>());
  }

  private static ResultFile.Row row(
      SequencedMap<String, String> labels,
      long seed,
      SequencedMap<String, Double> all,
      SequencedSet<String> shown) {
    SequencedMap<String, Double> some = new LinkedHashMap<>();
    for (String name : shown) {
      Double value = all.get(name);
      if (value != null && Double.isFinite(value)) {
        some.put(name, value);
      }
    }
    return new ResultFile.Row(labels, seed, some);
  }

  /** Writes results, unless they equal the present ones; returns the changes. */
  private List<String> keep(Source source, ResultFile results) throws LabFailure {
    Path file = file(source);
    if (!Files.exists(file)) {
      results.write(file);
      return List.of(relative(file) + ": kept for the first time");
    }
    ResultFile before = ResultFile.read(file);
    if (before.agreesWith(results)) {
      return List.of();
    }
    results.write(file);
    List<String> moved = results.moved(before);
    return (moved.isEmpty() ? List.of("other rows, or another head") : moved)
        .stream().map(what -> relative(file) + ": " + what).toList();
  }
}
