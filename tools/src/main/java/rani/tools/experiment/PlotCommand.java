// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.file.TreeBuilder;
import rani.report.figure.FigureFormat;
import rani.report.figure.Theme;
import rani.report.run.RunFolder;
import rani.study.expectation.MetricPlaces;
import rani.study.experiment.Plot;
import rani.study.experiment.PlotReader;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "plot",
    description = {
      "Makes figures of runs and sweeps, for papers and slides.",
      "As PDF, SVG and PNG, as TikZ for LaTeX, as a Vega-Lite specification, "
          + "and as CSV. Without options it draws the `plots` of the experiment's "
          + "file; docs/plots.md has the keys, which are those of the options."
    },
    footer = {
      "  rani plot runs/my-sweep-20261120-101500 -o figures",
      "  rani plot runs/my-sweep-20261120-101500 --theme talk --only delay-by-load",
      "  rani plot runs/hello-20261120-101500 --kind cdf --metric delay.n1,delay.n2",
      "  rani plot red=runs/a codel=runs/b --kind box --metric delay.n1.p95 --by run"
    })
public final class PlotCommand extends RaniCommand {
  private static final String ORIGIN = "the command line";

  @Parameters(
      paramLabel = "[NAME=]DIR",
      arity = "1..*",
      description =
          "The folders of runs and sweeps; several come into one chart, each with its NAME.")
  private List<String> folders = List.of();

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "A YAML file with one plot, or a list of them under `plots`.")
  private @Nullable Path file;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Of these plots those with this name; repeatable.")
  private List<String> only = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "What is drawn: line, step, cdf, ccdf, box, strip, bar, heat, timeline or scatter.")
  private @Nullable String kind;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      split = ",",
      description = "Metrics or series that are shown; repeatable.")
  private List<String> metrics = List.of();

  @Option(
      names = "--x",
      paramLabel = "NAME",
      description = "The x axis: a variable, metric or run; time of series; of scatter a metric.")
  private @Nullable String x;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      split = ",",
      description = "Variables, metric or run, that tell lines apart.")
  private List<String> by = List.of();

  @Option(
      names = "--facet",
      paramLabel = "NAME",
      split = ",",
      description = "Variables, metric or run, whose values have a panel each.")
  private List<String> facet = List.of();

  @Option(
      names = "--where",
      paramLabel = "NAME=VALUE",
      description = "Draws only this value of a variable; repeatable, also with several values.")
  private List<String> where = List.of();

  @Option(
      names = "--label",
      paramLabel = "NAME=TEXT",
      description =
          "What is written in place of the name of a metric or variable, or of a value;"
              + " repeatable.")
  private Map<String, String> labels = Map.of();

  @Option(
      names = "--legend",
      paramLabel = "PLACE",
      description = "Where lines are named: direct, at their ends; top; or none.")
  private @Nullable String legend;

  @Option(
      names = "--interval",
      paramLabel = "HOW",
      description = "How a mean's 95 %% interval is shown: band, bars or none.")
  private @Nullable String interval;

  @Option(names = "--trials", description = "Shows single trials, too; of series takes all.")
  private boolean trials;

  @Option(
      names = "--x-scale",
      paramLabel = "SCALE",
      description = "The x axis is linear, log, or of names.")
  private @Nullable String horizontalScale;

  @Option(names = "--y-scale", paramLabel = "SCALE", description = "The y axis is linear or log.")
  private @Nullable String verticalScale;

  @Option(
      names = "--x-limits",
      paramLabel = "LOW,HIGH",
      split = ",",
      description = "Ends of the x axis with their units, such as 0,200ms; ~ leaves one open.")
  private List<String> horizontalLimits = List.of();

  @Option(
      names = "--y-limits",
      paramLabel = "LOW,HIGH",
      split = ",",
      description = "Ends of the y axis, such as 0,4Mbit/s.")
  private List<String> verticalLimits = List.of();

  @Option(
      names = "--bin",
      paramLabel = "TIME",
      description = "The time over which throughput and utilisation are means, 1ms…60min.")
  private @Nullable String bin;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "The title above the chart. Default: made of metrics and x axis.")
  private @Nullable String title;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the chart's files. Default: the letters and digits of the title.")
  private @Nullable String name;

  @Option(
      names = "--theme",
      paramLabel = "THEME",
      defaultValue = "paper",
      description = "What the figure is for: screen, paper or talk. Default: ${DEFAULT-VALUE}.")
  private String theme = "paper";

  @Option(
      names = "--width",
      paramLabel = "CM",
      description =
          "The whole figure's width in centimetres. Default of paper: 8.5, or 17.6 of a plot that"
              + " takes two `columns`.")
  private @Nullable String width;

  @Option(
      names = "--titles",
      description = "The title is in the figure, as it is by default but on paper.")
  private boolean titles;

  @Option(names = "--no-titles", description = "The title is not in the figure.")
  private boolean noTitles;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      split = ",",
      description =
          "Of pdf, svg, png and tex those to write; by default all. CSV and Vega-Lite are always"
              + " written.")
  private List<String> formats = List.of();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FOLDER",
      defaultValue = "figures",
      description = "Where the files go. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("figures");

  @Override
  public Integer call() throws LabFailure, FileError {
    Theme drawn = theme();
    Set<FigureFormat> wanted = formats();
    SequencedMap<String, RunFolder> runs = runs();
    List<Plot> plots = chosen(plots(runs));
    int figures =
        new FigureWriter(
                out,
                plot -> width == null ? drawn.across(plot.columns()) : drawn,
                wanted,
                typed(),
                this::progress)
            .draw(plots, runs, line -> print("%s", line));
    return figures == 0 ? FAILED : OK;
  }

  private Theme theme() {
    Theme drawn =
        Theme.named(theme)
            .orElseThrow(
                () -> wrong("no theme `" + theme + "`; " + Nearest.hint(theme, Theme.names())));
    if (width != null) {
      try {
        drawn = drawn.wide(Double.parseDouble(width.replaceFirst("\\s*cm$", "")));
      } catch (IllegalArgumentException e) {
        throw wrong(
            "--width is a number of centimetres, %.0f…%.0f, not `%s`"
                .formatted(Theme.CENTIMETRES_MIN, Theme.CENTIMETRES_MAX, width));
      }
    }
    return titles || noTitles ? drawn.withTitle(titles) : drawn;
  }

  /** Returns the formats that were asked for, or else those that can be drawn here. */
  private Set<FigureFormat> formats() {
    Set<FigureFormat> wanted = EnumSet.noneOf(FigureFormat.class);
    List<String> known =
        EnumSet.allOf(FigureFormat.class).stream().map(FigureFormat::text).toList();
    for (String format : formats) {
      int place = known.indexOf(format);
      if (place < 0) {
        throw wrong("no format `" + format + "`; " + Nearest.hint(format, known));
      }
      wanted.add(FigureFormat.values()[place]);
    }
    return wanted.isEmpty() ? FigureWriter.possible(screen()) : wanted;
  }

  private SequencedMap<String, RunFolder> runs() throws LabFailure, FileError {
    SequencedMap<String, RunFolder> runs = new LinkedHashMap<>();
    for (String said : folders) {
      int equals = said.indexOf('=');
      boolean isNamed = equals > 0 && !Files.exists(Path.of(said));
      RunFolder run = RunFolder.open(Path.of(isNamed ? said.substring(equals + 1) : said));
      String called = isNamed ? said.substring(0, equals) : run.name();
      if (runs.putIfAbsent(called, run) != null) {
        throw wrong("two runs are called `" + called + "`; NAME=DIR gives one another name");
      }
    }
    return runs;
  }

  private List<Plot> plots(SequencedMap<String, RunFolder> runs) throws FileError {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    MetricPlaces places = new MetricPlaces();
    for (RunFolder run : runs.values()) {
      run.variables()
          .forEach(
              (variable, values) ->
                  variables.merge(
                      variable,
                      values,
                      (a, b) -> Stream.concat(a.stream(), b.stream()).distinct().toList()));
      run.addPlaces(places);
    }
    LocatedMap said = said();
    boolean isSaid = !said.entries().isEmpty();
    if (file != null) {
      if (isSaid) {
        throw wrong("--spec has the whole plot; `" + said.keys().iterator().next() + "` is in it");
      }
      LocatedMap spec = LocatedYaml.load(NamedFile.given(file));
      List<LocatedValue> members =
          spec.get("plots").map(LocatedValue::members).orElse(List.of(spec));
      return PlotReader.read(members, variables, places);
    }
    if (isSaid) {
      return PlotReader.read(List.of(said), variables, places);
    }
    SequencedMap<String, Plot> own = new LinkedHashMap<>();
    runs.values().forEach(run -> run.plots().forEach(plot -> own.putIfAbsent(plot.name(), plot)));
    if (own.isEmpty()) {
      throw wrong(
          "the experiment's file has no `plots`; --metric says what to draw, or --spec FILE");
    }
    return List.copyOf(own.sequencedValues());
  }

  private List<Plot> chosen(List<Plot> plots) {
    List<String> names = plots.stream().map(Plot::name).toList();
    for (String one : only) {
      if (!names.contains(one)) {
        throw wrong("no plot is called `" + one + "`; " + Nearest.hint(one, names));
      }
    }
    List<Plot> chosen =
        plots.stream().filter(plot -> only.isEmpty() || only.contains(plot.name())).toList();
    Set<String> seen = new LinkedHashSet<>();
    for (Plot plot : chosen) {
      if (!seen.add(plot.name())) {
        throw wrong(
            "two plots would have the files `" + plot.name() + "`; `name` tells them apart");
      }
    }
    return chosen;
  }

  /** Returns the keys of a plot that options give; empty if none does. */
  private LocatedMap said() {
    TreeBuilder tree = new TreeBuilder(ORIGIN);
    text(tree, "title", title);
    text(tree, "name", name);
    text(tree, "kind", kind);
    list(tree, "metric", metrics);
    text(tree, "x", x);
    list(tree, "by", by);
    list(tree, "facet", facet);
    tree.putUnlessEmpty("where", where());
    TreeBuilder named = new TreeBuilder("--label");
    labels.forEach(named::putText);
    tree.putUnlessEmpty("labels", named.build());
    text(tree, "legend", legend);
    text(tree, "interval", interval);
    text(tree, "trials", trials ? "true" : null);
    text(tree, "x-scale", horizontalScale);
    text(tree, "y-scale", verticalScale);
    list(tree, "x-limits", horizontalLimits);
    list(tree, "y-limits", verticalLimits);
    text(tree, "bin", bin);
    return tree.build();
  }

  private LocatedMap where() {
    SequencedMap<String, List<String>> chosen = new LinkedHashMap<>();
    for (String one : where) {
      int equals = one.indexOf('=');
      if (equals <= 0) {
        throw wrong("--where takes VARIABLE=VALUE, not `" + one + "`");
      }
      chosen
          .computeIfAbsent(one.substring(0, equals), _ -> new ArrayList<>())
          .add(one.substring(equals + 1));
    }
    TreeBuilder tree = new TreeBuilder("--where");
    chosen.forEach((variable, values) -> list(tree, variable, values));
    return tree.build();
  }

  private static void text(TreeBuilder tree, String key, @Nullable String value) {
    if (value != null) {
      tree.put(key, value);
    }
  }

  private static void list(TreeBuilder tree, String key, List<String> values) {
    if (!values.isEmpty()) {
      Location at = Location.ofFile(ORIGIN);
      List<LocatedValue> members = new ArrayList<>();
      values.forEach(value -> members.add(new LocatedScalar(at, value, false)));
      tree.put(key, new LocatedList(at, members));
    }
  }
}
