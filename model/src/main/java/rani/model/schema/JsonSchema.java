// SPDX-License-Identifier: Apache-2.0
package rani.model.schema;

import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.Property;
import rani.model.file.Vocabulary;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * JSON Schema (2020-12) of a kind of file, for editors, generated from a vocabulary. A variable,
 * {@code ${…}}, is accepted in place of every scalar, unless there are none.
 */
public final class JsonSchema {
  /**
   * Prefix of the identifiers of schemas, which follow from the group id: names, at which nothing
   * is fetched. Files name a schema by its relative path.
   */
  public static final String BASE = "https://rani-testbed.github.io/schema/";

  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
  private static final String VARIABLE = "\\$\\{.*\\}";
  private static final String DEFINITIONS = "$defs";

  private final String id;
  private final SequencedMap<String, Form> definitions = new LinkedHashMap<>();
  private final SequencedMap<String, Form> quantities = new LinkedHashMap<>();
  private final List<JsonSchema> others;
  private @Nullable Form whole;
  private boolean isOfFiles = true;

  /**
   * Creates a schema without definitions. The last part of {@code id} is the name of its file. It
   * may refer to definitions of {@code others}.
   */
  public JsonSchema(String id, JsonSchema... others) {
    this.id = id;
    this.others = List.of(others);
  }

  /** Defines a named form, to which equal forms refer. */
  public JsonSchema define(String name, Form form) {
    definitions.put(name, form);
    return this;
  }

  /** Sets the form of the whole file, so that other schemas may refer to it. */
  public JsonSchema whole(Form form) {
    whole = form;
    return this;
  }

  /** Accepts neither variables nor null: for what programs send. */
  public JsonSchema ofRequests() {
    isOfFiles = false;
    return this;
  }

  public String text(String title, String description, Vocabulary keys) {
    StringWriter text = new StringWriter();
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    PrettyPrinter pretty =
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    ObjectWriteContext context =
        new ObjectWriteContext.Base() {
          @Override
          public PrettyPrinter getPrettyPrinter() {
            return pretty;
          }

          @Override
          public boolean hasPrettyPrinter() {
            return true;
          }
        };
    try (JsonGenerator out = new JsonFactory().createGenerator(context, text)) {
      out.writeStartObject();
      out.writeStringProperty("$schema", DIALECT);
      out.writeStringProperty("$id", id);
      out.writeStringProperty("title", title);
      out.writeStringProperty("description", description);
      mapping(out, keys);
      out.writeObjectPropertyStart(DEFINITIONS);
      new LinkedHashMap<>(definitions).forEach((name, form) -> define(out, name, form));
      SequencedMap<String, Form> used = new LinkedHashMap<>(quantities);
      used.forEach((name, form) -> define(out, name, form));
      out.writeEndObject();
      out.writeEndObject();
    }
    return text + "\n";
  }

  private void define(JsonGenerator out, String name, Form form) {
    out.writeObjectPropertyStart(name);
    write(out, form);
    out.writeEndObject();
  }

  private @Nullable String reference(Form form) {
    String name = nameOf(form);
    if (name != null) {
      return "#/" + DEFINITIONS + "/" + name;
    }
    for (JsonSchema other : others) {
      String there = other.nameOf(form);
      String file = other.id.substring(other.id.lastIndexOf('/') + 1);
      if (form.equals(other.whole)) {
        return file;
      }
      if (there != null) {
        return file + "#/" + DEFINITIONS + "/" + there;
      }
    }
    if (form instanceof Form.Quantity quantity) {
      quantities.put(quantity.name().replace(' ', '-'), form);
      return "#/" + DEFINITIONS + "/" + quantity.name().replace(' ', '-');
    }
    return null;
  }

