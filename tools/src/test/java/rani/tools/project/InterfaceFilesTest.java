// SPDX-License-Identifier: Apache-2.0
package rani.tools.project;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The interface of services in WebAssembly stands in {@code docs/webassembly.md}, and once more in
 * a file for each language: the same functions, fields and numbers.
 */
class InterfaceFilesTest {
  private static final Path PAGE = Path.of("..", "docs", "webassembly.md");
  private static final Path FILES = Path.of("src/main/resources/rani/tools/project/wasm");

  private static final Pattern FUNCTION = Pattern.compile("`(\\w+)\\(([^)]*)\\)(?: -> (\\w+))?`");
  private static final Pattern FIELD =
      Pattern.compile("(?m)^\\| (0x[0-9A-F]+) \\| ([if]\\d\\d)(?: × (\\d+))? \\| `(\\w+)`");

  /** A value has its type in front of its name, {@code i32 link}. */
  private record Value(String type, String name) {
    static Value of(String written) {
      String[] words = written.strip().split(" ");
      assertEquals(2, words.length, written);
      return new Value(words[0], words[1]);
    }
  }

  private record NodeFunction(String name, List<Value> arguments, String result) {
    static NodeFunction of(MatchResult found) {
      List<Value> arguments =
          found.group(2).isEmpty()
              ? List.of()
              : Stream.of(found.group(2).split(",")).map(Value::of).toList();
      return new NodeFunction(
          found.group(1), arguments, found.group(3) == null ? "" : found.group(3));
    }

    private String joined(String glue, Function<Value, String> each) {
      return arguments.stream().map(each).collect(joining(glue));
    }
  }

  private record Field(String offset, String type, boolean isList, String name) {}

  /** How a language writes what the page says, and which lines of its file are such. */
  private enum Dialect {
    C("h", "RANI_IMPORT\\(\\w+\\) .*", "RANI_FIELD\\(0x.*") {
      @Override
      String write(NodeFunction function) {
        String arguments =
            function.joined(
                ", ",
                value ->
                    value.name().equals("at")
                        ? "const void *at"
                        : type(value.type()) + " " + value.name());
        return "RANI_IMPORT(%s) %s rani_%s(%s);"
            .formatted(
                function.name(),
                type(function.result()),
                function.name(),
                arguments.isEmpty() ? "void" : arguments);
      }

      @Override
      String write(Field field) {
        return "RANI_FIELD(%s, %s, %s)".formatted(field.offset(), type(field.type()), field.name());
      }

      @Override
      String constants(List<String> names) {
        return names.stream()
            .map(name -> "RANI_" + constant(name))
            .collect(joining(",\\s+", "enum \\{\\s*", "\\s*\\};"));
      }

      private String type(String type) {
        return switch (type) {
          case "i32" -> "int32_t";
          case "i64" -> "int64_t";
          case "f64" -> "double";
          default -> "void";
        };
      }
    },
    RUST("rs", "fn \\w+\\([^$]*;", "0x[0-9A-F]+ .*;") {
      @Override
      String write(NodeFunction function) {
        return "fn %s(%s)%s;"
            .formatted(
                function.name(),
                function.joined(
                    ", ",
                    value ->
                        (value.name().equals("type") ? "r#type" : value.name())
                            + ": "
                            + value.type()),
                function.result().isEmpty() ? "" : " -> " + function.result());
      }

      @Override
      String write(Field field) {
        return "%s %s %s;".formatted(field.offset(), field.type(), field.name());
      }

      @Override
      String constants(List<String> names) {
        return numbered(names, "pub const %s: i32 = %d;\\s+");
      }
    },
    ASSEMBLYSCRIPT("ts", "@external.*", "export function \\w+\\(\\): .* load.*WINDOW.*") {
      @Override
      String write(NodeFunction function) {
        return "@external(\"rani_abi_1\", \"%s\") export declare function %s(%s): %s;"
            .formatted(
                function.name(),
                function.name(),
                function.joined(", ", value -> value.name() + ": " + value.type()),
                function.result().isEmpty() ? "void" : function.result());
      }

      @Override
      String write(Field field) {
        return "export function %s(): %s { return load<%s>(WINDOW + %s); }"
            .formatted(field.name(), field.type(), field.type(), field.offset());
      }

      @Override
      String constants(List<String> names) {
        return numbered(names, "export const %s = %d;\\s+");
      }
    },
    WAT("wat", "\\(import.*", ";; 0x[0-9A-F]+ [if]\\d\\d \\w+") {
      @Override
      String write(NodeFunction function) {
        return "(import \"rani_abi_1\" \"%s\" (func $%s%s%s))"
            .formatted(
                function.name(),
                function.name(),
                function.joined(
                    "", value -> " (param $%s %s)".formatted(value.name(), value.type())),
                function.result().isEmpty() ? "" : " (result " + function.result() + ")");
      }

      @Override
      String write(Field field) {
        return ";; %s %s %s".formatted(field.offset(), field.type(), field.name());
      }

      @Override
      String constants(List<String> names) {
        return IntStream.range(0, names.size())
            .mapToObj(i -> i + " " + names.get(i))
            .collect(joining(", ", ";; .*: ", "\\."));
      }
    };

