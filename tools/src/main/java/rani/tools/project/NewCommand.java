// SPDX-License-Identifier: Apache-2.0
package rani.tools.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.Quoted;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.EXTENSIONS)
@Command(
    name = "new",
    description = {
      "Makes a project of a service, a discipline or a control.",
      "A queue discipline or a congestion control. It lies in a folder of that "
          + "name, builds and tests itself with Maven, and is to be changed "
          + "into yours. With --wasm it is a service in WebAssembly, built by make."
    },
    footer = {
      "  rani new aqm blue",
      "  cd blue && mvn package",
      "  rani new service who-talks --wasm c",
      "  cd who-talks && make"
    })
public final class NewCommand extends RaniCommand {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int NAME_LENGTH_MAX = 32;

  /** Names that {@link #NAME} accepts, but that no package may have (JLS §3.9). */
  private static final Set<String> KEYWORDS =
      Set.of(
          ("abstract assert boolean break byte case catch char class const continue default do"
                  + " double else enum extends false final finally float for goto if implements"
                  + " import instanceof int interface long native new null package private"
                  + " protected public return short static strictfp super switch synchronized this"
                  + " throw throws transient true try void volatile while")
              .split(" "));

  @Parameters(index = "0", paramLabel = "service|aqm|congestion", description = "What to make.")
  private ProjectKind kind;

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "What files call it: lower case, words joined by hyphens.")
  private String name;

  @Option(
      names = "--wasm",
      paramLabel = "c|rust|assemblyscript|wat",
      description = "Makes a service in WebAssembly, in that language.")
  private @Nullable WasmLanguage wasm;

  @Option(names = "--json", description = "Prints the folder, files and steps as JSON.")
  private boolean json;

  private record Made(String folder, List<String> files, List<String> steps) {}

  @Override
  public Integer call() throws LabFailure {
    if (!NAME.matcher(name).matches()
        || name.length() > NAME_LENGTH_MAX
        || KEYWORDS.contains(ProjectKind.inPackages(name))) {
      throw wrong(
          ("%s cannot be the name of a project: at most %s lower-case letters and digits, words"
                  + " joined by hyphens, and no word of Java alone; such as fair-share")
              .formatted(Quoted.of(name), NAME_LENGTH_MAX));
    }
    if (wasm != null && kind != ProjectKind.SERVICE) {
      throw wrong("--wasm is for services; such as `rani new service %s --wasm c`".formatted(name));
    }
    Path folder = Path.of(name);
    if (Files.exists(folder)) {
      throw wrong(folder + " is there already; nothing is overwritten");
    }
    try {
      if (wasm == null) {
        ProjectFiles.write(kind, name, folder);
      } else {
        ProjectFiles.write(wasm, name, folder);
      }
    } catch (IOException e) {
      throw new LabFailure("cannot write " + folder + ": " + e, e);
    }
    String step = "cd %s && %s".formatted(folder, wasm == null ? "mvn package" : "make");
    if (json) {
      printJson(new Made(folder.toString(), files(folder), List.of(step)));
      return OK;
    }
    print(
        "%s is a project of its own; this builds%s it:", folder, wasm == null ? " and tests" : "");
    print("  %s", step);
    return OK;
  }

  private static List<String> files(Path folder) throws LabFailure {
    try (Stream<Path> made = Files.walk(folder)) {
      return made.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new LabFailure("cannot read " + folder + ": " + e, e);
    }
  }
}