  private @Nullable String nameOf(Form form) {
    return definitions.entrySet().stream()
        .filter(each -> each.getValue().equals(form))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private void referTo(JsonGenerator out, Form form) {
    String reference = reference(form);
    if (reference == null) {
      write(out, form);
    } else {
      out.writeStringProperty("$ref", reference);
    }
  }

  private void member(JsonGenerator out, Form form) {
    out.writeStartObject();
    referTo(out, form);
    out.writeEndObject();
  }

  private void write(JsonGenerator out, Form form) {
    switch (form) {
      case Form.Text(String pattern) -> {
        out.writeStringProperty("type", "string");
        if (!pattern.isEmpty()) {
          out.writeStringProperty("pattern", orVariable(pattern));
        }
      }
      case Form.Quantity quantity -> {
        out.writeStringProperty("type", "string");
        out.writeStringProperty("pattern", orVariable(quantity.pattern()));
        strings(out, "examples", quantity.examples());
      }
      case Form.Whole whole -> {
        orVariable(out, "integer");
        number(out, "minimum", whole.min());
        number(out, "maximum", whole.max());
      }
      case Form.Decimal decimal -> {
        orVariable(out, "number");
        number(out, decimal.isAbove() ? "exclusiveMinimum" : "minimum", decimal.min());
        number(out, "maximum", decimal.max());
      }
      case Form.Truth _ -> orVariable(out, "boolean");
      case Form.Words(List<String> words) -> words(out, words);
      case Form.Either(List<Form> forms) -> {
        out.writeArrayPropertyStart("anyOf");
        forms.forEach(each -> member(out, each));
        out.writeEndArray();
      }
      case Form.ListOf list -> list(out, list);
      case Form.Mapping mapping -> mapping(out, mapping.keys().get());
      case Form.Named named -> {
        orNull(out, "object");
        names(out, named.name());
        out.writeName("additionalProperties");
        member(out, named.value());
      }
      case Form.Anything _ -> {}
    }
  }

  /** Writes the pattern of the keys, which are never variables. */
  private static void names(JsonGenerator out, Form name) {
    if (name instanceof Form.Text(String pattern) && !pattern.isEmpty()) {
      out.writeObjectPropertyStart("propertyNames");
      out.writeStringProperty("pattern", pattern);
      out.writeEndObject();
    }
  }

  private String orVariable(String pattern) {
    return isOfFiles ? pattern + "|" + VARIABLE : pattern;
  }

  private void orVariable(JsonGenerator out, String type) {
    if (isOfFiles) {
      strings(out, "type", List.of(type, "string"));
      out.writeStringProperty("pattern", VARIABLE);
    } else {
      out.writeStringProperty("type", type);
    }
  }

  /** Writes a type; in a file what is empty may be left away, as YAML has it. */
  private void orNull(JsonGenerator out, String type) {
    if (isOfFiles) {
      strings(out, "type", List.of(type, "null"));
    } else {
      out.writeStringProperty("type", type);
    }
  }

  private void words(JsonGenerator out, List<String> words) {
    if (!isOfFiles) {
      enumeration(out, words);
      return;
    }
    out.writeArrayPropertyStart("anyOf");
    out.writeStartObject();
    enumeration(out, words);
    out.writeEndObject();
    out.writeStartObject();
    out.writeStringProperty("type", "string");
    out.writeStringProperty("pattern", VARIABLE);
    out.writeEndObject();
    out.writeEndArray();
  }

  private static void enumeration(JsonGenerator out, List<String> words) {
    out.writeArrayPropertyStart("enum");
    for (String word : words) {
      out.writeString(word);
      if (word.matches("\\d{1,9}")) {
        out.writeNumber(Integer.parseInt(word)); // YAML parses it as a number
      }
    }
    out.writeEndArray();
  }

  private void list(JsonGenerator out, Form.ListOf list) {
    if (list.isAlone()) {
      out.writeArrayPropertyStart("anyOf");
      member(out, list.member());
      out.writeStartObject();
      members(out, list);
      out.writeEndObject();
      out.writeEndArray();
    } else {
      members(out, list);
    }
  }

  private void members(JsonGenerator out, Form.ListOf list) {
    orNull(out, "array");
    out.writeName("items");
    member(out, list.member());
    if (list.min() > 0) {
      out.writeNumberProperty("minItems", list.min());
    }
    if (list.max() > 0) {
      out.writeNumberProperty("maxItems", list.max());
    }
  }

  private void mapping(JsonGenerator out, Vocabulary keys) {
    boolean mayBeEmpty =
        keys.properties().stream().noneMatch(Property::isRequired)
            && keys.rules().stream().noneMatch(Vocabulary.OneOf.class::isInstance);
    if (mayBeEmpty) {
      orNull(out, "object");
    } else {
      out.writeStringProperty("type", "object");
    }
    properties(out, "properties", keys.properties().stream().filter(each -> !each.isPattern()));
    if (keys.properties().stream().anyMatch(Property::isPattern)) {
      properties(out, "patternProperties", keys.properties().stream().filter(Property::isPattern));
    }
    strings(
        out,
        "required",
        keys.properties().stream().filter(Property::isRequired).map(Property::name).toList());
    rules(out, keys);
    out.writeBooleanProperty("additionalProperties", false);
  }

  private void properties(JsonGenerator out, String name, Stream<Property> properties) {
    out.writeObjectPropertyStart(name);
    properties.forEach(
        each -> {
          out.writeObjectPropertyStart(each.name());
          referTo(out, each.form());
          out.writeStringProperty("description", each.meaning());
          if (!each.usual().isEmpty()) {
            out.writeName("default");
            usual(out, each);
          }
          out.writeEndObject();
        });
    out.writeEndObject();
  }

  private static void usual(JsonGenerator out, Property property) {
    if (isNumber(property.form(), property.usual())) {
      out.writeNumber(property.usual());
    } else if (property.form() instanceof Form.Truth) {
      out.writeBoolean(Boolean.parseBoolean(property.usual()));
    } else {
      out.writeString(property.usual());
    }
  }

  /** Returns whether a default is a number: of a form that allows some, if it looks like one. */
  private static boolean isNumber(Form form, String usual) {
    return switch (form) {
      case Form.Whole _, Form.Decimal _ -> true;
      case Form.Either(List<Form> forms) ->
          usual.matches("-?\\d+(\\.\\d+)?")
              && forms.stream().anyMatch(each -> isNumber(each, usual));
      default -> false;
    };
  }

  private static void rules(JsonGenerator out, Vocabulary keys) {
    SequencedMap<String, List<String>> needs = new LinkedHashMap<>();
    for (Vocabulary.Rule rule : keys.rules()) {
      switch (rule) {
        case Vocabulary.Needs(String key, String other) -> needs.put(key, List.of(other));
        case Vocabulary.OneOf(List<List<String>> groups) -> required(out, "oneOf", groups);
        case Vocabulary.AnyOf(List<String> some) ->
            required(out, "anyOf", some.stream().map(List::of).toList());
      }
    }
    if (!needs.isEmpty()) {
      out.writeObjectPropertyStart("dependentRequired");
      needs.forEach((key, others) -> strings(out, key, others));
      out.writeEndObject();
    }
  }

  private static void required(JsonGenerator out, String rule, List<List<String>> groups) {
    out.writeArrayPropertyStart(rule);
    for (List<String> group : groups) {
      out.writeStartObject();
      strings(out, "required", group);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void number(JsonGenerator out, String name, @Nullable Number value) {
    if (value instanceof Double number && number != Math.rint(number)) {
      out.writeNumberProperty(name, number);
    } else if (value != null) {
      out.writeNumberProperty(name, value.longValue());
    }
  }

  private static void strings(JsonGenerator out, String name, List<String> values) {
    if (!values.isEmpty()) {
      out.writeArrayPropertyStart(name);
      values.forEach(out::writeString);
      out.writeEndArray();
    }
  }
}
