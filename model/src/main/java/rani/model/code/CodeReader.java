// SPDX-License-Identifier: Apache-2.0
package rani.model.code;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.TreeBuilder;
import rani.model.file.UnitError;
import rani.model.file.Vocabulary;
import rani.model.jar.JarRefusal;
import rani.model.jar.OperatorKey;
import rani.model.menu.ServiceCatalog;
import rani.service.ServiceProvider;
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

  /** The largest number of a service; the node itself gives larger ones. */
  private static final long NUMBER_MAX = 64_999;

  /** Beginning of a module that stands in the topology itself (RFC 2397). */
  static final String DATA = "data:";

  static final String FILE = "file";
  private static final String AT = "at";
  private static final String SHA256 = "sha256";
  private static final String NUMBER = "number";
  private static final String MODULE = DATA + "application/wasm;base64,";
  private static final String ENVELOPE = DATA + "application/zip;base64,";
  private static final Pattern NAME = Pattern.compile("^[a-z][a-z0-9-]{0,31}$");
  private static final Pattern DIGITS = Pattern.compile("^[0-9a-f]{64}$");

  private static final Kind<String> HASH =
      Kind.text("64 hexadecimal digits", CodeReader::hash).looking(new Form.Text(DIGITS.pattern()));

  private static final Kind<Long> SERVICE_NUMBER =
      Kind.within(Kind.INTEGER, (long) ServiceProvider.NUMBER_MIN, NUMBER_MAX);

  /** What a topology may say of a module besides its file. */
  private static final Vocabulary KEYS =
      Vocabulary.of(
          new Property(FILE, Form.listOf(Form.TEXT), "The module's file, relative to this one."),
          new Property(
              AT,
              Form.NODES,
              "The nodes that have the module; others know its hash, and fetch it when a packet"
                  + " asks for the service. Without it all have it."),
          HASH.property(
              SHA256, "In place of a file: the hash of one, which no node of this file has."),
          SERVICE_NUMBER.property(NUMBER, "With `sha256`: the service's number."));

  /** The key of a topology file. */
  public static final Property PROPERTY =
      new Property(
          MODULES,
          new Form.Named(new Form.Text(NAME.pattern()), Form.listOf(Form.TEXT).or(Form.of(KEYS))),
          "Services in WebAssembly for menus, by the names that they give themselves: files"
              + " relative to this one, plain or signed by `rani operator sign`.");

  /** The length of each part of a long module's text but the last, in characters. */
  private static final int PART_CHARS = 4000;

  private final Set<String> nodes;
  private final List<OperatorKey> operators;
  private final Problems problems;
  private ServiceCatalog before = ServiceCatalog.of();

  private CodeReader(Set<String> nodes, List<OperatorKey> operators, Problems problems) {
    this.nodes = nodes;
    this.operators = operators;
    this.problems = problems;
  }

  private static String hash(String text) throws UnitError {
    if (!DIGITS.matcher(text).matches()) {
      throw new UnitError(
          Quoted.of(text) + " is not 64 hexadecimal digits", "`sha256sum FILE` prints them");
    }
    return text;
  }

  /**
   * Reads the modules of a topology whose files have been put in their place.
   *
   * @param nodes names of the topology's nodes
   */
  public static SequencedMap<String, NetworkModule> read(
      LocatedMap modules, Set<String> nodes, List<OperatorKey> operators, Problems problems) {
    SequencedMap<String, NetworkModule> read = new LinkedHashMap<>();
    if (modules.entries().size() > MODULES_MAX) {
      problems.report(
          modules.at(), "at most " + MODULES_MAX + " modules, not " + modules.entries().size());
      return read;
    }
    CodeReader reader = new CodeReader(nodes, operators, problems);
    for (Map.Entry<String, LocatedMap.Entry> entry : modules.entries().entrySet()) {
      Location at = entry.getValue().keyAt();
      NetworkModule module = reader.module(entry.getKey(), at, entry.getValue().value());
      if (module != null) {
        read.put(entry.getKey(), module);
      }
    }
    return Collections.unmodifiableSequencedMap(read);
  }

  private @Nullable NetworkModule module(String name, Location at, LocatedValue said) {
    if (!(said instanceof LocatedMap map)) {
      return ofFile(name, at, said, null);
    }
    MapReader reader = new MapReader(map, KEYS, problems);
    LocatedValue file = reader.value(FILE).orElse(null);
    String hash = reader.scalar(SHA256, HASH).orElse(null);
    Long number = reader.scalar(NUMBER, SERVICE_NUMBER).orElse(null);
    List<String> holders = reader.value(AT).isPresent() ? holders(reader) : null;
    reader.finish();
    boolean ofHash = map.get(SHA256).isPresent() || map.get(NUMBER).isPresent();
    if (file != null && !ofHash) {
      return ofFile(name, at, file, holders);
    }
    if (file != null || holders != null) {
      problems.report(
          at,
          "module " + Quoted.of(name) + " has a `file`, or `sha256` and `number` alone",
          () -> "with a file the hash is known, and by a hash no node of this file has the code");
    } else if (map.get(SHA256).isEmpty() || map.get(NUMBER).isEmpty()) {
      problems.report(
          at, "module " + Quoted.of(name) + " has a `file`, or both `sha256` and `number`");
    } else if (hash != null && number != null) {
      return ofHash(name, at, number.intValue(), hash);
    }
    return null;
  }

  private List<String> holders(MapReader reader) {
    List<String> holders = new ArrayList<>();
    for (LocatedScalar each : reader.names(AT)) {
      if (nodes.contains(each.text())) {
        holders.add(each.text());
      } else {
        problems.reportUnknown(each.at(), "node", each.text(), nodes);
      }
    }
    return holders;
  }

  private @Nullable NetworkModule ofHash(String name, Location at, int number, String hash) {
    if (!NAME.matcher(name).matches()) {
      problems.report(
          at,
          Quoted.of(name) + " cannot name a service",
          () -> "lower case, digits and hyphens, at most 32");
      return null;
    }
    try {
      return free(NetworkModule.ofHash(name, number, hash));
    } catch (JarRefusal e) {
      problems.report(at, "module " + Quoted.of(name) + ": " + e.getMessage());
      return null;
    }
  }

  private @Nullable NetworkModule ofFile(
      String name, Location at, LocatedValue file, @Nullable List<String> holders) {
    String said = joined(file);
    if (said.isEmpty()) {
      problems.report(at, "module " + Quoted.of(name) + " is the name of a file");
      return null;
    }
    byte[] bytes = bytes(said);
    if (bytes == null) {
      problems.report(
          file.at(),
          said.startsWith(DATA)
              ? "module " + Quoted.of(name) + " is not the text that rani makes of one"
              : "module " + Quoted.of(name) + " names a file, which was not read");
      return null;
    }
    try {
      NetworkCode code = NetworkCode.of(bytes, operators);
      String own = code.provider().name();
      if (!own.equals(name)) {
        problems.report(
            at,
            Quoted.in("module %s calls itself %s", name, own),
            () -> "write `" + own + ":` here and on menus");
        return null;
      }
      return free(NetworkModule.of(code, holders));
    } catch (JarRefusal e) {
      problems.report(at, "module " + Quoted.of(name) + ": " + e.getMessage());
      return null;
    }
  }

  /** Returns a module whose name and number no other service has. */
  private NetworkModule free(NetworkModule module) throws JarRefusal {
    ServiceCatalog installed = ServiceCatalog.installed();
    NetworkCode.requireFree(module.name(), module.number(), installed, "comes with rani");
    NetworkCode.requireFree(
        module.name(), module.number(), before, "is another module of this file");
    before = before.with(module.provider());
    return module;
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

  /**
   * Prints modules by their names.
   *
   * @param nodes names of the topology's nodes; others that had a module are gone
   */
  public static LocatedMap tree(
      SequencedMap<String, NetworkModule> modules, List<String> nodes, String origin) {
    TreeBuilder tree = new TreeBuilder(origin);
    modules.forEach((name, module) -> tree.put(name, tree(module, nodes, origin)));
    return tree.build();
  }

  private static LocatedValue tree(NetworkModule module, List<String> nodes, String origin) {
    NetworkCode code = module.code();
    Location nowhere = Location.ofFile(origin);
    if (code == null) {
      return new TreeBuilder(origin)
          .putText(SHA256, module.sha256())
          .put(NUMBER, String.valueOf(module.number()))
          .build();
    }
    LocatedValue file = value(code.bytes(), nowhere);
    List<String> at = module.at();
    if (at == null) {
      return file;
    }
    List<LocatedValue> holders = new ArrayList<>();
    at.stream()
        .filter(nodes::contains)
        .forEach(node -> holders.add(new LocatedScalar(nowhere, node, false)));
    return new TreeBuilder(origin)
        .put(AT, new LocatedList(nowhere, holders))
        .put(FILE, file)
        .build();
  }
}
