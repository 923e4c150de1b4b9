// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import rani.model.file.Nearest;

/** Parses one of a few words. The error for another word suggests the nearest, or lists all. */
public final class OneOf<E extends Enum<E>> implements ITypeConverter<E> {
  private final Class<E> type;

  public OneOf(Class<E> type) {
    this.type = type;
  }

  @Override
  public E convert(String text) {
    List<String> words =
        Arrays.stream(type.getEnumConstants())
            .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList();
    int place = words.indexOf(text.toLowerCase(Locale.ROOT));
    if (place < 0) {
      String hint =
          Nearest.to(text, words).map(near -> "; did you mean `" + near + "`?").orElse("");
      throw new TypeConversionException(
          "`" + text + "` is not one of " + String.join(", ", words) + hint);
    }
    return type.getEnumConstants()[place];
  }
}
