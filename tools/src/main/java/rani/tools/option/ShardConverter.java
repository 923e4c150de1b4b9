// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import rani.study.sweep.Shard;

public final class ShardConverter implements ITypeConverter<Shard> {
  private static final Pattern SHARD = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  @Override
  public Shard convert(String text) {
    Matcher parts = SHARD.matcher(text);
    if (parts.matches()) {
      int number = Integer.parseInt(parts.group(1));
      int of = Integer.parseInt(parts.group(2));
      if (number >= 1 && number <= of && of <= Shard.SHARDS_MAX) {
        return new Shard(number, of);
      }
    }
    throw new TypeConversionException(
        "`" + text + "` is no shard I/N, such as 2/4, with I from 1 to N");
  }
}
