// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.code.CodeFiles;
import rani.model.file.InputFile;
import rani.model.file.LocatedYaml;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.jar.JarRefusal;
import rani.model.jar.KnownCode;
import rani.model.jar.SignedJar;
import rani.model.menu.ServiceCatalog;
import rani.model.menu.ServiceSheet;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;
import rani.wasm.CodeRefusal;

@VerbGroup.Of(VerbGroup.EXTENSIONS)
@Command(
    name = "services",
    description = {
      "Lists the services that menus may offer.",
      "With a name it prints the manual of that service; with the file of a module in WebAssembly,"
          + " its manual, or why nodes would refuse it."
    },
    footer = {"  rani services", "  rani services echo", "  rani services talkers.wasm"})
public final class ServicesCommand extends RaniCommand {
  private static final int WIDTH = 100;
  private static final String MODULE = ".wasm";

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The service, or module, whose manual is printed. Default: a list of all.")
  private String name;

  @Option(names = "--json", description = "Prints one JSON object a service, nothing else.")
  private boolean json;

  @Override
  public Integer call() {
    List<ServiceSheet> sheets =
        name.endsWith(MODULE)
            ? List.of(module(Path.of(name)))
            : ServiceSheet.of(ServiceCatalog.installed());
    List<ServiceSheet> shown =
        sheets.stream()
            .filter(sheet -> name.isEmpty() || name.endsWith(MODULE) || sheet.name().equals(name))
            .toList();
    if (shown.isEmpty()) {
      List<String> known = sheets.stream().map(ServiceSheet::name).toList();
      throw wrong("there is no service " + Quoted.of(name) + "; " + Nearest.hint(name, known));
    }
    for (ServiceSheet sheet : shown) {
      if (json) {
        printJson(sheet);
      } else if (name.isEmpty()) {
        String head = "%5d  %-14s %-11s  ".formatted(sheet.number(), sheet.name(), sheet.reach());
        printWhole(wrapped(head, sheet.summary()));
      } else {
        printWhole(
            sheet.manual().isEmpty() ? sheet.name() + " brings no manual.\n" : sheet.manual());
      }
    }
    return OK;
  }

  /** Reads a module, plain or in an envelope of any signer. */
  private ServiceSheet module(Path file) {
    try {
      byte[] bytes = InputFile.bytesGiven(file, CodeFiles.FILE_BYTES_MAX);
      return ServiceSheet.of(KnownCode.of(SignedJar.moduleIn(bytes)).provider());
    } catch (NoSuchFileException e) {
      throw wrong(file + ": no such file; " + LocatedYaml.nearestFile(file));
    } catch (IOException e) {
      throw wrong(file + ": " + e.getMessage());
    } catch (JarRefusal | CodeRefusal e) {
      throw wrong(file + ": " + e.getMessage());
    }
  }

  /** Joins a heading and a sentence, with continuation lines aligned. */
  private static String wrapped(String head, String sentence) {
    StringBuilder text = new StringBuilder(head);
    int column = head.length();
    for (String word : sentence.split(" ", -1)) {
      if (column > head.length() && column + word.length() >= WIDTH) {
        text.append("\n").append(" ".repeat(head.length()));
        column = head.length();
      }
      boolean isFirst = column == head.length();
      text.append(isFirst ? "" : " ").append(word);
      column += word.length() + (isFirst ? 0 : 1);
    }
    return text.append("\n").toString();
  }
}
