// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.model.file.InputFile;
import rani.report.publish.Publication;
import rani.report.publish.ResultFile;
import rani.report.publish.Source;
import rani.study.sweep.CodeVersion;
import rani.study.sweep.SweepFolder;
import rani.tools.option.Jobs;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "publish",
    description = {
      "Makes the tables of the documents from docs/results.",
      "Those of docs/experiments.md and docs/performance.md, in place, in a source tree of "
          + "rani; it says which have moved."
    },
    footer = {
      "  rani publish --check",
      "  rani publish --measure --only red-tables",
      "  rani run config/experiments/NAME.yaml --out live",
      "  rani publish --take live",
      "  rani bench forward --json > forward.jsonl",
      "  rani publish --take forward.jsonl"
    })
final class PublishCommand extends RaniCommand {
  private static final int CODE_DIGITS = 8;

  @Mixin private final Jobs jobs = new Jobs();

  @Option(
      names = "--check",
      description = "Compares, and writes nothing; exit code 1 if something has moved.")
  private boolean check;

  @Option(
      names = "--measure",
      description =
          "First runs again whatever runs in virtual time, and keeps what comes out; an interrupted"
              + " one goes on.")
  private boolean measure;

  @Option(
      names = "--take",
      paramLabel = "PATH",
      description =
          "First keeps results that were measured by the clock: the folder of a run or sweep, or a"
              + " file of `rani bench --json`; repeatable.")
  private List<Path> taken = List.of();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "Tables of results whose name or command has this in it; repeatable.")
  private List<String> only = List.of();

  @Option(
      names = "--in",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The root of the source tree. Default: the working folder.")
  private Path root;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      defaultValue = "runs/publish",
      description = "Where runs of --measure are kept. Default: ${DEFAULT-VALUE}.")
  private Path scratch;

  @Override
  public Integer call() throws LabFailure {
    if (check && (measure || !taken.isEmpty())) {
      throw wrong("--check only compares: without --measure and --take");
    }
    if (!Files.isDirectory(root.resolve("docs/results"))) {
      throw wrong(root + " is no source tree of rani: there is no docs/results");
    }
    Publication publication = Publication.of(root, only);
    for (Path each : taken) {
      take(publication, each).forEach(moved -> print("results  %s", moved));
    }
    if (measure) {
      for (Source source : publication.sources()) {
        measure(publication, source);
      }
    }
    Publication.Found found = publication.compare(!check);
    for (var told : found.told()) {
      String kind = told.kind().name().toLowerCase(Locale.ROOT);
      print("%-8s %s: %s", kind, told.where(), told.what());
    }
    String tables = Quantity.count(found.tables(), "table", "tables");
    print(found.isGood() ? tables + ": nothing moved" : tables);
    return exitCode(found.isGood() || !check && found.isWhole());
  }

  private static List<String> take(Publication publication, Path from) throws LabFailure {
    if (Files.isDirectory(from)) {
      return publication.take(SweepFolder.existing(from), head());
    }
    try {
      return publication.take(InputFile.lines(from), head());
    } catch (IOException e) {
      throw new LabFailure("cannot read " + from + ": " + e, e);
    }
  }

  private static SequencedMap<String, String> head() {
    String made = LocalDate.now(ZoneOffset.UTC) + " by rani " + Version.TEXT;
    return new LinkedHashMap<>(Map.of(ResultFile.MADE, made));
  }

  private void measure(Publication publication, Source source) throws LabFailure {
    if (source.isByTheClock()) {
      progress("by the clock, and left as it is: " + source.command());
      return;
    }
    boolean choices = source.kind() == Source.Kind.CHOICES;
    Path folder =
        scratch.resolve(
            "%s%s-%s-%08x"
                .formatted(
                    source.name(),
                    choices ? "-choices" : "",
                    CodeVersion.hex().substring(0, CODE_DIGITS),
                    source.command().hashCode()));
    progress(source.command());
    List<String> words =
        new ArrayList<>(
            List.of(choices ? "sensitivity" : "sweep", root.resolve(source.experiment()) + ""));
    words.addAll(source.options());
    words.addAll(List.of("--resume", "--out", folder.toString(), "--yes"));
    words.addAll(List.of("--jobs", Integer.toString(jobs.atATime())));
    if (choices) {
      words.add("--record");
    }
    int code =
        Rani.run(
            new PrintWriter(Writer.nullWriter()),
            spec.commandLine().getErr(),
            words.toArray(String[]::new));
    if (code != OK && code != FAILED) {
      throw new LabFailure("exit code " + code + " of " + String.join(" ", words));
    }
    if (!choices) {
      publication
          .take(SweepFolder.existing(folder), head())
          .forEach(moved -> print("results  %s", moved));
    }
  }
}
