// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parses a YAML 1.2 document into a tree of values with locations. Hostile files are bounded: at
 * most {@value #FILE_BYTES_MAX} bytes, {@value #LINE_CHARS_MAX} characters a line, and {@value
 * #DEPTH_MAX} levels of nesting. Anchors, aliases and tags are refused, so a small file cannot
 * unfold into a large tree; files of other programs may have anchors and aliases within a limit.
 * Duplicate keys are refused.
 */
public final class LocatedYaml {
  public static final int FILE_BYTES_MAX = 4_000_000;
  public static final int DEPTH_MAX = 50;

  /** The most values that all aliases of a file of another program may stand for together. */
  public static final int ALIASED_VALUES_MAX = 100_000;

  /** Longest line in characters, because some work of the parser grows faster than linearly. */
  public static final int LINE_CHARS_MAX = 100_000;

  /** Keys of which every rani file has at least one at its top level. */
  private static final Set<String> KINDS = Set.of("topology", "experiment", "nodes", "generate");

  private static final Pattern KIND_LINE =
      Pattern.compile("^(topology|experiment|nodes|generate)[ \t]*:", Pattern.MULTILINE);

  private static final String NOT_YAML = "not YAML";
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final int MESSAGE_LENGTH_MAX = 200;

  /** Matches an unquoted key {@code a -- b #2:}, in which YAML sees a comment after the blank. */
  private static final Pattern KEY_CUT_BY_COMMENT =
      Pattern.compile("[^'\"#]*--[^'\"#]* #\\d+\\s*:.*");

  private final String file;
  private final List<String> lines;
  private final Iterator<Event> events;

  /** What stands for aliases; null if they are not allowed. */
  private final @Nullable YamlAliases aliases;

  /** Location of the last parser event. */
  private Location reached;

  private LocatedYaml(String file, String text, @Nullable YamlAliases aliases) {
    this.file = file;
    this.aliases = aliases;
    this.reached = new Location(file, 1, 1);
    this.lines = text.lines().toList();
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setCodePointLimit(FILE_BYTES_MAX)
            .setParseComments(false)
            .build();
    this.events = new ParserImpl(settings, new StreamReader(settings, text));
  }

  public static LocatedMap load(Path path) throws FileError {
    return own(path.toString(), readBytes(path, true, FILE_BYTES_MAX));
  }

  /** Parses a mapping. The answer to a file in the format of another program names the format. */
  private static LocatedMap own(String file, byte[] bytes) throws FileError {
    LocatedMap map;
    try {
      map = mapping(file, bytes);
    } catch (FileError e) {
      throw ForeignFile.refusal(file, bytes, KIND_HINT).orElse(e);
    }
    boolean isOwn =
        map.get("experiment").isPresent()
            || map.get("generate").isPresent()
            || map.get("topology").filter(LocatedScalar.class::isInstance).isPresent()
            || map.get("nodes").filter(LocatedMap.class::isInstance).isPresent()
                && map.get("links").filter(LocatedList.class::isInstance).isEmpty();
    Optional<FileError> refusal =
        isOwn ? Optional.empty() : ForeignFile.refusal(file, bytes, KIND_HINT);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return map;
  }

  /**
   * Reads a file that another file names. The author of that file may be an attacker who wants to
   * read other files of the user. Errors therefore quote contents only if a top-level key
   * identifies a rani file. For any other file only the location of the error is reported.
   *
   * @throws FileError as {@link #load}; also if the mapping is no rani file
   */
  public static LocatedMap loadNamed(Path path) throws FileError {
    byte[] bytes = readBytes(path, false, FILE_BYTES_MAX);
    try {
      LocatedMap map = own(path.toString(), bytes);
      if (map.keys().stream().anyMatch(KINDS::contains)) {
        return map;
      }
    } catch (FileError e) {
      throw KIND_LINE.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).find()
          ? e
          : withoutQuotes(e.problems().getFirst());
    }
    throw new FileError(
        Location.ofFile(path.toString()), "neither a topology nor an experiment", KIND_HINT);
  }

  private static FileError withoutQuotes(Problem problem) {
    String message =
        problem.message().startsWith(NOT_YAML)
            ? NOT_YAML
            : problem.message().replaceAll("(?s)`.*`", "…");
    boolean isImported = problem.hint().startsWith(ForeignFile.IMPORT);
    return new FileError(problem.at(), message, isImported ? problem.hint() : KIND_HINT);
  }

  /** Parses a document that is a mapping; {@code file} is its name in messages. */
  public static LocatedMap mapping(String file, byte[] bytes) throws FileError {
    return mapping(file, parse(file, text(file, bytes)));
  }

  /**
   * Parses a mapping of another program, in which anchors, aliases and merge keys {@code <<} (YAML
   * 1.1) are allowed. Aliases stand for at most {@link #ALIASED_VALUES_MAX} values.
   */
  public static LocatedMap foreignMapping(String file, byte[] bytes) throws FileError {
    return mapping(file, new LocatedYaml(file, text(file, bytes), new YamlAliases()).parsed());
  }

  private static LocatedMap mapping(String file, LocatedValue root) throws FileError {
    if (root.isNull()) {
      throw new FileError(new Location(file, 1, 1), "the file is empty", KIND_HINT);
    }
    if (root instanceof LocatedMap map) {
      return map;
    }
    throw new FileError(
        root.at(), "expected keys and values, found " + root.described(), KIND_HINT);
  }

  private static final String KIND_HINT =
      "a file begins with `topology: NAME` or `experiment: NAME`";

  /** Parses a document of any shape; an empty one is a null scalar. */
  public static LocatedValue parse(String file, String text) throws FileError {
    return new LocatedYaml(file, text, null).parsed();
  }

  private LocatedValue parsed() throws FileError {
    try {
      return document();
    } catch (YamlEngineException e) {
      throw notYaml(e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // The parser throws these exceptions at some malformed escapes, such as "\\x" before a
      // quote.
      throw new FileError(reached, NOT_YAML + " shortly after this place", "");
    }
  }

  /** Reads a file of any format that is named on the command line. */
  public static byte[] bytesGiven(Path path, int bytesMax) throws FileError {
    return readBytes(path, true, bytesMax);
  }

  private static byte[] readBytes(Path path, boolean given, int bytesMax) throws FileError {
    Location whole = Location.ofFile(path.toString());
    boolean isInput = given && InputFile.isWithoutPath(path);
    if (!isInput && !Files.exists(path)) {
      throw new FileError(whole, "no such file", nearestFile(path));
    }
    if (!isInput && !Files.isReadable(path)) {
      throw new FileError(whole, "no permission to read this file", "");
    }
    try {
      return given ? InputFile.bytesGiven(path, bytesMax) : InputFile.bytes(path, bytesMax);
    } catch (InputFile.UnfitFile e) {
      throw new FileError(whole, String.valueOf(e.getMessage()), "");
    } catch (IOException e) {
      throw new FileError(whole, "cannot be read: " + Quoted.plain(e.toString(), 200), "");
    }
  }

  /** Suggests the file beside a missing one whose name is most like it; may be empty. */
  public static String nearestFile(Path path) {
    Path name = path.getFileName();
    Path folder = path.toAbsolutePath().getParent();
    if (name == null || folder == null || !Files.isDirectory(folder)) {
      return "";
    }
    try (var files = Files.list(folder)) {
      List<String> names = files.map(p -> String.valueOf(p.getFileName())).sorted().toList();
      return Nearest.to(name.toString(), names)
          .map(
              nearest -> "did you mean " + Quoted.of(path.resolveSibling(nearest).toString()) + "?")
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static String text(String file, byte[] bytes) throws FileError {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    if (mark == 0xFEFF || mark == 0xFFFE) {
      throw new FileError(new Location(file, 1, 1), "this is UTF-16 text", "save it as UTF-8");
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    String decoded;
    try {
      decoded = decoder.decode(in).toString();
    } catch (CharacterCodingException e) {
      throw new FileError(
          placeOfByte(file, bytes, in.position()),
          "this is not UTF-8 text",
          "is it a binary file?");
    }
    String text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
    int lineBegan = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      lineBegan = c == '\n' ? i + 1 : lineBegan;
      if (i - lineBegan == LINE_CHARS_MAX) {
        throw new FileError(
            placeOfChar(file, text, i),
            "this line is longer than " + LINE_CHARS_MAX + " characters",
            "");
      }
      if (!isText(c)) {
        throw new FileError(
            placeOfChar(file, text, i),
            "this is not text: it contains the character U+%04X".formatted((int) c),
            "is it a binary file?");
      }
    }
    return text;
  }

  private static boolean isText(char c) {
    return c == '\n'
        || c == '\r'
        || c == '\t'
        || !Character.isISOControl(c) && c != BYTE_ORDER_MARK.charAt(0);
  }

  /** Returns an event's tag, without a pattern switch, which would slow down a node's start. */
  private static Optional<String> tag(Event event) {
    if (event instanceof ScalarEvent scalar) {
      return scalar.getTag();
    }
    return event instanceof CollectionStartEvent start ? start.getTag() : Optional.empty();
  }

  private static Location placeOfByte(String file, byte[] bytes, int position) {
    String before = new String(bytes, 0, position, StandardCharsets.UTF_8);
    return placeOfChar(file, before, before.length());
  }

  private static Location placeOfChar(String file, String text, int index) {
    int line = 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
    return new Location(file, line, index - text.lastIndexOf('\n', index - 1));
  }

  private LocatedValue document() throws FileError {
    expect(Event.ID.StreamStart);
    Event event = next();
    if (event.getEventId() == Event.ID.StreamEnd) {
      return new LocatedScalar(new Location(file, 1, 1), "", false);
    }
    LocatedValue root = value(next(), 0);
    expect(Event.ID.DocumentEnd);
    Event next = next();
    if (next.getEventId() != Event.ID.StreamEnd) {
      throw new FileError(
          at(next), "a second document begins here", "one file holds one topology or experiment");
    }
    return root;
  }

  private void expect(Event.ID wanted) {
    Event event = next();
    if (event.getEventId() != wanted) {
      throw new IllegalStateException("parser gave " + event.getEventId() + ", not " + wanted);
    }
  }

  private Event next() {
    Event event = events.next();
    reached = at(event);
    return event;
  }

  private LocatedValue value(Event event, int depth) throws FileError {
    Location at = at(event);
    String repeats = "use `defaults` or `groups` for values that repeat";
    Optional<Anchor> anchor = event instanceof NodeEvent node ? node.getAnchor() : Optional.empty();
    if (event instanceof AliasEvent alias) {
      if (aliases == null) {
        throw notAllowed(at, "aliases", "*" + alias.getAlias(), repeats);
      }
      return aliases.find(alias.getAlias().getValue(), at, depth);
    }
    if (anchor.isPresent() && aliases == null) {
      String hint = repeats + "; quote a text that begins with &";
      throw notAllowed(at, "anchors", "&" + anchor.get(), hint);
    }
    LocatedValue value = valueWithoutAnchor(event, at, depth);
    if (anchor.isPresent() && aliases != null) {
      aliases.put(anchor.get().getValue(), value);
    }
    return value;
  }

  private LocatedValue valueWithoutAnchor(Event event, Location at, int depth) throws FileError {
    Optional<String> tag = tag(event);
    if (tag.isPresent()) {
      throw notAllowed(at, "tags", tag.get(), "quote a text that begins with !");
    }
    if (event instanceof ScalarEvent scalar) {
      return new LocatedScalar(at, scalar.getValue(), !scalar.isPlain());
    }
    if (depth == DEPTH_MAX) {
      throw new FileError(at, "nested deeper than " + DEPTH_MAX + " levels", "");
    }
    return event.getEventId() == Event.ID.SequenceStart ? list(at, depth + 1) : map(at, depth + 1);
  }

  private static FileError notAllowed(Location at, String what, String such, String hint) {
    return new FileError(at, what + " such as " + Quoted.of(such) + " are not allowed", hint);
  }

  private LocatedList list(Location at, int depth) throws FileError {
    List<LocatedValue> values = new ArrayList<>();
    Event event = next();
    while (event.getEventId() != Event.ID.SequenceEnd) {
      values.add(value(event, depth));
      event = next();
    }
    return new LocatedList(at, values);
  }

  private LocatedMap map(Location at, int depth) throws FileError {
    LinkedHashMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();
    List<LocatedMap> merged = new ArrayList<>();
    Event event = next();
    while (event.getEventId() != Event.ID.MappingEnd) {
      LocatedValue key = value(event, depth);
      if (!(key instanceof LocatedScalar name) || name.isNull()) {
        throw new FileError(key.at(), "a key must be text, found " + key.described(), "");
      }
      if (aliases != null && !name.quoted() && name.text().equals(YamlAliases.MERGE)) {
        merged.addAll(YamlAliases.merged(value(next(), depth)));
        event = next();
        continue;
      }
      LocatedMap.Entry before = entries.get(name.text());
      if (before != null) {
        String message = "duplicate key %s, first given in line %d";
        throw new FileError(
            key.at(), message.formatted(Quoted.of(name.text()), before.keyAt().line()), "");
      }
      if (!name.quoted() && name.text().startsWith("${") && !name.text().contains("}")) {
        throw unquoted(key.at());
      }
      entries.put(name.text(), new LocatedMap.Entry(key.at(), value(next(), depth)));
      event = next();
    }
    for (LocatedMap each : merged) {
      each.entries().forEach(entries::putIfAbsent);
    }
    return new LocatedMap(at, entries);
  }

  private Location at(Event event) {
    return event.getStartMark().map(this::at).orElseGet(() -> Location.ofFile(file));
  }

  private Location at(Mark mark) {
    return new Location(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private FileError notYaml(YamlEngineException e) {
    if (!(e instanceof MarkedYamlEngineException marked) || marked.getProblemMark().isEmpty()) {
      return new FileError(
          new Location(file, 1, 1),
          NOT_YAML + ": " + Quoted.plain(String.valueOf(e.getMessage()), MESSAGE_LENGTH_MAX),
          "");
    }
    Location at = at(marked.getProblemMark().get());
    for (int line = Math.min(at.line(), lines.size()); line >= Math.max(1, at.line() - 1); line--) {
      int variable = unquotedVariable(lines.get(line - 1));
      if (variable >= 0) {
        return unquoted(new Location(file, line, variable + 1));
      }
    }
    String context = marked.getContext() == null ? "" : " " + marked.getContext();
    String message = NOT_YAML + ": " + marked.getProblem() + context;
    return new FileError(at, Quoted.plain(message, MESSAGE_LENGTH_MAX), hintAbout(at.line()));
  }

  /** Reports a variable without quotes, whose brace or colon YAML would interpret. */
  private static FileError unquoted(Location at) {
    return new FileError(
        at, "a value with `${…}` must be in quotes here", "write \"${…}\", for YAML's sake");
  }

  /** Returns the index of a {@code ${} outside of quotes, or −1. */
  private static int unquotedVariable(String line) {
    char open = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (open != 0) {
        open = c == open ? 0 : open;
      } else if (c == '"' || c == '\'') {
        open = c;
      } else if (line.startsWith("${", i)) {
        return i;
      }
    }
    return -1;
  }

  private String hintAbout(int line) {
    for (int i = Math.max(1, line - 1); i <= Math.min(line, lines.size()); i++) {
      if (KEY_CUT_BY_COMMENT.matcher(lines.get(i - 1)).matches()) {
        return "a space before # begins a comment: write the key of line " + i + " in quotes";
      }
    }
    return "";
  }
}