    private final String extension;
    private final Pattern functions;
    private final Pattern fields;

    Dialect(String extension, String functions, String fields) {
      this.extension = extension;
      this.functions = Pattern.compile(functions);
      this.fields = Pattern.compile(fields);
    }

    abstract String write(NodeFunction function);

    abstract String write(Field field);

    /** A pattern of the constants 0, 1, 2 … of these names. */
    abstract String constants(List<String> names);

    private static String numbered(List<String> names, String each) {
      return IntStream.range(0, names.size())
          .mapToObj(i -> each.formatted(constant(names.get(i)), i))
          .collect(joining());
    }

    private static String constant(String name) {
      return name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    String file() throws IOException {
      return Files.readString(FILES.resolve("rani_abi_1." + extension));
    }
  }

  private static String section(String from, String to) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(from);
    int end = page.indexOf(to, start);
    assertTrue(start >= 0 && end > start, from);
    return page.substring(start, end);
  }

  private static List<NodeFunction> functions() throws IOException {
    return section("### The functions", "## Limits")
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(0, line.indexOf(" | ")))
        .peek(cell -> assertEquals("| ", FUNCTION.matcher(cell).replaceAll("").replace(", ", "")))
        .flatMap(cell -> FUNCTION.matcher(cell).results())
        .map(NodeFunction::of)
        .toList();
  }

  private static List<Field> fields() throws IOException {
    String table = section("### The window", "### The functions");
    List<Field> fields =
        FIELD
            .matcher(table)
            .results()
            .map(
                found ->
                    new Field(
                        found.group(1), found.group(2), found.group(3) != null, found.group(4)))
            .toList();
    long rows = table.lines().filter(line -> line.startsWith("| 0x")).count();
    assertEquals(rows, fields.size() + 1, "rows of fields, of which one is the packet");
    return fields;
  }

  /** The names that the page numbers from 0 on behind some words, {@code 0 forward, 1 consume}. */
  private static List<String> numbered(String behind) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(behind);
    assertTrue(start >= 0, behind);
    String sentence = page.substring(start, page.indexOf('\n', start)).replace("`", "");
    List<String> names = new ArrayList<>();
    Pattern each = Pattern.compile("\\b(\\d) ([a-z-]+)");
    each.matcher(sentence)
        .results()
        .filter(found -> found.group(1).equals("" + names.size()))
        .forEach(found -> names.add(found.group(2)));
    return names;
  }

  private static List<String> lines(Pattern these, String file) {
    return file.lines()
        .map(String::strip)
        .filter(line -> these.matcher(line).matches())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void theFileDeclaresTheFunctionsOfThePage(Dialect dialect) throws IOException {
    assertTrue(functions().size() > 40, "functions of the page: " + functions().size());
    List<String> wanted = functions().stream().map(dialect::write).sorted().toList();

    assertEquals(wanted, lines(dialect.functions, dialect.file()));
  }

  @ParameterizedTest
  @EnumSource
  void theFileReadsTheFieldsOfThePage(Dialect dialect) throws IOException {
    assertTrue(fields().size() > 20, "fields of the page: " + fields().size());
    List<String> wanted =
        fields().stream().filter(field -> !field.isList()).map(dialect::write).sorted().toList();

    assertEquals(wanted, lines(dialect.fields, dialect.file()));
    for (Field field : fields()) {
      if (field.isList()) {
        assertTrue(dialect.file().contains(field.offset()), field::toString);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFileNumbersFatesAndCongestionAsThePageDoes(Dialect dialect) throws IOException {
    assertEquals(5, numbered("A fate is").size());
    assertEquals(6, numbered("`congestion`: 0").size());
    for (String behind : List.of("A fate is", "`congestion`: 0")) {
      String wanted = dialect.constants(numbered(behind));

      assertTrue(Pattern.compile(wanted).matcher(dialect.file()).find(), wanted);
    }
  }
}
