// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.FileFormat;
import rani.model.file.InputFile;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the JSON of reports and of a sweep's files, which other versions of rani write
 * and read, too: unknown keys are passed over, a missing list or map is empty, and a missing
 * nullable component is null; everything else must be there. Keys are in the order of the records.
 * Doubles are written by {@link Double#toString(double)}, the shortest text that reads back to the
 * same number, and non-numbers as {@code "NaN"}.
 */
public final class JsonText {
  private static final JsonMapper LINE =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .annotationIntrospector(
              AnnotationIntrospector.pair(new Defaults(), new JacksonAnnotationIntrospector()))
          .build();
  private static final JsonMapper PAGE =
      LINE.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonText() {}

  /** Returns JSON on one line, without a line feed. */
  public static String line(Object value) {
    return LINE.writeValueAsString(value);
  }

  /** Returns indented JSON, with a line feed at the end. */
  public static String page(Object value) {
    return PAGE.writeValueAsString(value) + "\n";
  }

  /** Reads a value; throws {@link JacksonException} if the text is not JSON of that class. */
  public static <T> T read(byte[] text, Class<T> kind) {
    return LINE.readValue(text, kind);
  }

  /**
   * Reads a file of a format or of an older one.
   *
   * @throws LabFailure if a later version wrote it in a format that this one does not know
   * @throws JacksonException if it is malformed
   */
  public static <T> T read(Path file, FileFormat format, Class<T> kind)
      throws IOException, LabFailure {
    String text = InputFile.text(file);
    format.check(file, text);
    return LINE.readValue(text, kind);
  }

  /** Returns what is wrong with a file, in one line, with the path of the record's key. */
  public static String problem(JacksonException error) {
    String what = String.valueOf(error.getOriginalMessage()).split("[;\n]", 2)[0];
    String path =
        error.getPath().stream()
            .map(
                step ->
                    step.getPropertyName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getPropertyName())
            .collect(Collectors.joining());
    return path.isEmpty() ? what : what + ", at " + path.substring(1);
  }

  /** Reads an object with unknown keys; throws {@link JacksonException} for other texts. */
  public static SequencedMap<String, Object> object(String text) {
    return LINE.readValue(text, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** Says what stands for a missing component of a record, by its type alone. */
  private static final class Defaults extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    private static final JsonSetter.Value EMPTY =
        JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY, Nulls.FAIL);
    private static final Set<Class<?>> OPTIONAL =
        Set.of(Optional.class, OptionalDouble.class, OptionalInt.class, OptionalLong.class);
    private static final JsonSetter.Value NEEDED =
        JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL);

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      RecordComponent component = component(member);
      return component == null ? null : !hasDefault(component);
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
      RecordComponent component = component(annotated);
      if (component == null || mayBeNull(component)) {
        return JsonSetter.Value.empty();
      }
      return hasDefault(component) ? EMPTY : NEEDED;
    }

    private static @Nullable RecordComponent component(Annotated annotated) {
      return annotated instanceof AnnotatedParameter parameter
              && parameter.getDeclaringClass().isRecord()
          ? parameter.getDeclaringClass().getRecordComponents()[parameter.getIndex()]
          : null;
    }

    private static boolean hasDefault(RecordComponent component) {
      Class<?> kind = component.getType();
      return mayBeNull(component)
          || List.class.isAssignableFrom(kind)
          || Map.class.isAssignableFrom(kind);
    }

    /** Returns whether the value may be null; that of an Optional is then empty. */
    private static boolean mayBeNull(RecordComponent component) {
      return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
          || OPTIONAL.contains(component.getType());
    }
  }
}
