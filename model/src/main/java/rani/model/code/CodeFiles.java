// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Quoted;
import rani.model.jar.KnownCode;
import rani.model.jar.SignedJar;
import rani.wasm.CodeLimits;
import rani.wasm.CodeRefusal;
import rani.wasm.SandboxedCode;

/**
 * Puts the files of modules into the topology that names them, so that a run's folder, other hosts
 * and exports have them without the files.
 */
public final class CodeFiles {
  /** Largest size of a file: of a module in an envelope. */
  public static final int FILE_BYTES_MAX = CodeLimits.MODULE_BYTES_MAX + 16_384;

  /** The most characters of all modules of a topology, as they are put into it. */
  public static final int CHARS_MAX = 2_000_000;

  private CodeFiles() {}

  /** Returns a topology's tree with modules in place of the names of their files. */
  public static LocatedMap resolved(Path path, LocatedMap topology) throws FileError {
    if (!(topology.get(CodeReader.MODULES).orElse(null) instanceof LocatedMap said)) {
      return topology;
    }
    LocatedMap modules = said;
    long chars = 0;
    for (Map.Entry<String, LocatedMap.Entry> entry : said.entries().entrySet()) {
      LocatedValue module = entry.getValue().value();
      LocatedValue value =
          module instanceof LocatedMap map ? map.get(CodeReader.FILE).orElse(map) : module;
      if (value instanceof LocatedScalar file
          && !file.isNull()
          && !file.text().startsWith(CodeReader.DATA)) {
        value = load(entry.getKey(), path, file);
        LocatedValue loaded =
            module instanceof LocatedMap map ? map.with(CodeReader.FILE, file.at(), value) : value;
        modules = modules.with(entry.getKey(), entry.getValue().keyAt(), loaded);
      }
      chars += CodeReader.joined(value).length();
      if (chars > CHARS_MAX) {
        throw new FileError(
            value.at(),
            "the modules of a topology have at most " + CHARS_MAX + " characters, in base 64",
            "");
      }
    }
    return topology.with(CodeReader.MODULES, topology.keyAt(CodeReader.MODULES), modules);
  }

  private static LocatedValue load(String name, Path path, LocatedScalar named) throws FileError {
    Path file = path.resolveSibling(named.text()).normalize();
    String which = "module " + Quoted.of(name) + ": " + Quoted.of(file.toString()) + ": ";
    if (named.text().contains("${")) {
      throw new FileError(named.at(), "the name of a module's file cannot vary", "");
    }
    byte[] bytes;
    try {
      bytes = InputFile.bytes(file, FILE_BYTES_MAX);
    } catch (NoSuchFileException e) {
      throw new FileError(named.at(), which + "no such file", LocatedYaml.nearestFile(file));
    } catch (IOException e) {
      throw new FileError(named.at(), which + e.getMessage(), "");
    }
    try {
      if (SandboxedCode.isModule(bytes)) {
        var _ = KnownCode.of(bytes); // an envelope needs the topology's operators
      } else if (!SignedJar.isZip(bytes)) {
        throw new CodeRefusal("this is no WebAssembly module");
      }
    } catch (CodeRefusal e) {
      throw new FileError(named.at(), which + e.getMessage(), hint(file, bytes));
    }
    return CodeReader.value(bytes, named.at());
  }

  private static String hint(Path file, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1).stripLeading();
    if (text.startsWith("(module") || text.startsWith(";;")) {
      return "this is text; `wat2wasm " + file.getFileName() + "` makes a module of it";
    }
    String name = file.getFileName().toString();
    Path built = file.resolveSibling(name.replaceFirst("\\.[^.]*$", "") + ".wasm");
    return !SandboxedCode.isModule(bytes) && !built.equals(file) && Files.exists(built)
        ? "did you mean " + Quoted.of(built.getFileName().toString()) + "?"
        : "";
  }
}
