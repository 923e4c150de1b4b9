// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.file.FileError;
import rani.model.file.LocatedYaml;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.foreign.Import;
import rani.model.foreign.ImportNotes;
import rani.model.foreign.ImportRules;
import rani.tools.dataset.DataSet;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "import",
    description = {
      "Makes a topology of a network in another program's format.",
      "It reads GraphML, GML, node-link JSON, SNDlib, BRITE, containerlab and netlab, which it"
          + " knows by their contents. The topology is printed; what was not read is listed as"
          + " progress."
    },
    footer = {
      "  rani import Abilene.gml > abilene.yaml",
      "  rani import zoo:Abilene --rate 1Gbit/s > abilene.yaml",
      "  rani import --list sndlib:"
    })
public final class ImportCommand extends RaniCommand {
  private static final double SCALE_MIN = 1e-9;
  private static final double SCALE_MAX = 1e9;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A file, - for standard input, or a network of a data set that `pip install topohub`"
              + " brings: zoo:NAME, sndlib:NAME.")
  private String file = "";

  @Option(names = "--list", description = "Lists the networks of a data set, zoo: or sndlib:.")
  private boolean list;

  @Option(
      names = "--delay-per-km",
      paramLabel = "DURATION",
      defaultValue = "5us",
      description =
          "Delay of a kilometre, of links whose length is known or follows from coordinates."
              + " Default: ${DEFAULT-VALUE}, as in fibre.")
  private String delayPerKm;

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      description = "Delay of links that have none, nor length nor coordinates. Default: none.")
  private @Nullable String delay;

  @Option(
      names = "--delay-unit",
      paramLabel = "UNIT",
      description = "What a delay without a unit counts, such as ms. Default: it is not read.")
  private @Nullable String delayUnit;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Rate of links for which the file has none. Default: unlimited.")
  private @Nullable String rate;

  @Option(
      names = "--rate-unit",
      paramLabel = "UNIT",
      description = "What a rate without a unit counts, such as Mbit/s. Default: it is not read.")
  private @Nullable String rateUnit;

  @Option(
      names = "--rate-scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "Multiplies the rates of the file: 0.001 makes 10Mbit/s of 10Gbit/s. Default:"
              + " ${DEFAULT-VALUE}.")
  private double rateScale;

  @Option(
      names = "--json",
      description =
          "Prints one JSON object: the topology as text, its origin, names that were mended, and"
              + " what was not read, with place and count.")
  private boolean json;

  private record Noted(
      String file,
      int line,
      int column,
      String message,
      String hint,
      long count,
      List<String> examples) {
    static Noted of(ImportNotes.Note note) {
      return new Noted(
          note.at().file(),
          note.at().line(),
          note.at().column(),
          note.message(),
          note.hint(),
          note.count(),
          note.examples());
    }
  }

  private record Mended(String label, String name) {}

  private record Result(
      String file,
      String format,
      String sha256,
      List<String> origin,
      String name,
      int nodes,
      int links,
      int parts,
      List<Mended> mended,
      List<Noted> notes,
      long moreNotes,
      String topology) {}

  private record Listed(String dataSet, List<String> names) {}

  @Override
  public Integer call() throws FileError {
    Optional<DataSet.Entry> entry = DataSet.entry(file);
    if (list) {
      printNames(entry);
      return OK;
    }
    ImportRules rules = rules();
    List<String> origin = List.of();
    byte[] bytes;
    String name = file;
    if (entry.isPresent()) {
      DataSet.Found found = entry.get().find();
      origin = found.origin();
      bytes = found.bytes();
    } else {
      Path path = NamedFile.given(Path.of(file));
      bytes = LocatedYaml.bytesGiven(path, Import.FILE_BYTES_MAX);
      name = path.toString();
    }
    Import.Imported imported = Import.read(name, bytes, rules, origin);
    if (json) {
      printJson(result(name, origin, imported));
      return OK;
    }
    origin.forEach(this::progress);
    imported.notes().all().forEach(note -> progress(note.toString()));
    if (imported.notes().more() > 0) {
      progress("and %d more of further kinds".formatted(imported.notes().more()));
    }
    printWhole(imported.text());
    return OK;
  }

  private void printNames(Optional<DataSet.Entry> entry) throws FileError {
    if (entry.isEmpty() || !entry.get().name().isEmpty()) {
      throw wrong("--list takes a data set: zoo: or sndlib:");
    }
    List<String> names = entry.get().set().names();
    if (json) {
      printJson(new Listed(entry.get().set().word(), names));
    } else {
      names.forEach(each -> print("%s:%s", entry.get().set().word(), each));
    }
  }

  private static Result result(String file, List<String> origin, Import.Imported imported) {
    return new Result(
        file,
        imported.format().meaning(),
        imported.sha256(),
        origin,
        imported.topology().name(),
        imported.topology().nodes().size(),
        imported.topology().links().size(),
        imported.parts(),
        imported.mended().stream().map(each -> new Mended(each.label(), each.name())).toList(),
        imported.notes().all().stream().map(Noted::of).toList(),
        imported.notes().more(),
        imported.text());
  }

  private ImportRules rules() {
    if (!(rateScale >= SCALE_MIN && rateScale <= SCALE_MAX)) {
      throw wrong("--rate-scale is not within 1e-9 and 1e9");
    }
    return new ImportRules(
        duration("--delay-per-km", delayPerKm).orElseThrow(),
        duration("--delay", delay),
        bitsPerSecond("--rate", rate),
        rateScale,
        bitsPerSecond("--rate-unit", rateUnit == null ? null : "1" + rateUnit),
        unitNanos());
  }

  private OptionalDouble unitNanos() {
    OptionalLong unit = duration("--delay-unit", delayUnit == null ? null : "1" + delayUnit);
    return unit.isPresent() ? OptionalDouble.of(unit.getAsLong()) : OptionalDouble.empty();
  }

  private OptionalLong duration(String option, @Nullable String text) {
    try {
      return text == null ? OptionalLong.empty() : OptionalLong.of(Units.durationNanos(text));
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }

  private OptionalDouble bitsPerSecond(String option, @Nullable String text) {
    try {
      return text == null ? OptionalDouble.empty() : OptionalDouble.of(Units.bitsPerSecond(text));
    } catch (UnitError e) {
      throw wrong(option + ": ", e);
    }
  }
}
