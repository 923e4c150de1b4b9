// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.WholeFile;
import rani.report.compare.CompareCsv;
import rani.report.compare.ComparePage;
import rani.report.compare.CompareWords;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.study.compare.FinishedRun;
import rani.study.compare.RunComparison;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.compare.RunComparison.OfVariant;
import rani.study.compare.RunComparison.WithOther;
import rani.study.expectation.MetricPatterns;
import rani.study.statistics.MeanDifference;
import rani.study.statistics.Summary;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "compare",
    description = {
      "Compares finished runs or sweeps with the first one.",
      "Two versions of a file, two builds, a live run and one in virtual time. "
          + "Trials with common seeds are compared in pairs, others by their means; "
          + "differences have 95 %% intervals, and are said to be seen by p-values "
          + "that are corrected for their number."
    },
    footer = {
      "  rani compare runs/my-run-20261120-101500 runs/my-run-20261120-111500",
      "  rani compare before after --metric 'delay.*' --pick aqm=codel",
      "  rani compare before after --out compare.html",
      "  rani compare before after --csv > differences.csv"
    })
public final class CompareCommand extends RaniCommand {
  /** The most rows of a table on the screen. */
  private static final int ROWS_MAX = 40;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "The folders of two or more runs or sweeps; the others beside the first.")
  private List<Path> folders;

  @Option(
      names = "--pick",
      paramLabel = "VARIABLE=VALUE",
      description =
          "Of sweeps only the variants with this value; repeatable. One value of each variable"
              + " makes a sweep one that is compared with a run.")
  private List<String> picks = List.of();

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description =
          "This metric, such as throughput.n1, or all that fit a pattern, such as 'delay.*';"
              + " repeatable. Default: all.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "Shows every metric, also where there is no difference.")
  private boolean all;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes a page (HTML) to this file, too.")
  private @Nullable Path out;

  @Option(names = "--json", description = "Prints one JSON object, nothing else.")
  private boolean json;

  @Option(names = "--csv", description = "Prints comma-separated values in SI units, nothing else.")
  private boolean csv;

  @Override
  public Integer call() throws LabFailure, FileError {
    if (json && csv) {
      throw wrong("--json or --csv, not both");
    }
    if (folders.size() < 2) {
      throw wrong("name two runs or more; `" + folders.getFirst() + "` is compared with nothing");
    }
    if (folders.size() > RunComparison.RUNS_MAX) {
      throw wrong("at most " + RunComparison.RUNS_MAX + " runs are compared");
    }
    MetricPatterns metrics = MetricPatterns.of(names, "--metric");
    List<FinishedRun> runs = new ArrayList<>();
    for (Path folder : folders) {
      runs.add(FinishedRun.read(folder));
    }
    RunComparison comparison = RunComparison.of(runs, picks, metrics);
    if (json) {
      printJson(facts(comparison));
    } else if (csv) {
      printWhole(CompareCsv.of(comparison));
    } else {
      print(comparison);
    }
    if (out != null) {
      write(comparison, out);
    }
    return OK;
  }

  private void write(RunComparison comparison, Path page) throws LabFailure {
    try {
      WholeFile.write(page, ComparePage.html(comparison, typed()));
    } catch (IOException e) {
      throw new LabFailure("cannot write " + page + ": " + e, e);
    }
    progress("page " + page);
  }

  private void print(RunComparison comparison) {
    print("A  %s  %s", comparison.before().folder(), CompareWords.run(comparison.before()));
    for (int k = 0; k < comparison.others().size(); k++) {
      FinishedRun run = comparison.others().get(k).after();
      print("%s  %s  %s", CompareWords.letter(k + 1), run.folder(), CompareWords.run(run));
    }
    SequencedSet<String> named = comparison.named();
    for (int k = 0; k < comparison.others().size(); k++) {
      String letter = CompareWords.letter(k + 1);
      WithOther other = comparison.others().get(k);
      print("");
      CompareWords.about(other, letter).forEach(line -> print("%s", line));
      table(other, letter, named);
      print("%s", CompareWords.counts(other));
    }
  }

  private void table(WithOther other, String letter, SequencedSet<String> named) {
    List<String> heads = new ArrayList<>(other.variants().getFirst().labels().keySet());
    heads.addAll(List.of("metric", ">A", ">" + letter, letter + " beside A"));
    Table table = new Table(heads);
    int more = 0;
    int rows = 0;
    for (OfVariant variant : other.variants()) {
      for (var metric : variant.metrics().entrySet()) {
        OfMetric of = metric.getValue();
        if (!all && !named.contains(metric.getKey()) && !CompareWords.isSeen(of.difference())) {
          continue;
        }
        if (!all && rows++ >= ROWS_MAX) {
          more++;
          continue;
        }
        List<String> cells = new ArrayList<>(variant.labels().values());
        cells.add(metric.getKey());
        cells.add(mean(metric.getKey(), of.before()));
        cells.add(mean(metric.getKey(), of.after()));
        cells.add(CompareWords.cell(metric.getKey(), of.difference()));
        table.row(cells);
      }
    }
    if (!table.isEmpty()) {
      printWhole(table.text(TerminalColours.ofStandardOutput()));
    }
    if (more > 0) {
      print("and %s; --all shows them", Quantity.count(more, "more row", "more rows"));
    }
  }

  private static String mean(String metric, Summary summary) {
    return Figures.interval(Unit.inRow(metric), summary.mean(), summary.halfWidth95());
  }

  private static JsonObject facts(RunComparison comparison) {
    var object = new LinkedHashMap<>();
    object.put("before", facts(comparison.before()));
    object.put("others", comparison.others().stream().map(CompareCommand::facts).toList());
    return JsonObject.of(object);
  }

  private static JsonObject facts(FinishedRun run) {
    var object = new LinkedHashMap<>();
    object.put("folder", run.folder().toString());
    object.put("experiment", run.experiment());
    object.put("mode", run.mode());
    object.put("code", run.code());
    object.put("trials", run.trials().size());
    return JsonObject.of(object);
  }

  private static JsonObject facts(WithOther other) {
    var object = new LinkedHashMap<>();
    object.put("after", facts(other.after()));
    object.put(
        "files",
        other.files().stream()
            .map(difference -> List.of(difference.path(), difference.before(), difference.after()))
            .toList());
    object.put("common-seeds", other.commonSeeds());
    object.put("digests", other.digests());
    object.put("same-digests", other.sameDigests());
    object.put("variants", other.variants().stream().map(CompareCommand::facts).toList());
    return JsonObject.of(object);
  }

  private static JsonObject facts(OfVariant variant) {
    var metrics = new LinkedHashMap<>();
    variant.metrics().forEach((name, of) -> metrics.put(name, facts(of)));
    var object = new LinkedHashMap<>();
    object.put("parameters", variant.labels());
    object.put("metrics", metrics);
    object.put("on-one-side-only", variant.onlyOne());
    return JsonObject.of(object);
  }

  private static JsonObject facts(OfMetric of) {
    MeanDifference difference = of.difference();
    var object = new LinkedHashMap<>();
    object.put("before", MeasureCommand.facts(of.before()));
    object.put("after", MeasureCommand.facts(of.after()));
    object.put("difference", difference.mean());
    object.put("test", difference.test().text());
    if (difference.test() != MeanDifference.Test.NONE) {
      object.put("difference-half-width-95", difference.halfWidth95());
      object.put("p", difference.p());
      object.put("p-holm", difference.correctedP());
      object.put("family", difference.family());
      object.put("significant", difference.isSignificant());
    }
    return JsonObject.of(object);
  }
}
