// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.jar.JarRefusal;
import rani.model.jar.OperatorKey;
import rani.model.menu.ServiceCatalog;
import rani.wasm.SandboxedCode;

/**
 * Reads and prints the modules of a topology by their names. A module takes the place of its file's
 * name here ({@link CodeFiles}), so that the topology of a run holds all that its nodes run.
 */
public final class CodeReader {
  /** Key of the modules of a topology. */
  public static final String MODULES = "modules";

  /** The largest number of modules of a topology. */
  public static final int MODULES_MAX = 64;

  /** Beginning of a module that stands in the topology itself (RFC 2397). */
  static final String DATA = "data:";

  private static final String MODULE = DATA + "application/wasm;base64,";
  private static final String ENVELOPE = DATA + "application/zip;base64,";

  /** The key of a topology file. */
  public static final Property PROPERTY =
      new Property(
          MODULES,
          new Form.Named(new Form.Text("^[a-z][a-z0-9-]{0,31}$"), Form.listOf(Form.TEXT)),
          "Services in WebAssembly for menus, by the names that they give themselves: files"
              + " relative to this one, plain or signed by `rani operator sign`.");

  /** The length of each part of a long module's text but the last, in characters. */
  private static final int PART_CHARS = 4000;

  private CodeReader() {}

  /** Reads the modules of a topology whose files have been put in their place. */
  public static SequencedMap<String, NetworkCode> read(
      LocatedMap modules, List<OperatorKey> operators, Problems problems) {
    SequencedMap<String, NetworkCode> read = new LinkedHashMap<>();
    if (modules.entries().size() > MODULES_MAX) {
      problems.report(
          modules.at(), "at most " + MODULES_MAX + " modules, not " + modules.entries().size());
      return read;
    }
    ServiceCatalog before = ServiceCatalog.of();
    for (Map.Entry<String, LocatedMap.Entry> entry : modules.entries().entrySet()) {
      String name = entry.getKey();
      Location at = entry.getValue().keyAt();
      String said = joined(entry.getValue().value());
      if (said.isEmpty()) {
        problems.report(at, "module " + Quoted.of(name) + " is the name of a file");
        continue;
      }
      byte[] bytes = bytes(said);
      if (bytes == null) {
        problems.report(
            entry.getValue().value().at(),
            said.startsWith(DATA)
                ? "module " + Quoted.of(name) + " is not the text that rani makes of one"
                : "module " + Quoted.of(name) + " names a file, which was not read");
        continue;
      }
      try {
        NetworkCode code = NetworkCode.of(bytes, operators);
        String own = code.provider().name();
        if (!own.equals(name)) {
          problems.report(
              at,
              Quoted.in("module %s calls itself %s", name, own),
              () -> "write `" + own + ":` here and on menus");
          continue;
        }
        int number = code.provider().number();
        NetworkCode.requireFree(name, number, ServiceCatalog.installed(), "comes with rani");
        NetworkCode.requireFree(name, number, before, "is another module of this file");
        before = before.with(code.provider());
        read.put(name, code);
      } catch (JarRefusal e) {
        problems.report(at, "module " + Quoted.of(name) + ": " + e.getMessage());
      }
    }
    return Collections.unmodifiableSequencedMap(read);
  }

  private static byte @Nullable [] bytes(String text) {
    for (String beginning : List.of(MODULE, ENVELOPE)) {
      if (text.startsWith(beginning)) {
        try {
          return Base64.getDecoder().decode(text.substring(beginning.length()));
        } catch (IllegalArgumentException e) {
          return null;
        }
      }
    }
    return null;
  }

  /** Returns what a file says of a module: a text, or parts of one; empty for anything else. */
  static String joined(LocatedValue said) {
    StringBuilder text = new StringBuilder();
    for (LocatedValue part : said.members()) {
      if (!(part instanceof LocatedScalar scalar) || scalar.isNull()) {
        return "";
      }
      text.append(scalar.text());
    }
    return text.toString();
  }

  /** Returns a module as a text, or, as lines of files are bounded, the parts of a longer one. */
  static LocatedValue value(byte[] bytes, Location at) {
    String beginning = SandboxedCode.isModule(bytes) ? MODULE : ENVELOPE;
    String text = beginning + Base64.getEncoder().encodeToString(bytes);
    List<LocatedValue> parts = new ArrayList<>();
    for (int from = 0; from < text.length(); from += PART_CHARS) {
      String part = text.substring(from, Math.min(text.length(), from + PART_CHARS));
      parts.add(new LocatedScalar(at, part, true));
    }
    return parts.size() == 1 ? parts.getFirst() : new LocatedList(at, parts);
  }

  /** Prints modules by their names. */
  public static LocatedMap tree(SequencedMap<String, NetworkCode> modules, String origin) {
    TreeBuilder tree = new TreeBuilder(origin);
    Location nowhere = Location.ofFile(origin);
    modules.forEach((name, code) -> tree.put(name, value(code.bytes(), nowhere)));
    return tree.build();
  }
}
